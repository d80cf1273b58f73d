"""Negamax with alpha-beta: the form of alpha-beta that most programs use.

``negascout.py`` repeats the function ``negamax`` and differs only in how it searches the moves after the first. The
repetition is intentional: the two modules can be read side by side, and each is complete, as in textbooks.
"""

from cython.cimports.engine.core.position import INFINITY

from engine.core.position import Position
from engine.search.search import PruningParameters, Search, register


class NegamaxAlphaBeta(Search):
    """Alpha-beta after Knuth and Moore (1975), F2, in the fail-soft form of Fishburn (1983)."""

    name = "negamax_alphabeta"
    title = "Negamax alpha-beta"
    Parameters = PruningParameters
    sound = True
    repeats = "alphabeta"

    def root(self, position: Position, depth: int) -> int:
        """Return the score of a search of ``depth`` plies for the side to move."""
        return self.negamax(position, depth, -INFINITY, INFINITY, 0)

    def negamax(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return r such that, v being the score: r ≤ alpha ⇒ v ≤ r; r ≥ beta ⇒ v ≥ r; else r = v."""
        if self.settles(position, depth, alpha, beta, ply):
            return self.value
        moves = self.moves_at(ply)
        count = self.ordered_moves(position, moves, ply)
        if count == 0:
            return self.leave_stuck(position, alpha, beta, ply)
        best = -INFINITY
        floor = alpha
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            score = -self.negamax(position, depth - 1, -beta, -floor, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            if score > best:
                best = score
                self.comparisons += 1
                if score > floor:
                    floor = score
                    self.extend_pv(moves[i], ply)
                    self.comparisons += 1
                    if score >= beta:
                        self.cutoffs += 1
                        self.remember(position, moves[i], ply)
                        break
        return self.leave(best, alpha, beta)


register(NegamaxAlphaBeta)
