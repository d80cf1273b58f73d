"""The least number of leaves that prove the value of a tree, which any search without a table must visit.

To prove that the value of a node is at least v, one child of a node of the maximiser is enough, and all children of a
node of the minimiser are needed; "at most" is the same with the sides exchanged. The value of the root needs both
proofs: one best child of a node on the principal variation needs both, each other child only a refutation. The cheapest
ones are chosen, which need not be those of the best values. Alpha-beta visits these leaves and no others if every node
tries its children in the cheapest order. Source: D. Knuth and R. Moore, An analysis of alpha-beta pruning, Artificial
Intelligence 6 (1975), whose formula is the number for uniform trees.
"""

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from engine.asking.query import slow_mode
from engine.core.errors import SearchError
from engine.search.query import Query, Run
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.searchtree.recording import record

MOST_NODES = 100_000
"""Maximum number of nodes of a tree of minimax whose least number of leaves is computed."""
MOST_NODES_SLOWLY = 2_000
"""The same without compiled code."""

_NEVER = 2**40
"""More leaves than a tree can have: there is no such proof."""

Numbers = Sequence[int] | NDArray[Any]


def minimal_leaves(parents: Numbers, plies: Numbers, values: Numbers) -> int:
    """Return the least number of leaves that prove the minimax value of a tree.

    Args:
        parents: the parent of each node, -1 for the root, which is the first node. The children of a node are
            consecutive among the nodes of their ply, in the order of their parents, as in a visit depth first or level
            by level.
        plies: the ply of each node, 0 for the root, where the maximiser moves. The sides alternate.
        values: the value of each leaf for the maximiser. Those of other nodes are not used.
    """
    above, ply, value = (numpy.array(each, dtype=numpy.int64) for each in (parents, plies, values))
    levels = []
    for level in range(int(ply.max()), 0, -1):
        nodes = numpy.flatnonzero(ply == level)
        owners = above[nodes]
        starts = numpy.flatnonzero(numpy.append(True, owners[1:] != owners[:-1]))
        levels.append((level % 2 == 1, nodes, starts, owners[starts]))
    for is_maximiser, nodes, starts, groups in levels:
        best = numpy.maximum if is_maximiser else numpy.minimum
        value[groups] = best.reduceat(value[nodes], starts)
    at_least = numpy.where(value >= value[0], 1, _NEVER)
    at_most = numpy.where(value <= value[0], 1, _NEVER)
    exact = numpy.where(value == value[0], 1, _NEVER)
    for is_maximiser, nodes, starts, groups in levels:
        one, every = (at_least, at_most) if is_maximiser else (at_most, at_least)
        one[groups] = numpy.minimum.reduceat(one[nodes], starts)
        total = numpy.minimum(numpy.add.reduceat(every[nodes], starts), _NEVER)
        # What a child costs more if it is the one that is known exactly.
        more = numpy.where(exact[nodes] < _NEVER, exact[nodes] - every[nodes], _NEVER)
        exact[groups] = numpy.minimum(total + numpy.minimum.reduceat(more, starts), _NEVER)
        every[groups] = total
    return int(exact[0])


def count_minimal_leaves(query: Query, depth: int, stop: Stop, most: int | None = None) -> int | None:
    """Return the least number of leaves that prove the value of a position at a depth.

    The whole tree of minimax is recorded, with the moves and the evaluation of the query and without quiescence. So it
    is known for hand-made trees and for positions with small trees only.

    Args:
        query: the query, whose limit is not used.
        depth: depth of the tree, at least 1.
        stop: flag that ends the search.
        most: maximum number of nodes, including those of smaller depths, or None for the default.

    Returns:
        The number, or None if the tree is too large or the search was stopped.
    """
    most = most or (MOST_NODES_SLOWLY if slow_mode() else MOST_NODES)
    spec = Spec.make("minimax", likely=query.spec.option("likely", True))
    limit = Limit(depth=depth, nodes=most)
    whole = Query(query.position, spec, query.evaluation, limit, query.seed, only=query.only)
    try:
        tree, report = record(whole, Run(stop), most)
    except SearchError:
        # The game is over, or not even depth 1 was completed.
        return None
    if tree.facts.depth != depth or not tree.is_complete or report.depth != depth:
        return None
    plies = tree.column("ply")
    # The values of visits are those for the side to move.
    values = numpy.where(plies % 2 == 0, tree.column("value"), -tree.column("value"))
    return minimal_leaves(tree.column("parent"), plies, values)
