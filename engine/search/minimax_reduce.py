"""Minimax over fewer moves: only those in contact with the enemy, where the game knows them."""

from typing import Any

import cython

from engine.core.contact import ContactPosition
from engine.core.position import Position
from engine.search.minimax import Minimax
from engine.search.search import LeafParameters, register


class MinimaxReduce(Minimax):
    """``minimax_reduce`` of the reference document on Go: only legal points that are liberties of the enemy.

    In games that do not know what contact is (``ContactPosition``) it looks at all moves. Its value is not the minimax
    value: a good move may not be among those it looks at.
    """

    name = "minimax_reduce"
    title = "Minimax, contact moves only"
    Parameters = LeafParameters
    sound = False

    def iterate(self, position: Position, depth: int) -> int:
        """Search one depth."""
        self.knows_contact = isinstance(position, ContactPosition)
        return super().iterate(position, depth)

    def generate(self, position: Position, moves: Any, ply: int) -> int:
        """Write the moves in contact."""
        if ply == 0 and self.chosen_count > 0:
            return self.write_chosen(moves)
        if self.knows_contact:
            return cython.cast(ContactPosition, position).generate_contact(moves)
        return position.generate(moves)


register(MinimaxReduce)
