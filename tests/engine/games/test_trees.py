"""Trees made by hand: their values worked out without the engine, and what is cut off in the textbook ones."""

from typing import Any

import pytest

from engine.cli.rules import text_board as lines_of_rules
from engine.core.errors import IllegalMoveError, NotationError, OptionError, PositionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.handmade import parse_tree
from engine.core.outcome import Player
from engine.core.surface import Setup
from engine.face.text import text_board
from engine.games.trees.game import TREES, tree_of
from engine.search.report import Limit, Report
from engine.search.spec import Spec

SOUND = [
    "minimax", "alphabeta", "negamax", "negamax_alphabeta", "negascout", "negascout:ordering=on", "mtdf", "best_first",
]  # fmt: skip


def start(tree: str) -> Any:
    return find_game("trees").with_rules(f"tree={tree}").start()


def analyse(tree: str, algorithm: str, depth: int = 9) -> Report:
    *_, report = Spec.parse(algorithm).build(find_evaluation("trees")).analyse(start(tree), Limit(depth=depth))
    return report


def value(nested: Any, maximise: bool = True) -> int:
    """The minimax value of nested lists of numbers."""
    if isinstance(nested, int):
        return nested
    return (max if maximise else min)(value(each, not maximise) for each in nested)


def nested(name: str) -> Any:
    """A tree as nested lists, read by Python instead of by the engine."""
    text = TREES[name].replace("9:(", "(").replace("1:(", "(").replace("0:(", "(")
    return eval(text.replace(" ", ",").replace("(", "[").replace(")", "]"))


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("algorithm", SOUND)
@pytest.mark.diagonal("name", "algorithm")
def test_every_algorithm_finds_the_value(name: str, algorithm: str) -> None:
    report = analyse(name, algorithm)
    assert report.score is not None and report.score.pov(Player.FIRST).value == value(nested(name))


def test_two_is_taken_instead_of_hoping_for_eight() -> None:
    report = analyse("two_or_eight", "minimax")
    game, position = start("two_or_eight").game, start("two_or_eight")
    assert game.format_move(position, report.pv[0]) == "B"
    assert report.score is not None and report.score.value == 2


@pytest.mark.parametrize(
    ("tree", "leaves"),
    [("two_or_eight", 2 + 1), ("cutoffs", 3 + 1 + 1), ("bad_order", 3 + 3 + 3)],
)
def test_alphabeta_looks_at_the_leaves_that_a_hand_would(tree: str, leaves: int) -> None:
    inner = len(tree_of(tree).children) - len(tree_of(tree).leaves)
    assert analyse(tree, "alphabeta").iteration_nodes - inner == leaves
    assert analyse(tree, "minimax").iteration_nodes == len(tree_of(tree).children)


def test_the_tree_of_the_book() -> None:
    """Once the minimiser has found 1, which is less than 2, the leaf 8 is not visited: 6 of 7 nodes, one cut-off."""
    assert [analyse("two_or_eight", each).iteration_nodes for each in ("minimax", "alphabeta")] == [7, 6]
    assert analyse("two_or_eight", "alphabeta", 2).leaves == 3
    tree = tree_of("two_or_eight")
    assert [tree.values[leaf] for leaf in tree.leaves] == [2, 5, 1, 8]


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("algorithm", SOUND)
@pytest.mark.diagonal("name", "algorithm")
def test_a_search_ends_with_the_tree(name: str, algorithm: str) -> None:
    search = Spec.parse(algorithm).build(find_evaluation("trees"))
    reports = [*search.analyse(start(name), Limit(nodes=200_000))]
    depths = tree_of(name).depths
    assert [report.depth for report in reports] == [*range(1, max(depths) + 1)]
    assert [report.exhausted for report in reports] == [False] * (len(reports) - 1) + [True]
    assert reports[-1].score is not None and reports[-1].score.value == value(nested(name))
    if algorithm in ("minimax", "negamax"):
        sizes = [sum(depth <= each.depth for depth in depths) for each in reports]
        assert [report.iteration_nodes for report in reports] == sizes
        assert reports[-1].nodes == sum(sizes)


@pytest.mark.parametrize(("algorithm", "last", "all_depths"), [("minimax", 13, 17), ("alphabeta", 9, 13)])
def test_nodes_of_the_tree_with_cutoffs(algorithm: str, last: int, all_depths: int) -> None:
    search = Spec.parse(algorithm).build(find_evaluation("trees"))
    *_, report = search.analyse(start("cutoffs"), Limit(nodes=200_000))
    assert (report.depth, report.iteration_nodes, report.nodes, report.final) == (2, last, all_depths, True)


def test_the_horizon() -> None:
    """One ply deep the second branch looks best; a ply later it is the worst."""
    position = start("horizon")
    names = [position.game.format_move(position, analyse("horizon", "negamax", depth).pv[0]) for depth in (1, 2)]
    assert names == ["C", "B"]


def test_trees_are_read_with_care() -> None:
    tree = parse_tree("(4:(1 -2) 3)")
    assert tree.values == (0, 4, 3, 1, -2) and tree.children == ((1, 2), (3, 4), (), (), ())
    assert tree.parents == (-1, 0, 0, 1, 1) and tree.depths == (0, 1, 1, 2, 2)
    for text in ("", "(", "()", "(1", "1 2", "(1 x)", ")", "(1))", "4:"):
        with pytest.raises(NotationError):
            parse_tree(text)


@pytest.mark.parametrize("name", TREES)
def test_no_two_nodes_share_a_cell(name: str) -> None:
    tree = tree_of(name)
    assert len({tree.cell(node) for node in range(len(tree.values))}) == len(tree.values)
    for parent, children in enumerate(tree.children):
        assert [tree.columns[child] for child in children] == sorted({tree.columns[child] for child in children})
        assert all(tree.cell(child) < tree.cell(parent) for child in children)


def test_what_cannot_be() -> None:
    position = start("two_or_eight")
    game = position.game
    with pytest.raises(IllegalMoveError, match="not a child of A"):
        game.parse_move(position, "D")
    with pytest.raises(NotationError, match="is not a node"):
        game.parse_move(position, "Z")
    pieces = dict(game.surface(position).pieces)
    for broken, turn, reason in (
        ({}, Player.FIRST, "mark"),
        (pieces, Player.SECOND, "whose move"),
        ({cell: piece for cell, piece in pieces.items() if piece != "v8"}, Player.FIRST, "cannot be changed"),
    ):
        with pytest.raises(PositionError, match=reason):
            game.compose(Setup(broken, turn))


def with_bounds_of_parents(tree: Any, bound: float = float("inf"), maximise: bool = True) -> tuple[int, int]:
    """The value and the visited nodes of a search whose only bound is the best value of the parent so far.

    This is F1 of Knuth and Moore (1975), which makes all cutoffs but the deep ones.
    """
    if isinstance(tree, int):
        return tree, 1
    sign, best, visits = 1 if maximise else -1, float("-inf"), 1
    for each in tree:
        found, more = with_bounds_of_parents(each, -best, not maximise)
        best, visits = max(best, sign * found), visits + more
        if best >= bound:
            break
    return int(sign * best), visits


def test_only_the_tree_of_the_deep_cutoff_has_one() -> None:
    for name in TREES.keys() - {"horizon"}:
        shallow = with_bounds_of_parents(nested(name))
        report = analyse(name, "alphabeta")
        assert shallow[0] == value(nested(name)) == report.score.value, name
        assert (shallow[1] > report.iteration_nodes) == (name == "deep"), name


def test_a_text_given_as_the_name_of_a_tree_is_answered_with_the_option_for_texts() -> None:
    message = r"tree=\(\(2 5\) \(1 8\)\): expected one of two_or_eight, .*; other values are given as text=…$"
    with pytest.raises(OptionError, match=message):
        find_game("trees").with_rules("tree=((2 5) (1 8))")


def test_the_text_drawing_of_a_tree_has_no_coordinates() -> None:
    surface = find_game("trees")().start().game.surface(find_game("trees")().start())
    assert text_board(surface).splitlines() == ["      ●", "    .   .", "  B       C", "", "2   5   1   8"]
    assert [line.split() for line in lines_of_rules(surface) if line] == [["●"], ["B", "C"], ["2", "5", "1", "8"]]
