"""Pictures as data: shapes and texts, with all lengths in px.

A picture is described once. ``engine.picture.svg`` writes it as SVG, and ``studio.widgets.scene`` paints it with Qt.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Measure: TypeAlias = Callable[[str, float], float]
"""Function that returns the width in px of a text in a font of the given size in px."""
DASHED, DOTTED, DASH_DOTTED = (6.0, 4.0), (2.0, 3.0), (6.0, 3.0, 2.0, 3.0)
"""Lengths in px of the parts of dashed lines: drawn, not drawn, and so on."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn: its colour as ``#rrggbb``, its width, the lengths of its dashes, and its opacity."""

    color: str
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with its left upper corner at (``x``, ``y``).

    Attributes:
        fill: colour of the inside, or an empty string for none.
        pen: the outline, or None.
        radius: radius of the corners.
        opacity: opacity of the inside.
        is_hatched: whether the inside is slanted lines in the colour of ``fill``.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    pen: Pen | None = None
    radius: float = 0.0
    opacity: float = 1.0
    is_hatched: bool = False


@dataclass(frozen=True, slots=True)
class Boxes:
    """Rectangles in one colour: left edges, upper edges, widths and heights. See ``Rect``."""

    boxes: Sequence[tuple[float, float, float, float]]
    fill: str = ""
    pen: Pen | None = None
    is_hatched: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (``x``, ``y``). The other attributes are as in ``Rect``."""

    x: float
    y: float
    radius: float
    fill: str = ""
    pen: Pen | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines through points, which end at the first one again if the path is closed."""

    points: Sequence[Point]
    pen: Pen | None = None
    fill: str = ""
    is_closed: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A text of one line.

    Attributes:
        x: the place of ``anchor``.
        y: half the height of a figure above the base line.
        words: the text.
        size: size of the font.
        color: colour.
        anchor: which part of the text is at ``x``.
        is_bold: whether it is bold.
        halo: colour around the letters, which hides what is behind them, or an empty string.
        is_struck: whether a line is drawn through it.
    """

    x: float
    y: float
    words: str
    size: float
    color: str
    anchor: Literal["start", "middle", "end"] = "middle"
    is_bold: bool = False
    halo: str = ""
    is_struck: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """Items with a common place.

    Attributes:
        items: the items.
        x, y: the place of their origin.
        name: identifier, unique in the picture, or an empty string.
        title: text for tooltips and screen readers, or an empty string.
        opacity: opacity of all of them.
    """

    items: "Sequence[Item]"
    x: float = 0.0
    y: float = 0.0
    name: str = ""
    title: str = ""
    opacity: float = 1.0


Item: TypeAlias = Rect | Boxes | Circle | Path | Text | Layer


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture.

    Attributes:
        width, height: its size.
        items: what is drawn, from back to front.
        title: what it shows, in words, for tooltips and screen readers.
        ground: colour of the background of a separate file.
    """

    width: float
    height: float
    items: Sequence[Item]
    title: str = ""
    ground: str = ""
