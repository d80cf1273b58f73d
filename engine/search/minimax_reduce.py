"""Minimax over fewer moves: only those in contact with the enemy, where the game knows them."""

from typing import Any

from engine.core.position import Position
from engine.search.minimax import Minimax
from engine.search.search import LeafParameters, register


class MinimaxReduce(Minimax):
    """The seed's ``minimax_reduce``: in Go the legal points that are liberties of the enemy, elsewhere all moves.

    Its value is not the minimax value: a good move may not be among those it looks at.
    """

    name = "minimax_reduce"
    title = "Minimax, contact moves only"
    Parameters = LeafParameters
    sound = False

    def generate(self, position: Position, moves: Any, ply: int) -> int:
        """Write the moves in contact."""
        if ply == 0 and self.chosen_count > 0:
            return self.write_chosen(moves)
        return position.generate_reduced(moves)


register(MinimaxReduce)
