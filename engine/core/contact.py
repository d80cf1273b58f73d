"""An optional interface of positions for ``minimax_reduce``, the generation of moves in contact with the opponent.

A move is *in contact* if it is next to a piece of the opponent, such as on a liberty of an enemy group.
"""

from typing import Any

import cython

from engine.core.position import Position

if cython.compiled:
    from cython.cimports.engine.core.position import MAX_MOVES, listed
else:
    from engine.core.position import listed
    from engine.core.score import MAX_MOVES


class ContactPosition(Position):
    """A position with a generator of the moves in contact with the opponent's pieces."""

    def generate_contact(self, out: Any) -> int:
        """Write the moves in contact with the opponent's pieces to ``out[0…n)`` and return n.

        If there is a legal move, n is at least 1. Good moves can be missing. By default, all legal moves are written.
        """
        return self.generate(out)

    def contact_moves(self) -> list[int]:
        """Return the moves in contact with the opponent's pieces, or an empty list if the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_contact(moves))
