"""Random trees of numbers, their minimax values, and changed copies, to check claims about searches."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

import numpy

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.handmade import HandmadeTree, parse_tree
from engine.core.values import replace
from engine.games.trees.position import TreePosition
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.visit import Reason
from engine.searchtree.columns import TYPES
from engine.searchtree.facts import TreeFacts
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from engine.searchtree.snapshot import empty_columns

MOST_NODES = 64


def random_tree(seed: int) -> HandmadeTree:
    """A tree of at most 64 nodes, four or five plies deep, with leaves from −9 to 9."""
    rng = random.Random(seed)
    while True:

        def branch(depth: int) -> str:
            if depth == 0 or rng.random() < 0.12:
                return str(rng.randint(-9, 9))
            return f"({' '.join(branch(depth - 1) for _ in range(rng.choice((1, 2, 2, 2, 3))))})"

        deep = rng.choice((4, 5))
        tree = parse_tree(f"({branch(deep - 1)} {branch(deep - 1)})")
        if 12 <= len(tree.values) <= MOST_NODES:
            return tree


def at(tree: HandmadeTree, node: int = 0) -> Any:
    """The position of a node."""
    return TreePosition(find_game("trees")(), tree, node)


def search(tree: HandmadeTree, text: str, capacity: int = 10_000) -> SearchTree:
    """The tree of a search to the leaves."""
    return record(Query(at(tree), Spec.parse(text), "", Limit(depth=8)), capacity=capacity)[0]


def minimax(tree: HandmadeTree, node: int) -> int:
    """The value of a node for the maximiser."""
    below = [minimax(tree, child) for child in tree.children[node]]
    if not below:
        return tree.values[node]
    return min(below) if tree.depths[node] % 2 else max(below)


def below(tree: HandmadeTree, node: int) -> set[int]:
    """A node and all nodes below it."""
    return {node}.union(*(below(tree, child) for child in tree.children[node]))


def with_leaves(tree: HandmadeTree, leaves: Mapping[int, int]) -> HandmadeTree:
    """The tree with other values of some leaves."""
    return replace(tree, values=tuple(leaves.get(node, value) for node, value in enumerate(tree.values)))


def without(tree: HandmadeTree, node: int) -> HandmadeTree:
    """The tree without a node, which has a sibling. The numbers of the other nodes stay."""
    children = tuple(tuple(child for child in each if child != node) for each in tree.children)
    return replace(tree, children=children)


def number_of(tree: SearchTree, node: int) -> int:
    """The number in the tree of the game of a node of the search."""
    return int(tree.line(node)[-1]) if tree.line(node) else 0


def leaves_of(tree: HandmadeTree, nodes: Iterable[int]) -> list[int]:
    """The leaves below some nodes."""
    return [each for node in nodes for each in below(tree, node) if not tree.children[each]]


def evaluation() -> Any:
    """The evaluation of trees."""
    return find_evaluation("trees")


def any_tree(rng: random.Random, texts: tuple[str, ...] = ()) -> SearchTree:
    """A tree of up to 40 nodes in which moves are repeated at random, some below the same position."""
    count = rng.randint(1, 40)
    open_nodes, parents, sizes, plies = [0], [-1], [1] * count, [0]
    for node in range(1, count):
        del open_nodes[rng.randint(1, len(open_nodes)) :]
        parents.append(open_nodes[-1])
        plies.append(plies[open_nodes[-1]] + rng.choice((1, 1, 1, 0)))
        open_nodes.append(node)
    for node in range(count - 1, 0, -1):
        sizes[parents[node]] += sizes[node]
    columns: dict[str, Any] = empty_columns(parents, sizes)
    columns["ply"] = numpy.array(plies, TYPES["ply"])
    moves = len(texts) or 4
    columns["move"] = numpy.array([-1] + [rng.randrange(moves) for _ in range(count - 1)], TYPES["move"])
    columns["value"] = numpy.array([rng.randint(-2, 2) for _ in range(count)], TYPES["value"])
    columns["reason"] = numpy.array([rng.randrange(len(Reason)) for _ in range(count)], TYPES["reason"])
    return SearchTree(TreeFacts(moves=texts), columns)
