"""Pictures of trees as SVG: all nodes of a small tree, or the icicle of a large one."""

from engine.core.language import tr
from engine.core.score import INFINITY
from engine.picture.colors import Fate as Colour
from engine.picture.colors import ThemeName
from engine.picture.icicle import Block, icicle_svg
from engine.picture.tree import TreeNode, tree_svg
from engine.search.visit import Reason
from engine.searchtree.explanation import value_text
from engine.searchtree.model import Fate, SearchTree

MOST_DRAWN = 300
"""Nodes of a tree up to which all of them are drawn."""

_COLOURS: dict[Fate, Colour] = {
    Fate.EXACT: "exact", Fate.CUT: "cut", Fate.LOW: "low", Fate.LEAF: "leaf", Fate.UNKNOWN: "unseen",
}  # fmt: skip


def tree_picture(tree: SearchTree, *, theme: ThemeName = "light", inline: bool = False) -> str:
    """Return a picture of the recorded nodes: a node-link picture of up to ``MOST_DRAWN`` nodes, else an icicle.

    Args:
        tree: the tree.
        theme: the theme.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    drawn = None if len(tree) > MOST_DRAWN else _node(tree, 0, _budget(tree))
    if drawn is not None:
        return tree_svg(drawn, theme=theme, title=title_of(tree), inline=inline)
    return icicle(tree, theme=theme, inline=inline)


def icicle(
    tree: SearchTree, *, theme: ThemeName = "light", inline: bool = True, width: int = 1240, chosen: int = -1
) -> str:
    """Return the icicle of a tree: a rectangle for each recorded node, as wide as the effort that it took.

    Args:
        tree: the tree.
        theme: the theme.
        inline: whether the result is an element of an HTML page.
        width: width in px.
        chosen: a node with a frame, or -1.
    """
    return icicle_svg(blocks(tree, chosen), width=width, theme=theme, title=title_of(tree), inline=inline)


def blocks(tree: SearchTree, chosen: int = -1) -> list[Block]:
    """Return the rectangles of an icicle, as plain data.

    Searches of one position by the same node, such as the passes of MTD(f), are drawn as one row below it.
    """
    widths = tree.column(tree.width_column)
    sides = [0] * len(tree)
    rows = [0] * len(tree)
    used: dict[int, int] = {}
    made = []
    for node in range(len(tree)):
        parent = tree.parent(node)
        if parent >= 0:
            sides[node] = sides[parent] + used.get(parent, 0)
            rows[node] = rows[parent] + 1
        width = max(1, int(widths[node]))
        used[parent] = used.get(parent, 0) + width
        is_wide = width * 100 >= int(widths[0])
        text = tree.move_text(node) if is_wide else ""
        value = bound_text(tree, node) if is_wide and tree.facts.kind == "windows" else ""
        made.append(Block(rows[node], sides[node], width, _COLOURS[tree.fate(node)], text, value, node == chosen))
    return made


def title_of(tree: SearchTree) -> str:
    """Return the title of a tree in the current language."""
    return tr("Search tree: {algorithm}, {nodes} nodes", algorithm=tree.facts.algorithm, nodes=tree.facts.nodes)


def bound_text(tree: SearchTree, node: int) -> str:
    """Return the value of a node with its bound, for the side to move: ``+3``, ``≥ +3`` or ``≤ −1``."""
    fate = tree.fate(node)
    if fate is Fate.UNKNOWN:
        return "?"
    sign = {Fate.CUT: "≥ ", Fate.LOW: "≤ "}.get(fate, "")
    return sign + value_text(tree.number("value", node), tree.facts.decimals)


def window_text(value: int, decimals: int = 0) -> str:
    """Return an end of a window: a value, or an infinite one."""
    if abs(value) >= INFINITY:
        return "+∞" if value > 0 else "−∞"
    return value_text(value, decimals)


def _budget(tree: SearchTree) -> list[int]:
    """Return the number of moves that were never looked at which may be drawn, too."""
    return [max(0, MOST_DRAWN - len(tree))]


def _node(tree: SearchTree, node: int, budget: list[int]) -> TreeNode:
    """Return a node with those below it. Values and windows are those of the maximiser, who moves first."""
    visit = tree.visit(node)
    children = [_node(tree, child, budget) for child in tree.children(node)]
    ghosts = tree.ghosts(node) if visit.reason is Reason.CUTOFF else []
    position = tree.position(node)
    for move in ghosts[: budget[0]]:
        budget[0] -= 1
        text = "" if position is None else str(position.game.format_move(position, move, "coordinates"))
        children.append(TreeNode("", edge=text, visited=False, is_cut=True))
    sign = -1 if tree.side(node) else 1
    ends = (visit.alpha, visit.beta) if sign > 0 else (-visit.beta, -visit.alpha)
    fate = tree.fate(node)
    bound = {Fate.CUT: "≥", Fate.LOW: "≤"}.get(fate, "")
    if sign < 0:
        bound = {"≥": "≤", "≤": "≥"}.get(bound, "")
    value = window_text(sign * visit.value, tree.facts.decimals)
    label = "" if fate is Fate.UNKNOWN else bound + value.removeprefix("+")
    windowed = bool(children) and tree.facts.kind == "windows"
    return TreeNode(
        label,
        shape=("min" if tree.side(node) else "max") if children else "leaf",
        window=tuple(f"{name} = {window_text(end, tree.facts.decimals)}" for name, end in zip("αβ", ends, strict=True))
        if windowed
        else (),
        edge=tree.move_text(node),
        on_line=node in tree.pv,
        children=tuple(children),
    )
