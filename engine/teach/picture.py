"""Pictures of drawn trees as SVG, for worksheets, the documentation and exports of the window, and as LaTeX source."""

from engine.picture.colors import Theme, ThemeName, theme_named
from engine.picture.forest import tree_forest
from engine.picture.tree import Note, TreeNode, tree_svg, window_note
from engine.teach.drawing import Drawing
from engine.teach.exercise import State

SIGNS = {State.RIGHT: "✓", State.WRONG: "✗", State.MISSING: "○"}
"""The sign of each judgement."""


def tree_picture(made: Drawing, *, title: str, theme: ThemeName = "light", inline: bool = True) -> str:
    """Return a drawn tree as SVG.

    Args:
        made: the tree.
        title: what the picture shows, in words.
        theme: the theme.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    root = drawn_node(made, 0, theme_named(theme))
    return tree_svg(root, theme=theme, title=title, inline=inline)


def tree_latex(made: Drawing, *, title: str) -> str:
    """Return a drawn tree as LaTeX source (``engine.picture.forest``).

    Raises:
        KyVienError: if it has too many nodes.
    """
    return tree_forest(drawn_node(made, 0, theme_named("light")), title=title)


def drawn_node(made: Drawing, node: int, look: Theme) -> TreeNode:
    """Return a node of a drawing, and all nodes below it, for a picture. Their numbers are those of the drawing."""
    each = made.nodes[node]
    frames = {State.RIGHT: look.good, State.WRONG: look.accent, State.MISSING: look.gold}
    notes: list[str | Note] = [
        window_note(text, each.was.get(name, ""), source)
        for name, text, source in (("alpha", each.alpha, each.alpha_from), ("beta", each.beta, each.beta_from))
        if text
    ]
    if each.state is not None:
        notes.append(Note(SIGNS[each.state], color=frames[each.state]))
    return TreeNode(
        label=each.text,
        shape=each.shape.value,
        name=each.name,
        window=tuple(notes),
        edge=each.edge,
        chip=each.chip,
        is_chip_new=each.is_chip_new,
        visited=not each.is_faint,
        is_open=each.is_open,
        is_cut=each.is_cut,
        on_line=each.is_main,
        frame=frames[each.state] if each.state is not None else look.gold if each.is_chosen or each.is_current else "",
        is_framed_lightly=each.state is State.MISSING,
        number=node,
        children=tuple(drawn_node(made, child, look) for child in each.children),
    )
