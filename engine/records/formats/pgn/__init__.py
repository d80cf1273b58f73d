r"""Records as PGN (Edwards, "Portable Game Notation Specification and Implementation Guide", 1994), for every game.

Next to the standard's tags: ``Game`` (identifier, or what other programs call the game), ``Rules`` (what differs from
the default rules, or a preset's name), ``SetUp``/``FEN`` with the game's own position text, ``Termination``.
``White`` is Player.FIRST, ``Black`` Player.SECOND. Move text is the game's record notation; moves on the way in may
be in any style the game reads, a calculation in brackets after them is passed over.

Comments in braces hold text and embedded commands. Ours are ``[%eval negascout;d=4;v=+7]`` (fields ``e`` evaluation,
``d`` depth, ``v`` score as FIRST sees it, ``n`` nodes; a win in 5 plies is ``#5``, a loss ``#-5``) and, after the null
move ``--``, ``[%setup …]``, a position set up in the middle of a record. Others are kept and written back unchanged.

What a comment could not hold is written ``\uXXXX``: closing braces, control characters, ``[`` before ``%``, white space
at either end, a backslash where it would be misread. A line that ends with a backslash ends there in the comment as
well; an empty line parts two paragraphs; all other line ends are spaces. Only these are read back, so that backslashes
of other programs stay as they are.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.errors import NotationError
from engine.core.game import Game
from engine.records.formats import Extract, Format, register
from engine.records.formats.pgn.reader import Reader
from engine.records.formats.pgn.words import plain_lines, scan, words_of
from engine.records.formats.pgn.writer import write_record
from engine.records.tree import Record


def _read(text: str, extract: Extract, number: int, game: Game | None) -> Record:
    words = list(words_of(plain_lines(text[extract.start : extract.end]), extract.line))
    return Reader(words, number, game).read()


@register
class Pgn(Format):
    """Portable Game Notation."""

    name: ClassVar[str] = "pgn"
    title: ClassVar[str] = "Portable Game Notation"
    suffixes: ClassVar[tuple[str, ...]] = (".pgn",)

    def recognises(self, text: str) -> bool:
        """Whether the first thing in it is a tag, or a move number, or a comment with moves after it."""
        for word in words_of(plain_lines(text[:10_000])):
            if word.kind == "tag" or (word.kind == "number" and word.text[0].isdigit()):
                return True
            if word.kind not in ("comment", "rest"):
                return False
        return False

    def scan(self, text: str) -> Iterator[Extract]:
        """Yield where the games are, one after the other."""
        # Line ends of two signs do no harm here, and large files have many.
        yield from scan(text if text.count("\r") == text.count("\r\n") else plain_lines(text))

    def games(self, text: str) -> list[Extract]:
        """Return where the games are."""
        return list(self.scan(text))

    def read(self, text: str | bytes, game: Game | None = None) -> list[Record]:
        """Read every game of ``text``, which is split only once."""
        whole = self.decode(text) if isinstance(text, bytes) else text
        return [_read(whole, extract, number, game) for number, extract in enumerate(self.scan(whole), 1)]

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """Read one game of ``text``."""
        count = 0
        for count, extract in enumerate(self.scan(text), 1):
            if count == index + 1:
                return _read(text, extract, count, game)
        raise NotationError("line 1: there is no game {number}; the text has {count}", number=index + 1, count=count)

    def write(self, records: Sequence[Record]) -> str:
        """Return the text of some games, an empty line between them."""
        return "\n".join(write_record(record) for record in records)


_format = Pgn()
read = _format.read
write = _format.write
