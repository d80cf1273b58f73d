"""Trees of searches that keep their tree in memory (Monte Carlo, proof numbers), in the columns of the model."""

from collections.abc import Sequence
from typing import Any

import numpy

from engine.core.score import INFINITY
from engine.search.visit import Reason
from engine.searchtree.columns import DEFAULTS, NAMES, SNAPSHOT_TYPES, TYPES, Columns

_FIELDS = {
    "visits": {"simulations": "visits", "mean": "mean", "prior": "prior", "proved": "proof"},
    "proof": {"work": "work", "proof": "proof", "disproof": "disproof"},
}
"""Fields of the rows of a snapshot by the names of their columns, by kind of tree."""


def snapshot_columns(rows: Sequence[Any]) -> tuple[str, Columns]:
    """Return the kind of the tree and its columns.

    Args:
        rows: the nodes. A parent precedes its children, and the first node is the root.
    """
    kind = "visits" if hasattr(rows[0], "mean") else "proof"
    order, parents, _ = preorder([row.parent for row in rows])
    sizes = [rows[place].size for place in order]
    columns = empty_columns(parents, sizes)
    columns["serial"] = numpy.array(_serials(parents, sizes), TYPES["serial"])
    for name, field in {
        "move": "move",
        "ply": "ply",
        "visits": "tried",
        "tried": "tried",
        "generated": "generated",
    }.items():
        columns[name] = numpy.array([getattr(rows[place], field) for place in order], TYPES[name])
    for name, field in _FIELDS[kind].items():
        columns[name] = numpy.array([int(getattr(rows[place], field)) for place in order], SNAPSHOT_TYPES[name])
    return kind, columns


def _serials(parents: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Return the number of nodes before each node in preorder, if nodes below the last ones are missing."""
    serials = [0] * len(parents)
    following = [1] * len(parents)
    for node in range(1, len(parents)):
        serials[node] = following[parents[node]]
        following[parents[node]] += sizes[node]
        following[node] = serials[node] + 1
    return serials


def empty_columns(parents: Sequence[int], sizes: Sequence[int]) -> Columns:
    """Return the columns of nodes in preorder, of which only parents and numbers of nodes below them are known."""
    count = len(parents)
    columns: Columns = {name: numpy.full(count, DEFAULTS.get(name, 0), TYPES[name]) for name in NAMES}
    columns["serial"] = numpy.arange(count, dtype=TYPES["serial"])
    columns["parent"] = numpy.array(parents, TYPES["parent"])
    columns["subtree"] = numpy.array(sizes, TYPES["subtree"])
    columns["alpha"][:] = -INFINITY
    columns["beta"][:] = INFINITY
    columns["reason"][:] = Reason.STOPPED
    seen: dict[int, int] = {}
    for node, parent in enumerate(parents):
        if parent >= 0:
            seen[parent] = seen.get(parent, 0) + 1
            columns["rank"][node] = min(seen[parent], 65535)
    return columns


def preorder(parents: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """Return the nodes in preorder, their parents in this order, and the number of nodes of each subtree.

    Args:
        parents: parent of each node, which precedes it, or -1 for the first node only.
    """
    children: list[list[int]] = [[] for _ in parents]
    size_of = [1] * len(parents)
    for node in range(len(parents) - 1, 0, -1):
        children[parents[node]].append(node)
        size_of[parents[node]] += size_of[node]
    order: list[int] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += children[node]
    places = {node: place for place, node in enumerate(order)}
    above = [places[parents[node]] if parents[node] >= 0 else -1 for node in order]
    return order, above, [size_of[node] for node in order]


def snapshot_counts(columns: Columns, by_ply: Sequence[int]) -> dict[str, Any]:
    """Return the fields of ``Facts`` that count nodes.

    Args:
        columns: the columns of the nodes kept, which are complete to a ply.
        by_ply: number of nodes of the whole tree at each ply.
    """
    return {"nodes": sum(by_ply), "complete_to_ply": int(columns["ply"].max()), "by_ply": tuple(by_ply)}
