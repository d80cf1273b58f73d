"""Window strips: the replies of one node in the order tried, their values, and the window as it narrows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from engine.picture.colors import Fate, Theme
from engine.picture.fates import Bound, fate_mark, hatch_color
from engine.picture.scene import Circle, Item, Measure, Path, Pen, Point, Rect, Text
from engine.picture.svg import text_width

LEFT, RIGHT, TOP, BOTTOM = 48, 28, 32, 22
"""Margins of the diagram in px."""
LETTER = 11
"""Width of a Greek letter in px."""
LEAST_SLOT, SLOT, WIDEST_SLOT, LAST = 4, 7, 26, 20
"""Least width of a slot, width of the last slots if there is little space, greatest width, and number of last slots."""
_SIZE = 11
LegendKind = Literal["hatch", "window", "most", "least", "exact"]


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply.

    Attributes:
        value: its value, for the side for which the strip is drawn.
        fate: what became of it.
        bound: what is known about the value, for this side.
        is_known: whether the value is shown. Others only take their slot.
        is_best: whether it has a ring and ``Strip.label``.
        is_chosen, is_pinned, is_hovered: whether it has a ring for this reason.
    """

    value: int
    fate: Fate
    bound: Bound
    is_known: bool = True
    is_best: bool = False
    is_chosen: bool = False
    is_pinned: bool = False
    is_hovered: bool = False


@dataclass(frozen=True, slots=True)
class Strip:
    """The replies of one node. All values are for the side for which the strip is drawn, in units of the evaluation.

    Attributes:
        replies: the replies in the order tried.
        floors: the bound that narrows, before each reply and after the last one. None is infinite.
        limit: the other bound, or None if it is infinite.
        is_own: whether ``floors`` are the lower bounds, which is so if the side is to move at the node.
        never_tried: number of moves never looked at.
        label: text at the best reply.
    """

    replies: Sequence[Reply]
    floors: Sequence[int | None]
    limit: int | None
    is_own: bool = True
    never_tried: int = 0
    label: str = ""


def slots(width: float, count: int, ghosts: int) -> list[float]:
    """Return the left edges of the slots of replies, and at the end that of the moves never looked at, in px.

    Args:
        width: width of the diagram in px, margins included.
        count: number of replies.
        ghosts: number of moves never looked at.
    """
    room, total = float(max(1.0, width - LEFT - RIGHT)), count + ghosts
    if total == 0:
        return [float(LEFT)]
    slot = min(float(WIDEST_SLOT), room / total)
    if slot >= LEAST_SLOT:
        return [LEFT + slot * place for place in range(count + 1)]
    last = min(LAST, count)
    tail = min(ghosts * LEAST_SLOT / 2, room / 4)
    first = max(0.1, (room - tail - last * SLOT) / max(1, count - last))
    start = LEFT + first * (count - last)
    edges = [LEFT + first * place for place in range(count - last)]
    return edges + [start + SLOT * place for place in range(last + 1)]


def scale_of(values: Sequence[int]) -> tuple[float, float]:
    """Return the least and the greatest value of the diagram. ``values`` contains no infinite ones."""
    low, high = (min(values), max(values)) if values else (-1, 1)
    pad = max(1.0, 0.12 * (high - low))
    return low - pad, high + pad


def axis_values(scale: tuple[float, float]) -> list[int]:
    """Return the values that are written at the left of the diagram: the least, the middle and the greatest one."""
    low, high = scale
    pad = max(1.0, 0.12 * (high - low)) / 1.24
    return list(dict.fromkeys((round(low + pad), round((low + high) / 2), round(high - pad))))


@dataclass(frozen=True, slots=True)
class WindowPlan:
    """Where the parts of the diagram of a strip are.

    Attributes:
        strip: the numbers.
        scale: the least and the greatest value of the diagram. Others are drawn at its edges.
        width, height: size of the diagram in px.
    """

    strip: Strip
    scale: tuple[float, float]
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """The lower edge in px."""
        return self.height - BOTTOM

    @property
    def edges(self) -> list[float]:
        """The left edges of the slots in px (``slots``)."""
        return slots(self.width, len(self.strip.replies), self.strip.never_tried)

    @property
    def middles(self) -> list[float]:
        """The middles of the slots of the replies in px."""
        return [(left + right) / 2 for left, right in pairwise(self.edges)]

    def y(self, value: float | None, *, is_lower: bool = True) -> float:
        """Return the height of a value in px. None is an infinite lower or upper bound."""
        if value is None:
            return self.bottom if is_lower else float(TOP)
        low, high = self.scale
        return self.bottom - max(0.0, min(1.0, (value - low) / (high - low))) * (self.bottom - TOP)


def window_items(
    plan: WindowPlan, format_value: Callable[[int], str], look: Theme, measure: Measure = text_width
) -> list[Item]:
    """Return the diagram of a strip, from back to front.

    Args:
        plan: where its parts are.
        format_value: function that returns the text of a value.
        look: the theme.
        measure: function that returns the width of a text.
    """
    strip, edges, width = plan.strip, plan.edges, plan.width
    made = [*_window(plan, edges, look), *_axis(plan, edges, format_value, look)]
    if strip.never_tried:
        step = edges[-1] - edges[-2] if len(edges) > 1 else WIDEST_SLOT
        end = min(edges[-1] + max(16.0, step * strip.never_tried), float(width - RIGHT))
        made.append(
            Rect(edges[-1], TOP, end - edges[-1], plan.bottom - TOP, hatch_color(look), is_hatched=True)
        )  # fmt: skip
    label: list[Item] = []
    for (left, right), reply in zip(pairwise(edges), strip.replies, strict=True):
        if not reply.is_known:
            continue
        x, y = (left + right) / 2, plan.y(reply.value)
        made += fate_mark(x, y, min(4.0, max(2.0, (right - left) / 2)), reply.fate, reply.bound, look)
        rings = (
            (reply.is_pinned, 9, look.accent, 2), (reply.is_best or reply.is_chosen, 7, look.gold, 2),
            (reply.is_hovered, 6, look.text, 1),
        )  # fmt: skip
        made += [Circle(x, y, radius, pen=Pen(color, thick)) for has, radius, color, thick in rings if has]
        if reply.is_best and strip.label:
            wide = measure(strip.label, _SIZE)
            start = min(x - wide / 2 if x - wide / 2 > LEFT else x + 12, width - RIGHT - wide)
            above = y - 15 if y - 26 > TOP else y + 16
            # Over the marks of other replies, which would cross the words out.
            label.append(Text(start, above, strip.label, _SIZE, look.text, "start", halo=look.ground))
    return made + label


def head_items(
    caption: str, legend: Sequence[tuple[LegendKind, str]], width: float, look: Theme, measure: Measure = text_width
) -> list[Item]:  # fmt: skip
    """Return the caption above a diagram, and at its right as many entries of the legend as fit.

    Args:
        caption: the text at the left.
        legend: the marks with their texts, from right to left.
        width: width of the diagram in px.
        look: the theme.
        measure: function that returns the width of a text.
    """
    made: list[Item] = [Text(12, 14, caption, _SIZE, look.secondary, "start")]
    left, start = width - 12, 12 + measure(caption, _SIZE) + 24
    fates: dict[str, tuple[Fate, Bound]] = {"most": ("low", "most"), "least": ("cut", "least"),
                                            "exact": ("exact", "exact")}  # fmt: skip
    for kind, words in legend:
        left -= measure(words, _SIZE) + 22
        if left < start:
            break
        if kind in fates:
            made += fate_mark(left + 6, 14, 4, *fates[kind], look)
        else:
            is_hatched = kind == "hatch"
            made.append(Rect(left, 9, 12, 10, hatch_color(look) if is_hatched else look.chosen, is_hatched=is_hatched))
        made.append(Text(left + 17, 14, words, _SIZE, look.secondary, "start"))
        left -= 10
    return made


def _window(plan: WindowPlan, edges: Sequence[float], look: Theme) -> list[Item]:
    """Return the window as an area, and both bounds as lines."""
    strip = plan.strip
    heights = [plan.y(floor, is_lower=strip.is_own) for floor in strip.floors]
    limit = plan.y(strip.limit, is_lower=not strip.is_own)
    step: list[Point] = []
    for (left, right), y in zip(pairwise(edges), heights, strict=False):
        step += [(left, y), (right, y)]
    step.append((edges[-1], heights[-1]))
    own, other = (look.accent, look.secondary) if strip.is_own else (look.secondary, look.accent)
    made: list[Item] = [
        Path((*step, (edges[-1], limit), (edges[0], limit)), fill=look.chosen, is_closed=True),
        Path(tuple(step), Pen(own, 1.5)),
    ]
    end = plan.width - RIGHT
    if strip.limit is not None:
        made.append(Path(((edges[0], limit), (end, limit)), Pen(other, 1.5)))
    names = ((strip.floors[-1], heights[-1], "α", own), (strip.limit, limit, "β", other))
    if not strip.is_own:
        names = ((strip.limit, limit, "α", other), (strip.floors[-1], heights[-1], "β", own))
    # Two names at one height stand side by side.
    shift = LETTER if abs(heights[-1] - limit) < 12 else 0
    for place, (value, y, name, color) in enumerate(names):
        if value is not None:
            made.append(Text(end + 6 + place * shift, y, name, _SIZE, color, "start"))
    return made


def _axis(plan: WindowPlan, edges: Sequence[float], format_value: Callable[[int], str], look: Theme) -> list[Item]:
    """Return the values at the left, and the numbers of the replies below."""
    made: list[Item] = [
        Text(LEFT - 8, plan.y(value), format_value(value), _SIZE, look.secondary, "end")
        for value in axis_values(plan.scale)
    ]
    base, count = plan.bottom + 12, len(plan.strip.replies)
    if count:
        made.append(Text(edges[0], base, "1", _SIZE, look.secondary, "start"))
    if count > 1:
        made.append(Text(edges[-1], base, str(count), _SIZE, look.secondary, "end"))
    if plan.strip.never_tried:
        total = str(count + plan.strip.never_tried)
        made.append(Text(plan.width - RIGHT, base, total, _SIZE, look.secondary, "end"))
    return made
