"""The place of each cell in a picture of a board."""

import math
from dataclasses import dataclass

from engine.core.surface import Surface

GUTTER = 20
"""Space in px on the sides of a board with coordinates, in which the coordinates are drawn."""
EDGE = 2
"""Space in px on the sides of a board without coordinates."""
SMALLEST_NAMED = 18
"""Width of a cell in px below which coordinates are omitted."""


@dataclass(frozen=True, slots=True)
class PictureGeometry:
    """The place of a board in a picture. All lengths are whole px, so that lines are sharp.

    Attributes:
        columns: cells in a row.
        rows: cells in a column.
        left: left edge of the board.
        top: upper edge of the board.
        side: edge of a cell. On a board of points, this is the distance between two lines.
        width: width of the picture.
        height: height of the picture.
        flipped: whether SECOND is at the bottom.
        named: whether coordinates are drawn.
    """

    columns: int
    rows: int
    left: int
    top: int
    side: int
    width: int
    height: int
    flipped: bool
    named: bool

    @classmethod
    def fit(cls, surface: Surface, size: int, *, flipped: bool, named: bool) -> "PictureGeometry":
        """Return the geometry of the largest picture of a board that is at most ``size`` px wide and high.

        Args:
            surface: the board.
            size: maximum width and height in px. Cells are at least 4 px wide, even if the picture is then larger.
            flipped: whether SECOND is at the bottom.
            named: whether to reserve space for coordinates. The coordinates are omitted if cells would be too small.
        """
        for is_named in (named and surface.has_names, False):
            left, top, right, bottom = _margins(surface, named=is_named)
            side = min((size - left - right) // surface.columns, (size - top - bottom) // surface.rows)
            if not is_named or side >= SMALLEST_NAMED:
                break
        return cls._of(surface, max(4, side), flipped=flipped, named=is_named)

    @classmethod
    def with_side(cls, surface: Surface, side: int, *, flipped: bool, named: bool) -> "PictureGeometry":
        """Return the geometry of a picture whose cells are ``side`` px wide. Other arguments are those of ``fit``."""
        return cls._of(surface, side, flipped=flipped, named=named and surface.has_names and side >= SMALLEST_NAMED)

    @classmethod
    def _of(cls, surface: Surface, side: int, *, flipped: bool, named: bool) -> "PictureGeometry":
        left, top, right, bottom = _margins(surface, named=named)
        width, height = left + side * surface.columns + right, top + side * surface.rows + bottom
        return cls(surface.columns, surface.rows, left, top, side, width, height, flipped, named)

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the upper left corner of a cell's square in px."""
        column, row = cell % self.columns, cell // self.columns
        across, down = (self.columns - 1 - column, row) if self.flipped else (column, self.rows - 1 - row)
        return self.left + across * self.side, self.top + down * self.side

    def center(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell in px."""
        x, y = self.corner(cell)
        return x + self.side / 2, y + self.side / 2

    @property
    def line_width(self) -> int:
        """The width in px of the lines of a board of points."""
        return max(1, round(self.side * 0.025))

    def crossing(self, cell: int) -> tuple[float, float]:
        """Return the point where the lines of a cell cross, which is aligned to whole px."""
        x, y = self.corner(cell)
        half = math.floor((self.side - self.line_width) / 2) + self.line_width / 2
        return x + half, y + half


def _margins(surface: Surface, *, named: bool) -> tuple[int, int, int, int]:
    """Return the space in px to the left of, above, to the right of and below a board."""
    if not named:
        return EDGE, EDGE, EDGE, EDGE
    return GUTTER, GUTTER if surface.file_names is not None else EDGE, EDGE, GUTTER
