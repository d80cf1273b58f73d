"""The help and the list of keys are a panel of 360 px at the right edge of the window, which has no other windows."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.dialogs.keys import KeySheet
from studio.guide.panel import WIDTH, GuidePanel
from studio.window.main_window import MainWindow
from studio.window.side_panel import PUSHES
from studio.window.workspaces import ENTRIES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def place(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def panel(window: MainWindow) -> GuidePanel:
    assert window.openers.guide_panel is not None
    return window.openers.guide_panel


def test_it_lies_over_the_right_column_and_pushes_the_contents_of_a_wide_window(window: MainWindow) -> None:
    for width, pushes in ((1280, False), (PUSHES - 1, False), (PUSHES, True), (1920, True), (1280, False)):
        window.resize(width, 900)
        for name in ENTRIES:
            window.show_workspace(name)
            window.openers.help()
            QApplication.processEvents()
            box = place(panel(window), window)
            assert box.left() == width - WIDTH and box.width() == WIDTH == 360, name
            assert box.top() == place(window.bar, window).bottom() + 1
            assert box.bottom() == place(window.statusBar(), window).top() - 1
            parts = [window.pages, *(dock for dock in window.docks.values() if dock.isVisible())]
            right = max(place(each, window).right() for each in parts)
            assert (right < box.left()) == pushes, (width, name)
            window.openers.close_guide()
            QApplication.processEvents()
            assert max(place(each, window).right() for each in parts) >= width - 2
    assert window.width() == 1280


@pytest.mark.parametrize("name", ENTRIES)
def test_it_opens_at_the_page_about_the_view(window: MainWindow, name: str) -> None:
    window.show_workspace(name)
    window.actions_table["help"].trigger()
    wanted = {"compare": "comparison", "review": "review", "play": "cotoan", "match": "cotoan"}
    assert panel(window).page_name == wanted.get(name, "algorithms")
    assert panel(window).field.hasFocus()


def test_f1_and_escape_close_it_only_if_it_has_the_focus(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert panel(window).field.hasFocus()
    window.board.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert panel(window).isVisible()
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert panel(window).field.hasFocus(), "it had lost the focus"
    QTest.keyClick(panel(window).field, Qt.Key.Key_F1)
    assert window.openers.guide_panel is None
    QTest.keyClick(window, Qt.Key.Key_F1)
    guide = panel(window)
    guide.field.setText("castling")
    QTest.keyClick(guide.field, Qt.Key.Key_Escape)
    assert guide.isVisible() and not guide.field.text()
    QTest.keyClick(guide.field, Qt.Key.Key_Escape)
    assert window.openers.guide_panel is None and not guide.isVisible()
    assert window.bar.actions()[-1] is window.actions_table["help"], "the last button of the bar"


def test_the_arrow_keys_scroll_it_and_leave_the_record_alone(window: MainWindow, qtbot: QtBot) -> None:
    window.document.play(window.document.position.legal_moves()[0])
    guide = window.openers.guide("chess")
    qtbot.waitUntil(guide.view.hasFocus)
    QApplication.processEvents()
    for _ in range(3):
        QTest.keyClick(guide.view, Qt.Key.Key_Down)
    assert guide.view.verticalScrollBar().value() > 0
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Left):
        QTest.keyClick(guide.view, key)
    assert window.document.cursor == 1


def test_the_contents_the_keys_and_a_page_take_turns(window: MainWindow) -> None:
    guide = window.openers.guide("chess")
    guide.show_contents()
    assert guide.list.isVisible() and not guide.view.isVisible()
    item = guide.list.topLevelItem(0)
    assert item is not None
    guide.list.itemActivated.emit(item, 0)
    assert guide.view.isVisible() and not guide.list.isVisible()
    guide.keys_wanted.emit()
    sheets = guide.findChildren(KeySheet)
    assert [each.isVisible() for each in sheets] == [True] and not guide.view.isVisible()
    guide.field.setText("castling")
    assert guide.results.isVisible() and guide.view.isVisible() and not sheets[0].isVisible()
    window.openers.key_sheet()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # the earlier one is deleted
    assert len([each for each in guide.findChildren(KeySheet) if each.isVisible()]) == 1


def test_nothing_is_a_window_of_its_own(window: MainWindow) -> None:
    before = set(QApplication.topLevelWidgets())
    for name in ("help", "key_sheet", "rules", "algorithms", "learn"):
        window.actions_table[name].trigger()
        QApplication.processEvents()
        opened = [each for each in set(QApplication.topLevelWidgets()) - before if each.isVisible()]
        assert not opened, name


def test_a_restored_layout_keeps_the_panel_in_its_place(window: MainWindow) -> None:
    window.resize(1920, 1000)
    window.show_workspace("analyse")
    window.show_workspace("play")
    window.openers.help()
    QApplication.processEvents()
    for name in ("analyse", "play", "tree", "analyse"):
        window.show_workspace(name)
        QApplication.processEvents()
        assert place(window.pages, window).right() < place(panel(window), window).left()
    window.openers.close_guide()
    for name in ("play", "analyse"):
        window.show_workspace(name)
        QApplication.processEvents()
        assert max(place(dock, window).right() for dock in window.docks.values() if dock.isVisible()) >= 1918
