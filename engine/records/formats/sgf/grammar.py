"""The grammar of SGF: functions that find games, tokens, nodes and the first syntax error in a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from engine.core.errors import NotationError
from engine.core.language import mark
from engine.records.faults import KEPT, SKIPPED

_START = re.compile(r"\(\s*(?:;|(?=(?:FF|GM|SZ|CA)\s*\[)|(?=[A-Z]{1,2}\[[^\[\]]{0,200}\]\s*(?:;|[A-Z]{1,2}\[)))")
"""Start of a game. Without the semicolon of the root, it begins with a usual property, or with two properties."""
_SKIP = re.compile(r"(?>[^()\[]+|\[(?>[^\\\]]+|\\.)*+\])*+", re.DOTALL)
_NEXT = re.compile(r"[\[\];()]|[A-Z]{1,2}\[")
_ESCAPED = re.compile(r"\\.|\]", re.DOTALL)
_TOKEN = re.compile(r"\s*+(?:(\[(?>[^\\\]]+|\\.)*+\])|([A-Za-z]{1,64})|([;()]))", re.DOTALL)


def is_start(text: str) -> bool:
    """Whether a game begins at the beginning of ``text``, after white space."""
    return _START.match(text, len(text) - len(text.lstrip("\ufeff \t\r\n\f\v"))) is not None


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


class _Property(NamedTuple):
    """A property being read: its identifier, its values in brackets, and the index of each in the text."""

    ident: str
    values: list[str]
    begins: list[int]


@dataclass(slots=True)
class _Variation:
    """A sequence of nodes being read, followed by variations.

    Attributes:
        nodes: the properties of each node.
        children: the variations.
        is_implicit: whether the text has no parenthesis before it.
    """

    nodes: list[list[_Property]] = field(default_factory=list)
    children: list["_Variation"] = field(default_factory=list)
    is_implicit: bool = False


class Mender:
    """Reader of a game with syntax errors, which keeps all its text.

    Text that belongs to no property becomes a comment of its node. A closing bracket after a value that is not escaped
    is part of the value.

    Attributes:
        faults: index in the text, reason and treatment of each error.

    Args:
        text: a text.
        start, end: place of the game in the text.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self.faults: list[tuple[int, NotationError, str]] = []
        self._text, self._end = text, end
        self._root = _Variation()
        self._open = [self._root]
        self._at = start
        # The property whose values are being read.
        self._property: _Property | None = None
        while self._at < end:
            self._read()
        self._finish_property()
        if len(self._open) > 1:
            self._fault(NotationError("a bracket is not closed"), mark("it ends with the game"))

    def _fault(self, reason: NotationError, done: str) -> None:
        if (self._at, done) not in [(at, earlier) for at, _, earlier in self.faults[-1:]]:
            self.faults.append((self._at, reason, done))

    def _read(self) -> None:
        """Read a token, or text that is none."""
        match = _TOKEN.match(self._text, self._at, self._end)
        if match is None:
            self._at += len(self._text[self._at : self._end]) - len(self._text[self._at : self._end].lstrip())
            if self._at < self._end:
                self._read_trouble()
            return
        word = match[match.lastindex or 1]
        self._at = match.start(match.lastindex or 1)
        if match.lastindex == 1:
            self._read_value(word)
        elif match.lastindex == 2:
            self._finish_property()
            self._property = _Property(word, [], [])
        else:
            self._finish_property()
            self._read_delimiter(word)
        self._at = match.end()

    def _read_value(self, word: str) -> None:
        if self._property is None:
            self._fault(NotationError("a value without a property"), KEPT)
            self._property = _Property("C", [], [])
        self._property.values.append(word)
        self._property.begins.append(self._at)

    def _read_delimiter(self, word: str) -> None:
        here = self._open[-1]
        if word == "(":
            self._open.append(_Variation())
            here.children.append(self._open[-1])
        elif word == ")":
            while len(self._open) > 2 and self._open[-1].is_implicit:
                self._open.pop()
            if not self._open[-1].nodes and not self._open[-1].children:
                self._fault(NotationError("a variation without a node"), SKIPPED)
            if len(self._open) > 1:
                self._open.pop()
        else:
            if here.children and here is not self._root:
                self._fault(NotationError("a node after a variation"), mark("read as a variation"))
                self._open.append(_Variation(is_implicit=True))
                here.children.append(self._open[-1])
                here = self._open[-1]
            here.nodes.append([])

    def _read_trouble(self) -> None:
        """Read text with which no token begins."""
        text, at = self._text, self._at
        if text[at] == "[":
            # The value extends to the end of the game.
            self._fault(NotationError("a bracket is not closed"), mark("it ends with the game"))
            rest = text[at + 1 : self._end].rstrip()
            self._read_value(f"[{_ESCAPED.sub(_escape, rest.rstrip(chr(92)))}]")
            self._finish_property()
            self._open = self._open[:1]
            self._at = self._end
            return
        if text[at] == "]" and self._join(at):
            self._at = at + 1
            return
        self._finish_property()
        following = _NEXT.search(text, at + 1, self._end)
        self._at = self._end if following is None else following.start()
        junk = text[at : self._at].strip()
        self._add("C", [f"[{_ESCAPED.sub(_escape, junk.rstrip(chr(92)))}]"], [at])
        self.faults.append((at, NotationError("unexpected {word!r}", word=junk[:20]), KEPT))

    def _join(self, at: int) -> bool:
        """Extend a value of this node to the bracket at index ``at``, and return whether there is one."""
        if self._property is not None and not self._property.values:
            self._property = None  # letters inside the value
        self._finish_property()
        nodes = self._open[-1].nodes
        properties = nodes[-1] if nodes and not self._open[-1].children else []
        if not properties:
            return False
        places = [(k, j) for k, each in enumerate(properties) for j in range(len(each.values))]
        inner = [(k, j) for k, j in places if "[" in properties[k].values[j][1:]]
        number, index = inner[-1] if inner else places[-1]
        chosen = properties[number]
        begin = chosen.begins[index]
        value = f"[{_ESCAPED.sub(_escape, self._text[begin + 1 : at])}]"
        properties[number:] = [_Property(chosen.ident, [*chosen.values[:index], value], chosen.begins[: index + 1])]
        self.faults.append((at, NotationError("unexpected {word!r}", word="]"), mark("read as part of the text")))
        return True

    def _finish_property(self) -> None:
        each, self._property = self._property, None
        if each is None:
            return
        if not each.values:
            self._fault(NotationError("a property without a value"), KEPT)
            each = _Property("C", [f"[{each.ident}]"], [self._at])
        self._add(*each)

    def _add(self, ident: str, values: list[str], begins: list[int]) -> None:
        if len(self._open) == 1:
            # Behind the last parenthesis.
            self._open += self._root.children[-1:] or [_Variation()]
            self._root.children[:] = self._open[1:]
        here = self._open[-1]
        if not here.nodes:
            here.nodes.append([])
            if len(self._open) > 2:
                self.faults.append((begins[0], NotationError("a property outside a node"), mark("read as a node")))
        here.nodes[-1].append(_Property(ident, values, begins))

    def result(self) -> str:
        """Return the game without syntax errors."""
        parts: list[str] = []
        waiting: list[_Variation | str] = list(self._root.children[:1])
        while waiting:
            each = waiting.pop()
            if isinstance(each, str):
                parts.append(each)
                continue
            parts.append("(")
            waiting.append(")")
            for node in each.nodes or [[]]:
                # A second value of a property without a list is another property.
                merged: dict[str, list[str]] = {}
                for ident, values, _ in node:
                    merged.setdefault(ident, []).extend(values)
                parts.append(";")
                parts += [ident + "".join(values) for ident, values in merged.items()]
            waiting += [child for child in reversed(each.children) if child.nodes or child.children]
        return "".join(parts)


def _escape(found: re.Match[str]) -> str:
    """Return an escaped character as it is, and a closing bracket escaped."""
    return found[0] if len(found[0]) == 2 else "\\]"


def node_place(text: str, start: int, end: int, number: int) -> int:
    """Return the index in ``text`` of the ``;`` of node ``number``, counted from 0 in the game ``text[start:end]``.

    If the game has fewer nodes, return ``start``.
    """
    places = _node_places(text, start, end)
    return places[number] if number < len(places) else start


@lru_cache(maxsize=1)
def _node_places(text: str, start: int, end: int) -> tuple[int, ...]:
    """Return the index in ``text`` of each ``;`` that begins a node. Kept, as each node of a game may have a fault."""
    return tuple(at for kind, token, at in tokens(text, start, end) if kind == "D" and token == ";")


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
