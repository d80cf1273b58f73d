"""Records of the library: games that were played, with their notes."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.core.errors import OptionError
from engine.core.files import read_bytes, write_bytes, write_text
from engine.core.game import Game
from engine.core.language import Plural, tr
from engine.core.score import Score as CoreScore
from engine.face.position import Position
from engine.face.table import html_table
from engine.face.text import counted
from engine.records import tree
from engine.records.foreign import file_notes
from engine.records.formats import find_format, recognise


class Record:
    """A game that was played. The moves are those of its main line.

    Attributes:
        core: the record as the rest of the engine uses it, with variations, comments and evaluations.

    Args:
        core: a record of the engine.
    """

    def __init__(self, core: tree.Record) -> None:
        self.core = core
        self._line = core.tree.main_line()

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self.core.game

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers by PGN tag name: ``White`` is the first player, ``Black`` is the second player."""
        return self.core.headers

    @property
    def result(self) -> str:
        """The result: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` if it is unknown."""
        return self.core.result

    @property
    def moves(self) -> list[str]:
        """The moves of the main line in coordinate notation. A set-up in the middle of the line is an empty text."""
        return [self.core.tree.move_text(node, "coordinates") for node in self._line[1:]]

    @property
    def positions(self) -> list[Position]:
        """The positions of the main line, from the start to the end: one more than there are moves."""
        return [self.position(ply) for ply in range(len(self._line))]

    def position(self, ply: int = -1) -> Position:
        """Return the position after ``ply`` moves of the main line. Negative numbers count from the end.

        Raises:
            OptionError: if the main line is shorter.
        """
        last = len(self._line) - 1
        if not -last - 1 <= ply <= last:
            raise OptionError(
                Plural("ply {ply}: the main line has {count} move", "ply {ply}: the main line has {count} moves"),
                ply=ply, count=last,
            )  # fmt: skip
        return Position(self.core.tree.position(self._line[ply]))

    def __len__(self) -> int:
        return len(self._line) - 1

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The moves as dictionaries with ``ply``, ``move``, ``comment``, ``clock`` and ``scores``.

        ``clock`` is the seconds left to the player after the move, or None. ``scores`` maps algorithms to scores for
        the first player. The score that another program wrote has the name ``file``, in the unit of the game's default
        evaluation. ``pandas.DataFrame(record.rows)`` makes a table of them.
        """
        others = file_notes(self.core.tree, self._line[1:])
        return [
            {
                "ply": ply,
                "move": self.core.tree.move_text(node, "coordinates"),
                "comment": self.core.tree[node].comment,
                "clock": self.core.tree[node].clock,
                "scores": {
                    note.algorithm: _value(note.score) for note in self.core.tree[node].evaluations if note.algorithm
                }
                | ({"file": _value(others[node].score)} if node in others else {}),
            }
            for ply, node in enumerate(self._line[1:], 1)
        ]

    def save(self, path: str | Path, plain: bool = False) -> None:
        """Write the record to a file, in the format of its suffix, such as ``.pgn`` or ``.sgf``.

        Args:
            path: the file.
            plain: whether to write PGN for other programs, with the glyphs of the review and without private notes,
                whatever the suffix is.

        Raises:
            NotationError: if no format has this suffix, or if the format cannot represent the record.
            FileError: if the file cannot be written.
        """
        from engine.analysis.plain_pgn import plain_pgn

        if plain:
            write_text(Path(path), plain_pgn(self.core))
        else:
            write_bytes(Path(path), find_format(path).file_data([self.core]))

    def page(self, path: str | Path) -> None:
        """Write the record to one HTML file with a board to replay it, which needs no network.

        Raises:
            FileError: if the file cannot be written.
        """
        from engine.page.html import page_of

        write_text(Path(path), page_of(self.core, file_name=f"{Path(path).stem}.pgn"))

    def __repr__(self) -> str:
        names = " – ".join(self.headers.get(side, "?") for side in ("White", "Black"))
        plies = counted(Plural("{count} ply", "{count} plies"), len(self))
        return f"Record({self.game.name}, {names}, {self.result}, {plies})"

    def _repr_html_(self) -> str:
        caption = f"{self.headers.get('White', '?')} – {self.headers.get('Black', '?')}  {self.result}"
        moves = [self.core.tree.move_text(node, "display") for node in self._line[1:]]
        first, second = (tr(each) for each in self.game.sides)
        pairs = [(number // 2 + 1, *moves[number : number + 2]) for number in range(0, len(moves), 2)]
        return html_table(("", first, second), pairs, caption)


def _value(score: CoreScore | None) -> int | None:
    return None if score is None else score.value


class Records(list[Record]):
    """The games of a file.

    Attributes:
        faults: one sentence per place that was not read as it is written, and per game that could not be read.
    """

    def __init__(self, records: Iterable[Record] = (), faults: Iterable[str] = ()) -> None:
        super().__init__(records)
        self.faults = list(faults)


def read(path: str | Path, strict: bool = False) -> Records:
    """Read all games of a file, in any format that the engine reads.

    Text that cannot be read as it is written is kept in comments, and games that cannot be read are left out. The
    attribute ``faults`` of the result lists both.

    Args:
        path: the file.
        strict: whether a fault is an error.

    Raises:
        NotationError: if no game can be read, or for a fault if ``strict`` is true. The message contains the place and
            the reason.
        FileError: if the file cannot be read.
    """
    file = Path(path)
    found, text = recognise(file, read_bytes(file))
    records = found.read(text, strict=strict)
    return Records(map(Record, records), records.notes)
