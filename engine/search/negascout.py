"""NegaScout: alpha-beta that first tests with a null window whether a move after the first is better.

The function ``negascout`` repeats ``negamax`` of ``negamax_alphabeta.py`` and differs only in the null window and the
second search. The repetition is intentional: the two modules can be read side by side, and each is complete, as in
textbooks.
"""

from cython.cimports.engine.core.position import INFINITY

from engine.core.position import Position
from engine.search.search import PruningParameters, Search, register


class NegaScout(Search):
    """Fail-soft alpha-beta with null windows, after Reinefeld (1983)."""

    name = "negascout"
    title = "NegaScout"
    Parameters = PruningParameters
    sound = True

    def root(self, position: Position, depth: int) -> int:
        """Return the score of a search of ``depth`` plies for the side to move."""
        return self.negascout(position, depth, -INFINITY, INFINITY, 0)

    def negascout(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
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
            if i == 0:
                score = -self.negascout(position, depth - 1, -beta, -floor, ply + 1)
            else:
                score = -self.negascout(position, depth - 1, -floor - 1, -floor, ply + 1)
                self.comparisons += 1
                # The move is better. The window starts one below the bound, so that an equal score has a PV, too.
                if floor < score < beta and not self.stopping:
                    score = -self.negascout(position, depth - 1, -beta, 1 - score, ply + 1)
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


register(NegaScout)
