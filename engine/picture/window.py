"""Window strips: the replies of one node in the order tried, their values, and the window as it narrows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.picture.colors import Fate, Theme, ThemeName, theme_named
from engine.picture.fates import Bound, fate_mark, hatch
from engine.picture.svg import circle, line, path, picture, rect, text, text_width

LEFT, RIGHT, TOP, BOTTOM = 48, 28, 32, 22
"""Margins of the diagram in px."""
LETTER = 11
"""Width of a Greek letter in px."""
LEAST_SLOT, SLOT, WIDEST_SLOT, LAST = 4, 7, 26, 20
"""Least width of a slot, width of the last slots if there is little space, greatest width, and number of last slots."""
_SIZE = 11


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply.

    Attributes:
        value: its value, for the side for which the strip is drawn.
        fate: what became of it.
        bound: what is known about the value, for this side.
        is_known: whether the value is shown. Others only take their slot.
        is_best: whether it has a ring and ``Strip.label``.
        is_chosen: whether it has a ring.
    """

    value: int
    fate: Fate
    bound: Bound
    is_known: bool = True
    is_best: bool = False
    is_chosen: bool = False


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


def window_svg(
    strip: Strip,
    scale: tuple[float, float],
    format_value: Callable[[int], str],
    *,
    width: int = 900,
    height: int = 220,
    caption: str = "",
    theme: ThemeName = "light",
    title: str = "",
    inline: bool = True,
    ids: str = "w",
) -> str:
    """Return a window strip as SVG.

    Args:
        strip: the numbers.
        scale: the least and the greatest value of the diagram. Others are drawn at its edges.
        format_value: function that returns the text of a value.
        width: width of the picture in px.
        height: height of the picture in px.
        caption: text above the diagram.
        theme: the theme.
        title: what the picture shows, in words.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
        ids: beginning of the identifiers.
    """
    look, (low, high), bottom = theme_named(theme), scale, float(height - BOTTOM)
    edges = slots(width, len(strip.replies), strip.never_tried)

    def y_of(value: float | None, *, is_lower: bool = True) -> float:
        if value is None:
            return bottom if is_lower else float(TOP)
        return bottom - max(0.0, min(1.0, (value - low) / (high - low))) * (bottom - TOP)

    body = text(12, 16, caption, _SIZE, fill=look.secondary, text_anchor="start") if caption else ""
    body += _window(strip, edges, y_of, width, look)
    body += _axis(strip, scale, y_of, format_value, edges, width, height, look)
    if strip.never_tried:
        step = edges[-1] - edges[-2] if len(edges) > 1 else WIDEST_SLOT
        end = min(edges[-1] + max(16.0, step * strip.never_tried), float(width - RIGHT))
        body += rect(edges[-1], TOP, end - edges[-1], bottom - TOP, fill=f"url(#{ids}hatch)")
    label = ""
    for (left, right), reply in zip(pairwise(edges), strip.replies, strict=True):
        if reply.is_known:
            x, y = (left + right) / 2, y_of(reply.value)
            body += fate_mark(x, y, min(4.0, max(2.0, (right - left) / 2)), reply.fate, reply.bound, theme)
            if reply.is_best or reply.is_chosen:
                body += circle(x, y, 7, fill="none", stroke=look.gold, stroke_width=2)
            if reply.is_best and strip.label:
                wide = text_width(strip.label, _SIZE)
                start = min(x - wide / 2 if x - wide / 2 > LEFT else x + 12, width - RIGHT - wide)
                above = y - 15 if y - 26 > TOP else y + 16
                # Over the marks of other replies, which would cross the words out. Not all programs know paint-order.
                label = text(
                    start, above, strip.label, _SIZE, fill=look.ground, text_anchor="start", stroke=look.ground,
                    stroke_width=4, aria_hidden="true",
                )  # fmt: skip
                label += text(start, above, strip.label, _SIZE, fill=look.text, text_anchor="start")
    defs = hatch(f"{ids}hatch", theme)
    return picture(width, height, body + label, title=title, defs=defs, ground=look.ground, inline=inline)


def _window(strip: Strip, edges: Sequence[float], y_of: Callable[..., float], width: int, look: Theme) -> str:
    """Return the window as an area, and both bounds as lines."""
    heights = [y_of(floor, is_lower=strip.is_own) for floor in strip.floors]
    limit = y_of(strip.limit, is_lower=not strip.is_own)
    step: list[tuple[float, float]] = []
    for (left, right), y in zip(pairwise(edges), heights, strict=False):
        step += [(left, y), (right, y)]
    step.append((edges[-1], heights[-1]))
    area = path(line(*step, (edges[-1], limit), (edges[0], limit)) + "z", fill=look.chosen)
    own, other = (look.accent, look.secondary) if strip.is_own else (look.secondary, look.accent)
    made = area + path(line(*step), fill="none", stroke=own, stroke_width=1.5)
    end = width - RIGHT
    if strip.limit is not None:
        made += path(line((edges[0], limit), (end, limit)), fill="none", stroke=other, stroke_width=1.5)
    names = ((strip.floors[-1], heights[-1], "α", own), (strip.limit, limit, "β", other))
    if not strip.is_own:
        names = ((strip.limit, limit, "α", other), (strip.floors[-1], heights[-1], "β", own))
    # Two names at one height stand side by side.
    shift = LETTER if abs(heights[-1] - limit) < 12 else 0
    for place, (value, y, name, color) in enumerate(names):
        if value is not None:
            made += text(end + 6 + place * shift, y, name, _SIZE, fill=color, text_anchor="start")
    return made


def _axis(
    strip: Strip, scale: tuple[float, float], y_of: Callable[..., float], format_value: Callable[[int], str],
    edges: Sequence[float], width: int, height: int, look: Theme,
) -> str:  # fmt: skip
    """Return the values at the left, and the numbers of the replies below."""
    made = ""
    for value in axis_values(scale):
        words = format_value(value)
        made += text(LEFT - 8, y_of(value), words, _SIZE, fill=look.secondary, text_anchor="end")
    base, count = height - BOTTOM + 12, len(strip.replies)
    made += text(edges[0], base, "1", _SIZE, fill=look.secondary, text_anchor="start") if count else ""
    if count > 1:
        made += text(edges[-1], base, str(count), _SIZE, fill=look.secondary, text_anchor="end")
    if strip.never_tried:
        total = str(count + strip.never_tried)
        made += text(width - RIGHT, base, total, _SIZE, fill=look.secondary, text_anchor="end")
    return made
