"""Elements of SVG as text, and pictures as SVG."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, assert_never

from engine.picture.scene import Boxes, Circle, Item, Layer, Measure, Path, Pen, Rect, Scene, Text

FONT: Final = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """Return ``text`` for use in SVG or HTML, as content or as the value of an attribute in quotes.

    Control characters, which XML does not allow, are replaced by spaces, and surrogates by question marks.
    """
    plain = "".join(sign if sign in "\n\t" or (sign >= " " and not "\x7f" <= sign <= "\x9f") else " " for sign in text)
    plain = plain.encode("utf-8", "replace").decode().replace("\ufffe", " ").replace("\uffff", " ")
    return plain.translate(_ESCAPES)


def number(value: float) -> str:
    """Return a length or a coordinate in px as text, with at most two decimals: ``12``, ``0.5``, ``-3.25``."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, content: str = "", /, **attributes: str | float | None) -> str:
    """Return an element.

    Args:
        tag: name of the element.
        content: text between the tags, already escaped.
        **attributes: the attributes. An underscore in a name is written as a hyphen, one at the end is omitted. Numbers
            are written as by ``number``, texts are escaped, and attributes whose value is None are omitted.
    """
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            text = escape(value) if isinstance(value, str) else number(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    opening = " ".join(words)
    return f"<{opening}>{content}</{tag}>" if content else f"<{opening}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float | None) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: str | float | None) -> str:
    """Return a circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def path(steps: str, **attributes: str | float | None) -> str:
    """Return a path with the given steps."""
    return element("path", d=steps, **attributes)


def box(x: float, y: float, width: float, height: float) -> str:
    """Return the steps of a rectangle as part of a path."""
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"


def line(*points: tuple[float, float]) -> str:
    """Return the steps of an open line through points, as part of a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def text(x: float, y: float, words: str, size: float, **attributes: str | float | None) -> str:
    """Return ``words`` with their middle at ``y``. They are centred at ``x`` unless ``text_anchor`` is given.

    Middle means half the height of a figure above the base line, because renderers differ in ``dominant-baseline``.
    """
    anchor = attributes.pop("text_anchor", "middle")
    return element(
        "text", escape(words), x=x, y=y + size * 0.36, font_size=size, text_anchor=anchor, **attributes
    )  # fmt: skip


def text_width(words: str, size: float) -> float:
    """Return an upper estimate of the width in px of a text in a usual font without serifs."""
    return sum(1.0 if ord(sign) > 0x2E7F else 0.9 if sign in "MWmw%@—…" else 0.64 for sign in words) * size


def fitted(words: str, size: float, width: float, measure: Measure = text_width) -> str:
    """Return ``words``, or its beginning and an ellipsis if it would be wider than ``width`` px, or an empty text."""
    if measure(words, size) <= width:
        return words
    for end in range(len(words) - 1, 0, -1):
        short = words[:end].rstrip() + "…"
        if measure(short, size) <= width:
            return short
    return ""


def wrapped(words: str, size: float, width: float, measure: Measure = text_width) -> list[str]:
    """Return ``words`` in lines of at most ``width`` px. A longer word has its own line."""
    lines: list[str] = []
    for word in words.split():
        if lines and measure(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


HATCH_STEP: Final = 6.5
"""Distance between two lines of a hatched area in px."""


def scene_svg(scene: Scene, *, inline: bool = True, ids: str = "") -> str:
    """Return a picture as SVG.

    Args:
        scene: the picture.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
        ids: beginning of the identifiers, which must differ for the pictures of one page that have hatched areas.
    """
    filled = (each for each in _flat(scene.items) if isinstance(each, Rect | Boxes))
    hatches = dict.fromkeys(each.fill for each in filled if each.is_hatched)
    names = {color: f"{ids}hatch{place or ''}" for place, color in enumerate(hatches)}
    defs = "".join(
        element(
            "pattern", path(line((-1.0, HATCH_STEP + 1), (HATCH_STEP + 1, -1.0)), stroke=color, stroke_width=1.2),
            id=name, width=HATCH_STEP, height=HATCH_STEP, patternUnits="userSpaceOnUse",
        )
        for color, name in names.items()
    )  # fmt: skip
    body = "".join(_drawn(each, names) for each in scene.items)
    return picture(
        scene.width, scene.height, body, title=scene.title, defs=defs, ground=scene.ground, inline=inline
    )  # fmt: skip


def item_svg(item: Item) -> str:
    """Return an item as SVG. Hatched areas have the pattern with the identifier ``hatch``, whatever their colour."""
    hatched = {each.fill: "hatch" for each in _flat((item,)) if isinstance(each, Rect | Boxes)}
    return _drawn(item, hatched)


def _flat(items: Sequence[Item]) -> Iterable[Item]:
    return chain.from_iterable(_flat(each.items) if isinstance(each, Layer) else (each,) for each in items)


def _drawn(item: Item, hatches: dict[str, str]) -> str:
    """Return an item as SVG. ``hatches`` contains the identifiers of the patterns by their colours."""
    match item:
        case Rect():
            look = _look(item.fill, item.pen, hatches if item.is_hatched else None)
            look |= {"rx": item.radius or None, "fill_opacity": _share(item.opacity)}
            return rect(item.x, item.y, item.width, item.height, **look)
        case Boxes():
            return path("".join(box(*each) for each in item.boxes),
                        **_look(item.fill, item.pen, hatches if item.is_hatched else None))  # fmt: skip
        case Circle():
            return circle(item.x, item.y, item.radius, **_look(item.fill, item.pen))
        case Path():
            steps = line(*item.points) + ("z" if item.is_closed else "")
            return path(steps, fill_opacity=_share(item.opacity), stroke_linejoin="round", **_look(item.fill, item.pen))
        case Text():
            halo = text(
                item.x, item.y, item.words, item.size, fill=item.halo, text_anchor=item.anchor, stroke=item.halo,
                font_weight="600" if item.is_bold else None, stroke_width=4, aria_hidden="true",
            ) if item.halo else ""  # fmt: skip
            return halo + text(
                item.x, item.y, item.words, item.size, fill=item.color, text_anchor=item.anchor,
                font_weight="600" if item.is_bold else None,
                text_decoration="line-through" if item.is_struck else None,
            )  # fmt: skip
        case Layer():
            content = element("title", escape(item.title)) if item.title else ""
            content += "".join(_drawn(each, hatches) for each in item.items)
            place = f"translate({number(item.x)} {number(item.y)})" if item.x or item.y else None
            return element("g", content, id=item.name or None, transform=place, opacity=_share(item.opacity))
        case _:
            assert_never(item)


def _look(fill: str, pen: Pen | None, hatches: dict[str, str] | None = None) -> dict[str, str | float | None]:
    inside = f"url(#{hatches[fill]})" if hatches is not None else fill or "none"
    if pen is None:
        return {"fill": inside}
    return {
        "fill": inside, "stroke": pen.color, "stroke_width": pen.width, "stroke_opacity": _share(pen.opacity),
        "stroke_dasharray": " ".join(map(number, pen.dash)) or None,
    }  # fmt: skip


def _share(opacity: float) -> float | None:
    return None if opacity == 1 else opacity


def picture(
    width: float, height: float, body: str, *, title: str, defs: str = "", ground: str = "", inline: bool = True
) -> str:
    """Return a whole picture.

    Args:
        width: width in px.
        height: height in px.
        body: the elements.
        title: what the picture shows, in words, for screen readers and tooltips.
        defs: definitions for ``body``.
        ground: colour of the background, which only a separate file has, or an empty string for none.
        inline: whether the picture is an element of an HTML page. Otherwise it is a separate file.
    """
    words = element("title", escape(title)) if title else ""
    back = rect(0, 0, width, height, fill=ground) if ground and not inline else ""
    content = words + (f"<defs>{defs}</defs>" if defs else "") + back + body
    made = element(
        "svg", content, xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {number(width)} {number(height)}", role="img", aria_label=title or None, font_family=FONT,
    )  # fmt: skip
    return made if inline else f'<?xml version="1.0" encoding="UTF-8"?>\n{made}\n'


def digest(content: str) -> str:
    """Return eight characters that differ for different contents, for use as the beginning of identifiers."""
    return "k" + hashlib.blake2s(content.encode(), digest_size=4).hexdigest()
