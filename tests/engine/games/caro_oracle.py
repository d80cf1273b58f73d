"""Caro once more, slowly and straight from the rule texts: a dictionary of stones, no bits, no tables.

Shares nothing with the engine but the notation of positions. Renju follows sections 3 and 9 of The International Rules
of Renju (renju.net/study/rifrules.php) literally.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
LETTERS = "abcdefghijklmnopqrstuv"


@dataclass
class Oracle:
    """Stones by (column, row) from 0, the side to move, and the winner (``x``, ``o``, ``draw`` or none yet)."""

    columns: int
    rows: int
    win: str
    blocked: str
    stones: dict[Cell, str] = field(default_factory=dict)
    turn: str = "x"
    winner: str = ""

    @classmethod
    def read(cls, columns: int, rows: int, win: str, blocked: str, text: str) -> "Oracle":
        """A position text of a game that goes on."""
        board, turn = text.split()[:2]
        oracle = cls(columns, rows, win, blocked, turn=turn)
        for row, line in zip(range(rows - 1, -1, -1), board.split("/"), strict=True):
            column, number = 0, ""
            for letter in f"{line} ":
                if letter.isdigit():
                    number += letter
                    continue
                column, number = column + int(number or 0), ""
                if letter in "xo":
                    oracle.stones[column, row] = letter
                    column += 1
        return oracle

    def copy(self) -> "Oracle":
        return Oracle(self.columns, self.rows, self.win, self.blocked, dict(self.stones), self.turn, self.winner)

    def at(self, cell: Cell) -> str:
        """``x``, ``o``, ``.`` for an empty cell, ``#`` off the board."""
        if not (0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows):
            return "#"
        return self.stones.get(cell, ".")

    def empty(self) -> list[Cell]:
        return [
            (column, row) for row in range(self.rows) for column in range(self.columns) if self.at((column, row)) == "."
        ]

    def moves(self) -> list[str]:
        """Names of the legal moves."""
        return [] if self.winner else [name(cell) for cell in self.empty()]

    def play(self, cell: Cell) -> None:
        """Put a stone of the side to move, and see whether that ends the game."""
        side = self.turn
        other = "o" if side == "x" else "x"
        foul = self.win == "renju" and side == "x" and self.foul(cell)
        self.stones[cell] = side
        self.turn = other
        if foul:
            self.winner = other
        elif any(self.wins(cell, direction) for direction in DIRECTIONS):
            self.winner = side
        elif len(self.stones) == self.columns * self.rows:
            self.winner = "draw"

    # --- rows -----------------------------------------------------------------------------------------------------

    def run(self, cell: Cell, direction: Cell) -> list[Cell]:
        """The unbroken row through the stone on ``cell``, in order."""
        side = self.at(cell)
        row = [cell]
        for sign in (-1, 1):
            column, line = cell
            while self.at((column := column + sign * direction[0], line := line + sign * direction[1])) == side:
                row.insert(0 if sign < 0 else len(row), (column, line))
        return row

    def ends(self, row: list[Cell], direction: Cell) -> tuple[str, str]:
        """What is beyond both ends of a row."""
        (a, b), (c, d) = row[0], row[-1]
        return self.at((a - direction[0], b - direction[1])), self.at((c + direction[0], d + direction[1]))

    def wins(self, cell: Cell, direction: Cell) -> bool:
        """Whether the row through the stone on ``cell`` wins."""
        side = self.at(cell)
        row = self.run(cell, direction)
        if self.win == "five_or_more" or (self.win == "renju" and side == "o"):
            return len(row) >= 5
        if self.win in ("exactly_five", "renju"):
            return len(row) == 5
        if len(row) >= 6:
            return True
        blocked = self.ends(row, direction).count("o" if side == "x" else "x")
        return len(row) == 5 and blocked < (2 if self.blocked == "both" else 1)

    # --- renju ----------------------------------------------------------------------------------------------------

    def foul(self, cell: Cell) -> str:
        """What x would make on an empty cell that loses: overline, double four, double three; or nothing."""
        after = self.copy()
        after.stones[cell] = "x"
        lengths = [len(after.run(cell, direction)) for direction in DIRECTIONS]
        if 5 in lengths:
            return ""
        if max(lengths) > 5:
            return "overline"
        fours = [four for direction in DIRECTIONS for four in after.fours(cell, direction)]
        if len(fours) > 1:
            return "double four"
        threes = [three for direction in DIRECTIONS for three in after.threes(cell, direction)]
        return "double three" if len(threes) > 1 else ""

    def line(self, cell: Cell, direction: Cell) -> Iterator[Cell]:
        """Every cell of a line of the board."""
        column, row = cell
        while self.at((column - direction[0], row - direction[1])) != "#":
            column, row = column - direction[0], row - direction[1]
        while self.at((column, row)) != "#":
            yield column, row
            column, row = column + direction[0], row + direction[1]

    def fives(self, cell: Cell, direction: Cell) -> Iterator[tuple[Cell, frozenset[Cell]]]:
        """Cells of the line where one more stone attains five in a row, with the other four, ``cell`` of them."""
        for point in self.line(cell, direction):
            if self.at(point) == ".":
                self.stones[point] = "x"
                row = self.run(point, direction)
                del self.stones[point]
                if len(row) == 5 and cell in row:
                    yield point, frozenset(row) - {point}

    def fours(self, cell: Cell, direction: Cell) -> set[frozenset[Cell]]:
        """A row with four stones to which you can add one more stone to attain five in a row."""
        return {four for _, four in self.fives(cell, direction)}

    def straight_four(self, cell: Cell, direction: Cell) -> frozenset[Cell] | None:
        """An unbroken row of four to which you, in two different ways, can add one more stone to attain five."""
        row = frozenset(self.run(cell, direction))
        ways = [point for point, four in self.fives(cell, direction) if four == row]
        return row if len(row) == 4 and len(ways) == 2 else None

    def threes(self, cell: Cell, direction: Cell) -> set[frozenset[Cell]]:
        """Rows of three with ``cell`` that one stone makes a straight four, by a move that is no five and allowed."""
        threes = set()
        for point in list(self.line(cell, direction)):
            if self.at(point) != ".":
                continue
            after = self.copy()
            after.stones[point] = "x"
            four = after.straight_four(point, direction)
            five = any(len(after.run(point, each)) == 5 for each in DIRECTIONS)
            if four is not None and cell in four and not five and not self.foul(point):
                threes.add(four - {point})
        return threes


def name(cell: Cell) -> str:
    """``h8``."""
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def cell_of(text: str) -> Cell:
    """The cell of a name."""
    return LETTERS.index(text[0]), int(text[1:]) - 1
