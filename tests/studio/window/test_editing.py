"""The set-up of a position ends with the record that it belongs to."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.game import find_game
from studio.window.main_window import MainWindow


def test_opening_another_record_ends_the_set_up(window: MainWindow, qapp: QApplication) -> None:
    """A record of another game has other pieces, so that the tool cannot be drawn."""
    window.document.new(find_game("chess")())
    window.set_editing(True)
    window.board.set_tool("bp")
    QTest.mouseMove(window.board, window.board.cell_center(30))
    window.document.new(find_game("go")())
    assert not window.is_editing
    assert not window.board.is_editing and window.board.tool is None
    QTest.mouseMove(window.board, window.board.cell_center(40))
    qapp.processEvents()
    window.set_editing(True)
    assert window.board.is_editing
