"""Charts: lines with several series and marks, and bars."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.picture.colors import Dash, Theme, ThemeName, theme_named
from engine.picture.svg import circle, element, fitted, line, number, path, picture, rect, text, text_width

DASHES: dict[Dash, str | None] = {"solid": None, "dash": "6 4", "dot": "2 3", "dashdot": "6 3 2 3"}
_SIZE, _TITLE, _LEFT, _RIGHT, _TOP, _BOTTOM, _LEGEND = 11, 13, 48, 14, 14, 26, 26


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart.

    Attributes:
        title: name in the legend.
        color: colour.
        points: pairs of x and y in ascending order of x. A y of None interrupts the line.
        dash: form of the line.
        is_main: whether the line is thicker than others.
    """

    title: str
    color: str
    points: Sequence[tuple[float, float | None]]
    dash: Dash = "solid"
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class PointMark:
    """A mark on a chart, such as ``??`` at a blunder.

    Attributes:
        x: place on the horizontal axis.
        y: place on the vertical axis.
        kind: form of the mark.
        color: its colour.
        text: text above it.
    """

    x: float
    y: float
    kind: Literal["circle", "diamond", "square"]
    color: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart: its label, its value, at least 0, its colour, and the text at its end."""

    label: str
    value: float
    color: str
    text: str = ""


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
    series: Sequence[Series],
    *,
    marks: Sequence[PointMark] = (),
    width: int = 720,
    height: int = 260,
    y_range: tuple[float, float] | None = None,
    x_title: str = "",
    y_title: str = "",
    theme: ThemeName = "light",
    title: str = "",
    inline: bool = True,
) -> str:
    """Return a chart of lines as SVG.

    Args:
        series: the lines, each with its legend. A main line is drawn over the others.
        marks: marks on top of the lines.
        width: width in px.
        height: height in px.
        y_range: least and greatest value of the vertical axis, or None for those of the points.
        x_title: text under the horizontal axis.
        y_title: text above the vertical axis.
        theme: the theme.
        title: what the chart shows, in words. The names of the series follow, with their first and last values.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    look = theme_named(theme)
    points = [(x, y) for each in series for x, y in each.points if y is not None] or [(0.0, 0.0)]
    x_low, x_high = min(x for x, _ in points), max(x for x, _ in points)
    low, high = y_range or (min(y for _, y in points), max(y for _, y in points))
    legend, top = _legend(series, width, look)
    top += _TOP + (_SIZE + 6 if y_title else 0)
    bottom = height - _BOTTOM - (_SIZE + 4 if x_title else 0)

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - x_low) / (x_high - x_low or 1)
        up = (y - low) / (high - low or 1)
        return _LEFT + across * (width - _LEFT - _RIGHT), bottom - min(1.0, max(0.0, up)) * (bottom - top)

    body = legend
    for value in ticks(low, high, max(2, int((bottom - top) / 34))):
        y = at(x_low, value)[1]
        body += path(line((_LEFT, y), (width - _RIGHT, y)), stroke=look.line, fill="none")
        body += text(_LEFT - 8, y, _label(value), _SIZE, fill=look.secondary, text_anchor="end")
    for value in ticks(x_low, x_high, max(2, int((width - _LEFT - _RIGHT) / 60))):
        body += text(at(value, low)[0], bottom + 14, _label(value), _SIZE, fill=look.secondary)
    for each in sorted(series, key=lambda each: each.is_main):
        body += _line(each, at)
    for mark in marks:
        body += _mark(mark, *at(mark.x, mark.y), look)
    if x_title:
        body += text((_LEFT + width - _RIGHT) / 2, height - _SIZE, x_title, _SIZE, fill=look.secondary)
    if y_title:
        body += text(8, top - _SIZE - 2, y_title, _SIZE, fill=look.secondary, text_anchor="start")
    words = ": ".join(part for part in (title, ", ".join(map(_in_words, series))) if part)
    return picture(width, height, body, title=words, ground=look.ground, inline=inline)


def _in_words(each: Series) -> str:
    """Return the name of a series with its first and last values, such as ``Minimax 1 → 4``."""
    values = [y for _, y in each.points if y is not None]
    return f"{each.title} {_label(values[0])} → {_label(values[-1])}" if values else each.title


def _line(each: Series, at: Callable[[float, float], tuple[float, float]]) -> str:
    """Return a line, interrupted where a value is missing. A point without neighbours is a dot."""
    runs: list[list[tuple[float, float]]] = [[]]
    for x, y in each.points:
        if y is None:
            runs.append([])
        else:
            runs[-1].append(at(x, y))
    width = 2.6 if each.is_main else 1.6
    steps = "".join(line(*run) for run in runs if len(run) > 1)
    dots = "".join(circle(*run[0], width, fill=each.color) for run in runs if len(run) == 1)
    if not steps:
        return dots
    return dots + path(
        steps, fill="none", stroke=each.color, stroke_width=width, stroke_linejoin="round",
        stroke_dasharray=DASHES[each.dash],
    )  # fmt: skip


def _mark(mark: PointMark, x: float, y: float, look: Theme) -> str:
    if mark.kind == "circle":
        made = circle(x, y, 5, fill=mark.color, stroke=look.surface)
    elif mark.kind == "diamond":
        made = path(f"M{number(x)} {number(y - 6)}l6 6l-6 6l-6 -6z", fill=mark.color, stroke=look.surface)
    else:
        made = rect(x - 5, y - 5, 10, 10, fill=mark.color, stroke=look.surface)
    return made + (text(x, y - 13, mark.text, _SIZE, fill=mark.color, font_weight="700") if mark.text else "")


def _legend(series: Sequence[Series], width: int, look: Theme) -> tuple[str, int]:
    """Return the legend in as many rows as it needs, and its height in px."""
    body, x, y = "", float(_LEFT), _LEGEND / 2
    for each in series:
        room = text_width(each.title, _TITLE) + 34
        if x > _LEFT and x + room > width - _RIGHT:
            x, y = float(_LEFT), y + 20
        stroke = path(
            line((x, y), (x + 18, y)), stroke=each.color, stroke_width=2.6 if each.is_main else 1.6, fill="none",
            stroke_dasharray=DASHES[each.dash],
        )  # fmt: skip
        title = fitted(each.title, _TITLE, width - _RIGHT - x - 24)
        body += stroke + text(x + 24, y, title, _TITLE, fill=look.text, text_anchor="start")
        x += room
    return element("g", body) if body else "", int(y + _LEGEND / 2) if series else 0


def bars_svg(
    bars: Sequence[Bar],
    *,
    width: int = 520,
    theme: ThemeName = "light",
    title: str = "",
    inline: bool = True,
) -> str:
    """Return a chart of horizontal bars as SVG, one row for each.

    Args:
        bars: the bars from top to bottom.
        width: width in px.
        theme: the theme.
        title: what the chart shows, in words. The labels and texts of the bars follow.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.

    Raises:
        ValueError: if a value is less than 0.
    """
    if any(bar.value < 0 for bar in bars):
        raise ValueError("the value of a bar is at least 0")
    look, row = theme_named(theme), 28
    names = min(width * 0.4, max((text_width(bar.label, _TITLE) for bar in bars), default=0.0)) + 12
    ends = max((text_width(bar.text, _TITLE) for bar in bars), default=0.0) + 12
    room, most = max(20.0, width - names - ends - 16), max((bar.value for bar in bars), default=0.0) or 1.0
    body = ""
    for index, bar in enumerate(bars):
        y, length = 8 + index * row, room * bar.value / most
        label = fitted(bar.label, _TITLE, names - 12)
        body += text(names - 4, y + row / 2, label, _TITLE, fill=look.text, text_anchor="end")
        body += rect(names + 4, y + 5, max(1.0, length), row - 10, rx=3, fill=bar.color)
        body += text(names + 10 + length, y + row / 2, bar.text, _TITLE, fill=look.secondary, text_anchor="start")
    captions = ", ".join(" ".join(part for part in (bar.label, bar.text) if part) for bar in bars)
    words = ": ".join(part for part in (title, captions) if part)
    return picture(width, 16 + row * len(bars), body, title=words, ground=look.ground, inline=inline)
