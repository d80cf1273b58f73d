"""The most likely encoding of bytes that declare none.

For each candidate, ``likelihood`` judges the text that the bytes would be. A candidate with several bytes per character
is out if a byte that the format needs, such as the brace that ends a comment, would be a part of a character, while the
file is well formed without that character.
"""

import re
from typing import NamedTuple

from engine.records.text.encodings import raw_text
from engine.records.text.languages import likelihood

_PRIORS = {
    "utf-8": 0.0, "cp1252": -0.5, "gb18030": -0.5, "cp1250": -1.0, "cp1251": -1.0, "cp1258": -0.5, "tcvn3": -0.5,
    "big5": -1.0, "cp932": -1.2, "cp949": -1.2, "koi8-r": -1.5,
}  # fmt: skip
"""Logarithms of the relative frequencies of files in these encodings."""

_TOKENS = re.compile(rb"\S*[\x80-\xff]\S*(?:\s+\S*[\x80-\xff]\S*)*")
_SAMPLE = 6_000
"""Maximum number of bytes that are judged."""

_TRAILS = {
    "gb18030": re.compile(rb"[\x81-\xfe](?:[\x40-\x7e\x80-\xfe]|[0-9][\x81-\xfe][0-9])"),
    "big5": re.compile(rb"[\x81-\xfe][\x40-\x7e\xa1-\xfe]"),
    "cp932": re.compile(rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]"),
    "cp949": re.compile(rb"[\x81-\xfe][\x41-\x5a\x61-\x7a\x81-\xfe]"),
}
"""Characters of several bytes."""


class TextShape(NamedTuple):
    """What a text of a format consists of, as far as the encoding matters.

    Attributes:
        start: pattern of a place at which a game can begin, with an empty match before the game.
        whole: pattern of the parts of a text that begin and end with signs, such as comments.
        signs: the bytes that occur only at the ends of, or inside, these parts.
        declaration: pattern whose group 1 is the name of the encoding of a game, or None if games declare none.
    """

    start: re.Pattern[bytes] | None = None
    whole: re.Pattern[bytes] | None = None
    signs: bytes = b""
    declaration: re.Pattern[bytes] | None = None


def excluded(data: bytes, shape: TextShape) -> set[str]:
    """Return the encodings in which a character would contain a sign that the format needs."""
    if shape.whole is None:
        return set()
    ends: set[int] = set()
    at = 0
    for found in shape.whole.finditer(data):
        if any(sign in shape.signs for sign in data[at : found.start()]):
            return set()
        ends.update((found.start(), found.end() - 1))
        at = found.end()
    if any(sign in shape.signs for sign in data[at:]):
        return set()
    return {
        name
        for name, pattern in _TRAILS.items()
        if any(
            place in ends
            for found in pattern.finditer(data)
            for place in range(found.start() + 1, found.end())
            if data[place] < 0x80
        )
    }


def sample_of(data: bytes) -> bytes:
    """Return the words of ``data`` that are not ASCII, at most ``_SAMPLE`` bytes."""
    found, size = list[bytes](), 0
    for match in _TOKENS.finditer(data):
        found.append(match[0])
        size += len(match[0])
        if size > _SAMPLE:
            break
    return b" ".join(found)


def judge(sample: bytes, encoding: str, letters: frozenset[str] = frozenset()) -> float:
    """Return the logarithm of the chance of ``sample_of`` some bytes in an encoding."""
    return likelihood(raw_text(sample, encoding), encoding, letters)


def guess(
    data: bytes, shape: TextShape, letters: frozenset[str] = frozenset(), bonus: dict[str, float] | None = None
) -> str:
    """Return the identifier of the most likely encoding of ``data``, which is ASCII in part.

    Args:
        data: the bytes.
        shape: the signs of the format of the file.
        letters: characters that are frequent in the moves of some game.
        bonus: additions to the logarithms of the chances of encodings, such as of one that the file declares.
    """
    sample = sample_of(data)
    out = excluded(data, shape)
    extra = bonus or {}
    names = [*_PRIORS, *(name for name in extra if name not in _PRIORS)]
    return max(
        (name for name in names if name not in out),
        key=lambda name: judge(sample, name, letters) + _PRIORS.get(name, -1.0) + extra.get(name, 0.0),
    )
