"""Boards of cells in rows: names of cells, boards as text, and faults that set-ups of every game can have.

A cell is a number, ``row * columns + column``, counted from the lowest row and the leftmost column. In a text, rows are
ordered from top to bottom and separated by ``/``, and each piece has a sign, which may have several characters.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.core.errors import KyVienError, NotationError, PositionError
from engine.core.language import Plural, mark
from engine.core.outcome import Player
from engine.core.surface import Counter, Setup


class Cells:
    """The cells of a board.

    Args:
        columns: letters of the columns, from left to right.
        rows: number of rows.
        signs: a mapping of the pieces in texts to their signs.
        aliases: a mapping of other signs that are read to their pieces.
        first: number of the lowest row.
        dotted: whether each empty cell is written as a dot, and not a row of *n* empty cells as the number *n*.
        number: regular expression of a number of empty cells.
        stray: regular expression of the part that an error quotes if a row contains neither a sign nor a number.
        wrong_rows: English message for a wrong number of rows, with the fields ``count`` (the right number) and
            ``found``.
        wrong_sign: English message for a part that cannot be read, with the fields ``row`` and ``text``.
        wrong_row: English message for a wrong number of cells, with the fields ``row``, ``count`` and ``columns``.
    """

    def __init__(
        self,
        columns: str,
        rows: int,
        signs: Mapping[str, str],
        *,
        aliases: Mapping[str, str] | None = None,
        first: int = 1,
        dotted: bool = False,
        number: str = "[1-9]",
        stray: str = ".",
        wrong_rows: str = Plural(
            "position: expected {count} row, found {found}", "position: expected {count} rows, found {found}"
        ),
        wrong_sign: str = mark("position, row {row}: {text!r} is not a piece or an empty cell"),
        wrong_row: str = Plural(
            "position, row {row}: {count} cell instead of {columns}",
            "position, row {row}: {count} cells instead of {columns}",
        ),
    ) -> None:
        self.columns, self.rows, self.first = columns, rows, first
        self._signs, self._dotted = signs, dotted
        self._pieces = {sign: piece for piece, sign in signs.items()} | dict(aliases or {})
        self._part = re.compile("|".join((r"\." if dotted else number, *map(re.escape, self._pieces))))
        self._stray = re.compile(stray)
        self._wrong = wrong_rows, wrong_sign, wrong_row
        self._names = [f"{column}{row + first}" for row in range(rows) for column in columns]
        self._numbers = {name: cell for cell, name in enumerate(self._names)}

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self._names)

    def name(self, cell: int) -> str:
        """Return the name of a cell, which is the letter of its column and the number of its row, such as ``b2``."""
        return self._names[cell]

    def cell(self, name: str) -> int | None:
        """Return the cell with this name, or None if there is none."""
        return self._numbers.get(name)

    def read(self, text: str) -> dict[int, str]:
        """Return the pieces of a board by their cells.

        Raises:
            NotationError: if the text is malformed.
        """
        wrong_rows, wrong_sign, wrong_row = self._wrong
        lines, columns = text.split("/"), len(self.columns)
        if len(lines) != self.rows:
            raise NotationError(wrong_rows, count=self.rows, found=len(lines))
        pieces: dict[int, str] = {}
        for row, line in zip(reversed(range(self.rows)), lines, strict=True):
            column = at = 0
            while at < len(line):
                part = self._part.match(line, at)
                if part is None:
                    stray = self._stray.match(line, at)
                    raise NotationError(wrong_sign, row=row + self.first, text=stray[0] if stray else "")
                at = part.end()
                piece = self._pieces.get(part[0])
                if piece is not None and column < columns:
                    pieces[row * columns + column] = piece
                column += 1 if piece is not None or self._dotted else int(part[0])
            if column != columns:
                raise NotationError(wrong_row, row=row + self.first, count=column, columns=columns)
        return pieces

    def write(self, pieces: Mapping[int, str]) -> str:
        """Return a board as text, in which pieces without a sign are empty cells."""
        signs, columns = self._signs, len(self.columns)
        rows = []
        for start in range(len(self) - columns, -1, -columns):
            text, empty = "", 0
            for cell in range(start, start + columns):
                piece = pieces.get(cell)
                if piece is None or piece not in signs:
                    empty += 1
                    continue
                if empty:
                    text, empty = text + self._gap(empty), 0
                text += signs[piece]
            rows.append(text + self._gap(empty) if empty else text)
        return "/".join(rows)

    def _gap(self, empty: int) -> str:
        return "." * empty if self._dotted else str(empty)

    def faults(
        self, setup: Setup, kinds: Iterable[str], fault: Callable[[int, str], KyVienError | None] | None = None
    ) -> list[KyVienError]:
        """Return an error for each piece of a set-up that is not on the board or not of the game.

        Args:
            setup: the set-up.
            kinds: the pieces of the game.
            fault: function that returns what else is wrong with a piece on its cell, or None.
        """
        faults: list[KyVienError] = []
        known = frozenset(kinds)
        for cell, piece in sorted(setup.pieces.items()):
            if not 0 <= cell < len(self):
                faults.append(PositionError("cell {cell} is not on the board", cell=cell))
            elif piece not in known:
                faults.append(
                    PositionError("{square}: unknown piece {piece!r}", square=self.name(cell), piece=piece)
                )  # fmt: skip
            elif fault is not None and (found := fault(cell, piece)) is not None:
                faults.append(found)
        return faults


def read_turn(word: str, letters: str) -> Player:
    """Return the side to move, which a text names by the first or the second of two letters.

    Raises:
        NotationError: if the word is neither of them.
    """
    if word not in tuple(letters):
        raise NotationError(
            "position, side to move: expected {first} or {second}, found {text!r}",
            first=letters[0], second=letters[1], text=word,
        )  # fmt: skip
    return Player(letters.index(word))


def read_numbers(counters: Sequence[Counter], words: Sequence[str]) -> dict[str, int]:
    """Return the values of counters in a text. A counter without a word has its minimum.

    Raises:
        NotationError: if a word is not a number.
    """
    numbers = {counter.name: counter.minimum for counter in counters}
    for counter, word in zip(counters, words, strict=False):
        if not re.fullmatch(r"[0-9]{1,5}", word):
            raise NotationError("position, {name}: expected a number, found {text!r}", name=counter.name, text=word)
        numbers[counter.name] = int(word)
    return numbers
