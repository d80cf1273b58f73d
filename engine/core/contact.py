"""A capability of positions: to know which moves are in contact with the enemy. ``minimax_reduce`` asks for it."""

from typing import Any

import cython

from engine.core.position import Position

if cython.compiled:
    from cython.cimports.engine.core.position import MAX_MOVES, listed
else:
    from engine.core.position import listed
    from engine.core.score import MAX_MOVES


class ContactPosition(Position):
    """A position whose moves may be in contact with the enemy or not."""

    def generate_contact(self, out: Any) -> int:
        """Write the moves in contact with the enemy to ``out[0…n)`` and return n; all legal moves by default.

        At least one where there is a legal move. Good moves may be missing.
        """
        return self.generate(out)

    def contact_moves(self) -> list[int]:
        """The moves in contact with the enemy; none once the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_contact(moves))
