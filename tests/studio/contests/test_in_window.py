"""The Match workspace in the window: keys, Esc, games that open in the document, room."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.search.spec import Spec
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

SECONDS = 30_000
"""How long anything may take on a busy machine, in ms."""


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(window.focusWidget() or window, key, modifier)


def test_space_plays_escape_stops_and_a_game_opens(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    press(window, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window.workspace == "match"
    assert window.match.isVisible()
    assert not any(dock.isVisible() for dock in window.docks.values())
    match = window.match
    match.form.games_box.setValue(500)
    match.form.rows[0].budget_box.depth_box.setValue(1)
    window.bar.language_button.setFocus()
    press(window, Qt.Key.Key_Space)
    assert match.is_running
    qtbot.waitUntil(lambda: match.results.games.rowCount() >= 3, timeout=SECONDS)
    press(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not match.is_running, timeout=SECONDS)
    assert match.is_unfinished
    match.results.list.setFocus()
    match.results.list.setCurrentIndex(match.results.list.model().index(1, 0))
    press(window, Qt.Key.Key_Down)
    assert match.results.list.currentIndex().row() == 2, "arrows are the table's here"
    result = match.results.games.result_at(match.results.list.currentIndex().row())
    press(window, Qt.Key.Key_Return)
    assert window.workspace == "analyse"
    tree = window.document.tree
    assert len(tree.main_line()) - 1 == len(result.moves)
    assert window.document.record.headers["Round"] == str(result.index + 1)
    assert not window.document.is_modified, "the contest keeps it"


def test_closing_the_window_ends_a_contest(window: MainWindow, qtbot: QtBot) -> None:
    window.show_workspace("match")
    window.match.form.games_box.setValue(500)
    window.match.start()
    qtbot.waitUntil(lambda: window.match.results.games.rowCount() >= 1, timeout=SECONDS)
    window.close()
    assert not window.match.is_running


@pytest.mark.parametrize("language", ["en", "vi"])
def test_the_workspace_does_not_widen_the_window(
    window: MainWindow, qtbot: QtBot, switch: LanguageSwitch, language: str
) -> None:
    switch.switch(language)
    window.resize(1280, 800)
    window.show_workspace("match")
    window.match.form.rows[0].budget_box.depth_box.setValue(1)
    for name in ("random", "alphabeta", "minimax", "negamax", "negamax_alphabeta"):
        window.match.form.add(Spec.make(name))
    window.match.form.form_box.setCurrentIndex(3)
    window.match.form.games_box.setValue(1)
    window.match.start()
    window.match._show_form(True)
    qtbot.waitUntil(lambda: not window.match.is_running, timeout=SECONDS)
    assert window.minimumSizeHint().width() <= 1280
    assert window.size().width() == 1280
