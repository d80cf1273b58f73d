"""Elements of SVG as text."""

import hashlib
from typing import Final

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


def fitted(words: str, size: float, width: float) -> str:
    """Return ``words``, or its beginning and an ellipsis if it would be wider than ``width`` px, or an empty text."""
    if text_width(words, size) <= width:
        return words
    for end in range(len(words) - 1, 0, -1):
        short = words[:end].rstrip() + "…"
        if text_width(short, size) <= width:
            return short
    return ""


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
