"""The tic-tac-toe position, with a bit set for each side and the side to move. A move is a cell, ``row * 3 + column``.

For the rules, see ``engine.games.tictactoe.game``.
"""

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.position import WIN

from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.games.tictactoe.game import Tictactoe

if not cython.compiled:
    CELLS, WHOLE = 9, 511
    LINES = [0] * 8
    MARK_KEY = [[0] * 9 for _ in range(2)]
    SIDE_KEY = 0


@cython.infer_types(None)
def _fill_tables() -> None:
    """Fill ``LINES`` with the three rows, three columns and two diagonals, and fill the keys."""
    global SIDE_KEY
    for index in range(3):
        LINES[index] = 0b111 << 3 * index
        LINES[3 + index] = 0b001001001 << index
    LINES[6], LINES[7] = 0b100010001, 0b001010100
    rng = random.Random(19520101)  # any random seed will do, but it must never change
    for side in range(2):
        for cell in range(9):
            MARK_KEY[side][cell] = rng.getrandbits(64)
    SIDE_KEY = rng.getrandbits(64)


_fill_tables()


class TictactoePosition(Position):
    """A position of tic-tac-toe, with the crosses, the noughts and the side to move."""

    if not cython.compiled:
        game: "Tictactoe"

    def __cinit__(self) -> None:
        """Initialise the fields, without marks."""
        if not cython.compiled:
            super().__cinit__()
            self.marks = [0, 0]
        for side in range(2):
            self.marks[side] = 0

    def __init__(self, game: "Tictactoe", crosses: Iterable[int], noughts: Iterable[int], side: int) -> None:
        """Set up a position.

        Args:
            game: the ``Tictactoe`` instance of the position.
            crosses: cells of the first player.
            noughts: cells of the second player.
            side: side to move, 0 or 1.

        Raises:
            ValueError: if the arguments do not form a position.
        """
        cells = [(0, cell) for cell in crosses] + [(1, cell) for cell in noughts]
        if side not in (0, 1) or len({cell for _, cell in cells}) != len(cells):
            raise ValueError("side out of range, or two marks in a cell")
        if not all(0 <= cell < CELLS for _, cell in cells):
            raise ValueError("a mark outside the board")
        self.game = game
        self.side = side
        self.key = SIDE_KEY if side else 0
        for owner, cell in cells:
            self.change(cell, owner)

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other``."""
        they = cython.cast(TictactoePosition, other)
        Position.copy_from(self, other)
        for side in range(2):
            self.marks[side] = they.marks[side]

    # --- for searches ---------------------------------------------------------------------------------------------

    def has_line(self, side: int) -> bool:
        """Whether ``side``, 0 or 1, has three in a row."""
        found = cython.declare(cython.int, 0)
        for index in range(8):
            found += self.marks[side] & LINES[index] == LINES[index]
        return found > 0

    def change(self, cell: int, side: int) -> None:
        """Place the mark of ``side`` on a cell, or remove it if it is there."""
        self.marks[side] ^= 1 << cell
        self.key ^= MARK_KEY[side][cell]

    def generate(self, out: Any) -> int:
        """Fill ``out`` with the empty cells, row by row, and return their number."""
        n = cython.declare(cython.int, 0)
        for cell in range(CELLS):
            if not (self.marks[0] | self.marks[1]) >> cell & 1:
                out[n] = cell
                n += 1
        return n

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the moves that win at once, and return their number."""
        n = cython.declare(cython.int, 0)
        for cell in range(CELLS):
            if not (self.marks[0] | self.marks[1]) >> cell & 1:
                self.marks[self.side] ^= 1 << cell
                if self.has_line(self.side):
                    out[n] = cell
                    n += 1
                self.marks[self.side] ^= 1 << cell
        return n

    def make(self, move: int) -> None:
        """Place a mark and change the side to move."""
        self.change(move, self.side)
        self.side ^= 1
        self.key ^= SIDE_KEY
        self.ply += 1

    def unmake(self, move: int) -> None:
        """Remove the mark of a move and change the side to move."""
        self.side ^= 1
        self.change(move, self.side)
        self.key ^= SIDE_KEY
        self.ply -= 1

    def is_over(self) -> bool:
        """Whether the board is full, or a side has a line."""
        return self.ply != self.reopened_at and (
            self.marks[0] | self.marks[1] == WHOLE or self.has_line(0) or self.has_line(1)
        )

    def outcome_score(self, ply: int) -> int:
        """Return ``ply - WIN`` if the opponent has a line, ``WIN - ply`` if the side to move has one, or else 0."""
        if self.has_line(self.side ^ 1):
            return ply - WIN
        return WIN - ply if self.has_line(self.side) else 0

    def order(self, move: int) -> int:
        """Return the ordering value of a move, which is the number of lines through the cell.

        The centre is first, and the corners are next.
        """
        n = cython.declare(cython.int, 0)
        for index in range(8):
            n += LINES[index] >> move & 1
        return n

    def trait(self, move: int) -> int:
        """Return the cell of a move, plus 9 for noughts."""
        return CELLS * self.side + move

    def trait_count(self) -> int:
        """Return the number of pairs of a side and a cell."""
        return 2 * CELLS

    def has_cycles(self) -> bool:
        """Return False, because every move adds a mark."""
        return False

    # --- for all other code ---------------------------------------------------------------------------------------

    def cells(self, player: Player) -> tuple[int, ...]:
        """Return the cells of a player's marks, row by row.

        Raises:
            ValueError: if ``player`` is not a player.
        """
        side = cython.declare(cython.int, int(player))
        if side not in (0, 1):
            raise ValueError(f"{player!r} is not a player")
        return tuple(cell for cell in range(9) if self.marks[side] >> cell & 1)

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game is not over. It is a win by a line, or a draw on a full board."""
        for side in (self.side ^ 1, self.side):
            if self.has_line(side):
                return Outcome(Player(side), Termination.LINE)
        return Outcome(None, Termination.FULL_BOARD) if self.marks[0] | self.marks[1] == WHOLE else None
