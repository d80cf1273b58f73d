"""The panel of the Analyse workspace, with the results of every algorithm for the position at the cursor."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.asking.query import course_of
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import Score
from engine.search.kept import KeptSearch
from engine.search.query import Query
from engine.search.report import Line, Report
from engine.tables.endings import EndingLibrary
from engine.tables.words import exact_text
from studio.analysis import figures
from studio.analysis.asking import Asking
from studio.analysis.chance import ChanceView
from studio.analysis.choice import default_specs, spec_title
from studio.analysis.figures import UNKNOWN, Agreement
from studio.analysis.head import AnalysisHead
from studio.analysis.line import further_lines, line_texts, show_line
from studio.analysis.parameters import AlgorithmMenu
from studio.analysis.row import AlgorithmRow, RowTexts
from studio.analysis.rows import RowList
from studio.analysis.session import AnalysisSession
from studio.analysis.store import Findings
from studio.analysis.strip import CellTexts, SummaryStrip
from studio.board.arrows import Arrow, choosers_text
from studio.board.popup import BoardPopup
from studio.board.sides import side_names
from studio.look import foreign, notation, palette, scores, style
from studio.widgets.empty import EmptyState
from studio.widgets.error_label import ErrorLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.tab_order import set_tab_order

if TYPE_CHECKING:
    from studio.document.change import Change
    from studio.document.document import Document

SETTLE_MS = 30
"""Delay after a move of the cursor before the new position is analysed, in milliseconds."""
LINE_WEIGHTS = (1.0, 0.65, 0.45)
"""Thicknesses of the arrows of the lines of the reference, and of those after the third."""
ERROR_SECONDS = 8
"""Display time of an error about a plugin, in seconds."""


class AnalysisPanel(Asking[int], Retranslated, QWidget):
    """Panel with one row per algorithm. While analysis is on, the panel analyses the position at the document's cursor.

    Algorithms with memory keep it from one position of the record to the next, and their rows are marked.

    Args:
        document: the document whose position at the cursor is analysed.
        session: the session that runs the searches, with the algorithms, the evaluation and the budget of its
            ``choice``.
        parent: parent widget.

    Attributes:
        head: the line with the fields and buttons, which the window places above the board and the docks.
    """

    pv_hovered = Signal(list)
    """Emitted with the moves of a line up to the hovered move, or with an empty list if no move is hovered."""
    line_chosen = Signal(list)
    """Emitted with the moves of a line up to the clicked move. They are to be shown on the board."""
    line_added = Signal(list)
    """Emitted with the moves of a line up to the selected move. They are to be added to the record."""
    arrows_changed = Signal(list)
    """Emitted with a list of ``Arrow`` for the best moves of the algorithms. Arrows with better scores are thicker."""
    scored = Signal(object)
    """Emitted with the ``Score`` of the reference algorithm from FIRST's point of view, or None without a score."""
    active_changed = Signal(bool)
    """Emitted with True when analysis is turned on, and with False when it is turned off."""
    folded = Signal(str, bool)
    """Emitted with the name of the game when the user folds or unfolds the rows below that of the reference."""
    hint_closed = Signal()
    """Emitted when the user closes the hint on gestures."""
    engines_asked = Signal()
    """Emitted when the user asks to configure external engines."""
    tree_asked = Signal(object, object, int)
    """Emitted with the query of a row, its last report or None, and the node of the record.

    The user asks for the tree of the search.
    """

    def __init__(self, document: "Document", session: AnalysisSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._session = session
        self.choice = session.choice
        self._active = False
        self._queries: list[Query] = []
        self._numbers = {}
        self._kept: dict[int, KeptSearch] = {}
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
        self.choice.reference_changed.connect(self._reference_changed)
        self.choice.reviewers_changed.connect(self._name_rows)
        self._specs_changed()
        self.follow_changes()
        self._choice_changed()

    def _build(self) -> None:
        self.title, self.head = PlainLabel(parent=self), AnalysisHead(self.choice, self)
        style.set_look(self.title, role="title")
        self.head.toggled.connect(self.toggle)
        self.budget_box, self.evaluation_box = self.head.budget_box, self.head.evaluation_box
        self.add_button, self.run_button, self.status = self.head.add_button, self.head.run_button, self.head.status
        self.menu = AlgorithmMenu(self.choice, self, self._session.engines, lambda: self._document.game)
        self.menu.engines_asked.connect(self.engines_asked)
        self.menu.aboutToShow.connect(self._offer_textbook_searches)
        self.error = ErrorLabel(ERROR_SECONDS, self)
        self.menu.failed.connect(self.error.show_error)
        self.add_button.setMenu(self.menu)
        self.exact = PlainLabel(parent=self)
        self.exact.setWordWrap(True)
        style.set_look(self.exact, role="good")
        self.exact.hide()
        self._library = EndingLibrary.usual()
        self.strip = SummaryStrip(self)
        self.strip.chosen.connect(self.choice.set_reference)
        self.chance = ChanceView(self)
        self.list = RowList(self)
        self.list.hint_closed.connect(self.hint_closed)
        self.list.folded.connect(self._fold)
        self._folded: set[str] = set()
        self.list.scrolled.connect(self._hide_preview)
        self.empty = EmptyState(self)
        self.empty.pressed.connect(self._add_defaults)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 2, style.PADDING, 0)
        layout.setSpacing(8)
        layout.addWidget(self.title)
        layout.addWidget(self.head)
        layout.addWidget(self.error)
        layout.addWidget(self.exact)
        layout.addWidget(self.strip)
        layout.addWidget(self.chance)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.empty, 1)

    # --- called from outside --------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether analysis is on, so that the position at the cursor is analysed whenever it changes."""
        return self._active

    @property
    def rows(self) -> list[AlgorithmRow]:
        """The rows of the algorithms in order, as a new list."""
        return list(self.list.rows)

    def show_hint(self, shown: bool) -> None:
        """Set whether the hint on gestures is shown below the rows."""
        self.list.show_hint(shown)

    def set_folded(self, games: Collection[str]) -> None:
        """Set the names of the games in which only the row of the reference is shown."""
        self._folded = set(games)
        self._show_fold()

    def _fold(self, is_folded: bool) -> None:
        name = self._document.game.name
        self._folded = self._folded | {name} if is_folded else self._folded - {name}
        self.folded.emit(name, is_folded)

    def _show_fold(self) -> None:
        """Show what fits the game: the folded rows, the lines of the reference, and its chance or all scores."""
        game = self._document.game
        self.list.set_folded(game.name in self._folded)
        has_rows = bool(self.choice.specs)
        self.strip.setVisible(has_rows and not game.is_players_game)
        self.chance.setVisible(has_rows and game.is_players_game)
        for index, row in enumerate(self.list.rows):
            row.set_prominent(game.is_players_game and index == self.choice.reference)

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
        self._library.forget()  # the user may have generated tables since
        self._show_exact()
        self._ask()

    def stop(self) -> None:
        """Turn analysis off (Esc). The results that were found until then remain visible."""
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
        if self._queries and self._queries[0].position == position and len(self._queries) == len(self.list.rows):
            return
        self._forget_position()
        if self._active:
            self._settle.start()

    def _record_replaced(self) -> None:
        self._show_fold()
        # Another record is analysed only at the user's request.
        if self._active:
            self.stop()
        # New searches, because those of the record before may still be in use by threads that are about to end.
        self._kept.clear()
        self._fill_evaluations()
        self._forget_position()

    def _choice_changed(self) -> None:
        self._fill_fields()
        self._forget_position()
        if self._active:
            self._settle.start()

    def _forget_position(self) -> None:
        """Drop the queries about the previous position, and show the cached results for the current position.

        A hidden panel shows them when it becomes visible.
        """
        self._drop_queries()
        self._errors.clear()
        self._hover(0, -1)
        if not self._active and not self.isVisible():
            self._queries = []
            return
        self._queries = self._asked()
        self._show_exact()
        self._show_everything()

    def _ask(self) -> None:
        """Start a query for every algorithm that can play the game and has no complete result for the budget."""
        self._drop_queries()
        self._errors.clear()
        self._queries = self._asked()
        open_questions = []
        # The reference is what the bar, the graph and the arrows show, so it does not wait for the other searches.
        for index in sorted(range(len(self._queries)), key=lambda each: each != self.choice.reference):
            query = self._queries[index]
            found = self._session.store.find(query)
            if not query.spec.plays(self._document.game):
                continue
            if found is None or not found.answers(query.limit):
                open_questions.append(index)
        numbers = self._session.start(
            [self._queries[index] for index in open_questions],
            kept=[self._kept.setdefault(index, KeptSearch()) for index in open_questions],
        )
        # The session emits ``started`` before the numbers are known here, so the state of each query is shown now.
        self._numbers = dict(zip(numbers, open_questions, strict=True))
        self._show_everything()

    def _asked(self) -> list[Query]:
        """Return a query for each algorithm about the position at the cursor."""
        tree, cursor = self._document.tree, self._document.cursor
        return self.choice.queries(self._document.position, course_of(tree, cursor), continues=True)

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
        changed = False
        for number, index in self._numbers.items():
            live = self._session.live(number)
            if live is None or index >= len(self.list.rows):
                continue
            found = self._session.store.find(self._queries[index])
            row = self.list.rows[index]
            changed |= row.show_counters(live)
            budget = self.choice.budget
            spent = {"nodes": live.nodes, "depth": live.depth - 1, "seconds": live.seconds}[budget.kind]
            if budget.kind == "seconds" and found is not None and found.deepest is not None:
                spent = live.seconds
            row.show_progress(max(0.01, spent / budget.value))
        if changed:
            self.list.widen()

    # --- display --------------------------------------------------------------------------------------------------

    def _findings(self) -> list[Findings | None]:
        return [self._session.store.find(query) for query in self._queries]

    def _show_everything(self) -> None:
        rows = self.list.rows
        if len(self._queries) != len(rows):
            return
        found = self._findings()
        verdicts = figures.ladder(self.choice.specs, found)
        running = {index: number for number, index in self._numbers.items()}
        cells, changed = [], False
        for index, row in enumerate(rows):
            findings, number = found[index], running.get(index)
            report = findings.last if findings is not None else None
            row.show_running(number is not None)
            row.set_game(type(self._document.game))
            row.set_playing((self._queries[index].spec).plays(self._document.game))
            if number is None:
                row.show_progress(0.0)
            texts = self._texts(index, found, verdicts[index], number)
            changed |= row.show_findings(report, texts)
            if index in self._errors:
                row.show_error(self._errors[index])
                changed = True
            live = self._session.live(number) if number is not None else None
            if live is not None:
                changed |= row.show_counters(live)
            depth = tr("depth {depth}", depth=report.depth) if report is not None and report.depth else ""
            best = texts.line[0] if texts.line else ""
            cells.append(CellTexts(texts.score, texts.verdict, texts.agrees, best, depth))
        self.strip.show_texts(cells)
        self._show_chance(found)
        if changed:
            self.list.lay_out()
        self._show_state()
        self._emit_best(found)

    def _show_exact(self) -> None:
        """Show the exact value of the position if a table of endings contains it. A damaged table is ignored."""
        position = self._document.position
        exact = self._library.exact(position)
        self.exact.setText("" if exact is None else f"✓ {exact_text(position, exact)}")
        self.exact.setVisible(exact is not None)

    def _texts(
        self, index: int, found: list[Findings | None], verdict: Agreement | None, number: int | None
    ) -> RowTexts:
        """Return the texts of a row.

        Args:
            index: index of the algorithm.
            found: the findings of all algorithms.
            verdict: the comparison of the algorithm with others, or None if there is none.
            number: number of the algorithm's unfinished query, or None if there is none.
        """
        findings, position = found[index], self._queries[index].position
        report = findings.last if findings is not None else None
        if number is None:
            placeholder = tr("No legal move") if report is not None else self._not_analysed(index)
        else:
            is_running = self._session.is_running(number)
            placeholder = tr("Searching…") if is_running else tr("Waiting for a free core")
        return RowTexts(
            line=tuple(line_texts(position, report.pv)) if report is not None else (),
            placeholder=placeholder,
            score=self._score_text(report.score, index) if report is not None and report.score is not None else UNKNOWN,
            verdict=self._verdict_text(verdict, index) if verdict is not None else _proved_text(report),
            agrees=verdict is None or verdict.agrees,
            verdict_tip=self._verdict_tip(verdict) if verdict is not None else _proved_tip(report),
            share=self._share_text(index, found),
            further=tuple(
                (self._line_score(line, index), tuple(line_texts(position, line.pv)))
                for line in (further_lines(report) if report is not None else ())
            ),
        )

    def _show_chance(self, found: list[Findings | None]) -> None:
        """Show the first player's chance of winning by the reference."""
        index, game = self.choice.reference, self._document.game
        findings = found[index] if index < len(found) else None
        report, position = findings.last if findings is not None else None, self._document.position
        side = side_names(game, position)[Player.FIRST]
        if report is None or report.score is None:
            self.chance.show_chance(side, None, UNKNOWN)
            return
        if report.chance is not None:
            share = report.chance if position.turn is Player.FIRST else 1 - report.chance
        else:
            height = scores.height(
                report.score.pov(Player.FIRST), scores.scale(game.name, self._queries[index].evaluation)
            )
            share = (1 + height) / 2
        self.chance.show_chance(side, share, "" if game.shows_chance else self._score_text(report.score, index))

    def _not_analysed(self, index: int) -> str:
        game = self._document.game
        if (self._queries[index].spec).plays(game):
            return tr("Not analysed yet")
        return tr("Does not play {game}", game=tr(game.title))

    def _score_text(self, score: Score, index: int) -> str:
        """Convert a score that was found by algorithm ``index`` for the current position to text."""
        query = self._queries[index]
        return scores.score_text(score, query.position.turn, query.position.game.name, query.evaluation)

    def _line_score(self, line: Line, index: int) -> str:
        """Convert the score of a further line to text, with its chance of winning if it has one."""
        text = self._score_text(line.score, index)
        is_shown = line.chance is None or scores.shows_chance(self._document.game.name)
        return text if is_shown else f"{text}  {figures.percent(line.chance)}"

    def _verdict_text(self, verdict: Agreement, index: int) -> str:
        own = self._score_text(verdict.own, index)
        if verdict.other is None:
            return f"✓ {tr('depth {depth}: {score}', depth=verdict.depth, score=own)}"
        words = tr(
            "depth {depth}: {score}", depth=verdict.depth, score=f"{own} ≠ {self._score_text(verdict.other, index)}"
        )
        return f"✗ {words}"

    def _verdict_tip(self, verdict: Agreement) -> str:
        """Return a line for each score at the depth of the comparison, with the algorithms that found it."""
        finders: dict[str, list[str]] = {}
        for index, score in verdict.found:
            name = foreign.name(tr(spec_title(self._queries[index].spec)))
            finders.setdefault(self._score_text(score, index), []).append(name)
        lines = [
            tr("{names}: {score} at depth {depth}", names=", ".join(names), score=score, depth=verdict.depth)
            for score, names in finders.items()
        ]
        return "\n".join(lines)

    def _share_text(self, index: int, found: list[Findings | None]) -> str:
        """Return the number of nodes relative to minimax as text, or a dash if the completed depths differ."""
        findings, base = found[index], figures.base_of(self.choice.specs, found, index)
        if findings is None or base is None or base is findings:
            return UNKNOWN
        if findings.deepest is None or base.deepest is None or findings.deepest.depth != base.deepest.depth:
            return UNKNOWN
        share = figures.share_of(findings, base)
        return figures.percent(share[1]) if share is not None else UNKNOWN

    def _emit_best(self, found: list[Findings | None]) -> None:
        """Emit ``scored`` and ``arrows_changed`` with the values computed from the findings of all algorithms."""
        reference = found[self.choice.reference] if self.choice.reference < len(found) else None
        report = reference.last if reference is not None else None
        self.scored.emit(report.score.pov(Player.FIRST) if report is not None and report.score is not None else None)
        self.arrows_changed.emit(self._arrows(found))

    def _arrows(self, found: list[Findings | None]) -> list[Arrow]:
        """Return an arrow for each best move, in drawing order.

        If the reference algorithm chose the move, the arrow has the colour of the reference. Otherwise, it has the
        colour of the first algorithm that chose the move. If several algorithms chose the move, the label of the arrow
        is their number. If the reference has several lines, their first moves have arrows instead, which become
        narrower and have the numbers of the lines.
        """
        finders: dict[int, list[int]] = {}
        values: dict[int, int] = {}
        for index, each in enumerate(found):
            if each is not None and each.last is not None and each.last.move is not None:
                finders.setdefault(each.last.move, []).append(index)
                if each.last.score is not None:
                    values[index] = each.last.score.value
        weights = figures.closeness(values, max(values.values(), default=0))
        total, numbers = sum(map(len, finders.values())), self._numbered_lines(found)
        arrows = []
        for move in sorted((finders | dict.fromkeys(numbers)), key=lambda move: -numbers.get(move, len(numbers) + 1)):
            indices, number = finders.get(move, [self.choice.reference]), numbers.get(move, 0)
            position = self._queries[indices[0]].position
            shape = position.game.shape(position, move)
            target = shape.target if shape.target is not None else shape.origin
            if target is None:
                continue
            first = self.choice.reference if self.choice.reference in indices or number else indices[0]
            color = palette.algorithm_color(self._queries[first].spec.name)
            origin = shape.origin if shape.origin is not None else target
            weight = max(weights.get(index, 0.35) for index in indices)
            titles = [foreign.name(tr(spec_title(self._queries[index].spec))) for index in indices]
            tip, label = choosers_text(titles, total, notation.move_text(position, move)), ""
            if number:
                weight, label = LINE_WEIGHTS[min(number, len(LINE_WEIGHTS)) - 1], str(number)
                tip = tip if move in finders else tr("Line {number} of {algorithm}", number=number, algorithm=titles[0])
            elif len(indices) > 1:
                label = str(len(indices))
            arrows.append(Arrow(origin, target, color, weight, label, tip))
        # The reference's arrow is drawn last, above the others.
        return sorted(arrows, key=lambda arrow: arrow.color == self._reference_color())

    def _numbered_lines(self, found: list[Findings | None]) -> dict[int, int]:
        """Return the numbers of the lines of the reference by their first moves, or nothing if it has only one."""
        each = found[self.choice.reference] if self.choice.reference < len(found) else None
        if each is None or each.last is None or not self._document.game.is_players_game:
            return {}
        moves = [line[0] for line in (each.last.pv, *(line.pv for line in further_lines(each.last))) if line]
        return {move: number for number, move in enumerate(moves, 1)} if len(moves) > 1 else {}

    def _reference_color(self) -> QColor | None:
        spec = self.choice.reference_spec
        return None if spec is None else palette.algorithm_color(spec.name)

    def _show_state(self) -> None:
        self.head.show_state(len(self.list.rows), len(self._numbers), is_active=self._active)

    def _hover(self, index: int, move: int, further: int | None = None) -> None:
        """Show a floating board with a line of row ``index`` up to move ``move``, and emit ``pv_hovered``.

        If ``move`` is −1 or there is no line, hide the board and emit the signal with an empty list.

        Args:
            index: index of the algorithm.
            move: index of the move in the line, or −1.
            further: index of a further line, or None for the principal variation.
        """
        line = self._line(index, move, further) if move >= 0 and index < len(self._queries) else []
        if not line:
            if self._popup is not None:
                self._popup.hide()
            self.pv_hovered.emit([])
            return
        self.pv_hovered.emit(line)
        if self._popup is None:
            self._popup = BoardPopup(self)
        row = self.list.rows[index]
        view = row.line if further is None else row.further[further][1]
        show_line(self._popup, self._queries[index].position, line, view)

    def _hide_preview(self) -> None:
        """Hide the floating board, because the lines move under the pointer."""
        if self._popup is not None:
            self._popup.hide()

    def _line(self, index: int, move: int, further: int | None = None) -> list[int]:
        """Return the moves of a line of row ``index`` up to the move ``move``, or an empty list if there is none."""
        found = self._session.store.find(self._queries[index])
        if found is None or found.last is None:
            return []
        if further is None:
            return list(found.last.pv[: move + 1])
        lines = further_lines(found.last)
        return list(lines[further].pv[: move + 1]) if further < len(lines) else []

    # --- the choice -----------------------------------------------------------------------------------------------

    def _specs_changed(self) -> None:
        """Adjust the number of rows to the algorithms. Existing rows are reused, so that an open row remains open."""
        specs, first = self.choice.specs, len(self.list.rows)
        for index, row in enumerate(self.list.set_count(len(specs)), first):
            self._connect_row(row, index)
        self._name_rows()
        self.empty.setVisible(not specs)
        self._show_fold()
        self.list.setVisible(bool(specs))
        self.list.lay_out()

    def _name_rows(self) -> None:
        """Show the name of the algorithm in each row and each cell, and mark the reference."""
        choice = self.choice
        for index, (row, spec) in enumerate(zip(self.list.rows, choice.specs, strict=True)):
            row.set_spec(
                spec, choice.repetition(index), is_reference=index == choice.reference, reviews=choice.reviews(spec)
            )
        self.strip.set_specs(choice.specs, choice.reference)
        self.list.arrange(choice.reference)
        self._show_fold()
        set_tab_order([self.run_button, *self.strip.cells, self.list.fold, *self.list.ordered])

    def _reference_changed(self) -> None:
        self._name_rows()
        if len(self._queries) == len(self.list.rows):
            self._show_everything()

    def _connect_row(self, row: AlgorithmRow, index: int) -> None:
        row.hovered.connect(lambda move: self._hover(index, move))
        row.chosen.connect(lambda move: self.line_chosen.emit(self._line(index, move)))
        row.added.connect(lambda move: self.line_added.emit(self._line(index, move)))
        row.further_hovered.connect(lambda line, move: self._hover(index, move, line))
        row.further_chosen.connect(lambda line, move: self.line_chosen.emit(self._line(index, move, line)))
        row.further_added.connect(lambda line, move: self.line_added.emit(self._line(index, move, line)))
        row.parameters_edited.connect(lambda spec: self.choice.replace(index, spec))
        row.reference_asked.connect(lambda: self.choice.set_reference(index))
        row.review_asked.connect(lambda on: self.choice.set_reviews(self.choice.specs[index], on))
        row.stop_asked.connect(lambda: self._stop_one(index))
        row.tree_asked.connect(lambda: self._ask_tree(index))
        row.duplicate_asked.connect(lambda: self.choice.add(self.choice.specs[index]))
        # The connection is queued, because the row must not be deleted while its menu is active.
        row.removal_asked.connect(lambda: self.choice.remove(index), Qt.ConnectionType.QueuedConnection)

    def _stop_one(self, index: int) -> None:
        """Stop the unfinished query of one algorithm."""
        self._session.stop([number for number, at in self._numbers.items() if at == index])

    def _ask_tree(self, index: int) -> None:
        """Ask for the tree of the search of one algorithm, to the depth that it completed last."""
        query = self._queries[index]
        found = self._session.store.find(query)
        report = found.deepest or found.last if found is not None else None
        self.tree_asked.emit(query, report, self._document.cursor)

    def _add_defaults(self) -> None:
        self.choice.restore_specs()

    def _offer_textbook_searches(self) -> None:
        """Add an action for the textbook searches that are not chosen to the menu, which was filled before."""
        chosen = {spec.name for spec in self.choice.specs}
        missing = [spec for spec in default_specs() if spec.name not in chosen]
        action = self.menu.addAction(tr("Add all textbook searches"), lambda: self.choice.add(*missing))
        action.setEnabled(bool(missing))

    # --- Qt -------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.title.setText(tr("Analysis"))
        self.exact.setToolTip(tr("From a table of endings, which was computed from the rules without a search"))
        self.empty.set_texts(
            tr("No algorithm is chosen. Add one to see what it thinks of the position."), tr("Add the usual algorithms")
        )
        self._fill_evaluations()
        self._show_exact()
        self._show_everything()
        self._show_state()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what changed while the panel was hidden."""
        super().showEvent(event)
        if not self._queries:
            self._forget_position()

    def hideEvent(self, event: QHideEvent) -> None:
        """Hide the floating board together with the panel."""
        if self._popup is not None:
            self._popup.hide()
        super().hideEvent(event)


def _proved_text(report: Report | None) -> str:
    """Return the words that mark a proved score, or an empty string."""
    return f"✓ {tr('proved')}" if report is not None and report.proved else ""


def _proved_tip(report: Report | None) -> str:
    """Return the remark of a proved score, such as what its length means, or an empty string."""
    return tr(report.note) if report is not None and report.proved and report.note else ""
