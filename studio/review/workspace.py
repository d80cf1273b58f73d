"""The Review workspace: moments, cards of the players, graph, retries and disagreements."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.accuracy import DEFAULT, FORMULAS
from engine.analysis.insertion import Insertion
from engine.analysis.verdict import Thresholds, Verdict
from engine.core.language import ngettext, tr
from engine.core.options import format_options
from engine.core.outcome import Player
from studio.analysis.figures import nodes_text
from studio.analysis.parameters import parameters_text
from studio.analysis.session import AnalysisSession
from studio.analysis.workspaces import Host
from studio.board.shared import SharedBoard
from studio.board.view import BoardView
from studio.document.values import algorithm_title
from studio.look import style
from studio.review import words
from studio.review.board import overlay_of
from studio.review.cards import PlayerCards, counted_as
from studio.review.graph import ReviewGraph
from studio.review.head import ReviewHead, SettingsPopup
from studio.review.insert import InsertDialog
from studio.review.lists import ReviewLists
from studio.review.retry import Retry, RetryPage
from studio.review.review import GameReview
from studio.review.sources import fill_sources
from studio.widgets.empty import EmptyState
from studio.widgets.error_label import ErrorLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.workspace import Workspace

if TYPE_CHECKING:
    from studio.document.change import Change
    from studio.document.document import Document

ERROR_SECONDS = 8
DRAW_MS = 200
"""Interval in which results are gathered before they are shown, in milliseconds."""
NAME = "review"
"""Name of the workspace."""
LOW, LOWEST = 420, 320
"""Heights of the panel below which the details are low and the cards are hidden, in px."""


class ReviewWorkspace(Retranslated, Workspace):
    """Workspace that reviews the main line of the open record, next to the board and the moves.

    Args:
        document: the open record.
        session: the session that runs the searches.
        parent: parent widget.
        thresholds: texts of the thresholds by game (``studio.review.thresholds``).
        formula: name of the formula of the accuracy, or any other text for the default.
        board: the board that the views share, or None for a separate board.

    Attributes:
        review: the judged moves.
        retry: the search for a better move by the user.
    """

    thresholds_changed = Signal(str, str)
    """Emitted with the identifier of a game and its thresholds as text after an edit."""
    formula_changed = Signal(str)
    """Emitted with the name of the formula of the accuracy after an edit."""

    def __init__(
        self, document: "Document", session: AnalysisSession, parent: QWidget | None = None,
        thresholds: Mapping[str, str] | None = None, formula: str = "", board: SharedBoard | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._document, self._session = document, session
        self.review = GameReview(document, session, self, thresholds)
        self.review.formula = formula if formula in FORMULAS else DEFAULT
        self.retry = Retry(document, self.review, session, self)
        if board is None:
            board = SharedBoard(BoardView(self), self)
            board.show_view(NAME)
        self._shared, self.board = board, board.view
        self._is_guessing = False
        self._side: Player | None = None
        self._build()
        self._drawing = QTimer(self, singleShot=True, interval=DRAW_MS)
        self._drawing.timeout.connect(self.refresh)
        self._connect()
        self.follow_changes()

    # --- construction -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.head = ReviewHead()
        self.header = self.head.row
        self.lists = ReviewLists(self._document, self.review)
        self.tabs, self.order_box, self.table = self.lists.tabs, self.lists.order_box, self.lists.table
        self.details, self.disagreements = self.lists.details, self.lists.disagreements
        self.empty = EmptyState(is_primary=True)
        self.retry_page = RetryPage(self.retry, self._document, self.review)
        self.players, self.graph = PlayerCards(), ReviewGraph()
        self.cards, self.plot = self.players.cards, self.graph.plot
        self.error = ErrorLabel(ERROR_SECONDS)
        self.pages = QStackedWidget()
        for each in (self.empty, self.lists, self.retry_page):
            self.pages.addWidget(each)
        style.set_look(self.pages, role="surface")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.error)
        layout.addWidget(self.players)
        layout.addWidget(self.pages, 1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _connect(self) -> None:
        head, review = self.head, self.review
        head.run_button.clicked.connect(self.toggle)
        head.guess_button.toggled.connect(self.set_guessing)
        head.side_button.toggled.connect(self._side_toggled)
        head.settings_button.clicked.connect(self.open_settings)
        head.insert_button.clicked.connect(self.ask_insertion)
        head.reviewers.aboutToShow.connect(self._fill_sources)
        self.table.chosen.connect(self._document.go)
        self.table.opened.connect(self.opened)
        self.lists.chosen.connect(self.refresh)
        self.details.retry_asked.connect(self.begin_retry)
        self.details.insert_asked.connect(self.insert_here)
        self.details.compare_asked.connect(self.compare_here)
        self.retry_page.left.connect(self.leave_retry)
        self.retry_page.next_asked.connect(self._next_retry)
        self.empty.pressed.connect(self.run)
        self.players.asked.connect(self._next_of)
        self.graph.curve_toggled.connect(self.refresh)
        self.graph.ply_chosen.connect(self._go_to_ply)
        self.graph.wheel_turned.connect(lambda step: self._document.forward() if step > 0 else self._document.back())
        self.disagreements.chosen.connect(self._document.go)
        self.disagreements.opened.connect(self._compare_at)
        self.disagreements.trees_asked.connect(self.trees_asked)
        self.disagreements.game_asked.connect(self.game_asked)
        review.changed.connect(self._schedule)
        review.failed.connect(self._show_error)
        review.runner.state_changed.connect(self.refresh)
        review.finding.state_changed.connect(self.disagreements.refresh)
        review.finding.advanced.connect(self.disagreements.refresh)
        self.retry.changed.connect(self._retry_changed)
        self.retry.failed.connect(self._show_error)
        self._session.choice.reviewers_changed.connect(self.refresh)
        self._session.choice.changed.connect(self.refresh)
        self._document.changed.connect(self._document_changed)

    # --- called by the window -----------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Start a review, pause it, resume it, or check its verdicts. The shortcut is Space."""
        runner = self.review.runner
        if runner.is_running:
            if runner.is_paused:
                runner.resume()
            else:
                runner.pause()
        elif self.review.can_check:
            self.review.check()
        else:
            self.run()

    def run(self) -> None:
        """Review the game. Do nothing if the record has no moves."""
        if self.review.move_count:
            self.leave_retry()
            self.review.start()
            self.refresh()

    def stop(self) -> None:
        """Leave a retry, or pause the review. The shortcut is Esc."""
        if self.end_mode():
            return
        self.review.runner.pause()
        self.review.finding.cancel()

    def end_mode(self) -> bool:
        """Leave a retry, and return whether there was one."""
        if not self.retry.is_active:
            return False
        self.leave_retry()
        return True

    def close_threads(self) -> None:
        """Abandon the review and the tries. The session ends the threads."""
        self.retry.end(quiet=True)
        self.review.runner.cancel()
        self.review.finding.cancel()

    def next_mistake(self, step: int = 1, *, mine: bool = False) -> None:
        """Move the cursor to the next mistake, or to the previous one if ``step`` is −1.

        Args:
            step: 1 or −1.
            mine: whether to skip the mistakes of the player at the top of the board.
        """
        player = Player.SECOND if self.board.flipped else Player.FIRST
        wanted = player if mine else self._side
        self._go_to_next(
            [each for each in self.review.verdicts if each.kind.is_error and wanted in (None, each.player)], step
        )

    def begin_retry(self) -> None:
        """Let the user search for a better move than the one at the cursor, if it was a mistake."""
        verdict = self.review.verdict_at(self._document.cursor)
        if verdict is not None and verdict.kind.is_error:
            self.set_guessing(on=False)
            self.retry.start(verdict)
            self._document.go(self.retry.node)

    def leave_retry(self) -> None:
        """Leave the retry, and show the move of the game again."""
        verdict = self.retry.verdict
        if verdict is None:
            return
        if self.retry.is_guess:
            self.set_guessing(on=False)
            return
        self.retry.end()
        if verdict.node in self._document.tree:
            self._document.go(verdict.node)

    def set_guessing(self, on: bool) -> None:
        """Set whether evaluations, arrows and glyphs are hidden until the user has guessed a move."""
        button = self.head.guess_button
        button.blockSignals(True)
        button.setChecked(on)
        button.blockSignals(False)
        if on == self._is_guessing:
            return
        self._is_guessing = on
        self.covered.emit(on)
        self.retry.end(quiet=True)
        if on:
            self._guess_here()
        self.refresh()

    @property
    def is_guessing(self) -> bool:
        """Whether the user guesses moves before the evaluations are shown."""
        return self._is_guessing

    @property
    def is_covering(self) -> bool:
        return self._is_guessing

    def insert_here(self) -> None:
        """Insert the best line in place of the move at the cursor as a variation. Undo removes it."""
        verdict = self.review.verdict_at(self._document.cursor)
        if verdict is not None:
            wanted = Insertion(frozenset((verdict.kind.name,)), plies=8, with_glyph=verdict.kind.is_error)
            done = self.review.insert(wanted, {}, [verdict.node])
            self.message_shown.emit(
                tr("The best line is now a variation of the record; undo removes it.")
                if done
                else tr("The best line is in the record already.")
            )

    def ask_insertion(self) -> None:
        """Ask which best lines are to be inserted."""
        dialog = InsertDialog(self._document, self.review, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def compare_here(self) -> None:
        """Show the Compare workspace for the position before the move at the cursor."""
        parent = self._document.tree[self._document.cursor].parent
        if parent is not None:
            self._document.go(parent)
        self.workspace_asked.emit("compare")

    def see_trees(self) -> None:
        """Show the trees of both algorithms of the selected disagreement side by side."""
        if self.lists.shows_disagreements:
            self.disagreements.open_trees()

    def open_settings(self) -> None:
        """Open the form for the thresholds, the limit and the evaluation."""
        review = self.review
        popup = SettingsPopup(review.thresholds, review.formula, self._session.choice, self._document.game, self)
        popup.thresholds_edited.connect(self.set_thresholds)
        popup.formula_chosen.connect(self.set_formula)
        popup.show_below(self.head.settings_button)

    def set_thresholds(self, thresholds: Thresholds) -> None:
        """Set the limits between the classes in the game of the record."""
        self.review.set_thresholds(thresholds)
        self.retry_page.retranslate()
        self.thresholds_changed.emit(self._document.game.name, format_options(thresholds))

    def set_formula(self, name: str) -> None:
        """Set the formula of the accuracy, one of ``FORMULAS``."""
        self.review.set_formula(name)
        self.formula_changed.emit(name)

    # --- the cursor ---------------------------------------------------------------------------------------------------

    def _go_to_ply(self, ply: int) -> None:
        line = self._document.tree.main_line()
        if 0 <= ply < len(line) and not self.retry.is_active:
            self._document.go(line[ply])

    def _go_to_next(self, verdicts: list[Verdict], step: int = 1) -> None:
        """Move the cursor to the next of some moves by ply, and begin again at the other end."""
        if not verdicts or (self.retry.is_active and self._is_guessing):
            return
        tree, verdict = self._document.tree, self.retry.verdict
        at = tree.ply(self._document.cursor if verdict is None else verdict.node)
        ordered = verdicts if step > 0 else verdicts[::-1]
        chosen = next((each for each in ordered if (each.ply - at) * step > 0), ordered[0])
        was_active = self.retry.is_active
        self.retry.end(quiet=True)
        self._document.go(chosen.node)
        if was_active:
            self.begin_retry()
        else:
            self.refresh()

    def _next_of(self, name: str, player: Player) -> None:
        self._go_to_next([each for each in self.review.verdicts if counted_as(each) == name and each.player is player])

    def _next_retry(self) -> None:
        verdict = self.retry.verdict
        if verdict is None:
            return
        if self._is_guessing:
            self.retry.end(quiet=True)
            self._document.go(verdict.node)
            self._guess_here()
            self.refresh()
            return
        same = [each for each in self.review.verdicts if each.kind.is_error and each.player is verdict.player]
        self._go_to_next(same)

    def _guess_here(self) -> None:
        """Let the user guess the next move of the game, if it was judged."""
        tree = self._document.tree
        children = tree[self._document.cursor].children
        verdict = self.review.verdict_at(children[0]) if children else None
        if verdict is not None:
            self.retry.start(verdict, is_guess=True)

    def _move_played(self, move: int) -> None:
        if self.retry.is_active and not self.retry.is_over:
            self.retry.guess(move)

    def _document_changed(self, change: "Change") -> None:
        if change.record:
            self.set_guessing(False)
            self.retry.end(quiet=True)
        elif self.retry.is_active and self._document.cursor != self.retry.node:
            is_guess = self._is_guessing
            self.retry.end(quiet=True)
            if is_guess:
                self._guess_here()
        if change.record or change.tree:
            self._schedule()
        if change.cursor or change.position or change.record:
            self._show_cursor()

    def _retry_changed(self) -> None:
        self.refresh()

    # --- display ------------------------------------------------------------------------------------------------------

    def _schedule(self) -> None:
        if not self._drawing.isActive():
            self._drawing.start()

    def refresh(self) -> None:
        """Show the judged moves, the cards and the graph."""
        self._drawing.stop()
        review = self.review
        has = bool(review.verdicts) or review.runner.is_running
        page = 2 if self.retry.is_active else 1 if has or self.lists.shows_disagreements else 0
        self.pages.setCurrentIndex(page)
        tree = self._document.tree
        self.head.show_review(tree.game.name, review, is_empty=self.pages.currentWidget() is self.empty)
        shown = Player(int(self.board.flipped)) if self._side is None else self._side
        self.head.side_button.setText(tr("Only {side}", side=words.side_of(tree, shown)))
        self._show_empty()
        self.lists.show_moments(self._side)
        self.players.show_review(self._document.record, review, self.retry)
        if self.height() < LOWEST:
            self.players.hide()
        self.graph.show_review(tree, review, self.retry)
        self._show_cursor()
        self.disagreements.refresh()

    def _show_cursor(self) -> None:
        """Show the board, the selected row and the cursor of the graph."""
        tree, cursor = self._document.tree, self._document.cursor
        self._show_board()
        self.lists.show_cursor()
        self.graph.show_cursor(tree, cursor)

    def _show_board(self) -> None:
        overlay = overlay_of(
            self._document.tree, self._document.cursor, self.review, self.retry, self._move_played,
            is_hidden=self._is_guessing,
        )  # fmt: skip
        self._shared.set_overlay(NAME, overlay)

    def _show_empty(self) -> None:
        """Set the sentence and the button that are shown before a review."""
        count = self.review.move_count
        if not count:
            self.empty.set_texts(tr("The record has no moves yet. Play a game or open one to review it."))
            return
        budget = self._session.choice.budget
        amount = {
            "nodes": nodes_text(int(budget.value)),
            "depth": tr("depth {depth}", depth=f"{budget.value:.0f}"),
            "seconds": tr("{seconds} s", seconds=f"{budget.value:g}"),
        }[budget.kind]
        spec = self.review.reviewers[0]
        name = " · ".join(word for word in (algorithm_title(spec.name), parameters_text(spec)) if word)
        text = ngettext(
            "Review the game with {name}: {amount} for each position, {count} move. The worst moves come first.",
            "Review the game with {name}: {amount} for each position, {count} moves. The worst moves come first.",
            count, name=name, amount=amount,
        )  # fmt: skip
        if given := self.review.given_count:
            text += "\n\n" + ngettext(
                "Another program has evaluated the only move; the graph below shows this score.",
                "Another program has evaluated {done} of the {count} moves; the graph below shows these scores.",
                count, done=given,
            )  # fmt: skip
        self.empty.set_texts(text, tr("Review"))

    def _fill_sources(self) -> None:
        fill_sources(self.head.reviewers, self.review, self._session.choice, self._document.game)

    def _side_toggled(self, on: bool) -> None:
        self._side = (Player.SECOND if self.board.flipped else Player.FIRST) if on else None
        self.refresh()

    def _compare_at(self, node: int) -> None:
        self._document.go(node)
        self.workspace_asked.emit("compare")

    def _show_error(self, sentence: str) -> None:
        self.error.show_error(sentence)
        self.failed.emit(sentence)

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not widen the window."""
        return QSize(240, 160)

    def panels(self) -> dict[str, tuple[QWidget, QWidget | None]]:
        """Return the graph, which replaces that of the analysis."""
        return {"graph": (self.graph, self.graph.head)}

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts for the new size."""
        super().resizeEvent(event)
        self.players.fit(self.size())
        self.details.set_low(self.height() < LOW)
        self._schedule()

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Review"))
        self.head.side_button.setToolTip(
            tr("Show only the moves of one side; that is the side at the bottom of the board")
        )
        self.plot.setAccessibleName(tr("Chances of winning over the game"))
        self.lists.retranslate()
        self.refresh()

    def restyle(self) -> None:
        """Draw everything in the colours of the theme in use."""
        self.refresh()


def make_page(host: Host) -> ReviewWorkspace:
    """Return the page of the Review workspace, which stores the thresholds and the formula when they are edited."""
    settings = host.settings
    page = ReviewWorkspace(host.document, host.session, host.pages, settings.thresholds, settings.formula, host.board)

    def store_thresholds(game: str, text: str) -> None:
        settings.thresholds = settings.thresholds | {game: text}

    page.thresholds_changed.connect(store_thresholds)
    page.formula_changed.connect(lambda name: setattr(settings, "formula", name))
    return page
