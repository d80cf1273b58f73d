"""Files with many games, and an index with the place and the headers of each game.

The generator ``Collection.scan`` builds the index. A window can thus scan a file step by step, in a thread, and cancel
the scan. The bytes of the file are stored. Each game is a slice of them, which is decoded, and its moves parsed, only
on request.
"""

import hashlib
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import NamedTuple

from engine.core.errors import KyVienError, NotationError
from engine.core.folding import fold
from engine.core.game import Game, game_called, game_implied_by
from engine.core.position import Position
from engine.records.dates import read_date
from engine.records.formats import Format, format_of, missing
from engine.records.results import read_result
from engine.records.tree import Record, with_players

SHOWN = ("White", "Black", "Result", "Date", "Event", "Site", "Round", "Game")
"""Headers stored in the index."""

_UNKNOWN = {"?", "????.??.??", "*"}


@dataclass(slots=True)
class GameEntry:
    """Index entry of one game of a file. The texts that ``HeaderFilter`` searches are made when they are first used.

    Attributes:
        tags: all tags of the game.
        start: offset of the game's first byte in ``Collection.data``.
        end: offset after the game's last byte.
        line: line of the game's first character, counted from 1.
        has_tones: whether letters and their tones may be separate characters in ``tags`` (``FileText``).
    """

    tags: Mapping[str, str]
    start: int
    end: int
    line: int
    has_tones: bool = False
    _headers: Mapping[str, str] | None = field(default=None, repr=False, compare=False)
    _names: str | None = field(default=None, repr=False, compare=False)
    _words: str | None = field(default=None, repr=False, compare=False)

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of ``SHOWN`` whose values are known, in the order of ``SHOWN``."""
        if self._headers is None:
            tags = self.tags
            if "White" not in tags and (kind := game_called(tags.get("Game", ""))) is not None:
                tags = with_players(tags, kind)
            self._headers = {
                name: sys.intern(value) if len(value) < 100 else value
                for name in SHOWN
                if (value := tags.get(name, "")) and value not in _UNKNOWN
            }
            if self.has_tones:
                self._headers = {name: unicodedata.normalize("NFC", each) for name, each in self._headers.items()}
        return self._headers

    def prepare(self) -> None:
        """Make the texts that a filter searches, so that the first filter does not need to."""
        _ = self.names, self.words

    @property
    def names(self) -> str:
        """The names of both players, after ``fold``."""
        if self._names is None:
            shown = (self.headers[name] for name in ("White", "Black") if name in self.headers)
            self._names = sys.intern(fold("\n".join(shown)))
        return self._names

    @property
    def words(self) -> str:
        """The values of all shown headers, after ``fold``."""
        if self._words is None:
            self._words = fold("\n".join(self.headers.values()))
        return self._words


@dataclass(frozen=True, slots=True)
class HeaderFilter:
    """A filter on headers. A field that is empty matches every game.

    Attributes:
        player: words that must all occur in the players' names, in any order: ``An, Nguyen`` finds ``Nguyễn An``.
        result: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` for games without a known result.
        date: a year, a month or a day, such as ``2026.11``, or an inclusive range of dates, such as ``2024..2026``. If
            the first or the last date of the range is omitted, the range is open at that end. The date can have any
            form that ``read_date`` reads, as the dates of the games.
        text: words that must all occur in the shown headers.
    """

    player: str = ""
    result: str = ""
    date: str = ""
    text: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the filter matches every game."""
        return not (self.player.strip() or self.result or self.date.strip() or self.text.strip())

    def select(self, entries: Sequence[GameEntry], first: int = 0) -> list[int]:
        """Return the indices of the matching entries. ``first`` is the index of the first entry in ``entries``.

        Raises:
            NotationError: if the date cannot be read.
        """
        span = self._span()
        chosen = range(first, first + len(entries))
        if self.is_empty:
            return list(chosen)
        names, words = re.findall(r"\w+", fold(self.player)), fold(self.text).split()
        found: list[int] = []
        for number, entry in zip(chosen, entries, strict=True):
            if names and not all(word in entry.names for word in names):
                continue
            if words and not all(word in entry.words for word in words):
                continue
            if self.result and self.result != _result_of(entry):
                continue
            if span is not None:
                date = str(read_date(entry.headers.get("Date", "")) or "")
                if not date or date[: len(span[0])] < span[0] or (span[1] and date[: len(span[1])] > span[1]):
                    continue
            found.append(number)
        return found

    def _span(self) -> tuple[str, str] | None:
        """Return the first and the last date of the range of ``date``, or None if the filter has no date.

        Both are in the format of ``GameDate``. An open end of the range is an empty string.

        Raises:
            NotationError: if the date cannot be read.
        """
        text = self.date.strip()
        if not text:
            return None
        ends = [end.strip() for end in text.split("..")]
        dates = [read_date(end) for end in ends]
        if (
            len(ends) > 2
            or not any(ends)
            or any(end and (date is None or not date.is_whole) for end, date in zip(ends, dates, strict=True))
        ):
            raise NotationError("{text!r} is not a date; expected 2026, 2026.11 or 2024..2026", text=text[:30])
        first, last = (str(date or "") for date in (dates[0], dates[-1]))
        return first, last


def _result_of(entry: GameEntry) -> str:
    """Return the result of a game, which can be written in any form that ``read_result`` reads."""
    text = entry.headers.get("Result", "*")
    if text in ("1-0", "0-1", "1/2-1/2", "*"):
        return text
    kind = game_called(entry.headers.get("Game", "")) or game_implied_by("pgn")
    found = read_result(text, kind.sides)
    return "*" if found is None else found.result


class Collection:
    """The games of a file.

    Attributes:
        format: the format of the file.
        data: the content of the file.
        digest: digest of the content (``digest_of``).
        encodings: the identifiers of the encodings of the games, the most frequent first, and whether each is guessed
            at some place.
        entries: the games found so far by ``scan``.
        is_complete: whether ``scan`` has finished.

    Args:
        data: the content of a whole file.
        kind: format of the file, with the encoding that the reader has chosen, if any.
    """

    def __init__(self, data: bytes, kind: Format) -> None:
        self.format = kind
        self.data = data
        self.digest = digest_of(data)
        self.entries: list[GameEntry] = []
        self.is_complete = False
        self._file = kind.file_text(data)
        self.encodings = kind.encodings(self._file)
        self._is_scanned = False
        self._length = max(1, len(self._file.text))
        self._reached = 0

    @classmethod
    def load(cls, path: str | PurePath, data: bytes, encoding: str | None = None) -> "Collection":
        """Return the collection of a file, without scanning it.

        Args:
            path: the file, which is not read.
            data: content of the file.
            encoding: identifier of the encoding that the reader has chosen, or None to recognise it.

        Raises:
            NotationError: if the format of the file is not recognised.
        """
        return cls(data, format_of(path, data, encoding))

    @property
    def progress(self) -> float:
        """The fraction of the text that ``scan`` has read, from 0 to 1."""
        return 1.0 if self.is_complete else self._reached / self._length

    def scan(self) -> Iterator[GameEntry]:
        """Scan the text and yield each entry once it is added to ``entries``.

        Raises:
            ValueError: if the text has been scanned already.
        """
        if self._is_scanned:
            raise ValueError("the text has been scanned already")
        self._is_scanned = True
        file, has_tones = self._file, self._file.has_tones
        for extract in self.format.scan(file.text):
            start, end = file.offset(extract.start), file.offset(extract.end)
            entry = GameEntry(extract.headers, start, end, extract.line, has_tones)
            self.entries.append(entry)
            self._reached = extract.end
            yield entry
        file.forget_text()
        self.is_complete = True

    def span(self, index: int) -> tuple[int, int]:
        """Return the start and end offsets of a game in its file, in bytes."""
        return self.entries[index].start, self.entries[index].end

    def encoding(self, index: int) -> tuple[str, bool]:
        """Return the identifier of the encoding of a game, and whether it is guessed."""
        return self._file.encoding_of(*self.span(index))

    def text(self, index: int) -> str:
        """Return the text of one game."""
        return self._file.read(*self.span(index))

    def record(self, index: int, game: Game | None = None) -> Record:
        """Read one game.

        Args:
            index: index into ``entries``.
            game: game of the record if the text does not name a game.

        Raises:
            NotationError: if ``index`` is out of range, or if the game cannot be read. The numbers of the line and the
                game in the message refer to the whole text.
        """
        if not 0 <= index < len(self.entries):
            raise missing(index, len(self.entries))
        try:
            record = self.format.read_game(self.text(index), 0, game)
            lines = self.entries[index].line - 1
            faults = tuple(replace(fault, line=fault.line + lines, game=index + 1) for fault in record.faults)
            return replace(record, faults=faults) if faults else record
        except NotationError as error:
            values = dict(error.values)
            if isinstance(values.get("line"), int):
                values["line"] += self.entries[index].line - 1  # type: ignore[operator]
            if "game" in values:
                values["game"] = index + 1
            raise type(error)(error.template, **values) from None

    def find(self, position: Position, indices: Sequence[int] | None = None) -> Iterator["SearchedGame"]:
        """Search games, including their variations, for a position.

        Only games that may hold the position (``Format.may_hold``) are read, which takes some milliseconds.

        Args:
            position: the position, which is matched by pieces, side to move, board size and name of the game.
            indices: indices of the games to search, or None for all games.

        Yields:
            One item per game. Its node is None if the position does not occur or the game cannot be read.
        """
        wanted = _Wanted(position)
        for index in range(len(self.entries)) if indices is None else indices:
            name = self.entries[index].headers.get("Game", wanted.game.name)
            node, fault = None, None
            try:
                if game_called(name) is type(wanted.game) and self.format.may_hold(self.text(index), position):
                    node = wanted.node_in(self.record(index, wanted.game))
            except KyVienError as error:
                fault = error
            yield SearchedGame(index, node, fault)


class SearchedGame(NamedTuple):
    """The result for one searched game.

    Attributes:
        index: index of the game in ``Collection.entries``.
        node: the first node with the position, or None if there is none.
        error: the reason why the game could not be read, or None.
    """

    entry: int
    node: int | None
    error: KyVienError | None = None


class _Wanted:
    """A position to search for, which is compared by pieces, side to move, board size and name of the game."""

    def __init__(self, position: Position) -> None:
        self.game: Game = position.game
        self._turn = position.turn
        self._pieces = self._stones(self.game, position)
        self._size = self._size_of(self.game)
        self._sizes: dict[Game, tuple[int, int]] = {}

    def node_in(self, record: Record) -> int | None:
        """Return the first node with the position in the order of ``GameTree.below``, or None if there is none."""
        game, tree = record.game, record.tree
        if game not in self._sizes:
            self._sizes[game] = self._size_of(game)
        if game.name != self.game.name or self._sizes[game] != self._size:
            return None
        for node in tree.below(0):
            position = tree.position(node)
            if position.turn == self._turn and self._stones(game, position) == self._pieces:
                return node
        return None

    @staticmethod
    def _size_of(game: Game) -> tuple[int, int]:
        surface = game.surface(game.start())
        return surface.columns, surface.rows

    @staticmethod
    def _stones(game: Game, position: Position) -> Mapping[int, str]:
        return game.setup(position).pieces


def digest_of(data: bytes) -> str:
    """Return the SHA-256 digest of a file's content in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
