"""The fields of UBB text, and the places of its games."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.records.text import TextShape

TAG = re.compile(r"\[\s*(?:(?P<slash>/)\s*)?DhtmlXQ(?:iFrame|_(?P<name>[^\[\]\s/]+))?\s*\]", re.IGNORECASE)
"""A tag that begins or ends a field or, without a name, a game."""
SHAPE = TextShape(
    start=re.compile(rb"(?=\[DhtmlXQ(?:iFrame)?\])", re.IGNORECASE), whole=re.compile(rb"\[[^\[\]]*\]"), signs=b"[]"
)
_ONCE = frozenset(("movelist", "binit", "title"))
"""Fields that a game has once. Another one begins the next game."""
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&nbsp;": " ", "&amp;": "&"}
_ENTITY = re.compile("|".join(_ENTITIES))
_CODE = re.compile(r"\\u([0-9A-Fa-f]{4})")
_BLANK = " \t\r\n"
_HIDDEN = re.compile(
    r"\|(?=[|\n]|\Z)|(?<=[|\n])\||\A\|"
    r"|\[(?=\s*(?:/\s*)?DhtmlXQ)|\\(?=u[0-9A-Fa-f]{4})|&(?=lt;|gt;|nbsp;|amp;)"
    r"|[\x00-\x09\x0b-\x1f\x7f]|\A[ \n]+|(?<![ \n])[ \n]+\Z",
    re.IGNORECASE,
)
"""What a reader would change."""


class Field(NamedTuple):
    """A field of a game, or text that is not in a field.

    Attributes:
        name: name of the field in lower case without ``DhtmlXQ_``, or an empty string for text.
        written: the name as written.
        text: the content as written.
        line: number of the line of its tag, counted from 1.
        is_closed: whether the tag that ends the field follows it.
    """

    name: str
    written: str
    text: str
    line: int
    is_closed: bool = True


def extents(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the start and the end of each game in ``text``, and the number of its line. Any text is accepted.

    A game has at least one field.
    """
    begin, end, is_open = -1, 0, False
    line, counted = 1, 0
    seen = set[str]()
    for tag in (*TAG.finditer(text), None):
        name = "" if tag is None else (tag["name"] or "").lower()
        is_closing = tag is not None and bool(tag["slash"])
        ends_before = tag is None or (not is_closing and (not name or (name in _ONCE and name in seen)))
        if begin >= 0 and is_open and ends_before:
            end = max(end, begin + len(text[begin : len(text) if tag is None else tag.start()].rstrip()))
        if tag is not None and begin >= 0 and is_closing and not name:
            end, ends_before = tag.end(), True
        if begin >= 0 and ends_before:
            if seen:
                line, counted = line + text.count("\n", counted, begin), begin
                yield begin, end, line
            begin, seen = -1, set()
        if tag is None or (begin < 0 and is_closing):
            continue
        begin = begin if begin >= 0 else tag.start()
        end, is_open = tag.end(), bool(name) and not is_closing
        if name and not is_closing:
            seen.add(name)


def fields_of(text: str, line: int) -> Iterator[Field]:
    """Yield the fields of one game, and the text between them.

    Args:
        text: the text of the game.
        line: number of its first line.
    """
    at, counted = 0, 0
    opened: re.Match[str] | None = None
    for tag in (*TAG.finditer(text), None):
        content = text[at : len(text) if tag is None else tag.start()]
        if opened is not None:
            is_closed = tag is not None and bool(tag["slash"]) and _name(tag) == _name(opened)
            yield Field(_name(opened), opened["name"], content, line, is_closed)
        elif content.strip():
            yield Field("", "", content, line + content[: len(content) - len(content.lstrip())].count("\n"))
        if tag is not None:
            line, counted = line + text.count("\n", counted, tag.start()), tag.start()
            at, opened = tag.end(), tag if _name(tag) and not tag["slash"] else None


def _name(tag: re.Match[str]) -> str:
    return (tag["name"] or "").lower()


def read_value(text: str) -> str:
    """Return the text that the content of a field means."""
    lines = text.replace("\r\n", "\n").strip(_BLANK).rstrip("|").replace("||", "\n")
    plain = _ENTITY.sub(lambda match: _ENTITIES[match[0]], lines)
    return _CODE.sub(lambda match: match[0] if 0xD800 <= int(match[1], 16) < 0xE000 else chr(int(match[1], 16)), plain)


def write_value(text: str) -> str:
    """Return the content of a field that means ``text``."""
    return _HIDDEN.sub(lambda match: "".join(f"\\u{ord(sign):04X}" for sign in match[0]), text).replace("\n", "||")
