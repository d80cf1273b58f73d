"""Pictures of drawn trees as SVG, for worksheets, the documentation and exports of the window, and as LaTeX source."""

from engine.picture.colors import Theme, ThemeName, theme_named
from engine.picture.forest import tree_forest
from engine.picture.svg import text_width
from engine.picture.tree import TreeNode, tree_svg
from engine.teach.drawing import Drawing, NodeShape
from engine.teach.exercise import State

SIGNS = {State.RIGHT: "✓", State.WRONG: "✗", State.MISSING: "○"}
"""The sign of each judgement."""
_WITH_WINDOWS, _WITH_SIGNS, _USUAL, _WITH_DECIMALS = 104, 88, 0, 26
"""Distance of two leaves with windows or with signs next to them, 0 for the usual one, and what decimals add, in px."""
_MARGIN, _SMALL = 14, 11
"""Space next to the text of an edge, and size of this text, in px."""


def tree_picture(made: Drawing, *, title: str, theme: ThemeName = "light", inline: bool = True) -> str:
    """Return a drawn tree as SVG.

    Args:
        made: the tree.
        title: what the picture shows, in words.
        theme: the theme.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    root = _node(made, 0, theme_named(theme))
    return tree_svg(root, theme=theme, title=title, apart=_apart(made), inline=inline)


def tree_latex(made: Drawing, *, title: str) -> str:
    """Return a drawn tree as LaTeX source (``engine.picture.forest``).

    Raises:
        KyVienError: if it has too many nodes.
    """
    return tree_forest(_node(made, 0, theme_named("light")), title=title)


def _apart(made: Drawing) -> int:
    """Return the distance of two leaves at which texts next to them do not overlap."""
    leaves = [made.nodes[node] for node in made.leaves()]
    if any(leaf.alpha for leaf in leaves if leaf.shape is NodeShape.LEAF):
        return _WITH_WINDOWS
    beside = {child for leaf in leaves if leaf.parent >= 0 for child in made.nodes[leaf.parent].children}
    if any(leaf.state is not None for leaf in leaves) or any(made.nodes[node].alpha for node in beside):
        return _WITH_SIGNS + _WITH_DECIMALS * any(len(leaf.text) > 4 for leaf in leaves)
    widest = max((text_width(leaf.edge, _SMALL) for leaf in leaves if len(leaves) < 20), default=0.0)
    return round(widest) + _MARGIN if widest + _MARGIN > 64 else _USUAL


def _node(made: Drawing, node: int, look: Theme) -> TreeNode:
    each = made.nodes[node]
    frames = {State.RIGHT: look.good, State.WRONG: look.accent, State.MISSING: look.gold}
    sign = (SIGNS[each.state],) if each.state is not None else ()
    return TreeNode(
        label=each.text,
        shape=each.shape.value,
        name=each.name,
        window=(*(text for text in (each.alpha, each.beta) if text), *sign),
        edge=each.edge,
        visited=not each.is_faint,
        is_cut=each.is_cut,
        on_line=each.is_main,
        frame=frames[each.state] if each.state is not None else look.gold if each.is_chosen or each.is_current else "",
        children=tuple(_node(made, child, look) for child in each.children),
    )
