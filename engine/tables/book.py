"""Opening books: the moves that were played in earlier games, with their results and the scores of a search.

A file is text in UTF-8. The first line is a JSON object with these keys:

- ``format``: ``kyvien-book-1``.
- ``game`` and ``rules``: the identifier of the game, and its rules for ``Game.with_rules``.
- ``source``: how the book was made, such as the command with its random seed.

Each further line is a JSON object for one position: ``key`` is its canonical key in 16 hexadecimal digits, and
``moves`` maps moves in coordinates to a list of three numbers: the games in which the move was played, the points of
the player who made it in these games (1 for a win, 0.5 for a draw), and the score of the move in a search, for that
player in the evaluation's unit, or null. The lines are sorted by key, so that two books can be compared line by line.

The *canonical key* of a position is the least key of the positions that the symmetries of the game
(``Game.symmetries``) lead to, and the moves are those of that position. Earlier positions and counters are not part of
it.
"""

import json
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core.errors import KyVienError, OptionError
from engine.core.files import FileError, exists, read_bytes, write_text
from engine.core.game import Game, find_game
from engine.core.language import mark, tr
from engine.core.options import options_of
from engine.core.position import Position
from engine.core.surface import Setup
from engine.core.values import Value

FORMAT = "kyvien-book-1"
SUFFIX = ".book"
NOTE = mark("from the opening book")
"""Note of a report whose move is from a book."""
MOST_BYTES = 32_000_000
MOST_GAMES = 10**9
MOST_VALUE = 1_000_000
SHOWN = ("notation", "look")
"""Names of rule options that change only how a game is displayed."""


class BookMove(Value):
    """What a book contains about one move.

    Attributes:
        games: number of games in which the move was played.
        points: points of the player who made it, 0 to ``games``.
        value: score of a search for that player, or None.
    """

    games: int
    points: float
    value: int | None = None

    def plus(self, other: "BookMove") -> "BookMove":
        """Return the sum of two entries. The score of the first one is kept if it has one."""
        return BookMove(
            self.games + other.games, self.points + other.points, other.value if self.value is None else self.value
        )


class Canonical:
    """The canonical key of a position, and the texts of its moves in the canonical position.

    Args:
        position: the position.

    Attributes:
        key: the canonical key.
    """

    def __init__(self, position: Position) -> None:
        game = position.game
        self._position = position
        self._image: Position = position
        self._cells: Sequence[int] | None = None
        self.key = position.key
        symmetries = game.symmetries()
        if not symmetries:
            return
        setup = game.setup(position)
        found: list[tuple[int, int, Position]] = []
        for index, cells in enumerate(symmetries):
            pieces = {cells[cell]: piece for cell, piece in setup.pieces.items()}
            try:
                image = game.compose(Setup(pieces, setup.turn, setup.counters))
            except KyVienError:
                # Not every position can be set up, such as one in the middle of an opening with a choice of colours.
                return
            found.append((image.key, index, image))
        self.key, index, self._image = min(found, key=lambda each: each[:2])
        self._cells = symmetries[index]

    def texts(self) -> dict[int, str]:
        """Return the text in coordinates of each legal move, in the canonical position."""
        game, moves = self._position.game, self._position.legal_moves()
        if self._cells is None:
            return {move: game.format_move(self._position, move, "coordinates") for move in moves}
        images = {
            (shape.origin, shape.target, shape.hint): game.format_move(self._image, shape.move, "coordinates")
            for shape in game.shapes(self._image)
        }
        texts = {}
        for move in moves:
            shape = game.shape(self._position, move)
            ends = [None if cell is None else self._cells[cell] for cell in (shape.origin, shape.target)]
            text = images.get((ends[0], ends[1], shape.hint))
            if text is not None:
                texts[move] = text
        return texts


class Book:
    """An opening book of one game.

    Args:
        game: the game with its rules.
        source: how the book was made.
        entries: the moves of each position by canonical key. They must not be changed.
    """

    def __init__(self, game: Game, source: str, entries: Mapping[int, Mapping[str, BookMove]]) -> None:
        self.game = game
        self.source = source
        self.entries = entries

    def fits(self, game: Game) -> bool:
        """Whether the book is for a game with these rules, apart from options of the display."""
        return game.name == self.game.name and _rules_of(game) == _rules_of(self.game)

    def moves(self, position: Position) -> dict[int, BookMove]:
        """Return the legal moves of a position that the book contains, the one with the most games first."""
        if not self.fits(position.game) or position.outcome() is not None:
            return {}
        canonical = Canonical(position)
        known = self.entries.get(canonical.key)
        if known is None:
            return {}
        found = [(move, known[text]) for move, text in canonical.texts().items() if text in known]
        return dict(sorted(found, key=lambda each: (-each[1].games, each[0])))

    def choose(self, position: Position, seed: int) -> int | None:
        """Return a move for a position, or None if the book has none.

        Moves that scored at least a third of the points are drawn by their points, or all if there are none.

        Args:
            position: the position.
            seed: random seed of the game. Equal positions, plies and seeds have equal moves.
        """
        moves = self.moves(position)
        good = {move: each for move, each in moves.items() if 3 * each.points >= each.games} or moves
        if not good:
            return None
        rng = random.Random(f"{seed}/{position.ply}")
        return rng.choices(list(good), [each.points + 0.1 for each in good.values()])[0]

    def best(self, position: Position) -> int | None:
        """Return the move of a position with the most points, of equal ones that with the fewest games, or None."""
        moves = self.moves(position)
        return max(moves, key=lambda move: (moves[move].points, -moves[move].games), default=None)

    def merged(self, other: "Book") -> "Book":
        """Return a book with the games of both.

        Raises:
            OptionError: if the books are of different games or rules.
        """
        if not self.fits(other.game):
            raise OptionError("books of different games or rules cannot be merged")
        entries = {key: dict(moves) for key, moves in self.entries.items()}
        for key, moves in other.entries.items():
            own = entries.setdefault(key, {})
            for text, entry in moves.items():
                own[text] = own[text].plus(entry) if text in own else entry
        sources = dict.fromkeys([*self.source.split("; "), *other.source.split("; ")])
        return Book(self.game, "; ".join(sources), entries)

    def pruned(self, least: int) -> "Book":
        """Return the book without moves that were played in fewer than ``least`` games."""
        entries = {
            key: kept
            for key, moves in self.entries.items()
            if (kept := {text: entry for text, entry in moves.items() if entry.games >= least})
        }
        return Book(self.game, self.source, entries)


def _rules_of(game: Game) -> dict[str, Any]:
    return {each.name: getattr(game.rules, each.name) for each in options_of(game.Rules) if each.name not in SHOWN}


# --- files ------------------------------------------------------------------------------------------------------------


def book_text(book: Book) -> str:
    """Return the content of the file of a book."""
    head = {"format": FORMAT, "game": book.game.name, "rules": book.game.rules_text(), "source": book.source}
    lines = [json.dumps(head, ensure_ascii=False)]
    for key, moves in sorted(book.entries.items()):
        row = {
            text: [entry.games, int(entry.points) if entry.points == int(entry.points) else entry.points, entry.value]
            for text, entry in sorted(moves.items(), key=lambda each: (-each[1].games, each[0]))
        }
        lines.append(json.dumps({"key": f"{key:016x}", "moves": row}, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines)


def write_book(path: Path, book: Book) -> None:
    """Write a book to a file.

    Raises:
        FileError: if the file cannot be written.
    """
    write_text(path, book_text(book))


def read_book(path: Path) -> Book:
    """Read a book from a file, also one of PolyGlot (``.bin``).

    Raises:
        FileError: if the file cannot be read, or is not a book of a known game. The message contains the line.
    """
    data = read_bytes(path)
    number = 1
    try:
        if len(data) > MOST_BYTES:
            raise OptionError("it is larger than {most} MB", most=MOST_BYTES // 1_000_000)
        if path.suffix.lower() == ".bin":
            from engine.tables.polyglot import read_polyglot  # which uses this module

            return read_polyglot(data, path.name)
        lines = data.decode().split("\n")
        game, source = _head(lines[0])
        entries: dict[int, dict[str, BookMove]] = {}
        last = -1
        for number, line in enumerate(lines[1:], 2):
            if not line and number == len(lines):
                continue
            key, moves = _row(line)
            if key <= last:
                raise ValueError("order")
            entries[key], last = moves, key
    except KyVienError as error:
        raise FileError("{path} is not an opening book: {reason}", path=path, reason=error) from None
    except (ValueError, RecursionError):
        reason = tr("line {line} is damaged", line=number)
        raise FileError("{path} is not an opening book: {reason}", path=path, reason=reason) from None
    return Book(game, source, entries)


def _head(line: str) -> tuple[Game, str]:
    """Return the game and the source in the first line of a book.

    Raises:
        KyVienError: if the book has another format, or its game or rules are unknown.
        ValueError: if the line is damaged.
    """
    head = json.loads(line)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise OptionError("its format is not {format}", format=FORMAT)
    name, rules, source = (head.get(key) for key in ("game", "rules", "source"))
    if not (isinstance(name, str) and isinstance(rules, str) and isinstance(source, str)):
        raise ValueError("fields")
    return find_game(name).with_rules(rules), source


def _row(line: str) -> tuple[int, dict[str, BookMove]]:
    """Return the key and the moves in a line of a book.

    Raises:
        ValueError: if the line is damaged.
    """
    row = json.loads(line)
    key = row.get("key") if isinstance(row, dict) else None
    if not isinstance(key, str) or not re.fullmatch("[0-9a-f]{16}", key) or not isinstance(row.get("moves"), dict):
        raise ValueError("key")
    moves = {}
    for text, numbers in row["moves"].items():
        if not (isinstance(numbers, list) and len(numbers) == 3 and 0 < len(text) <= 40):
            raise ValueError("move")
        games, points, value = numbers
        if type(games) is not int or not 0 < games <= MOST_GAMES or type(points) not in (int, float):
            raise ValueError("games")
        if not 0 <= points <= games or 2 * points != int(2 * points):
            raise ValueError("points")
        if value is not None and (type(value) is not int or abs(value) > MOST_VALUE):
            raise ValueError("value")
        moves[text] = BookMove(games, float(points), value)
    if not moves:
        raise ValueError("no moves")
    return int(key, 16), moves


def shipped_book(game: str) -> Path:
    """Return the file of the book of a game that is part of the installation. It need not exist."""
    import resources

    return Path(resources.__path__[0], "openings", f"{game}{SUFFIX}")


def user_book(game: str) -> Path:
    """Return the file of the user's own book of a game, in the same folder as the user's tables of endings."""
    from engine.tables.endings import user_folder

    return user_folder().parent / "openings" / f"{game}{SUFFIX}"


def has_book(game: str) -> bool:
    """Whether there is a file of a book of a game. It may be for other rules."""
    return any(exists(path) for path in (user_book(game), shipped_book(game)))


def find_book(game: Game) -> Book | None:
    """Return the book for a game with these rules: the user's own one, or else that of the installation.

    Raises:
        FileError: if a file is not a book.
    """
    for path in (user_book(game.name), shipped_book(game.name)):
        if exists(path):
            book = read_book(path)
            if book.fits(game):
                return book
    return None
