"""The Tree workspace: records the tree of a search and shows it."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.query import AnySpec, Query
from engine.core.errors import KyVienError
from engine.core.files import FileError, write_text
from engine.core.language import tr
from engine.search.report import Limit, Report
from engine.search.search import Spec, find_algorithm
from engine.searchtree.recording import SLOW_SECONDS
from studio.analysis import figures
from studio.analysis.choice import spec_title
from studio.analysis.parameters import parameters_text
from studio.analysis.session import AnalysisSession
from studio.look import foreign, palette, style
from studio.look.marks import mark_icon
from studio.tree import texts
from studio.tree.comparer import Comparer
from studio.tree.export import rows_csv, save_picture, save_tree
from studio.tree.head import TreeHead
from studio.tree.page import TreePage
from studio.tree.pair_page import PairPage
from studio.tree.pairs import Pairs
from studio.tree.recorder import Recorded, TreeRecorder, Wanted, why_not
from studio.tree.recording_page import RecordingPage
from studio.tree.rows import Filter, matching
from studio.tree.shown import ShownTree
from studio.tree.texts import View
from studio.widgets.empty import EmptyState
from studio.widgets.notice import NoticeBar
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

if TYPE_CHECKING:
    from studio.document.change import Change
    from studio.document.document import Document

DEPTH, NODES = 4, 2_000_000
"""Limits of a recording of a search that was not run before."""
PROGRESS_SECONDS = 0.25
"""Time between two displays of the counts of a recording."""
EMPTY, RECORDING, TREE, PAIR = range(4)


class TreeWorkspace(Retranslated, QWidget):
    """Workspace that records the tree of a search, and shows why each node has its value.

    Args:
        document: the open record, whose position at the cursor is searched.
        session: the session that runs searches, with the algorithms of the analysis.
        parent: parent widget.
    """

    failed = Signal(str)
    """Emitted with a message if a file cannot be written."""
    position_asked = Signal(list)
    """Emitted with the moves from the cursor to a node whose position is to be shown on the main board."""
    line_added = Signal(int, list)
    """Emitted with a node of the record and the moves that are to be added there as a variation."""
    message_shown = Signal(str)
    """Emitted with a short text for the status bar."""

    def __init__(self, document: "Document", session: AnalysisSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._session = document, session
        self.recorder = TreeRecorder(session, self)
        self.shown = ShownTree(self)
        self.wanted: Wanted | None = None
        self.recorded: Recorded | None = None
        self.comparer = Comparer(session, self)
        self._other: Wanted | None = None
        self._partner: Wanted | None = None
        self._saving = 0
        self._ticked_at = 0.0
        self._build()
        recorder, head = self.recorder, self.head
        recorder.recorded.connect(self._show_recorded)
        recorder.opened.connect(self._show_opened)
        recorder.failed.connect(self._show_failure)
        recorder.ended.connect(self._recorder_ended)
        session.ticked.connect(self._tick)
        session.failed.connect(self._not_saved)
        head.spec_chosen.connect(self._spec_chosen)
        head.depth_chosen.connect(self._depth_chosen)
        head.view_chosen.connect(self.shown.set_view)
        head.record_button.clicked.connect(self.record)
        head.picture_button.toggled.connect(self.page.show_picture)
        self._fill_exports()
        head.compare_menu.aboutToShow.connect(self._fill_comparisons)
        self.comparer.compared.connect(self._show_pairs)
        self.comparer.failed.connect(self._show_failure)
        self.pair_page.closed.connect(self.close_pair)
        self.pair_page.swapped.connect(self._swap)
        self.shown.view_changed.connect(lambda: self.pair_page.set_view(self.shown.view))
        self.shown.opening_asked.connect(self.open_node)
        self.page.replay.not_found.connect(self._show_not_found)
        self.shown.chosen.connect(self._describe_node)
        document.changed.connect(self._document_changed)
        session.choice.specs_changed.connect(self._show_state)
        session.choice.changed.connect(self._show_state)
        session.choice.reference_changed.connect(self._show_state)
        self.follow_changes()

    def _build(self) -> None:
        self.head = TreeHead()
        self.note = PlainLabel()
        self.note.setWordWrap(True)
        self.note.setContentsMargins(style.PADDING, 2, style.PADDING, 4)
        style.set_look(self.note, role="caption")
        self.notice = NoticeBar()
        self.pages = QStackedWidget()
        self.empty, self.recording_page = EmptyState(), RecordingPage()
        self.page, self.pair_page = TreePage(self.shown), PairPage()
        for page in (self.empty, self.recording_page, self.page, self.pair_page):
            self.pages.addWidget(page)
        self.empty.pressed.connect(self.record)
        self.recording_page.stopped.connect(self.recorder.stop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(style.separator())
        layout.addWidget(self.note)
        layout.addWidget(self.notice)
        layout.addWidget(self.pages, 1)
        self.setFocusProxy(self.page.outline)

    # --- called by the window -----------------------------------------------------------------------------------------

    def show_query(self, query: Query, report: Report | None, ply: int) -> None:
        """Show the tree of a search of another part of the window, and record it if it was not recorded before.

        Args:
            query: the query of the search.
            report: its report, or None if it has none.
            ply: ply of the position in the record.
        """
        depth = report.depth if report is not None else 0
        limit = query.limit
        if depth > 0:
            limit = Limit(depth=depth)
        elif limit.seconds is not None or limit.aim is not None:
            limit = self._default_limit(query.spec)
        self._show_wanted(Wanted(query.position, query.spec, query.evaluation, limit, query.seed, report, ply))

    def show_pair(self, first: Query, second: Query, ply: int) -> None:
        """Show the trees of two searches of one position side by side. Those not recorded before are recorded.

        Args:
            first: the query of one search.
            second: the query of the other search.
            ply: ply of the position in the record.
        """
        one, other = (
            Wanted(each.position, each.spec, each.evaluation, each.limit, each.seed, None, ply)
            for each in (first, second)
        )
        self._show_wanted(one)
        self._partner = other
        if self.recorded is not None and self.recorded.wanted is one:
            self._meet_partner()

    def begin(self) -> None:
        """Offer to record the search of the reference algorithm, if nothing is shown."""
        if self.wanted is None:
            self._show_state()

    def stop(self) -> None:
        """Stop the replay and the recording. The last completed depth is shown."""
        for replay in (self.page.replay, self.pair_page.replay):
            replay.pause()
            replay.close_find()
        self._other = self._partner = None
        self.recorder.stop()

    def close_threads(self) -> None:
        """Abandon the recording."""
        self.recorder.drop()
        self.comparer.drop()

    def record(self) -> None:
        """Record the tree of the chosen search at the cursor of the record, or stop the recording."""
        if self.recorder.is_running:
            self.recorder.stop()
            return
        wanted = self._here()
        if wanted is not None:
            self._record(wanted)

    # --- what is wanted -----------------------------------------------------------------------------------------------

    def _default(self) -> Wanted | None:
        """Return the search of the reference algorithm at the cursor, to the depth that it reached there."""
        spec = self._session.choice.reference_spec
        return None if spec is None else self._wanted_of(spec, 0)

    def _wanted_of(self, spec: AnySpec, depth: int) -> Wanted:
        """Return the search of an algorithm at the cursor.

        Args:
            spec: the algorithm.
            depth: the depth, or 0 for the depth that the analysis reached, or else a small one.
        """
        document, choice = self._document, self._session.choice
        query = choice.queries(document.position, specs=[spec])[0]
        found = self._session.store.find(query)
        report = found.deepest if found is not None else None
        if depth == 0 and report is not None and report.depth > 0:
            depth = report.depth
        if found is not None and depth in found.by_depth:
            report = found.by_depth[depth]
        limit = Limit(depth=depth) if depth else self._default_limit(spec)
        ply = document.tree.ply(document.cursor)
        return Wanted(document.position, spec, query.evaluation, limit, query.seed, report, ply)

    def _default_limit(self, spec: AnySpec) -> Limit:
        budget = self._session.choice.budget
        if budget.kind == "depth":
            return Limit(depth=int(budget.value))
        if isinstance(spec, Spec) and not find_algorithm(spec.name).deepens:
            return Limit(nodes=int(budget.value) if budget.kind == "nodes" else NODES)
        return Limit(depth=DEPTH, nodes=NODES)

    def _here(self) -> Wanted | None:
        """Return the chosen search, at the position at the cursor."""
        wanted = self.wanted
        if wanted is None:
            return self._default()
        if wanted.position == self._document.position and wanted.position.game.name == self._document.game.name:
            return wanted
        return self._wanted_of(wanted.spec, wanted.limit.depth or 0)

    def _spec_chosen(self, spec: AnySpec) -> None:
        depth = self.wanted.limit.depth or 0 if self.wanted is not None else 0
        if isinstance(spec, Spec) and not find_algorithm(spec.name).deepens:
            depth = 0
        self._choose(self._wanted_of(spec, depth))

    def _depth_chosen(self, depth: int) -> None:
        spec = self.wanted.spec if self.wanted is not None else self._session.choice.reference_spec
        if spec is not None:
            self._show_wanted(self._wanted_of(spec, depth))

    def _choose(self, wanted: Wanted) -> None:
        """Show the tree of a search if it was recorded before, or else offer to record it."""
        self._partner = None
        self.wanted = wanted
        found = self.recorder.find(wanted)
        if found is not None:
            self._show_recorded(found)
            return
        self.recorder.drop()
        self.recorded = None
        self.pair_page.clear()
        self.shown.clear()
        self._show_state()

    def _show_wanted(self, wanted: Wanted) -> None:
        """Show the tree of a search, and record it if it was not recorded before."""
        found = self.recorder.find(wanted)
        self.wanted = wanted
        if found is not None:
            self._show_recorded(Recorded(wanted, found.request, found.tree, found.prepared, found.report))
        else:
            self._record(wanted)

    def _record(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.notice.dismiss()
        self.recorded = self._other = self._partner = None
        self.pair_page.clear()
        self.shown.clear()
        if not why_not(wanted):
            self.recorder.record(wanted)
        self._show_state()

    # --- results ------------------------------------------------------------------------------------------------------

    def _show_recorded(self, recorded: Recorded) -> None:
        other, self._other = self._other, None
        if other is not None and self.recorded is not None and recorded.wanted is other:
            self._compare(self.recorded, recorded)
            return
        self.pair_page.clear()
        self.recorded, self.wanted = recorded, recorded.wanted
        self.notice.dismiss()
        self.shown.show_tree(recorded.tree, recorded.prepared)
        self._show_state()
        if recorded.doubt:
            self.notice.show_notice(tr(recorded.doubt), stays=True)
        self._meet_partner()

    def _show_opened(self, recorded: Recorded, serial: int) -> None:
        self.recorded = recorded
        self.shown.extend(recorded.tree, recorded.prepared, serial)
        self._show_state()

    def _show_failure(self, sentence: str) -> None:
        self.notice.show_notice(sentence, is_error=True)

    def _recorder_ended(self) -> None:
        self.shown.opening = -1
        self.page.outline.viewport().update()
        self._show_state()

    def open_node(self, node: int) -> None:
        """Record the children of a node that did not fit, by repeating the search. A long search is confirmed first."""
        recorded = self.recorded
        if recorded is None:
            return
        facts = recorded.tree.facts
        if facts.unrepeatable:
            self.notice.show_notice(
                tr(
                    "This node was counted but not recorded, and the search does not repeat itself: {reason}. Record "
                    "it with a limit of nodes or depth.",
                    reason=tr(facts.unrepeatable),
                ),
                [(tr("Record again"), self._record_repeatably)],
                is_error=True,
            )  # fmt: skip
            return
        if facts.seconds > SLOW_SECONDS:
            self.notice.show_notice(
                tr(
                    "To open this node, the whole search is repeated, which takes about {duration}.",
                    duration=figures.duration(facts.seconds),
                ),
                [(tr("Open"), lambda: self._open(recorded, node))],
            )  # fmt: skip
            return
        self._open(recorded, node)

    def _open(self, recorded: Recorded, node: int) -> None:
        if recorded is not self.recorded:
            return
        self.shown.opening = node
        self.recorder.open(recorded, node)
        self.page.outline.viewport().update()
        self._show_state()

    def _record_repeatably(self) -> None:
        """Record the search again with a limit of depth, so that its nodes can be opened."""
        if self.wanted is None or self.recorded is None:
            return
        depth = max(1, self.recorded.tree.facts.depth)
        self._record(self._wanted_of(self.wanted.spec, depth))

    # --- export -------------------------------------------------------------------------------------------------------

    def _exports(self) -> list[tuple[str, str, Callable[[Path], object]]]:
        """Return the text, the suffix and the writer of each export."""
        page = self.page
        return [
            (tr("All views (PNG)…"), "png", lambda path: save_picture(self.pages, path)),
            (tr("Bands (PNG)…"), "png", lambda path: save_picture(page.icicle, path)),
            (tr("Picture of the tree (PNG)…"), "png", self._save_tree_picture),
            (tr("Window strip (PNG)…"), "png", lambda path: save_picture(page.strip, path)),
            (tr("Rows shown (CSV)…"), "csv", lambda path: write_text(path, "\ufeff" + rows_csv(page.outline))),
            (tr("Page for the browser (HTML)…"), "html", self._save_tree),
            (tr("Picture (SVG)…"), "svg", self._save_tree),
            (tr("All recorded nodes (CSV)…"), "csv", self._save_tree),
            (tr("Tree for other programs (KVTREE)…"), "kvtree", self._save_tree),
        ]

    def _fill_exports(self) -> None:
        """Fill the menu of the exports."""
        menu = self.head.export_menu
        menu.clear()
        for text, suffix, write in self._exports():
            menu.addAction(text).triggered.connect(partial(self._ask_export, suffix, write))

    def _save_tree(self, path: Path) -> None:
        """Write the tree in a thread. An error is shown when it ends."""
        if self.recorded is not None:
            tree, theme = self.recorded.tree, palette.current().name
            self._saving = self._session.run(lambda stop, meet: save_tree(tree, path, theme), path.name)

    def _not_saved(self, number: int, sentence: str) -> None:
        if number == self._saving:
            self.failed.emit(sentence)

    def _save_tree_picture(self, path: Path) -> None:
        self.head.picture_button.setChecked(True)
        save_picture(self.page.picture, path)

    def _ask_export(self, suffix: str, write: Callable[[Path], object], _: bool = False) -> None:
        dialog = QFileDialog(self, tr("Export the tree"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.setNameFilter(f"{suffix.upper()} (*.{suffix})")
        dialog.selectFile(f"{tr('tree')}.{suffix}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.export(Path(path), write))
        dialog.open()

    def export(self, path: Path, write: Callable[[Path], object]) -> None:
        """Write a file, and emit ``failed`` if this is not possible."""
        try:
            write(path)
        except (FileError, KyVienError) as error:
            self.failed.emit(str(error))

    # --- two trees ----------------------------------------------------------------------------------------------------

    def _fill_comparisons(self) -> None:
        """Fill the menu with the searches whose tree can be compared with the one shown."""
        menu, recorded = self.head.compare_menu, self.recorded
        menu.clear()
        if recorded is None:
            return
        for spec in self._session.choice.specs:
            if spec == recorded.wanted.spec or not isinstance(spec, Spec) or not find_algorithm(spec.name).deepens:
                continue
            name = " · ".join(each for each in (tr(spec_title(spec)), parameters_text(spec)) if each)
            action = menu.addAction(mark_icon(spec.name), foreign.one_line(name).replace("&", "&&"))
            action.triggered.connect(partial(self.compare_with, spec))  # fmt: skip
        if menu.isEmpty():
            menu.addAction(tr("Add another algorithm in Analyse to compare with")).setEnabled(False)

    def compare_with(self, spec: AnySpec, _: bool = False) -> None:
        """Compare the tree shown with that of another algorithm, at the same position and depth."""
        recorded = self.recorded
        if recorded is None or recorded.tree.facts.kind != "windows":
            return
        mine = recorded.wanted
        limit = Limit(depth=recorded.tree.facts.depth) if recorded.tree.facts.depth else mine.limit
        self._compare_to(Wanted(mine.position, spec, mine.evaluation, limit, mine.seed, None, mine.ply))

    def _meet_partner(self) -> None:
        """Compare the tree shown with that of the second search of a pair, if a pair was asked for."""
        other, self._partner = self._partner, None
        if other is None:
            return
        reason = why_not(other)
        if reason:
            self.notice.show_notice(reason, stays=True)
        else:
            self._compare_to(other)

    def _compare_to(self, other: Wanted) -> None:
        """Compare the tree shown with that of another search, which is recorded if it was not before."""
        recorded = self.recorded
        assert recorded is not None
        found = self.recorder.find(other)
        if found is not None:
            self._compare(recorded, found)
            return
        self._other = other
        self.recorder.record(other)
        self._show_state()

    def _compare(self, one: Recorded, other: Recorded) -> None:
        """Compare two trees, of which the larger one is on the left."""
        if {one.tree.facts.kind, other.tree.facts.kind} != {"windows"}:
            self.notice.show_notice(tr("Only trees of searches with windows can be shown side by side."), stays=True)
            self._show_state()
            return
        is_smaller = one.tree.facts.nodes < other.tree.facts.nodes
        self.comparer.compare(*((other, one) if is_smaller else (one, other)))

    def _show_pairs(self, pairs: Pairs, first: Recorded, second: Recorded) -> None:
        if first is not self.recorded and second is not self.recorded:
            return
        self.pair_page.show_pairs(pairs, first, second, self.shown.view)
        self._show_state()
        self.pair_page.outline.setFocus()

    def _swap(self) -> None:
        if self.pair_page.recorded is not None:
            first, second = self.pair_page.recorded
            self.comparer.compare(second, first)

    def close_pair(self) -> None:
        """Show the first tree alone again."""
        self.pair_page.replay.pause()
        self.pair_page.clear()
        self._show_state()
        self.page.outline.setFocus()

    # --- display ------------------------------------------------------------------------------------------------------

    def _title(self, wanted: Wanted) -> str:
        return foreign.name(tr(spec_title(wanted.spec)))

    def _show_state(self) -> None:
        """Show the head, and the page for the state."""
        wanted = self.wanted or self._default()
        head, recorded = self.head, self.recorded
        specs = self._session.choice.specs
        head.show_specs(specs, wanted.spec if wanted is not None else None)
        has_depth = wanted is not None and isinstance(wanted.spec, Spec) and find_algorithm(wanted.spec.name).deepens
        depth = wanted.limit.depth or 0 if wanted is not None and has_depth else 0
        reached = [depth + 1, DEPTH]
        if recorded is not None:
            depth = (recorded.tree.facts.depth or depth) if has_depth else 0
            reached.append(depth + 1)
        if wanted is not None and wanted.report is not None:
            reached.append(wanted.report.depth)
        head.show_depth(depth, max(reached))
        head.show_views(self._view_names(), self.shown.view)
        has_tree = recorded is not None
        for button in (head.compare_button, head.export_button):
            button.setEnabled(has_tree)
        self._show_counts()
        reason = why_not(wanted) if wanted is not None else ""
        is_recording = self.recorder.is_running and self.recorder.opening < 0
        is_here = wanted is None or wanted.position == self._document.position
        text = tr("Record again") if is_here else tr("Record here")
        if is_recording:
            text = tr("Stop")
        elif not has_tree:
            text = tr("Record")
        head.show_record(text, is_primary=not has_tree and not is_recording, is_enabled=is_recording or not reason)
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
                self.empty.set_texts(tr("Choose an algorithm in Analyse to record its tree."))
            elif reason:
                self.empty.set_texts(reason)
            else:
                self.empty.set_texts(
                    tr("Record the tree this search walks, and see why each node has its value."), self._offer(wanted)
                )

    def _view_names(self) -> tuple[str, str]:
        tree = self.shown.tree
        return texts.view_names(tree.facts.game if tree is not None else self._document.game.name)

    def _offer(self, wanted: Wanted) -> str:
        if wanted.limit.depth is not None:
            return tr("Record {name}, depth {depth}", name=self._title(wanted), depth=wanted.limit.depth)
        return tr("Record {name}", name=self._title(wanted))

    def _show_counts(self) -> None:
        head, recorded = self.head, self.recorded
        if recorded is None:
            head.show_count("")
            head.show_same("", is_good=True)
            self.note.hide()
            return
        facts, kept = recorded.tree.facts, len(recorded.tree)
        count = figures.grouped(facts.nodes)
        if recorded.tree.is_complete:
            head.show_count(tr("{count} nodes, all kept", count=count))
        else:
            head.show_count(tr("{count} nodes, complete to ply {ply}", count=count, ply=facts.complete_to_ply))
        same = recorded.is_same
        head.show_same(
            "" if same is None else tr("✓ same as the row") if same else tr("✗ differs from the row"),
            is_good=same is not False,
        )
        notes = []
        if not recorded.tree.is_complete and facts.kind != "windows":
            notes.append(
                tr("{count} nodes, of which the {kept} down to ply {ply} are kept.",
                   count=count, kept=figures.grouped(kept), ply=facts.complete_to_ply)
            )  # fmt: skip
        elif not recorded.tree.is_complete:
            notes.append(
                tr(
                    "{count} nodes. Shown: all {kept} down to ply {ply}; the {rest} below are counted and open on "
                    "demand.",
                    count=count, kept=figures.grouped(kept), ply=facts.complete_to_ply,
                    rest=figures.grouped(facts.nodes - kept),
                )
            )  # fmt: skip
        if facts.unrepeatable:
            notes.append(tr("This search does not repeat itself: {reason}.", reason=tr(facts.unrepeatable)))
        if recorded.wanted.position != self._document.position:
            notes.append(tr("This is the tree of the position after ply {ply}.", ply=recorded.wanted.ply))
        self.note.setText("  ".join(notes))
        self.note.setVisible(bool(notes))

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
            if tree.facts.kind == "windows":
                words.append(texts.reason_text(tree, node))
            words.append(tr("{count} nodes", count=figures.grouped(tree.number("subtree", node))))
            self.message_shown.emit("  ·  ".join(words))

    def _document_changed(self, change: "Change") -> None:
        if change.record:
            self.recorder.drop()
            self.comparer.drop()
            self.recorded = self.wanted = self._other = None
            self.pair_page.clear()
            self.shown.clear()
        if change.record or change.cursor or change.position:
            self._show_state()

    # --- commands -----------------------------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        """Carry out a command, one of ``COMMANDS``. Most do nothing while no tree is shown."""
        if name == "record":
            self.record()
        elif self.shown.tree is not None and self.pages.currentIndex() == TREE:
            self._commands()[name]()
        elif self.pages.currentIndex() == PAIR and (command := self._pair_commands().get(name)) is not None:
            command()

    def _pair_commands(self) -> dict[str, Callable[[], object]]:
        """Return the commands that two trees have."""
        page, outline = self.pair_page, self.pair_page.outline
        return {
            "up": lambda: outline.step(-1),
            "down": lambda: outline.step(1),
            "out": lambda: outline.toggle_selected(False),
            "in": lambda: outline.toggle_selected(True),
            "root": lambda: outline.choose((0, 0)),
            "next_difference": page.to_next_difference,
            "compare": self.close_pair,
            "sign": self._turn_sign,
            "replay": page.replay.toggle,
            "event_back": page.replay.back,
            "event_on": page.replay.on,
            "previous_cut": lambda: page.replay.to_cut(-1),
            "next_cut": lambda: page.replay.to_cut(1),
            "finish": page.replay.finish,
            "copy": lambda: QGuiApplication.clipboard().setText(outline.row_text(outline.place_of(outline.selected))),
        }

    def _commands(self) -> dict[str, Callable[[], object]]:
        outline = self.page.outline
        commands: dict[str, Callable[[], object]] = {
            "up": lambda: outline.step(-1),
            "down": lambda: outline.step(1),
            "out": self._go_out,
            "in": self._go_in,
            "previous_sibling": lambda: self._to_sibling(-1),
            "next_sibling": lambda: self._to_sibling(1),
            "root": lambda: self.shown.choose(0),
            "pv": self._to_variation,
            "fold": self._fold,
            "sign": self._turn_sign,
            "show_position": self._show_position,
            "insert_line": self._insert_line,
            "copy": self._copy_row,
            "find": self.page.replay.ask_move,
            "previous_cut": lambda: self.page.replay.to_cut(-1),
            "next_cut": lambda: self.page.replay.to_cut(1),
            "next_rise": lambda: self._to_next(Filter.ROSE),
            "next_again": lambda: self._to_next(Filter.AGAIN),
            "replay": self.page.replay.toggle,
            "event_back": self.page.replay.back,
            "event_on": self.page.replay.on,
            "finish": self.page.replay.finish,
            "strip": self.page.toggle_strip,
            "zoom": self._zoom,
            "compare": self.head.compare_button.showMenu,
            "picture": self.head.picture_button.click,
            "next_difference": lambda: None,
        }
        for ply in range(1, 10):
            commands[f"ply_{ply}"] = lambda ply=ply: self.shown.open_to(ply)  # type: ignore[misc]
        return commands

    def _go_in(self) -> None:
        """Open the selected node, or select its first child if it is open."""
        shown = self.shown
        place = shown.place_of(shown.selected)
        row = shown.row_at(place)
        if row is None or shown.tree is None:
            return
        if row.is_node and not shown.is_open(row) and shown.can_open(row):
            shown.toggle(place)
        elif len(children := shown.tree.children(shown.selected)):
            shown.choose(int(children[0]))

    def _go_out(self) -> None:
        """Close the selected node, or select its parent if it is closed."""
        shown = self.shown
        place = shown.place_of(shown.selected)
        row = shown.row_at(place)
        if row is None or shown.tree is None:
            return
        if row.is_node and shown.is_open(row) and shown.can_open(row):
            shown.toggle(place)
        elif (parent := shown.tree.parent(shown.selected)) >= 0:
            shown.choose(parent)

    def _to_sibling(self, step: int) -> None:
        tree = self.shown.tree
        if tree is None or tree.parent(self.shown.selected) < 0:
            return
        siblings = tree.children(tree.parent(self.shown.selected))
        place = siblings.index(self.shown.selected) + step
        if 0 <= place < len(siblings):
            self.shown.choose(siblings[place])

    def _to_variation(self) -> None:
        """Open the principal variation, and select its next node after the selected one."""
        tree = self.shown.tree
        if tree is None or not tree.pv:
            return
        line = tree.pv
        place = line.index(self.shown.selected) + 1 if self.shown.selected in line else len(line) - 1
        self.shown.choose(line[place % len(line)])

    def _fold(self) -> None:
        if self.shown.unfolding is not None:
            self.shown.fold_all(not self.shown.unfolding.folds)
            self.page.outline.show_place(self.shown.place_of(self.shown.selected))

    def _to_next(self, name: str) -> None:
        """Select the next node that passes a filter, beginning again at the root."""
        tree, prepared = self.shown.tree, self.shown.prepared
        if tree is None or prepared is None:
            return
        nodes = matching(tree, prepared, name).nonzero()[0]
        if len(nodes):
            place = int(nodes.searchsorted(self.shown.selected, "right"))
            self.shown.choose(int(nodes[place % len(nodes)]))

    def _zoom(self) -> None:
        """Zoom the icicle to the selected node, or out of it."""
        icicle = self.page.icicle
        icicle.zoom_to(0 if icicle.top_node == self.shown.selected else self.shown.selected)

    def _turn_sign(self) -> None:
        self.shown.set_view(View.MOVER if self.shown.view is View.FIRST else View.FIRST)
        self.head.show_views(self._view_names(), self.shown.view)

    def _line(self) -> list[int]:
        """Return the moves to the selected node, up to one that the rules do not allow."""
        tree = self.shown.tree
        assert tree is not None
        moves: list[int] = []
        for move in tree.line(self.shown.selected):
            if move < 0:
                break
            moves.append(move)
        return moves

    def _node_of_tree(self) -> int | None:
        """Return the node of the record with the position of the tree: the cursor, or the first such node."""
        assert self.recorded is not None
        document, wanted = self._document, self.recorded.wanted.position
        if document.position == wanted:
            return document.cursor
        return next((node for node in document.tree.nodes if document.tree.position(node) == wanted), None)

    def _show_position(self) -> None:
        """Show the position of the selected node on the main board."""
        node = self._node_of_tree()
        if node is None:
            self.notice.show_notice(tr("The position of this tree is not in the record."), is_error=True)
            return
        self._document.go(node)
        self.position_asked.emit(self._line())

    def _insert_line(self) -> None:
        """Add the line to the selected node to the record, as a variation."""
        node, moves = self._node_of_tree(), self._line()
        if node is None:
            self.notice.show_notice(tr("The position of this tree is not in the record."), is_error=True)
        elif moves:
            self._document.add_line(node, moves)
            self.message_shown.emit(tr("The line was added to the record."))

    def _show_not_found(self, text: str) -> None:
        self.message_shown.emit(tr("No move of the tree contains “{text}”.", text=foreign.one_line(text, 40)))

    def _copy_row(self) -> None:
        place = self.shown.place_of(self.shown.selected)
        QGuiApplication.clipboard().setText(self.page.outline.row_text(place))

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.setAccessibleName(tr("Tree"))
        self._fill_exports()
        self._show_state()

    def restyle(self) -> None:
        """Draw everything in the colours of the theme in use."""
        self._show_state()


PLY_COMMANDS: Sequence[str] = tuple(f"ply_{ply}" for ply in range(1, 10))
COMMANDS: Sequence[str] = (
    "record", "up", "down", "out", "in", "previous_sibling", "next_sibling", "root", "pv", *PLY_COMMANDS, "fold",
    "sign", "show_position", "insert_line", "copy", "find", "previous_cut", "next_cut", "next_rise", "next_again",
    "replay", "event_back", "event_on", "finish", "strip", "zoom", "compare",
    "next_difference",
    "picture",
)  # fmt: skip
"""Names of the commands, which are also the identifiers of their actions after ``tree_``."""
