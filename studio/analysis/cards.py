"""The panel of the Analyse workspace, with a card for each algorithm's results for the position at the cursor."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.query import Query, course_of
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.search.report import Report
from studio.analysis import figures
from studio.analysis.asking import Asking
from studio.analysis.budget import BudgetBox
from studio.analysis.card import AlgorithmCard
from studio.analysis.choice import default_specs, spec_title
from studio.analysis.line import BoardPopup, line_texts
from studio.analysis.parameters import AlgorithmMenu
from studio.analysis.session import AnalysisSession
from studio.analysis.store import Findings
from studio.board.arrows import Arrow, choosers_text
from studio.look import icons, notation, palette, style
from studio.widgets.empty import EmptyState
from studio.widgets.error_label import ErrorLabel
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

if TYPE_CHECKING:
    from studio.document.document import Change, Document

SETTLE_MS = 30
"""Delay after a move of the cursor before the new position is analysed, in milliseconds."""
ERROR_SECONDS = 8
"""Display time of an error about a plugin, in seconds."""


class AnalysisPanel(Asking[int], Retranslated, QWidget):
    """Cards, one per algorithm, which follow the document's cursor while analysis is on.

    Args:
        document: the document whose position at the cursor is analysed.
        session: runs the searches, with the algorithms, the evaluation and the budget of its ``choice``.
        parent: parent widget.
    """

    pv_hovered = Signal(list)
    """Emitted with the moves of a line up to the hovered one, or an empty list if no move is hovered."""
    line_chosen = Signal(list)
    """Emitted with the moves of a line up to the clicked one, to be shown on the board."""
    line_added = Signal(list)
    """Emitted with the moves of a line up to one clicked with the middle button, to be added to the record."""
    arrows_changed = Signal(list)
    """Emitted with a list of ``Arrow`` for the best moves of the algorithms, thicker for better scores."""
    scored = Signal(object)
    """Emitted with the ``Score`` of the reference algorithm from FIRST's point of view, or None if it has none."""
    active_changed = Signal(bool)
    """Emitted with True when analysis is turned on, and with False when it is turned off."""
    engines_asked = Signal()
    """Emitted when the user asks to configure external engines."""

    def __init__(self, document: "Document", session: AnalysisSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._session = session
        self.choice = session.choice
        self._active = False
        self._cards: list[AlgorithmCard] = []
        self._queries: list[Query] = []
        self._numbers = {}
        self._errors: dict[int, str] = {}
        self._popup: BoardPopup | None = None
        self._build()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._follow_session()
        session.started.connect(self._started)
        session.stopping.connect(self.stop)
        document.changed.connect(self._document_changed)
        self._specs_changed()
        self.follow_changes()
        self._choice_changed()

    def _build(self) -> None:
        self.title, self.status = PlainLabel(), PlainLabel()
        style.set_look(self.title, role="title")
        style.set_look(self.status, role="caption")
        self.budget_box = BudgetBox(self.choice.budget)
        self.budget_box.changed.connect(self.choice.set_budget)
        self.add_button = QToolButton()
        self.add_button.setIcon(icons.icon("plus"))
        self.add_button.setIconSize(QSize(16, 16))
        self.menu = AlgorithmMenu(self.choice, self, self._session.engines)
        self.menu.engines_asked.connect(self.engines_asked)
        self.error = ErrorLabel(ERROR_SECONDS)
        self.menu.failed.connect(self.error.show_error)
        self.add_button.setMenu(self.menu)
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.run_button = QPushButton()
        style.set_look(self.run_button, kind="primary")
        self.run_button.clicked.connect(self.toggle)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.budget_box)
        head.addWidget(self.add_button)
        head.addStretch(1)
        head.addWidget(self.run_button)
        self.evaluation_box = EvaluationBox()
        self.evaluation_box.edited.connect(self.choice.set_evaluation)
        # The longest titles of evaluations need most of a row.
        self.evaluation_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.evaluation_box.setMinimumContentsLength(8)
        second_row = QHBoxLayout()
        second_row.setSpacing(12)
        second_row.addWidget(self.evaluation_box, 1)
        second_row.addWidget(self.status)
        self._stack = QWidget()
        self._stack_layout = QVBoxLayout(self._stack)
        self._stack_layout.setContentsMargins(0, 0, 0, 0)
        self._stack_layout.setSpacing(8)
        self.empty = EmptyState()
        self.empty.pressed.connect(self._add_defaults)
        self._stack_layout.addWidget(self.empty, 1)
        self._stack_layout.addStretch(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._stack)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(second_row)
        layout.addWidget(self.error)
        layout.addWidget(area, 1)

    # --- called from outside --------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether analysis is on, so that the position at the cursor is analysed whenever it changes."""
        return self._active

    @property
    def cards(self) -> list[AlgorithmCard]:
        """The cards in order, as a new list."""
        return list(self._cards)

    def toggle(self) -> None:
        """Turn analysis on or off (Space)."""
        if self._active:
            self.stop()
        else:
            self.start()

    def start(self) -> None:
        """Turn analysis on and analyse the position at the cursor."""
        if not self._active:
            self._active = True
            self.active_changed.emit(True)
        self._ask()

    def stop(self) -> None:
        """Turn analysis off (Esc). The results so far remain shown."""
        self._settle.stop()
        self._session.stop(list(self._numbers))
        if self._active:
            self._active = False
            self.active_changed.emit(False)
        self._show_state()

    # --- changes --------------------------------------------------------------------------------------------------

    def _document_changed(self, change: "Change") -> None:
        if change.record:
            self._record_replaced()
        elif change.position:
            self._position_changed()

    def _position_changed(self) -> None:
        position = self._document.position
        if self._queries and self._queries[0].position == position and len(self._queries) == len(self._cards):
            return
        self._forget_position()
        if self._active:
            self._settle.start()

    def _record_replaced(self) -> None:
        # Another record is analysed only at the user's request.
        if self._active:
            self.stop()
        self._fill_evaluations()
        self._forget_position()

    def _choice_changed(self) -> None:
        self._fill_fields()
        self._forget_position()
        if self._active:
            self._settle.start()

    def _forget_position(self) -> None:
        """Drop the queries about the previous position, and show the cached results for the current one."""
        self._drop_queries()
        self._errors.clear()
        self._hover(0, -1)
        self._queries = self._asked()
        self._show_everything()

    def _ask(self) -> None:
        """Start a query for every algorithm without a complete result under the current budget."""
        self._drop_queries()
        self._errors.clear()
        self._queries = self._asked()
        open_questions = []
        for index, query in enumerate(self._queries):
            found = self._session.store.find(query)
            if found is None or not found.answers(query.limit):
                open_questions.append(index)
        numbers = self._session.start([self._queries[index] for index in open_questions])
        # The session emits ``started`` before the numbers are known here, so the state of each query is shown now.
        self._numbers = dict(zip(numbers, open_questions, strict=True))
        self._show_everything()

    def _asked(self) -> list[Query]:
        """Return a query for each algorithm about the position at the cursor."""
        return self.choice.queries(self._document.position, course_of(self._document.tree, self._document.cursor))

    # --- signals of the session -----------------------------------------------------------------------------------

    def _reported(self, number: int, report: Report) -> None:
        if number in self._numbers:
            self._show_everything()
            return
        # The analysis of the whole game has reached the position shown.
        query = self._session.query(number)
        if query is not None and query in self._queries:
            self._show_everything()

    def _failed(self, number: int, sentence: str) -> None:
        if number in self._numbers:
            self._errors[self._numbers[number]] = sentence

    def _started(self, number: int) -> None:
        if number in self._numbers:
            self._show_state()

    def _finished(self, number: int) -> None:
        if self._numbers.pop(number, None) is not None:
            self._show_everything()

    def _tick(self) -> None:
        for number, index in self._numbers.items():
            live = self._session.live(number)
            if live is None or index >= len(self._cards):
                continue
            found = self._session.store.find(self._queries[index])
            card = self._cards[index]
            card.show_counters(live)
            budget = self.choice.budget
            spent = {"nodes": live.nodes, "depth": live.depth - 1, "seconds": live.seconds}[budget.kind]
            if budget.kind == "seconds" and found is not None and found.deepest is not None:
                spent = live.seconds
            card.show_progress(max(0.01, spent / budget.value))

    # --- display --------------------------------------------------------------------------------------------------

    def _findings(self) -> list[Findings | None]:
        return [self._session.store.find(query) for query in self._queries]

    def _show_everything(self) -> None:
        if len(self._queries) != len(self._cards):
            return
        specs = self.choice.specs
        found = self._findings()
        verdicts = figures.ladder(specs, found)
        running = {index: number for number, index in self._numbers.items()}
        position: Position | None = self._queries[0].position if self._queries else None
        for index, card in enumerate(self._cards):
            findings = found[index]
            report = findings.last if findings is not None else None
            base = figures.base_of(specs, found, index)
            share = figures.share_of(findings, base) if findings is not None and base is not None else None
            texts = line_texts(position, report.pv) if report is not None and position is not None else []
            score = report.score.pov(Player.FIRST) if report is not None and report.score is not None else None
            number = running.get(index)
            if number is None:
                placeholder = tr("Not analysed yet") if report is None else tr("No legal move")
                card.show_progress(0.0)
            elif self._session.is_running(number):
                placeholder = tr("Searching…")
            else:
                placeholder = tr("Waiting for a free core")
            card.show_findings(report, texts, placeholder, verdicts[index], share, score)
            if index in self._errors:
                card.show_error(self._errors[index])
            live = self._session.live(number) if number is not None else None
            if live is not None:
                card.show_counters(live)
        self._show_state()
        self._emit_best(found)

    def _emit_best(self, found: list[Findings | None]) -> None:
        """Emit ``scored`` and ``arrows_changed`` with the values that follow from the findings of all algorithms."""
        reference = found[self.choice.reference] if self.choice.reference < len(found) else None
        report = reference.last if reference is not None else None
        self.scored.emit(report.score.pov(Player.FIRST) if report is not None and report.score is not None else None)
        values = {
            index: each.last.score.value
            for index, each in enumerate(found)
            if each is not None and each.last is not None and each.last.score is not None
        }
        weights = figures.closeness(values, max(values.values(), default=0))
        self.arrows_changed.emit(self._arrows(found, weights))

    def _arrows(self, found: list[Findings | None], weights: dict[int, float]) -> list[Arrow]:
        """Return an arrow for each distinct best move, with the number of algorithms that chose it if not one.

        It has the colour of the reference algorithm if that chose the move, else of the first algorithm in the list.
        """
        finders: dict[int, list[int]] = {}
        for index, each in enumerate(found):
            if each is not None and each.last is not None and each.last.move is not None:
                finders.setdefault(each.last.move, []).append(index)
        total = sum(map(len, finders.values()))
        arrows = []
        for move, indices in finders.items():
            position = self._queries[indices[0]].position
            shape = position.game.shape(position, move)
            target = shape.target if shape.target is not None else shape.origin
            if target is None:
                continue
            first = self.choice.reference if self.choice.reference in indices else indices[0]
            titles = [tr(spec_title(self._queries[index].spec)) for index in indices]
            arrows.append(
                Arrow(
                    shape.origin if shape.origin is not None else target,
                    target,
                    palette.algorithm_color(self._queries[first].spec.name),
                    max(weights.get(index, 0.35) for index in indices),
                    str(len(indices)) if len(indices) > 1 else "",
                    choosers_text(titles, total, notation.move_text(position, move)),
                )
            )
        return arrows

    def _show_state(self) -> None:
        total, waiting = len(self._cards), len(self._numbers)
        if not self._active or not total:
            text = ""
        elif waiting:
            text = tr("{done} of {total} done", done=total - waiting, total=total)
        else:
            text = tr("Done; follows the cursor")
        self.status.setText(text)
        self.run_button.setText(tr("Stop") if self._active else tr("Analyse"))
        self.run_button.setIcon(icons.icon("stop" if self._active else "play", palette.current().on_accent))
        self.run_button.setEnabled(bool(self._cards))

    def _hover(self, index: int, move: int) -> None:
        """Show a floating board with the line of card ``index`` up to ``move``, and emit ``pv_hovered``.

        If ``move`` is −1, hide the board and emit the signal with an empty list.
        """
        found = self._session.store.find(self._queries[index]) if index < len(self._queries) else None
        if move < 0 or found is None or found.last is None:
            if self._popup is not None:
                self._popup.hide()
            self.pv_hovered.emit([])
            return
        line = list(found.last.pv[: move + 1])
        self.pv_hovered.emit(line)
        if self._popup is None:
            self._popup = BoardPopup(self)
        self._popup.show_line(self._queries[index].position, line, self._cards[index].line)

    def _line(self, index: int, move: int) -> list[int]:
        found = self._session.store.find(self._queries[index])
        return list(found.last.pv[: move + 1]) if found is not None and found.last is not None else []

    # --- the choice -----------------------------------------------------------------------------------------------

    def _specs_changed(self) -> None:
        """Adjust the number of cards to the algorithms. Existing cards are reused, so an open form remains open."""
        specs = self.choice.specs
        while len(self._cards) > len(specs):
            card = self._cards.pop()
            self._stack_layout.removeWidget(card)
            card.hide()
            card.deleteLater()
        while len(self._cards) < len(specs):
            self._add_card(len(self._cards))
        for index, (card, spec) in enumerate(zip(self._cards, specs, strict=True)):
            card.set_spec(spec, self.choice.repetition(index), index == self.choice.reference)
        self.empty.setVisible(not specs)
        self._stack_layout.setStretch(self._stack_layout.count() - 1, 1 if specs else 0)

    def _add_card(self, index: int) -> None:
        card = AlgorithmCard()
        card.hovered.connect(lambda move: self._hover(index, move))
        card.chosen.connect(lambda move: self.line_chosen.emit(self._line(index, move)))
        card.added.connect(lambda move: self.line_added.emit(self._line(index, move)))
        card.parameters_edited.connect(lambda spec: self.choice.replace(index, spec))
        card.reference_asked.connect(lambda: self.choice.set_reference(index))
        card.duplicate_asked.connect(lambda: self.choice.add(self.choice.specs[index]))
        # The connection is queued, because the card must not be deleted while its menu is active.
        card.removal_asked.connect(lambda: self.choice.remove(index), Qt.ConnectionType.QueuedConnection)
        self._stack_layout.insertWidget(index, card)
        self._cards.append(card)

    def _add_defaults(self) -> None:
        self.choice.set_specs(default_specs())

    # --- Qt -------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.title.setText(tr("Analysis"))
        self.run_button.setToolTip(tr("Analyse the position at the cursor (Space); Esc stops"))
        self.evaluation_box.setToolTip(tr("How leaves are judged, the same for all"))
        self.evaluation_box.setAccessibleName(tr("Evaluation"))
        self.add_button.setToolTip(tr("Add an algorithm"))
        self.add_button.setAccessibleName(tr("Add an algorithm"))
        self.empty.set_texts(
            tr("No algorithm is chosen. Add one to see what it thinks of the position."), tr("Add all algorithms")
        )
        self._fill_evaluations()
        for card in self._cards:
            card.retranslate()
        self._show_everything()
        self._show_state()

    def hideEvent(self, event: QHideEvent) -> None:
        """Hide the floating board together with the panel."""
        if self._popup is not None:
            self._popup.hide()
        super().hideEvent(event)
