"""File formats of records. Each format is a module or package that registers a class here.

A format converts text to records and records to text. A file may contain several games. ``Format.games`` returns the
place of each game, so that one game can be changed and the bytes of the other games are preserved.
"""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from typing import ClassVar

from engine.core.dialects import table
from engine.core.errors import NotationError
from engine.core.game import Game, games
from engine.core.language import ngettext
from engine.core.position import Position
from engine.core.registry import Registry
from engine.core.surface import Sign
from engine.records.faults import Fault, summary
from engine.records.text import FileText, TextShape, encode
from engine.records.tree import GameTree, Node, Record


@dataclass(frozen=True, slots=True)
class Extract:
    """The place of one game in a text.

    Attributes:
        headers: all tags as written, in order, including those in ``RESERVED_HEADERS``.
        start: index of the game's first character.
        end: index after the game's last character.
        line: line of the game's first character, counted from 1.
    """

    headers: Mapping[str, str]
    start: int
    end: int
    line: int


def missing(index: int, count: int) -> NotationError:
    """Return the error for a game with an index that a text of ``count`` games does not have."""
    return NotationError("line 1: there is no game {number}; the text has {count}", number=index + 1, count=count)


class Records(list[Record]):
    """The games of a text.

    Attributes:
        refused: reasons of the games that could not be read at all, which name the game.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        super().__init__(records)
        self.refused: list[NotationError] = []

    @property
    def faults(self) -> list[Fault]:
        """What was not read as it is written, in all games."""
        return [fault for record in self for fault in record.faults]

    @property
    def errors(self) -> list[NotationError]:
        """Everything that a strict reader refuses."""
        return [*self.refused, *(fault.error for fault in self.faults)]

    @property
    def notes(self) -> list[str]:
        """One sentence about each game that was not read, and about each fault."""
        return [*map(str, self.refused), *map(str, self.faults)]

    @property
    def notice(self) -> str:
        """One sentence about the games that were not read, or not as they are written, or an empty string."""
        if not (notes := self.notes):
            return ""
        count = len(self) + len(self.refused)
        return ngettext("{read} of {count} game read: {reason}", "{read} of {count} games read: {reason}", count,
                        read=len(self), reason=summary(notes))  # fmt: skip


class Format(ABC):
    """A file format of records.

    Attributes:
        name: identifier.
        title: English name, translated for display.
        suffixes: file name suffixes, lower case, with the dot.
        has_evaluations: whether a file of this format can contain evaluation notes.
        shape: the signs of the format by which its encodings are recognised.
        encoding: identifier of the encoding that the reader has chosen for the file, or None to recognise it.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    has_evaluations: ClassVar[bool] = True
    shape: ClassVar[TextShape] = TextShape()

    def __init__(self, encoding: str | None = None) -> None:
        self.encoding = encoding

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Whether ``text`` looks like this format."""

    def file_text(self, data: bytes) -> FileText:
        """Return the text of a file of this format, each game of which is decoded on its own."""
        return FileText(data, self.shape, piece_letters, self.encoding)

    def decode(self, data: bytes) -> str:
        """Return the text of a file of this format. A binary format maps each byte to a character (Latin-1)."""
        return self.file_text(data).read(0, len(data))

    def encodings(self, text: FileText) -> dict[str, bool]:
        """Return the encodings of a file, the most frequent first, and whether each is guessed at some place."""
        return text.encodings

    def encode(self, text: str, encoding: str = "utf-8") -> tuple[bytes, str]:
        """Return a text of this format as bytes, and their encoding.

        This is ``encoding``, or UTF-8 if ``encoding`` does not have all characters of the text.
        """
        data = encode(self.declare(text, encoding), encoding)
        if data is None:
            encoding = "utf-8"
            data = encode(text, encoding)
        assert data is not None
        return data, encoding

    def file_data(self, records: Sequence[Record]) -> bytes:
        """Return the content of a new file with records, in UTF-8.

        Bytes of old files that could not be decoded are written as they were.

        Raises:
            NotationError: if the format cannot represent the records.
        """
        return self.encode(self.write(records))[0]

    def declare(self, text: str, encoding: str) -> str:
        """Return the text of ``write`` with a declaration of the encoding in which it is saved, if there are any."""
        return text

    @abstractmethod
    def games(self, text: str) -> list[Extract]:
        """Return the places of the games in ``text`` without parsing moves. Any text is accepted."""

    def scan(self, text: str) -> Iterator[Extract]:
        """Yield, one by one, the places that ``games`` returns.

        A format may search for each place only when it is requested. The first games of a long text are then found
        faster.
        """
        yield from self.games(text)

    def may_hold(self, text: str, position: Position) -> bool:
        """Whether the game of ``text`` may contain a position. The result is False only if it certainly does not."""
        return True

    def last_position(self, text: str, game: Game) -> Position | None:
        """Return the last position of the main line of a game without building its record, or None if that is needed.

        If the result is a position, the moves have no faults.

        Args:
            text: the text of one game.
            game: game of the record if the text does not name a game.
        """
        return None

    @abstractmethod
    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """Read one game of ``text``. ``Record.faults`` lists what was not read as it is written.

        Args:
            text: the text of a whole file.
            index: index into the result of ``games``.
            game: game of the record if the text does not name a game.

        Raises:
            NotationError: if ``index`` is out of range, or if the game cannot be read. The message contains the place
                and the reason.
        """

    @abstractmethod
    def write(self, records: Sequence[Record]) -> str:
        """Return the text of the records. Reading this text returns equal records.

        Raises:
            NotationError: if the format cannot represent the records.
        """

    def signs(self, game: Game, node: Node) -> list[Sign]:
        """Return the board signs that this format stores in a node's commands. The default is an empty list.

        Commands that are not signs are ignored.
        """
        return []

    def read(self, text: str | bytes, game: Game | None = None, strict: bool = False) -> "Records":
        """Read every game of ``text``, given as text or as the bytes of a file.

        Games that cannot be read are left out. With ``strict``, the first fault is an error.

        Raises:
            NotationError: if no game can be read, or for a fault if ``strict`` is true.
        """
        whole = self.decode(text) if isinstance(text, bytes) else text
        found = Records()
        for record in self._records(whole, game):
            if isinstance(record, Record):
                found.append(record)
            else:
                found.refused.append(record)
            if strict and (not isinstance(record, Record) or record.faults):
                raise found.errors[0]
        if found.refused and not found:
            raise found.refused[0]
        return found

    def _records(self, text: str, game: Game | None) -> Iterator[Record | NotationError]:
        """Yield each game of a text, or the reason why it cannot be read."""
        for index in range(len(self.games(text))):
            try:
                yield self.read_game(text, index, game)
            except NotationError as error:
                yield error


_registry: Registry[Format] = Registry("format", "engine.records.formats")
register = _registry.register
formats = _registry.all


def writable(game: Game) -> dict[str, type[Format]]:
    """Return the formats that can contain a record of ``game``, by name. Some refuse variations and notes."""
    record, found = Record({}, GameTree.start(game)), {}
    for name, cls in formats().items():
        with contextlib.suppress(NotationError):
            cls().write([record])
            found[name] = cls
    return found


def signs_of(game: Game, node: Node) -> list[Sign]:
    """Return the board signs that the formats store in the commands of a node. Other commands are ignored."""
    if not node.commands:
        return []
    return [sign for cls in formats().values() for sign in cls().signs(game, node)]


def find_format(path: str | PurePath | None = None, text: str | None = None) -> Format:
    """Return the format of a file.

    The format is determined by the suffix of ``path``, or by the content ``text`` if no format has this suffix.

    Raises:
        NotationError: if no format matches.
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
        program = next((entry["program"] for entry in table("programs") if entry["suffix"] == suffix), "")
        if program:
            raise NotationError(
                "{name} is a file of {program}, which is not read; export the games there as {suffixes}",
                name=PurePath(path).name, program=program, suffixes=suffixes,
            )  # fmt: skip
        raise NotationError(
            "{name}: unknown record format; supported: {suffixes}", name=PurePath(path).name, suffixes=suffixes
        )
    raise NotationError("unknown record format; supported: {suffixes}", suffixes=suffixes)


def recognise(path: str | PurePath, data: bytes, encoding: str | None = None) -> tuple[Format, str]:
    """Return the format and the decoded text of a file. The format is determined as by ``find_format``.

    Args:
        path: the file, which is not read.
        data: content of the file.
        encoding: identifier of the encoding that the reader has chosen, or None to recognise it.

    Raises:
        NotationError: if no format matches.
    """
    found = format_of(path, data, encoding)
    return found, found.decode(data)


def format_of(path: str | PurePath, data: bytes, encoding: str | None = None) -> Format:
    """Return the format of a file. The arguments are those of ``recognise``.

    Raises:
        NotationError: if no format matches.
    """
    suffix = PurePath(path).suffix.lower()
    if any(suffix in cls.suffixes for cls in formats().values()):
        found = find_format(path)
    else:
        text = FileText(data, letters=piece_letters, encoding=encoding)
        # A picture or another file without text is not searched for signs of a format.
        has_text = b"\0" not in data or text.encoding.startswith("utf-16")
        found = find_format(path, text.text if has_text else None)
    found.encoding = encoding
    return found


@cache
def piece_letters() -> frozenset[str]:
    """Return the letters of the pieces of all games that ASCII does not have."""
    return frozenset[str]().union(*(cls.letters for cls in games().values()))
