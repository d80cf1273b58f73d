"""Differences between trees: what both visited, whether values agree, and where a faulty search first goes wrong."""

import random
from typing import Any

import numpy
import pytest

from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.visit import Reason
from engine.searchtree.difference import Class
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from tests.engine.conftest import deep, sampled
from tests.engine.searchtree.handmade import any_tree, random_tree, search


def paths(tree: SearchTree) -> dict[tuple[tuple[int | str, int], ...], int]:
    """Each node by the moves that lead to it, each with the number of its visit, in a slow and plain way."""
    found: dict[tuple[tuple[int | str, int], ...], int] = {}
    names: list[tuple[tuple[int | str, int], ...]] = []
    for node in range(len(tree)):
        parent, number, visit = tree.parent(node), tree.number("move", node), 0
        move = tree.facts.moves[number] if tree.facts.moves and number >= 0 else number
        above = names[parent] if parent >= 0 else ()
        while (*above, (move, visit)) in found:
            visit += 1
        names.append((*above, (move, visit)))
        found[names[-1]] = node
    return found


@pytest.mark.parametrize(("one", "other"), [("minimax", "alphabeta"), ("alphabeta", "negascout"), ("mtdf", "pvs")])
@sampled(8, 200)
def test_nodes_correspond_by_their_paths(one: str, other: str, count: int) -> None:
    for seed in range(count):
        first, second = search(random_tree(seed), one), search(random_tree(seed), other)
        difference = first.diff(second)
        here, there = paths(first), paths(second)
        assert difference.partner.tolist() == [there.get(path, -1) for path in here]
        assert difference.only_first == len(here.keys() - there) and difference.only_second == len(there.keys() - here)
        both = difference.same + difference.other_bound + difference.other_value
        assert both == len(here.keys() & there) and difference.other_value == 0
        for node, place in enumerate(difference.partner.tolist()):
            if place < 0:
                assert difference.first[node] == Class.ONLY
                continue
            low, high = first.bounds(node)
            least, most = second.bounds(place)
            contradicts = (low is not None and most is not None and low > most) or (
                least is not None and high is not None and least > high
            )
            expected = Class.SAME if (low, high) == (least, most) else Class.OTHER_BOUND
            assert (
                difference.first[node] == difference.second[place] == (Class.OTHER_VALUE if contradicts else expected)
            )


@sampled(8, 200)
def test_alpha_beta_visits_a_part_of_what_minimax_visits(count: int) -> None:
    for seed in range(count):
        whole, part = search(random_tree(seed), "minimax"), search(random_tree(seed), "alphabeta")
        difference = whole.diff(part)
        assert (difference.only_second, difference.other_value) == (0, 0)
        assert difference.only_first == len(whole) - len(part)
        same = whole.diff(whole)
        assert same.same == len(whole) and same.first_node == -1


def faulty(tree: SearchTree, node: int, **changes: int) -> SearchTree:
    columns: dict[str, Any] = {name: each.copy() for name, each in tree.columns.items()}
    for name, value in changes.items():
        columns[name][node] = value
    return SearchTree(tree.facts, columns, tree.position(0))


def test_the_first_wrong_node_is_named() -> None:
    whole, part = search(random_tree(5), "minimax"), search(random_tree(5), "alphabeta")
    node = next(node for node in range(3, len(part)) if part.number("reason", node) == Reason.EXACT)
    wrong = faulty(part, node, value=part.number("value", node) + 50)
    difference = whole.diff(wrong)
    assert difference.other_value == 1 and difference.is_in_first
    assert whole.line(difference.first_node) == part.line(node)
    back = wrong.diff(whole)
    assert back.first_node == node and back.first[node] == Class.OTHER_VALUE
    unknown = whole.diff(faulty(part, node, reason=Reason.STOPPED))
    assert unknown.other_value == 0


def test_a_node_that_only_the_second_tree_has_is_named() -> None:
    whole = search(random_tree(5), "minimax")
    columns = {name: each[:-1] for name, each in whole.columns.items()}
    less = SearchTree(whole.facts, columns, whole.position(0))
    difference = less.diff(whole)
    assert (difference.only_first, difference.only_second) == (0, 1)
    assert (difference.first_node, difference.is_in_first) == (len(whole) - 1, False)


@deep
def test_the_measured_example() -> None:
    """The start position of cờ toán at depth 3. The numbers of nodes are those of the two searches alone."""
    position = find_game("cotoan")().start()
    trees = [
        record(Query(position, Spec.parse(text), "", Limit(depth=2)), capacity=800_000)[0]
        for text in ("minimax", "alphabeta")
    ]
    difference = trees[0].diff(trees[1])
    assert difference.only_second == difference.other_value == 0
    assert difference.only_first == trees[0].facts.nodes - trees[1].facts.nodes
    exact = numpy.isin(trees[1].column("reason"), [Reason.EXACT, Reason.LEAF])
    assert difference.same == int(exact.sum())


@pytest.mark.parametrize("texts", [(), ("a", "b", "c"), ("b", "a", "longer move 1", "longer move 2")])
@sampled(20, 3000)
def test_any_two_trees_correspond_by_their_paths(texts: tuple[str, ...], count: int) -> None:
    for seed in range(count):
        rng = random.Random(seed)
        first, second = any_tree(rng, texts), any_tree(rng, ("a", "b", "d") if texts else ())
        here, there = paths(first), paths(second)
        difference = first.diff(second)
        assert difference.partner.tolist() == [there.get(path, -1) for path in here]
        assert difference.only_second == len(there.keys() - here)
        assert first.diff(first).same == len(first)
        if texts:
            mixed = first.diff(any_tree(rng))
            assert mixed.same + mixed.other_bound + mixed.other_value == 1  # the roots alone


@sampled(30, 3000)
def test_levels_and_ends(count: int) -> None:
    for seed in range(count):
        tree = any_tree(random.Random(seed))
        assert tree.levels.tolist() == [len(tree.path(node)) - 1 for node in range(len(tree))]
        assert tree.ends.tolist() == [tree.end(node) for node in range(len(tree))]
