"""The place of each cell on the screen, aligned to whole device pixels."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from engine.core.surface import Surface

GUTTER = 20
"""Space in px on each side of a board with coordinates, in which the coordinates are drawn."""
SMALLEST_NAMED = 18
"""Width of a cell in px below which coordinates are omitted."""
EDGE = 2
"""Space in px on the sides of a board that have no coordinates, as used by ``BoardGeometry.fit_tight``."""

Margins = tuple[float, float, float, float]
"""Space in px to the left of, above, to the right of and below a board."""


def margins(surface: Surface, *, named: bool) -> Margins:
    """Return the minimum space around a board, in px.

    The space is ``GUTTER`` on the sides with coordinates, which exist only if ``named`` and if they mean
    anything (``Surface.has_names``), and ``EDGE`` on other sides.
    """
    if not named or not surface.has_names:
        return EDGE, EDGE, EDGE, EDGE
    return GUTTER, GUTTER if surface.file_names is not None else EDGE, EDGE, GUTTER


def largest_side(surface: Surface, width: float, height: float, scale: float, *, named: bool) -> tuple[float, Margins]:
    """Return the edge of the largest cells with which a board and its margins fit in a rectangle, and the margins.

    Args:
        surface: the board.
        width: available width in px.
        height: available height in px.
        scale: device pixels per px. The edge is a whole number of device pixels, at least 1.
        named: whether to reserve space for coordinates. The coordinates are omitted if cells would be too small.
    """
    for is_named in (named, False):
        left, top, right, bottom = around = margins(surface, named=is_named)
        room = min((width - left - right) / surface.columns, (height - top - bottom) / surface.rows)
        side = max(1, math.floor(room * scale + 1e-6)) / scale
        if not is_named or side >= SMALLEST_NAMED:
            break
    return side, around


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """The place of a board in a widget or picture.

    Lengths are in logical pixels (px). The edges of cells are aligned to device pixels.

    Attributes:
        columns: cells in a row.
        rows: cells in a column.
        left: left edge of the board.
        top: upper edge of the board.
        side: edge of a cell. On a board of points, this is the distance between two lines.
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
        """Return the geometry of the largest board that fits in ``area``. The board is centred.

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

        named = named and surface.has_names
        gutter = float(GUTTER) if named else 1.0
        if named and side_with(gutter) / scale < SMALLEST_NAMED:
            gutter = 1.0
        pixels = side_with(gutter)
        left = math.floor((area.left() + area.width() / 2) * scale - pixels * columns / 2)
        top = math.floor((area.top() + area.height() / 2) * scale - pixels * rows / 2)
        return cls(
            columns, rows, left / scale, top / scale, pixels / scale, scale, flipped, gutter if gutter > 1 else 0.0
        )

    @classmethod
    def fit_tight(cls, surface: Surface, area: QRectF, scale: float, *, flipped: bool, named: bool) -> "BoardGeometry":
        """Return the geometry of the largest board that fits in ``area``, with space only for visible coordinates.

        The board with its coordinates is centred. The arguments are those of ``fit``.
        """
        side, (left, top, right, bottom) = largest_side(surface, area.width(), area.height(), scale, named=named)
        inner = area.adjusted(left, top, -right, -bottom)
        x = math.floor((inner.center().x() - side * surface.columns / 2) * scale + 1e-6)
        y = math.floor((inner.center().y() - side * surface.rows / 2) * scale + 1e-6)
        gutter = float(GUTTER) if left == GUTTER else 0.0
        return cls(surface.columns, surface.rows, x / scale, y / scale, side, scale, flipped, gutter)

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
        """Return the square of a cell in px. On a board of points, this is the square around the point."""
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
