"""Greedy: the algorithm that plays the move after which the evaluation is best."""

import cython

from engine.core.options import NoParameters
from engine.core.position import Position
from engine.search.search import Search, register

if cython.compiled:
    from cython.cimports.engine.core.position import INFINITY
else:
    from engine.core.score import INFINITY


class Greedy(Search):
    """A search of one ply. Among moves with equal scores, the first generated is chosen."""

    name = "greedy"
    title = "Greedy"
    Parameters = NoParameters
    deepens = False

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
