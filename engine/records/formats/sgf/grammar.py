"""The grammar of SGF: functions that find games, tokens, nodes and the first syntax error in a text."""

import re
from collections.abc import Iterator

from engine.core.errors import NotationError

_START = re.compile(r"\(\s*;")
_SKIP = re.compile(r"(?>[^()\[]+|\[(?>[^\\\]]+|\\.)*+\])*+", re.DOTALL)
_TOKEN = re.compile(r"\s*+(?:(\[(?>[^\\\]]+|\\.)*+\])|([A-Za-z]{1,64})|([;()]))", re.DOTALL)


def extents(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the start index and the end index of each game, and whether its closing parenthesis is present.

    Any text is accepted.
    """
    at = 0
    while (match := _START.search(text, at)) is not None:
        at = start = match.start()
        depth = 0
        while True:
            found = _SKIP.match(text, at)
            assert found is not None
            at = found.end()
            if at >= len(text) or text[at] == "[":
                yield start, len(text), False
                return
            depth += 1 if text[at] == "(" else -1
            at += 1
            if depth == 0:
                yield start, at, True
                break


def tokens(text: str, start: int, end: int) -> Iterator[tuple[str, str, int]]:
    """Yield the kind, the text and the index of each token of ``text[start:end]``.

    The kind is ``V`` for a value, ``I`` for an identifier, ``D`` for a delimiter, and ``?`` for a character with which
    no token begins. Such a character ends the iteration.
    """
    at = start
    while at < end:
        match = _TOKEN.match(text, at, end)
        if match is None:
            space = len(text[at:end]) - len(text[at:end].lstrip())
            if at + space < end:
                yield "?", text[at + space], at + space
            return
        kind = "VID"[(match.lastindex or 1) - 1]
        yield kind, match[match.lastindex or 1], match.start(match.lastindex or 1)
        at = match.end()


def line_at(text: str, at: int) -> int:
    """Return the line of the character at index ``at``, counted from 1."""
    return len(re.findall(r"\r\n|\n\r|\n|\r", text[:at])) + 1


def trouble(text: str, start: int, end: int) -> tuple[int, NotationError]:
    """Return the index of the first syntax error of the game in ``text[start:end]``, and the error."""
    depth, before = 0, ""
    for kind, token, at in tokens(text, start, end):
        if kind == "?":
            if token == "[":
                return at, NotationError("a bracket is not closed")
            return at, NotationError("unexpected {word!r}", word=token)
        if kind == "V" and before not in ("I", "V"):
            return at, NotationError("a value without a property")
        if before == "I" and kind != "V":
            return at, NotationError("a property without a value")
        if kind == "I" and before in ("", "(", ")"):
            return at, NotationError("a property outside a node")
        if token in ("(", ")") and before == "(":
            return at, NotationError("a variation without a node")
        if token == ";" and before == ")":
            return at, NotationError("a node after a variation")
        depth += {"(": 1, ")": -1}.get(token, 0) if kind == "D" else 0
        before = token if kind == "D" else kind
    return end, NotationError("a bracket is not closed")


def node_place(text: str, start: int, end: int, number: int) -> int:
    """Return the index in ``text`` of the ``;`` of node ``number``, counted from 0 in the game ``text[start:end]``.

    If the game has fewer nodes, return ``start``.
    """
    for kind, token, at in tokens(text, start, end):
        if kind == "D" and token == ";":
            if number == 0:
                return at
            number -= 1
    return start


def root_end(text: str, start: int, end: int) -> int:
    """Return the index in ``text`` at which the first node of the game in ``text[start:end]`` ends."""
    nodes = 0
    for kind, token, at in tokens(text, start, end):
        if kind == "?":
            return at
        if kind == "D":
            nodes += token == ";"
            if nodes == 2 or (nodes and token in "()"):
                return at
    return end
