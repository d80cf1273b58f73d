"""Charts: lines with several series and marks. ``engine.picture.log_bars`` draws bars."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.picture.colors import Dash, Theme, ThemeName, theme_named
from engine.picture.svg import circle, element, fitted, line, path, picture, rect, text, text_width

DASHES: dict[Dash, str | None] = {"solid": None, "dash": "6 4", "dot": "2 3", "dashdot": "6 3 2 3"}
_SIZE, _TITLE, _RIGHT, _TOP, _BOTTOM, _LEGEND = 11, 13, 14, 14, 26, 26
_PITCH, _X_PITCH = 18, 60
"""Least distances between two labels of the vertical and of the horizontal axis in px."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart.

    Attributes:
        title: name in the legend, or an empty text for a series that is not in the legend.
        color: colour.
        points: pairs of x and y in ascending order of x. A y of None interrupts the line.
        dash: form of the line.
        width: thickness in px.
    """

    title: str
    color: str
    points: Sequence[tuple[float, float | None]]
    dash: Dash = "solid"
    width: float = 1.6

    @property
    def entry(self) -> "LegendEntry":
        """The entry of the series in a legend."""
        return LegendEntry(self.title, self.color, self.dash, self.width)


@dataclass(frozen=True, slots=True)
class PointMark:
    """A mark on a chart, such as ``??`` at a blunder.

    Attributes:
        x: place on the horizontal axis.
        y: place on the vertical axis.
        kind: form of the mark.
        color: its colour.
        text: text below it, or above it near the horizontal axis.
        size: half its width in px.
        is_hollow: whether only its outline is drawn.
    """

    x: float
    y: float
    kind: Literal["circle", "diamond", "square"]
    color: str
    text: str = ""
    size: float = 5
    is_hollow: bool = False


@dataclass(frozen=True, slots=True)
class Pointer:
    """A vertical line across the plot.

    Attributes:
        x: place on the horizontal axis.
        color: its colour.
        dots: places on the vertical axis with their colours, at which the line has dots.
        texts: possible labels, the longest first. The first one that fits is shown.
        dash: form of the line.
    """

    x: float
    color: str
    dots: Sequence[tuple[float, str]] = ()
    texts: Sequence[str] = ()
    dash: Dash = "solid"


@dataclass(frozen=True, slots=True)
class Span:
    """A dashed line along the horizontal axis from ``first`` to ``last``."""

    first: float
    last: float
    color: str


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A line of a legend: its title, and the colour, the form, the thickness and the opacity of its sample."""

    title: str
    color: str
    dash: Dash = "solid"
    width: float = 1.6
    opacity: float | None = None


Run = list[tuple[int, float, float]]
"""Neighbouring places on the horizontal axis, each with the least and the greatest value there."""


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return at most ``most`` round numbers from ``low`` to ``high``: multiples of 1, 2 or 5 times a power of ten."""
    if not high > low:
        return [low]
    rough = (high - low) / max(1, most - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [step * each for each in range(first, last + 1)]


def _label(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def lines_svg(
    series: Sequence[ChartLine],
    *,
    marks: Sequence[PointMark] = (),
    pointer: Pointer | None = None,
    span: Span | None = None,
    band: Sequence[Run] = (),
    width: int = 720,
    height: int = 260,
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    y_labels: Callable[[float], Sequence[tuple[float, str]]] | None = None,
    x_title: str = "",
    y_title: str = "",
    theme: ThemeName = "light",
    title: str = "",
    inline: bool = True,
) -> str:
    """Return a chart of lines as SVG.

    Args:
        series: the lines, each with its legend, in the order in which they are drawn.
        marks: marks on top of the lines.
        pointer: a marked place on the horizontal axis, or None.
        span: a part of the horizontal axis that is marked, or None.
        band: areas that are shaded (``bands``).
        width: width in px.
        height: height in px.
        x_range: least and greatest value of the horizontal axis, or None for those of the points.
        y_range: least and greatest value of the vertical axis, or None for those of the points.
        y_labels: function that returns the values and the texts of the labels of the vertical axis for a least
            difference of two values, or None for round numbers.
        x_title: text under the horizontal axis.
        y_title: text above the vertical axis.
        theme: the theme.
        title: what the chart shows, in words. The names of the series follow, with their first and last values unless
            the labels of the vertical axis are given.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    look = theme_named(theme)
    points = [(x, y) for each in series for x, y in each.points if y is not None] or [(0.0, 0.0)]
    x_low, x_high = x_range or (min(x for x, _ in points), max(x for x, _ in points))
    low, high = y_range or (min(y for _, y in points), max(y for _, y in points))
    shown = [each for each in series if each.title]
    legend, top = legend_of([each.entry for each in shown], width, look)
    top += _TOP + (_SIZE + 6 if y_title else 0)
    bottom = height - _BOTTOM - (_SIZE + 4 if x_title else 0)
    if y_labels is None:
        heights = [(value, _label(value)) for value in ticks(low, high, max(2, int((bottom - top) / 34)))]
    else:
        least = _PITCH * (high - low) / max(1, bottom - top)
        heights = [(value, words) for value, words in y_labels(least) if low <= value <= high]
    left = max(48.0, max((text_width(words, _SIZE) for _, words in heights), default=0.0) + 16)
    right = width - _RIGHT

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - x_low) / (x_high - x_low or 1)
        up = (y - low) / (high - low or 1)
        return left + across * (right - left), bottom - min(1.0, max(0.0, up)) * (bottom - top)

    body = legend + rect(left, top, right - left, bottom - top, fill=look.surface)
    for value, words in heights:
        y = at(x_low, value)[1]
        body += path(line((left, y), (right, y)), stroke=look.line if value else look.border, fill="none")
        body += text(left - 8, y, words, _SIZE, fill=look.secondary, text_anchor="end")
    for value in ticks(x_low, x_high, max(2, int((right - left) / _X_PITCH))):
        body += text(at(value, low)[0], bottom + 14, _label(value), _SIZE, fill=look.secondary)
    body += "".join(_band(run, at, look) for run in band)
    if span is not None:
        ends = ((at(span.first, low)[0], bottom - 1), (at(span.last, low)[0], bottom - 1))
        body += path(line(*ends), fill="none", stroke=span.color, stroke_width=2, stroke_dasharray=DASHES["dash"])
    body += "".join(_line(each, at) for each in series)
    body += "".join(_mark(mark, *at(mark.x, mark.y), bottom, look) for mark in marks)
    if pointer is not None:
        body += _pointer(pointer, at, (left, top, right, bottom), look)
    if x_title:
        body += text((left + right) / 2, height - _SIZE, x_title, _SIZE, fill=look.secondary)
    if y_title:
        body += text(8, top - _SIZE - 2, y_title, _SIZE, fill=look.secondary, text_anchor="start")
    names = [_in_words(each) if y_labels is None else each.title for each in shown]
    words = ": ".join(part for part in (title, ", ".join(names)) if part)
    return picture(width, height, body, title=words, ground=look.ground, inline=inline)


def bands(lines: Sequence[Sequence[tuple[int, float]]]) -> list[Run]:
    """Return the places where several lines have a value, in runs of whole numbers without gaps.

    Args:
        lines: the points of each line, at whole numbers of the horizontal axis.
    """
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


def _band(run: Run, at: Callable[[float, float], tuple[float, float]], look: Theme) -> str:
    edge = [at(x, high) for x, _, high in run] + [at(x, low) for x, low, _ in reversed(run)]
    return path(line(*edge) + "z", fill=look.secondary, fill_opacity=0.14)


def _pointer(
    pointer: Pointer, at: Callable[[float, float], tuple[float, float]],
    plot: tuple[float, float, float, float], look: Theme,
) -> str:  # fmt: skip
    """Return a marked place on the horizontal axis. ``plot`` contains the left, upper, right and lower edge."""
    left, top, right, bottom = plot
    x = at(pointer.x, 0)[0]
    body = path(
        line((x, top), (x, bottom)), fill="none", stroke=pointer.color, stroke_width=1.5,
        stroke_dasharray=DASHES[pointer.dash],
    )  # fmt: skip
    for y, color in pointer.dots:
        body += circle(*at(pointer.x, y), 3.5, fill=color, stroke=look.surface)
    for words in pointer.texts:
        room = text_width(words, _SIZE) + 8
        if room <= max(right - x, x - left):
            start = x + 4 if room <= right - x else x - room
            body += rect(start, top, room - 4, 16, fill=look.surface, fill_opacity=0.85)
            return body + text(start + 2, top + 8, words, _SIZE, fill=look.text, text_anchor="start")
    return body


def _in_words(each: ChartLine) -> str:
    """Return the name of a series with its first and last values, such as ``Minimax 1 → 4``."""
    values = [y for _, y in each.points if y is not None]
    return f"{each.title} {_label(values[0])} → {_label(values[-1])}" if values else each.title


def _line(each: ChartLine, at: Callable[[float, float], tuple[float, float]]) -> str:
    """Return a line, interrupted where a value is missing. A point without neighbours is a dot."""
    runs: list[list[tuple[float, float]]] = [[]]
    for x, y in each.points:
        if y is None:
            runs.append([])
        else:
            runs[-1].append(at(x, y))
    steps = "".join(line(*run) for run in runs if len(run) > 1)
    dots = "".join(circle(*run[0], max(2.6, each.width), fill=each.color) for run in runs if len(run) == 1)
    if not steps:
        return dots
    return dots + path(
        steps, fill="none", stroke=each.color, stroke_width=each.width, stroke_linejoin="round",
        stroke_dasharray=DASHES[each.dash],
    )  # fmt: skip


def _mark(mark: PointMark, x: float, y: float, bottom: float, look: Theme) -> str:
    """Return a mark. ``bottom`` is the lower edge of the plot."""
    size = mark.size
    colors: dict[str, str | float | None] = {"fill": mark.color, "stroke": look.surface}
    if mark.is_hollow:
        colors = {"fill": look.surface, "stroke": mark.color, "stroke_width": 1.5}
    if mark.kind == "circle":
        made = circle(x, y, size, **colors)
    elif mark.kind == "diamond":
        reach = 1.3 * size
        corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
        made = path(line(*corners) + "z", **colors)
    else:
        made = rect(x - size, y - size, 2 * size, 2 * size, **colors)
    if not mark.text:
        return made
    below = y + size + 16 < bottom
    return made + text(
        x, y + size + 8 if below else y - size - 8, mark.text, _SIZE, fill=mark.color, font_weight="700"
    )  # fmt: skip


def legend_of(entries: Sequence[LegendEntry], width: float, look: Theme) -> tuple[str, int]:
    """Return a legend in as many rows as it needs, and its height in px.

    Args:
        entries: the entries in order.
        width: width of the picture in px.
        look: the theme.
    """
    body, x, y = "", 48.0, _LEGEND / 2
    for each in entries:
        room = text_width(each.title, _TITLE) + 34
        if x > 48.0 and x + room > width - _RIGHT:
            x, y = 48.0, y + 20
        stroke = path(
            line((x, y), (x + 18, y)), stroke=each.color, stroke_width=each.width, stroke_opacity=each.opacity,
            fill="none", stroke_dasharray=DASHES[each.dash],
        )  # fmt: skip
        words = fitted(each.title, _TITLE, width - _RIGHT - x - 24)
        body += stroke + text(x + 24, y, words, _TITLE, fill=look.text, text_anchor="start")
        x += room
    return element("g", body) if body else "", int(y + _LEGEND / 2) if entries else 0
