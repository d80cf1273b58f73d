"""Rows of equal pieces on a surface."""

import pytest

from engine.core.game import find_game
from engine.core.surface import Surface

DRAWING = """
x . . . x
. x . x .
. . x x x
. o o o .
x o . . .
"""


@pytest.fixture
def surface() -> Surface:
    game = find_game("caro").with_rules("columns=5,rows=5")
    lines = DRAWING.split("\n")[1:-1]
    pieces = {
        (4 - row) * 5 + column: sign
        for row, line in enumerate(lines)
        for column, sign in enumerate(line.split())
        if sign != "."
    }
    return game.surface(game.compose(game.setup(game.start()).__class__(pieces, game.start().turn)))


@pytest.mark.parametrize(
    ("cell", "least", "found"),
    [
        ("c3", 3, "c3 d3 e3 b4 d4 a5 e5"),
        ("c3", 4, ""),
        ("b2", 3, "b2 c2 d2"),
        ("b2", 4, ""),
        ("a1", 1, "a1"),
        ("b3", 1, ""),
    ],
)
def test_rows_through_a_cell(surface: Surface, cell: str, least: int, found: str) -> None:
    names = {surface.cell_name(index): index for index in range(25)}
    assert [surface.cell_name(each) for each in surface.rows_through(names[cell], least)] == found.split()
