"""The nim position, with the heaps and the side to move. A move takes ``move % 16`` counters from heap ``move // 16``.

For the rules, see ``engine.games.nim.game``.
"""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.position import WIN

from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.games.nim.game import Nim

if not cython.compiled:
    HEAPS, MOST = 5, 9
    HEAP_KEY = [[0] * 10 for _ in range(5)]
    SIDE_KEY = 0


@cython.infer_types(None)
def _fill_tables() -> None:
    global SIDE_KEY
    rng = random.Random(19010101)  # any random seed will do, but it must never change
    for heap in range(5):
        for count in range(10):
            HEAP_KEY[heap][count] = rng.getrandbits(64)
    SIDE_KEY = rng.getrandbits(64)


_fill_tables()


class NimPosition(Position):
    """A position of nim, with the heaps and the side to move."""

    if not cython.compiled:
        game: "Nim"

    def __cinit__(self) -> None:
        """Initialise the fields, without counters. In compiled code, C fields that are not set here are 0."""
        if not cython.compiled:
            super().__cinit__()
            self.heap = [0] * HEAPS
        self.total = 0
        self.misere = False

    def __init__(self, game: "Nim", heaps: Sequence[int], side: int, misere: bool) -> None:
        """Set up a position.

        Args:
            game: the ``Nim`` instance of the position.
            heaps: counters in each of at most five heaps, 0 to 9.
            side: side to move, 0 or 1.
            misere: whether the player who takes the last counter loses.

        Raises:
            ValueError: if the arguments do not form a position.
        """
        if len(heaps) > HEAPS or not all(0 <= count <= MOST for count in heaps) or side not in (0, 1):
            raise ValueError("heaps or side out of range")
        self.game = game
        self.misere = misere
        self.side = side
        self.key = SIDE_KEY if side else 0
        self.total = 0
        for index in range(HEAPS):
            count = heaps[index] if index < len(heaps) else 0
            self.heap[index] = count
            self.total += count
            self.key ^= HEAP_KEY[index][count]

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other``."""
        they = cython.cast(NimPosition, other)
        Position.copy_from(self, other)
        self.misere = they.misere
        self.total = they.total
        for index in range(HEAPS):
            self.heap[index] = they.heap[index]

    # --- for searches ---------------------------------------------------------------------------------------------

    def generate(self, out: Any) -> int:
        """Fill ``out`` with all legal moves, ordered by heap and number of counters, and return their number."""
        n = cython.declare(cython.int, 0)
        for index in range(HEAPS):
            for count in range(1, self.heap[index] + 1):
                out[n] = 16 * index + count
                n += 1
        return n

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with all legal moves, because each of them is a capture. Return their number."""
        return self.generate(out)

    def make(self, move: int) -> None:
        """Remove the counters of a move and change the side to move."""
        self.change(move >> 4, -(move & 15))
        self.ply += 1

    def unmake(self, move: int) -> None:
        """Put the counters of a move back and change the side to move."""
        self.change(move >> 4, move & 15)
        self.ply -= 1

    def change(self, index: int, difference: int) -> None:
        """Add ``difference`` counters, which can be negative, to a heap and change the side to move."""
        self.key ^= HEAP_KEY[index][self.heap[index]]
        self.heap[index] += difference
        self.key ^= HEAP_KEY[index][self.heap[index]] ^ SIDE_KEY
        self.total += difference
        self.side ^= 1

    def is_over(self) -> bool:
        """Whether all heaps are empty."""
        return self.total == 0

    def outcome_score(self, ply: int) -> int:
        """Return ``ply - WIN``, or ``WIN - ply`` in misère play. The opponent took the last counter."""
        return WIN - ply if self.misere else ply - WIN

    def order(self, move: int) -> int:
        """Return the ordering value of a move. Moves that take more counters are first."""
        return move & 15

    def trait(self, move: int) -> int:
        """Return the number of the move."""
        return move

    def trait_count(self) -> int:
        """Return one more than the greatest possible number of a move."""
        return 16 * HEAPS

    def has_cycles(self) -> bool:
        """Return False, because every move removes counters."""
        return False

    def has_draws(self) -> bool:
        """Return False, because one side takes the last counter."""
        return False

    # --- for all other code ---------------------------------------------------------------------------------------

    @property
    def heaps(self) -> tuple[int, ...]:
        """Return the number of counters in each heap that the board of the game shows."""
        return tuple(self.heap[index] for index in range(self.game.columns))

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game is not over.

        The player who took the last counter wins, or loses in misère play.
        """
        if self.total:
            return None
        return Outcome(Player(self.side if self.misere else self.side ^ 1), Termination.NO_MOVE)
