"""Signs that a record's author put on the board: drawn so that they are read on every ground."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from engine.core.game import Game, find_game
from engine.core.surface import Sign
from studio.board.editor import SetupEditor
from studio.board.export import picture
from studio.board.view import BoardView
from studio.look import style

KINDS = ("triangle", "square", "circle", "cross", "label")


@pytest.fixture
def go() -> Game:
    return find_game("go").with_rules("size=9")


def look(board: BoardView, cell: int) -> QImage:
    """The middle of a cell, half a cell wide: within a stone."""
    rect = board.cell_rect(cell)
    edge = rect.width() * 0.25
    return board.grab(rect.adjusted(edge, edge, -edge, -edge).toRect()).toImage()


def span(image: QImage) -> tuple[int, int]:
    """The darkest and the lightest pixel."""
    shades = [image.pixelColor(x, y).lightness() for x in range(image.width()) for y in range(image.height())]
    return min(shades), max(shades)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_they_are_read_on_dark_and_light_stones_and_on_none(
    board: BoardView, qapp: QApplication, go: Game, kind: Any, mode: Any
) -> None:
    style.apply(qapp, mode)
    position: Any = go.start()
    for text in ("C3", "G7"):
        position = position.play(go.parse_move(position, text))
    surface = go.surface(position)
    cells = {piece: cell for cell, piece in surface.pieces.items()} | {"": 5 * 9 + 2}
    board.show_position(go, position)
    bare = {piece: look(board, cell) for piece, cell in cells.items()}
    board.set_signs([Sign(cell, kind, "A" if kind == "label" else "") for cell in cells.values()])
    for piece, cell in cells.items():
        darkest, lightest = span(look(board, cell))
        assert look(board, cell) != bare[piece]
        assert lightest - darkest > 110, (piece, darkest, lightest)
    board.set_signs([])
    assert {piece: look(board, cell) for piece, cell in cells.items()} == bare


def test_a_label_takes_the_place_of_a_number(board: BoardView, go: Game) -> None:
    position = go.start().play(40)
    board.show_position(go, position)
    board.set_signs([Sign(40, "label", "A")])
    labelled = look(board, 40)
    board.set_numbers({40: "1"})
    assert look(board, 40) == labelled


def test_none_while_editing(qtbot: Any, go: Game) -> None:
    editor = SetupEditor()
    qtbot.addWidget(editor)
    editor.board.set_signs([Sign(0, "circle")])
    editor.edit(go, go.start())
    assert editor.board.picture_parts().signs == ()


def test_pictures_have_them(board: BoardView, go: Game, tmp_path: Path) -> None:
    board.show_position(go, go.start())
    plain = picture(board)
    board.set_signs([Sign(40, "triangle")])
    assert picture(board) != plain
