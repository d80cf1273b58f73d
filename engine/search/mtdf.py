"""MTD(f): null windows only, which approach the value from a first guess, with a memory of what each pass has proved.

``best_first.py`` is the same search with another first guess.
"""

from typing import Any

import cython
from cython.cimports.engine.core.position import INFINITY, MAX_PLY
from cython.cimports.engine.search.table import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_UPPER,
    NO_EVALUATION,
    NO_MOVE,
    entry_bound,
    entry_depth,
    entry_move,
    path_key,
    value_at,
)
from cython.cimports.engine.search.trace import TABLE, TERMINAL

from engine.core.evaluation import Evaluation
from engine.core.options import option
from engine.core.position import Position
from engine.search.report import Limit, Report
from engine.search.search import PruningParameters, Search, register
from engine.search.table import Table
from engine.search.trace import Trace

if not cython.compiled:
    NO_GAME_HAS = 65536


class MTDFParameters(PruningParameters):
    """Parameters of ``MTDF``."""

    table_mb: int = option(4, "Size of the transposition table", label="Table size", minimum=1, maximum=256, unit="MiB")


class MTDF(Search):
    """MTD(f), the search with memory and null windows by Plaat, Schaeffer, Pijls and de Bruin (1996).

    Source: “Best-first fixed-depth minimax algorithms”, Artificial Intelligence 87, 255–293.

    Each depth begins with a guess, the value of the last depth. A *pass*, which searches the root with a null window at
    the guess, proves that the value is at least, or at most, the score that the pass returns. This score is the next
    guess. When the lower bound meets the upper bound, another search of the root follows the principal variation.

    The table contains what the passes have proved: one entry for the lower and one for the upper bound of a node, or a
    single entry for the exact score of a leaf. It is emptied before each depth, so that an analysis that is continued
    equals one that was not interrupted. In games in which positions cannot recur, an entry is found by the key of the
    position, so that transpositions share it. In all other games the score of a position can depend on the moves before
    it, and an entry belongs to a path of moves from the root. If an entry is lost because the table is full, its node
    is searched again.
    """

    name = "mtdf"
    title = "MTD(f)"
    Parameters = MTDFParameters
    sound = True
    repeats_root = True
    by_default = False

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        super().__init__(parameters, evaluation, seed, trace)
        if not cython.compiled:
            self.keys = [0] * (MAX_PLY + 1)
            self.stamps = [0] * (MAX_PLY + 1)
        self.use_table(self.parameters.table_mb << 16)
        self.guess = 0
        self.by_path = True

    def use_table(self, entries: int) -> None:
        """Replace the table by an empty one of this many entries. Tests use this method for very small tables."""
        self.table = Table(entries)
        if self.tracing:
            self.table.keep_stamps()

    def evaluation_attach(self, position: Position) -> None:
        """Prepare the position for the evaluation, and decide what identifies a node in the table."""
        super().evaluation_attach(position)
        self.by_path = position.can_recur

    def begin(self, limit: Limit, after: Report | None) -> None:
        """Set the counters and limits, and take the first guess from an earlier report."""
        super().begin(limit, after)
        self.guess = 0 if after is None or after.score is None else after.score.value

    def iterate(self, position: Position, depth: int) -> int:
        """Search one depth with an empty table, and return the score for the side to move."""
        self.table.clear()
        return Search.iterate(self, position, depth)

    # --- the passes -------------------------------------------------------------------------------------------------

    def root(self, position: Position, depth: int) -> int:
        """Return the score of a search of ``depth`` plies for the side to move."""
        if self.settles(position, depth, -INFINITY, INFINITY, 0):
            return self.value
        lower = -INFINITY
        upper = INFINITY
        value = self.first_guess()
        while lower < upper:
            beta = value + 1 if value == lower else value
            value = self.test(position, depth, beta - 1, beta, 0)
            if self.stopping:
                return 0
            self.comparisons += 1
            if value < beta:
                upper = value
            else:
                lower = value
        self.follow(position, depth, value, 0)
        if self.stopping:
            return 0
        self.guess = value
        return self.leave(value, -INFINITY, INFINITY)

    def first_guess(self) -> int:
        """Return the score at which the first pass of a depth has its null window."""
        return self.guess

    def test(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return r such that, v being the score: r ≤ alpha ⇒ v ≤ r; r ≥ beta ⇒ v ≥ r. The window is a null window.

        This is the procedure MT of the paper: alpha-beta that keeps what it proves in the table, leaves included.
        """
        if not self.visit(ply):
            return 0
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth, alpha, beta)
        self.stamps[ply] = self.own_stamp()
        self.identify(position, ply)
        if self.recalls(depth, alpha, beta, ply):
            return self.value
        if position.is_over():
            self.leaves += 1
            value = position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(value, TERMINAL)
            self.keep_exact(value, depth, ply)
            return value
        if depth == 0:
            value = self.leaf(position, alpha, beta, ply)
            if self.quiescence:
                self.keep_bound(value, NO_MOVE, depth, beta, ply)
            else:
                self.keep_exact(value, depth, ply)
            return value
        moves = self.moves_at(ply)
        count = self.sorted_moves(position, ply)
        if count == 0:
            value = self.leave_stuck(position, alpha, beta, ply)
            self.keep_exact(value, depth, ply)
            return value
        best = -INFINITY
        best_move = moves[0]
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            score = -self.test(position, depth - 1, -beta, -alpha, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            if score > best:
                best = score
                best_move = moves[i]
                self.extend_pv(moves[i], ply)
                self.comparisons += 1
                if score >= beta:
                    self.cutoffs += 1
                    self.remember(position, moves[i], ply)
                    break
        self.keep_bound(best, best_move, depth, beta, ply)
        return self.leave(best, alpha, beta)

    def follow(self, position: Position, depth: int, value: int, ply: int) -> None:
        """Write the principal variation of a node whose score is ``value``.

        The first move that reaches the score is the best one, as in minimax. A null window asks each move; the table
        has the answers unless they were lost.
        """
        if self.settles(position, depth, value - 1, value + 1, ply):
            return
        self.identify(position, ply)
        moves = self.moves_at(ply)
        count = self.sorted_moves(position, ply)
        best = -INFINITY
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            score = -self.test(position, depth - 1, -value, 1 - value, ply + 1)
            if score >= value and not self.stopping and not self.is_known_leaf(depth - 1, ply + 1):
                self.follow(position, depth - 1, -value, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return
            self.comparisons += 1
            if score > best:
                best = score
                self.extend_pv(moves[i], ply)
                self.comparisons += 1
                if score >= value:
                    break
        self.leave(value, value - 1, value + 1)

    def sorted_moves(self, position: Position, ply: int) -> int:
        """Fill the buffer of ``ply`` as ``ordered_moves`` does. If ordering is on, the move in the table is first."""
        moves = self.moves_at(ply)
        count = self.ordered_moves(position, moves, ply)
        if not self.ordering:
            return count
        data = cython.declare(cython.ulonglong, self.table.probe(self.keys[ply]))
        if data == 0:
            return count
        first = entry_move(data)
        for i in range(count):
            if moves[i] == first:
                for j in range(i, 0, -1):
                    moves[j] = moves[j - 1]
                moves[0] = first
                break
        return count

    # --- the table --------------------------------------------------------------------------------------------------

    def identify(self, position: Position, ply: int) -> None:
        """Set the key of the entry with the lower bound of the present node, at ``ply``."""
        if not self.by_path:
            self.keys[ply] = position.key
        elif ply > 0:
            self.keys[ply] = path_key(self.keys[ply - 1], self.path[ply])
        else:
            self.keys[ply] = 0

    def upper_key(self, ply: int) -> int:
        """Return the key of the entry with the upper bound of the present node at ``ply``."""
        return path_key(self.keys[ply], NO_GAME_HAS)

    def recalls(self, depth: int, alpha: int, beta: int, ply: int) -> bool:
        """End a node and return True if the table decides its null window. ``value`` is then the score."""
        key = cython.declare(cython.ulonglong, self.keys[ply])
        if not self.decides(self.table.probe(key), depth, alpha, beta, ply):
            key = self.upper_key(ply)
            if not self.decides(self.table.probe(key), depth, alpha, beta, ply):
                return False
        self.table_hits += 1
        if self.tracing:
            self.trace.found(depth, True, self.table.stamp(key))
            self.trace.leave(self.value, TABLE)
        return True

    def decides(self, data: int, depth: int, alpha: int, beta: int, ply: int) -> bool:
        """Whether the entry ``data``, of the same depth, decides a null window. ``value`` is set to its score."""
        if data == 0 or entry_depth(data) != depth:
            return False
        self.value = value_at(data, ply)
        bound = entry_bound(data)
        if bound & BOUND_LOWER and self.value >= beta:
            return True
        return (bound & BOUND_UPPER) != 0 and self.value <= alpha

    def is_known_leaf(self, depth: int, ply: int) -> bool:
        """Whether the table has the exact score of the present node at ``ply``, which is then a leaf."""
        data = cython.declare(cython.ulonglong, self.table.probe(self.keys[ply]))
        return data != 0 and entry_depth(data) == depth and entry_bound(data) == BOUND_EXACT

    def keep_exact(self, value: int, depth: int, ply: int) -> None:
        """Store the score of a leaf."""
        self.table.keep(self.keys[ply], NO_MOVE, value, NO_EVALUATION, depth, BOUND_EXACT, 0, ply, self.stamps[ply])

    def keep_bound(self, value: int, move: int, depth: int, beta: int, ply: int) -> None:
        """Store what a null window below ``beta`` has proved: a lower bound and the move that reaches it, or an upper.

        ``move`` is ``NO_MOVE`` for a leaf.
        """
        if value >= beta:
            self.table.keep(self.keys[ply], move, value, NO_EVALUATION, depth, BOUND_LOWER, 0, ply, self.stamps[ply])
        else:
            self.table.keep(
                self.upper_key(ply), NO_MOVE, value, NO_EVALUATION, depth, BOUND_UPPER, 0, ply, self.stamps[ply]
            )


register(MTDF)
