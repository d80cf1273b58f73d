"""The Tree workspace as a person uses it: from a row of Analyse or Compare to the reason of a node."""

from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.search.search import Spec
from engine.searchtree.model import Fate
from studio.analysis.choice import Budget
from studio.tree.workspace import EMPTY, RECORDING, TREE, TreeWorkspace
from studio.window.main_window import MainWindow


@pytest.fixture
def analysed(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """A window in which minimax and alpha-beta have analysed a position of tic-tac-toe to depth 3."""
    from engine.core.game import find_game

    window.document.new(find_game("tictactoe")())
    window.session.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    window.session.choice.set_reference(1)
    window.session.choice.set_budget(Budget("depth", 3))
    window.show_workspace("analyse")
    window.analysis.start()
    qtbot.waitUntil(lambda: not window.session.is_busy)
    window.analysis.stop()
    return window


def recorded(window: MainWindow, qtbot: QtBot, row: int = 1) -> TreeWorkspace:
    window.analysis.rows[row].tree_button.click()
    qtbot.waitUntil(lambda: window.tree.recorded is not None)
    return window.tree


def press(window: MainWindow, key: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key through the application, so that shortcuts are tried first."""
    QTest.keyClick(window.windowHandle(), key, modifiers)


def test_a_row_of_analyse_opens_its_tree(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    assert analysed.workspace == "tree"
    assert tree.pages.currentIndex() == TREE
    assert tree.recorded is not None and tree.recorded.is_same is True
    assert tree.recorded.tree.facts.depth == 3
    assert tree.shown.selected == 0 and tree.page.words.sentences


def test_nothing_recorded_offers_the_reference(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.show_workspace("tree")
    tree = analysed.tree
    assert tree.pages.currentIndex() == EMPTY
    tree.empty.pressed.emit()
    assert tree.pages.currentIndex() == RECORDING
    qtbot.waitUntil(lambda: tree.recorded is not None)
    assert tree.recorded is not None and tree.recorded.tree.facts.algorithm.startswith("alphabeta")
    assert tree.recorded.tree.facts.depth == 3, "the depth that the analysis reached"


def test_keys_belong_to_the_tree_only_in_its_workspace(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    ply = analysed.document.cursor
    press(analysed, Qt.Key.Key_Down)
    assert tree.shown.selected > 0
    assert analysed.document.cursor == ply, "the record stays where it is"
    press(analysed, Qt.Key.Key_Home)
    assert tree.shown.selected == 0
    press(analysed, Qt.Key.Key_2)
    assert max(row.level for row in tree.shown.rows) == 2
    analysed.show_workspace("play")
    assert analysed.actions_table["flip"].shortcut().toString() == "F"
    assert not analysed.actions_table["tree_fold"].isEnabled()


def test_a_link_selects_the_node_that_set_the_bound(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    found = tree.shown.tree
    assert found is not None
    node = next(each for each in range(len(found)) if found.fate(each) is Fate.CUT)
    tree.shown.choose(node)
    links = [part.node for sentence in tree.page.words.sentences for part in sentence.parts if part.node >= 0]
    origin = found.bound_origin(node, "beta")
    assert origin.node in links
    tree.page.words.text.anchorClicked.emit(QUrl(f"node:{origin.node}"))
    assert tree.shown.selected == origin.node
