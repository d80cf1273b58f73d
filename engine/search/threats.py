"""Threats: a search for a forced win by threats. If no win is found, the result is the greedy move.

A tree of threats is narrow and can therefore be deep: the side to move makes only forcing moves, and the opponent makes
only answers that may prevent the loss. A win that is found is proved, because all answers are tried. If no win is
found, a win may still exist. The game defines threats and answers (``generate_forcing``, ``generate_answers``). In a
game without these definitions, the result is the greedy move.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from cython.cimports.engine.core.position import INFINITY, MAX_PLY, WIN, WIN_BOUND
from cython.cimports.engine.search.trace import CUTOFF, EXACT, FAIL_LOW, LEAF, TERMINAL

from engine.core.options import option
from engine.core.position import Position
from engine.core.values import Value
from engine.search.report import Limit, Report
from engine.search.search import VARY, Search, Stop, register


class ThreatParameters(Value):
    """Parameters of the threat search."""

    level: int = option(
        2,
        "1: only threats to win with the next move; 2: also threats to make such a threat",
        label="Level of threats",
        minimum=1,
        maximum=2,
    )
    vary: bool = VARY


def _plies(report: Report | None) -> int:
    """Return the number of plies to the forced win in a report, or 0 if the report contains no forced win."""
    if report is None or report.score is None or report.score.value <= WIN_BOUND:
        return 0
    return WIN - report.score.value


class Threats(Search):
    """Threat-space search after Allis, van den Herik and Huntjens (1994): iterative deepening of an and/or tree.

    A search to a depth of *d* plies finds a win by threats if there is one within *d* plies. If there are several, it
    finds the shortest. If there is none, the score is the best evaluation after one move. If the opponent threatens to
    win, only answers to the threat are considered. Nodes below the root determine only whether the attacker wins. A
    value of ``±WIN_BOUND`` in a trace means that a win was not proved.
    """

    name = "threats"
    title = "Threats"
    Parameters = ThreatParameters

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.level = self.parameters.level
        self.likely = True
        self.proved = 0

    def analyse(
        self,
        position: Position,
        limit: Limit,
        stop: Stop | None = None,
        after: Report | None = None,
        only: Sequence[int] = (),
    ) -> Iterator[Report]:
        """Yield reports as ``Search.analyse`` does.

        Once a win is found, deeper searches are limited to its length. Without this limit, a deeper search might find a
        longer win first.
        """
        self.proved = _plies(after)
        for report in super().analyse(position, limit, stop, after, only):
            self.proved = _plies(report)
            yield report

    def root(self, position: Position, depth: int) -> int:
        """Return the score of a proved win for the side to move, or the score of the greedy move if there is none."""
        if not self.visit(0):
            return 0
        self.pv_length[0] = 0
        if self.tracing:
            self.trace.enter(-1, 0, depth, -INFINITY, INFINITY)
        # The winner makes the last move, so an even depth finds no more wins than the next smaller, odd depth.
        reach = depth - 1 + depth % 2
        if self.proved and reach > self.proved:
            reach = self.proved
        if self.forces(position, reach, 0):
            best = self.value
        else:
            best = self.best_at_once(position)
        if self.tracing and not self.stopping:
            self.trace.leave(best, EXACT)
        return best

    def forces(self, position: Position, depth: int, ply: int) -> bool:
        """Whether a forcing move wins within ``depth`` plies. If so, ``value`` is the score for the side to move."""
        if depth <= 0 or ply >= MAX_PLY - 1:
            self.met_horizon = True
            return False
        moves = self.moves_at(ply)
        count = position.generate_forcing(moves, self.level)
        if ply == 0:
            count = self.keep_chosen(moves, count)
            if self.shuffling:
                self.shuffle(moves, count)
        if self.tracing:
            self.trace.moves(count)
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            lost = self.defend(position, depth - 1, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return False
            self.comparisons += 1
            if lost:
                self.extend_pv(moves[i], ply)
                return True
        return False

    def attack(self, position: Position, depth: int, ply: int) -> bool:
        """Whether the side to move wins by threats within ``depth`` plies. If so, ``value`` is its score."""
        if not self.visit(ply):
            return False
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth, WIN_BOUND, WIN_BOUND + 1)
        if position.is_over():
            self.leaves += 1
            self.value = position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(self.value, TERMINAL)
            return self.value > 0
        nodes = self.nodes
        if self.forces(position, depth, ply):
            self.cutoffs += 1
            if self.tracing:
                self.trace.leave(self.value, CUTOFF)
            return True
        if self.nodes == nodes:
            self.leaves += 1
        if self.tracing and not self.stopping:
            self.trace.leave(WIN_BOUND, FAIL_LOW)
        return False

    def defend(self, position: Position, depth: int, ply: int) -> bool:
        """Whether the side to move loses after every answer to the threat within ``depth`` plies.

        If so, ``value`` is the opponent's score, and the principal variation contains the answer that delays the loss
        longest.
        """
        if not self.visit(ply):
            return False
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth, -WIN_BOUND - 1, -WIN_BOUND)
        if position.is_over():
            self.leaves += 1
            self.value = -position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(-self.value, TERMINAL)
            return self.value > 0
        lost = False
        worst = INFINITY
        moves = self.moves_at(ply)
        count = 0
        if depth > 0 and ply < MAX_PLY - 1:
            count = position.generate_answers(moves)
        if count == 0:
            self.leaves += 1
            if position.in_danger() and not position.can_move():
                self.value = -position.no_move_score(ply)
                if self.tracing:
                    self.trace.leave(-self.value, TERMINAL)
                return self.value > 0
        if depth <= 0 or ply >= MAX_PLY - 1:
            self.met_horizon = True
        if self.tracing:
            self.trace.moves(count)
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            lost = self.attack(position, depth - 1, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return False
            self.comparisons += 1
            if not lost:
                break
            if self.value < worst:
                worst = self.value
                self.extend_pv(moves[i], ply)
        if lost:
            self.value = worst
            if self.tracing:
                self.trace.leave(-worst, FAIL_LOW)
            return True
        self.cutoffs += 1
        if self.tracing:
            self.trace.leave(-WIN_BOUND, CUTOFF)
        return False

    def best_at_once(self, position: Position) -> int:
        """Return the best evaluation after one move.

        If the opponent threatens to win, only answers to the threat are considered. Among moves with equal evaluations,
        the first one tried is chosen.
        """
        best = -INFINITY
        moves = self.moves_at(0)
        count = 0
        if not self.stopping:
            count = self.keep_chosen(moves, position.generate_answers(moves))
            if count == 0:
                count = self.generate(position, moves, 0)
            elif self.shuffling:
                self.shuffle(moves, count)
        if self.tracing:
            self.trace.moves(count)
        for i in range(count):
            if not self.visit(1):
                return 0
            position.make(moves[i])
            self.leaves += 1
            self.pv_length[1] = 1
            if self.tracing:
                self.trace.enter(moves[i], 1, 0, -INFINITY, INFINITY)
            if position.is_over():
                score = -position.outcome_score(1)
                if self.tracing:
                    self.trace.leave(-score, TERMINAL)
            else:
                self.leaf_evaluations += 1
                score = -self.evaluation.evaluate(position)
                if self.tracing:
                    self.trace.stand(-score)
                    self.trace.leave(-score, LEAF)
            position.unmake(moves[i])
            self.comparisons += 1
            if score > best:
                best = score
                self.extend_pv(moves[i], 0)
        return best


register(Threats)
