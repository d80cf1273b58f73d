"""Every legal move of every game can be entered by the mouse and by the keyboard."""

import random
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.core.game import find_game, games
from engine.core.surface import MoveShape
from studio.board.view import BoardView
from tests.engine.positions import random_play

LEFT = Qt.MouseButton.LeftButton
MOST = 12
"""How many moves of each position are tried."""


def positions(name: str) -> list[Any]:
    start = find_game(name)().start()
    found = [start, *(random_play(start, plies, random.Random(plies))[-1] for plies in (3, 8))]
    return [position for position in found if position.outcome() is None]


def chosen(position: Any, seed: int) -> list[MoveShape]:
    shapes = [shape for shape in position.game.shapes(position) if shape.target is not None]
    return random.Random(seed).sample(shapes, min(MOST, len(shapes)))


def offered() -> list[str]:
    """The entries of the menu that asks for one of several moves, which is then closed."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QMenu) and widget.isVisible():
            texts = [action.text() for action in widget.actions()]
            widget.close()
            return texts
    return []


@pytest.mark.parametrize("way", ["click", "jitter", "keys"])
@pytest.mark.parametrize("name", sorted(games()))
@pytest.mark.diagonal("name", "way")
def test_legal_moves_can_be_entered(qtbot: QtBot, board: BoardView, name: str, way: str) -> None:
    """A press on a counter of nim chose the counter, which has no moves, and no move could be made."""
    played: list[int] = []
    board.move_played.connect(played.append)
    for seed, position in enumerate(positions(name)):
        for shape in chosen(position, seed):
            board.show_position(position.game, position)
            played.clear()
            for cell in (shape.origin, shape.target):
                if cell is None:
                    continue
                point = board.cell_center(cell)
                if way == "click":
                    qtbot.mouseClick(board, LEFT, pos=point)
                elif way == "keys":
                    board._input.enter_cursor()
                    board._input._cursor = cell
                    qtbot.keyClick(board, Qt.Key.Key_Return)
                else:
                    near = point + QPoint(QApplication.startDragDistance(), 2)
                    qtbot.mousePress(board, LEFT, pos=point)
                    qtbot.mouseMove(board, near)
                    qtbot.mouseRelease(board, LEFT, pos=near)
            assert played == [shape.move] or len(offered()) > 1, (position.game.format_position(position), shape)
