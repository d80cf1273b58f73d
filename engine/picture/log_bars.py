"""Bars of several series on a logarithmic scale, in groups, with lines across the groups."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.picture.charts import DASHES, LegendEntry, legend_of
from engine.picture.colors import ThemeName, theme_named
from engine.picture.svg import element, fitted, line, path, picture, rect, text, text_width

_SIZE, _TITLE, _LEFT, _RIGHT, _GAP, _LABEL = 11, 13, 48, 12, 8, 30
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
    """

    values: Mapping[int, float]
    label: str
    note: str = ""


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
    """Return bars on a logarithmic scale as SVG.

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
    columns = [*(each.values for each in series), *(each.values for each in lines)]
    scale = LogScale([value for values in columns for value in values.values()])
    legend, top = legend_of(
        [LegendEntry(each.title, each.color, width=8, opacity=_PALE if each.is_pale else None) for each in series],
        width, look,
    )  # fmt: skip
    head = text(8, 14, fitted(title, _TITLE, width - 16), _TITLE, fill=look.secondary, text_anchor="start")
    names = [words for each in lines for words in (each.label, each.note)]
    room = max((text_width(words, _SIZE) for words in names), default=0.0) + (_GAP if names else 0)
    left, right, top, bottom = _LEFT, width - _RIGHT - room, top + 36, height - 26
    places = {group: left + (index + 0.5) * (right - left) / len(groups) for index, group in enumerate(groups)}

    def y(value: float) -> float:
        return bottom - scale.share(value) * (bottom - top)

    body = head + (element("g", legend, transform="translate(0 22)") if legend else "")
    body += rect(left, top, right - left, bottom - top, fill=look.surface)
    for value, words in scale.labels(bottom - top):
        body += path(line((left, y(value)), (right, y(value))), fill="none", stroke=look.line)
        body += text(left - 6, y(value), words, _SIZE, fill=look.secondary, text_anchor="end")
    bar = max(2.0, min(26.0, (right - left) / max(1, len(groups)) * 0.82 / max(1, len(series))))
    for index, one in enumerate(series):
        for group, value in one.values.items():
            x, high = places[group] - bar * len(series) / 2 + bar * index, min(y(value), bottom - 2)
            body += rect(
                x, high, bar - min(2.0, bar * 0.25), bottom - high, fill=one.color,
                fill_opacity=_PALE if one.is_pale else None, stroke=one.color if one.is_pale else None,
            )  # fmt: skip
    for group, words in groups.items():
        wide = (right - left) / len(groups) >= text_width(words, _SIZE)
        body += text(places[group], bottom + 14, words if wide else str(group), _SIZE, fill=look.secondary)
    for each, middle in zip(
        lines, _apart([y(each.values[max(each.values)]) for each in lines], top, bottom), strict=True
    ):
        points = [(places[group], y(value)) for group, value in sorted(each.values.items())]
        points.append((right + _GAP - 2, points[-1][1]))
        for color, thick, dash in ((look.surface, 3.0, None), (look.text, 1.0, DASHES["dash"])):
            body += path(
                line(*points), fill="none", stroke=color, stroke_width=thick, stroke_dasharray=dash,
                stroke_opacity=0.7 if dash is None else None,
            )  # fmt: skip
        body += text(right + _GAP, middle - 7, each.label, _SIZE, fill=look.text, text_anchor="start")
        body += text(right + _GAP, middle + 8, each.note, _SIZE, fill=look.secondary, text_anchor="start")
    words = ": ".join(part for part in (title, ", ".join(each.title for each in series)) if part)
    return picture(width, height, body, title=words, ground=look.ground, inline=inline)


def _apart(middles: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return the middles of labels, moved so that they do not overlap and are between ``top`` and ``bottom``."""
    placed = [min(max(each, top + _LABEL / 2), bottom - _LABEL / 2) for each in middles]
    for index in range(1, len(placed)):
        placed[index] = max(placed[index], placed[index - 1] + _LABEL + 2)
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], bottom - _LABEL / 2 - (len(placed) - 1 - index) * (_LABEL + 2))
    return placed
