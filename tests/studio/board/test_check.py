"""A king in check glows, on every board and in every game that knows check."""

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from engine.core.game import Game, find_game
from studio.board.editor import SetupEditor
from studio.board.mini import MiniBoard
from studio.board.view import BoardView

CASES = [
    ("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "e8", "e8d8"),
    ("xiangqi", "4k4/9/9/9/9/9/9/4R4/9/3K5 b", "e9", "e9f9"),
]
"""A position in check, the king's cell, a move out of check."""


def cell_of(game: Game, name: str) -> int:
    surface = game.surface(game.start())
    return next(cell for cell in range(surface.columns * surface.rows) if surface.cell_name(cell) == name)


def redness(image: QImage, board: BoardView, cell: int) -> int:
    """How much redder than green a place is that the king leaves free: near the edge of its cell."""
    geometry = board.board_geometry()
    point = geometry.center(cell).toPoint()
    color = image.pixelColor(point.x() - round(geometry.side * 0.44), point.y() + round(geometry.side * 0.3))
    return color.red() - color.green()


@pytest.mark.parametrize("name, text, king, escape", CASES)
def test_the_king_in_check_glows(board: BoardView, name: str, text: str, king: str, escape: str) -> None:
    game = find_game(name)()
    position = game.parse_position(text)
    cell = cell_of(game, king)
    board.show_position(game, position)
    assert board.picture_parts().checked == (cell,)
    red = redness(board.grab().toImage(), board, cell)
    move = game.parse_move(position, escape)
    board.show_position(game, position.play(move), move, position)
    assert board.picture_parts().checked == ()
    board.show_position(game, position.play(move))
    assert redness(board.grab().toImage(), board, cell) < red - 40


@pytest.mark.parametrize("name, text, king, escape", CASES)
def test_on_small_boards_but_not_while_editing(
    qtbot: QtBot, board: BoardView, name: str, text: str, king: str, escape: str
) -> None:
    game = find_game(name)()
    mini = MiniBoard()
    qtbot.addWidget(mini)
    mini.show_position(game, game.parse_position(text))
    assert mini.picture_parts is not None and mini.picture_parts.checked == (cell_of(game, king),)
    editor = SetupEditor()
    qtbot.addWidget(editor)
    editor.edit(game, game.parse_position(text))
    assert editor.board.picture_parts().checked == ()


def test_games_without_check_mark_nothing(board: BoardView, cotoan: Game, stones: Game) -> None:
    for game in (cotoan, stones):
        board.show_position(game, game.start())
        assert board.picture_parts().checked == ()
