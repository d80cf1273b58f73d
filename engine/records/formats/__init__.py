"""File formats of records: one module each, which registers a class here. Nothing else needs to know a format.

A format turns text into records and back. Files may hold several games; ``games`` tells where each one stands, so that
one can be changed while the bytes of the others stay as they are.
"""

import codecs
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from engine.core.errors import NotationError
from engine.core.game import Game, games
from engine.core.position import Position
from engine.core.registry import Registry
from engine.core.surface import Sign
from engine.records.encoding import guess_encoding
from engine.records.tree import Node, Record


@dataclass(frozen=True, slots=True)
class Extract:
    """One game's place in a text.

    Attributes:
        headers: all its tags as written, in order; what the tree tells included.
        start: index of its first character.
        end: index after its last one.
        line: line of its first character, from 1.
    """

    headers: Mapping[str, str]
    start: int
    end: int
    line: int


class Format(ABC):
    """A way to write records.

    Attributes:
        name: identifier.
        title: English name, translated where shown.
        suffixes: endings of file names, lower case, with the dot.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Whether ``text`` looks like this format."""

    def decode(self, data: bytes) -> str:
        """The text of a file of this format: UTF-8, else the encoding that a game's letters tell, else the likeliest.

        A format that is no text takes each byte for a character (Latin 1).

        Raises:
            NotationError: if it is UTF-16.
        """
        try:
            return decode(data)
        except NotationError:
            if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise
        return data.decode(guess_encoding(data), "replace")

    @abstractmethod
    def games(self, text: str) -> list[Extract]:
        """Where the games stand in ``text``, their moves unread. Never fails."""

    def scan(self, text: str) -> Iterator[Extract]:
        """The same one after the other, for files of many games: found while they are asked for."""
        yield from self.games(text)

    def may_hold(self, text: str, position: Position) -> bool:
        """Whether a position may come up in the game of ``text``: False only where a look tells that it cannot."""
        return True

    @abstractmethod
    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """One game of ``text``.

        Args:
            text: a whole file.
            index: which of ``games``.
            game: what is played where the text does not say.

        Raises:
            NotationError: if it cannot be read; it says in which game, which line, which move, and why.
        """

    @abstractmethod
    def write(self, records: Sequence[Record]) -> str:
        """The text of some games, read back as they are."""

    def signs(self, game: Game, node: Node) -> list[Sign]:
        """The signs on the board that a node's commands keep for this format; none by default. Never fails."""
        return []

    def read(self, text: str | bytes, game: Game | None = None) -> list[Record]:
        """Every game of ``text``; bytes as they stand in a file.

        Raises:
            NotationError: if one cannot be read.
        """
        whole = self.decode(text) if isinstance(text, bytes) else text
        return [self.read_game(whole, index, game) for index in range(len(self.games(whole)))]


_registry: Registry[Format] = Registry("format", "engine.records.formats")
register = _registry.register
formats = _registry.all


def signs_of(game: Game, node: Node) -> list[Sign]:
    """The signs on the board at a node of a record, in whatever format they were written. Never fails."""
    if not node.commands:
        return []
    return [sign for cls in formats().values() for sign in cls().signs(game, node)]


def find_format(path: str | PurePath | None = None, text: str | None = None) -> Format:
    """The format of a file by its name, or of a text by its looks.

    Raises:
        NotationError: if there is none.
    """
    known = [cls() for cls in formats().values()]
    if path is not None:
        suffix = PurePath(path).suffix.lower()
        for each in known:
            if suffix in each.suffixes:
                return each
    if text is not None:
        for each in known:
            if each.recognises(text):
                return each
    suffixes = ", ".join(suffix for each in known for suffix in each.suffixes)
    if path is not None:
        raise NotationError(
            "{name} is no record this program knows; there are: {suffixes}", name=PurePath(path).name, suffixes=suffixes
        )
    raise NotationError("this text is no record this program knows; there are: {suffixes}", suffixes=suffixes)


def recognise(path: str | PurePath, data: bytes) -> tuple[Format, str]:
    """The format of a file, by its name, else by its looks; and the text of the file.

    Raises:
        NotationError: if there is no such format, or the bytes are no text.
    """
    suffix = PurePath(path).suffix.lower()
    if any(suffix in cls.suffixes for cls in formats().values()):
        found = find_format(path)
        return found, found.decode(data)
    text = decode(data)
    return find_format(path, text), text


_ENCODINGS = ("gb18030", "big5hkscs", "cp950")
"""Of records that are not in UTF-8."""


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, a byte order mark tolerated, or an older encoding that a game's letters tell.

    Raises:
        NotationError: for any other encoding; it says where.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise NotationError("line 1: the text is not UTF-8 but UTF-16; save it as UTF-8 first")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        letters = frozenset[str]().union(*(cls.letters for cls in games().values()))
        found = []
        for encoding in _ENCODINGS:
            with contextlib.suppress(UnicodeDecodeError):
                text = data.decode(encoding)
                found.append((sum(sign in letters for sign in text), text))
        count, text = max(found, key=lambda pair: pair[0], default=(0, ""))
        # Letters of moves, and not by chance.
        if count > 1 and 10 * count >= sum(not sign.isascii() for sign in text):
            return text
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError("line {line}: the text is not UTF-8; save it as UTF-8 first", line=line) from None
