"""The results of a comparison: the conclusion, the table, the boards or the list of differences, and the chart."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.conclusion import Conclusion
from engine.core.game import Game
from engine.core.position import Position
from studio.analysis.line import LineView
from studio.compare.boards import CAPTION, GAP, LEAST, BoardStrip, MoveBoard
from studio.compare.chart import ChartData, ComparisonChart
from studio.compare.differences import DifferenceList, MoveDifference
from studio.compare.rows import COLUMN
from studio.compare.sentence import SentenceView
from studio.compare.table import HEAD, ComparisonModel, ComparisonTable
from studio.look import style
from studio.widgets.scroll_area import ScrollArea

NARROW = 900
"""Width in pixels. If the view is narrower, the chart is placed below the boards."""
_MOST_ROWS = 9
"""Greatest number of rows of the table that are visible at once."""
_LOWER = 300
"""Minimum height of the boards and of the chart in pixels if the chart is below the boards."""


class ResultsView(ScrollArea):
    """View of the results, which scrolls if the window is not high enough.

    Args:
        model: the rows of the table.
        parent: parent widget.

    Attributes:
        page: the widget with all results, which is exported as a picture.
        main, notes: the conclusion and its notes.
        table: the table.
        lines: the views of the principal variations, one for each row of the table.
        boards: the boards of one position.
        differences: the positions of a game with different best moves.
        chart: the chart.
    """

    hovered = Signal(int, int)
    """Emitted with a row of the table and the index of a move in its principal variation.

    The index is that of the move under the mouse, or −1 if there is none.
    """
    line_chosen = Signal(int, int)
    """Emitted with a row of the table and the index of a clicked move in its principal variation."""

    def __init__(self, model: ComparisonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self.main, self.notes = SentenceView(style.TITLE), SentenceView(style.CAPTION, faint=True)
        self.table = ComparisonTable(model)
        self.lines: list[LineView] = []
        self.boards, self.differences, self.chart = BoardStrip(), DifferenceList(), ComparisonChart()
        self._left = QStackedWidget()
        self._left.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._left.addWidget(self.boards)
        self._left.addWidget(self.differences)
        self.card = QFrame()
        style.set_look(self.card, role="card")
        inside = QVBoxLayout(self.card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.table)
        self._lower = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lower.setSpacing(24)
        self._lower.addWidget(self._left, 55)
        self._lower.addWidget(self.chart, 45)
        self.page = QWidget()
        column = QVBoxLayout(self.page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.main)
        column.addWidget(self.notes)
        column.addSpacing(GAP)
        column.addWidget(self.card)
        column.addSpacing(12)
        column.addLayout(self._lower, 1)
        self.setWidget(self.page)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(0, 0)
        model.modelReset.connect(self._place_lines)
        model.dataChanged.connect(self._show_lines)

    @property
    def is_narrow(self) -> bool:
        """Whether the chart is below the boards."""
        return self._lower.direction() == QBoxLayout.Direction.TopToBottom

    def conclude(self, conclusion: Conclusion) -> None:
        """Show the sentences and the notes of a conclusion."""
        self.main.set_runs(conclusion.main)
        self.notes.set_runs(conclusion.notes)

    def show_rows(self) -> None:
        """Update the columns and the height of the table after the rows of the model have changed."""
        rows = self._rows.rows
        self.table.set_many(bool(rows) and len(rows[0].positions) > 1)
        height = min(self.table.full_height(), _MOST_ROWS * style.ROW + HEAD) + 4
        if self.table.is_wide:
            height += self.table.horizontalScrollBar().sizeHint().height()
        if height != self.card.height():
            self.card.setFixedHeight(height)

    def show_position(self, game: Game, position: Position, place: str, boards: Sequence[MoveBoard]) -> None:
        """Show a position with the boards of the best moves. The arguments are those of ``BoardStrip.show_boards``."""
        self._left.setCurrentWidget(self.boards)
        self.boards.show_boards(game, position, place, boards)

    def show_game(self, differences: Sequence[MoveDifference], total: int) -> None:
        """Show the positions of a game with different best moves, as in ``DifferenceList.show_items``."""
        self._left.setCurrentWidget(self.differences)
        self.differences.show_items(differences, total)

    def show_chart(self, data: ChartData) -> None:
        """Show the chart of ``data``."""
        self.chart.show_data(data)

    def _place_lines(self) -> None:
        """Create a ``LineView`` in each row of the table, and connect its signals."""
        self.lines = []
        for row in range(self._rows.rowCount()):
            view = LineView()
            view.hovered.connect(lambda move, row=row: self.hovered.emit(row, move))
            view.chosen.connect(lambda move, row=row: self.line_chosen.emit(row, move))
            self.lines.append(view)
            self.table.setIndexWidget(self._rows.index(row, COLUMN["pv"]), view)
        self._show_lines()

    def _show_lines(self) -> None:
        """Show the principal variation of each row in the current order of the rows."""
        for view, row in zip(self.lines, self._rows.rows, strict=False):
            view.set_line(row.line(), row.error)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the chart next to the boards, or below them if the window is narrow."""
        super().resizeEvent(event)
        if self._rows.rows:
            self.show_rows()
        narrow = self.viewport().width() < NARROW
        sides = QBoxLayout.Direction
        self._lower.setDirection(sides.TopToBottom if narrow else sides.LeftToRight)
        self._lower.setSpacing(12 if narrow else 24)
        least = LEAST + CAPTION + 64
        self._left.setMinimumHeight(_LOWER if narrow else least)
        self.chart.setMinimumHeight(_LOWER if narrow else least)
