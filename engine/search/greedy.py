"""Greedy: the algorithm that plays the move after which the evaluation is best."""

from typing import Any

import cython

from engine.core.options import option
from engine.core.position import Position
from engine.core.values import Value
from engine.search.search import Search, register

if cython.compiled:
    from cython.cimports.engine.core.position import INFINITY
else:
    from engine.core.score import INFINITY


class GreedyParameters(Value):
    """Parameters of ``Greedy``."""

    random_ties: bool = option(
        False, "Choose at random among moves of equal score; off: the first generated", label="Random among ties"
    )


class Greedy(Search):
    """A search of one ply. Among moves with equal scores, the first one tried is chosen.

    With ``random_ties`` the moves are tried in a random order, else in the order generated.
    """

    name = "greedy"
    title = "Greedy"
    Parameters = GreedyParameters
    deepens = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.shuffling = self.parameters.random_ties

    def root(self, position: Position, depth: int) -> int:
        """Return the best score after one move, for the side to move. ``depth`` is always 1."""
        moves = self.moves_at(0)
        best = -INFINITY
        if self.settles(position, depth, -INFINITY, INFINITY, 0):
            return self.value
        count = self.generate(position, moves, 0)
        for i in range(count):
            position.make(moves[i])
            self.path[1] = moves[i]
            self.settles(position, 0, -INFINITY, INFINITY, 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            if -self.value > best:
                best = -self.value
                self.extend_pv(moves[i], 0)
        return self.leave(best, -INFINITY, INFINITY)


register(Greedy)
