"""The strong search: principal variation search with a transposition table and refinements that are switched singly.

The class searches every game. It uses what the game knows about its moves through ``Position`` (``in_danger``,
``gain``, ``exchange`` …) and margins that it computes from the scale of the evaluation. Sources of the ideas: Marsland
(1983) for principal variation search; Donninger (1993) for the null move; Buro (1995) for ProbCut; Anantharaman,
Campbell and Hsu (1990) for singular extensions; Schaeffer (1989) for the history heuristic. The values of the constants
were set by matches of this project.

The module is long because the steps of a node share C fields, and the C compiler inlines calls only within one module.
"""

import contextlib
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import cython

from engine.core.errors import OptionError
from engine.core.evaluation import Evaluation
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.core.values import replace
from engine.search.pace import Steadiness
from engine.search.report import Limit, Line, Report
from engine.search.search import Search, Spec, register
from engine.search.selective import Selective
from engine.search.stopwatch import Stopwatch
from engine.search.switches import MOST_LINES
from engine.search.team import Helpers, Team
from engine.search.trace import Trace

if cython.compiled:
    from cython.cimports.engine.core.position import INFINITY, MAX_PLY, NO_CYCLE, WIN, WIN_BOUND
    from cython.cimports.engine.search.histories import quotient
    from cython.cimports.engine.search.search import now
    from cython.cimports.engine.search.selective import DEEPEST, GOOD, MIDDLE, NONE, PASS, REFUTER, WORDS
    from cython.cimports.engine.search.table import (
        BOUND_EXACT,
        BOUND_LOWER,
        BOUND_NONE,
        BOUND_UPPER,
        NO_EVALUATION,
        NO_MOVE,
        entry_bound,
        entry_depth,
        entry_move,
        value_at,
    )
    from cython.cimports.engine.search.trace import (
        AFTER_PASS,
        CYCLE,
        EXCLUDING,
        EXTENDED,
        FUTILE,
        KILLER_MOVE,
        MATE_DISTANCE,
        NULL_MOVE,
        PROBCUT,
        RAZORED,
        RAZORING,
        SHORTENED,
        SINGULAR,
        SKIPPED_EXCHANGE,
        SKIPPED_FUTILE,
        SKIPPED_HISTORY,
        SKIPPED_LATE,
        TABLE,
        TABLE_MOVE,
        TERMINAL,
        TRYING_CAPTURE,
        VERIFYING,
    )
else:
    from engine.core.score import INFINITY, MAX_PLY, NO_CYCLE, WIN, WIN_BOUND
    from engine.search.histories import quotient
    from engine.search.search import now
    from engine.search.selective import DEEPEST, GOOD, MIDDLE, NONE, PASS, REFUTER, WORDS
    from engine.search.table import value_at
    from engine.search.table_pure import (
        BOUND_EXACT,
        BOUND_LOWER,
        BOUND_NONE,
        BOUND_UPPER,
        NO_EVALUATION,
        NO_MOVE,
        entry_bound,
        entry_depth,
        entry_move,
    )
    from engine.search.trace import (
        AFTER_PASS,
        CYCLE,
        EXCLUDING,
        EXTENDED,
        FUTILE,
        KILLER_MOVE,
        MATE_DISTANCE,
        NULL_MOVE,
        PROBCUT,
        RAZORED,
        RAZORING,
        SHORTENED,
        SINGULAR,
        SKIPPED_EXCHANGE,
        SKIPPED_FUTILE,
        SKIPPED_HISTORY,
        SKIPPED_LATE,
        TABLE,
        TABLE_MOVE,
        TERMINAL,
        TRYING_CAPTURE,
        VERIFYING,
    )

PROOF_SHARE = 8
"""The nodes of the search divided by this are those that each question of ``threat_proof`` may use."""
LEAST_PROOF = 200
"""Least number of nodes for which a question of ``threat_proof`` is asked."""
PROOF_MB = 8
"""Size of the table of proof numbers for ``threat_proof`` in MiB."""


class PrincipalVariation(Selective):
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
            self.partial_pv = [0] * 128
            self.proof_nodes = [0, 0]
        self.line_count = self.null_from = self.partial_length = 0
        self.window_start = self.move_start = self.best_nodes = 0
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
        """Search increasing depths, if required with several threads, and yield a report after each depth."""
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
        """Return a report whose counters are those of all threads."""
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
        """
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

    def lead(self, move: int) -> None:
        """Move ``move`` to the front of the root moves that the present line searches."""
        i = self.root_first
        while i < self.root_count and self.root_moves[i] != move:
            i += 1
        if i == self.root_count:
            return
        while i > self.root_first:
            self.root_moves[i] = self.root_moves[i - 1]
            i -= 1
        self.root_moves[i] = move

    def keep_partial(self, score: int) -> None:
        """Store the best line so far of a depth that may be interrupted, and the nodes spent below its first move."""
        self.best_nodes = self.nodes - self.move_start
        self.partial_score = score
        self.partial_length = self.pv_length[0]
        for i in range(self.pv_length[0]):
            self.partial_pv[i] = self.pv[0][i]

    # --- a node -----------------------------------------------------------------------------------------------------

    def search(self, position: Position, depth: int, alpha: int, beta: int, ply: int, cut: bool) -> int:
        """Search a node and return its score, fail-soft, for the side to move.

        The steps are: the end of the game and the horizon; mate distance and repetitions; the table; the evaluation;
        pruning of the node; its moves. This is the inner loop of the search.

        In the presets ``plain`` and ``sound``, the result r satisfies, v being the minimax score: r ≤ alpha ⇒ v ≤ r;
        r ≥ beta ⇒ v ≥ r; else r = v.

        Args:
            position: the position, which is restored.
            depth: plies to search.
            alpha: lower bound of the window.
            beta: upper bound of the window.
            ply: plies from the root.
            cut: whether a score of at least ``beta`` is expected.
        """
        if depth <= 0 and self.settles_deeply:
            return self.settle(position, 0, alpha, beta, ply)
        if not self.visit(ply):
            return 0
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth, alpha, beta)
        if position.is_over():
            self.leaves += 1
            value = position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(value, TERMINAL)
            return value
        if depth <= 0 or ply >= DEEPEST:
            return self.leaf(position, alpha, beta, ply)
        if ply > 0:
            if self.mate_distance:
                if alpha < ply - WIN:
                    alpha = ply - WIN
                if beta > WIN - ply - 1:
                    beta = WIN - ply - 1
                if alpha >= beta:
                    if self.tracing:
                        self.trace.leave(alpha, MATE_DISTANCE)
                    return alpha
                if self.tracing:
                    self.trace.narrow(alpha, beta)
            if self.cycles:
                value = position.cycle_score(ply)
                if value != NO_CYCLE:
                    if self.tracing:
                        self.trace.leave(value, CYCLE)
                    return value
        wide = cython.declare(cython.bint, beta - alpha > 1)
        data = cython.declare(cython.ulonglong, 0)
        if self.uses_table and self.excluded[ply] == NONE:
            data = self.table.probe(position.key)
            if data and self.cuts_by_table and ply > 0 and not position.is_near_limit():
                stored = entry_depth(data)
                value = value_at(data, ply)
                if self.settled_by(data, value, alpha, beta, stored == depth if self.exact else stored >= depth):
                    self.table_hits += 1
                    self.met_horizon = True
                    if self.tracing:
                        self.trace.found(stored, self.exact, self.table.stamp(position.key))
                        self.trace.leave(value, TABLE)
                    return value
        danger = cython.declare(cython.bint, False)
        self.standing[ply] = -INFINITY
        self.judged[ply] = NO_EVALUATION
        if self.asks_danger:
            danger = position.in_danger()
            if self.judges and not danger:
                self.standing[ply] = self.judge(position, data, ply)
                if self.tracing:
                    self.trace.stand(self.standing[ply])
                if ply > 0 and not wide and self.excluded[ply] == NONE and -WIN_BOUND < alpha and beta < WIN_BOUND:
                    estimate = self.better_estimate(self.standing[ply], data, ply)
                    value = self.prune(position, depth, alpha, beta, ply, cut, estimate, data)
                    if self.stopping:
                        return 0
                    if value != NO_CYCLE:
                        return value
                    self.pv_length[ply] = ply
        if danger and self.danger_extension and ply < 2 * self.depth:
            depth += 1
            if self.tracing:
                self.trace.note(EXTENDED)
        elif self.threat_extension and ply < 2 * self.depth and position.generate_answers(self.moves_at(ply)) > 0:
            depth += 1  # the moves generated here are not used, because others may answer, too
            if self.tracing:
                self.trace.note(EXTENDED)
        elif self.internal_reduction and depth >= 4 and (wide or cut) and (data == 0 or entry_move(data) == NO_MOVE):
            depth -= 1
            if self.tracing:
                self.trace.note(SHORTENED)
        return self.try_moves(position, depth, alpha, beta, ply, cut, danger, data)

    def prune(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, cut: bool, estimate: int, data: int
    ) -> int:
        """Return the score of a node that need not be searched, or ``NO_CYCLE``. The window is a null window."""
        margin = self.margin
        if self.razoring and depth <= 3 and estimate + margin * (2 + depth * depth) <= alpha:
            if self.tracing:
                self.trace.flag(RAZORING)
            value = self.settle(position, 0, alpha, beta, ply)
            if self.stopping:
                return 0
            if value <= alpha:
                if self.tracing:
                    self.trace.leave(value, RAZORED)
                return value
        if (
            self.reverse_futility
            and depth <= 7
            and estimate - margin * depth * 9 // 10 >= beta
            and estimate < WIN_BOUND
        ):
            if self.tracing:
                self.trace.leave(estimate, FUTILE)
            return estimate
        if (
            self.null_move
            and depth >= 3
            and ply >= self.null_from
            and estimate >= beta
            and self.standing[ply] >= beta - margin // 2
            and self.path[ply] != PASS
            and position.may_skip()
        ):
            value = self.skip_turn(position, depth, beta, ply, cut, estimate)
            if self.stopping:
                return 0
            if value != NO_CYCLE:
                if self.tracing:
                    self.trace.leave(value, NULL_MOVE)
                return value
        if self.probcut and depth >= 5 and beta + 2 * margin < WIN_BOUND:
            raised = beta + 2 * margin
            if (
                data == 0
                or entry_depth(data) < depth - 3
                or not entry_bound(data) & BOUND_UPPER
                or value_at(data, ply) >= raised
            ):
                value = self.try_captures(position, depth, raised, ply, cut)
                if self.stopping:
                    return 0
                if value != NO_CYCLE:
                    if self.tracing:
                        self.trace.leave(value, PROBCUT)
                    return value
        return NO_CYCLE

    def skip_turn(self, position: Position, depth: int, beta: int, ply: int, cut: bool, estimate: int) -> int:
        """Return a score of at least ``beta`` if even a pass reaches it in a reduced search, or ``NO_CYCLE``.

        At a depth of 12 or more, a search without passes must confirm the score, because the obligation to move may
        be a disadvantage.
        """
        surplus = (estimate - beta) // (2 * self.margin)
        reduced = 3 + depth // 4 + (min(3, surplus))
        position.make_pass()
        self.path[ply + 1] = PASS
        self.traits_at[ply + 3] = NONE
        if self.tracing:
            self.trace.reduce(reduced)
            self.trace.flag(AFTER_PASS)
        value = -self.search(position, depth - 1 - reduced, -beta, 1 - beta, ply + 1, not cut)
        position.unmake_pass()
        if self.stopping or value < beta:
            return NO_CYCLE
        if value > WIN_BOUND:
            value = beta  # a win after a pass is no win
        if not self.verification or depth < 12 or self.null_from > 0:
            return value
        self.null_from = ply + 3 * (depth - reduced) // 4 + 1
        if self.tracing:
            self.trace.reduce(reduced)
            self.trace.flag(VERIFYING)
        confirmed = self.search(position, depth - reduced, beta - 1, beta, ply, False)
        self.null_from = 0
        if self.stopping or confirmed < beta:
            return NO_CYCLE
        return value

    def try_captures(self, position: Position, depth: int, beta: int, ply: int, cut: bool) -> int:
        """Return a score of at least ``beta`` that a capture reaches in a reduced search, or ``NO_CYCLE``."""
        base = self.top
        count = self.rank_noisy(position, ply, NONE, False)
        found = NO_CYCLE
        least = quotient((beta - self.standing[ply]) * 100, self.gain_scale)
        for i in range(count):
            move = cython.cast(cython.int, self.pick(base + i, base + count) & 0xFFFF)
            if not position.exchange(move, least):
                continue
            trait = position.trait(move)
            position.make(move)
            self.path[ply + 1] = move
            self.traits_at[ply + 3] = trait
            if self.tracing:
                self.trace.flag(TRYING_CAPTURE)
            value = -self.settle(position, 0, -beta, 1 - beta, ply + 1)
            if value >= beta and not self.stopping:
                if self.tracing:
                    self.trace.reduce(3)
                    self.trace.flag(TRYING_CAPTURE)
                value = -self.search(position, depth - 4, -beta, 1 - beta, ply + 1, not cut)
            position.unmake(move)
            if self.stopping:
                break
            if value >= beta:
                found = value
                if self.uses_table:
                    self.table.keep(
                        position.key, move, value, self.judged[ply], depth - 3, BOUND_LOWER, 0, ply, self.own_stamp()
                    )
                break
        self.top = base
        return found

    def try_moves(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, cut: bool, danger: bool, data: int
    ) -> int:
        """Search the moves of a node, end the node and return its score. The arguments are described in ``search``.

        This is the inner loop of the search: order, skip, extend, reduce and search each move, then store the result.
        """
        excluded = self.excluded[ply]
        guess = NONE
        if data and entry_move(data) != NO_MOVE:
            guess = entry_move(data)
        base = self.top
        count = self.list_moves(position, ply, guess)
        if count == 0:
            self.top = base
            return self.leave_stuck(position, alpha, beta, ply)
        wide = cython.declare(cython.bint, beta - alpha > 1)
        improving = cython.declare(cython.bint, ply < 2 or self.standing[ply] >= self.standing[ply - 2])
        unsorted = cython.declare(cython.bint, False)
        word = cython.declare(cython.ulonglong, 0)
        best = -INFINITY
        floor = alpha
        best_move = NONE
        searched = 0
        quiets = 0
        last = self.traits_at[ply + 2]
        earlier = self.traits_at[ply + 1] if self.continuation else NONE
        most_quiets = WORDS
        if self.late_pruning and depth <= 6 and ply > 0 and not danger:
            most_quiets = (6 + 3 * depth * depth) * self.late_percent // (100 if improving else 200)
        index = 0
        sorted_end = 0
        ranked = cython.declare(cython.bint, False)
        while index < count:
            word = self.words[base + index]
            # The move of the table is searched before the others are ranked, because it often ends the node.
            if index > 0 or ranked or word >> 32 == 0:
                if not ranked:
                    self.rank_moves(position, ply, base + index, base + count)
                    ranked = True
                if index >= sorted_end and not unsorted:
                    sorted_end = self.sort_head(base + index, base + count) - base
                word = self.words[base + index]
            move = cython.cast(cython.int, word & 0xFFFF)
            rank = cython.cast(cython.longlong, word >> 32)
            if self.exchange and MIDDLE + GOOD <= rank < MIDDLE + 2 * GOOD and not position.exchange(move, 0):
                # A capture that loses material: rank it below the quiet moves.
                word -= cython.cast(cython.ulonglong, 2 * GOOD) << 32
                place = index
                while place + 1 < sorted_end and self.words[base + place + 1] > word:
                    self.words[base + place] = self.words[base + place + 1]
                    place += 1
                self.words[base + place] = word
                if place + 1 == sorted_end:
                    sorted_end -= 1  # an unsorted move may be better
                continue
            index += 1
            if move == excluded:
                continue
            quiet = cython.declare(cython.bint, MIDDLE - REFUTER < rank < MIDDLE + GOOD)
            if quiet and quiets >= most_quiets and best > -WIN_BOUND:
                # All further quiet moves are skipped, in any order.
                unsorted = True
                if self.tracing:
                    self.trace.skip(SKIPPED_LATE)
                continue
            if rank < MIDDLE - 2000 * depth and quiet:
                unsorted = True
            if rank >= MIDDLE + 2 * GOOD or ply == 0:
                quiet = position.gain(move) <= 0
            trait = position.trait(move)
            history = 0
            if quiet:
                quiets += 1
                if self.uses_history:
                    history = self.histories.quiet(trait, last if self.continuation else NONE, earlier)
            if (
                ply > 0 and best > -WIN_BOUND and not danger and self.asks_danger
                and self.skips(position, move, depth, floor, ply, quiet, history, searched)
            ):  # fmt: skip
                continue
            extension = 0
            if (
                self.singular
                and move == guess
                and depth >= 7
                and ply > 0
                and excluded == NONE
                and ply < 2 * self.depth
                and entry_depth(data) >= depth - 3
                and entry_bound(data) & BOUND_LOWER
                and -WIN_BOUND < value_at(data, ply)
                and value_at(data, ply) < WIN_BOUND
            ):
                extension = self.prove_singular(position, move, depth, beta, ply, cut, data)
                if self.stopping:
                    self.top = base
                    return 0
                if extension > 1:
                    # Another move exceeds the window, too, so that the node is pruned with this score.
                    self.top = base
                    score = extension - 2 * INFINITY
                    if self.tracing:
                        self.trace.leave(score, SINGULAR)
                    return score
                self.pv_length[ply] = ply
            if ply == 0:
                self.move_start = self.nodes
            position.make(move)
            if self.uses_table:
                self.table.prefetch(position.key)
            self.path[ply + 1] = move
            self.traits_at[ply + 3] = trait
            deeper = depth - 1 + extension
            if self.tracing and ply > 0:
                if move == guess:
                    self.trace.flag(TABLE_MOVE)
                elif self.uses_killers and (move == self.killers[ply][0] or move == self.killers[ply][1]):
                    self.trace.flag(KILLER_MOVE)
            if searched == 0:
                if self.tracing and extension:
                    self.trace.reduce(-extension)
                score = -self.search(position, deeper, -beta, -floor, ply + 1, not (cut or wide))
            else:
                reduced = 0
                if self.late_reductions and depth >= 3 and searched >= (3 if wide else 2) and not danger:
                    reduced = self.reductions[depth if depth < 64 else 63][searched if searched < 64 else 63]
                    if quiet:
                        if wide:
                            reduced -= 1
                        if cut:
                            reduced += 1
                        if not improving:
                            reduced += 1
                        if rank >= MIDDLE + REFUTER:
                            reduced -= 1
                        reduced -= quotient(history, 8192)
                    else:
                        reduced = 1 if rank < MIDDLE else 0
                    if position.in_danger():
                        reduced -= 1
                    if reduced > deeper - 1:
                        reduced = deeper - 1
                    if reduced < 0:
                        reduced = 0
                if self.tracing and reduced:
                    self.trace.reduce(reduced)
                score = -self.search(position, deeper - reduced, -floor - 1, -floor, ply + 1, True)
                self.comparisons += 1
                if reduced and score > floor and not self.stopping:
                    score = -self.search(position, deeper, -floor - 1, -floor, ply + 1, not cut)
                    self.comparisons += 1
                if wide and floor < score < beta and not self.stopping:
                    score = -self.search(position, deeper, -beta, -floor, ply + 1, False)
            position.unmake(move)
            if self.stopping:
                self.top = base
                return 0
            searched += 1
            self.comparisons += 1
            if score > best:
                best = score
                self.comparisons += 1
                if score > floor:
                    floor = score
                    best_move = move
                    self.extend_pv(move, ply)
                    self.comparisons += 1
                    if ply == 0:
                        self.lead(move)
                        if self.root_first == 0:
                            self.keep_partial(score)
                    if score >= beta:
                        self.cutoffs += 1
                        self.credit(position, base, index - 1, move, depth, ply)
                        break
        self.top = base
        if searched == 0:
            best = alpha  # all moves but the excluded one were skipped
        elif excluded == NONE:
            if self.uses_table and not (ply == 0 and (self.root_first > 0 or self.chosen_count > 0)):
                bound = BOUND_UPPER
                if best >= beta:
                    bound = BOUND_LOWER
                elif best > alpha:
                    bound = BOUND_EXACT
                if position.is_near_limit():
                    bound = BOUND_NONE
                self.table.keep(
                    position.key, NO_MOVE if best_move == NONE else best_move, best, self.judged[ply], depth, bound,
                    1 if wide else 0, ply, self.own_stamp(),
                )  # fmt: skip
            if (
                self.correction
                and not danger
                and (best_move == NONE or position.gain(best_move) <= 0)
                and -WIN_BOUND < best
                and best < WIN_BOUND
                and not (best >= beta and best <= self.standing[ply])
                and not (best <= alpha and best >= self.standing[ply])
            ):
                self.histories.correct(last, quotient((best - self.standing[ply]) * 100, self.margin), depth)
        return self.leave(best, alpha, beta)

    def skips(
        self, position: Position, move: int, depth: int, alpha: int, ply: int, quiet: bool, history: int, searched: int
    ) -> bool:
        """Whether a move near the leaves need not be searched."""
        kind = -1
        left = depth - 1 - self.reductions[depth if depth < 64 else 63][searched if searched < 64 else 63]
        if left < 0:
            left = 0
        if quiet:
            if self.futility and left <= 6 and self.standing[ply] + self.margin * (1 + left) <= alpha:
                kind = SKIPPED_FUTILE
            elif self.history_pruning and left <= 3 and history < -2000 * depth:
                kind = SKIPPED_HISTORY
            elif self.exchange_pruning and left <= 6 and not position.exchange(move, -30 * left * left):
                kind = SKIPPED_EXCHANGE
        elif self.exchange_pruning and depth <= 6 and not position.exchange(move, -100 * depth):
            kind = SKIPPED_EXCHANGE
        if kind < 0:
            return False
        if self.tracing:
            self.trace.skip(kind)
        return True

    def prove_singular(
        self, position: Position, move: int, depth: int, beta: int, ply: int, cut: bool, data: int
    ) -> int:
        """Return the extension of the move in the table: 1 if it is better than all other moves by a margin.

        If another move also exceeds the window, the result is 2 * INFINITY plus the score with which the node can be
        pruned. If the other moves may exceed it, the result is -1.
        """
        value = value_at(data, ply)
        bar = value - self.margin * depth // 50 - 1
        saved = self.standing[ply]
        judged = self.judged[ply]
        self.excluded[ply] = move
        if self.tracing:
            self.trace.reduce(depth - (depth - 1) // 2)
            self.trace.flag(EXCLUDING)
        score = self.search(position, (depth - 1) // 2, bar - 1, bar, ply, cut)
        self.excluded[ply] = NONE
        self.standing[ply] = saved
        self.judged[ply] = judged
        if self.stopping:
            return 0
        if score < bar:
            return 1
        if bar >= beta:
            return bar + 2 * INFINITY
        return -1 if value >= beta else 0

    # --- the order of moves -----------------------------------------------------------------------------------------

    # --- quiescence -------------------------------------------------------------------------------------------------


register(PrincipalVariation)
