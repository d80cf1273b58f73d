r"""Records of xiangqi as UBB text, the code that the board DhtmlXQ of 东萍 (dpxq.com) displays in forums and pages.

A game consists of fields between ``[DhtmlXQ]`` and ``[/DhtmlXQ]``, which can be missing. A field is written
``[DhtmlXQ_title]…[/DhtmlXQ_title]``. A text can contain several games, and other text between them.

- ``binit`` contains the points of the 32 pieces, in the order of the starting position from Red's left, and 99 for a
  piece that was captured. A point consists of two digits: the column from Red's left, and the row from Black's side.
- ``movelist`` contains the moves of the main line, four digits each: the points of origin and target. The side that
  moves first is that of the piece. ``move_A_B_C`` contains the variation C, which begins with an alternative to ply B
  of the variation A. The main line is the variation 0. Plies are counted from the start of the game.
- ``comment0`` is the comment on the game, ``commentN`` on ply N of the main line, and ``commentA_B`` on ply B of the
  variation A. ``||`` ends a line. A character can be written ``\uXXXX``, ``&lt;``, ``&gt;``, ``&amp;`` or ``&nbsp;``.
- ``fen``, which vschess (微思象棋播放器) writes, is the starting position with its side to move.
- The other fields are headers. Those without a tag in PGN have the name of the field as their tag
  (``DhtmlXQ_gametype``). We write tags without a field as fields ``tag_NAME``, which other programs ignore.

Sources: the reader of dpxq.com (``DhtmlXQ_www_dpxq_com.js``) and that of vschess, as their publications describe them.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.errors import NotationError
from engine.core.game import Game
from engine.records.formats import Extract, Format, missing, register
from engine.records.formats.ubb.fields import SHAPE, TAG, extents, fields_of
from engine.records.formats.ubb.headers import headers_of
from engine.records.formats.ubb.reader import Reader
from engine.records.formats.ubb.writer import write_record
from engine.records.text import TextShape
from engine.records.tree import Record


@register
class Ubb(Format):
    """UBB text for the board DhtmlXQ, for xiangqi."""

    name: ClassVar[str] = "ubb"
    title: ClassVar[str] = "UBB text (DhtmlXQ)"
    suffixes: ClassVar[tuple[str, ...]] = (".ubb",)
    has_evaluations: ClassVar[bool] = False
    shape: ClassVar[TextShape] = SHAPE

    def recognises(self, text: str) -> bool:
        """Whether the text contains a field, or the beginning of a game."""
        return TAG.search(text) is not None

    def games(self, text: str) -> list[Extract]:
        """Return the places of the games."""
        return list(self.scan(text))

    def scan(self, text: str) -> Iterator[Extract]:
        """Yield the place of each game when it is found."""
        for start, end, line in extents(text):
            yield Extract(headers_of(fields_of(text[start:end], line)), start, end, line)

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """Read game ``index`` of ``text``, counted from 0.

        The rules are those that the text names, or those of ``game`` if it is a game of this format.

        Raises:
            NotationError: if ``index`` is out of range, or if the rules or the first position cannot be read.
        """
        places = list(extents(text))
        if not 0 <= index < len(places):
            raise missing(index, len(places))
        start, end, line = places[index]
        return Reader(text[start:end], line, index + 1, game).read()

    def _records(self, text: str, game: Game | None) -> Iterator[Record | NotationError]:
        # The text is split into games only once.
        for number, (start, end, line) in enumerate(extents(text), 1):
            try:
                yield Reader(text[start:end], line, number, game).read()
            except NotationError as error:
                yield error

    def write(self, records: Sequence[Record]) -> str:
        """Return the text of the records.

        Raises:
            NotationError: if a record is of another game, or has glyphs, evaluations, commands, comments before moves,
                or positions that were set up within the game, which would be lost.
        """
        return "\n".join(map(write_record, records))
