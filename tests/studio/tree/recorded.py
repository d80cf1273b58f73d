"""Small recorded trees, each searched once in a test run."""

from collections.abc import Sequence
from functools import cache

from engine.core.game import find_game
from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import open_node, record
from studio.tree.recording.recorder import Recorded, Wanted
from studio.tree.views.prepared import prepare
from studio.tree.views.shown import ShownTree

SEARCHES = {
    "cuts": ("tictactoe", "alphabeta", Limit(depth=3)), "every": ("tictactoe", "minimax", Limit(depth=2)),
    "shallow": ("tictactoe", "alphabeta", Limit(depth=2)), "again": ("tictactoe", "mtdf", Limit(depth=3)),
    "scout": ("nim", "pvs", Limit(depth=4)), "quiet": ("cotoan", "negascout:quiescence=on,ordering=on", Limit(depth=2)),
    "whole": ("nim", "minimax", Limit(depth=4)), "part": ("nim", "alphabeta", Limit(depth=4)),
    "visits": ("tictactoe", "mcts", Limit(nodes=60)), "proof": ("tictactoe", "pn", Limit(nodes=300)),
}  # fmt: skip
"""Games, algorithms and limits."""
WINDOWS = ("cuts", "every", "again", "scout", "quiet")
"""Some with windows; ``shallow``, ``whole`` and ``part`` are for comparing."""


def query(name: str) -> Query:
    game, text, limit = SEARCHES[name]
    return Query(find_game(game)().start(), Spec.parse(text), "", limit)


@cache
def recorded(name: str, capacity: int = 10_000) -> Recorded:
    """Return the tree of a search with at most ``capacity`` nodes."""
    tree, report = record(query(name), capacity=capacity)
    return Recorded(Wanted(query(name)), query(name), tree, prepare(tree), report, capacity=capacity)


def shown(name: str, capacity: int = 10_000) -> ShownTree:
    """Return the state of the views of a tree."""
    found, made = recorded(name, capacity), ShownTree()
    made.show_tree(found.tree, found.prepared)
    return made


def opened(name: str, capacity: int, node: int) -> SearchTree:
    """Return a tree with the children of a node that did not fit."""
    found = recorded(name, capacity)
    assert found.query is not None
    return open_node(found.tree, node, found.query, capacity=capacity)


def changed(found: Recorded, facts: dict[str, object] | None = None, **values: object) -> Recorded:
    """Return a recorded tree with other facts or attributes."""
    tree = found.tree
    if facts is not None:
        tree = SearchTree(replace(tree.facts, **facts), tree.columns, tree.position(0))
    return Recorded(**{**vars(found), "tree": tree, **values})  # type: ignore[arg-type]


def nodes_of(rows: Sequence[object]) -> list[int]:
    """Return the nodes of rows, those of runs one by one, without moves never looked at."""
    found: list[int] = []
    for row in rows:
        if row.is_node:  # type: ignore[attr-defined]
            found.append(row.node)  # type: ignore[attr-defined]
        elif row.row is not None:  # type: ignore[attr-defined]
            found += row.row.nodes  # type: ignore[attr-defined]
    return found
