"""Where the nodes of a drawn tree are placed."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QSizeF

from engine.teach.drawing import Drawing

LEAF, LEAST_LEAF, INNER, LONG_LEAF = 32.0, 24.0, 40.0, 42.0
"""Usual and least width of a leaf, width of an inner node, and width of leaves with long texts, in px."""
LONG = 5
"""Number of characters of a long text, such as ``−4.33``."""
GAP, COUSINS, BRANCHES = 32.0, 8.0, 24.0
"""Space between two leaves of one parent, and more space between cousins and between branches of the root, in px."""
LEAST_APART = 106.0
"""Distance of the centres of two inner nodes, in px, at which a window and a letter fit between them."""
LEAST_GAP = 4.0
"""Least space between two leaves in px. Before it is less, the additional spaces are a third."""
LEVEL, LEAST_LEVEL = 124.0, 88.0
"""Usual and least distance of two plies in px."""
LEFT, RIGHT, TOP, BOTTOM = 72.0, 20.0, 40.0, 52.0
"""Margins in px: the names of the sides are on the left, marks below the leaves."""


@dataclass(frozen=True, slots=True)
class NodeLayout:
    """The places of the nodes.

    Attributes:
        centers: the middle of each node.
        size: what the whole drawing needs.
        leaf: width of a leaf in px.
        levels: height of each ply in px.
        is_tight: whether there is no room for a window and a letter between two inner nodes.
    """

    centers: tuple[QPointF, ...]
    size: QSizeF
    leaf: float
    levels: tuple[float, ...]
    is_tight: bool = False


def lay_out(drawing: Drawing, width: float, height: float) -> NodeLayout:
    """Return the places of the nodes for a picture of the given size. The result can be larger.

    Leaves move together, and then become smaller, if they do not fit. An inner node is above the middle of its first
    and its last child.
    """
    nodes = drawing.nodes
    if not nodes:
        return NodeLayout((), QSizeF(0, 0), LEAF, ())
    leaves = drawing.leaves()
    spaces = _spaces(drawing, leaves)
    room = width - LEFT - RIGHT
    # An only child has the width of its parent.
    is_wide = any(node.parent >= 0 and len(nodes[node.parent].children) == 1 for node in nodes)
    is_long = any(len(nodes[leaf].text) >= LONG for leaf in leaves)
    usual = LONG_LEAF if is_long else LEAF
    least = LONG_LEAF if is_long else INNER if is_wide else LEAST_LEAF
    slot, gap = usual, GAP
    count = len(leaves)
    if count * slot + (count - 1) * gap + sum(spaces) > room:
        gap = max(LEAST_GAP, (room - sum(spaces) - count * slot) / max(1, count - 1))
        if gap == LEAST_GAP:
            spaces = [space / 3 for space in spaces]
        slot = min(max(usual, least), max(least, (room - sum(spaces) - (count - 1) * gap) / count))
    xs = [0.0] * len(nodes)
    at = slot / 2
    for place, node in enumerate(leaves):
        if place:
            at += slot + gap + spaces[place - 1]
        xs[node] = at
    total = at + slot / 2
    for node in reversed(range(len(nodes))):
        children = nodes[node].children
        if children:
            xs[node] = (xs[children[0]] + xs[children[-1]]) / 2
    plies = max(node.ply for node in nodes)
    step = max(LEAST_LEVEL, min(LEVEL, (height - TOP - BOTTOM) / max(1, plies)))
    start = LEFT + max(0.0, (room - total) / 2)
    top = TOP + max(0.0, min(TOP, (height - TOP - BOTTOM - plies * step) / 2))
    levels = tuple(top + ply * step for ply in range(plies + 1))
    centers = tuple(QPointF(start + xs[index], levels[node.ply]) for index, node in enumerate(nodes))
    size = QSizeF(max(width, LEFT + total + RIGHT), levels[-1] + BOTTOM)
    return NodeLayout(centers, size, min(usual, slot), levels, _is_tight(drawing, xs))


def _is_tight(drawing: Drawing, xs: Sequence[float]) -> bool:
    """Whether two neighbouring inner nodes of a ply are closer than ``LEAST_APART``."""
    by_ply: dict[int, list[float]] = {}
    for index, node in enumerate(drawing.nodes):
        if node.children:
            by_ply.setdefault(node.ply, []).append(xs[index])
    return any(other - one < LEAST_APART for places in by_ply.values() for one, other in pairwise(sorted(places)))


def _spaces(drawing: Drawing, leaves: Sequence[int]) -> list[float]:
    """Return the additional space to the right of each leaf but the last."""
    nodes = drawing.nodes

    def branch(node: int) -> int:
        while nodes[node].parent > 0:
            node = nodes[node].parent
        return node

    spaces = []
    for one, other in pairwise(leaves):
        if branch(one) != branch(other):
            spaces.append(BRANCHES)
        else:
            spaces.append(0.0 if nodes[one].parent == nodes[other].parent else COUSINS)
    return spaces
