"""The small board."""

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import Game
from engine.core.language import set_language
from studio.board.arrows import Arrow
from studio.board.mini import MiniBoard
from studio.look import palette


def test_it_shows_a_position_with_arrows(qtbot: QtBot, cotoan: Game) -> None:
    mini = MiniBoard()
    qtbot.addWidget(mini)
    mini.show()
    empty = mini.grab().toImage()
    start = cotoan.start()
    move = cotoan.parse_move(start, "i1i9")
    mini.show_position(cotoan, start.play(move), [Arrow(0, 9, palette.algorithm_color("minimax"))], move, start)
    parts = mini.picture_parts
    assert parts is not None
    assert parts.last == (8, 80)
    assert len(parts.arrows) == 1
    assert mini.grab().toImage() != empty
    upright = mini.grab().toImage()
    mini.set_flipped(True)
    assert mini.grab().toImage() != upright


def test_it_floats_within_the_screen(qtbot: QtBot, cotoan: Game, stones: Game) -> None:
    mini = MiniBoard(floats=True)
    qtbot.addWidget(mini)
    room = QGuiApplication.primaryScreen().availableGeometry()
    for game in (cotoan, stones):
        mini.show_position(game, game.start())
        for point in (room.center(), room.bottomRight(), QPoint(room.right(), 0)):
            mini.show_beside(point)
            assert room.contains(mini.geometry())
            assert not mini.geometry().contains(point)
        mini.grab()


def test_it_speaks_vietnamese_at_once(qtbot: QtBot) -> None:
    mini = MiniBoard()
    qtbot.addWidget(mini)
    set_language("vi")
    QApplication.sendEvent(mini, QEvent(QEvent.Type.LanguageChange))
    assert mini.accessibleName() == "Bàn cờ nhỏ"
