"""XQStudio's format for xiangqi (``.xqf``), which is read only.

A file consists of a header of 1,024 bytes and the tree of moves. The header contains ``XQ``, a version, 13 bytes of
keys, the cells of the 32 pieces, the side to move, the result, and texts of a fixed length. All texts of a file
have the same encoding, GB 18030 in China. A cell is ``10 * file + rank``, counted from Red's left, or more than 89 if
the piece was captured.

A node consists of four bytes (origin + 24, target + 32, flags and an unused byte), the length of a comment, and the
comment. Up to version 10, the flag ``0xF0`` means that a continuation follows, the flag ``0x0F`` means that an
alternative follows after the continuation, and the length is always present. From version 11 on, these flags are
``0x80`` and ``0x40``, the flag ``0x20`` means that a comment follows, and cells, moves and lengths are obfuscated with
numbers derived from the keys. From version 12 on, the pieces are also in another order.

Source: the public documentation of the format (xqbase.com, "XQF"; several open-source readers agree). The keys are
part of the file, so the content is obfuscated, not encrypted.
"""

import contextlib
import dataclasses
import struct
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game, game_implied_by
from engine.core.language import mark
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.surface import Setup
from engine.records.faults import Fault
from engine.records.formats import Extract, Format, missing, register
from engine.records.text import BINARY, FileText, decode, encoding_of
from engine.records.tree import ROOT, GameTree, Node, Record

HEAD = 1024
PIECES = ("r", "n", "b", "a", "k", "a", "b", "n", "r", "c", "c", "p", "p", "p", "p", "p")
"""Kinds of the 16 pieces of a side in the order of the pieces in records of Chinese programs."""
_SECRET = b"[(C) Copyright Mr. Dong Shiwei.]"
_TEXTS = {"Event": (208, 64), "Date": (272, 16), "Site": (288, 16), "White": (304, 16), "Black": (320, 16),
          "Title": (80, 64), "Annotator": (464, 16), "Author": (480, 16)}  # fmt: skip
"""Offset and size of the field of each tag. The first byte of a field is the length of the text that follows."""
_RESULTS = ("*", "1-0", "0-1", "1/2-1/2")


class _Keys(NamedTuple):
    """The obfuscation keys of a file.

    There are keys for the pieces, the origins, the targets, the lengths of comments and the bytes of the moves.
    """

    pieces: int = 0
    origins: int = 0
    targets: int = 0
    lengths: int = 0
    stream: bytes = bytes(32)


def _keys(head: bytes) -> _Keys:
    if head[2] <= 10:
        return _Keys()
    mask, masks, (total, pieces, origins, targets) = head[3], head[8:12], head[12:16]

    def turned(key: int, factor: int) -> int:
        return (54 * key * key + 221) * factor & 255

    own = turned(pieces, pieces)
    first = turned(origins, own)
    last = turned(targets, first)
    parts = [key & mask | other for key, other in zip((total, pieces, origins, targets), masks, strict=True)]
    stream = bytes(sign & parts[i % 4] for i, sign in enumerate(_SECRET))
    return _Keys(own, first, last, (256 * total + pieces) % 32_000 + 767, stream)


def _cell(place: int) -> int:
    """Return the cell of a surface for ``place``, which is ``10 * file + rank``, or -1 if it is off the board."""
    return 9 * (place % 10) + place // 10 if place < 90 else -1


@register
class Xqf(Format):
    """Game files of XQStudio, each with one record of xiangqi. The format is read only."""

    name: ClassVar[str] = "xqf"
    title: ClassVar[str] = "XQStudio game"
    suffixes: ClassVar[tuple[str, ...]] = (".xqf",)
    has_evaluations: ClassVar[bool] = False

    def file_text(self, data: bytes) -> FileText:
        """Map each byte to a character (Latin-1)."""
        return FileText(data, encoding=BINARY)

    def encodings(self, text: FileText) -> dict[str, bool]:
        """Return the encoding of the texts in the file, or an empty dictionary if the header is missing."""
        if not _has_header(text.data):
            return {}
        name, is_guessed = _encoding(text.data, self.encoding)
        return {name: is_guessed}

    def recognises(self, text: str) -> bool:
        """Whether the text begins with the header of the format."""
        return text.startswith("XQ") and len(text) >= HEAD + 4 and not text[2].isprintable()

    def games(self, text: str) -> list[Extract]:
        """Return the place of the only game, or an empty list if the header is missing."""
        data = text.encode("latin-1", "replace")
        if not _has_header(data):
            return []
        return [Extract(_headers(data, _encoding(data, self.encoding)[0]), 0, len(text), 1)]

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """Read the game of ``text``. The rules are those of ``game`` if it is xiangqi, and the default rules otherwise.

        Raises:
            NotationError: if the game cannot be read, or if ``index`` is not 0.
        """
        count = len(self.games(text))
        if index >= count or index < 0:
            raise missing(index, count)
        data = text.encode("latin-1", "replace")
        own = game if game is not None and game.record_rules("xqf") is not None else game_implied_by("xqf")()
        return _Reader(data, own, self.encoding).read()

    def write(self, records: Sequence[Record]) -> str:
        """Raise an error, because the format is read only.

        Raises:
            NotationError: always.
        """
        raise NotationError("a .xqf file can be read but not written; save as .pgn")


def _has_header(data: bytes) -> bool:
    return data[:2] == b"XQ" and len(data) >= HEAD


def _fields(data: bytes) -> dict[str, bytes]:
    """Return the bytes of the texts of the header by tag."""
    return {tag: data[start + 1 : start + 1 + min(data[start], room - 1)] for tag, (start, room) in _TEXTS.items()}


def _encoding(data: bytes, chosen: str | None) -> tuple[str, bool]:
    """Return the encoding of the texts of a file, and whether it is guessed.

    Args:
        data: content of the file.
        chosen: the encoding that the reader has chosen, or None to recognise it.
    """
    nodes, texts = _Nodes(data), list(_fields(data).values())
    with contextlib.suppress(NotationError):
        open_ends = 1
        while open_ends:
            _, _, follows, another, comment = nodes.take_node()
            texts.append(comment)
            open_ends += follows + another - 1
    return encoding_of(texts, chosen)


def _text(data: bytes, encoding: str) -> str:
    return decode(data, encoding).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").strip()


def _headers(data: bytes, encoding: str) -> dict[str, str]:
    headers = {}
    for tag, field in _fields(data).items():
        if text := _text(field, encoding):
            headers[tag] = " ".join(text.split())
    title = headers.pop("Title", "")
    if title:
        headers.setdefault("Event", title)
    if 0 < data[51] < len(_RESULTS):
        headers["Result"] = _RESULTS[data[51]]
    return headers


class _Nodes:
    """Reader of the bytes of the nodes of a file, one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.keys = _keys(data)
        self.at = HEAD

    def take_node(self) -> tuple[int, int, bool, bool, bytes]:
        """Read a node.

        Return its origin, its target, whether a continuation follows, whether an alternative follows, and its comment.
        """
        keys = self.keys
        origin, target, flags, _ = self._take(4)
        length = 0
        if self.data[2] <= 10:
            follows, another = bool(flags & 0xF0), bool(flags & 0x0F)
            (length,) = struct.unpack("<I", self._take(4))
        else:
            follows, another = bool(flags & 0x80), bool(flags & 0x40)
            if flags & 0x20:
                length = struct.unpack("<I", self._take(4))[0] - keys.lengths
        comment = self._take(length) if length > 0 else b""
        places = (origin - 24 - keys.origins) & 255, (target - 32 - keys.targets) & 255
        return _cell(places[0]), _cell(places[1]), follows, another, comment

    def _take(self, count: int) -> bytes:
        """Return the next ``count`` bytes without the obfuscation.

        Raises:
            NotationError: if the file has fewer bytes.
        """
        start, self.at = self.at, self.at + count
        if self.at > len(self.data):
            raise NotationError("byte {byte}: the file ends too early", byte=len(self.data))
        stream = self.keys.stream
        return bytes((byte - stream[i % 32]) & 255 for i, byte in enumerate(self.data[start : self.at], start))


class _Reader:
    """Reader of one file under given rules.

    Args:
        data: content of the file.
        game: the game with its rules.
        encoding: the encoding that the reader has chosen for the texts, or None to recognise it.
    """

    def __init__(self, data: bytes, game: Game, encoding: str | None) -> None:
        self._data = data
        self._game = game
        self._encoding = _encoding(data, encoding)[0]
        self._nodes = _Nodes(data)

    def read(self) -> Record:
        """Return the record.

        XQStudio accepts illegal moves. A line ends at such a move, unless it is the first move of the record.

        Raises:
            NotationError: if the record cannot be read. The message contains the byte and the reason.
        """
        _, _, follows, _, data = self._nodes.take_node()
        comment = _text(data, self._encoding)
        setup = self._setup()
        if follows:
            # The recorded side to move is not reliable; the first move determines it.
            begin = self._nodes.at
            origin = self._nodes.take_node()[0]
            self._nodes.at = begin
            piece = setup.pieces.get(origin, "")
            if piece:
                setup = dataclasses.replace(setup, turn=Player.FIRST if piece[0] == "r" else Player.SECOND)
        try:
            position = self._game.compose(setup)
        except KyVienError as error:
            raise NotationError("byte {byte}: {reason}", byte=17, reason=error) from None
        text = None if position == self._game.start() else self._game.format_position(position)
        nodes = {ROOT: Node(ROOT, None, comment=comment, setup=text)}
        positions: dict[int, Any] = {ROOT: position}
        parent = ROOT
        # Parents of alternatives that are still to be read.
        waiting: list[int] = []
        faults: list[Fault] = []
        while follows or waiting:
            if not follows:
                parent = waiting.pop()
            begin = self._nodes.at
            origin, target, follows, another, data = self._nodes.take_node()
            if another:
                waiting.append(parent)
            number = len(nodes)
            try:
                move = self._move(positions[parent], origin, target, begin)
            except NotationError as error:
                if number == 1:
                    raise
                faults.append(Fault(1, 1, 0, error, mark("the line ends here")))
                self._skip(follows)
                follows = False
                comment = "\n".join(filter(None, (nodes[parent].comment, str(error))))
                nodes[parent] = dataclasses.replace(nodes[parent], comment=comment)
                continue
            nodes[parent] = dataclasses.replace(nodes[parent], children=(*nodes[parent].children, number))
            nodes[number] = Node(number, parent, move, comment=_text(data, self._encoding))
            positions[number] = positions[parent].play(move).reopened()
            parent = number
        return Record(_headers(self._data, self._encoding), GameTree(self._game, nodes), tuple(faults))

    def _skip(self, follows: bool) -> None:
        """Skip the rest of a line and its alternatives. ``follows`` specifies whether the line has further moves."""
        open_ends = int(follows)
        while open_ends:
            _, _, follows, another, _ = self._nodes.take_node()
            open_ends += follows + another - 1

    def _move(self, position: Position, origin: int, target: int, byte: int) -> int:
        try:
            if origin < 0 or target < 0:
                raise NotationError("a move leads off the board")
            names = self._game.surface(position)
            return self._game.parse_move(position, names.cell_name(origin) + names.cell_name(target))
        except KyVienError as error:
            raise NotationError("byte {byte}: {reason}", byte=byte + 1, reason=error) from None

    def _setup(self) -> Setup:
        keys, places = self._nodes.keys, bytearray(self._data[16:48])
        if self._data[2] >= 12:
            for i, place in enumerate(self._data[16:48]):
                places[(i + keys.pieces + 1) % 32] = place
        pieces = {}
        for i, place in enumerate(places):
            cell = _cell((place - keys.pieces) & 255)
            if cell >= 0:
                pieces[cell] = ("r" if i < 16 else "b") + PIECES[i % 16]
        return Setup(pieces, Player.SECOND if self._data[50] == 1 else Player.FIRST)
