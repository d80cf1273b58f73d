"""Tree opens with the tree of alpha-beta, without a question, if that takes less than a second."""

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.handmade import parse_tree
from engine.search.spec import Spec
from engine.searchtree.recording import record
from studio.tree.recording.searches import FIRST_NODES
from studio.tree.workspace import EMPTY, PICTURED, TREE, TreeWorkspace
from studio.window.main_window import MainWindow


def opened(window: MainWindow, qtbot: QtBot, game: str) -> TreeWorkspace:
    window.document.new(find_game(game)())
    window.show_workspace("tree")
    qtbot.waitUntil(lambda: window.tree.recorded is not None and not window.tree.recorder.is_running)
    return window.tree


@pytest.mark.parametrize("game", ["chess", "xiangqi", "cotoan", "go", "caro", "nim", "tictactoe", "minigo"])
def test_the_first_tree_is_the_deepest_within_few_nodes(window: MainWindow, qtbot: QtBot, game: str) -> None:
    tree = opened(window, qtbot, game)
    found, wanted = tree.recorded, tree.wanted
    assert found is not None and wanted is not None and found.query == wanted.query
    depth = found.tree.facts.depth
    assert found.tree.facts.algorithm.startswith("alphabeta") and depth >= 1
    assert found.report is not None and found.report.nodes <= FIRST_NODES
    assert wanted.query.limit.depth == depth and tree.head.depth_box.currentText() == f"Depth {depth}"
    # The same search to this depth visits the same nodes.
    again, _ = record(found.query)
    assert len(again) == len(found.tree) and again.pv == found.tree.pv
    is_small = len(found.tree) <= PICTURED
    assert tree.head.picture_button.isChecked() == tree.page.picture.isVisible() == is_small
    assert tree.pages.currentIndex() == TREE


def test_a_hand_made_tree_is_shown_as_a_picture(window: MainWindow, qtbot: QtBot) -> None:
    position = window.openers.learn().walk.search.position(0)
    assert position is not None
    window.openers.open_position(position)
    window.show_workspace("tree")
    qtbot.waitUntil(lambda: window.tree.recorded is not None)
    found = window.tree.recorded
    assert found is not None and len(found.tree) <= len(parse_tree(window.learn.tree.text()).values)
    assert window.tree.page.picture.isVisible()
    assert found.tree.facts.depth == 2, "the height of the tree"


def test_another_algorithm_keeps_the_depth_and_the_page(window: MainWindow, qtbot: QtBot) -> None:
    tree = opened(window, qtbot, "nim")
    window.session.choice.set_specs([Spec.parse("alphabeta"), Spec.parse("minimax")])
    assert tree.recorded is not None
    depth, first = tree.recorded.tree.facts.depth, tree.recorded
    for on in (True, False):
        tree.head.picture_button.setChecked(on)
        tree.head.spec_box.activated.emit(1)
        qtbot.waitUntil(lambda: tree.recorded is not None and tree.recorded.tree.facts.algorithm == "minimax")
        assert tree.recorded.tree.facts.depth == depth
        assert tree.page.picture.isVisible() == on and tree.page.outline.isVisible() != on
        tree.head.spec_box.activated.emit(0)
        qtbot.waitUntil(lambda: tree.recorded is not None and tree.recorded is not first)
        assert tree.recorded.tree.facts.algorithm.startswith("alphabeta")
    window.show_workspace("play")
    shown = tree.recorded
    window.show_workspace("tree")
    assert tree.recorded is shown and not tree.recorder.is_running


def test_a_row_replaces_the_first_tree(window: MainWindow, qtbot: QtBot) -> None:
    """The first recording may still run when the tree of a row is shown."""
    window.document.new(find_game("nim")())
    window.session.choice.set_specs([Spec.parse("minimax")])
    (query,) = window.session.choice.queries(window.document.position)
    window.show_tree(query, None, 0)
    qtbot.waitUntil(lambda: window.tree.recorded is not None and not window.session.is_busy)
    assert window.tree.recorded is not None and window.tree.recorded.tree.facts.algorithm == "minimax"


def test_a_position_without_a_move_records_nothing(window: MainWindow) -> None:
    document = window.document
    document.new(find_game("tictactoe")())
    for text in ("a1", "a2", "b1", "b2", "c1"):
        document.play(document.game.parse_move(document.position, text))
    window.show_workspace("tree")
    assert not window.tree.recorder.is_running and window.tree.pages.currentIndex() == EMPTY


@pytest.mark.parametrize("name", ["tree", "review", "compare", "match"])
def test_no_empty_page_has_two_buttons_for_one_act(window: MainWindow, name: str) -> None:
    document = window.document
    document.new(find_game("chess")())
    document.play(document.position.legal_moves()[0])
    page = getattr(window, name)
    window.show_workspace(name)
    if name == "tree":
        page.recorder.drop()
    head = {"tree": lambda: page.head.record_button, "review": lambda: page.head.run_button,
            "compare": lambda: page.head.run_button, "match": lambda: page.start_button}[name]()  # fmt: skip
    assert page.pages.currentWidget() is page.empty
    assert head.isVisible() != page.empty._button.isVisible()
