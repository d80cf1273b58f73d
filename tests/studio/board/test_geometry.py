"""The place of each cell on the screen."""

import pytest
from PySide6.QtCore import QRectF

from engine.core.game import Game, find_game
from studio.board.geometry import EDGE, GUTTER, SMALLEST_NAMED, BoardGeometry, margins


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("side", [SMALLEST_NAMED - 2, SMALLEST_NAMED, SMALLEST_NAMED + 2])
def test_coordinates_depend_on_logical_pixels(cotoan: Game, scale: float, side: int) -> None:
    surface = cotoan.surface(cotoan.start())
    area = QRectF(0, 0, surface.columns * side + 2 * GUTTER, surface.rows * side + 2 * GUTTER)
    geometry = BoardGeometry.fit(surface, area, scale, flipped=False, named=True)
    assert bool(geometry.gutter) == (side >= SMALLEST_NAMED)


def test_a_board_whose_coordinates_mean_nothing_has_none() -> None:
    surface = find_game("trees")().surface(find_game("trees")().start())
    assert not surface.has_names and margins(surface, named=True) == (EDGE,) * 4
    for fit in (BoardGeometry.fit, BoardGeometry.fit_tight):
        assert fit(surface, QRectF(0, 0, 500, 500), 1.0, flipped=False, named=True).gutter == 0
