"""Splitting of PGN text into tokens, and of a file into games."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from engine.core.game import games
from engine.records.formats import Extract
from engine.records.formats.pgn.plain import KINDS, PlainText
from engine.records.formats.pgn.text import read_value

# Signs after moves as other programs write them, with their numbers in the standard.
SIGNS = {
    "□": 7, "=": 10, "∞": 13, "~": 13, "⩲": 14, "+/=": 14, "+=": 14, "⩱": 15, "=/+": 15, "=+": 15, "±": 16, "+/-": 16,
    "+/−": 16, "∓": 17, "-/+": 17, "−/+": 17, "+-": 18, "+−": 18, "-+": 19, "−+": 19, "⨀": 22, "⊙": 22, "⟳": 32,
    "→": 40, "↑": 36, "=/∞": 44, "⯹": 44, "⇆": 132, "⇄": 132, "⨁": 138, "⊕": 138, "∆": 140, "Δ": 140, "⌓": 142,
    "N": 146, "D": 220,
}  # fmt: skip
_DASH = "[-\u2010-\u2015\u2212]"
_HALF = "(?:1/2|\u00bd|0[.,]5)"
RESULT = f"(?:1{_DASH}0|0{_DASH}1|1:0|0:1|{_HALF}[-\u2010-\u2015\u2212:]{_HALF}|1/2|\u00bd|\\*)"
"""Pattern of a result in the move text, in the forms that other programs write (``read_result``)."""
_END = r"(?![^\s(){}\[\];$])"
_SHORT_SIGNS = "".join(sign for sign in SIGNS if len(sign) == 1 and not sign.isascii())
_LONG_SIGNS = "|".join(sorted(map(re.escape, SIGNS.keys() - {*_SHORT_SIGNS}), key=len, reverse=True))
_BLANK = "\\s\ufeff\u200b-\u200f\u2060\x00\x1a\xad\uff0c\u3001\u3002\uff1b"
_WORD = rf"""(?P<space>[{_BLANK}]+)
    |(?P<rest>;[^\n]*)
    |(?P<comment>\{{[^}}]*\}})
    |(?P<sum>\(\|?[0-9]\s?(?:[+\-\u2212\u00d7x:]|mod)\s?[0-9]\|?\))
    |(?P<open>\()
    |(?P<close>\))
    |(?P<nag>\$[0-9]+)
    |(?P<glyph>[!?]+)
    |(?P<result>{RESULT}{_END})
    |(?P<number>[0-9\uff10-\uff19]+(?:\s?[.\u2026\uff0e\u3001]+|{_END})|[.\u2026\uff0e]+)
    |(?P<phrase>(?:PHRASES)(?![0-9/:\-\u2010-\u2015]))
    |(?P<null>(?:--|Z0|@@@@)(?![^\s(){{}}\[\];$!?]))
    |(?P<sign>[{_SHORT_SIGNS}]|(?:{_LONG_SIGNS}){_END})
    |(?P<move>[^{_BLANK}(){{}}\[\];$!?{_SHORT_SIGNS}]+(?:\([QRBNqrbn]\))?)"""
"""Tokens. Moves with spaces, and moves that follow each other without spaces, are ``Game.phrases``."""
_TAG = re.compile(r'\[\s*([^\s"\[\]]+)\s+"((?:[^"\\\n]|\\[^\n])*(?:\n(?:[^"\\\n\[]|\\[^\n])*)?)"\s*\]')
# A tag by a program that does not escape quotes: the value extends to the last quote of the line.
_LOOSE_TAG = re.compile(r'\[\s*([^\s"\[\]]+)[^\S\n]+"([^\n]*)"[^\S\n]*\]')


_BRACE = re.compile("[{}]")


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a token, with the phrases of all games."""
    # In a verbose pattern, a space is written as a character class.
    phrases = "|".join(kind.phrases.replace(" ", "[ ]") for kind in games().values() if kind.phrases)
    return re.compile(_WORD.replace("PHRASES", phrases), re.VERBOSE)


class Token(NamedTuple):
    """A token of PGN text.

    Attributes:
        kind: name of a group of ``_WORD``, ``tag``, or ``fault`` for text that is not a token.
        text: the token as written, or the name of a tag.
        start: index of the token's first character.
        end: index after the token's last character.
        line: line of the token's first character, counted from 1.
        value: encoded value of a tag, or an empty string for other tokens.
    """

    kind: str
    text: str
    start: int
    end: int
    line: int
    value: str = ""


def words_of(text: str, line: int = 1) -> Iterator[Token]:
    """Yield the tokens of ``text`` in linear time. Any text is accepted.

    White space, escaped lines and calculations in brackets are skipped.

    Args:
        text: the text to split.
        line: number of the first line of ``text``.
    """
    pattern, plain, at = _pattern(), PlainText(text), 0
    while at < len(text):
        kind = plain.read_token(at)
        start = plain.start
        line += text.count("\n", at, start)
        if kind:
            at = plain.end
            if KINDS[kind]:
                yield Token(KINDS[kind], text[start:at], start, at, line)
            line += text.count("\n", start, at)
            continue
        at = start
        line_start = at == 0 or text[at - 1] == "\n"
        if text[at] == "%" and line_start:
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            continue
        if text[at] == "[":
            match = _TAG.match(text, at) or _LOOSE_TAG.match(text, at)
            if match:
                at = match.end()
                yield Token("tag", match[1], start, at, line, match[2])
            else:
                end = text.find("\n", at)
                at = len(text) if end < 0 else end
                yield Token("fault", text[start:at].rstrip(), start, at, line)
        else:
            match = pattern.match(text, at)
            if match is None:
                # The remaining cases are "}", "]", and a "{" that is never closed.
                at = len(text) if text[at] == "{" else at + 1
                yield Token("fault", text[start:at].rstrip(), start, at, line)
            else:
                at = match.end()
                name = "move" if match.lastgroup == "phrase" else match.lastgroup or ""
                if name == "comment" and "{" in match[0][1:]:
                    at = _closed(text, start, at)
                    yield Token(name, text[start:at], start, at, line)
                elif name not in ("space", "sum"):
                    yield Token(name, match[0], start, at, line)
        line += text.count("\n", start, at)


def _closed(text: str, start: int, end: int) -> int:
    """Return the end of a comment that contains opening braces: that of the brace that closes the first one.

    A brace that is not closed within the text does not count, because the standard has no nested comments.
    """
    depth = 0
    for match in _BRACE.finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return end


def plain_lines(text: str) -> str:
    """Convert the line ends of a text to newlines. The length of the text does not change.

    A space replaces the first character of each Windows line end.
    """
    return text if "\r" not in text else re.sub(r"\r(?!\n)", "\n", text).replace("\r\n", " \n")


# Start of a token other than a plain word: a token that can end a game, or that can contain what looks like an end.
_MARK = re.compile(
    r"""[{;()\[]
    |^%[^\n]*
    |(?<![^\s(){}\[\];$!?])(?:"""
    + RESULT
    + r""")(?![^\s(){}\[\];$])""",
    re.VERBOSE | re.MULTILINE,
)
_BLACK = re.compile(rf"[^{_BLANK}]")
# What follows a result, if it is not an explanation: a tag at the start of a line, or a move.
_NEXT = re.compile(r"^[^\S\n]*\[(?!%)|[0-9]\s?[.\u2026]|\*", re.MULTILINE)
_SPACES = " \t\n\r\f\v\ufeff\u200b\u200c\u200d\u2060\x00\x1a\xad"
_SUM = re.compile(r"\(\|?[0-9]\s?(?:[+\-\u2212\u00d7x:]|mod)\s?[0-9]\|?\)")


class Tags(Mapping[str, str]):
    """The tags of a game, which are read when the first one is used.

    Args:
        text: the text of the tags, which are plain.
    """

    __slots__ = ("_found", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: dict[str, str] | None = None

    def _tags(self) -> dict[str, str]:
        if self._found is None:
            self._found = PlainText(self._text).tags()
        return self._found

    def __getitem__(self, name: str) -> str:
        return self._tags()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags())

    def __len__(self) -> int:
        return len(self._tags())


def scan(text: str) -> Iterator[Extract]:
    """Yield the place of each game in linear time, without parsing moves. Any text is accepted.

    A game begins with tags or moves. It ends with a result outside of variations, or before the tags of the next game.
    Comments before a game without tags are part of that game.
    """
    at, line, counted = 0, 1, 0
    headers: dict[str, str] = {}
    # Start of the game, start of the comments before it, and end of its last word.
    begin, waiting, end = -1, -1, 0
    depth, moving = 0, False
    stray, found = -1, False
    plain, fresh = PlainText(text), True
    while at <= len(text):
        while fresh and (game := plain.game(at)) is not None:
            begin, moves, at = game
            line, counted = line + text.count("\n", counted, begin), begin
            yield Extract(Tags(text[begin:moves]), begin, at, line)
            begin, found = -1, True
        fresh = False
        match = _MARK.search(text, at)
        stop = len(text) if match is None else match.start()
        black = _BLACK.search(text, at, stop)
        if black is not None:
            if begin < 0:
                # A percent sign here does not begin a line, and must not begin one when the game is read alone.
                begin = waiting if waiting >= 0 else black.start() - (black[0] == "%")
            end, moving = at + len(text[at:stop].rstrip()), True
        if match is None:
            break
        sign, at = match[0], match.end()
        finished = False
        if sign[0] == "%":
            continue
        if sign in ("{", ";"):
            close = text.find("}" if sign == "{" else "\n", at)
            at = len(text) if close < 0 else close + (sign == "{")
            if begin >= 0 or (close < 0 and sign == "{"):
                begin, end, moving = begin if begin >= 0 else stop, at, True
            elif waiting < 0:
                waiting = stop
            continue
        if sign == "[":
            tag = _TAG.match(text, stop) or _LOOSE_TAG.match(text, stop)
            if tag is not None:
                apart = begin >= 0 and text.count("\n", end, stop) > 1
                if begin >= 0 and (moving or (tag[1] in headers and apart)):
                    line, counted = line + text.count("\n", counted, begin), begin
                    yield Extract(headers, begin, end, line)
                    begin, headers, found = -1, {}, True
                begin = begin if begin >= 0 else stop
                headers[tag[1]] = read_value(tag[2])
                at = end = tag.end()
                depth, moving, waiting = 0, False, -1
                continue
            close = text.find("\n", at)
            at = len(text) if close < 0 else close
            if not moving and (stop == 0 or text[stop - 1] == "\n"):
                # A tag that cannot be read.
                begin, end = begin if begin >= 0 else stop, at
                continue
        elif sign == "(":
            calculation = _SUM.match(text, stop)
            if calculation is not None:
                at = calculation.end()
                continue
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif begin < 0 and waiting < 0:
            # A result before the tags and the moves says nothing.
            stray = stop
            continue
        else:
            following = None if moving else _NEXT.search(text, at)
            if following is not None and following[0][-1] != "[":
                continue  # a result before the moves
            finished = depth == 0
        begin = begin if begin >= 0 else waiting if waiting >= 0 else stop
        end, moving = at, True
        waiting = -1
        if finished:
            # Text after the result without a move number, such as an explanation, is part of the game.
            after = _NEXT.search(text, at)
            if after is None or after[0][-1] == "[":
                rest = text[at : len(text) if after is None else after.start()].rstrip(_SPACES)
                end = at = at + len(rest)
            line, counted = line + text.count("\n", counted, begin), begin
            yield Extract(headers, begin, end, line)
            begin, headers, moving, found, fresh = -1, {}, False, True, True
    if begin < 0 and stray >= 0 and not found:
        begin, end = stray, len(text.rstrip(_SPACES))
    if begin >= 0:
        yield Extract(headers, begin, end, line + text.count("\n", counted, begin))
