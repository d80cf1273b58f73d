"""Marks that show what became of the nodes of a search tree."""

from typing import Literal

from engine.picture.colors import HATCHES, RINGS, Fate, Theme, fate_colors
from engine.picture.scene import Circle, Item, Path, Pen

Bound = Literal["exact", "least", "most", "none"]
"""What is known about a value: the value itself, that it is at least or at most a number, or nothing."""
SIGNS: dict[Bound, str] = {"exact": "", "least": "≥ ", "most": "≤ ", "none": "? "}
"""What is written before a value."""


def fate_mark(x: float, y: float, radius: float, fate: Fate, bound: Bound, look: Theme) -> list[Item]:
    """Return the mark of a node: ● for an exact value, ▲ for at least, ▼ for at most, or a small ring for a leaf.

    Args:
        x: horizontal place of its centre in px.
        y: vertical place of its centre in px.
        radius: half of its size in px.
        fate: what became of the node, which determines the colour.
        bound: what is known, which determines the shape.
        look: the theme.
    """
    color = fate_colors(fate, look.name).mark
    if fate == "unseen" or bound == "none":
        return []
    if fate == "leaf":
        return [Circle(x, y, radius * 0.7, pen=Pen(RINGS[look.name], 1.2))]
    if bound == "exact":
        return [Circle(x, y, radius, color)]
    up = -1 if bound == "least" else 1
    corners = ((-1.05, -0.8), (1.05, -0.8), (0, 1))
    return [
        Path(
            tuple((x + across * radius, y + up * down * radius) for across, down in corners), fill=color, is_closed=True
        )
    ]


def hatch_color(look: Theme) -> str:
    """Return the colour of the slanted lines over what was never looked at."""
    return HATCHES[look.name]
