"""Minimax with alpha-beta pruning: the minimax value without searching the branches that cannot change it."""

import cython
from cython.cimports.engine.core.position import INFINITY

from engine.core.position import Position
from engine.search.search import PruningParameters, Search, register


class AlphaBeta(Search):
    """Fail-soft alpha-beta with a maximiser, FIRST, and a minimiser, SECOND. Values are for FIRST."""

    name = "alphabeta"
    title = "Alpha-beta"
    Parameters = PruningParameters
    sound = True

    def root(self, position: Position, depth: int) -> int:
        """Return the score of a search of ``depth`` plies for the side to move."""
        value = self.alphabeta(position, depth, -INFINITY, INFINITY, 0)
        return -value if position.side else value

    def alphabeta(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return r such that, v being the value for FIRST: r ≤ alpha ⇒ v ≤ r; r ≥ beta ⇒ v ≥ r; else r = v.

        ``alpha`` is the value that the maximiser can already force elsewhere in the tree, and ``beta`` is the value
        that the minimiser can force.
        """
        maximising = cython.declare(cython.bint, position.side == 0)
        sign = 1 if maximising else -1
        # For the side to move the window is (low, high).
        low = alpha if maximising else -beta
        high = beta if maximising else -alpha
        if self.settles(position, depth, low, high, ply):
            return sign * self.value
        moves = self.moves_at(ply)
        count = self.ordered_moves(position, moves, ply)
        if count == 0:
            return sign * self.leave_stuck(position, low, high, ply)
        best = -sign * INFINITY
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            value = self.alphabeta(position, depth - 1, alpha, beta, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            if sign * value > sign * best:
                best = value
                self.comparisons += 1
                if (maximising and best > alpha) or (not maximising and best < beta):
                    self.extend_pv(moves[i], ply)
                    if maximising:
                        alpha = best
                    else:
                        beta = best
                    self.comparisons += 1
                    if alpha >= beta:
                        self.cutoffs += 1
                        self.remember(position, moves[i], ply)
                        break
        return sign * self.leave(sign * best, low, high)


register(AlphaBeta)
