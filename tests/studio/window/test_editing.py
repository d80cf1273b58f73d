"""The set-up of a position ends with the record that it belongs to."""

from PySide6.QtCore import Qt
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


def test_escape_puts_the_brush_away_before_it_cancels_the_set_up(window: MainWindow, qapp: QApplication) -> None:
    """The first Esc threw the painted stones away."""
    window.document.new(find_game("go")())
    window.set_editing(True)
    window.editor.palette_view._pick("b")
    assert window.board.tool == "b"
    QTest.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=window.board.cell_center(30))
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert window.is_editing and window.board.tool is None and window.editor.palette_view.tool is None
    assert window.editor.board.setup().pieces == {30: "b"}
    QTest.keyClick(window.board, Qt.Key.Key_Escape)
    assert not window.is_editing


def test_undo_and_redo_are_offered_only_for_edits_of_the_set_up(window: MainWindow) -> None:
    """Ctrl+Z belongs to the set-up while there is one, so its buttons must not offer what does nothing."""
    window.controller.play(window.document.position.legal_moves()[0])
    undo, redo = window.actions_table["undo"], window.actions_table["redo"]
    window.set_editing(True)
    assert (undo.isEnabled(), redo.isEnabled()) == (False, False), "the move before is not an edit of the set-up"
    window.editor.clear()
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False)
    undo.trigger()
    assert (undo.isEnabled(), redo.isEnabled()) == (False, True)
    redo.trigger()
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False)
    window.set_editing(False)
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False), "the move can be undone again"
