"""Negamax: minimax with one function for both sides, in which each score is negated for the other side."""

from cython.cimports.engine.core.position import INFINITY

from engine.core.position import Position
from engine.search.search import LeafParameters, Search, register


class Negamax(Search):
    """Negamax after Knuth and Moore (1975), F0. One side gains what the other loses, so max(a, b) = −min(−a, −b)."""

    name = "negamax"
    title = "Negamax"
    Parameters = LeafParameters
    sound = True
    repeats = "minimax"

    def root(self, position: Position, depth: int) -> int:
        """Return the score of a search of ``depth`` plies for the side to move."""
        return self.negamax(position, depth, 0)

    def negamax(self, position: Position, depth: int, ply: int) -> int:
        """Return the minimax score for the side to move after a search of ``depth`` plies."""
        if self.settles(position, depth, -INFINITY, INFINITY, ply):
            return self.value
        moves = self.moves_at(ply)
        count = self.generate(position, moves, ply)
        if count == 0:
            return self.leave_stuck(position, -INFINITY, INFINITY, ply)
        best = -INFINITY
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            score = -self.negamax(position, depth - 1, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            if score > best:
                best = score
                self.extend_pv(moves[i], ply)
        return self.leave(best, -INFINITY, INFINITY)


register(Negamax)
