"""The Compare workspace, which compares algorithms on the same positions with equal limits."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QItemSelection, QModelIndex, Qt, QTimer
from PySide6.QtGui import QAction, QHideEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.comparison import Compared, compare, compare_game, has_ordering, leaves_searched
from engine.analysis.conclusion import Conclusion, NameTexts, conclude, conclude_game
from engine.analysis.measurement import MEASURED_SECONDS, Measurement
from engine.asking.query import course_of
from engine.core.errors import KyVienError
from engine.core.files import FileError, write_text
from engine.core.language import tr
from engine.core.position import Position
from engine.search.query import Query
from engine.search.report import Report
from engine.search.spec import AnySpec
from studio.analysis import figures
from studio.analysis.asking import Asking
from studio.analysis.choice import AnalysisChoice, Budget, Chosen
from studio.analysis.line import show_line
from studio.analysis.parameters import AlgorithmMenu, ParameterPopup
from studio.analysis.session import BACKGROUND, FOREGROUND, AnalysisSession
from studio.analysis.store import ReportStore
from studio.analysis.workspaces import Host
from studio.board.popup import BoardPopup
from studio.compare.boards import move_boards
from studio.compare.choice import choose_refinements, choose_textbook_searches, compared_choice
from studio.compare.differences import MoveDifference
from studio.compare.export import ComparisonPage, as_csv, as_html, as_json
from studio.compare.head import CURRENT, CompareHead
from studio.compare.heading import evaluation_among, heading_of, words_of
from studio.compare.measuring import LeafCounting, Measuring, MeasuringTask
from studio.compare.results import ResultsView
from studio.compare.rows import ComparisonRow, base_of
from studio.compare.series import chart_data
from studio.compare.table import ComparisonModel
from studio.look import scores, style
from studio.settings import Settings
from studio.widgets.empty import EmptyState
from studio.widgets.error_label import ErrorLabel
from studio.widgets.file_dialog import ask_target
from studio.widgets.presented import Presented
from studio.widgets.retranslated import Retranslated
from studio.widgets.workspace import Answered, Workspace

if TYPE_CHECKING:
    from studio.document.change import Change
    from studio.document.document import Document

ERROR_SECONDS = 8
"""Time for which an error message is shown, in seconds."""
TRIAL_MS = 1_000
"""Time in milliseconds that a comparison may take that starts when the page is shown."""


@dataclass
class StartedComparison:
    """A comparison that was started, with its results.

    Attributes:
        nodes: the nodes of the record whose positions are compared.
        queries: for each algorithm, one query for each position.
        settings: the algorithms, the evaluation and the budget.
        errors: a mapping of the indices of algorithms that failed to error messages.
        measured: a mapping of pairs ``(algorithm, position)`` of indices to measurements of the CPU time.
        counted: a mapping of depths to numbers of leaves of minimax, which is empty if minimax is compared.
        least: a mapping of depths to the least possible numbers of leaves, as far as they are known.
        is_measured: whether the measurements of CPU times have ended.
    """

    nodes: list[int] = field(default_factory=list)
    queries: list[list[Query]] = field(default_factory=list)
    settings: tuple[Any, ...] = ()
    errors: dict[int, str] = field(default_factory=dict)
    measured: dict[tuple[int, int], Measurement] = field(default_factory=dict)
    counted: dict[int, int] = field(default_factory=dict)
    least: dict[int, int] = field(default_factory=dict)
    is_measured: bool = False

    @property
    def positions(self) -> list[Position]:
        """The positions compared."""
        return [query.position for query in self.queries[0]] if self.queries else []


class CompareWorkspace(Asking[tuple[int, int]], Retranslated, Workspace):
    """Workspace that runs algorithms on the same positions with the same limits, and shows the results.

    Args:
        document: the open record. The position at its cursor, or every position of its current line, is compared.
        session: the session that runs the searches.
        parent: parent widget.
        choice: the algorithms to compare, or None for the default algorithms.
        settings: the settings in which the choice is stored, or None.
    """

    def __init__(
        self,
        document: "Document",
        session: AnalysisSession,
        parent: QWidget | None = None,
        choice: AnalysisChoice | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(parent)
        self._kept = settings
        self._document = document
        self._session = session
        self.choice = choice or compared_choice(session.engines, self)
        self.model = ComparisonModel(self)
        self.measuring = Measuring(self)
        self.trial = QTimer(self, singleShot=True, interval=TRIAL_MS)
        self._store = ReportStore()
        self._made = StartedComparison()
        self._numbers = {}  # index of the algorithm and of the position, by number of the query
        # Whether there are reports not yet shown. They arrive in bursts and are shown together.
        self._is_stale = False
        self._is_switching = False
        self._selected_number = -1
        # The function that another part of the window waits with for the reports, or None.
        self._answered: Answered | None = None
        self.conclusion = Conclusion()
        self._popup: BoardPopup | None = None
        self._build()
        self._follow_session()
        document.changed.connect(self._document_changed)
        self.follow_changes()
        self._choice_changed()

    # --- construction -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.head = head = CompareHead(self.choice.budget, self)
        self.header = head.row
        self.evaluation_box, self.budget_box = head.evaluation_box, head.budget_box
        self.positions_box, self.status = head.positions_box, head.status
        self.run_button, self.export_button = head.run_button, head.export_button
        self.settings_button, self.remove_button = head.settings_button, head.remove_button
        self.menu = AlgorithmMenu(self.choice, self, self._session.engines, lambda: self._document.game)
        self.menu.aboutToShow.connect(self._offer_sets)
        head.add_button.setMenu(self.menu)
        self.pages = QStackedWidget(self)
        self.results = ResultsView(self.model, self.pages)
        self.table = self.results.table
        self.empty = EmptyState(self.pages, is_primary=True)
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.results)
        self.error = ErrorLabel(ERROR_SECONDS)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, style.HEADER_MARGIN, style.PADDING, 8)
        layout.setSpacing(8)
        layout.addWidget(head)
        layout.addWidget(self.error)
        layout.addWidget(self.pages, 1)
        self._build_actions()
        self._connect()

    def _build_actions(self) -> None:
        """Add the commands for the selected row to the context menu of the table."""
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._open_action, self._parameters_action = QAction(self.table), QAction(self.table)
        self._remove_action, self._copy_action = QAction(self.table), QAction(self.table)
        self._duplicate_action, self._tree_action = QAction(self.table), QAction(self.table)
        keys = QKeySequence.StandardKey
        self._remove_action.setShortcut(QKeySequence(keys.Delete))
        self._parameters_action.setShortcut(QKeySequence(Qt.Key.Key_Return))
        for action, slot in (
            (self._open_action, self._open_selected),
            (self._tree_action, self._ask_tree),
            (self._parameters_action, self.open_parameters),
            (self._duplicate_action, self._duplicate_selected),
            (self._remove_action, self.remove_selected),
            (self._copy_action, self.copy),
        ):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(slot)
            self.table.addAction(action)

    def _connect(self) -> None:
        head, results = self.head, self.results
        self.evaluation_box.edited.connect(self.choice.set_evaluation)
        self.budget_box.changed.connect(self.choice.set_budget)
        self.positions_box.currentIndexChanged.connect(lambda _: self._show_state())
        head.ordering_box.clicked.connect(self._ordering_clicked)
        self.menu.engines_asked.connect(self.engines_asked)
        self.menu.failed.connect(self._show_error)
        self.settings_button.clicked.connect(self.open_parameters)
        self.head.tree_button.clicked.connect(self._ask_tree)
        self.remove_button.clicked.connect(self.remove_selected)
        self.run_button.clicked.connect(self.toggle)
        for kind, action in head.exports.items():
            action.triggered.connect(lambda _=False, kind=kind: self._ask_export(kind))
        self.empty.pressed.connect(self.run)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.table.doubleClicked.connect(self._open_row)
        self.model.layoutChanged.connect(self._restore_selection)
        self.model.dataChanged.connect(self._restore_selection)
        results.hovered.connect(self._hover)
        results.line_chosen.connect(self._choose)
        results.boards.position_chosen.connect(lambda: self._go(0, []))
        results.boards.move_chosen.connect(lambda move: self._go(0, [move]))
        results.differences.chosen.connect(self._go_to_node)
        self.measuring.measured.connect(self._measured)
        self.measuring.leaves_counted.connect(self._leaves_counted)
        self.measuring.least_counted.connect(self._least_counted)
        self.measuring.finished.connect(self._all_measured)
        self.trial.timeout.connect(self._end_trial)

    # --- called by the window -----------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a comparison that is shown or its measurements are running."""
        return (bool(self._numbers) and not self.trial.isActive()) or self.measuring.is_running

    def presented(self) -> Presented:
        results = self.results
        return Presented(answers=(results.main, results.notes, results.card, results.chart))

    def toggle(self) -> None:
        """Stop the comparison if it is running, or otherwise start it. The shortcut is Space."""
        if self.is_running:
            self.stop()
        else:
            self.run()

    def run(self) -> None:
        """Start a new comparison, in which every search begins at depth 1. Do nothing if no algorithm is chosen.

        A comparison that ``show_view`` has started continues.
        """
        if not self.choice.specs:
            return
        if not self.trial.isActive() or self.is_old or self._made.nodes != self._nodes():
            self._start(FOREGROUND)
        self.trial.stop()
        self.pages.setCurrentIndex(1 if self._made.queries else 0)
        self._show()

    def _start(self, priority: int) -> None:
        self._drop_queries()
        self.measuring.stop()
        self._store.clear()
        self._answered = None
        tree, nodes = self._document.tree, self._nodes()
        asked = [self.choice.queries(tree.position(node), course_of(tree, node)) for node in nodes]
        # Rows are algorithms, columns are positions.
        queries = [list(each) for each in zip(*asked, strict=True)]
        self._made = StartedComparison(nodes, queries, self._settings())
        places = [(row, place) for place in range(len(asked)) for row in range(len(queries))]
        numbers = self._session.start(
            [queries[row][place] for row, place in places], priority, resume=False, into=self._store
        )
        self._numbers = dict(zip(numbers, places, strict=True))

    def show_view(self, name: str) -> None:
        """Compare the current position if there are no results and it takes less than a second.

        The page does not change until all searches have ended. After a second they are abandoned, because it is not
        known before how long they take.
        """
        budget, specs = self.choice.budget, self.choice.specs
        is_short = budget.kind != "seconds" or budget.value * len(specs) * 1_000 < TRIAL_MS
        if (
            specs and is_short and all(spec.is_own for spec in specs) and not self._made.queries
            and self.positions_box.currentData() == CURRENT and self._document.position.has_legal_move()
        ):  # fmt: skip
            self._start(BACKGROUND)
            self.trial.start()

    def _end_trial(self) -> None:
        """Abandon the comparison that ``show_view`` has started."""
        self._forget()
        self._show_state()

    def show_queries(self, queries: Sequence[Query], answered: Answered) -> None:
        """Compare searches. What is chosen for the game otherwise is restored when another record is opened."""
        budget = Budget("depth", queries[0].limit.depth or 1)
        specs = tuple(query.spec for query in queries)
        self._is_switching = True
        self.choice.lend(Chosen(specs, len(specs) - 1, budget, queries[0].evaluation))
        self._is_switching = False
        self.positions_box.setCurrentIndex(self.positions_box.findData(CURRENT))
        self.run()
        self._answered = answered

    def _tell(self) -> None:
        """Pass the last report of each search of the first position to the function that waits for them."""
        if self._answered is not None:
            found = [self._store.find(queries[0]) for queries in self._made.queries]
            self._answered([each.last if each is not None else None for each in found])

    def stop(self) -> None:
        """Stop the comparison and keep its results. The shortcut is Esc."""
        if self.trial.isActive():
            self._end_trial()
        self._session.stop(list(self._numbers))
        if self.measuring.is_running:
            self.measuring.stop()
            self._all_measured()
        self._show_state()

    def close_threads(self) -> None:
        """Cancel the reading of plugins, stop the measurements, and block until the threads of both have ended."""
        super().close_threads()
        self.trial.stop()
        self.measuring.close()

    def copy(self) -> bool:
        """Copy the table to the clipboard as CSV, and return whether it has rows."""
        if not self.model.rows:
            return False
        QApplication.clipboard().setText(as_csv(self.model.rows))
        self.message_shown.emit(tr("The table is on the clipboard."))
        return True

    def keep(self) -> None:
        """Store the choice of algorithms."""
        if self._kept is not None:
            self._kept.set_choice("compare", self.choice.to_text())

    def export(self, path: Path) -> None:
        """Write the comparison to a file.

        The suffix ``.csv``, ``.json`` or ``.png`` determines the format. For any other suffix the format is HTML.

        Raises:
            KyVienError: if the file cannot be written.
        """
        rows, kind = self.model.rows, path.suffix.lower().lstrip(".")
        if kind == "png":
            if not self.results.page.grab().save(str(path), "PNG"):
                raise KyVienError("{path} cannot be written", path=path)
            return
        if kind == "csv":
            # The byte order mark makes spreadsheets decode Vietnamese correctly.
            write_text(path, "\ufeff" + as_csv(rows))
        elif kind == "json":
            write_text(path, as_json(rows, self.heading()))
        else:
            write_text(path, as_html(self._page()))

    def heading(self) -> dict[str, str]:
        """Return the facts for the JSON export, or an empty dictionary if there is no comparison (``heading_of``)."""
        return heading_of(self._made.queries)

    def open_parameters(self) -> None:
        """Open the form for the parameters of the selected algorithm, if one is selected."""
        index = self._selected()
        if index is not None:
            popup = ParameterPopup(self.choice.specs[index], self, game=type(self._document.game))
            popup.edited.connect(lambda spec: self.choice.replace(index, spec))
            popup.show_below(self.settings_button)

    def _offer_sets(self) -> None:
        """Add the actions that replace all algorithms to the menu, which was filled before."""
        self.menu.addSeparator()
        self.menu.addAction(tr("Basic textbook searches"), lambda: choose_textbook_searches(self.choice))
        self.menu.addAction(
            tr("What is each refinement worth here?"),
            lambda: choose_refinements(self.choice, type(self._document.game)),
        )

    def remove_selected(self) -> None:
        """Remove the selected algorithm from the comparison, if one is selected."""
        index = self._selected()
        if index is not None:
            self.choice.remove(index)

    @property
    def is_old(self) -> bool:
        """Whether the settings have changed since the comparison was started."""
        return bool(self._made.queries) and self._made.settings != self._settings()

    # --- changes ------------------------------------------------------------------------------------------------------

    def _settings(self) -> tuple[Any, ...]:
        """Return the settings that determine a comparison, apart from the positions."""
        choice = self.choice
        return (tuple(choice.specs), choice.evaluation_for(self._document.game.name), choice.budget)

    def _nodes(self) -> list[int]:
        """Return the nodes of the record whose positions are compared."""
        if self.positions_box.currentData() == CURRENT:
            return [self._document.cursor]
        tree = self._document.tree
        return [node for node in self._document.line() if tree.position(node).has_legal_move()]

    def _ordering_clicked(self) -> None:
        """Turn move ordering on or off for all algorithms that support it.

        The results remain until the next comparison.
        """
        on = not self._ordering()
        specs: list[AnySpec] = [
            spec.with_parameters(replace(spec.parameters, ordering=on)) if has_ordering(spec) else spec
            for spec in self.choice.specs
        ]
        self._is_switching = True
        self.choice.set_specs(specs)
        self._is_switching = False
        self._choice_changed()

    def _ordering(self) -> bool | None:
        """Return the state of move ordering for the algorithms that support it.

        The result is True if it is on for all of them, False if it is on for none, and None if it is on for some.
        """
        states = {bool(spec.parameters.ordering) for spec in self.choice.specs if has_ordering(spec)}
        return None if len(states) > 1 else True in states

    def _choice_changed(self) -> None:
        if self.trial.isActive() and self.is_old:
            self._forget()
        self._fill_fields()
        able = any(has_ordering(spec) for spec in self.choice.specs)
        self.head.ordering_box.setEnabled(able)
        self.head.show_ordering(self._ordering())
        self._show_state()

    def _specs_changed(self) -> None:
        """Start a new comparison if results are shown, or otherwise abandon the comparison.

        The algorithms chosen are no longer those of the results.
        """
        if self._is_switching:
            return
        shown = self.pages.currentIndex() == 1
        if self.choice.specs and shown:
            self.run()
        else:
            self._forget()
        self._show_state()

    def _forget(self) -> None:
        """Abandon the comparison and its results."""
        self._drop_queries()
        self.trial.stop()
        self._answered = None
        self.measuring.stop()
        self._made = StartedComparison()
        self.model.set_rows([])
        self.pages.setCurrentIndex(0)

    def _document_changed(self, change: "Change") -> None:
        if change.record:
            self.choice.end_loan()
            self._forget()
            self._fill_evaluations()
            if self.isVisibleTo(self.window()):
                self.show_view("compare")
        elif change.cursor and self.trial.isActive():
            self._forget()
        if change.record or change.cursor:
            self._show_state()

    def _reported(self, number: int, report: Report) -> None:
        if number in self._numbers:
            self._is_stale = True

    def _failed(self, number: int, sentence: str) -> None:
        if number in self._numbers:
            self._made.errors[self._numbers[number][0]] = sentence
            self._show_error(sentence)

    def _finished(self, number: int) -> None:
        if self._numbers.pop(number, None) is not None:
            self._is_stale = True
            if not self._numbers:
                self.trial.stop()
                self.pages.setCurrentIndex(1)
                self._measure()
                self._show()
                self._tell()

    def _tick(self) -> None:
        if self._numbers and not self.trial.isActive():
            self._show(everything=self._is_stale)

    # --- measurements -------------------------------------------------------------------------------------------------

    def _measure(self) -> None:
        """Start the measurements after the searches.

        The CPU times of short searches are measured. If one position is compared, the least possible number of leaves
        is counted and, if minimax is not compared, the leaves of minimax.
        """
        made, tasks = self._made, []
        reports = {
            (row, place): last
            for row, queries in enumerate(made.queries)
            for place, query in enumerate(queries)
            if (found := self._store.find(query)) is not None and (last := found.last) is not None
        }
        for row, queries in enumerate(made.queries):
            mine = [reports[row, place] for place in range(len(queries)) if (row, place) in reports]
            if sum(each.cpu_seconds or 0 for each in mine) >= MEASURED_SECONDS:
                continue
            tasks += [
                MeasuringTask(row, place, query, reports[row, place], MEASURED_SECONDS / len(queries))
                for place, query in enumerate(queries)
                if (row, place) in reports
            ]
        count = None
        full = [row for row, queries in enumerate(made.queries) if leaves_searched(queries[0].spec) is not None]
        full = [row for row in full if not figures.is_quiescent(made.queries[row][0].spec)]
        names = {made.queries[row][0].spec.name for row in full}
        if full and len(made.nodes) == 1:
            depth = max((reports[row, 0].depth for row in full if (row, 0) in reports), default=0)
            count = LeafCounting(made.queries[full[0]][0], depth, "minimax" not in names)
        self.measuring.start(tasks, count)

    def _measured(self, row: int, place: int, found: Measurement) -> None:
        self._made.measured[row, place] = found

    def _leaves_counted(self, depth: int, leaves: int) -> None:
        self._made.counted[depth] = leaves

    def _least_counted(self, depth: int, leaves: int) -> None:
        self._made.least[depth] = leaves

    def _all_measured(self) -> None:
        self._made.is_measured = True
        self._show()

    # --- display ------------------------------------------------------------------------------------------------------

    def _rows(self) -> list[ComparisonRow]:
        made, positions = self._made, self._made.positions
        specs = [queries[0].spec for queries in made.queries if queries]
        rows = []
        for number, (spec, queries) in enumerate(zip(specs, made.queries, strict=True)):
            found = [self._store.find(query) for query in queries]
            rows.append(
                ComparisonRow(
                    spec, positions, found, number, sum(each.name == spec.name for each in specs[:number]),
                    queries[0].evaluation, error=made.errors.get(number, ""), is_pending=not made.is_measured,
                    measured=[made.measured.get((number, place)) for place in range(len(positions))],
                )
            )  # fmt: skip
        for place in range(len(positions)):
            for row, verdict in zip(rows, figures.ladder(specs, [row.findings[place] for row in rows]), strict=True):
                row.verdicts.append(verdict)
                row.bases.append(base_of(rows, row, place))
        for number, (index, _) in self._numbers.items():
            live = self._session.live(number)
            if live is not None:
                rows[index].live = live
        return rows

    def _show(self, everything: bool = True) -> None:
        """Show the results.

        Args:
            everything: whether to update all parts, which is necessary after a new report. Otherwise only the table and
                the state of the buttons are updated.
        """
        self._is_stale = False
        self.model.set_rows(self._rows())
        self.results.show_rows()
        if everything:
            self._show_places()
            self._conclude()
        self._show_state()

    def _in_order(self) -> list[ComparisonRow]:
        """Return the rows in the order of the algorithms."""
        return sorted(self.model.rows, key=lambda row: row.number)

    def _show_places(self) -> None:
        """Show the chart, and the boards of one position or the list of positions with different best moves."""
        made, rows, tree = self._made, self._in_order(), self._document.tree
        if not rows or any(node not in tree.nodes for node in made.nodes):
            return
        positions = made.positions
        if len(positions) == 1:
            position, node = positions[0], made.nodes[0]
            self.results.show_position(
                position.game, position, self._place_text(position, node), move_boards(rows, self.choice.reference)
            )
            self.results.boards.mark(self._selected_number)
            sides = position.game.sides
            evaluation = evaluation_among(row.evaluation for row in rows)
            self.model.score_help = scores.explanation(position.turn, sides, position.game.name, evaluation)
        else:
            self.results.show_game(self._differences(rows), len(positions))
        self.results.show_chart(chart_data(rows, made.counted, made.least))

    def _place_text(self, position: Position, node: int) -> str:
        """Return a text with the ply of a position and, if the game has tallies, the first tally or the lead in it."""
        tree, count = self._document.tree, len(self._document.line()) - 1
        words = [tr("ply {ply} of {count}", ply=tree.ply(node), count=max(count, tree.ply(node)))]
        tallies = position.game.tallies(position)
        if tallies:
            first, second = tallies[0].values
            if not tallies[0].is_lead:
                words.append(f"{tr(tallies[0].label)} {first}–{second}")
            elif first != second:
                words.append(f"{tr(position.game.sides[first < second])} +{abs(first - second)}")
        return ", ".join(words)

    def _differences(self, rows: Sequence[ComparisonRow]) -> list[MoveDifference]:
        """Return the positions of the game in which the best moves differ."""
        made, items = self._made, []
        for place, node in enumerate(made.nodes):
            here = [
                replace(row, positions=[row.positions[place]], findings=[row.findings[place]], live=None)
                for row in rows
            ]
            boards = move_boards(here, self.choice.reference)
            verdicts = [row.verdicts[place] for row in rows]
            wrong = any(each is not None and not each.agrees for each in verdicts)
            if len(boards) > 1 or wrong:
                items.append(MoveDifference(node, self._document.tree.ply(node), tuple(boards), wrong))
        return items

    def _conclude(self) -> None:
        """Compute the conclusion if all searches have ended, and show it."""
        rows, made = self._in_order(), self._made
        self.conclusion = Conclusion()
        if rows and not self._numbers:
            words: NameTexts = words_of(rows)
            answers: list[list[Compared]] = [
                [row.answer(place) for row in rows] for place in range(len(made.positions))
            ]
            if len(answers) == 1:
                self.conclusion = conclude(compare(answers[0], made.counted, made.least), answers[0], words)
            else:
                self.conclusion = conclude_game(compare_game(answers), len(answers), words)
        self._show_conclusion()

    def _show_conclusion(self) -> None:
        """Show the conclusion, or a note that the settings have changed or that searches are running."""
        shown = self.conclusion
        if self.is_old:
            note = tr("These are the results of the previous settings. Press Compare for new ones.")
            shown = Conclusion(shown.main, ((note, True),))
        elif self._numbers:
            shown = Conclusion(((tr("Searching…"), False),), ((self.status.whole, False),))
        self.results.conclude(shown)

    def _show_state(self) -> None:
        made = self._made
        left = 0 if self.trial.isActive() else len(self._numbers)
        total = sum(len(each) for each in made.queries)
        text = tr("{done} of {total} done", done=total - left, total=total) if left else ""
        self.status.set_whole(text)
        self.head.show_running(self.is_running)
        self.run_button.setEnabled(bool(self.choice.specs))
        # The empty page already has a button for the same act.
        self.run_button.setVisible(self.pages.currentWidget() is not self.empty)
        self.export_button.setEnabled(bool(self.model.rows) and self.pages.currentIndex() == 1)
        self.model.set_old(self.is_old)
        self._show_conclusion()
        self._allow_commands()

    def _page(self) -> ComparisonPage:
        """Return the contents of the HTML page."""
        rows, made = self.model.rows, self._made
        ordered = self._in_order()
        one = len(made.positions) == 1
        return ComparisonPage(
            rows, heading_of(made.queries, in_words=True), self.conclusion, made.positions[0].game,
            made.positions[0] if one else None, move_boards(ordered, self.choice.reference) if one else (),
            () if one else self._differences(ordered), chart_data(ordered, made.counted, made.least),
            datetime.now(UTC).astimezone().date(),
        )  # fmt: skip

    def _show_error(self, sentence: str) -> None:
        self.error.show_error(sentence)
        self.failed.emit(sentence)

    # --- lines and boards -----------------------------------------------------------------------------------------

    def _hover(self, row: int, move: int) -> None:
        report = self.model.rows[row].only if row < len(self.model.rows) else None
        if move < 0 or report is None:
            if self._popup is not None:
                self._popup.hide()
            return
        if self._popup is None:
            self._popup = BoardPopup(self)
        show_line(self._popup, self.model.rows[row].positions[0], report.pv[: move + 1], self.results.lines[row])

    def _choose(self, row: int, move: int) -> None:
        report = self.model.rows[row].only if row < len(self.model.rows) else None
        if report is not None:
            self._go(0, list(report.pv[: move + 1]))

    def _open_row(self, index: QModelIndex) -> None:
        report = self.model.rows[index.row()].only if index.row() < len(self.model.rows) else None
        if report is not None:
            self._go(0, list(report.pv))

    def _open_selected(self) -> None:
        self._open_row(self.table.currentIndex())

    def _ask_tree(self) -> None:
        """Ask for the tree of the search of the selected algorithm, at the cursor if several positions are compared."""
        number, made = self._selected(), self._made
        if number is None or number >= len(made.queries):
            return
        cursor = self._document.cursor
        place = made.nodes.index(cursor) if cursor in made.nodes else 0
        query = made.queries[number][place]
        found = self._store.find(query)
        report = found.deepest or found.last if found is not None else None
        if made.nodes[place] in self._document.tree.nodes:
            self._document.go(made.nodes[place])
            self.tree_asked.emit(query, report, made.nodes[place])

    def _go(self, place: int, moves: list[int]) -> None:
        """Move the cursor to the position with index ``place``, and emit ``line_chosen`` with ``moves``."""
        if place < len(self._made.nodes):
            self._go_to_node(self._made.nodes[place], moves)

    def _go_to_node(self, node: int, moves: Sequence[int] = ()) -> None:
        if node in self._document.tree.nodes:
            self._document.go(node)
            self.line_chosen.emit(list(moves))

    # --- the table ------------------------------------------------------------------------------------------------

    def _selected(self) -> int | None:
        """Return the index of the selected algorithm, or None if none is selected."""
        places = self.table.selectionModel().selectedRows()
        place = places[0].row() if places else -1
        number = self.model.rows[place].number if 0 <= place < len(self.model.rows) else -1
        return number if 0 <= number < len(self.choice.specs) else None

    def _selection_changed(self, chosen: QItemSelection | None = None, left: QItemSelection | None = None) -> None:
        number = self._selected()
        self._selected_number = -1 if number is None else number
        self.results.boards.mark(self._selected_number)
        self._allow_commands()

    def _allow_commands(self) -> None:
        has = self._selected() is not None and self.pages.currentIndex() == 1
        for part in (
            self.settings_button, self.remove_button, self._remove_action, self._duplicate_action,
            self._parameters_action, self._open_action, self._tree_action, self.head.tree_button,
        ):  # fmt: skip
            part.setEnabled(has)

    def _restore_selection(self) -> None:
        """Select the algorithm that was selected before the rows were sorted."""
        place = self.model.place_of(self._selected_number)
        rows = self.table.selectionModel().selectedRows()
        if place >= 0 and rows and rows[0].row() != place:
            self.table.selectRow(place)

    def _duplicate_selected(self) -> None:
        index = self._selected()
        if index is not None:
            self.choice.add(self.choice.specs[index])

    def _ask_export(self, kind: str) -> None:
        ask_target(self, tr("Export the comparison"), tr("comparison"), [(kind.upper(), kind)], self._export)

    def _export(self, path: Path) -> None:
        try:
            self.export(path)
        except (FileError, KyVienError) as error:
            self._show_error(str(error))

    # --- Qt -------------------------------------------------------------------------------------------------------

    def hideEvent(self, event: QHideEvent) -> None:
        """Abandon the comparison that ``show_view`` has started."""
        super().hideEvent(event)
        if self.trial.isActive():
            self._end_trial()

    def retranslate(self) -> None:
        self._remove_action.setText(tr("Remove"))
        self._duplicate_action.setText(tr("Duplicate"))
        self._copy_action.setText(tr("Copy table"))
        self._parameters_action.setText(tr("Parameters…"))
        self._open_action.setText(tr("Show the line in Algorithms"))
        self._tree_action.setText(tr("See the tree of this search"))
        self.table.setAccessibleName(tr("Comparison of algorithms"))
        self.empty.set_texts(
            tr("Nothing compared yet. Every algorithm gets the same position and the same budget."),
            tr("Compare now"),
        )
        self._fill_evaluations()
        self.model.retranslate()
        if self._made.queries:
            self._show()
        self._show_state()

    def restyle(self) -> None:
        """Draw the results in the colours of the theme in use."""
        self.model.retranslate()


def make_page(host: Host) -> CompareWorkspace:
    """Return the page of the Compare workspace, with the stored algorithms of each game."""
    choice = compared_choice(host.engines, host.pages)
    choice.restore(host.settings.choice("compare"))
    choice.show_game(host.document.game)
    # Connected before the page, which follows a change of the game after the choice does.
    host.document.changed.connect(lambda _: choice.show_game(host.document.game))
    return CompareWorkspace(host.document, host.session, host.pages, choice, host.settings)
