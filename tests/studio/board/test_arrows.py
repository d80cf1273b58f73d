"""Arrows: where the mouse is over them, their labels and tool tips."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.board.arrows import BADGE, CHIP, Arrow, arrow_at, choosers_text, draw_arrow
from studio.board.geometry import BoardGeometry
from studio.window.main_window import MainWindow

TEAL = QColor("#009E73")


@pytest.fixture
def geometry() -> BoardGeometry:
    game = find_game("chess")()
    surface = game.surface(game.start())
    return BoardGeometry.fit(surface, QRectF(0, 0, 520, 520), 1.0, flipped=False, named=True)


def test_the_arrow_under_a_point(geometry: BoardGeometry) -> None:
    long, short, placed = Arrow(4, 36, TEAL), Arrow(4, 12, TEAL), Arrow(-1, 63, TEAL)
    arrows = [long, short, placed]
    middle = (geometry.center(4) + geometry.center(36)) / 2
    assert arrow_at(geometry, arrows, middle) is long
    assert arrow_at(geometry, arrows, (geometry.center(4) + geometry.center(12)) / 2) is short, "drawn later"
    assert arrow_at(geometry, arrows, middle + QPointF(30, 0)) is None
    assert arrow_at(geometry, arrows, geometry.center(36) + QPointF(0, -40)) is None, "beyond the tip"
    assert arrow_at(geometry, arrows, geometry.center(63)) is None, "inside the ring"
    assert arrow_at(geometry, arrows, geometry.center(63) + QPointF(geometry.side * 0.45, 0)) is placed


def test_the_label_is_beyond_the_middle(geometry: BoardGeometry) -> None:
    image = QImage(520, 520, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    draw_arrow(painter, geometry, Arrow(4, 60, TEAL, 1.0, "6"))
    painter.end()
    start, end = geometry.center(4), geometry.center(60)
    side = round(geometry.side)
    # Next to the shaft and below the head.
    column = [(y, image.pixelColor(round(start.x()) - 8, y)) for y in range(round(end.y()) + side, round(start.y()))]
    light = [y for y, color in column if color.lightness() > 200]
    assert light and CHIP.lightness() > 200
    middle = (light[0] + light[-1]) / 2
    assert (start.y() - middle) / (start.y() - end.y()) == pytest.approx(BADGE, abs=0.06)


def test_the_tool_tip_of_an_arrow_names_the_algorithms(window: MainWindow, qtbot: QtBot) -> None:
    text = choosers_text(["Minimax", "Negamax"], 6, "e4")
    assert text == "2 of 6 play e4: Minimax, Negamax"
    window.document.new(find_game("chess")())
    window.show_workspace("analyse")
    window.analysis_commands.show_arrows([Arrow(12, 28, TEAL, tip=text)])
    board = window.board

    def ask(cell: int) -> None:
        point = board.cell_center(cell)
        QApplication.sendEvent(board, QHelpEvent(QHelpEvent.Type.ToolTip, point, board.mapToGlobal(QPoint(point))))

    ask(20)
    assert QToolTip.isVisible() and QToolTip.text() == text
    ask(36)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
