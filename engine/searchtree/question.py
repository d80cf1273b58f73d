"""The visits that a replay of a large tree shows: the line in question, and what is below its last node as it fits."""

from collections.abc import Container, Iterator

from engine.searchtree.model import SearchTree

MOST_REPLAYED = 3000
"""Maximum number of visits of a replay, except on a very long line with very many moves."""


def visits_in_question(tree: SearchTree, node: int, most: int = MOST_REPLAYED) -> tuple[int, ...]:
    """Return the visits of a replay that answers why a node has its value, in increasing order.

    They are the path from the root to the node, the siblings of the nodes on it, and visits below the node: those of
    its best line and their siblings first, then level by level. Either all children of a visit are among them or none.

    Args:
        tree: a tree of a search with windows.
        node: the node in question.
        most: maximum number of visits. The path and the siblings of its nodes are never left out.
    """
    path = tree.path(node)
    kept = {path[0]}
    for each in path[:-1]:
        kept.update(tree.children(each))
    for each in _order(tree, node, kept):
        if each + 1 not in kept and tree.end(each) - each - 1:
            children = tree.children(each)
            if len(kept) + len(children) <= most:
                kept.update(children)
        if len(kept) >= most:
            break
    return tuple(sorted(kept))


def _order(tree: SearchTree, node: int, kept: Container[int]) -> Iterator[int]:
    """Yield the best line from a node on, then the node and what is below it and kept by then, level by level."""
    best: int | None = node
    while best is not None and best in kept:
        yield best
        best = tree.best_child(best)
    level = [node]
    while level:
        yield from level
        level = [child for each in level if each + 1 in kept for child in tree.children(each)]


def left_out(tree: SearchTree, node: int, visits: tuple[int, ...]) -> int:
    """Return the number of visits below a node that are not among ``visits``, recorded or not."""
    end = tree.end(node)
    return tree.number("subtree", node) - sum(node <= each < end for each in visits)
