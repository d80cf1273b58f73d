"""The column of the board page, with the board, the evaluation bar, the lines of the players and the buttons."""

import math

from PySide6.QtCore import QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.board.geometry import EDGE, largest_side
from studio.board.view import BoardView
from studio.look import style
from studio.play.player_line import LINE, PlayerLine
from studio.widgets.evaluation_bar import EvaluationBar
from studio.widgets.fitted import Fitted

GAP = 4
"""Space in px above the upper line, and between this line and the board. The coordinates are below the board."""
BAR_GAP = 2
LEAST_LINE = 320
"""Minimum width in px of the lines of the players, if the column has enough room. A narrow board may be less wide."""
BOTTOM = 8
RIGHT = 14
"""Minimum space in px to the right of the board. With the edge of the board, it leaves 16 px next to the cells."""


class BoardColumn(Fitted, QWidget):
    """Column that gives the board all the space that the other parts do not need, with cells of whole pixels.

    The group of all parts is centred. The parts are placed again when the size of the column, the surface of the board,
    or the size or visibility of a part changes.

    Args:
        board: the board.
        bar: the evaluation bar, which is placed to the left of the board if it is visible.
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
        """Return a size in which every board is usable, although its cells are small."""
        return QSize(220, 260)

    def sizeHint(self) -> QSize:
        """Return the size at which the cells of the current board are 52 px wide and high."""
        surface = self._board.surface
        columns, rows = (surface.columns, surface.rows) if surface is not None else (9, 11)
        return QSize(columns * 52 + 68, rows * 52 + self._height_of_others() + 22)

    def place(self) -> None:
        """Place all parts for the current size of the column and the current surface of the board."""
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
        """Return the width of the space to the left of the board."""
        return style.PADDING + (0 if self._bar.isHidden() else self._bar.width() + BAR_GAP)

    def _height_of_others(self) -> int:
        """Return the height of all parts but the board. The gap above the board includes the board's upper edge."""
        return 2 * GAP - EDGE + 2 * LINE + self._foot.sizeHint().height()

    def _line_span(self, x: int, board_width: int, edge: int) -> tuple[int, int]:
        """Return the left edge and the width of the lines of the players.

        The lines extend from the evaluation bar to the last column of cells. Next to a narrow board, they are as wide
        as ``LEAST_LINE`` if there is room.
        """
        start = x if self._bar.isHidden() else x - BAR_GAP - self._bar.width()
        width = x + board_width - edge - start
        wanted = min(LEAST_LINE, self.width() - 2 * style.PADDING)
        if width < wanted:
            start = max(style.PADDING, start - (wanted - width) // 2)
            width = wanted
        return start, width

    def _fit(self) -> None:
        self.place()

    def showEvent(self, event: QShowEvent) -> None:
        """Place the parts, because Qt does not report changes while the column is hidden."""
        super().showEvent(event)
        self.place()
