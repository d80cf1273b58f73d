"""What happens to public collections of records that are read, written and read again, next to oracles.

``python -m tests.engine.records.collections_report FOLDER…`` prints a table with a row for each folder, and below it
what it counts as different. The files are those with the suffix of a format, and those named ``NAME.pgn.bz2`` and
``NAME.pgn.gz``. They are not part of the repository. The oracles are python-chess (the extra ``oracle``) for chess in
PGN and sgfmill for Go in SGF. They count the games of a file. In games that both read without a fault, the positions at
the end of the main line are compared. A game of a variant that is not supported must be refused by its name.

The columns are files, games, games that only ours or only the oracle found, games that were read, refused, and refused
as an unsupported variant, games with faults, with an illegal move, and with one where the oracle has no error, games
that change when they are written and read again, and end positions that were compared, and that differ.
"""

import bz2
import gzip
import io
import logging
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path

from engine.cli.output import Progress
from engine.core.errors import IllegalMoveError, KyVienError, NotationError
from engine.records.formats import Format, find_format, writable
from engine.records.formats.pgn import Pgn
from engine.records.tree import Record

_DECOMPRESS = {".bz2": bz2.decompress, ".gz": gzip.decompress}
_SUFFIXES = (".pgn", ".sgf", ".xqf", ".psq", ".ubb")
_ENDED = 4
"""Number of fields of a FEN that are compared: pieces, side to move, castling rights, en passant."""


@dataclass
class Row:
    """The counts of a collection, in the order of the columns."""

    files: int = 0
    games: int = 0
    miscounted: int = 0
    read: int = 0
    refused: int = 0
    unsupported: int = 0
    faulty: int = 0
    illegal: int = 0
    illegal_only_here: int = 0
    changed: int = 0
    compared: int = 0
    different: int = 0
    notes: list[str] = field(default_factory=list)

    @classmethod
    def titles(cls) -> list[str]:
        """Return the titles of the columns."""
        return [each.name.replace("_", " ") for each in fields(cls) if each.name != "notes"]

    def counts(self) -> list[int]:
        """Return the numbers of the row."""
        return [getattr(self, each.name) for each in fields(self) if each.name != "notes"]


@dataclass(frozen=True)
class Theirs:
    """A game as the oracle reads it.

    Attributes:
        errors: the errors that it reports, as text.
        end: the position at the end of the main line, in a form that ``_end_of`` returns, or None if it is unknown.
    """

    errors: list[str]
    end: object | None


def files_of(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the records below ``folder`` (or the file of that name) with their content, which can be compressed."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
        decompress = _DECOMPRESS.get(path.suffix, bytes)
        name = path.with_suffix("") if path.suffix in _DECOMPRESS else path
        if name.suffix.lower() in _SUFFIXES and path.is_file():
            yield name, decompress(path.read_bytes())


def reasons(error: object) -> list[KyVienError]:
    """Return an error and the errors that it contains as reasons."""
    found = list[KyVienError]()
    while isinstance(error, KyVienError):
        found.append(error)
        error = error.values.get("reason")
    return found


def _is_illegal(record: Record) -> bool:
    return any(isinstance(each, IllegalMoveError) for fault in record.faults for each in reasons(fault.reason))


def _end_of(record: Record) -> object:
    """Return the position at the end of the main line: of chess the fields of a FEN, of others cells and pieces."""
    position = record.tree.position(record.tree.main_line()[-1])
    if record.game.name == "chess":
        return record.game.format_position(position).split()[:_ENDED]
    pieces = record.game.setup(position).pieces
    size = record.game.surface(position).columns
    return {(cell // size, cell % size): piece for cell, piece in pieces.items() if piece in "bw"}


def chess_games(text: str) -> list[Theirs] | None:
    """Return the games of a text as python-chess reads them, or None if it fails.

    Of a game with an empty line between the comment before the moves and the moves it makes two, which are joined here.
    A game without tags and moves, such as a comment between two games, is not counted.
    """
    import chess.pgn

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    stream, found, is_head = io.StringIO(text, newline=None), list[Theirs](), False
    while True:
        try:
            game = chess.pgn.read_game(stream)
        except (ValueError, IndexError):
            return None
        if game is None:
            return found
        try:
            end = game.end().board().fen(en_passant="legal").split()[:_ENDED]
        except ValueError:
            end = None  # a variant or a position that the oracle does not know
        has_tags = any(value.strip("?.*") for name, value in game.headers.items() if name != "Result")
        if game.is_end() and not has_tags:
            continue
        if is_head and not has_tags:
            end = end if found.pop().end == chess.STARTING_FEN.split()[:_ENDED] else None
        found.append(Theirs([str(error) for error in game.errors], end))
        is_head = game.is_end()


def go_games(data: bytes) -> list[Theirs] | None:
    """Return the games of a file as sgfmill reads them, or None if it reads none."""
    from sgfmill import boards, sgf, sgf_grammar

    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except ValueError:
        return None
    found = list[Theirs]()
    for tree in trees:
        try:
            game = sgf.Sgf_game.from_coarse_game_tree(tree)
            board = boards.Board(game.get_size())
            for node in game.get_main_sequence():
                if node.has_setup_stones():
                    board.apply_setup(*node.get_setup_stones())
                colour, point = node.get_move()
                if point is not None:
                    board.play(*point, colour)
            stones = {point: colour for colour, point in board.list_occupied_points()}
            found.append(Theirs([], stones))
        except ValueError as error:
            found.append(Theirs([str(error)], None))
    return found


def oracle_of(kind: Format, text: str, data: bytes) -> list[Theirs] | None:
    """Return the games of a file as the oracle of its format reads them, or None if it has none or reads none."""
    if kind.name == "pgn":
        return chess_games(text)
    return go_games(data) if kind.name == "sgf" else None


def examine(row: Row, path: Path, data: bytes) -> None:
    """Add the games of a file to the counts of its collection."""
    row.files += 1
    kind = find_format(path)
    text = kind.decode(data)
    extracts = kind.games(text)
    theirs = oracle_of(kind, text, data)
    row.games += len(extracts)
    if theirs is None and kind.name in ("pgn", "sgf"):
        row.notes.append(f"{path}: {len(extracts)} games, the oracle fails")
    elif theirs is not None and len(theirs) != len(extracts):
        row.miscounted += abs(len(theirs) - len(extracts))
        row.notes.append(f"{path}: {len(extracts)} games, the oracle has {len(theirs)}")
        theirs = None
    for index, extract in enumerate(extracts):
        place = f"{path}:{extract.line}"
        other = None if theirs is None else theirs[index]
        try:
            record = kind.read_game(text, index)
        except NotationError as error:
            if any(each.template == "{name} is not supported" for each in reasons(error)):
                row.unsupported += 1
            else:
                row.refused += 1
                row.notes.append(f"{place}: refused: {error}")
            continue
        row.read += 1
        row.faulty += bool(record.faults)
        if _is_illegal(record):
            row.illegal += 1
            is_only_here = other is not None and not other.errors
            row.illegal_only_here += is_only_here
            row.notes.append(f"{place}: illegal{' only here' * is_only_here}: {record.faults[0]}")
        if not _same_again(kind, record):
            row.changed += 1
            row.notes.append(f"{place}: changed by writing and reading")
        if other is not None and not other.errors and other.end is not None and not record.faults:
            row.compared += 1
            if _end_of(record) != other.end:
                row.different += 1
                row.notes.append(f"{place}: another end than the oracle's: {_end_of(record)}, {other.end}")


def _same_again(kind: Format, record: Record) -> bool:
    """Whether a record is the same after writing and reading. One of a format that cannot write is written as PGN."""
    if not writable(record.game).get(kind.name):
        kind = Pgn()
    again = kind.read(kind.write([record]))
    return len(again) == 1 and again[0].same_as(record) and not again[0].faults


def main(folders: list[str]) -> None:
    """Print the table of the collections in ``folders``."""
    rows = {}
    with Progress("Reading") as step:
        for name in folders:
            row = rows[name] = Row()
            for path, data in files_of(Path(name)):
                step.detail = path.name
                examine(row, path, data)
                step()
    total = [sum(column) for column in zip(*(row.counts() for row in rows.values()), strict=True)]
    lines = ["| collection | " + " | ".join(Row.titles()) + " |", "|---" * (len(Row.titles()) + 1) + "|"]
    counted = [*((Path(name).name, row.counts()) for name, row in rows.items()), ("all", total)]
    lines += [f"| {name} | " + " | ".join(map(str, counts)) + " |" for name, counts in counted]
    lines += [note for row in rows.values() for note in row.notes]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
