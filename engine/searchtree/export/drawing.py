"""Pictures of trees as SVG: all nodes of a small tree, or the icicle of a large one."""

from engine.core.language import language, mark, ngettext, translate
from engine.picture.colors import ThemeName, theme_named
from engine.picture.fates import SIGNS
from engine.picture.forest import MOST_NODES as MOST_IN_LATEX
from engine.picture.forest import check_size as check_latex
from engine.picture.forest import tree_forest
from engine.picture.icicle import IcicleBlock, icicle_svg
from engine.picture.tree import TreeNode, tree_svg
from engine.search.report import INFINITE_PROOF
from engine.search.visit import Reason
from engine.searchtree.explanation import value_text
from engine.searchtree.export.strip import COLOURS, bound_for
from engine.searchtree.model import SearchTree

MOST_DRAWN = 300
"""Nodes of a tree up to which all of them are drawn."""
MOST_CHILDREN = 10
"""Children of a node that are drawn in a neighbourhood."""


def tree_picture(tree: SearchTree, *, theme: ThemeName = "light", inline: bool = False) -> str:
    """Return a picture of the recorded nodes: a node-link picture of up to ``MOST_DRAWN`` nodes, else an icicle.

    Args:
        tree: the tree.
        theme: the theme.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    if len(tree) <= MOST_DRAWN:
        return node_link(tree, theme=theme, inline=inline)
    return icicle(tree, theme=theme, inline=inline)


def node_link(tree: SearchTree, chosen: int = 0, *, theme: ThemeName = "light", inline: bool = False) -> str:
    """Return a picture of nodes and edges: of all nodes of a small tree, or of the neighbourhood of one node.

    Args:
        tree: the tree.
        chosen: the node whose neighbourhood is drawn, which has a frame unless it is the root.
        theme: the theme.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    children = drawn_children(tree, chosen)
    count = 1 + sum(map(len, children.values()))
    drawn = _node(tree, 0, [max(0, MOST_DRAWN - count)], children, chosen or -1, theme)
    return tree_svg(drawn, theme=theme, title=title_of(tree), inline=inline)


def tree_latex(tree: SearchTree) -> str:
    """Return all recorded nodes as LaTeX source (``engine.picture.forest``), with moves never looked at as they fit.

    Raises:
        KyVienError: if the tree has too many nodes.
    """
    check_latex(len(tree))
    children = {node: tree.children(node) for node in range(len(tree))}
    return tree_forest(_node(tree, 0, [MOST_IN_LATEX - len(tree)], children, -1, "light"), title=title_of(tree))


def drawn_children(tree: SearchTree, chosen: int) -> dict[int, list[int]]:
    """Return the nodes that a node-link picture contains, with the children of each one that it contains.

    They are all nodes of a tree of at most ``MOST_DRAWN`` nodes. Of a larger one, they are the path to the node
    ``chosen``, its first ``MOST_CHILDREN`` children, its last one, which may have cut it off, and the principal
    variation.
    """
    if len(tree) <= MOST_DRAWN:
        return {node: tree.children(node) for node in range(len(tree))}
    kept = {*tree.path(chosen), *tree.pv}
    found: dict[int, list[int]] = {}
    for node in sorted(kept):
        children = tree.children(node)
        shown = {*children[:MOST_CHILDREN], *children[-1:]} if node == chosen else set()
        found[node] = [each for each in children if each in shown or each in kept]
    return found


def icicle(
    tree: SearchTree, *, theme: ThemeName = "light", inline: bool = True, width: int = 1240, chosen: int = -1,
    for_first: bool = False,
) -> str:  # fmt: skip
    """Return the icicle of a tree: a rectangle for each recorded node, as wide as the effort that it took.

    Args:
        tree: the tree.
        theme: the theme.
        inline: whether the result is an element of an HTML page.
        width: width in px.
        chosen: a node with a frame, or -1.
        for_first: whether values are those of the first player. Otherwise they are those of the side to move.
    """
    return icicle_svg(blocks(tree, chosen, for_first), width=width, theme=theme, title=title_of(tree), inline=inline)


def blocks(tree: SearchTree, chosen: int = -1, for_first: bool = False) -> list[IcicleBlock]:
    """Return the rectangles of an icicle, as plain data, with one node chosen, and values for FIRST if ``for_first``.

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
        sign = -1 if for_first and is_wide and tree.side(node) else 1
        value = bound_text(tree, node, sign) if is_wide and tree.facts.kind == "windows" else ""
        made.append(IcicleBlock(rows[node], sides[node], width, COLOURS[tree.fate(node)], text, value, node == chosen))
    return made


def title_of(tree: SearchTree) -> str:
    """Return the title of a tree in the current language."""
    return ngettext("Search tree: {algorithm}, {count} node", "Search tree: {algorithm}, {count} nodes",
                    tree.facts.nodes, algorithm=tree.facts.algorithm)  # fmt: skip


def bound_text(tree: SearchTree, node: int, sign: int = 1, code: str = "") -> str:
    """Return the value of a node with its bound: ``+3``, ``≥ +3`` or ``≤ −1``.

    It is for the side to move, or for the other side if ``sign`` is −1. ``code`` is the code of the language, or an
    empty string for the current one.
    """
    bound = bound_for(tree, node, sign)
    value = value_text(sign * tree.number("value", node), tree.facts.decimals, code) if bound != "none" else ""
    return (SIGNS[bound] + value).strip()


def node_text(tree: SearchTree, node: int, code: str = "") -> str:
    """Return what the search found out about a node, for the side to move there.

    ``code`` is the code of the language, or an empty string for the current one.

    It is the value with its bound; of a Monte Carlo search, the simulations and the mean of their results; of a
    proof-number search, both numbers; and an empty string if only the moves are known.
    """
    code = code or language()
    match tree.facts.kind:
        case "windows":
            return bound_text(tree, node, code=code)
        case "visits":
            count = tree.number("simulations", node)
            text = translate(mark("simulations: {count}"), code).format(count=count)
            # The mean is stored for the side that made the move.
            share = (1_000_000 - tree.number("mean", node)) / 10_000
            points = translate(mark("share of the points: {share} %"), code).format(
                share=f"{share:.1f}".replace(".", "," if code == "vi" else ".")
            )
            return f"{text} · {points}" if count else text
        case "proof":
            numbers = {
                name: "∞" if tree.number(name, node) >= INFINITE_PROOF else str(tree.number(name, node))
                for name in ("proof", "disproof")
            }
            return translate(mark("proof {proof}, disproof {disproof}"), code).format(**numbers)
        case _:
            return ""


def _node(
    tree: SearchTree, node: int, budget: list[int], drawn: dict[int, list[int]], chosen: int, theme: ThemeName
) -> TreeNode:
    """Return a node with those below it. Values and windows are those of the maximiser, who moves first.

    Args:
        tree: the tree.
        node: the node.
        budget: the number of moves never looked at that may still be drawn, which is decreased.
        drawn: the children to draw of each node.
        chosen: a node with a frame, or -1.
        theme: the theme.
    """
    visit = tree.visit(node)
    children = [_node(tree, child, budget, drawn, chosen, theme) for child in drawn.get(node, [])]
    ghosts = tree.ghosts(node) if visit.reason is Reason.CUTOFF else []
    position = tree.position(node)
    for move in ghosts[: budget[0]]:
        budget[0] -= 1
        text = "" if position is None else str(position.game.format_move(position, move, "coordinates"))
        children.append(TreeNode("", edge=text, visited=False, is_cut=True))
    sign = -1 if tree.side(node) else 1
    ends = (visit.alpha, visit.beta) if sign > 0 else (-visit.beta, -visit.alpha)
    bound = bound_for(tree, node, sign)
    value = value_text(sign * visit.value, tree.facts.decimals)
    label = "" if bound == "none" else SIGNS[bound].strip() + value.removeprefix("+")
    windowed = bool(children) and tree.facts.kind == "windows"
    return TreeNode(
        label,
        shape=("min" if tree.side(node) else "max") if children else "leaf",
        window=tuple(f"{name} = {value_text(end, tree.facts.decimals)}" for name, end in zip("αβ", ends, strict=True))
        if windowed
        else (),
        edge=tree.move_text(node),
        on_line=node in tree.pv,
        frame=theme_named(theme).gold if node == chosen else "",
        children=tuple(children),
    )
