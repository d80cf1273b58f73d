"""An optional interface of positions, which generates the moves in contact with the opponent's pieces.

The algorithm ``minimax_reduce`` uses this interface.

A move is *in contact* if it is next to a piece of the opponent, such as on a liberty of an enemy group.
"""

from typing import Any

import cython
from cython.cimports.engine.core.position import MAX_MOVES, listed

from engine.core.position import Position


class ContactPosition(Position):
    """A position with a generator of the moves in contact with the opponent's pieces."""

    def generate_contact(self, out: Any) -> int:
        """Fill ``out`` with the moves in contact with the opponent's pieces, and return their number.

        If there is a legal move, the number is at least 1. Good moves can be missing. The default implementation
        generates all legal moves.
        """
        return self.generate(out)

    def contact_moves(self) -> list[int]:
        """Return the moves in contact with the opponent's pieces, or an empty list if the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_contact(moves))
