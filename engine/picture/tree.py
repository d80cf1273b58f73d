"""Node-link pictures of small trees, of up to some 300 nodes, with windows, cut-offs and the principal variation.

The layout is tidy: parents are centred above their children, subtrees of one form are drawn alike, and subtrees are as
close together as their outlines allow. Source: Reingold and Tilford, Tidier Drawings of Trees, IEEE Transactions on
Software Engineering 7 (1981).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.picture.colors import Theme, ThemeName, theme_named
from engine.picture.svg import circle, line, path, picture, rect, text, text_width

MOST_NODES = 1000
"""Maximum number of nodes of a picture. With more than some 300, the texts are hard to read."""
MAXIMISER, MINIMISER = "#B5402C", "#3A5FBF"
"""Colours of the two sides, on which white text is legible."""
_LEVEL, _CLOSEST_LEVEL = 124, 88
_LEAF, _SMALLEST_LEAF, _LONG_LEAF = 32, 24, 42
_LONG = 5
"""Number of characters of a label for which a leaf is wider, such as ``−4.33``."""
_INNER = 40
_COUSIN, _BRANCH = 8, 24
"""Additional space in px between cousins, and between nodes of different branches."""
_MARGIN = 36
_WIDEST = 1600
"""Width in px above which leaves are drawn closer together."""

Shape = Literal["max", "min", "leaf"]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree to draw.

    Attributes:
        label: text in the node: its value, or a question mark in an exercise, or an empty string.
        shape: ``max`` for a node of the maximiser, ``min`` for one of the minimiser, or ``leaf``.
        name: name of the node, such as a letter, written to the left of it.
        window: the lines written to the right of the node, such as ``α = 3`` and ``β = +∞``.
        edge: text at the edge from the parent, such as a move.
        visited: whether the search visited the node. Others are dashed.
        is_cut: whether a cut-off removed this node: two strokes cross the edge from its parent.
        on_line: whether the edge from the parent belongs to the principal variation.
        frame: colour of an outline around the node, or an empty string for none.
        children: the children from left to right.
    """

    label: str
    shape: Shape = "leaf"
    name: str = ""
    window: tuple[str, ...] = ()
    edge: str = ""
    visited: bool = True
    is_cut: bool = False
    on_line: bool = False
    frame: str = ""
    children: "tuple[TreeNode, ...]" = ()


@dataclass(slots=True)
class PlacedNode:
    """A node with its place: the x coordinate of its centre in px."""

    node: TreeNode
    depth: int
    x: float
    children: "list[PlacedNode]"


def tidy(root: TreeNode, apart: float = 64, leaf: float = _LEAF) -> PlacedNode:
    """Return the nodes of a tree with their places. The least left edge of a node is 0.

    Args:
        root: the tree.
        apart: distance between the centres of two neighbouring leaves in px.
        leaf: width of a leaf in px.

    Raises:
        ValueError: if the tree has more than ``MOST_NODES`` nodes.
    """
    if sum(1 for _ in _nodes(root)) > MOST_NODES:
        raise ValueError(f"a picture of a tree has at most {MOST_NODES} nodes")
    placed, left, _ = _place(root, 0, apart - leaf, leaf)
    _shift(placed, -min(left))
    return placed


def _nodes(root: TreeNode) -> Iterator[TreeNode]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children)


def _place(node: TreeNode, depth: int, gap: float, leaf: float) -> tuple[PlacedNode, list[float], list[float]]:
    """Return a subtree with its root at ``x`` 0, and its left and right outlines by depth below the root.

    Args:
        node: root of the subtree.
        depth: its depth.
        gap: least space in px between two siblings. Other neighbours have more space, the more the farther related.
        leaf: width of a leaf in px.
    """
    placed: list[PlacedNode] = []
    lefts: list[float] = []
    rights: list[float] = []
    for child in node.children:
        subtree, left, right = _place(child, depth + 1, gap, leaf)
        by = max(
            (
                rights[at] - left[at] + gap + (0, _COUSIN, _BRANCH)[min(at, 2)]
                for at in range(min(len(rights), len(left)))
            ),
            default=0.0,
        )
        _shift(subtree, by)
        placed.append(subtree)
        lefts = lefts + [x + by for x in left[len(lefts) :]]
        rights = [x + by for x in right] + rights[len(right) :]
    middle = (placed[0].x + placed[-1].x) / 2 if placed else 0.0
    for each in placed:
        _shift(each, -middle)
    half = leaf / 2 if node.shape == "leaf" else _INNER / 2
    return (
        PlacedNode(node, depth, 0.0, placed),
        [-half, *(x - middle for x in lefts)],
        [half, *(x - middle for x in rights)],
    )


def _shift(placed: PlacedNode, by: float) -> None:
    stack = [placed]
    while stack:
        each = stack.pop()
        each.x += by
        stack.extend(each.children)


def tree_svg(
    root: TreeNode,
    *,
    theme: ThemeName = "light",
    title: str = "",
    level: int = _LEVEL,
    apart: int = 0,
    inline: bool = True,
) -> str:
    """Return a picture of a tree as SVG.

    Args:
        root: the tree.
        theme: the theme.
        title: what the picture shows, in words.
        level: distance between two levels in px, at least 88.
        apart: distance between two leaves in px, or 0 to choose it by the width of the tree.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.

    Raises:
        ValueError: if the tree has more than ``MOST_NODES`` nodes.
    """
    look = theme_named(theme)
    if not apart:
        leaves = sum(1 for node in _nodes(root) if node.shape == "leaf")
        apart = max(_SMALLEST_LEAF + 6, min(64, _WIDEST // max(1, leaves)))
    is_long = any(node.shape == "leaf" and len(node.label) >= _LONG for node in _nodes(root))
    leaf = min(_LONG_LEAF if is_long else _LEAF, apart - 6)
    placed = _all(tidy(root, apart, leaf))
    deep = max(each.depth for each in placed)
    wide = max(each.x + (leaf if each.node.shape == "leaf" else _INNER) / 2 for each in placed)
    windows = any(each.node.window for each in placed)
    level = max(level, _CLOSEST_LEVEL)
    side = _MARGIN / 2 + (40 if windows else 0)

    def at(each: PlacedNode) -> tuple[float, float]:
        return side + each.x, _MARGIN + each.depth * level

    edges = "".join(
        _edge(
            child, _outside(each.node, at(each), at(child), leaf), _outside(child.node, at(child), at(each), leaf), look
        )
        for each in placed
        for child in each.children
    )
    nodes = "".join(_node(each.node, *at(each), leaf, look) for each in placed)
    width, height = wide + 2 * side, deep * level + 2 * _MARGIN
    return picture(width, height, edges + nodes, title=title, ground=look.ground, inline=inline)


def _all(root: PlacedNode) -> list[PlacedNode]:
    found = [root]
    for each in found:
        found.extend(each.children)
    return found


def _outside(
    node: TreeNode, center: tuple[float, float], other: tuple[float, float], leaf: float
) -> tuple[float, float]:
    """Return where an edge to ``other`` begins: at the outline of a node that is not filled, or else in its centre."""
    if node.visited:
        return center
    half = leaf / 2 if node.shape == "leaf" else _INNER / 2
    (x1, y1), (x2, y2) = center, other
    part = half / max(abs(x2 - x1), abs(y2 - y1))
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part


def _edge(child: PlacedNode, start: tuple[float, float], end: tuple[float, float], look: Theme) -> str:
    """Return the edge to a child: gold on the principal variation, dashed if it was never visited."""
    node = child.node
    color = look.gold if node.on_line else look.secondary if node.visited else look.border
    made = path(
        line(start, end), fill="none", stroke=color, stroke_width=3.5 if node.on_line else 1.5,
        stroke_dasharray=None if node.visited else "5 4",
    )  # fmt: skip
    (x1, y1), (x2, y2) = start, end
    if node.is_cut:
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        along, across = ((x2 - x1) / length, (y2 - y1) / length), (-(y2 - y1) / length, (x2 - x1) / length)
        strokes = ""
        part = 0.8 if node.edge else 0.5  # below the text of the edge
        for shift in (-3.0, 3.0):
            x, y = x1 + (x2 - x1) * part + along[0] * shift, y1 + (y2 - y1) * part + along[1] * shift
            strokes += line((x - across[0] * 9, y - across[1] * 9), (x + across[0] * 9, y + across[1] * 9))
        made += path(strokes, fill="none", stroke=look.mistake, stroke_width=2.5)
    if node.edge:
        x, y = x1 + (x2 - x1) * 0.6, y1 + (y2 - y1) * 0.6
        # A rectangle behind the text: not all renderers draw the outline of a text below its inside.
        half = text_width(node.edge, 11) / 2
        made += rect(x - half, y - 8, 2 * half, 16, fill=look.ground)
        made += text(x, y, node.edge, 11, fill=look.secondary)
    return made


def _node(node: TreeNode, x: float, y: float, leaf: float, look: Theme) -> str:
    dash = None if node.visited else "4 3"
    if node.shape == "leaf":
        half, high = leaf / 2, min(leaf, _LEAF) / 2
        made = rect(
            x - half, y - high, leaf, 2 * high, rx=6, fill=look.surface if node.visited else "none",
            stroke=look.secondary if node.visited else look.border, stroke_width=1.5, stroke_dasharray=dash,
        )  # fmt: skip
        reach, ink = half, look.text if node.visited else look.secondary
    else:
        color = MAXIMISER if node.shape == "max" else MINIMISER
        form: dict[str, str | float | None] = {
            "fill": color if node.visited else "none", "stroke": color if node.visited else look.border,
            "stroke_width": 1.5, "stroke_dasharray": dash,
        }  # fmt: skip
        made = rect(x - 20, y - 18, 40, 36, rx=8, **form) if node.shape == "max" else circle(x, y, 20, **form)
        high = 20.0
        reach, ink = high, "#FFFFFF" if node.visited else look.secondary
    if node.frame:
        made += rect(
            x - reach - 5, y - high - 5, 2 * reach + 10, 2 * high + 10, rx=9, fill="none", stroke=node.frame,
            stroke_width=2.5,
        )  # fmt: skip
        reach += 5
    size = 13 if len(node.label) < 4 else 11 if len(node.label) < 6 else 9
    made += text(x, y, node.label, size, fill=ink, font_weight="600") if node.label else ""
    if node.name:
        made += text(x - reach - 6, y, node.name, 11, fill=look.secondary, text_anchor="end")
    return made + _window(node.window, x + reach + 6, y, look)


def _window(lines: Sequence[str], x: float, y: float, look: Theme) -> str:
    top = y - 7 * (len(lines) - 1)
    return "".join(
        text(x, top + 14 * index, words, 11, fill=look.secondary, text_anchor="start")
        for index, words in enumerate(lines)
    )
