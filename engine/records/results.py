"""Results of games as programs and people write them, by the words of ``resources/dialects/results.csv``."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.core.dialects import plain, table

STONES = ("Black", "White")
"""Sides of games with stones, in which Black moves first."""
_KINDS = ("resigns", "ending", "draw", "side", "win", "lose", "unit", "filler")
_LETTER = "[a-zà-ỹа-я]"
_NUMBER = re.compile(
    r"(?:(?P<whole>[0-9]{1,4}(?:[.,][0-9]{1,3})?)(?![0-9/])[ 又]*)?"
    r"(?:(?P<over>[0-9])/(?P<under>[248])|(?P<half>[半반]))?"
)


class GameEnd(NamedTuple):
    """A result with its reason.

    Attributes:
        result: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` if it is unknown.
        termination: ``resignation``, ``time`` or ``forfeit``, or an empty string if unspecified.
        margin: number of points (``3.5``), or an empty string if unspecified.
        rest: words that were not understood.
    """

    result: str
    termination: str = ""
    margin: str = ""
    rest: str = ""


@cache
def _exact() -> Mapping[str, str]:
    """Return the results that are written as a whole, such as ``1/2``, without spaces."""
    return {_tight(entry["word"]): entry["meaning"] for entry in table("results") if entry["kind"] == "result"}


@cache
def _words() -> tuple[re.Pattern[str], Mapping[tuple[str, str], str]]:
    """Return a pattern that matches a word of any kind, the longest first, and the meanings by kind and word."""
    meanings = {(entry["kind"], plain(entry["word"]).casefold()): entry["meaning"] for entry in table("results")}
    parts = []
    for kind in _KINDS:
        words = sorted((word for each, word in meanings if each == kind), key=len, reverse=True)
        # Words in Latin letters are whole words. Words in Chinese characters are not separated.
        ends = [(f"(?<!{_LETTER})", f"(?!{_LETTER})") if re.match(_LETTER, word) else ("", "") for word in words]
        found = (before + re.escape(word) + after for word, (before, after) in zip(words, ends, strict=True))
        parts.append(f"(?P<{kind}>{'|'.join(found)})")
    return re.compile("|".join(parts)), meanings


def _tight(text: str) -> str:
    return re.sub(r"\s", "", plain(re.sub(r"½", "1/2", text)).casefold()).replace("\u2236", ":")


def read_result(text: str, sides: tuple[str, str] = STONES) -> GameEnd | None:
    """Return the result that ``text`` describes, or None if it describes none.

    Examples are ``½-½``, ``1:0``, ``1-0 (time)``, ``B+3.5 points``, ``红胜`` and ``白胜43.5目``.

    Args:
        text: the text.
        sides: English names of the sides, the first to move first (``Game.sides``).
    """
    words = re.sub(r"([0-9])?½", lambda match: f"{match[1] or ''} 1/2", text[:200])
    whole = _exact().get(_tight(text[:200]))
    if whole is not None:
        return GameEnd(whole)
    words = plain(words).casefold().strip()
    # A result, and its reason in brackets or after a space: "1-0 (time)", "1/2-1/2 by agreement".
    head, _, tail = re.sub(r"[\s(\[{,;:]", " ", words, count=0).strip().partition(" ")
    if (whole := _exact().get(_tight(head))) is not None and whole != "*" and "-" in whole and re.search(r"[-:]", head):
        return GameEnd(whole, *_reason(tail))
    return _in_words(words, sides)


def _reason(text: str) -> tuple[str, str, str]:
    """Return the termination, the margin and the other words of a text after a result."""
    pattern, meanings = _words()
    for match in pattern.finditer(text):
        if match.lastgroup in ("ending", "resigns"):
            return meanings[match.lastgroup, match[0]], "", ""
    return "", "", text.strip(" )]}.")


def _in_words(text: str, sides: tuple[str, str]) -> GameEnd | None:
    """Return the result of a text that names a side, and who wins or loses, or a draw."""
    pattern, meanings = _words()
    found: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    points, rest, at = 0.0, list[str](), 0
    while at < len(text):
        number = _NUMBER.match(text, at)
        match = pattern.match(text, at)
        if number is not None and number[0].strip():
            points, at = points + _points(number), number.end()
        elif match is not None:
            kind = match.lastgroup or ""
            # After the sign of a win, R is resignation, and before it a side.
            if kind == "ending" and not found["side"] and ("side", match[0]) in meanings:
                kind = "side"
            found[kind].append(meanings[kind, match[0]])
            at = match.end()
        else:
            rest.append(text[at])
            at += 1
    words = " ".join("".join(rest).split()).strip(" .,;:()[]{}")
    sided = {side for name in found["side"] if (side := _side(name, sides)) is not None}
    wins = bool(found["win"])
    loses = bool(found["lose"] or (found["resigns"] and not wins))
    if found["draw"] and not sided and not wins and not loses:
        return GameEnd("1/2-1/2", "", "", words)
    if len(sided) != 1 or wins == loses or found["draw"]:
        return None
    first = (sided == {0}) == wins
    termination = next(iter((*found["resigns"], *found["ending"])), "")
    points *= int(found["unit"][0]) if found["unit"] else 1
    margin = f"{points:g}" if points and not termination else ""
    return GameEnd("1-0" if first else "0-1", termination, margin, words)


def _side(name: str, sides: tuple[str, str]) -> int | None:
    """Return the index of a side, or None if the game has no such side."""
    if name in ("first", "second"):
        return int(name == "second")
    return sides.index(name) if name in sides else None


def _points(number: re.Match[str]) -> float:
    """Return the value of a number with a fraction: 2.5 for ``2 1/2``."""
    value = float((number["whole"] or "0").replace(",", "."))
    if number["under"]:
        value += int(number["over"]) / int(number["under"])
    elif number["half"]:
        value += 0.5
    return value
