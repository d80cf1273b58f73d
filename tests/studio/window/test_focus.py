"""Keyboard focus, Space and Return in the main window."""

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QListWidget, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from studio.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


def press(window: MainWindow, key: Qt.Key) -> None:
    """Press a key through the application, so that shortcuts are tried first."""
    QTest.keyClick(window.windowHandle(), key)


@pytest.fixture
def pressed(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The presses of Space that started or stopped the analysis."""
    found: list[str] = []
    window.actions_table["analysis"].triggered.disconnect()
    window.actions_table["analysis"].triggered.connect(lambda: found.append("analysis"))
    return found


class TestAfterTheEditor:
    @pytest.mark.parametrize("by_mouse", [True, False])
    def test_the_board_has_the_focus_without_its_cursor(self, window: MainWindow, qtbot: QtBot, by_mouse: bool) -> None:
        window.document.play(window.document.position.legal_moves()[0])
        window.set_editing(True)
        assert window.editor is not None
        window.editor.apply_button.setFocus(Qt.FocusReason.TabFocusReason)
        if by_mouse:
            QTest.mouseClick(window.editor.apply_button, LEFT)
        else:
            press(window, Qt.Key.Key_Return)
        assert not window.is_editing
        qtbot.waitUntil(window.board.hasFocus)
        ply = window.document.tree.ply(window.document.cursor)
        press(window, Qt.Key.Key_Left)
        assert window.document.tree.ply(window.document.cursor) == ply - 1, "the arrow keys browse the game"

    def test_space_presses_no_button_of_a_notice(self, window: MainWindow, pressed: list[str]) -> None:
        answers: list[str] = []
        window.notice.show_notice("Kept.", [("Restore", lambda: answers.append("restore"))])
        window.set_editing(True)
        assert window.editor is not None
        QTest.mouseClick(window.editor.apply_button, LEFT)
        press(window, Qt.Key.Key_Space)
        assert answers == []
        assert pressed == ["analysis"]


def test_the_board_has_the_focus_after_a_notice(window: MainWindow, qtbot: QtBot) -> None:
    window.notice.show_notice("Kept.", [("Restore", lambda: None)])
    (button,) = window.notice.buttons
    button.setFocus(Qt.FocusReason.TabFocusReason)
    press(window, Qt.Key.Key_Return)
    assert window.notice.isHidden()
    qtbot.waitUntil(window.board.hasFocus)


def test_a_notice_moves_nothing_and_lies_at_the_lower_edge(window: MainWindow) -> None:
    QApplication.processEvents()
    before = window.page.geometry(), window.board.geometry()
    window.notice.show_notice("This sentence stays.", stays=True)
    QApplication.processEvents()
    assert (window.page.geometry(), window.board.geometry()) == before
    assert window.notice.geometry().bottom() == window.rect().bottom()
    window.resize(window.width() - 100, window.height() - 50)
    QApplication.processEvents()
    assert window.notice.geometry().bottom() == window.rect().bottom()
    assert window.notice.width() == window.width()


def test_a_notice_does_not_cover_a_message_of_the_status_bar(window: MainWindow) -> None:
    window.notice.show_notice("This sentence stays.", stays=True)
    status = window.statusBar()
    for text in ("This move is not legal.", ""):
        status.showMessage(text)
        QApplication.processEvents()
        message = QRect(
            status.geometry().topLeft(), QSize(6 + status.fontMetrics().horizontalAdvance(text), status.height())
        )
        assert not text or not window.notice.geometry().intersects(message)
        assert window.notice.geometry().intersects(status.geometry())


def test_the_board_has_the_focus_after_a_dialog(window: MainWindow, qtbot: QtBot) -> None:
    window.bar.language_button.setFocus(Qt.FocusReason.TabFocusReason)
    dialog = QDialog(window)
    button = QPushButton("OK", dialog)
    dialog.open()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    button.setFocus()
    dialog.accept()
    window.activateWindow()  # what a window manager does, which the platform of the tests lacks
    qtbot.waitUntil(window.board.hasFocus)


def test_a_dialog_that_stays_open_takes_no_focus_away(window: MainWindow, qtbot: QtBot) -> None:
    dialog = QDialog(window)
    button = QPushButton("OK", dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    button.setFocus()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    window.moves.comment.setFocus()
    assert window.moves.comment.hasFocus()
    dialog.close()


@pytest.mark.parametrize(
    ("kind", "text", "analyses"),
    [(QPushButton, "Press", True), (QToolButton, "", True), (QCheckBox, "Check", False), (QListWidget, "", False)],
)
def test_space_analyses_unless_a_list_or_check_box_has_the_focus(
    window: MainWindow, pressed: list[str], kind: type, text: str, analyses: bool
) -> None:
    widget = kind(text, window.page) if text else kind(window.page)
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    clicks: list[str] = []
    if kind is not QListWidget:
        widget.clicked.connect(lambda: clicks.append("click"))
    widget.show()
    widget.setFocus()
    assert widget.hasFocus()
    press(window, Qt.Key.Key_Space)
    assert pressed == (["analysis"] if analyses else [])
    assert clicks == (["click"] if kind is QCheckBox else [])
    press(window, Qt.Key.Key_Return)
    assert clicks == ([] if kind is QListWidget else ["click"])


@pytest.mark.parametrize("name", ["compare", "match"])
def test_space_starts_a_workspace_right_after_it_is_shown(
    window: MainWindow, qtbot: QtBot, pressed: list[str], name: str
) -> None:
    """Qt moved the focus to the first field, whose list Space opened."""
    window.show_workspace("analyse")
    window.board.setFocus(Qt.FocusReason.OtherFocusReason)
    window.actions_table[f"workspace_{name}"].trigger()
    press(window, Qt.Key.Key_Space)
    assert pressed == ["analysis"]
    focused = QApplication.focusWidget()
    assert focused is not None and focused.hasFocus()
    press(window, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not focused, "Tab reaches the fields"
    window.actions_table["workspace_play"].trigger()
    qtbot.waitUntil(window.board.hasFocus)


@pytest.mark.parametrize("words", [1, 60])
def test_a_notice_covers_neither_the_graph_nor_a_message(window: MainWindow, words: int) -> None:
    window.show_workspace("analyse")
    window.resize(1280, 800)
    window.notice.show_notice("A long sentence. " * words, [("Restore", lambda: None)])
    for text in ("", "This move is not legal."):
        window.statusBar().showMessage(text)
        for _ in range(3):
            QApplication.processEvents()
        notice = window.notice.geometry()
        for part in (window.docks["graph"], window.centralWidget()):
            assert part.isVisible() and not notice.intersects(part.geometry())
    window.notice.dismiss()
    QApplication.processEvents()
    assert window.statusBar().geometry().bottom() == window.rect().bottom()


def test_an_error_belongs_to_the_page_on_which_it_was_shown(window: MainWindow) -> None:
    window.report_fault("This file is no record.")
    window.first_page.show()
    assert window.notice.text == ""
    window.show_workspace("play")
    window.report_fault("This file is no record.")
    window.show_workspace("compare")
    assert window.notice.text == ""
    window.document.failed.emit("The record is not saved automatically: the disk is full.")
    window.show_workspace("play")
    assert window.notice.text, "this concerns the record in every workspace"
