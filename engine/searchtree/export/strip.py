"""The numbers of a window strip: the replies of a node of a recorded tree, seen by one side."""

from collections.abc import Callable

from engine.core.score import INFINITY, WIN_BOUND
from engine.picture.colors import Fate as Colour
from engine.picture.fates import Bound
from engine.picture.window import Reply, Strip, scale_of
from engine.search.visit import Reason
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate

COLOURS: dict[Fate, Colour] = {
    Fate.EXACT: "exact", Fate.CUT: "cut", Fate.LOW: "low", Fate.LEAF: "leaf", Fate.UNKNOWN: "unseen",
}  # fmt: skip
"""The fates in pictures."""


def replies_of(tree: SearchTree, node: int) -> list[int]:
    """Return the children of a node that are moves, in the order of visits. A move searched again is two of them."""
    return [child for child in tree.children(node) if not tree.is_probe(child)]


def node_of_strip(tree: SearchTree, node: int) -> int:
    """Return the node whose replies are shown if ``node`` is selected: ``node``, or its parent if it has none."""
    return tree.parent(node) if not replies_of(tree, node) and tree.parent(node) >= 0 else node


def bound_for(tree: SearchTree, node: int, sign: int) -> Bound:
    """Return what is known about the value of a node, multiplied by ``sign``, which is 1 or −1."""
    fate = tree.fate(node)
    if fate is Fate.UNKNOWN:
        return "none"
    if fate not in (Fate.CUT, Fate.LOW):
        return "exact"
    return "least" if (fate is Fate.CUT) == (sign > 0) else "most"


def strip_of(
    tree: SearchTree,
    node: int,
    sign: int = 1,
    *,
    chosen: int = -1,
    pinned: int = -1,
    hovered: int = -1,
    label: str = "",
    is_known: Callable[[int], bool] = lambda node: True,
) -> Strip:
    """Return the replies of a node.

    Args:
        tree: a tree of a search with windows.
        node: the node.
        sign: 1 for values as they are for the side to move at the node, or −1 for the other side.
        chosen: the selected reply, which has a ring, or -1.
        pinned: a reply with a ring, or -1.
        hovered: a reply with a ring, or -1.
        label: text at the best reply.
        is_known: function that returns whether the value of a node is shown.
    """
    children, best = replies_of(tree, node), tree.best_child(node) if is_known(node) else None
    floor, floors = tree.floor_at_start(node), []
    for child in children:
        floors.append(floor)
        if is_known(child) and tree.number("reason", child) != Reason.STOPPED:
            floor = max(floor, -tree.number("value", child))
    replies = [
        Reply(
            -sign * tree.number("value", child), COLOURS[tree.fate(child)], bound_for(tree, child, -sign),
            is_known(child), child == best, child == chosen, child == pinned, child == hovered,
        )
        for child in children
    ]  # fmt: skip

    def end(value: int) -> int | None:
        return sign * value if abs(value) < INFINITY else None

    ghosts = tree.visit(node).never_tried if is_known(node) else 0
    return Strip(
        replies, [end(each) for each in (*floors, floor)], end(tree.number("beta", node)), sign > 0, ghosts, label
    )


def scale_of_strip(tree: SearchTree, node: int, sign: int = 1) -> tuple[float, float]:
    """Return the least and the greatest value of a strip, times the sign. Forced wins are drawn at its edges."""
    values = [-sign * tree.number("value", child) for child in replies_of(tree, node)]
    values += [sign * tree.number(name, node) for name in ("alpha", "beta")]
    return scale_of([each for each in values if abs(each) < WIN_BOUND])
