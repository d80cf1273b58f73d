r"""Records as PGN (Edwards, "Portable Game Notation Specification and Implementation Guide", 1994), for every game.

In addition to the standard's tags there are ``Game`` (identifier, or the game's name in other programs), ``Rules``
(differences from the default rules, or a preset's name), ``SetUp``/``FEN`` with the position text of the game, and
``Termination``. ``White`` is Player.FIRST, and ``Black`` is Player.SECOND. Moves are written in the game's record
notation. They are read in any notation that the game parses. A calculation in brackets after a move is skipped.

Comments in braces contain text and embedded commands. ``[%eval 0.49]`` is an evaluation in the public form that other
programs read and write (``engine.records.public``); we write one at each node that has a score in pawns.
``[%kyvien …]`` contains all that only this program reads (``engine.records.formats.pgn.private``): the evaluation notes
of the node, and the position that was set up in the middle of a record, after the null move ``--``. Without it, the
null move only gives the turn away. Earlier versions wrote ``[%eval negascout;d=4;v=+7]`` and ``[%setup …]``, which are
read. Other commands are kept and written back unchanged.

Characters that a comment cannot contain are written ``\uXXXX``: closing braces, control characters, ``[`` before
``%``, white space at either end, and a backslash that would be read as part of a code. Only codes of such characters
are decoded, so that backslashes written by other programs are preserved. A backslash before a line end preserves that
line end in the comment, and an empty line separates two paragraphs. All other line ends are read as spaces.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game, variant_called
from engine.core.position import Position
from engine.records.formats import Extract, Format, missing, register
from engine.records.formats.pgn.plain import PlainText
from engine.records.formats.pgn.reader import Reader
from engine.records.formats.pgn.words import Tags, plain_lines, scan, words_of
from engine.records.formats.pgn.writer import write_record
from engine.records.text import TextShape
from engine.records.tree import Record

_SHAPE = TextShape(
    # Tags after something that is not a tag.
    start=re.compile(rb"(?<=[^\s\]])[ \t]*[\r\n]\s*(?=\[[A-Za-z])"),
    whole=re.compile(rb'\{[^}]*\}|\[\s*[^\s"\[\]]+\s+"[^\n]*"\s*\]|;[^\n]*'),
    signs=b"{}[]",
)


def _read(text: str, extract: Extract, number: int, game: Game | None) -> Record:
    words = list(words_of(plain_lines(text[extract.start : extract.end]), extract.line))
    return Reader(words, number, game).read()


def _plain_game(text: str, game: Game) -> tuple[PlainText, Position | None]:
    """Return the text of a game with its place found, and the first position, or None if the game is not plain."""
    plain = PlainText(plain_lines(text))
    found = plain.game(0)
    if found is None or text[found[2] :].strip():
        return plain, None
    return plain, _start(Tags(text[found[0] : found[1]]), game)


def _start(tags: Mapping[str, str], game: Game) -> Position | None:
    """Return the first position of a game with ``tags`` by the rules of ``game``, or None if they need a reader."""
    names = {name.lower(): value for name, value in tags.items()}
    try:
        named = variant_called(names.get("game", ""))
        if "variant" in names or "rules" in names or named not in (None, game):
            return None
        text = names.get("fen")
        if text is None or names.get("setup") == "0":
            return game.start()
        position, changes = game.fitted(text).read_position(text)
    except KyVienError:
        return None
    return None if changes else position


@register
class Pgn(Format):
    """Portable Game Notation (PGN), for every game."""

    name: ClassVar[str] = "pgn"
    title: ClassVar[str] = "Portable Game Notation"
    suffixes: ClassVar[tuple[str, ...]] = (".pgn",)
    shape: ClassVar[TextShape] = _SHAPE

    def recognises(self, text: str) -> bool:
        """Whether the text begins with a tag or a move number, possibly after comments."""
        for word in words_of(plain_lines(text[:10_000])):
            if word.kind == "tag" or (word.kind == "number" and word.text[0].isdigit()):
                return True
            if word.kind not in ("comment", "rest"):
                return False
        return False

    def scan(self, text: str) -> Iterator[Extract]:
        """Yield the place of each game when it is found."""
        # Windows line ends need no conversion here, and large files have many.
        yield from scan(text if text.count("\r") == text.count("\r\n") else plain_lines(text))

    def games(self, text: str) -> list[Extract]:
        """Return the places of the games."""
        return list(self.scan(text))

    def may_hold(self, text: str, position: Position) -> bool:
        """Whether the game of ``text`` may contain a position, which is searched for in the moves of a plain game."""
        plain, start = _plain_game(text, position.game)
        return start is None or type(start) is not type(position) or plain.may_hold(start, position)

    def last_position(self, text: str, game: Game) -> Position | None:
        """Return the last position of the main line of a plain game."""
        plain, start = _plain_game(text, game)
        return None if start is None else plain.last_position(start)

    def keys(self, text: str, game: Game) -> list[int] | None:
        """Return the keys of the positions of a main line without building the record, or None if it is not plain.

        Args:
            text: the text of one game.
            game: game of the record if the text does not name a game.
        """
        plain, start = _plain_game(text, game)
        return None if start is None else plain.keys(start)

    def _records(self, text: str, game: Game | None) -> Iterator[Record | NotationError]:
        # The text is split into games only once.
        for number, extract in enumerate(self.scan(text), 1):
            try:
                yield _read(text, extract, number, game)
            except NotationError as error:
                yield error

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """Read game ``index`` of ``text``, counted from 0.

        Raises:
            NotationError: if ``index`` is out of range, or if the game cannot be read.
        """
        count = 0
        for count, extract in enumerate(self.scan(text), 1):
            if count == index + 1:
                return _read(text, extract, count, game)
        raise missing(index, count)

    def write(self, records: Sequence[Record]) -> str:
        """Return the text of the records, separated by empty lines."""
        return "\n".join(write_record(record) for record in records)


_format = Pgn()
read = _format.read
write = _format.write
