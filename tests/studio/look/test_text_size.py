"""The text size magnifies open windows, menus and dialogs, which keep their places, and is undone exactly."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMenu

from engine.core.game import find_game
from studio.look import text_size
from studio.settings import TEXT_SIZES, Settings
from studio.window.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    yield
    text_size.use(100)


class Lost(QObject):
    """Event filter of a window that loses the window of the system."""

    is_lost = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.is_lost = self.is_lost or event.type() == QEvent.Type.PlatformSurface
        return False


def pixels(window: MainWindow) -> QSize:
    """Return the size of a window on the screen."""
    return window.grab().size()


def test_a_window_keeps_its_size_on_the_screen_and_its_contents_grow(window: MainWindow) -> None:
    window.document.new(find_game("chess")())
    QApplication.processEvents()
    window.resize(1280, 800)
    window.move(100, 40)
    before, screen = window.geometry(), window.screen().size()
    for size, logical in ((200, QSize(640, 400)), (150, QSize(853, 533)), (125, QSize(1024, 640))):
        text_size.use(size)
        QApplication.processEvents()
        assert text_size.percent() == size and window.devicePixelRatio() == size / 100
        assert window.size() == logical
        text_size.use(100)
        QApplication.processEvents()
        assert window.geometry() == before
        assert window.screen().size() == screen and window.devicePixelRatio() == 1
    text_size.use(200)
    QApplication.processEvents()
    assert pixels(window) == QSize(1280, 800)


@pytest.mark.parametrize("state", [Qt.WindowState.WindowMaximized, Qt.WindowState.WindowFullScreen])
def test_a_window_that_fills_the_screen_still_does(window: MainWindow, state: Qt.WindowState) -> None:
    window.setWindowState(state)
    QApplication.processEvents()
    before = window.geometry()
    text_size.use(150)
    QApplication.processEvents()
    assert window.windowState() == state and window.width() == pytest.approx(before.width() / 1.5, abs=1)
    text_size.use(100)
    QApplication.processEvents()
    assert window.windowState() == state and window.geometry() == before


def test_menus_and_dialogs_grow_and_stay_on_the_screen(window: MainWindow) -> None:
    menu, dialog = QMenu(window), QDialog(window)
    menu.addAction("Larger text")
    dialog.resize(300, 200)
    dialog.show()
    dialog.move(window.screen().availableGeometry().bottomRight() - QPoint(310, 210))

    def grabbed() -> QSize:
        menu.popup(QPoint(50, 50))
        QApplication.processEvents()
        found = menu.grab().size()
        menu.close()
        QApplication.processEvents()
        return found

    before = grabbed()
    text_size.use(200)
    QApplication.processEvents()
    assert grabbed() == before * 2
    assert dialog.size() == QSize(300, 200)
    assert dialog.grab().size() == QSize(600, 400)
    assert window.screen().availableGeometry().contains(dialog.geometry())


def test_a_hidden_window_gets_another_window_of_the_system(window: MainWindow) -> None:
    """Qt warns of one that was shown with another factor, and could keep its size on the screen."""
    popup, lost = QLabel("text", window, Qt.WindowType.ToolTip), Lost()
    popup.show()
    QApplication.processEvents()
    popup.hide()
    popup.windowHandle().installEventFilter(lost)
    text_size.use(200)
    assert lost.is_lost and popup.isHidden()


def test_the_keys_choose_the_sizes_and_the_settings_keep_them(window: MainWindow) -> None:
    acts = window.actions_table
    assert not acts["smaller"].isEnabled() and not acts["usual_size"].isEnabled()
    for size in TEXT_SIZES[1:]:
        QTest.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
        assert text_size.percent() == size == Settings().text_size
        assert acts[f"text_size_{size}"].isChecked()
    assert not acts["larger"].isEnabled()
    QTest.keyClick(window, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert text_size.percent() == TEXT_SIZES[-2]
    QTest.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert text_size.percent() == 100 and not acts["usual_size"].isEnabled()
    QTest.keyClick(window, Qt.Key.Key_Equal, Qt.KeyboardModifier.ControlModifier)
    assert text_size.percent() == 125
    acts["text_size_200"].trigger()
    assert text_size.percent() == Settings().text_size == 200
    dialog = window.openers.preferences()
    assert dialog.size_box.currentText() == "200 %"
    dialog.size_box.activated.emit(0)
    assert text_size.percent() == 100
    dialog.close()


def test_the_keys_for_the_text_size_leave_a_tree_of_a_lesson_as_it_is(window: MainWindow) -> None:
    window.show_workspace("course")
    tree = window.learn.tree
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0):
        QTest.keyClick(window.learn.picture.canvas, key, Qt.KeyboardModifier.ControlModifier)
    assert window.learn.tree is tree


def test_a_library_without_the_functions_changes_the_size_at_the_next_start(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = text_size._functions.__wrapped__
    assert find() is not None
    with monkeypatch.context() as changed:
        changed.setattr(text_size, "_NAMES", ("missing", "missing"))
        assert find() is None
        changed.setattr(text_size, "_functions", lambda: None)
        changed.setattr(text_size._State, "percent", 100)
        changed.setenv(text_size.VARIABLE, "")
        window.appearance.set_text_size(150)
        assert text_size.percent() == 100 and window.devicePixelRatio() == 1
        assert "next start" in window.statusBar().currentMessage() + window.notice.text
        text_size.prepare(150)
        assert text_size.percent() == 150 and text_size._given() == 1.5


@pytest.mark.parametrize(
    ("given", "factor"), [("", 1), ("2", 2), ("1.5", 1.5), ("x", 1), ("-1", 1), ("0", 1), ("nan", 1)]
)
def test_the_variable_of_the_user_is_respected(monkeypatch: pytest.MonkeyPatch, given: str, factor: float) -> None:
    monkeypatch.setenv(text_size.VARIABLE, given)
    assert text_size._given() == factor


def test_a_change_with_the_variable_multiplies_both(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_size._State, "given", 1.25)
    text_size.use(200)
    assert window.devicePixelRatio() == 2.5
    monkeypatch.setattr(text_size._State, "given", 1.0)
    text_size.use(100)
    assert window.devicePixelRatio() == 1
