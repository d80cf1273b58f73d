"""The graph of the values of a game: curves over its plies, marks of moves, and a legend."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.picture.colors import Dash, Theme, ThemeName, theme_named
from engine.picture.scene import (
    DASH_DOTTED,
    DASHED,
    DOTTED,
    Circle,
    Item,
    Layer,
    Measure,
    Path,
    Pen,
    Rect,
    Scene,
    Text,
)
from engine.picture.svg import fitted, scene_svg, text_width, wrapped

DASHES: dict[Dash, tuple[float, ...]] = {"solid": (), "dash": DASHED, "dot": DOTTED, "dashdot": DASH_DOTTED}
AXIS = 22
"""Height of the ply axis in px."""
TOP, RIGHT = 6, 16
"""Space above the plot and to the right of it in px."""
LEAST_RANGE = 0.3
"""Least height that is shown above and below 0, so that small differences do not fill the plot."""
TICK, PLY = 14, 8
"""Least distance between two labels of the score axis, and least gap between two labels of the ply axis, in px."""
_SIZE, _TITLE, _MARGIN, _LEGEND = 11, 13, 12, 26

Point: TypeAlias = tuple[int, float]
"""A ply, and a height between −1 and 1."""
Run: TypeAlias = list[tuple[int, float, float]]
"""Neighbouring plies, each with the least and the greatest height there."""


@dataclass(frozen=True, slots=True)
class PlotCurve:
    """A curve of the graph.

    Attributes:
        color: its colour.
        dash: its form along the main line. In the variation, the curve is dashed.
        main: the points on the main line.
        branch: the points in the variation, preceded by the branch point if its score is known.
        width: its width in px.
        title: its name in the legend, or an empty string for a curve that is not in the legend.
    """

    color: str
    dash: Dash
    main: Sequence[Point]
    branch: Sequence[Point] = ()
    width: float = 2
    title: str = ""


@dataclass(frozen=True, slots=True)
class GlyphMark:
    """The mark of a move: a shape on the curve, and a sign if ``glyph`` is given.

    Attributes:
        ply: the ply on the main line.
        height: the height of the curve at this ply.
        glyph: the sign, such as ``??``, or an empty string.
        color: the colour of the shape and the sign.
        shape: the shape.
        size: half its width in px.
        is_hollow: whether only the outline is drawn.
    """

    ply: int
    height: float
    glyph: str
    color: str
    shape: Literal["circle", "diamond", "square"] = "circle"
    size: float = 4
    is_hollow: bool = False


@dataclass(frozen=True, slots=True)
class PlotData:
    """What the graph shows.

    Attributes:
        last: the greatest ply.
        curves: the curves in the order in which they are drawn.
        ticks: function that returns the heights and the texts of the labels of the score axis for a least difference of
            two heights.
        marks: marks of moves.
        branch: first and last ply of the variation, or None without one.
        message: sentence shown if there are no curves.
        range: the least and the greatest height shown, or None to fit the curves.
        hidden_from: the ply after which nothing is shown, with a sentence, or None.
    """

    last: int = 1
    curves: Sequence[PlotCurve] = ()
    ticks: Callable[[float], Sequence[tuple[float, str]]] = lambda _: ()
    marks: Sequence[GlyphMark] = ()
    branch: tuple[int, int] | None = None
    message: str = ""
    range: tuple[float, float] | None = None
    hidden_from: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class PlyPointer:
    """A marked ply.

    Attributes:
        ply: the ply.
        in_branch: whether it is in the variation.
        texts: possible labels, the longest first. The first one that fits is shown.
    """

    ply: int
    in_branch: bool = False
    texts: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A line of a legend: its title, and the colour, the form, the thickness and the opacity of its sample."""

    title: str
    color: str
    dash: Dash = "solid"
    width: float = 1.6
    opacity: float = 1.0


@dataclass(frozen=True)
class PlotFrame:
    """Where the parts of a graph are.

    Attributes:
        data: what it shows.
        width, height: its size in px.
        measure: function that returns the width of a text.
        low, high: the least and the greatest height of the plot.
        ticks: the heights and the texts of the labels of the score axis.
        plot: the left, the upper, the right and the lower edge of the plot in px.
    """

    data: PlotData
    width: float
    height: float
    measure: Measure = text_width
    low: float = field(init=False)
    high: float = field(init=False)
    ticks: Sequence[tuple[float, str]] = field(init=False)
    plot: tuple[float, float, float, float] = field(init=False)

    def __post_init__(self) -> None:
        heights = [height for curve in self.data.curves for _, height in (*curve.main, *curve.branch)]
        low, high = self.data.range or (min([-LEAST_RANGE, *heights]), max([LEAST_RANGE, *heights]))
        margin = 0.06 * (high - low)
        low, high = low - margin, high + margin
        room = max(1.0, self.height - TOP - AXIS)
        ticks = [(each, text) for each, text in self.data.ticks(TICK * (high - low) / room) if low <= each <= high]
        left = max((self.measure(text, _SIZE) for _, text in ticks), default=0.0) + _MARGIN + 8
        plot = (left, TOP, max(left + 1, self.width - RIGHT), TOP + room)
        for name, value in {"low": low, "high": high, "ticks": ticks, "plot": plot}.items():
            object.__setattr__(self, name, value)

    def x(self, ply: float) -> float:
        """Return the place of a ply in px."""
        left, _, right, _ = self.plot
        return left + ply / max(1, self.data.last) * (right - left)

    def point(self, ply: float, height: float) -> tuple[float, float]:
        """Return the place of a ply and a height in px."""
        _, top, _, bottom = self.plot
        return self.x(ply), bottom - (height - self.low) / (self.high - self.low) * (bottom - top)

    def ply(self, x: float) -> int:
        """Return the ply nearest to a horizontal place."""
        left, _, right, _ = self.plot
        return max(0, min(round((x - left) / (right - left) * self.data.last), self.data.last))

    def ply_step(self) -> int:
        """Return the number of plies between two neighbouring labels of the ply axis."""
        left, _, right, _ = self.plot
        wide, one = self.measure(str(self.data.last), _SIZE) + PLY, (right - left) / max(1, self.data.last)
        steps = (factor * 10**power for power in range(6) for factor in (1, 2, 4, 5))
        return next((step for step in steps if step * one >= wide), 10**6)


def plot_items(frame: PlotFrame, look: Theme) -> list[Item]:
    """Return the axes, the band, the curves and the marks of a graph. Without curves, return the message."""
    data, (left, top, right, bottom) = frame.data, frame.plot
    if not data.curves:
        place = (_MARGIN, frame.width - _MARGIN, frame.height / 2)
        return _sentence(data.message, _TITLE, *place, look, frame.measure)
    made: list[Item] = [Rect(left, top, right - left, bottom - top, look.surface)]
    for height, words in frame.ticks:
        y = round(frame.point(0, height)[1]) + 0.5
        made.append(Path(((left, y), (right, y)), Pen(look.border if height == 0 else look.line)))
        made.append(Text(left - 6, y, words, _SIZE, look.secondary, "end"))
    plies = range(0, data.last + 1, frame.ply_step())
    made += [Text(frame.x(ply), bottom + AXIS / 2, str(ply), _SIZE, look.secondary) for ply in plies]
    for run in bands([curve.main for curve in data.curves]):
        edge = [frame.point(x, high) for x, _, high in run] + [frame.point(x, low) for x, low, _ in reversed(run)]
        made.append(Path(edge, fill=look.secondary, opacity=0.14, is_closed=True))
    if data.branch is not None:
        # The extent of the variation, also where it has no scores.
        ends = (frame.x(data.branch[0] - 1), bottom - 1), (frame.x(data.branch[1]), bottom - 1)
        made.append(Path(ends, Pen(look.gold, 2, DASHED)))
    for curve in data.curves:
        made += _curve(frame, curve)
    for mark in data.marks:
        made += _mark(frame, mark, look)
    if data.hidden_from is not None:
        ply, words = data.hidden_from
        start = frame.x(ply) + 8
        if right > start:
            made.append(Rect(start, top, right - start, bottom - top, look.ground))
            made += _sentence(words, _SIZE, start, right, (top + bottom) / 2, look, frame.measure)
    return made


def _sentence(
    words: str, size: float, left: float, right: float, middle: float, look: Theme, measure: Measure
) -> list[Item]:
    """Return a sentence in as many lines as it needs between two edges."""
    lines, step = wrapped(words, size, right - left, measure), size * 1.4
    top = middle - step * (len(lines) - 1) / 2
    return [
        Text((left + right) / 2, top + step * place, line, size, look.secondary) for place, line in enumerate(lines)
    ]


def _curve(frame: PlotFrame, curve: PlotCurve) -> list[Item]:
    """Return a curve. A point without a point at a neighbouring ply is a dot."""
    made: list[Item] = []
    thin = max(1.5, curve.width * 0.75)
    for points, dash, width in ((curve.main, DASHES[curve.dash], curve.width), (curve.branch, DASHED, thin)):
        if len(points) > 1:
            made.append(Path([frame.point(*each) for each in points], Pen(curve.color, width, dash)))
        plies = {ply for ply, _ in points}
        lonely = [each for each in points if not plies & {each[0] - 1, each[0] + 1}]
        made += [Circle(*frame.point(*each), 3, curve.color) for each in lonely]
    return made


def _mark(frame: PlotFrame, mark: GlyphMark, look: Theme) -> list[Item]:
    (x, y), size = frame.point(mark.ply, mark.height), mark.size
    fill, pen = (look.surface, Pen(mark.color, 1.5)) if mark.is_hollow else (mark.color, Pen(look.surface))
    if mark.shape == "circle":
        made: list[Item] = [Circle(x, y, size, fill, pen)]
    elif mark.shape == "diamond":
        reach = 1.3 * size
        corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
        made = [Path(corners, pen, fill, is_closed=True)]
    else:
        made = [Rect(x - size, y - size, 2 * size, 2 * size, fill, pen)]
    if mark.glyph:
        # Below the curve, or above it near the bottom.
        below = y + size + 16 < frame.plot[3]
        made.append(Text(x, y + size + 8 if below else y - size - 8, mark.glyph, _SIZE, mark.color, is_bold=True))
    return made


def pointer_items(
    frame: PlotFrame, pointer: PlyPointer, look: Theme, color: str, width: float, *, is_named: bool = True
) -> list[Item]:
    """Return a vertical line of a colour and a width at a ply, a dot on each curve, and its label if ``is_named``."""
    (left, top, right, bottom), x = frame.plot, frame.x(pointer.ply)
    made: list[Item] = [Path(((x, top), (x, bottom)), Pen(color, width, DASHED if pointer.in_branch else ()))]
    for curve in frame.data.curves:
        height = dict(curve.branch if pointer.in_branch else curve.main).get(pointer.ply)
        if height is not None:
            made.append(Circle(*frame.point(pointer.ply, height), 3.5, curve.color, Pen(look.surface)))
    for words in pointer.texts if is_named else ():
        room = math.ceil(frame.measure(words, _SIZE)) + 4
        if room <= max(right - x, x - left) - 8:
            start = x + 4 if room <= right - x - 8 else x - 4 - room
            made.append(Rect(start, top, room, 16, look.surface, opacity=0.86))
            made.append(Text(start + room / 2, top + 8, words, _SIZE, look.text))
            break
    return made


def plot_svg(
    data: PlotData, pointer: PlyPointer | None, width: int, height: int, *, title: str, theme: ThemeName = "light"
) -> str:
    """Return a graph with its legend as a separate file of SVG.

    Args:
        data: what it shows.
        pointer: a marked ply, or None.
        width: width in px.
        height: height in px without the legend.
        title: what the graph shows, in words. The names of the curves follow.
        theme: the theme.
    """
    look = theme_named(theme)
    shown = [each for each in data.curves if each.title]
    legend, top = legend_of([LegendEntry(each.title, each.color, each.dash, each.width) for each in shown], width, look)
    frame = PlotFrame(data, width, height)
    made = plot_items(frame, look)
    if pointer is not None and data.curves:
        made += pointer_items(frame, pointer, look, look.gold, 1.5)
    words = ": ".join(part for part in (title, ", ".join(each.title for each in shown)) if part)
    scene = Scene(width, height + top, [*legend, Layer(made, y=top)], words, look.ground)
    return scene_svg(scene, inline=False)


def bands(lines: Sequence[Sequence[Point]]) -> list[Run]:
    """Return the plies at which several lines have a point, in runs without gaps."""
    values: dict[int, list[float]] = {}
    for points in lines:
        for x, y in points:
            values.setdefault(x, []).append(y)
    runs: list[Run] = []
    for x in sorted(x for x, each in values.items() if len(each) > 1):
        if not runs or runs[-1][-1][0] != x - 1:
            runs.append([])
        runs[-1].append((x, min(values[x]), max(values[x])))
    return runs


def legend_of(entries: Sequence[LegendEntry], width: float, look: Theme) -> tuple[list[Item], int]:
    """Return a legend in as many rows as it needs, and its height in px.

    Args:
        entries: the entries in order.
        width: width of the picture in px.
        look: the theme.
    """
    made: list[Item] = []
    x, y = 48.0, _LEGEND / 2
    for each in entries:
        room = text_width(each.title, _TITLE) + 34
        if x > 48.0 and x + room > width - RIGHT:
            x, y = 48.0, y + 20
        made.append(Path(((x, y), (x + 18, y)), Pen(each.color, each.width, DASHES[each.dash], each.opacity)))
        words = fitted(each.title, _TITLE, width - RIGHT - x - 24)
        made.append(Text(x + 24, y, words, _TITLE, look.text, "start"))
        x += room
    return made, int(y + _LEGEND / 2) if entries else 0
