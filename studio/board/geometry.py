"""The place of each cell on the screen, aligned to whole device pixels."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from engine.core.surface import Surface

GUTTER = 20
"""Space in px on each side of a board with coordinates, in which the coordinates are drawn."""
SMALLEST_NAMED = 18
"""Width of a cell in px below which coordinates are omitted."""


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """The place of a board in a widget or picture.

    Lengths are in logical pixels (px). The edges of cells are aligned to device pixels.

    Attributes:
        columns: cells in a row.
        rows: cells in a column.
        left: left edge of the board.
        top: upper edge of the board.
        side: edge of a cell, or on a board of points the distance between two lines.
        scale: device pixels per px.
        flipped: whether SECOND is at the bottom.
        gutter: width of the space for coordinates around the board, or 0 without coordinates.
    """

    columns: int
    rows: int
    left: float
    top: float
    side: float
    scale: float
    flipped: bool
    gutter: float

    @classmethod
    def fit(cls, surface: Surface, area: QRectF, scale: float, *, flipped: bool, named: bool) -> "BoardGeometry":
        """Return the geometry of the largest board that fits centred in ``area``.

        Args:
            surface: the board to draw.
            area: available space in px.
            scale: device pixels per px.
            flipped: whether SECOND is at the bottom.
            named: whether to reserve space for coordinates. The coordinates are omitted if cells would be too small.
        """
        columns, rows = surface.columns, surface.rows

        def side_with(gutter: float) -> int:
            room = min((area.width() - 2 * gutter) / columns, (area.height() - 2 * gutter) / rows)
            return max(1, math.floor(room * scale + 1e-6))

        gutter = float(GUTTER) if named else 1.0
        if named and side_with(gutter) / scale < SMALLEST_NAMED:
            gutter = 1.0
        pixels = side_with(gutter)
        left = math.floor((area.left() + area.width() / 2) * scale - pixels * columns / 2)
        top = math.floor((area.top() + area.height() / 2) * scale - pixels * rows / 2)
        return cls(
            columns, rows, left / scale, top / scale, pixels / scale, scale, flipped, gutter if gutter > 1 else 0.0
        )

    @property
    def board(self) -> QRectF:
        """The rectangle of the board without its coordinates."""
        return QRectF(self.left, self.top, self.columns * self.side, self.rows * self.side)

    def place(self, cell: int) -> tuple[int, int]:
        """Return the column from the left and the row from the top of a cell as displayed, both from 0."""
        column, row = cell % self.columns, cell // self.columns
        if self.flipped:
            return self.columns - 1 - column, row
        return column, self.rows - 1 - row

    def rect(self, cell: int) -> QRectF:
        """Return the square of a cell in px, or on a board of points the square around the point."""
        column, row = self.place(cell)
        return QRectF(self.left + column * self.side, self.top + row * self.side, self.side, self.side)

    def center(self, cell: int) -> QPointF:
        """Return the centre of a cell in px."""
        return self.rect(cell).center()

    def cell_at(self, point: QPointF) -> int | None:
        """Return the cell under a point in px, or None if the point is off the board."""
        column = math.floor((point.x() - self.left) / self.side)
        row = math.floor((point.y() - self.top) / self.side)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        return self.cell_seen_at(column, row)

    def cell_seen_at(self, column: int, row: int) -> int:
        """Return the cell displayed in ``column`` from the left and ``row`` from the top, both from 0."""
        if self.flipped:
            return row * self.columns + self.columns - 1 - column
        return (self.rows - 1 - row) * self.columns + column
