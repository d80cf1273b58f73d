"""The position after a hovered move of the list is shown on a small floating board."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.window.main_window import MainWindow
from tests.studio.play.test_check_and_captures import play


def point_at(view: QWidget, place: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(place), QPointF(view.mapToGlobal(place)), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


@pytest.mark.parametrize("style", ["table", "text"])
def test_pointing_at_a_move_shows_its_position(window: MainWindow, qtbot: QtBot, style: str) -> None:
    play(window, "chess", "e4 e5 Nf3 Nc6")
    document, moves = window.document, window.moves
    moves.set_style(style)
    first, second, third, last = document.tree.main_line()[1:]
    view = moves.list_view
    popup = window.move_popup
    window.page.set_flipped(True)
    point_at(view, place_of(window, second))
    qtbot.waitUntil(lambda: popup.board is not None and popup.board.isVisible())
    board = popup.board
    assert board is not None
    surface = document.game.surface(document.tree.position(second))
    assert board.picture_parts is not None and board.picture_parts.surface == surface
    assert {surface.cell_name(cell) for cell in board.picture_parts.last} == {"e7", "e5"}
    assert board.geometry().right() < view.mapToGlobal(QPoint(0, 0)).x()
    point_at(view, place_of(window, third))
    assert board.picture_parts.surface == document.game.surface(document.tree.position(third))
    # The large board shows the position at the cursor.
    point_at(view, place_of(window, last))
    assert not board.isVisible()
    point_at(view, place_of(window, first))
    qtbot.waitUntil(board.isVisible)
    point_at(window.board, QPoint(20, 20))
    assert not board.isVisible()
    point_at(view, place_of(window, first))
    qtbot.waitUntil(board.isVisible)
    document.back()
    assert not board.isVisible()


def place_of(window: MainWindow, node: int) -> QPoint:
    """A place in the list on the move of a node."""
    moves = window.moves
    place = moves.box_of(node).center()
    return place - QPoint(6, 0) if moves.style_name == "text" else place


def test_a_new_record_hides_the_board_and_forgets_the_move(window: MainWindow, qtbot: QtBot) -> None:
    play(window, "chess", "e4 e5 Nf3")
    view = window.moves.list_view
    point_at(view, place_of(window, 1))
    popup = window.move_popup
    qtbot.waitUntil(lambda: popup.board is not None and popup.board.isVisible())
    play(window, "caro", "h8")
    assert popup.board is not None and not popup.board.isVisible()
