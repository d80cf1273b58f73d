"""The board of the record in Tree: a preview of the node that is selected or hovered, while the cursor stays."""

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.searchtree.node import Fate
from studio.tree.workspace import TreeWorkspace
from studio.window.main_window import MainWindow
from tests.studio.tree.recorded import recorded


@pytest.fixture
def tree(window: MainWindow) -> TreeWorkspace:
    """The Tree workspace with a tree of alpha-beta from the start of tic-tac-toe, which is the cursor of the record."""
    window.document.new(find_game("tictactoe")())
    window.document.play(4)
    window.document.to_start()
    window.show_workspace("tree")
    made = window.tree
    made.recorder.drop()
    made.recorder.recorded.emit(recorded("cuts"))
    return made


def test_a_node_is_a_preview_that_ends_with_esc_or_with_the_cursor(window: MainWindow, tree: TreeWorkspace) -> None:
    shown, board, document = tree.shown, window.board, window.document
    assert shown.tree is not None and board.position == document.position and not tree.page.board.isVisible()
    assert window.page.players.state.whole == "X to move", "the root is the position at the cursor"
    node = next(each for each in range(len(shown.tree)) if shown.tree.fate(each) is Fate.CUT)
    text, cursor, position = document.text(), document.cursor, shown.tree.position(node)
    shown.choose(node)
    assert board.position == position and len(board.arrows()) == 2
    assert window.page.players.state.whole == f"Preview: {tree.page.board.caption.whole} (Esc goes back)"
    window.analysis_commands.stop()
    assert board.position == document.position and board.arrows() == [] and shown.selected == node
    # A hovered node is shown as long as it is hovered.
    tree.page.board.peek(node)
    assert board.position == position
    tree.page.board.peek(-1)
    assert board.position == document.position
    shown.choose(0)
    shown.choose(node)
    assert board.position == position
    window.show_workspace("analyse")
    assert board.position == document.position
    window.show_workspace("tree")
    assert board.position == position and (document.text(), document.cursor) == (text, cursor)
    document.forward()
    assert board.position == document.position and shown.selected == node
    # Now the root is another position than that at the cursor.
    shown.choose(0)
    assert board.position == shown.tree.position(0) != document.position


def test_moves_on_a_preview_go_from_node_to_node(window: MainWindow, tree: TreeWorkspace) -> None:
    shown, document = tree.shown, window.document
    assert shown.tree is not None
    node = next(each for each in range(len(shown.tree)) if shown.tree.fate(each) is Fate.CUT)
    shown.choose(node)
    child, count = shown.tree.children(node)[0], len(document.tree)
    window.board.move_played.emit(shown.tree.move(child))
    assert shown.selected == child and window.board.position == shown.tree.position(child)
    shown.choose(node)
    window.board.move_played.emit(shown.tree.ghosts(node)[0])
    assert shown.selected == node and len(document.tree) == count
    assert "not looked at" in window.statusBar().currentMessage()
    window.analysis_commands.stop()
    window.board.move_played.emit(0)
    assert len(document.tree) == count + 1, "without a preview, it is a move of the record"


def test_a_tree_of_another_game_has_a_small_board(window: MainWindow, tree: TreeWorkspace) -> None:
    tree.shown.choose(1)
    assert window.board.position != window.document.position
    tree.recorder.recorded.emit(recorded("scout"))
    tree.shown.choose(1)
    picture = tree.page.board.board.picture_parts
    assert tree.page.board.isVisible() and picture is not None and picture.last != ()
    assert window.board.position == window.document.position and window.board.arrows() == []


def test_the_selected_node_of_two_trees(window: MainWindow, tree: TreeWorkspace, qtbot: QtBot) -> None:
    tree.comparer.pair(recorded("cuts"), recorded("every"))
    qtbot.waitUntil(lambda: tree.shows_pair)
    pairs = tree.pair_page
    assert pairs.pairs is not None
    only_second = next((-1, node) for node in range(len(pairs.pairs.second)) if pairs.pairs.back[node] < 0)
    for pair in ((1, int(pairs.pairs.partner[1])), only_second):
        pairs.outline.choose(pair)
        owner, node = (pairs.pairs.first, pair[0]) if pair[0] >= 0 else (pairs.pairs.second, pair[1])
        assert window.board.position == owner.position(node) != window.document.position
