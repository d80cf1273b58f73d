"""Bars of several series on a logarithmic scale, in groups, with lines across the groups."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.picture.charts import LegendEntry, legend_of
from engine.picture.colors import Theme, ThemeName, theme_named
from engine.picture.scene import DASHED, Item, Layer, Measure, Path, Pen, Point, Rect, Scene, Text
from engine.picture.svg import fitted, scene_svg, text_width

LEFT, RIGHT, HEAD, AXIS = 48, 12, 24, 20
"""Space to the left and to the right of the plot, above and below it, in px."""
_SIZE, _TITLE, _GAP, _LABEL = 11, 13, 8, 30
_PALE = 0.55
"""Opacity of pale bars."""
_UNITS = ("", "k", "M", "G", "T", "P", "E")


@dataclass(frozen=True, slots=True)
class BarSeries:
    """The bars of one series.

    Attributes:
        title: name in the legend.
        color: colour.
        values: the value of each group that has one, by the number of the group.
        is_pale: whether the bars are pale with an outline, which distinguishes them from others of the same colour.
    """

    title: str
    color: str
    values: Mapping[int, float]
    is_pale: bool = False


@dataclass(frozen=True, slots=True)
class BarLine:
    """A dashed line across the groups.

    Attributes:
        values: the values by the number of the group.
        label: text at its right end.
        note: second line of this text.
        tip: an explanation of the line.
    """

    values: Mapping[int, float]
    label: str
    note: str = ""
    tip: str = ""


class LogScale:
    """A logarithmic scale from a power of ten below the least value to a number above the greatest one.

    Args:
        values: the values to show, of which those below 1 count as 1.

    Attributes:
        low: exponent of the lower end.
        high: decimal logarithm of the upper end.
    """

    def __init__(self, values: Sequence[float]) -> None:
        least = min(values, default=1.0)
        self.low = max(0, math.floor(math.log10(max(1.0, least))) - (1 if least >= 10 else 0))
        self.high = max(self.low + 1.0, math.log10(max([2.0, *values])) * 1.02 + 0.15)

    def share(self, value: float) -> float:
        """Return where a value is between the ends, from 0 to 1."""
        return max(0.0, min(1.0, (math.log10(max(1.0, value)) - self.low) / (self.high - self.low)))

    def labels(self, height: float) -> list[tuple[float, str]]:
        """Return powers of ten with their texts, such as ``100k``, for a scale ``height`` px high."""
        pitch = height / (self.high - self.low)
        powers = range(self.low, math.floor(self.high) + 1)[:: max(1, math.ceil(18 / max(1.0, pitch)))]
        return [(10.0**each, f"{10 ** (each % 3)}{_UNITS[min(each // 3, len(_UNITS) - 1)]}") for each in powers]


@dataclass(frozen=True, slots=True)
class BarPlan:
    """Where the parts of a chart of bars are.

    Attributes:
        series: the series, whose bars are side by side in each group.
        groups: the labels of the groups by number, from left to right.
        lines: lines across the groups. At most two, of which the first is above.
        width, height: size of the chart in px.
        measure: function that returns the width of a text.
    """

    series: Sequence[BarSeries]
    groups: Mapping[int, str]
    lines: Sequence[BarLine]
    width: float
    height: float
    measure: Measure = text_width
    scale: LogScale = field(init=False)
    plot: tuple[float, float, float, float] = field(init=False)
    """The left, the upper, the right and the lower edge of the part with the bars, in px."""

    def __post_init__(self) -> None:
        columns = [*(each.values for each in self.series), *(each.values for each in self.lines)]
        object.__setattr__(self, "scale", LogScale([value for values in columns for value in values.values()]))
        names = [words for each in self.lines for words in (each.label, each.note)]
        room = max((self.measure(words, _SIZE) for words in names), default=0.0) + (_GAP if names else 0)
        right = max(LEFT + 40.0, self.width - RIGHT - room)
        object.__setattr__(self, "plot", (LEFT, HEAD, right, max(HEAD + 40.0, self.height - AXIS)))

    def y(self, value: float) -> float:
        """Return the height of a value."""
        _, top, _, bottom = self.plot
        return bottom - self.scale.share(value) * (bottom - top)

    def x(self, group: int) -> float:
        """Return the middle of a group."""
        left, _, right, _ = self.plot
        return left + (list(self.groups).index(group) + 0.5) * (right - left) / max(1, len(self.groups))

    def bar(self, series: int, group: int) -> tuple[float, float, float, float]:
        """Return the left edge, the upper edge, the width and the height of a bar. It is at least 2 px high."""
        left, _, right, bottom = self.plot
        count = max(1, len(self.series))
        wide = max(2.0, min(26.0, (right - left) / max(1, len(self.groups)) * 0.82 / count))
        top = min(self.y(self.series[series].values[group]), bottom - 2)
        start = self.x(group) - wide * count / 2 + wide * series
        return start, top, wide - min(2.0, wide * 0.25), bottom - top

    def points(self, line: BarLine) -> list[Point]:
        """Return the points of a line, extended beyond the right edge of the plot."""
        made = [(self.x(group), self.y(value)) for group, value in sorted(line.values.items())]
        return [*made, (self.plot[2] + _GAP - 2, made[-1][1])] if made else []

    def labels(self) -> list[tuple[float, float]]:
        """Return the left edge and the middle of the label of each line. Labels do not overlap."""
        _, top, right, bottom = self.plot
        placed = [self.y(each.values[max(each.values)]) for each in self.lines]
        placed = [min(max(each, top + _LABEL / 2), bottom - _LABEL / 2) for each in placed]
        for index in range(1, len(placed)):
            placed[index] = max(placed[index], placed[index - 1] + _LABEL + 2)
        for index in range(len(placed) - 1, -1, -1):
            placed[index] = min(placed[index], bottom - _LABEL / 2 - (len(placed) - 1 - index) * (_LABEL + 2))
        return [(right + _GAP, each) for each in placed]

    def line_at(self, x: float, y: float) -> int:
        """Return the line whose label or points are at a place, or -1."""
        for place, (line, (left, middle)) in enumerate(zip(self.lines, self.labels(), strict=True)):
            on_label = x >= left and abs(y - middle) <= _LABEL / 2
            if on_label or any(_distance((x, y), *ends) <= _NEAR for ends in pairwise(self.points(line))):
                return place
        return -1

    def bar_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the number of the series and the group of the bar at a place, or None."""
        for place, each in enumerate(self.series):
            for group in each.values:
                left, top, width, height = self.bar(place, group)
                if left <= x <= left + width and top - 4 <= y <= top + height:
                    return place, group
        return None


_NEAR = 5
"""Greatest distance from a line in px at which ``BarPlan.line_at`` finds it."""


def _distance(point: Point, start: Point, end: Point) -> float:
    along, to = (end[0] - start[0], end[1] - start[1]), (point[0] - start[0], point[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    share = 0.0 if not length else max(0.0, min(1.0, (to[0] * along[0] + to[1] * along[1]) / length))
    return math.hypot(to[0] - share * along[0], to[1] - share * along[1])


def bar_items(plan: BarPlan, title: str, look: Theme) -> list[Item]:
    """Return a chart of bars, from back to front.

    Args:
        plan: where its parts are.
        title: the text above it.
        look: the theme.
    """
    left, top, right, bottom = plan.plot
    head = fitted(title, _SIZE, plan.width - 16, plan.measure)
    made: list[Item] = [Text(8, 8, head, _SIZE, look.secondary, "start")]
    if not plan.series:
        return made
    made.append(Rect(left, top, right - left, bottom - top, look.surface))
    for value, words in plan.scale.labels(bottom - top):
        made.append(Path(((left, plan.y(value)), (right, plan.y(value))), Pen(look.line)))
        made.append(Text(left - 6, plan.y(value), words, _SIZE, look.secondary, "end"))
    for place, one in enumerate(plan.series):
        for group in one.values:
            pen = Pen(one.color) if one.is_pale else None
            made.append(Rect(*plan.bar(place, group), one.color, pen, opacity=_PALE if one.is_pale else 1.0))
    for group, words in plan.groups.items():
        wide = (right - left) / len(plan.groups) >= plan.measure(words, _SIZE)
        made.append(Text(plan.x(group), bottom + 12, words if wide else str(group), _SIZE, look.secondary))
    for each, (start, middle) in zip(plan.lines, plan.labels(), strict=True):
        # A halo keeps the line visible in front of the bars.
        points = plan.points(each)
        made += [Path(points, Pen(look.surface, 3, opacity=0.7)), Path(points, Pen(look.text, 1, DASHED))]
        made.append(Text(start, middle - 7, each.label, _SIZE, look.text, "start"))
        made.append(Text(start, middle + 8, each.note, _SIZE, look.secondary, "start"))
    return made


def log_bars_svg(
    series: Sequence[BarSeries],
    groups: Mapping[int, str],
    *,
    lines: Sequence[BarLine] = (),
    width: int = 720,
    height: int = 340,
    theme: ThemeName = "light",
    title: str = "",
    inline: bool = True,
) -> str:
    """Return bars on a logarithmic scale as SVG, with a legend.

    Args:
        series: the series, whose bars are side by side in each group.
        groups: the labels of the groups by number, from left to right.
        lines: lines across the groups. At most two, of which the first is above.
        width: width in px.
        height: height in px.
        theme: the theme.
        title: what the chart shows, in words, also printed above it. The names of the series follow for screen readers.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
    """
    look = theme_named(theme)
    entries = [LegendEntry(each.title, each.color, width=8, opacity=_PALE if each.is_pale else 1.0) for each in series]
    legend, top = legend_of(entries, width, look)
    plan = BarPlan(series, groups, lines, width, height - top)
    made = [*legend, Layer(bar_items(plan, title, look), y=top)]
    words = ": ".join(part for part in (title, ", ".join(each.title for each in series)) if part)
    return scene_svg(Scene(width, height, made, words, look.ground), inline=inline)
