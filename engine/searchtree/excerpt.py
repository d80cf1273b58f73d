"""A part of a recorded tree: a line with all moves at its nodes, and what is below its last node, as far as it fits."""

from collections import deque
from collections.abc import Iterator

import numpy

from engine.searchtree.columns import packed
from engine.searchtree.model import SearchTree


def excerpt(tree: SearchTree, node: int, most: int) -> tuple[SearchTree, list[int]]:
    """Return the part of a tree that belongs to a line, and the nodes of the tree that it contains, in their order.

    Of each node, it contains all children or none, so a search can be replayed at the nodes with children. First come
    those of the nodes of the line, from the last one up, and then those below the last one, ply by ply.

    Args:
        tree: the tree.
        node: the last node of the line.
        most: the number of nodes that the part may have. The nodes of the line itself are always contained.
    """
    path = tree.path(node)
    kept = set(path)
    for parent in _parents(tree, path):
        family = set(tree.children(parent))
        if len(kept | family) > most:
            break
        kept |= family
    nodes = sorted(kept)
    places = numpy.array(nodes)
    columns = {name: column[places] for name, column in tree.columns.items()}
    above = tree.column("parent")[places]
    columns["parent"] = numpy.where(above < 0, -1, numpy.searchsorted(places, above)).astype(numpy.int32)
    return SearchTree(tree.facts, packed(columns), tree.position(0)), nodes


def _parents(tree: SearchTree, path: list[int]) -> Iterator[int]:
    """Yield the nodes of a line, from the last one, and then those below the last one, ply by ply."""
    yield from reversed(path)
    waiting = deque(tree.children(path[-1]))
    while waiting:
        each = waiting.popleft()
        yield each
        waiting.extend(tree.children(each))
