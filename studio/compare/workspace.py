"""The Compare workspace, which compares algorithms on the same positions with equal limits in a table and a chart."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.query import Query, course_of
from engine.core.files import FileError, write_text
from engine.core.language import tr
from engine.search.report import Report
from studio.analysis import figures
from studio.analysis.asking import Asking
from studio.analysis.budget import BudgetBox
from studio.analysis.choice import AnalysisChoice, Budget
from studio.analysis.line import BoardPopup, LineView
from studio.analysis.parameters import AlgorithmMenu, ParameterPopup
from studio.analysis.session import AnalysisSession
from studio.analysis.store import ReportStore
from studio.compare.table import COLUMN, COLUMNS, ComparisonModel, ComparisonRow, as_csv, as_html, as_json
from studio.look import icons, palette, style
from studio.widgets.charts import PlotPanel, bars_of_nodes
from studio.widgets.elided import ElidedLabel
from studio.widgets.empty import EmptyState
from studio.widgets.error_label import ErrorLabel
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.plain_label import PlainLabel

if TYPE_CHECKING:
    from studio.document.document import Change, Document

CURRENT, GAME = "current", "game"
ERROR_SECONDS = 8
"""Seconds for which an error message is shown."""
_WIDTHS = {
    "algorithm": 220, "best": 108, "positions": 80, "score": 64, "depth": 64, "nodes": 104, "of_minimax": 104,
    "cut": 72, "branching": 64, "speed": 80, "seconds": 80, "agree": 80,
}  # fmt: skip


class _GroundDelegate(QStyledItemDelegate):
    """Delegate that draws a cell without its text, which is covered by a ``LineView``."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Initialise the style option without the text."""
        super().initStyleOption(option, index)
        option.text = ""


class CompareWorkspace(Asking[tuple[int, int]], PlotPanel):
    """Runs every algorithm with the same limits and shows the results in a table.

    Args:
        document: the open record. The position at its cursor, or every position of its line, is compared.
        session: runs the searches.
        parent: parent widget.
    """

    line_chosen = Signal(list)
    """Emitted with the moves of a line up to the clicked one."""
    engines_asked = Signal()
    """Emitted when the user asks to configure external engines."""
    failed = Signal(str)
    """Emitted with one sentence when a search fails, a plugin cannot be read or a file cannot be written."""

    def __init__(self, document: "Document", session: AnalysisSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._session = session
        self.choice = AnalysisChoice(parent=self)
        self.choice.follow(session.engines)
        self.choice.set_budget(Budget("depth", 3))
        self.model = ComparisonModel(self)
        self._store = ReportStore()
        self._queries: list[list[Query]] = []
        self._numbers = {}  # row and column in ``_queries`` by number of the query
        self._errors: dict[int, str] = {}
        # Whether there are reports not yet shown. They arrive in bursts and are shown together.
        self._is_stale = False
        self._branching = 0.0
        self._lines: list[LineView] = []
        self._popup: BoardPopup | None = None
        self._build()
        self._follow_session()
        document.changed.connect(self._document_changed)
        self.follow_changes()
        self._choice_changed()

    # --- construction -------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        head = self._build_head()
        self._build_table()
        self._build_pages()
        self.error = ErrorLabel(ERROR_SECONDS)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.error)
        layout.addWidget(self.pages, 1)

    def _build_head(self) -> QHBoxLayout:
        self.title, self.status = PlainLabel(), ElidedLabel()
        style.set_look(self.title, role="title")
        style.set_look(self.status, role="caption")
        self.positions_box = QComboBox()
        self.positions_box.addItem("", CURRENT)
        self.positions_box.addItem("", GAME)
        self.evaluation_box = EvaluationBox()
        for box in (self.positions_box, self.evaluation_box):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(14)
        self.evaluation_box.edited.connect(self.choice.set_evaluation)
        self.budget_box = BudgetBox(self.choice.budget)
        self.budget_box.changed.connect(self.choice.set_budget)
        self.menu = AlgorithmMenu(self.choice, self, self._session.engines, lambda: self._document.game)
        self.menu.engines_asked.connect(self.engines_asked)
        self.menu.failed.connect(self._show_error)
        self.add_button = self._tool("plus")
        self.add_button.setMenu(self.menu)
        self.settings_button, self.remove_button = self._tool("settings"), self._tool("minus")
        self.settings_button.clicked.connect(self.open_parameters)
        self.remove_button.clicked.connect(self.remove_selected)
        self.export_button = self._tool("export")
        self.export_menu = QMenu(self)
        self._exports: list[tuple[QAction, str]] = []
        for kind in ("html", "csv", "json"):
            action = QAction(self.export_menu)
            action.triggered.connect(lambda _=False, kind=kind: self._ask_export(kind))
            self.export_menu.addAction(action)
            self._exports.append((action, kind))
        self.export_button.setMenu(self.export_menu)
        for button in (self.add_button, self.export_button):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.run_button = QPushButton()
        style.set_look(self.run_button, kind="primary")
        self.run_button.clicked.connect(self.toggle)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addSpacing(4)
        head.addWidget(self.status, 1)
        for widget in (self.positions_box, self.evaluation_box, self.budget_box, self.add_button, self.settings_button,
                       self.remove_button, self.export_button, self.run_button):  # fmt: skip
            head.addWidget(widget)
        return head

    def _build_table(self) -> None:
        self.table = QTableView()
        self.table.setModel(self.model)
        style.dress_table(self.table)
        self.table.setWordWrap(False)
        self.table.setItemDelegateForColumn(COLUMN["pv"], _GroundDelegate(self.table))
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(48)
        for column in COLUMNS:
            header.resizeSection(COLUMN[column.name], _WIDTHS.get(column.name, 100))
        header.setSectionResizeMode(COLUMN["pv"], QHeaderView.ResizeMode.Stretch)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.table.doubleClicked.connect(self.open_parameters)
        self._remove_action = QAction(self.table)
        self._remove_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._remove_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._remove_action.triggered.connect(self.remove_selected)
        self._copy_action = QAction(self.table)
        self._copy_action.triggered.connect(self.copy)
        self._duplicate_action = QAction(self.table)
        self._duplicate_action.triggered.connect(self._duplicate_selected)
        self.table.addActions([self._duplicate_action, self._remove_action, self._copy_action])
        self.model.modelReset.connect(self._place_lines)

    def _build_pages(self) -> None:
        """Build the two stacked pages, which are the start page and the page with the table above the chart."""
        self.chart_title = PlainLabel()
        style.set_look(self.chart_title, role="caption")
        self._chart = QVBoxLayout()
        self._chart.setContentsMargins(0, 8, 0, 0)
        self._chart.addWidget(self.chart_title)
        lower = QWidget()
        lower.setLayout(self._chart)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.addWidget(self.table)
        self._splitter.addWidget(lower)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        self.empty = EmptyState()
        self.empty.pressed.connect(self.run)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self._splitter)

    @staticmethod
    def _tool(icon: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon))
        button.setIconSize(QSize(16, 16))
        return button

    # --- called by the window -----------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a comparison is running."""
        return bool(self._numbers)

    def toggle(self) -> None:
        """Start or stop the comparison (Space)."""
        if self.is_running:
            self.stop()
        else:
            self.run()

    def run(self) -> None:
        """Restart every algorithm at depth 1 with the same limits. Does nothing without algorithms."""
        if not self.choice.specs:
            return
        self._drop_queries()
        self._errors.clear()
        self._store.clear()
        tree, nodes = self._document.tree, self._nodes()
        # This is the mean number of legal moves.
        self._branching = sum(len(tree.position(node).legal_moves()) for node in nodes) / max(1, len(nodes))
        asked = [self.choice.queries(tree.position(node), course_of(tree, node)) for node in nodes]
        # Rows are algorithms, columns are positions.
        self._queries = [list(each) for each in zip(*asked, strict=True)]
        places = [(row, place) for place in range(len(asked)) for row in range(len(self._queries))]
        numbers = self._session.start(
            [self._queries[row][place] for row, place in places], resume=False, into=self._store
        )
        self._numbers = dict(zip(numbers, places, strict=True))
        self.pages.setCurrentIndex(1 if self._queries else 0)
        self._show()

    def stop(self) -> None:
        """Stop the comparison (Esc). The results so far are kept."""
        self._session.stop(list(self._numbers))
        self._show_state()

    def copy(self) -> None:
        """Copy the table to the clipboard as CSV."""
        QApplication.clipboard().setText(as_csv(self.model.rows))

    def export(self, path: Path) -> None:
        """Write the table in the format given by the file's suffix: ``.csv``, ``.json``, or else HTML.

        Raises:
            FileError: if the file cannot be written.
        """
        rows = self.model.rows
        kind = path.suffix.lower().lstrip(".")
        text = (
            as_csv(rows)
            if kind == "csv"
            else as_json(rows, self.heading())
            if kind == "json"
            else as_html(rows, self.heading())
        )
        # The byte order mark makes spreadsheets decode Vietnamese correctly.
        write_text(path, ("\ufeff" if kind == "csv" else "") + text)

    def heading(self) -> dict[str, str]:
        """Return texts about the comparison for an export: game, rules, evaluation, limit and the positions compared.

        The keys are English identifiers. The result is empty before the first comparison.
        """
        if not self._queries or not self._queries[0]:
            return {}
        query = self._queries[0][0]
        game = query.position.game
        heading = {"game": game.name, "rules": game.rules_text(), "evaluation": query.evaluation}
        limit = query.limit
        spent = {"depth": limit.depth, "nodes": limit.nodes, "seconds": limit.seconds}
        heading["budget"] = ",".join(f"{name}={value:g}" for name, value in spent.items() if value is not None)
        if len(self._queries[0]) == 1:
            heading["position"] = game.format_position(query.position)
        else:
            heading["positions"] = str(len(self._queries[0]))
        return heading

    def open_parameters(self) -> None:
        """Open the form of the selected algorithm's parameters, if one is selected."""
        index = self._selected()
        if index is not None:
            popup = ParameterPopup(self.choice.specs[index], self)
            popup.edited.connect(lambda spec: self.choice.replace(index, spec))
            popup.show_below(self.settings_button)

    def remove_selected(self) -> None:
        """Remove the selected algorithm from the comparison, if one is selected."""
        index = self._selected()
        if index is not None:
            self.choice.remove(index)

    # --- changes ------------------------------------------------------------------------------------------------------

    def _nodes(self) -> list[int]:
        """Return the nodes of the record whose positions are compared."""
        if self.positions_box.currentData() == CURRENT:
            return [self._document.cursor]
        tree = self._document.tree
        return [node for node in self._document.line() if tree.position(node).has_legal_move()]

    def _choice_changed(self) -> None:
        self._fill_fields()
        self._show_state()

    def _specs_changed(self) -> None:
        """Restart the comparison if one is shown, because its results are not those of the algorithms now chosen."""
        shown = self.pages.currentIndex() == 1
        if self.choice.specs and shown:
            self.run()
        else:
            self._drop_queries()
            self.pages.setCurrentIndex(0)
        self._show_state()

    def _document_changed(self, change: "Change") -> None:
        if not change.record:
            return
        self._drop_queries()
        self._queries = []
        self.model.set_rows([])
        self.pages.setCurrentIndex(0)
        self._fill_evaluations()
        self._show_state()

    def _reported(self, number: int, report: Report) -> None:
        if number in self._numbers:
            self._is_stale = True

    def _failed(self, number: int, sentence: str) -> None:
        if number in self._numbers:
            self._errors[self._numbers[number][0]] = sentence
            self._show_error(sentence)

    def _finished(self, number: int) -> None:
        if self._numbers.pop(number, None) is not None:
            self._is_stale = True
            if not self._numbers:
                self._show()

    def _tick(self) -> None:
        if self._numbers:
            self._show(plot=self._is_stale)

    # --- display ------------------------------------------------------------------------------------------------------

    def _rows(self) -> list[ComparisonRow]:
        specs = [queries[0].spec for queries in self._queries if queries]
        positions = [query.position for query in self._queries[0]] if self._queries else []
        found = [[self._store.find(query) for query in queries] for queries in self._queries]
        rows = [
            ComparisonRow(spec, positions, each, error=self._errors.get(i, ""))
            for i, (spec, each) in enumerate(zip(specs, found, strict=True))
        ]
        for place in range(len(positions)):
            here = [each[place] for each in found]
            for i, verdict in enumerate(figures.ladder(specs, here)):
                rows[i].verdicts.append(verdict)
                rows[i].bases.append(figures.base_of(specs, here, i))
        for number, (row, _) in self._numbers.items():
            live = self._session.live(number)
            if live is not None:
                rows[row].live = live
        return rows

    def _show(self, plot: bool = True) -> None:
        self._is_stale = False
        rows = self._rows()
        many = bool(rows) and len(rows[0].positions) > 1
        for name in ("best", "score", "pv"):
            self.table.setColumnHidden(COLUMN[name], many)
        self.table.setColumnHidden(COLUMN["positions"], not many)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(
            COLUMN["algorithm"], QHeaderView.ResizeMode.Stretch if many else QHeaderView.ResizeMode.Interactive
        )
        self.model.set_rows(rows)
        # The table is as high as its rows; the plot gets the rest.
        height = (len(rows) + 1) * style.ROW + 14
        if height != self.table.maximumHeight():
            self.table.setMaximumHeight(height)
            self._splitter.setSizes([height, max(160, self._splitter.height() - height)])
        for view, row in zip(self._lines, rows, strict=False):
            view.set_line(row.line(), row.error)
        self._show_state()
        if plot:
            self._draw()

    def _place_lines(self) -> None:
        """Create a ``LineView``, whose moves can be hovered, in each row."""
        self._lines = []
        for row in range(self.model.rowCount()):
            view = LineView()
            view.hovered.connect(lambda move, row=row: self._hover(row, move))
            view.chosen.connect(lambda move, row=row: self._choose(row, move))
            self._lines.append(view)
            self.table.setIndexWidget(self.model.index(row, COLUMN["pv"]), view)

    def _draw(self) -> None:
        if self._plot is None:
            return
        series = []
        for index, row in enumerate(self.model.rows):
            answered = [each for each in row.findings if each is not None]
            depths = set.intersection(*[set(each.by_depth) for each in answered]) - {0} if answered else set()
            pairs = [
                (depth, sum(each.by_depth[depth].iteration_nodes for each in answered) / len(answered))
                for depth in sorted(depths)
            ]
            pairs = [pair for pair in pairs if pair[1]]
            if pairs:
                series.append((row.spec.name, self.choice.repetition(index), pairs))
        bars_of_nodes(self._plot, series, self._branching)
        text = figures.decimals(self._branching, 0)
        count = len(self.model.rows[0].positions) if self.model.rows else 0
        if count > 1:
            self.chart_title.setText(
                tr("Nodes by depth, mean of {count} positions, logarithmic; b = {branching} legal moves on average",
                   count=count, branching=text)
            )  # fmt: skip
        else:
            self.chart_title.setText(tr("Nodes by depth, logarithmic; b = {branching} legal moves", branching=text))

    def _show_state(self) -> None:
        left, total = len(self._numbers), sum(len(each) for each in self._queries)
        if left:
            text = tr("{done} of {total} done", done=total - left, total=total)
        elif self._queries and self._queries[0] and self.pages.currentIndex() == 1:
            query = self._queries[0][0]
            if len(self._queries[0]) > 1:
                text = tr("{count} positions", count=len(self._queries[0]))
            elif query.position == self._document.position:
                text = tr("Position at the cursor")
            else:
                text = tr("Position of ply {ply}", ply=query.position.ply)
        else:
            text = ""
        self.status.set_whole(text)
        running = self.is_running
        self.run_button.setText(tr("Stop") if running else tr("Compare"))
        self.run_button.setIcon(icons.icon("stop" if running else "play", palette.current().on_accent))
        has = bool(self.choice.specs)
        self.run_button.setEnabled(has)
        self.export_button.setEnabled(bool(self.model.rows) and self.pages.currentIndex() == 1)
        self._selection_changed()

    def _show_error(self, sentence: str) -> None:
        self.error.show_error(sentence)
        self.failed.emit(sentence)

    def _hover(self, row: int, move: int) -> None:
        report = self.model.rows[row].only if row < len(self.model.rows) else None
        if move < 0 or report is None:
            if self._popup is not None:
                self._popup.hide()
            return
        if self._popup is None:
            self._popup = BoardPopup(self)
        self._popup.show_line(self.model.rows[row].positions[0], report.pv[: move + 1], self._lines[row])

    def _choose(self, row: int, move: int) -> None:
        report = self.model.rows[row].only
        if report is not None:
            self.line_chosen.emit(list(report.pv[: move + 1]))

    # --- the table ------------------------------------------------------------------------------------------------

    def _selected(self) -> int | None:
        rows = self.table.selectionModel().selectedRows()
        return rows[0].row() if rows and rows[0].row() < len(self.choice.specs) else None

    def _selection_changed(self, chosen: QItemSelection | None = None, left: QItemSelection | None = None) -> None:
        has = self._selected() is not None and self.pages.currentIndex() == 1
        for part in (self.settings_button, self.remove_button, self._remove_action, self._duplicate_action):
            part.setEnabled(has)

    def _duplicate_selected(self) -> None:
        index = self._selected()
        if index is not None:
            self.choice.add(self.choice.specs[index])

    def _ask_export(self, kind: str) -> None:
        dialog = QFileDialog(self, tr("Export the table"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.setNameFilter(f"{kind.upper()} (*.{kind})")
        dialog.selectFile(f"{tr('comparison')}.{kind}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self._export(Path(path)))
        dialog.open()

    def _export(self, path: Path) -> None:
        try:
            self.export(path)
        except FileError as error:
            self._show_error(str(error))

    # --- Qt -------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.title.setText(tr("Compare"))
        self.positions_box.setItemText(0, tr("Current position"))
        self.positions_box.setItemText(1, tr("Every position of the game"))
        self.positions_box.setAccessibleName(tr("Positions to compare"))
        self.evaluation_box.setToolTip(tr("How leaves are judged, the same for all"))
        self.evaluation_box.setAccessibleName(tr("Evaluation"))
        self.run_button.setToolTip(tr("Analyse this position with every algorithm (Space; Esc stops)"))
        for button, text in (
            (self.add_button, tr("Add an algorithm")),
            (self.settings_button, tr("Parameters of the selected algorithm")),
            (self.remove_button, tr("Remove the selected algorithm")),
            (self.export_button, tr("Export the table")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        for action, kind in self._exports:
            action.setText(tr("Table as {kind}…", kind=kind.upper()))
        self._remove_action.setText(tr("Remove"))
        self._duplicate_action.setText(tr("Duplicate"))
        self._copy_action.setText(tr("Copy table"))
        self.table.setAccessibleName(tr("Comparison of algorithms"))
        self.empty.set_texts(
            tr("Nothing compared yet. Every algorithm gets the same position and the same budget."),
            tr("Compare now"),
        )
        self._fill_evaluations()
        self.model.retranslate()
        self._show_state()
        self._draw()

    def _place_plot(self) -> None:
        self._plot.setMinimumHeight(160)
        self._chart.addWidget(self._plot, 1)
