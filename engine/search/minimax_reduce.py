"""Minimax over fewer moves: only the moves in contact with the opponent's pieces, if the game defines contact."""

from typing import Any

import cython

from engine.core.contact import ContactPosition
from engine.core.position import Position
from engine.search.minimax import Minimax
from engine.search.search import LeafParameters, register


class MinimaxReduce(Minimax):
    """``minimax_reduce`` of the reference document on Go, which searches only moves on liberties of the opponent.

    It searches all moves in a game that does not define contact (``ContactPosition``). Its value is not the minimax
    value, because a good move may be missing from the moves searched.
    """

    name = "minimax_reduce"
    title = "Minimax (contact moves)"
    Parameters = LeafParameters
    sound = False

    def iterate(self, position: Position, depth: int) -> int:
        """Search one depth, after checking whether the game defines contact."""
        self.defines_contact = isinstance(position, ContactPosition)
        return super().iterate(position, depth)

    def generate(self, position: Position, moves: Any, ply: int) -> int:
        """Fill ``moves`` with the moves to search, and return their number.

        At the root, they are the moves chosen by the caller, if there are any. Otherwise they are the moves in contact,
        or all moves if the game does not define contact.
        """
        if ply == 0 and self.chosen_count > 0:
            count = self.write_chosen(moves)
        elif self.defines_contact:
            count = cython.cast(ContactPosition, position).generate_contact(moves)
        else:
            count = position.generate(moves)
        if ply == 0 and self.shuffling:
            self.shuffle(moves, count)
        if self.tracing:
            self.trace.moves(count)
        return count


register(MinimaxReduce)
