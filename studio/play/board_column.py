"""The column of the board page: the board between the lines of the players, the evaluation bar and the buttons."""

import math

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.board.geometry import EDGE, largest_side
from studio.board.view import BoardView
from studio.look import style
from studio.play.player_line import LINE, PlayerLine
from studio.widgets.evaluation_bar import EvaluationBar

GAP = 4
"""Space in px above the upper line and between it and the board. The coordinates are the space below the board."""
BAR_GAP = 2
LEAST_LINE = 320
"""Width in px that the lines of the players have, if there is room, also next to a narrow board."""
BOTTOM = 8
RIGHT = 14
"""Least space in px to the right of the board; with the edge of the board, cells end 16 px before the panels."""


class BoardColumn(QWidget):
    """Places its parts so that the board has all the room that the others leave, in cells of whole pixels.

    The parts are placed again whenever the size of the column, the board's surface or the visibility or size of a part
    changes. The group of all parts is centred.

    Args:
        board: the board.
        bar: the evaluation bar, to the left of the board while it is visible.
        lines: the lines of FIRST and SECOND.
        foot: the widget below the lower line.
        parent: parent widget.
    """

    def __init__(
        self,
        board: BoardView,
        bar: EvaluationBar,
        lines: tuple[PlayerLine, PlayerLine],
        foot: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._board, self._bar, self._lines, self._foot = board, bar, lines, foot
        self._flipped = False
        for part in (lines[1], bar, board, lines[0], foot):
            part.setParent(self)
        # The column decides on the size of the board, and a small board may be less than square.
        board.setMinimumSize(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_flipped(self, flipped: bool) -> None:
        """Set whether the line of FIRST is above the board."""
        self._flipped = flipped
        self.place()

    def minimumSizeHint(self) -> QSize:
        """Return a size in which every board can be used, although its cells are small."""
        return QSize(220, 260)

    def sizeHint(self) -> QSize:
        """Return the size for cells of 52 px on the board shown."""
        surface = self._board.surface
        columns, rows = (surface.columns, surface.rows) if surface is not None else (9, 11)
        return QSize(columns * 52 + 68, rows * 52 + self._height_of_others() + 22)

    def place(self) -> None:
        """Place all parts for the present size, surface and visible parts."""
        surface = self._board.surface
        if surface is None or self.width() < 2 or self.height() < 2:
            return
        left, height = self._left(), self._height_of_others()
        room = self.width() - left - RIGHT
        scale = self.devicePixelRatioF()
        side, around = largest_side(surface, room, self.height() - height, scale, named=self._board.has_coordinates)
        board_width = math.ceil(side * surface.columns + around[0] + around[2])
        board_height = math.ceil(side * surface.rows + around[1] + around[3])
        x = left + max(0, room - board_width) // 2
        y = max(0, self.height() - height - board_height) // 2 + GAP
        upper, lower = self._lines if self._flipped else self._lines[::-1]
        start, width = self._line_span(x, board_width, round(around[2]))
        upper.setGeometry(start, y, width, LINE)
        y += LINE + GAP - EDGE
        self._bar.setGeometry(x - BAR_GAP - self._bar.width(), y, self._bar.width(), board_height)
        self._board.setGeometry(x, y, board_width, board_height)
        y += board_height
        lower.setGeometry(start, y, width, LINE)
        foot_width = max(width, min(self._foot.sizeHint().width(), self.width()))
        foot_x = max(0, min(start + (width - foot_width) // 2, self.width() - foot_width))
        self._foot.setGeometry(foot_x, y + LINE, foot_width, self._foot.sizeHint().height())

    def _left(self) -> int:
        """Return the space to the left of the board."""
        return style.PADDING + (0 if self._bar.isHidden() else self._bar.width() + BAR_GAP)

    def _height_of_others(self) -> int:
        """Return the height of all parts but the board, whose upper edge is in the space below the line."""
        return 2 * GAP - EDGE + 2 * LINE + self._foot.sizeHint().height()

    def _line_span(self, x: int, board_width: int, edge: int) -> tuple[int, int]:
        """Return the left edge and the width of the players' lines: from the bar to the last column of cells."""
        start = x if self._bar.isHidden() else x - BAR_GAP - self._bar.width()
        width = x + board_width - edge - start
        wanted = min(LEAST_LINE, self.width() - 2 * style.PADDING)
        if width < wanted:
            start = max(style.PADDING, start - (wanted - width) // 2)
            width = wanted
        return start, width

    def event(self, event: QEvent) -> bool:
        """Place the parts again if one of them requests another size, is shown or is hidden."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the parts for the new size."""
        super().resizeEvent(event)
        self.place()

    def showEvent(self, event: QShowEvent) -> None:
        """Place the parts, because changes are not reported while the column is hidden."""
        super().showEvent(event)
        self.place()
