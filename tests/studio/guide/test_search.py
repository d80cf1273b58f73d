"""Search in the help: rules, algorithms and keys, by words without diacritics."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from studio.dialogs.keys import KeySheet
from studio.guide.panel import GuidePanel
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch


def opened(window: MainWindow, qtbot: QtBot) -> GuidePanel:
    window.actions_table["help"].trigger()
    guide = window.openers.guide_panel
    assert guide is not None
    qtbot.waitUntil(guide.field.hasFocus)
    return guide


def results(guide: GuidePanel) -> dict[str, list[QTreeWidgetItem]]:
    heads = [guide.results.topLevelItem(row) for row in range(guide.results.topLevelItemCount())]
    return {head.text(0): [head.child(row) for row in range(head.childCount())] for head in heads if head is not None}


def test_f1_searches_and_return_shows_the_first_place(window: MainWindow, qtbot: QtBot) -> None:
    guide = opened(window, qtbot)
    assert guide.page_name == window.document.game.name
    QTest.keyClicks(guide.field, "stalemate")
    assert "Rules of chess" in results(guide)
    QTest.keyClick(guide.field, Qt.Key.Key_Return)
    item = guide.results.currentItem()
    assert item is not None and "talemate" in item.text(0)
    assert guide.page_name == "chess"
    guide.close()


def test_algorithms_and_keys_are_found(window: MainWindow, qtbot: QtBot) -> None:
    guide = opened(window, qtbot)
    QTest.keyClicks(guide.field, "turn the board")
    found = results(guide)["Keyboard shortcuts"]
    assert found[0].text(0) == "Turn the board:  F"
    guide.results.itemClicked.emit(found[0], 0)
    sheet = window.findChild(KeySheet)
    assert sheet is not None and sheet.isVisible()
    sheet.close()
    for text, command in (
        ("F12", "Analyse the whole game:  F12"),
        ("ctrl+k", "Find a command:  Ctrl+K"),
        ("Ctrl + K", "Find a command:  Ctrl+K"),
        ("Alt+2", "Play suggestion 2:  Alt+2"),
        ("N", "Next mistake:  N"),
    ):
        guide.field.setText(text)
        assert results(guide)["Keyboard shortcuts"][0].text(0) == command, text
    guide.field.setText("Alt+2")
    opened_again: list[bool] = []
    guide.keys_wanted.connect(lambda: opened_again.append(True))
    QTest.keyClick(guide.field, Qt.Key.Key_Return)
    guide.results.itemActivated.emit(guide.results.currentItem(), 0)
    assert opened_again == [True], "also by the keyboard"
    sheet.close()
    guide.field.setText("negascout")
    assert "Algorithms" in results(guide)
    guide.field.setText("no such words anywhere")
    assert list(results(guide)) == ["Nothing was found."]
    guide.close()


def test_esc_ends_the_search_first(window: MainWindow, qtbot: QtBot) -> None:
    guide = opened(window, qtbot)
    QTest.keyClicks(guide.field, "komi")
    assert guide.results.isVisible() and not guide.list.isVisible()
    QTest.keyClick(guide.field, Qt.Key.Key_Escape)
    assert guide.field.text() == "" and not guide.results.isVisible() and guide.isVisible()
    QTest.keyClick(guide.field, Qt.Key.Key_Escape)
    assert not guide.isVisible()


def test_vietnamese_is_found_without_diacritics(window: MainWindow, switch: LanguageSwitch, qtbot: QtBot) -> None:
    switch.switch("vi")
    guide = opened(window, qtbot)
    guide.field.setText("chieu het")
    assert any("chiếu hết" in item.text(0).lower() for items in results(guide).values() for item in items)
    guide.close()


def test_lessons_are_found_by_their_words_and_opened(window: MainWindow, switch: LanguageSwitch, qtbot: QtBot) -> None:
    guide = opened(window, qtbot)
    shown = guide.page_name
    QTest.keyClicks(guide.field, "two strokes nobody wrote")
    assert list(results(guide)) == ["Nothing was found."]
    guide.field.setText("20 is a trap")
    (item,) = results(guide)["Lesson: Minimax by hand"]
    # The current item shows a page of the guide, but a lesson is shown in the window when it is activated.
    guide.results.setCurrentItem(item)
    assert window.workspace == "play" and guide.page_name == shown
    guide.results.itemActivated.emit(item, 0)
    learn = window.learn
    assert window.workspace == "course" and learn.lesson.name == "minimax"
    qtbot.waitUntil(lambda: learn.view.top_block() > 3)
    switch.switch("vi")
    guide.field.setText("la so nao cung khong thay doi gi")
    assert next(iter(results(guide))) == "Bài học: Alpha-beta: cửa sổ và cắt tỉa"
    QTest.keyClick(guide.field, Qt.Key.Key_Return)
    assert learn.lesson.name == "alpha-beta"
    window.openers.close_guide()
