"""Marks and textures that show what became of the nodes of a search tree."""

from typing import Literal

from engine.picture.colors import Fate, ThemeName, fate_colors
from engine.picture.svg import circle, element, line, path

Bound = Literal["exact", "least", "most", "none"]
"""What is known about a value: the value itself, that it is at least or at most a number, or nothing."""
SIGNS: dict[Bound, str] = {"exact": "", "least": "≥ ", "most": "≤ ", "none": "? "}
"""What is written before a value."""
HATCH_STEP = 6.5
"""Distance between two lines of a hatched area in px."""


def fate_mark(x: float, y: float, radius: float, fate: Fate, bound: Bound, theme: ThemeName) -> str:
    """Return the mark of a node: ● for an exact value, ▲ for at least, ▼ for at most, or a small ring for a leaf.

    Args:
        x: horizontal place of its centre in px.
        y: vertical place of its centre in px.
        radius: half of its size in px.
        fate: what became of the node, which determines the colour.
        bound: what is known, which determines the shape.
        theme: the theme.
    """
    color = fate_colors(fate, theme).mark
    if fate == "unseen" or bound == "none":
        return ""
    if fate == "leaf":
        ring = "#A8A397" if theme == "light" else "#6B7078"
        return circle(x, y, radius * 0.7, fill="none", stroke=ring, stroke_width=1.2)
    if bound == "exact":
        return circle(x, y, radius, fill=color)
    up = -1 if bound == "least" else 1
    corners = [(x + across * radius, y + up * down * radius) for across, down in ((-1.05, -0.8), (1.05, -0.8), (0, 1))]
    return path(line(*corners) + "z", fill=color)


def hatch(name: str, theme: ThemeName) -> str:
    """Return the definition of a pattern of slanted lines, with the identifier ``name``."""
    color = "#DDD6C6" if theme == "light" else fate_colors("unseen", theme).mark
    return element(
        "pattern", path(line((-1.0, HATCH_STEP + 1), (HATCH_STEP + 1, -1.0)), stroke=color, stroke_width=1.2),
        id=name, width=HATCH_STEP, height=HATCH_STEP, patternUnits="userSpaceOnUse",
    )  # fmt: skip
