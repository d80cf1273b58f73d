"""The grammar of SGF: the places of games and tokens in a text, and the parser of a game."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from engine.core.errors import KyVienError, NotationError
from engine.core.language import mark
from engine.records.faults import KEPT, SKIPPED

Properties = dict[str, list[str]]
"""The properties of a node, as a mapping of identifiers to raw values, which are the texts between brackets."""

_START = re.compile(r"\(\s*(?:;|(?=(?:FF|GM|SZ|CA)\s*\[)|(?=[A-Z]{1,2}\[[^\[\]]{0,200}\]\s*(?:;|[A-Z]{1,2}\[)))")
"""Start of a game. Without the semicolon of the root, it begins with a usual property, or with two properties."""
_SKIP = re.compile(r"(?>[^()\[]+|\[(?>[^\\\]]+|\\.)*+\])*+", re.DOTALL)
_NEXT = re.compile(r"[\[\];()]|[A-Z]{1,2}\[")
_ESCAPED = re.compile(r"\\.|\]|\\", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\n|\r")
_LOWER = re.compile(r"[a-z]+")
_ENDS = mark("it ends with the game")
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


def lines_at(text: str, places: Sequence[int]) -> list[int]:
    """Return the lines of the characters at some indices, counted from 1."""
    ends = [match.end() for match in _BREAK.finditer(text, 0, max(places, default=0))]
    return [bisect_right(ends, at) + 1 for at in places]


class SgfTree:
    """A sequence of nodes, followed by variations.

    Attributes:
        sequence: the properties of each node, in the order of their first occurrence.
        children: the variations.
        is_implicit: whether the text has no parenthesis before it.
    """

    __slots__ = ("children", "is_implicit", "sequence")

    def __init__(self, is_implicit: bool = False) -> None:
        self.sequence: list[Properties] = []
        self.children: list[SgfTree] = []
        self.is_implicit = is_implicit


class SgfParser:
    """Reader of any text of a game, which keeps all of it.

    Lower-case letters of identifiers, as FF[3] has them, are left out, so the identifier of a property with no others
    is ``""``. Several occurrences of a property in a node are a single property. Text that belongs to no property
    becomes a comment of its node. A closing bracket after a value that is not escaped is part of the value.

    Attributes:
        tree: the game.
        places: index in the text at which each node begins, in the order of the text.
        faults: index in the text, reason and treatment of each error.

    Args:
        text: the text of one game, which begins with a parenthesis.
    """

    def __init__(self, text: str) -> None:
        self.tree = SgfTree()
        self.places: list[int] = []
        self.faults: list[tuple[int, KyVienError, str]] = []
        self._text = text
        # The tree that is being read, and those around it.
        self._open = [self.tree]
        # The identifier whose values are being read, and how it is written, as long as it has no value.
        self._ident: str | None = None
        self._word = ""
        # The values of the current node: the identifier, and the index of the closing bracket. The last of them that
        # contains an opening bracket is number _inner; -1 if there is none.
        self._values: list[tuple[str, int]] = []
        self._inner = -1
        self._at = 1
        self._read()
        if self._word:
            self._end_property()
        if self._open:
            self._fault(NotationError("a bracket is not closed"), _ENDS)
            if not self._open[-1].sequence:
                self._open[-2].children.pop()

    def _fault(self, reason: NotationError, done: str) -> None:
        self.faults.append((self._at, reason, done))

    def _read(self) -> None:
        """Read all tokens, and the text that is none."""
        text, token = self._text, _TOKEN.match
        while self._at < len(text):
            match = token(text, self._at)
            if match is None:
                self._at = len(text) - len(text[self._at :].lstrip())
                if self._at < len(text):
                    self._read_trouble()
                continue
            group = match.lastindex or 1
            self._at, end = match.span(group)
            if group == 1:
                self._add(match[1][1:-1], end - 1)
            else:
                if self._word:
                    self._end_property()
                if group == 2:
                    self._word = match[2]
                    self._ident = self._word if self._word.isupper() else _LOWER.sub("", self._word)
                else:
                    self._ident = None
                    self._read_delimiter(match[3])
            self._at = end

    def _read_delimiter(self, word: str) -> None:
        here = self._open[-1]
        self._values, self._inner = [], -1
        if word == ";":
            if here.children:
                self._fault(NotationError("a node after a variation"), mark("read as a variation"))
                here = self._begin(is_implicit=True)
            self._add_node(here, self._at)
        elif word == "(":
            if not here.sequence:
                self._add_node(here, self._at)
            self._begin()
        else:
            while self._open[-1].is_implicit:
                self._open.pop()
            if not self._open.pop().sequence:
                self._fault(NotationError("a variation without a node"), SKIPPED)
                self._open[-1].children.pop()

    def _begin(self, is_implicit: bool = False) -> SgfTree:
        tree = SgfTree(is_implicit)
        self._open[-1].children.append(tree)
        self._open.append(tree)
        return tree

    def _add_node(self, tree: SgfTree, at: int) -> None:
        tree.sequence.append({})
        self.places.append(at)

    def _add(self, value: str, end: int) -> None:
        """Add a value that begins at the current index and ends at index ``end``."""
        if self._ident is None:
            self._fault(NotationError("a value without a property"), KEPT)
            self._ident = "C"
        self._word = ""
        here = self._open[-1]
        if not here.sequence:
            self._add_node(here, self._at)
            if here is not self.tree:
                self._fault(NotationError("a property outside a node"), mark("read as a node"))
        here.sequence[-1].setdefault(self._ident, []).append(value)
        if "[" in value:
            self._inner = len(self._values)
        self._values.append((self._ident, end))

    def _read_trouble(self) -> None:
        """Read text with which no token begins."""
        text, at = self._text, self._at
        if text[at] == "[":
            # The value extends to the end of the game.
            self._fault(NotationError("a bracket is not closed"), _ENDS)
            self._add(_escaped(text[at + 1 :].rstrip()), len(text))
            self._open.clear()
            self._at = len(text)
        elif text[at] == "]" and self._values:
            self._join()
        else:
            if self._word:
                self._end_property()
            following = _NEXT.search(text, at + 1)
            end = len(text) if following is None else following.start()
            junk = text[at:end].strip()
            self._ident = "C"
            self._add(_escaped(junk), end)
            self._ident = None
            self._fault(NotationError("unexpected {word!r}", word=junk[:20]), KEPT)
            self._at = end

    def _join(self) -> None:
        """Extend a value of this node to the closing bracket at the current index.

        This is the last value that contains an opening bracket, or the last value. Those after it become part of it.
        """
        properties = self._open[-1].sequence[-1]
        while len(self._values) - 1 > self._inner >= 0:
            ident, _ = self._values.pop()
            properties[ident].pop()
            if not properties[ident]:
                del properties[ident]
        ident, end = self._values[-1]
        properties[ident][-1] += _escaped(self._text[end : self._at])
        self._values[-1] = ident, self._at
        # Letters before the bracket are part of the value.
        self._ident, self._word = None, ""
        self._fault(NotationError("unexpected {word!r}", word="]"), mark("read as part of the text"))
        self._at += 1

    def _end_property(self) -> None:
        """Keep an identifier without a value as a comment."""
        self._fault(NotationError("a property without a value"), KEPT)
        word, self._ident = self._word, "C"
        self._add(word, self._at)
        self._ident = None


def _escaped(text: str) -> str:
    """Return ``text`` with a backslash before each closing bracket that has none, without one that escapes nothing."""
    return _ESCAPED.sub(lambda found: {"]": "\\]", "\\": ""}.get(found[0], found[0]), text)


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
