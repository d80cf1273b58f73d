"""Minimax: a search of the whole tree to a fixed depth. One side maximises the value, and the other minimises it."""

from cython.cimports.engine.core.position import INFINITY

from engine.core.position import Position
from engine.search.search import LeafParameters, Search, register


class Minimax(Search):
    """Minimax after Shannon (1950), type A. Values are for FIRST, who maximises them. SECOND minimises them."""

    name = "minimax"
    title = "Minimax"
    Parameters = LeafParameters
    sound = True

    def root(self, position: Position, depth: int) -> int:
        """Return the score of a search of ``depth`` plies for the side to move."""
        value = self.minimax(position, depth, 0)
        return -value if position.side else value

    def minimax(self, position: Position, depth: int, ply: int) -> int:
        """Return the minimax value for FIRST after a search of ``depth`` plies."""
        sign = -1 if position.side else 1
        if self.settles(position, depth, -INFINITY, INFINITY, ply):
            return sign * self.value
        moves = self.moves_at(ply)
        count = self.generate(position, moves, ply)
        if count == 0:
            return sign * self.leave_stuck(position, -INFINITY, INFINITY, ply)
        best = -sign * INFINITY
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            value = self.minimax(position, depth - 1, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            if sign * value > sign * best:
                best = value
                self.extend_pv(moves[i], ply)
        return sign * self.leave(sign * best, -INFINITY, INFINITY)


register(Minimax)
