"""The Tree workspace: records the tree of a search and shows it."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.language import ngettext, tr
from engine.search.query import Query
from engine.search.report import Report
from engine.search.spec import AnySpec
from studio.analysis import figures
from studio.analysis.choice import spec_title
from studio.analysis.session import AnalysisSession
from studio.analysis.workspaces import Host
from studio.board.shared import NOTHING, Overlay, Preview, SharedBoard
from studio.look import foreign, style
from studio.tree.commands import TreeCommands
from studio.tree.head import TreeHead
from studio.tree.menus import CompareMenu, ExportMenu
from studio.tree.pair.comparer import Comparer
from studio.tree.pair.page import PairPage
from studio.tree.pair.pairs import Pairs
from studio.tree.recording.opening import NodeOpener
from studio.tree.recording.page import RecordingPage
from studio.tree.recording.reader import LargeTree, TreeReader
from studio.tree.recording.recorder import Recorded, TreeRecorder, Wanted, why_not
from studio.tree.recording.searches import DEPTH, Searches, has_depth
from studio.tree.views import texts
from studio.tree.views.notes import count_text, note_text, same_text, title_with_depth
from studio.tree.views.page import TreePage
from studio.tree.views.place import NodeOnBoard, place_node
from studio.tree.views.shown import ShownTree
from studio.widgets.empty import EmptyState
from studio.widgets.notice import NoticeBar
from studio.widgets.plain_label import PlainLabel
from studio.widgets.presented import Presented
from studio.widgets.retranslated import Retranslated
from studio.widgets.stack import Stack
from studio.widgets.workspace import Answered, Workspace

if TYPE_CHECKING:
    from studio.document.change import Change
    from studio.document.document import Document

NAME = "tree"
"""Name of the workspace."""
PROGRESS_SECONDS = 0.25
"""Time between two displays of the counts of a recording."""
PICTURED = 60
"""Maximum number of nodes of a tree that is first shown as a picture."""
EMPTY, RECORDING, TREE, PAIR = range(4)


class TreeWorkspace(Retranslated, Workspace):
    """Workspace that records the tree of a search, and shows why each node has its value.

    Args:
        document: the open record, whose position at the cursor is searched.
        session: the session that runs searches, with the algorithms of the analysis.
        board: the board that the views share.
        parent: parent widget.
    """

    def __init__(
        self, document: "Document", session: AnalysisSession, board: SharedBoard, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self._session, self._board = document, session, board
        self.recorder = TreeRecorder(session, self)
        self.shown = ShownTree(self)
        self.wanted: Wanted | None = None
        self.recorded: Recorded | None = None
        self._first: Wanted | None = None
        # The search whose report another part of the window waits for, and the function that gets it.
        self._asked: tuple[Wanted, Answered] | None = None
        # The search of which a node is to be selected, and the moves to it.
        self._sought: tuple[Wanted, Sequence[int]] | None = None
        self.searches = Searches(document, session)
        self.comparer = Comparer(session, self.recorder, self)
        self._ticked_at = 0.0
        self._build()
        self.commands, self.opener = TreeCommands(self), NodeOpener(self)
        self.exports = ExportMenu(self.head.export_menu, self, session)
        self.comparisons = CompareMenu(self.head.compare_menu, session, self)
        self.reader, self._other_reader = TreeReader(session, self), TreeReader(session, self)
        self._connect()
        self.follow_changes()

    def _connect(self) -> None:
        recorder, head, session = self.recorder, self.head, self._session
        recorder.recorded.connect(self._show_recorded)
        recorder.opened.connect(self._show_opened)
        recorder.failed.connect(self._show_failure)
        recorder.ended.connect(self._recorder_ended)
        session.ticked.connect(self._tick)
        head.spec_chosen.connect(self._spec_chosen)
        head.depth_chosen.connect(self._depth_chosen)
        head.view_chosen.connect(self.shown.set_view)
        head.record_button.clicked.connect(self.record)
        head.picture_button.toggled.connect(self.page.show_picture)
        self.exports.failed.connect(self.failed)
        self.exports.opened.connect(self.open_file)
        self.reader.read.connect(self._show_file)
        self.reader.failed.connect(self.failed)
        self.reader.large.connect(self._ask_about_tree)
        comparisons = self.comparisons
        comparisons.chosen.connect(self.compare_with)
        comparisons.file_chosen.connect(self._other_reader.start)
        comparisons.pinned_chosen.connect(lambda: self._pair_with(comparisons.pinned))
        comparisons.pinned_changed.connect(self._show_pinned)
        self._other_reader.read.connect(self._pair_with)
        self._other_reader.failed.connect(self._show_failure)
        self._other_reader.large.connect(self._ask_about_partner)
        self.comparer.compared.connect(self._show_pairs)
        self.comparer.failed.connect(self._show_failure)
        self.pair_page.closed.connect(self.close_pair)
        self.pair_page.swapped.connect(self._swap)
        self.shown.view_changed.connect(lambda: self.pair_page.set_view(self.shown.view))
        self.shown.opening_asked.connect(self.opener.open)
        self.page.replay.not_found.connect(self._show_not_found)
        self.shown.chosen.connect(self._describe_node)
        self.shown.pinned_changed.connect(self._describe_pin)
        self.page.board.placed.connect(self._place)
        self.pair_page.outline.chosen.connect(self._place_pair)
        self._board.left.connect(self.page.board.leave)
        self.document.changed.connect(self._document_changed)
        session.choice.specs_changed.connect(self.show_state)
        session.choice.changed.connect(self.show_state)
        session.choice.reference_changed.connect(self.show_state)

    def _build(self) -> None:
        self.head = TreeHead()
        self.header = self.head.row
        self.note = PlainLabel()
        self.note.setWordWrap(True)
        self.note.setContentsMargins(style.PADDING, 2, style.PADDING, 4)
        style.set_look(self.note, role="caption")
        self.notice = NoticeBar()
        self.pages = Stack()
        self.empty, self.recording_page = EmptyState(is_primary=True), RecordingPage()
        self.page, self.pair_page = TreePage(self.shown), PairPage()
        for page in (self.empty, self.recording_page, self.page, self.pair_page):
            self.pages.addWidget(page)
        self.empty.pressed.connect(self.record)
        self.recording_page.stopped.connect(self.recorder.stop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.note)
        layout.addWidget(self.notice)
        layout.addWidget(self.pages, 1)

    def presented(self) -> Presented:
        page, replay = self.page, self.page.replay

        def step(by: int) -> None:
            if by > 0 and self.shown.event_number is None:
                replay.to_start()
            elif by > 0:
                replay.on()
            else:
                replay.back()

        return Presented(
            step=step,
            to_end=lambda by: replay.to_end() if by > 0 else replay.to_start(),
            decide=replay.to_cut, place=lambda: (replay.event_number + 1, replay.events),
            controls=(replay, self.note), answers=(page.words, page.strip), docks=(NAME,),
        )  # fmt: skip

    # --- called by the window -----------------------------------------------------------------------------------------

    def show_query(self, query: Query, report: Report | None, ply: int, moves: Sequence[int] = ()) -> None:
        """Show the tree of a search of another part of the window, and record it if it was not recorded before.

        Args:
            query: the query of the search.
            report: its report, or None if it has none.
            ply: ply of the position in the record.
            moves: moves to the node that is selected, or to the first node that was not recorded.
        """
        wanted = self.searches.of_query(query, report, ply)
        self._sought = wanted, moves
        self._show_wanted(wanted)

    def show_queries(self, queries: Sequence[Query], answered: Answered) -> None:
        """Show the tree of the first search."""
        wanted = self.searches.of_query(queries[0], None, self.document.tree.ply(self.document.cursor))
        self._asked = wanted, answered
        self._show_wanted(wanted)

    def show_pair(self, first: Query, second: Query, ply: int) -> None:
        """Show the trees of two searches of one position side by side. Those not recorded before are recorded.

        Args:
            first: the query of one search.
            second: the query of the other search.
            ply: ply of the position in the record.
        """
        one, other = (
            Wanted(Query(each.position, each.spec, each.evaluation, each.limit, each.seed), None, ply)
            for each in (first, second)
        )
        self._show_wanted(one)
        self.comparer.expect(other)
        if self.recorded is not None and self.recorded.wanted is one:
            self.comparer.compare_expected(self.recorded)

    def open_file(self, path: Path) -> None:
        """Read a tree from a file, and show it. The record does not change."""
        self.reader.start(path)

    def show_view(self, name: str) -> None:
        """Take the focus, and record a small tree of alpha-beta if there is nothing to show and there are moves."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.wanted is None and self.recorded is None and not self.recorder.is_running:
            first = self.searches.first()
            if not why_not(first):
                self._first = first
                self.recorder.record(first)
                self.show_state()

    def stop(self) -> None:
        """Stop the replay and the recording. The last completed depth is shown."""
        for replay in (self.page.replay, self.pair_page.replay):
            replay.pause()
            replay.steps.stop()
            replay.close_find()
        self.comparer.forget_missing()
        self.recorder.stop()

    def end_mode(self) -> bool:
        """Show the position at the cursor in place of the selected node, unless there is something to stop."""
        replays = (self.page.replay, self.pair_page.replay)
        is_busy = self.recorder.is_running or any(each.is_playing or each.steps.is_playing for each in replays)
        return not is_busy and self._board.end_passing()

    def close_threads(self) -> None:
        """Abandon the recording."""
        self.recorder.drop()
        self.comparer.drop()
        self.reader.drop()
        self._other_reader.drop()

    def toggle(self) -> None:
        """Record the tree of the chosen search, or stop the recording."""
        self.record()

    def record(self) -> None:
        """Record the tree of the chosen search at the cursor of the record, or stop the recording."""
        if self.recorder.is_running:
            self.recorder.stop()
            return
        wanted = self.searches.moved_here(self.wanted)
        if wanted is not None:
            self._record(wanted)

    # --- what is wanted ---
    def _spec_chosen(self, spec: AnySpec) -> None:
        """Show the tree of another algorithm to the same depth, and record it if it was not recorded before."""
        depth = self.wanted.query.limit.depth or 0 if self.wanted is not None else 0
        if spec.is_own and not spec.deepens:
            depth = 0
        self._show_wanted(self.searches.of_spec(spec, depth))

    def _depth_chosen(self, depth: int) -> None:
        spec = self.wanted.query.spec if self.wanted is not None else self._session.choice.reference_spec
        if spec is not None:
            self._show_wanted(self.searches.of_spec(spec, depth))

    def _show_wanted(self, wanted: Wanted) -> None:
        """Show the tree of a search, and record it if it was not recorded before."""
        found = self.recorder.find(wanted)
        self.wanted = wanted
        if found is not None:
            self.recorder.drop()
            self._show_recorded(Recorded(wanted, found.query, found.tree, found.prepared, found.report))
        else:
            self._record(wanted)

    def record_more(self, capacity: int) -> None:
        """Record the shown search again with a larger capacity, because its nodes cannot be opened one by one."""
        if self.recorded is not None and self.recorded.wanted is not None:
            self._record(self.recorded.wanted, capacity)

    def _record(self, wanted: Wanted, least: int = 0) -> None:
        self.wanted = wanted
        self.notice.dismiss()
        self.recorded = None
        self.comparer.forget_missing()
        self.pair_page.clear()
        self.shown.clear()
        self.recorder.drop()
        if not why_not(wanted):
            self.recorder.record(wanted, least)
        self.show_state()

    # --- results ------------------------------------------------------------------------------------------------------

    def _show_recorded(self, recorded: Recorded) -> None:
        if self.comparer.takes(self.recorded, recorded):
            return
        if recorded.wanted is not None and recorded.wanted is self._first:
            recorded = self._as_first(recorded)
        self.pair_page.clear()
        self.recorded, self.wanted = recorded, recorded.wanted
        self.notice.dismiss()
        self._share_board()
        self.shown.show_tree(recorded.tree, recorded.prepared)
        self.show_state()
        if self._sought is not None and recorded.wanted is self._sought[0]:
            self._choose_sought(recorded, self._sought[1])
        if recorded.file:
            self.page.outline.setFocus()
        if recorded.doubt:
            self.notice.show_notice(lambda: tr(recorded.doubt), stays=True)
        self.comparer.compare_expected(recorded)
        if self._asked is not None and recorded.wanted is self._asked[0]:
            self._asked[1]([recorded.report])

    def _choose_sought(self, recorded: Recorded, moves: Sequence[int]) -> None:
        """Select the node after ``moves``, or the last one on the way to it that was recorded."""
        self._sought = None
        nodes = (recorded.tree.follow(moves[:length]) for length in range(len(moves), 0, -1))
        if (node := next((each for each in nodes if each is not None), None)) is not None:
            self.shown.choose(node)
            self.page.outline.setFocus()

    def _as_first(self, recorded: Recorded) -> Recorded:
        """Return the first tree as that of a search to the depth that it reached, and show a small one as a picture."""
        assert recorded.wanted is not None
        self._first = None
        wanted = self.searches.of_spec(recorded.wanted.query.spec, recorded.tree.facts.depth)
        self.head.picture_button.setChecked(len(recorded.tree) <= PICTURED)
        return Recorded(
            wanted, wanted.query, recorded.tree, recorded.prepared, recorded.report, capacity=recorded.capacity
        )

    def _show_file(self, recorded: Recorded) -> None:
        """Show a tree from a file in place of the one shown, or of the recording that is running."""
        self.recorder.drop()
        self.comparer.forget_missing()
        self._show_recorded(recorded)
        self.file_read.emit(self.reader.path)

    def _ask_about_tree(self, file: LargeTree) -> None:
        self._ask_about(self.reader, file)

    def _ask_about_partner(self, file: LargeTree) -> None:
        self._ask_about(self._other_reader, file)

    def _ask_about(self, reader: TreeReader, file: LargeTree) -> None:
        """Ask whether to read a file with very many nodes."""
        self.notice.show_notice(
            lambda: ngettext(
                "{file} has {count} node, which takes about {size} MB of memory.",
                "{file} has {count} nodes, which take about {size} MB of memory.",
                file.nodes, file=foreign.name(file.path.name), count=figures.grouped(file.nodes),
                size=figures.grouped(file.megabytes),
            ),
            [(lambda: tr("Read it"), lambda: reader.start(file.path, is_large=True))],
            stays=True,
        )  # fmt: skip
        self.workspace_asked.emit("tree")

    def _show_opened(self, recorded: Recorded, serial: int) -> None:
        self.recorded = recorded
        self.shown.extend(recorded.tree, recorded.prepared, serial)
        self.show_state()

    def _show_failure(self, sentence: str) -> None:
        self.notice.show_notice(sentence, is_error=True)

    def _recorder_ended(self) -> None:
        self.shown.opening = -1
        self.show_state()

    def record_repeatably(self) -> None:
        """Record the search again with a limit of depth, so that its nodes can be opened."""
        if self.wanted is None or self.recorded is None:
            return
        depth = max(1, self.recorded.tree.facts.depth)
        self._record(self.searches.of_spec(self.wanted.query.spec, depth))

    # --- two trees ---------------------------------------------------------------------------------------------------

    def compare_with(self, spec: AnySpec) -> None:
        """Compare the tree shown with that of another algorithm, at the same position and depth."""
        if self.recorded is not None:
            self.comparer.compare_with(self.recorded, spec)
            self.show_state()

    def _pair_with(self, other: Recorded | None) -> None:
        """Compare the tree shown with another one."""
        if self.recorded is not None and other is not None:
            self.comparer.pair(self.recorded, other)

    def _show_pinned(self) -> None:
        self.show_state()
        if self.comparisons.pinned is not None:
            self.message_shown.emit(tr("Pinned. Show another tree, then choose “Compare with…”."))

    def _show_pairs(self, pairs: Pairs, first: Recorded, second: Recorded) -> None:
        if first is not self.recorded and second is not self.recorded:
            return
        self.pair_page.show_pairs(pairs, first, second, self.shown.view)
        self.show_state()
        self.pair_page.outline.setFocus()

    def _swap(self) -> None:
        if self.pair_page.recorded is not None:
            first, second = self.pair_page.recorded
            self.comparer.compare(second, first)

    def close_pair(self) -> None:
        """Show the first tree alone again."""
        self.pair_page.replay.pause()
        self.pair_page.clear()
        self.show_state()
        self.page.outline.setFocus()

    @property
    def shows_tree(self) -> bool:
        """Whether one tree is shown."""
        return self.pages.currentIndex() == TREE

    @property
    def shows_pair(self) -> bool:
        """Whether two trees are shown."""
        return self.pages.currentIndex() == PAIR

    # --- the board ----------------------------------------------------------------------------------------------------

    def _share_board(self) -> None:
        """Show nodes on the board of the record, or on a small one if the tree is of another game."""
        root = self.recorded.tree.position(0) if self.recorded is not None and len(self.recorded.tree) else None
        self.page.board.set_shared(root is not None and root.game == self.document.game)
        if not self.page.board.is_shared:
            self._board.set_overlay(NAME, NOTHING)

    def _place(self, placed: NodeOnBoard | None) -> None:
        """Show a node on the board of the record, or the position at the cursor."""
        if placed is None:
            self._board.set_overlay(NAME, NOTHING)
            return
        preview = None
        if placed.position != self.document.position:
            text = tr("Preview: {line} (Esc goes back)", line=placed.caption)
            preview = Preview(placed.position, placed.move, placed.before, text)
        self._board.set_overlay(NAME, Overlay(
            placed.arrows, score=placed.score, play=None if preview is None else self._play, preview=preview,
            is_passing=True,
        ))  # fmt: skip

    def _place_pair(self, first: int, second: int) -> None:
        """Show the selected node of one of two trees."""
        shown, node = (self.pair_page.shown[0], first) if first >= 0 else (self.pair_page.shown[1], second)
        if self.page.board.is_shared and shown.tree is not None:
            self._place(place_node(shown, node))

    def _play(self, move: int) -> None:
        """Select the reply to the selected node that the user has played on the board, if the search has visited it."""
        tree, shown = self.shown.tree, self.shown
        if self.shows_pair:
            shown = self.pair_page.shown[self.pair_page.outline.selected[0] < 0]
            tree = shown.tree
        if tree is None:
            return
        replies = (each for each in tree.places_of_moves(shown.selected) if tree.move(each) == move)
        if (reply := next(replies, None)) is None:
            self.message_shown.emit(tr("The search has not looked at this move here."))
        else:
            shown.choose(reply)

    # --- display ------------------------------------------------------------------------------------------------------

    def _title(self, wanted: Wanted) -> str:
        return foreign.name(tr(spec_title(wanted.query.spec)))

    def show_state(self) -> None:
        """Show the head, and the page for the state."""
        self.page.outline.viewport().update()
        wanted = self.wanted or self.searches.default()
        head, recorded = self.head, self.recorded
        specs, file = self._session.choice.specs, recorded.file if recorded is not None else ""
        head.show_specs(specs, wanted.query.spec if wanted is not None else None, file)
        deepens = wanted is not None and has_depth(wanted.query.spec) and not file
        depth = wanted.query.limit.depth or 0 if wanted is not None and deepens else 0
        reached = [depth + 1, DEPTH]
        if recorded is not None:
            depth = (recorded.tree.facts.depth or depth) if deepens else 0
            reached.append(depth + 1)
        if wanted is not None and wanted.report is not None:
            reached.append(wanted.report.depth)
        head.show_depth(depth, max(reached))
        self.show_views()
        has_tree = recorded is not None
        head.compare_button.setEnabled(has_tree)
        self._show_counts()
        reason = why_not(wanted) if wanted is not None else ""
        is_recording = self.recorder.is_running and self.recorder.opening < 0
        is_here = not file and (wanted is None or wanted.query.position == self.document.position)
        text = tr("Record again") if is_here else tr("Record here")
        if is_recording:
            text = tr("Stop")
        elif not has_tree:
            text = tr("Record")
        head.show_record(text, is_enabled=is_recording or not reason)
        if is_recording:
            self._ticked_at = 0.0
            self.pages.setCurrentIndex(RECORDING)
            self._tick()
        elif self.pair_page.pairs is not None:
            self.pages.setCurrentIndex(PAIR)
        elif has_tree:
            self.pages.setCurrentIndex(TREE)
        else:
            self.pages.setCurrentIndex(EMPTY)
            if wanted is None:
                self.empty.set_texts(tr("Choose an algorithm in Algorithms to record its tree."))
            elif reason:
                self.empty.set_texts(reason)
            else:
                self.empty.set_texts(
                    tr("Record the tree this search walks, and see why each node has its value."), self._offer(wanted)
                )
        # The empty page already has a button for the same act.
        head.record_button.setVisible(self.pages.currentIndex() != EMPTY)

    def show_views(self) -> None:
        """Show the sides for which values can be shown."""
        tree = self.shown.tree
        game = tree.facts.game if tree is not None else self.document.game.name
        self.head.show_views(texts.view_names(game), self.shown.view)

    def _offer(self, wanted: Wanted) -> str:
        if wanted.query.limit.depth is not None:
            return tr("Record {name}, depth {depth}", name=self._title(wanted), depth=wanted.query.limit.depth)
        return tr("Record {name}", name=self._title(wanted))

    def _show_counts(self) -> None:
        head, recorded = self.head, self.recorded
        head.show_count(count_text(recorded) if recorded is not None else "")
        head.show_same(
            same_text(recorded) if recorded is not None else "",
            is_good=recorded is None or recorded.is_same is not False,
        )
        note = note_text(recorded, self.document.position) if recorded is not None else ""
        if recorded is not None and (pinned := self.comparisons.pinned) is not None:
            note += f"  {tr('Pinned: {name}', name=title_with_depth(pinned))}"
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def _tick(self) -> None:
        if not self.recorder.is_running or self.recorder.opening >= 0 or self.recorder.wanted is None:
            return
        now = time.monotonic()
        if now - self._ticked_at < PROGRESS_SECONDS:
            return
        self._ticked_at = now
        live = self._session.live(self.recorder.number)
        self.recording_page.show_progress(
            self._title(self.recorder.wanted), self.recorder.depth, self.recorder.plies(),
            live.seconds if live is not None else None,
        )  # fmt: skip

    def _describe_node(self, node: int) -> None:
        tree = self.shown.tree
        if tree is not None and node >= 0:
            words = [texts.move_text(tree, node)]
            if self.shown.is_known(node):
                if tree.facts.kind == "windows":
                    words.append(texts.reason_text(tree, node))
                words.append(figures.nodes_text(tree.number("subtree", node)))
            self.message_shown.emit("  ·  ".join(words))

    def _describe_pin(self) -> None:
        tree, node = self.shown.tree, self.shown.pinned
        if tree is not None:
            move = foreign.one_line(texts.move_text(tree, node), 40) if node >= 0 else ""
            self.message_shown.emit(
                tr("{move} is pinned as B: select another node to compare it. Pin it again to end this.", move=move)
                if node >= 0
                else tr("No node is pinned any more.")
            )

    def _document_changed(self, change: "Change") -> None:
        # A tree from a file does not belong to the record.
        if change.record and not (self.recorded is not None and self.recorded.file):
            self.recorder.drop()
            self.comparer.drop()
            self.comparer.forget_missing()
            self.recorded = self.wanted = None
            self.pair_page.clear()
            self.shown.clear()
        if change.record:
            self._share_board()
        if change.record or change.cursor or change.position:
            self.show_state()

    def _show_not_found(self, text: str) -> None:
        self.message_shown.emit(tr("No move of the tree contains “{text}”.", text=foreign.one_line(text, 40)))

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not widen the window."""
        return QSize(240, 160)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Give the focus to the nodes of the shown tree, if there is one.

        A focus proxy would lead Tab past all fields above the nodes, and to the nodes while they are hidden.
        """
        super().focusInEvent(event)
        for outline in (self.page.outline, self.pair_page.outline):
            if outline.isVisible():
                outline.setFocus(event.reason())

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Tree"))
        self.exports.fill()
        self.show_state()
        if self.isVisible():
            self._describe_node(self.shown.selected)

    def restyle(self) -> None:
        """Draw everything in the colours of the theme in use."""
        self.show_state()


def make_page(host: Host) -> TreeWorkspace:
    """Return the page of the Tree workspace."""
    return TreeWorkspace(host.document, host.session, host.board, host.pages)
