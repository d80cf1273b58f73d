"""Node-link pictures of small trees, of up to some 300 nodes, with windows, cut-offs and the principal variation.

The layout is tidy: parents are centred above their children, subtrees of one form are drawn alike, and subtrees are as
close together as their outlines allow. Source: Reingold and Tilford, Tidier Drawings of Trees, IEEE Transactions on
Software Engineering 7 (1981).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.picture.colors import Fate, Theme, ThemeName, theme_named
from engine.picture.fates import Bound, fate_mark
from engine.picture.scene import Circle, Item, Layer, Measure, Path, Pen, Point, Rect, Scene, Text
from engine.picture.svg import scene_svg, text_width

MOST_NODES = 1000
"""Maximum number of nodes of a picture. With more than some 300, the texts are hard to read."""
MAXIMISER, MINIMISER, ON_SIDE = "#B5402C", "#3A5FBF", "#FFFFFF"
"""Colours of the two sides, and of the text on them: a contrast of 4.5 at least."""
INNER, LEAF, SMALLEST_LEAF, LONG_LEAF = 40.0, 32.0, 24.0, 42.0
"""Height of an inner node, and the usual, the least and the greatest width of a leaf in px, at scale 1."""
LEVEL, CLOSEST_LEVEL = 124.0, 88.0
"""Usual and least distance of two levels in px, at scale 1."""
SCALES = (4.0, 3.6, 3.2, 2.8, 2.4, 2.2, 2.0, 1.8, 1.6, 1.4, 1.2, 1.0)
"""The scales of a picture that fills a room."""
_GAP, _SIBLINGS, _COUSIN, _BRANCH = 3.0, 15.0, 8.0, 24.0
"""Least space in px between two nodes with their texts, usual additional space between siblings, and more space between
cousins and between nodes of different branches."""
NEXT = 9.0
"""Space in px between a node and a text next to it, in which there is room for a frame."""
_MARGIN, _BELOW = 24.0, 12.0
"""Margins at the edges, and below the texts of the leaves, in px."""
_LABEL, _SMALL, _LEAST = 13.0, 11.0, 8.0
"""Sizes in px of the text in a node, of the texts next to it, and of a text that must be smaller, at scale 1."""
MOST_CHIPS, SHORTEST_EDGE = 8, 60.0
"""Edges of a level up to which they have chips, and length in px of an edge between two nodes from which it has one."""
CHIP_PLACES, CHIP_OVER_TEXT = (0.5, 0.33, 0.68), 0.35
"""Places of a chip on its edge, as parts of its length from the parent: those that are tried, and that above a text."""
_GROWTH = 0.55
"""Texts next to nodes grow with this power of the scale."""

Shape = Literal["max", "min", "leaf"]


@dataclass(frozen=True, slots=True)
class Note:
    """A line of text next to a node.

    Attributes:
        words: the text.
        is_changed: whether it has just changed, and is drawn bold in the colour of the accent.
        before: the text that ``words`` has replaced, drawn through, or an empty string.
        source: where the value comes from, drawn smaller after the text, or an empty string.
        color: colour of the text, or an empty string for the usual one.
    """

    words: str
    is_changed: bool = False
    before: str = ""
    source: str = ""
    color: str = ""


def window_note(text: str, before: str, source: str = "") -> str | Note:
    """Return an end of a window as a line next to a node.

    Args:
        text: the end, such as ``α 3``.
        before: what it was before it has just changed, which is drawn through before the new value, or an empty string.
        source: where the bound comes from, or an empty string.
    """
    if before:
        return Note(text.split(" ", 1)[1], is_changed=True, before=before, source=source)
    return Note(text, source=source) if source else text


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a tree to draw.

    Attributes:
        label: text in the node: its value, or a question mark in an exercise, or an empty string.
        shape: ``max`` for a node of the maximiser, ``min`` for one of the minimiser, or ``leaf``.
        name: name of the node, such as a letter, written to the left of it.
        window: the lines next to the node, or below it if it has no children, such as ``α = 3`` and ``β = +∞``.
        edge: text at the edge from the parent, such as a move.
        chip: text in a frame on this edge: what the node did at its parent. It is left out where there is no room.
        is_chip_new: whether the node has just done it.
        visited: whether the search visited the node. Others are dashed.
        is_open: whether the search is in the node, which is drawn as an outline in the colour of its side.
        is_cut: whether a cut-off removed this node: two strokes cross the edge from its parent.
        on_line: whether the edge from the parent belongs to the principal variation.
        frame: colour of an outline around the node, or an empty string for none.
        is_framed_lightly: whether the outline is dashed.
        mark: the fate and the bound of the node, shown by a mark, or None.
        opacity: opacity of the node and of the edge from its parent.
        number: number of the node, by which it is found, or -1.
        children: the children from left to right.
    """

    label: str
    shape: Shape = "leaf"
    name: str = ""
    window: tuple[str | Note, ...] = ()
    edge: str = ""
    chip: str = ""
    is_chip_new: bool = False
    visited: bool = True
    is_open: bool = False
    is_cut: bool = False
    on_line: bool = False
    frame: str = ""
    is_framed_lightly: bool = False
    mark: tuple[Fate, Bound] | None = None
    opacity: float = 1.0
    number: int = -1
    children: "tuple[TreeNode, ...]" = ()


@dataclass(slots=True)
class PlacedNode:
    """A node with its place: the x coordinate of its centre in px."""

    node: TreeNode
    depth: int
    x: float
    children: "list[PlacedNode]"

    def all(self) -> "list[PlacedNode]":
        """Return the node and all nodes below it, each after its parent."""
        found = [self]
        for each in found:
            found.extend(each.children)
        return found


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of the parts of a tree.

    Attributes:
        scale: how many times the usual size nodes are.
        letters: how many times the usual size the texts next to them are.
        leaf: width of a leaf in px.
        gap: least space in px between two siblings with their texts.
        measure: function that returns the width of a text.
    """

    scale: float = 1.0
    letters: float = 1.0
    leaf: float = LEAF
    gap: float = _GAP + _SIBLINGS
    measure: Measure = text_width

    @property
    def small(self) -> float:
        """Size of the texts next to nodes in px."""
        return round(_SMALL * self.letters)

    def half(self, node: TreeNode) -> tuple[float, float]:
        """Return half the width and half the height of a node in px."""
        if node.shape == "leaf":
            return self.leaf / 2, min(self.leaf, LEAF * self.scale) / 2
        return INNER / 2 * self.scale, INNER / 2 * self.scale

    def extent(self, node: TreeNode) -> tuple[float, float]:
        """Return how far a node and its texts reach to the left and to the right of its centre in px."""
        half = self.half(node)[0]
        left = half + (NEXT + self.measure(node.name, self.small) if node.name else 0)
        wide = max((self.note(each) for each in node.window), default=0.0)
        if not node.children:
            return max(left, wide / 2), max(half, wide / 2)
        return left, half + (NEXT + wide if wide else 0)

    def note(self, note: str | Note) -> float:
        """Return the width of a line next to a node in px."""
        if isinstance(note, str):
            return self.measure(note, self.small)
        return sum(width for _, width in self.parts(note))

    def parts(self, note: Note) -> list[tuple[Literal["before", "words", "source"], float]]:
        """Return the parts of a line with their widths in px, which contain the space after them."""
        made: list[tuple[Literal["before", "words", "source"], float]] = []
        if note.before:
            made.append(("before", self.measure(note.before + " ", self.small)))
        made.append(("words", self.measure(note.words, self.changed if note.is_changed else self.small) * 1.06))
        if note.source:
            made.append(("source", self.measure("  " + note.source, self.small * 0.8)))
        return made

    @property
    def changed(self) -> float:
        """Size of a text that has just changed in px."""
        return round(_SMALL * self.letters * 1.2)


@dataclass(frozen=True, slots=True)
class TreePlan:
    """Where the nodes of a tree are.

    Attributes:
        nodes: the nodes, each after its parent, with their places.
        sizes: the sizes of their parts.
        left: x coordinate of a node whose ``x`` is 0, in px.
        levels: y coordinate of each level in px.
        width, height: size of the picture in px.
    """

    nodes: Sequence[PlacedNode]
    sizes: Sizes
    left: float
    levels: tuple[float, ...]
    width: float
    height: float
    places: Mapping[int, Point] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {each.node.number: self.at(each) for each in self.nodes})

    def at(self, placed: PlacedNode) -> Point:
        """Return the centre of a node."""
        return self.left + placed.x, self.levels[placed.depth]

    def with_nodes(self, root: TreeNode) -> "TreePlan":
        """Return the plan with other texts and marks in the nodes of an equal tree."""
        placed, nodes = self.nodes[0], list[PlacedNode]()
        waiting = [(placed, root)]
        for old, node in waiting:
            nodes.append(PlacedNode(node, old.depth, old.x, []))
            waiting += zip(old.children, node.children, strict=True)
        found = iter(nodes[1:])
        for each in nodes:
            each.children = [next(found) for _ in each.node.children]
        return replace(self, nodes=nodes)

    def number_at(self, x: float, y: float) -> int:
        """Return the number of the node at a point, or -1."""
        for each in self.nodes:
            (across, down), (wide, high) = self.at(each), self.sizes.half(each.node)
            if abs(across - x) <= wide + 4 and abs(down - y) <= high + 4:
                return each.node.number
        return -1


def tidy(root: TreeNode, sizes: Sizes | None = None) -> PlacedNode:
    """Return the nodes of a tree with their places. The least left edge of a node with its texts is 0.

    Raises:
        ValueError: if the tree has more than ``MOST_NODES`` nodes.
    """
    if sum(1 for _ in _nodes(root)) > MOST_NODES:
        raise ValueError(f"a picture of a tree has at most {MOST_NODES} nodes")
    placed, left, _ = _place(root, 0, sizes or Sizes())
    placed.x = -min(left)
    for each in placed.all():
        for child in each.children:
            child.x += each.x
    return placed


def _nodes(root: TreeNode) -> Iterator[TreeNode]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children)


def _place(node: TreeNode, depth: int, sizes: Sizes) -> tuple[PlacedNode, list[float], list[float]]:
    """Return a subtree, and its left and right outlines by depth below the root. Places are relative to the parent."""
    placed: list[PlacedNode] = []
    lefts: list[float] = []
    rights: list[float] = []
    gaps = [sizes.gap + more * sizes.scale for more in (0, _COUSIN, _BRANCH)]
    for child in node.children:
        subtree, left, right = _place(child, depth + 1, sizes)
        by = 0.0
        for at, (end, start) in enumerate(zip(rights, left, strict=False)):
            by = max(by, end - start + gaps[min(at, 2)])
        subtree.x = by
        placed.append(subtree)
        lefts += [x + by for x in left[len(lefts) :]]
        rights = [x + by for x in right] + rights[len(right) :]
    middle = (placed[0].x + placed[-1].x) / 2 if placed else 0.0
    for each in placed:
        each.x -= middle
    left_end, right_end = sizes.extent(node)
    return (
        PlacedNode(node, depth, 0.0, placed),
        [-left_end, *(x - middle for x in lefts)],
        [right_end, *(x - middle for x in rights)],
    )


def lay_out(
    root: TreeNode,
    room: tuple[float, float] | None = None,
    *,
    letters: float = 1.0,
    left: float = 0.0,
    measure: Measure = text_width,
) -> TreePlan:
    """Return where the nodes of a tree are.

    Without a room, nodes have their usual size. In a room, the tree has the largest of ``SCALES`` at which it fits. If
    it does not fit at scale 1, leaves are closer together, then narrower, and the picture is larger than the room.

    Args:
        root: the tree.
        room: width and height in px to fill, or None.
        letters: how many times the usual size texts are, in addition to their growth with the scale.
        left: space in px for texts at the left edge.
        measure: function that returns the width of a text.

    Raises:
        ValueError: if the tree has more than ``MOST_NODES`` nodes.
    """
    is_long = any(node.shape == "leaf" and len(node.label) > 4 for node in _nodes(root))
    wide = LONG_LEAF if is_long else LEAF
    # From the smallest to the largest.
    attempts = [
        Sizes(1.0, letters, each, _GAP + more, measure)
        for each, more in ((wide if is_long else SMALLEST_LEAF, 0.0), (wide, 0.0), (wide, _SIBLINGS / 2))
    ]  # fmt: skip
    attempts += [
        Sizes(scale, scale**_GROWTH * letters, wide * scale, (_GAP + _SIBLINGS) * scale, measure)
        for scale in (reversed(SCALES) if room else (1.0,))
    ]
    most = (room[0], room[1]) if room else (_WIDEST, float("inf"))
    low, high = 0, len(attempts)
    best = _plan(root, attempts[0], room, left)
    while high - low > 1:
        middle = (low + high) // 2
        plan = _plan(root, attempts[middle], room, left)
        if plan.width <= most[0] and plan.height <= most[1]:
            low, best = middle, plan
        else:
            high = middle
    return best


_WIDEST = 1600.0
"""Width in px above which leaves are drawn closer together if there is no room to fill."""


def _plan(root: TreeNode, sizes: Sizes, room: tuple[float, float] | None, left: float) -> TreePlan:
    nodes = tidy(root, sizes).all()
    deep = max(each.depth for each in nodes)
    wide = max(each.x + sizes.extent(each.node)[1] for each in nodes)
    lines = max((len(each.node.window) for each in nodes if not each.node.children), default=0)
    top = _MARGIN + INNER / 2 * sizes.scale
    bottom = _BELOW + INNER / 2 * sizes.scale + lines * sizes.small * 1.3
    level, needed = LEVEL, wide + 2 * _MARGIN
    start = left + _MARGIN
    if room is not None:
        level = max(CLOSEST_LEVEL * max(1.0, sizes.scale * 0.9), min(LEVEL * sizes.scale,
                    (room[1] - top - bottom) / max(1, deep)))  # fmt: skip
        # Nodes with much space around them are drawn farther apart.
        factor = max(1.0, min(1.6, (room[0] - left - 2 * _MARGIN) / max(1.0, wide)))
        for each in nodes:
            each.x *= factor
        wide *= factor
        start += max(0.0, (room[0] - left - wide - 2 * _MARGIN) / 2)
        top += max(0.0, (room[1] - top - bottom - deep * level) / 2)
    levels = tuple(top + level * depth for depth in range(deep + 1))
    return TreePlan(nodes, sizes, start, levels, left + needed, top + deep * level + bottom)


def tree_svg(root: TreeNode, *, theme: ThemeName = "light", title: str = "", inline: bool = True) -> str:
    """Return a picture of a tree as SVG.

    Args:
        root: the tree.
        theme: the theme.
        title: what the picture shows, in words.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.

    Raises:
        ValueError: if the tree has more than ``MOST_NODES`` nodes.
    """
    look, plan = theme_named(theme), lay_out(root)
    return scene_svg(Scene(plan.width, plan.height, tree_items(plan, look), title, look.ground), inline=inline)


def tree_items(plan: TreePlan, look: Theme, moved: Mapping[int, float] | None = None) -> list[Item]:
    """Return the edges and the nodes of a tree, from back to front.

    Args:
        plan: where the nodes are.
        look: the theme.
        moved: how far nodes are moved to the right in px, by their numbers.
    """
    moved = moved or {}

    def at(placed: PlacedNode) -> Point:
        x, y = plan.at(placed)
        return x + moved.get(placed.node.number, 0.0), y

    edges: dict[float, list[Item]] = {}
    nodes: dict[float, list[Item]] = {}
    crowds = Counter(each.depth for each in plan.nodes)
    lines = [(each.node, at(above), at(each)) for above in plan.nodes for each in above.children
             if each.node.chip and crowds[each.depth] <= MOST_CHIPS]  # fmt: skip
    for each in plan.nodes:
        place = at(each)
        nodes.setdefault(each.node.opacity, []).extend(_node(each.node, *place, plan.sizes, look))
        for child in each.children:
            drawn = _edge(child.node, place, at(child), plan.sizes, look)
            edges.setdefault(child.node.opacity, []).extend(drawn)
    chips: list[Rect] = []
    # What is new has its place first, then what changed something, the last one first.
    lines.reverse()
    for node, start, end in sorted(lines, key=lambda line: _rank(line[0])):
        edges[node.opacity] += _chip(node, start, end, plan.sizes, look, chips)
    made: list[Item] = []
    for layer in (edges, nodes):
        for opacity, items in sorted(layer.items()):
            made += items if opacity == 1 else [Layer(items, opacity=opacity)]
    return made


def _edge(node: TreeNode, start: Point, end: Point, sizes: Sizes, look: Theme) -> list[Item]:
    """Return the edge to a node: gold on the principal variation, dashed if it was never visited."""
    thick = sizes.scale**_GROWTH
    color = look.gold if node.on_line else look.secondary if node.visited else look.border
    made: list[Item] = [
        Path((start, end), Pen(color, (3.5 if node.on_line else 1.5) * thick, () if node.visited else (5, 4)))
    ]
    (x1, y1), (x2, y2) = start, end
    if node.is_cut:
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        along, across = ((x2 - x1) / length, (y2 - y1) / length), (-(y2 - y1) / length, (x2 - x1) / length)
        part, reach = 0.8 if node.edge else 0.5, 9 * thick  # below the text of the edge
        for shift in (-3.0 * thick, 3.0 * thick):
            x, y = x1 + (x2 - x1) * part + along[0] * shift, y1 + (y2 - y1) * part + along[1] * shift
            ends = (x - across[0] * reach, y - across[1] * reach), (x + across[0] * reach, y + across[1] * reach)
            made.append(Path(ends, Pen(look.mistake, 2.5 * thick)))
    if node.edge:
        x, y, size = x1 + (x2 - x1) * 0.6, y1 + (y2 - y1) * 0.6, sizes.small
        # A rectangle behind the text: not all renderers draw the outline of a text below its inside.
        half = sizes.measure(node.edge, size) / 2 + 2
        made += [
            Rect(x - half, y - size * 0.73, 2 * half, size * 1.46, look.ground),
            Text(x, y, node.edge, size, look.text if node.on_line else look.secondary),
        ]
    return made


def _rank(node: TreeNode) -> int:
    """Return the importance of a chip, from 0."""
    return 0 if node.is_chip_new else 1 if {"↑", "↓"} & set(node.chip) else 2


def _chip(node: TreeNode, start: Point, end: Point, sizes: Sizes, look: Theme, others: list[Rect]) -> list[Item]:
    """Return the chip on the edge to a node, or nothing if the edge is short or ``others`` leave no room for it."""
    (x1, y1), (x2, y2), size = start, end, sizes.small
    if ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 - INNER * sizes.scale < SHORTEST_EDGE:
        return []
    wide, high = sizes.measure(node.chip, size) * 1.06 + 0.9 * size, 1.7 * size
    ink, line = (look.accent, look.accent) if node.is_chip_new else (look.secondary, look.border)
    # Not in the place of the text of the edge.
    for part in (CHIP_OVER_TEXT,) if node.edge else CHIP_PLACES:
        x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
        frame = Rect(x - wide / 2, y - high / 2, wide, high, look.ground, Pen(line, sizes.scale**_GROWTH), high / 2)
        if not any(_touch(frame, each) for each in others):
            others.append(frame)
            return [frame, Text(x, y, node.chip, size, ink, is_bold=node.is_chip_new)]
    return []


def _touch(one: Rect, other: Rect) -> bool:
    """Return whether two rectangles have a point in common."""
    return (
        one.x <= other.x + other.width and other.x <= one.x + one.width
        and one.y <= other.y + other.height and other.y <= one.y + one.height
    )  # fmt: skip


def _node(node: TreeNode, x: float, y: float, sizes: Sizes, look: Theme) -> list[Item]:
    """Return a node with the texts in it and next to it."""
    wide, high = sizes.half(node)
    thick, is_inner = sizes.scale**_GROWTH, node.shape != "leaf"
    color = MAXIMISER if node.shape == "max" else MINIMISER
    fill, ink, pen = look.surface, look.text, Pen(look.secondary, 1.5 * thick)
    if not node.visited:
        fill, ink, pen = look.ground, look.secondary, Pen(look.border, 1.5 * thick, (4, 3))
    elif is_inner and node.is_open:
        fill, ink, pen = look.surface, _legible(node.shape, look), Pen(color, 2.5 * thick)
    elif is_inner:
        fill, ink, pen = color, ON_SIDE, Pen(color, 1.5 * thick)
    if node.shape == "min":
        made: list[Item] = [Circle(x, y, wide, fill, pen)]
    else:
        tall = high * (0.9 if is_inner else 1.0)
        made = [Rect(x - wide, y - tall, 2 * wide, 2 * tall, fill, pen, (8 if is_inner else 6) * thick)]
    if node.frame:
        made.append(frame_of(node, x, y, sizes, Pen(node.frame, 2.5 * thick, (4, 3) if node.is_framed_lightly else ())))
    if node.label:
        size = max(_LEAST, _LABEL * sizes.scale**0.85)
        size *= min(1.0, (2 * wide - 4) / max(1.0, sizes.measure(node.label, size) * 1.06))
        made.append(Text(x, y, node.label, max(_LEAST, round(size)), ink, is_bold=node.visited))
    if node.name:
        # At the upper corner: edges leave the root on both sides below it.
        top = y - high + sizes.small / 2
        made.append(Text(x - wide - NEXT, top, node.name, sizes.small, look.secondary, "end"))
    if node.mark is not None:
        made += fate_mark(x - wide - NEXT, y - high + 4, 4, *node.mark, look)
    return made + _notes(node, x, y, sizes, look)


def frame_of(node: TreeNode, x: float, y: float, sizes: Sizes, pen: Pen, out: float = 5) -> Item:
    """Return an outline around a node at a distance of ``out`` px."""
    wide, high = sizes.half(node)
    if node.shape == "min":
        return Circle(x, y, wide + out, pen=pen)
    return Rect(x - wide - out, y - high - out, 2 * (wide + out), 2 * (high + out), "", pen, 9)


def _legible(shape: Shape, look: Theme) -> str:
    """Return the colour of the text in an open node."""
    if look.name not in ("dark", "page"):
        return MAXIMISER if shape == "max" else MINIMISER
    return look.accent if shape == "max" else look.inaccuracy


def _notes(node: TreeNode, x: float, y: float, sizes: Sizes, look: Theme) -> list[Item]:
    """Return the lines to the right of a node, or below a node without children."""
    step, (wide, high) = sizes.small * 1.3, sizes.half(node)
    top = y - step * (len(node.window) - 1) / 2 if node.children else y + high + step * 0.8
    made: list[Item] = []
    for place, each in enumerate(node.window):
        left, middle = x + wide + NEXT if node.children else x - sizes.note(each) / 2, top + step * place
        if isinstance(each, str):
            made.append(Text(left, middle, each, sizes.small, look.secondary, "start"))
            continue
        for part, width in sizes.parts(each):
            if part == "before":
                made.append(Text(left, middle, each.before, sizes.small, look.secondary, "start", is_struck=True))
            elif part == "words":
                size, ink = (sizes.changed, look.accent) if each.is_changed else (sizes.small, each.color or look.text)
                made.append(Text(left, middle, each.words, size, ink, "start", is_bold=each.is_changed))
            else:
                made.append(Text(left + sizes.small * 0.5, middle, each.source, round(sizes.small * 0.8),
                                 look.secondary, "start"))  # fmt: skip
            left += width
    return made
