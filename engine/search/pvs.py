"""The strong search: principal variation search with a transposition table and refinements that are switched singly.

The class searches every game. This module has what happens above the nodes: depths, lines, windows of the root,
threads, and knowledge kept from one analysis to the next. The nodes are in ``engine.search.refined``; memory, the order
of moves and quiescence are in ``engine.search.selective``.
"""

import contextlib
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import cython
from cython.cimports.engine.core.position import INFINITY, MAX_PLY, WIN, WIN_BOUND
from cython.cimports.engine.search.search import now
from cython.cimports.engine.search.selective import NONE
from cython.cimports.engine.search.table import (
    BOUND_LOWER,
    BOUND_UPPER,
    NO_EVALUATION,
    NO_MOVE,
    entry_bound,
    entry_move,
    value_at,
)

from engine.core.errors import OptionError
from engine.core.evaluation import Evaluation
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.core.values import replace
from engine.search.pace import Steadiness
from engine.search.refined import Refined
from engine.search.report import Limit, Line, Report
from engine.search.search import Search, register
from engine.search.spec import Spec
from engine.search.stopwatch import Stopwatch
from engine.search.switches import MOST_LINES
from engine.search.team import Helpers, Team
from engine.search.trace import Trace

PROOF_SHARE = 8
"""The nodes of the search divided by this are those that each question of ``threat_proof`` may use."""
LEAST_PROOF = 200
"""Least number of nodes for which a question of ``threat_proof`` is asked."""
PROOF_MB = 8
"""Size of the table of proof numbers for ``threat_proof`` in MiB."""


class PrincipalVariation(Refined):
    """Principal variation search with refinements.

    In the presets ``plain`` and ``sound``, the value at a given depth is the minimax value. A search keeps its table
    and statistics from one analysis to the next (``forget``).
    """

    name = "pvs"
    title = "Principal variation search"

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        super().__init__(parameters, evaluation, seed, trace)
        if not cython.compiled:
            self.line_scores, self.line_length = [0] * 512, [0] * MOST_LINES
            self.line_pv = [[0] * 128 for _ in range(MOST_LINES)]
            self.proof_nodes = [0, 0]
        self.line_count = self.window_start = 0
        self.prover: Any = None
        self.proved_move = NONE
        self.crew: list[Any] = []
        self.helpers = ()
        self.finished_lines: tuple[Line, ...] = ()
        self.known_line: tuple[tuple[int, int, int], ...] = ()

    # --- preparation ------------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Delete the table and the statistics, also those of the helpers."""
        super().forget()
        self.known_line = ()
        if self.prover is not None:
            self.prover.forget()
        for each in self.crew:
            each.forget()

    def begin(self, limit: Limit, after: Report | None) -> None:
        """Set the counters and limits, and age the table and the statistics of earlier analyses."""
        super().begin(limit, after)
        self.root_stale = True
        self.following = False
        self.proof_nodes[0] = self.proof_nodes[1] = 0
        for i in range(MAX_PLY):
            self.killers[i][0] = self.killers[i][1] = NONE
        self.table.new_search()
        self.histories.fade()
        self.steadiness = Steadiness(type(self.evaluation).scale_for(self.evaluation.parameters))

    def deepen(
        self, position: Position, limit: Limit, after: Report | None, moves: Sequence[int], watch: Stopwatch
    ) -> Iterator[Report]:
        """Search increasing depths, if required with several threads, and yield a report after each depth.

        The line of a win or loss is stored in the table again at the beginning of the next analysis, because the
        entries of a long line are soon replaced, and the next analysis may not find the win in its time. If it finds no
        shorter win and the line is still valid, it reports the line.
        """
        known: tuple[int, int, tuple[int, ...]] = (0, NONE, ())
        for number, (key, move, value) in enumerate(self.known_line):
            if key == position.key and value > 0 and move in moves and self.parameters.lines == 1:
                known = (value, move, tuple([each[1] for each in self.known_line[number:]]))
        for key, move, value in reversed(self.known_line):  # the first moves replace the last ones
            bound = BOUND_LOWER if value > 0 else BOUND_UPPER
            self.table.keep(key, move, value, NO_EVALUATION, 100, bound, 1, 0, -1)
        with contextlib.closing(self.deepen_together(position, limit, after, moves, watch)) as reports:
            for report in reports:
                yield self.with_known_line(position, report, *known)

    def with_known_line(
        self, position: Position, report: Report, value: int, move: int, line: tuple[int, ...]
    ) -> Report:
        """Store the line of a report with a win or loss, and return the report with the line to the end if possible.

        Args:
            position: the root.
            report: a report.
            value: the value of the root according to the last analysis if it is a win, or 0.
            move: the first move of ``line``.
            line: a line that wins.
        """
        self.known_line = ()
        if value and (report.score is None or report.score.value <= value):
            report = replace(report, score=Score(value, position.turn), move=move, pv=line)
        win = report.score.win_in if report.score is not None else None
        if win is None or self.exact or not self.cuts_by_table:
            return report
        pv = self.continued(position, report.pv, abs(win))
        known: list[tuple[int, int, int]] = []
        value = WIN - win if win > 0 else -WIN - win
        for move in pv:
            known.append((position.key, move, value))
            position = position.play(move)
            value = -value + (-1 if value > 0 else 1)
        self.known_line = tuple(known)
        return replace(report, pv=pv)

    def deepen_together(
        self, position: Position, limit: Limit, after: Report | None, moves: Sequence[int], watch: Stopwatch
    ) -> Generator[Report]:
        """Search increasing depths, if required with several threads, and yield a report after each depth.

        Raises:
            OptionError: if several threads are required and the code is not compiled.
        """
        self.helpers = ()
        size = self.parameters.threads
        if size == 1 or not self.uses_table:
            yield from super().deepen(position, limit, after, moves, watch)
            return
        if not cython.compiled:
            raise OptionError("several threads need compiled code; this installation runs from source")
        self.crew += [type(self)(self.parameters, self.evaluation, self.seed) for _ in range(size - 1 - len(self.crew))]
        self.team = Team(size)
        self.joined = True
        helpers = Helpers(self, self.crew, position)
        self.helpers = tuple(self.crew)
        helpers.start()
        try:
            yield from super().deepen(position, limit, after, moves, watch)
        finally:
            helpers.end()
            self.joined = False

    def report(
        self, depth: int, score: Score | None, pv: tuple[int, ...], iteration_nodes: int, watch: Stopwatch,
        leaves: int = 0, final: bool = True, exhausted: bool = False,
    ) -> Report:  # fmt: skip
        """Return a report whose counters are those of all threads. The arguments are those of ``Report``."""
        own = super().report(depth, score, pv, iteration_nodes, watch, leaves, final, exhausted)
        if self.parameters.lines > 1 and depth > 0 and score is not None:
            own = replace(own, lines=self.finished_lines)
        if not self.helpers:
            return own
        return replace(
            own,
            nodes=own.nodes + sum(each.nodes for each in self.helpers),
            leaf_evaluations=own.leaf_evaluations + sum(each.leaf_evaluations for each in self.helpers),
            comparisons=own.comparisons + sum(each.comparisons for each in self.helpers),
            cutoffs=own.cutoffs + sum(each.cutoffs for each in self.helpers),
            table_hits=own.table_hits + sum(each.table_hits for each in self.helpers),
            seldepth=max(own.seldepth, *(each.seldepth for each in self.helpers)),
        )

    def kept_lines(self, turn: Player) -> tuple[Line, ...]:
        """Return the lines of the last completed depth. ``turn`` is the side to move."""
        return tuple(
            Line(Score(self.line_scores[i], turn), tuple([self.line_pv[i][k] for k in range(self.line_length[i])]))
            for i in range(self.line_count)
        )

    def partial_result(self, position: Position) -> tuple[Score, tuple[int, ...]] | None:
        """Return score and principal variation of the moves completed in an interrupted depth, or None.

        If the best move failed high and was not searched again, the variation is continued with moves of the table.
        """
        if self.partial_length == 0:
            return None
        line = [self.partial_pv[i] for i in range(self.partial_length)]
        return Score(self.partial_score, position.turn), self.continued(position, line, self.depth)

    def continued(self, position: Position, line: Sequence[int], most: int) -> tuple[int, ...]:
        """Return a line from ``position``, continued with moves of the table to at most ``most`` moves."""
        line = list(line)
        last = cython.declare(Position, position)
        keys = {last.key}
        for move in line:
            last = last.play(move)
            keys.add(last.key)
        while self.uses_table and len(line) < most and not last.is_over():
            data = cython.declare(cython.ulonglong, self.table.probe(last.key))
            following = entry_move(data)
            if data == 0 or following not in last.legal_moves():
                break
            last = last.play(following)
            if last.key in keys:
                break
            keys.add(last.key)
            line.append(following)
        return tuple(line)

    def time_factor(self, report: Report) -> float:
        """Return the factor of the time aimed at, from the best moves, scores and nodes of the depths so far.

        It is 1 unless the parameter ``steady_time`` is on.
        """
        if not self.parameters.steady_time:
            return 1.0
        nodes = self.nodes - self.window_start
        share = None
        if self.parameters.lines == 1 and nodes > 0:
            share = float(self.best_nodes) / nodes
        value = 0 if report.score is None else report.score.value
        return float(self.steadiness.factor_after(report.move, value, share))

    def iterate(self, position: Position, depth: int) -> int:
        """Search one depth without the global interpreter lock, and return the score for the side to move."""
        own = cython.declare(Position, position)
        if self.root_stale:
            self.root_stale = False
            count = cython.declare(cython.int, self.generate(own, self.buffers[0], 0))
            self.sort(own, self.buffers[0], count, 0)
            first = cython.declare(cython.int, self.last_pv[0] if self.last_pv_length else NONE)
            data = cython.declare(cython.ulonglong, self.table.probe(own.key) if self.uses_table else 0)
            if first < 0 and data and entry_move(data) != NO_MOVE:
                first = entry_move(data)  # of an earlier analysis
            for i in range(count):
                self.root_moves[i] = self.buffers[0][i]
            self.root_count = count
            self.root_first = 0
            if first >= 0:
                self.lead(first)
            self.line_count = min(self.parameters.lines, count, MOST_LINES)
            for i in range(MOST_LINES):
                self.line_length[i] = 0
        self.top = 0
        while True:
            self.null_from = 0
            self.partial_length = 0
            for i in range(132):
                self.excluded[i] = self.traits_at[i] = NONE
            score = Search.iterate(self, own, depth)
            if self.stopping or not self.threat_proof or not self.learns_win(own, score):
                break
            for i in range(MOST_LINES):
                self.line_length[i] = 0  # the score may be far from the last one
        if not self.stopping and self.parameters.lines > 1:
            self.finished_lines = self.kept_lines(position.turn)
        return score

    def learns_win(self, position: Position, score: int) -> bool:
        """Whether a win by threats is proved that the search of the present depth missed.

        The questions are whether the side to move wins, and whether the opponent wins after the best move. Each has a
        share of the nodes so far. The moves of a proof are stored in the table, so that the depth can be searched again
        with this knowledge.

        Args:
            position: the root.
            score: its score.
        """
        if not (self.uses_table and self.line_count == 1 and self.pv_length[0] > 0 and self.member == 0):
            return False
        best = self.pv[0][0]
        if -WIN_BOUND < score:
            after = position.play(best)
            if after.outcome() is None and self.proves(after, 1):
                return True
        if -WIN_BOUND < score and score < WIN_BOUND and self.chosen_count == 0 and self.proves(position, 0):
            self.lead(self.proved_move)
            return True
        return False

    def proves(self, position: Position, question: int) -> bool:
        """Whether a win by threats of the side to move is proved that the table does not contain.

        Args:
            position: the position.
            question: 0 or 1, the index of the question in ``proof_nodes``.

        Raises:
            ValueError: if ``question`` is neither, or if the search has no table.
        """
        if question not in (0, 1) or self.table is None:
            raise ValueError("no such question")
        allowed = self.nodes // PROOF_SHARE - self.proof_nodes[question]
        allowed = min(allowed, self.node_limit - self.nodes)
        seconds = self.deadline - now()
        if allowed < LEAST_PROOF or seconds <= 0:
            return False
        if self.prover is None:
            self.prover = Spec.make("pn", table_mb=PROOF_MB).build(None)
        limit = Limit(nodes=allowed, seconds=None if self.deadline > 1e299 else seconds)
        found = self.prover.find_win(position, limit, self.stop)
        self.nodes += self.prover.nodes
        self.proof_nodes[question] += self.prover.nodes
        if found is None:
            return False
        plies, line = found
        data = cython.declare(cython.ulonglong, self.table.probe(position.key))
        if data and entry_bound(data) & BOUND_LOWER and value_at(data, 0) >= WIN - plies:
            return False
        self.proved_move = line[0]
        value = WIN - plies
        for move in line:
            bound = BOUND_LOWER if value > 0 else BOUND_UPPER
            self.table.keep(position.key, move, value, NO_EVALUATION, 100, bound, 1, 0, -1)
            position = position.play(move)
            value = -value + (-1 if value > 0 else 1)
        return True

    # --- the root ---------------------------------------------------------------------------------------------------

    def root(self, position: Position, depth: int) -> int:
        """Search ``depth`` plies, once for each line, and return the score of the best line for the side to move."""
        if self.margin and self.judges and depth > 0:
            self.met_horizon = True  # pruning can hide moves at any depth
        for line in range(self.line_count):
            self.root_first = line
            score = self.narrow(position, depth, line)
            if self.stopping:
                break
            self.line_scores[line] = score
            self.line_length[line] = self.pv_length[0]
            for i in range(self.pv_length[0]):
                self.line_pv[line][i] = self.pv[0][i]
        self.root_first = 0
        if self.stopping:
            return 0
        self.sort_lines(self.line_count)
        self.pv_length[0] = self.line_length[0]
        for i in range(self.line_length[0]):
            self.pv[0][i] = self.line_pv[0][i]
        return self.line_scores[0]

    def narrow(self, position: Position, depth: int, line: int) -> int:
        """Search one line with a window around its last score, which is widened until it contains the score."""
        alpha = -INFINITY
        beta = INFINITY
        delta = self.width
        last = self.line_scores[line]
        if (
            self.aspiration
            and depth >= 4
            and delta > 0
            and self.line_length[line] > 0
            and -WIN_BOUND < last
            and last < WIN_BOUND
        ):
            alpha = last - delta
            beta = last + delta
        while True:
            if self.tracing:
                if line > 0:
                    self.trace.mute()
                elif self.nodes < self.node_limit:
                    self.trace.restart()  # the recorded tree is that of the last window with at least one node
            self.window_start = self.nodes
            score = self.search(position, depth, alpha, beta, 0, False)
            if self.stopping:
                return 0
            delta += delta
            if score <= alpha and alpha > -INFINITY:
                alpha = score - delta if delta < 8 * self.width else -INFINITY
                self.comparisons += 1
            elif score >= beta and beta < INFINITY:
                beta = score + delta if delta < 8 * self.width else INFINITY
                self.comparisons += 1
            else:
                return score

    def score_in_window(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """Search a position as if it were one ply below the root, and return its score. Tests use this method.

        The table is that of the analyses before.
        """
        own = cython.declare(Position, position.copy())
        self.evaluation_attach(own)
        self.begin(Limit(depth=depth), None)
        self.stopping = False
        self.depth = depth
        self.top = self.null_from = 0
        for i in range(132):
            self.excluded[i] = self.traits_at[i] = NONE
        return self.search(own, depth, alpha, beta, 1, False)

    def sort_lines(self, count: int) -> None:
        """Sort the lines by score, the best first, together with their moves in ``root_moves``."""
        for i in range(1, count):
            j = i
            while j > 0 and self.line_scores[j - 1] < self.line_scores[j]:
                score = self.line_scores[j]
                self.line_scores[j] = self.line_scores[j - 1]
                self.line_scores[j - 1] = score
                move = self.root_moves[j]
                self.root_moves[j] = self.root_moves[j - 1]
                self.root_moves[j - 1] = move
                length = self.line_length[j]
                self.line_length[j] = self.line_length[j - 1]
                self.line_length[j - 1] = length
                for k in range(MAX_PLY):
                    move = self.line_pv[j][k]
                    self.line_pv[j][k] = self.line_pv[j - 1][k]
                    self.line_pv[j - 1][k] = move
                j -= 1


register(PrincipalVariation)
