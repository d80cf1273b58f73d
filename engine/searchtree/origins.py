"""Where the bounds of a window come from: an earlier move of the node above, an ancestor, or the search itself."""

from enum import StrEnum

from engine.core.score import INFINITY, WIN
from engine.core.values import Value
from engine.search.visit import NOT_EVALUATED, PROBE_FLAGS, Flag, Reason
from engine.searchtree.model import SearchTree


class OriginKind(StrEnum):
    """The kinds of origins.

    NONE is no bound: any value is possible. SIBLING is an earlier move of the parent, ANCESTOR an earlier sibling of an
    ancestor. TABLE is one of these two whose value was taken from the transposition table. STAND_PAT is the evaluation
    of an ancestor that need not capture. ASPIRATION is the window of the root around an expected value. NULL_WINDOW is
    a bound one unit from another one, so that the search only asks a question. MATE_DISTANCE is a bound beyond which no
    win or loss is possible. PROBE is a bound chosen by a test for pruning or an extension. ANSWER is one unit from
    the value that null windows at the root found before.
    """

    NONE = "none"
    SIBLING = "sibling"
    ANCESTOR = "ancestor"
    TABLE = "table"
    STAND_PAT = "stand_pat"
    ASPIRATION = "aspiration"
    NULL_WINDOW = "null_window"
    MATE_DISTANCE = "mate_distance"
    PROBE = "probe"
    ANSWER = "answer"


class BoundOrigin(Value):
    """The origin of a bound of a node.

    Attributes:
        kind: what the bound comes from.
        value: the bound, for the side to move at the node.
        node: the node whose value is the bound, or -1. For a null window, it is that of the bound one unit away.
        levels: number of plies from the node to the one whose window the value changed: 1 for the parent.
    """

    kind: OriginKind
    value: int
    node: int = -1
    levels: int = 0


def origin(tree: SearchTree, node: int, bound: str) -> BoundOrigin:
    """Return the origin of ``alpha`` or ``beta`` of a node.

    Raises:
        ValueError: if ``bound`` is neither ``alpha`` nor ``beta``.
    """
    if bound not in ("alpha", "beta"):
        raise ValueError(bound)
    value = tree.number(bound, node)
    found = _search(tree, node, bound, 0)
    return BoundOrigin(found.kind, value, found.node, found.levels)


def _search(tree: SearchTree, node: int, bound: str, levels: int) -> BoundOrigin:
    """Return the origin of a bound, whose value is not set, ``levels`` plies above the node in question."""
    value = tree.number(bound, node)
    if value == (-INFINITY if bound == "alpha" else INFINITY):
        return BoundOrigin(OriginKind.NONE, 0, levels=levels)
    ply = tree.number("ply", node)
    if tree.number("flags", node) & Flag.NARROWED and value == (ply - WIN if bound == "alpha" else WIN - ply - 1):
        return BoundOrigin(OriginKind.MATE_DISTANCE, 0, levels=levels)
    parent = tree.parent(node)
    if parent < 0:
        kind = OriginKind.NULL_WINDOW if _is_null(tree, node) else OriginKind.ASPIRATION
        return BoundOrigin(kind, 0, levels=levels)
    if tree.is_same_position(node):
        for each in (bound, _other(bound)):
            if value == tree.number(each, parent):
                return _search(tree, parent, each, levels)
        kind = OriginKind.PROBE if tree.number("flags", node) & PROBE_FLAGS else OriginKind.ANSWER
        return BoundOrigin(OriginKind.NULL_WINDOW if _is_null(tree, node) else kind, 0, levels=levels)
    if tree.number("flags", node) & Flag.TRYING_CAPTURE:
        return BoundOrigin(OriginKind.PROBE, 0, levels=levels)
    above = -value
    floor, source = _floor(tree, parent, node)
    if bound == "alpha":
        if above == tree.number("beta", parent):
            return _search(tree, parent, "beta", levels + 1)
        if above == floor + 1:
            return _near(tree, parent, source, levels)
    else:
        if above == floor:
            return _from_floor(tree, parent, source, levels)
        earlier = _earlier_visit(tree, parent, node)
        if earlier >= 0 and above == -tree.number("value", earlier) - 1:
            return BoundOrigin(OriginKind.NULL_WINDOW, 0, earlier, levels)
        if above == tree.number("beta", parent) - 1:
            found = _search(tree, parent, "beta", levels + 1)
            return BoundOrigin(OriginKind.NULL_WINDOW, 0, found.node, levels)
    return BoundOrigin(OriginKind.NULL_WINDOW if _is_null(tree, node) else OriginKind.PROBE, 0, levels=levels)


def _other(bound: str) -> str:
    return "beta" if bound == "alpha" else "alpha"


def _is_null(tree: SearchTree, node: int) -> bool:
    return tree.number("beta", node) - tree.number("alpha", node) == 1


def _floor(tree: SearchTree, parent: int, before: int) -> tuple[int, int]:
    """Return alpha of a node when it searched the move of its child ``before``, and the child that raised it last.

    Instead of a child, -1 is the window with which the node began, and -2 its evaluation.
    """
    alpha = tree.number("alpha", parent)
    floor, source = alpha, -1
    standing = tree.number("standing", parent)
    if tree.number("depth", parent) <= 0 and standing != NOT_EVALUATED and standing > alpha:
        floor, source = standing, -2
    move = tree.number("move", before)
    last: dict[int, int] = {}
    for child in tree.children(parent):
        if child >= before:
            break
        if not tree.is_probe(child) and tree.number("move", child) != move:
            last.pop(tree.number("move", child), None)
            last[tree.number("move", child)] = child
    for child in last.values():
        if tree.number("reason", child) != Reason.STOPPED and -tree.number("value", child) > floor:
            floor, source = -tree.number("value", child), child
    return floor, source


def _from_floor(tree: SearchTree, parent: int, source: int, levels: int) -> BoundOrigin:
    """Return the origin of alpha of a node in the middle of its search, for a child of it."""
    if source == -1:
        return _search(tree, parent, "alpha", levels + 1)
    if source == -2:
        return BoundOrigin(OriginKind.STAND_PAT, 0, parent, levels + 1)
    kind = OriginKind.SIBLING if levels == 0 else OriginKind.ANCESTOR
    if tree.number("reason", source) == Reason.TABLE:
        kind = OriginKind.TABLE
    return BoundOrigin(kind, 0, source, levels + 1)


def _near(tree: SearchTree, parent: int, source: int, levels: int) -> BoundOrigin:
    """Return the origin of a bound one unit above alpha of a node."""
    found = _from_floor(tree, parent, source, levels)
    return BoundOrigin(OriginKind.NULL_WINDOW, 0, found.node, levels)


def _earlier_visit(tree: SearchTree, parent: int, node: int) -> int:
    """Return the last visit of the same move before ``node``, or -1."""
    found, move = -1, tree.number("move", node)
    for child in tree.children(parent):
        if child >= node:
            break
        if tree.number("move", child) == move and not tree.is_probe(child):
            found = child
    return found
