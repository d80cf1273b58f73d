"""The base class of all built-in algorithms, and their registry.

The module is long because the methods that every node calls (``visit``, ``leaf``, the order of moves, quiescence) share
C fields, and the C compiler inlines calls only within one module.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import cython
from cython.cimports.engine.core.position import INFINITY, MAX_MOVES, MAX_PLY, WIN
from cython.cimports.engine.search.trace import CUTOFF, EXACT, FAIL_LOW, LEAF, STAND_PAT, TERMINAL

from engine.core.errors import SearchError
from engine.core.evaluation import Evaluation
from engine.core.language import Plural
from engine.core.options import NoParameters, check_range, option
from engine.core.position import Position
from engine.core.registry import Registry
from engine.core.score import Score
from engine.core.values import Value, replace
from engine.search.pace import Pace
from engine.search.report import Limit, Report
from engine.search.stopwatch import Stopwatch
from engine.search.trace import Trace

if not cython.compiled:
    now = time.perf_counter
    # Number of nodes between two checks of the clock and the stop flag, which take less than 0.2 ms in compiled code.
    POLL_NODES = 1024

GREATEST_DEPTH = 100


class Stop:
    """A thread-safe request to end a search, at once (``request``) or at limits set while it runs (``hasten``).

    Attributes:
        limit: the limit last passed to ``hasten``, or None.
    """

    def __init__(self) -> None:
        self.flag = 0
        self.deadline = 1e300
        self.node_limit = 2**62
        self.greatest_depth = GREATEST_DEPTH
        self.moment = 0.0
        self.limit: Limit | None = None

    def request(self) -> None:
        """Request the end of every search that uses this object."""
        self.flag = 1

    def hasten(self, limit: Limit) -> None:
        """Limit every search that uses this object, in addition to the limit with which it was started.

        The times of ``limit`` count from this call, the nodes and depths from the start of the search. The search is
        not restarted: one that has reached the limit ends at once. The depth that is under way may use the time
        ``limit.aim``, and the depths after it the time ``limit.seconds``. This method may be called before the search
        begins. ``limit.nodes`` may be exceeded by up to 1,024 nodes a thread, because the search checks it only at
        intervals, while the limit with which a search is started is exact for one thread.
        """
        self.moment = now()
        self.limit = limit
        if limit.nodes is not None:
            self.node_limit = limit.nodes
        if limit.depth is not None:
            self.greatest_depth = limit.depth
        seconds = limit.seconds if limit.aim is None else limit.aim
        if seconds is not None:
            self.deadline = self.moment + seconds

    def use_all_time(self) -> None:
        """Move the deadline set by ``hasten`` from the aim to the maximum time of its limit."""
        if self.limit is not None and self.limit.seconds is not None:
            self.deadline = self.moment + self.limit.seconds

    def seconds_since(self) -> float:
        """Return the time since the last call of ``hasten`` in seconds."""
        return now() - self.moment

    @property
    def requested(self) -> bool:
        """Whether ``request`` was called, or the deadline set by ``hasten`` has passed."""
        return self.flag != 0 or now() >= self.deadline


VARY: bool = option(
    False,
    "Choose at random, by the random seed, among the best moves of equal value; off: the first one tried",
    label="Vary equal moves",
)
"""The option of algorithms that can choose at random among moves of equal value."""


class LeafParameters(Value):
    """Parameters of the algorithms of the minimax family."""

    quiescence: bool = option(
        False, "Search captures beyond the last depth until the position is quiet", label="Quiescence"
    )
    quiescence_depth: int = option(
        8,
        "Maximum plies of captures beyond the depth",
        label="Quiescence depth",
        minimum=1,
        maximum=24,
        unit=Plural("ply", "plies"),
    )
    likely: bool = option(
        True,
        "Search only likely moves if the game defines them (caro: near the stones); off: all legal moves",
        label="Likely moves only",
    )
    single: bool = option(
        False, "Play the only legal move at once, without a search", label="Single move without search"
    )
    vary: bool = VARY


class PruningParameters(LeafParameters):
    """Parameters of the algorithms with alpha-beta pruning."""

    ordering: bool = option(
        False,
        "Try the likely best moves first: last principal variation, captures, killers; off: in the order generated",
        label="Move ordering",
    )


def _salt(seed: Any, key: Any, ply: Any) -> Any:
    """Return a number of 31 bits that depends on the random seed and the position: the upper half of a product."""
    return ((key ^ (seed * 0x9E3779B97F4A7C15) ^ (ply * 0xBF58476D1CE4E5B9)) * 0x94D049BB133111EB % 2**64) >> 33


def _is_settled(report: Report) -> bool:
    """Whether a report contains a forced win or loss within its depth, so that a deeper search finds no shorter one."""
    plies = None if report.score is None else report.score.win_in
    return plies is not None and abs(plies) <= report.depth


class _Reports:
    """The reports of an analysis, which ends when this iterator is exhausted, closed or deleted.

    A compiled generator that is deleted does not run its ``finally`` clauses, which stop the threads of a search.
    """

    _reports: Any = None

    def __init__(self, reports: Any) -> None:
        self._reports = reports

    def __iter__(self) -> "_Reports":
        return self

    def __next__(self) -> Report:
        report: Report = next(self._reports)
        return report

    def close(self) -> None:
        """End the analysis."""
        if self._reports is not None:
            self._reports.close()

    def __del__(self) -> None:
        self.close()


class Search:
    """A search algorithm with its parameters. Scores are for the side to move unless a method states otherwise.

    Attributes:
        name: identifier.
        title: English name, translated for display.
        Parameters: class of its parameters.
        deepens: whether it uses iterative deepening.
        is_limited: whether a limit of nodes or time has an effect. It is True for algorithms that deepen.
        is_random: whether its moves depend on the random seed for all parameters.
        needs_evaluation: whether it requires an evaluation.
        sound: whether its value at a given depth is the minimax value. Tests compare all sound algorithms.
        solves: whether it ends with a proof, however long that takes, so that it needs no default limit of depth.
        remembers: whether a search keeps data for the next analysis, so that its result depends on earlier analyses.
        orders_moves: whether it always orders moves. Other algorithms may have a parameter ``ordering``.
        records_windows: whether a trace contains the windows of the nodes that it visits.
        repeats_root: whether each depth searches the root several times. In the trace, each time is a child of the root
            at ply 0.
        by_default: whether comparisons include it, if it is sound, unless the user chooses the algorithms.
        repeats: name of a search of which it repeats every number, because only the form of the code differs, or an
            empty string. An analysis does not include it unless the user adds it.
        nodes, leaf_evaluations, comparisons, cutoffs, table_hits, leaves, depth, seldepth: current counters and depths
            of the search, named as in ``Report``. Any thread may read them during a search. ``leaves`` counts those of
            the current iteration.

    Args:
        parameters: an instance of ``Parameters``, or None for the defaults.
        evaluation: evaluation of the leaves, which is required if ``needs_evaluation`` is True.
        seed: random seed.
        trace: buffer that records the tree of the last iteration, or None to record nothing.

    Raises:
        OptionError: if the random seed has more than 64 bits.
        ValueError: if the evaluation is required and missing.
    """

    name = ""
    title = ""
    if not cython.compiled:
        Parameters: type
        trace: Any
    Parameters = NoParameters
    deepens = True
    is_limited = True
    is_random = False
    needs_evaluation = True
    sound = False
    solves = False
    remembers = False
    orders_moves = False
    records_windows = True
    repeats_root = False
    by_default = True
    repeats = ""

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        if evaluation is None:
            if self.needs_evaluation:
                raise ValueError(f"{self.name} needs an evaluation")
            evaluation = Evaluation()
        check_range("seed", seed, -(2**63), 2**63 - 1)
        self.parameters = self.Parameters() if parameters is None else parameters
        self.evaluation = evaluation.with_seed(seed)
        self.seed = seed
        self.trace = trace
        self.tracing = trace is not None
        self.likely = getattr(self.parameters, "likely", False)
        self.ordering = getattr(self.parameters, "ordering", False)
        self.quiescence = getattr(self.parameters, "quiescence", False)
        self.quiescence_depth = getattr(self.parameters, "quiescence_depth", 0)
        self.single = getattr(self.parameters, "single", False)
        self.shuffling = getattr(self.parameters, "vary", False)
        self.stop = Stop()
        self.nodes = self.leaf_evaluations = self.comparisons = self.cutoffs = self.table_hits = 0
        self.depth = self.seldepth = self.leaves = 0
        if not cython.compiled:
            self.buffers = [[0] * MAX_MOVES for _ in range(MAX_PLY)]
            self.scores = [0] * MAX_MOVES
            self.chosen = [0] * MAX_MOVES
            self.pv = [[0] * MAX_PLY for _ in range(MAX_PLY)]
            self.pv_length, self.last_pv, self.path = [0] * MAX_PLY, [0] * MAX_PLY, [0] * (MAX_PLY + 1)
            self.killers = [[-1, -1] for _ in range(MAX_PLY)]
        self.last_pv_length = self.chosen_count = 0
        self.following = self.stopping = self.met_horizon = False
        self.salt = 0
        self.value = 0
        self.busy = False

    # --- public interface -----------------------------------------------------------------------------------------

    def analyse(
        self,
        position: Position,
        limit: Limit,
        stop: Stop | None = None,
        after: Report | None = None,
        only: Sequence[int] = (),
    ) -> Iterator[Report]:
        """Return an iterator with one report for each completed depth. The last report is ``final``.

        If a depth is interrupted, its score is discarded, but its nodes are counted. The final report then repeats the
        results of the last completed depth, or has no score if no depth was completed. A search with memory reports the
        best of the moves that it completed in the interrupted depth instead (``Report.unfinished``).

        The search ends early if no line reached the depth limit, because a deeper search would give the same result.
        Without a limit of depth, it also ends early once a forced win or loss is found. Two searches with equal
        arguments, parameters, evaluation and seed yield equal reports except for the times, unless a time limit or
        ``stop`` ends them.

        Args:
            position: the position to analyse, which is not modified.
            limit: the conditions that end the search.
            stop: object that stops the search or sets limits from another thread. The final report is then yielded.
            after: an earlier report of the same analysis, or None. The search continues one ply deeper than this
                report and adds to its counters.
            only: the legal moves to search at the root, or an empty sequence if the algorithm chooses the moves.

        Raises:
            SearchError: if an earlier analysis of this search, or one of another search with the same trace, is
                running, that is, if its iterator has begun and was neither exhausted nor closed nor deleted.
            ValueError: if a move of ``only`` is not legal, or if the evaluation is for another game.
        """
        return _Reports(self._reports_of(position, limit, stop, after, only))

    def _reports_of(
        self, position: Position, limit: Limit, stop: Stop | None, after: Report | None, only: Sequence[int]
    ) -> Iterator[Report]:
        """Yield the reports of ``analyse``."""
        if self.busy:
            raise SearchError("this search is still running; wait for its end, or use another search")
        if self.tracing and self.trace.busy:
            raise SearchError("another search still writes to this trace; wait for its end, or use another trace")
        self.busy = True
        if self.tracing:
            self.trace.busy = True
        try:
            self.evaluation.check(position)
            moves = self.choose_from(position, only)
            own = position.copy()
            self.evaluation_attach(own)
            self.stop = stop or Stop()
            self.stopping = False
            if self.shuffling:
                self.salt = _salt(self.seed, position.key, position.ply)
            if not self.deepens:
                limit = limit.without_aim()
            watch = Stopwatch(after)
            if self.tracing:
                self.trace.clear(0)
            self.begin(limit, after)
            if not moves:
                yield self.over(position, watch)
            elif self.single and len(moves) == 1:
                self.nodes = 1
                yield self.report(0, None, (moves[0],), 1, watch)
            elif after is not None and (after.exhausted or (limit.depth is None and _is_settled(after))):
                yield replace(after, final=True)
            else:
                yield from self.deepen(own, limit, after, moves, watch)
        finally:
            self.busy = False
            if self.tracing:
                self.trace.busy = False

    def forget(self) -> None:
        """Delete the data kept from earlier analyses. The next analysis is equal to that of a new search.

        A search with ``remembers`` belongs to one player of one game. Call this method before a new game and
        before an analysis that must not depend on earlier ones.
        """

    def make_ready(self, position: Position) -> None:
        """Allocate and clear the memory that analyses of this position's game need.

        The first analysis does the same, but gigabytes then take seconds of its time. A search that keeps no large
        memory does nothing.
        """

    def begin(self, limit: Limit, after: Report | None) -> None:
        """Set the counters to 0, or to the values in ``after``, and store the limits of nodes and time."""
        if after is None:
            self.nodes = self.leaf_evaluations = self.comparisons = self.cutoffs = self.table_hits = self.seldepth = 0
            self.last_pv_length = 0
        else:
            self.nodes, self.leaf_evaluations, self.comparisons = after.nodes, after.leaf_evaluations, after.comparisons
            self.cutoffs, self.table_hits, self.seldepth = after.cutoffs, after.table_hits, after.seldepth
            self.keep_pv(after.pv)
        self.node_limit = limit.nodes or 2**62
        self.poll_at = min(self.node_limit, self.nodes + POLL_NODES)
        self.deadline = now() + limit.seconds if limit.seconds is not None else 1e300

    def deepen(
        self, position: Position, limit: Limit, after: Report | None, moves: Sequence[int], watch: Stopwatch
    ) -> Iterator[Report]:
        """Search increasing depths, and yield a report after each depth as described in ``analyse``.

        Args:
            position: a copy that the search may modify.
            limit: the conditions that end the search.
            after: the report to continue from, or None.
            moves: the moves at the root.
            watch: measurement of the analysis.
        """
        report = after
        first = 1 if after is None else after.depth + 1
        last = min(limit.depth or GREATEST_DEPTH, GREATEST_DEPTH) if self.deepens else 1
        pace = Pace(limit.aim, limit.seconds)
        for depth in range(first, GREATEST_DEPTH + 1) if first <= last else ():
            nodes = self.nodes
            self.depth = depth
            value = self.iterate(position, depth)
            if self.stopping:
                break
            pv = tuple([self.pv[0][i] for i in range(self.pv_length[0])])
            self.keep_pv(pv)
            exhausted = not self.met_horizon
            report = self.report(
                depth, Score(value, position.turn), pv, self.nodes - nodes, watch, self.leaves, False, exhausted
            )
            later = self.stop.limit
            if later is not None and later is not limit:
                # The search has been hastened. The times of the new limit count from that moment.
                limit = later if self.deepens else later.without_aim()
                last = min(last, limit.depth or GREATEST_DEPTH)
                pace.set_times(limit.aim, limit.seconds, watch.elapsed - self.stop.seconds_since())
                self.stop.use_all_time()
            enough = pace.is_enough(self.nodes - nodes, watch.elapsed, self.time_factor(report))
            if depth >= last or exhausted or enough or (limit.depth is None and _is_settled(report)):
                yield replace(report, final=True)
                return
            yield report
            watch.resume()
        partial = self.partial_result(position)
        if partial is not None:
            # The best of the moves that were completed in the interrupted depth.
            score, pv = partial
            before = report or self.report(0, None, (), 0, watch)
            result = self.report(before.depth, score, pv, before.iteration_nodes, watch, before.leaves)
            yield replace(result, unfinished=True)
        elif report is None:
            # No depth was completed: report the best move so far, or the first move, without a score.
            move = self.pv[0][0] if self.pv_length[0] else moves[0]
            yield self.report(0, None, (move,), 0, watch)
        else:
            # The results of the last completed depth with the current counters.
            yield self.report(
                report.depth, report.score, report.pv, report.iteration_nodes, watch, report.leaves,
                exhausted=report.exhausted,
            )  # fmt: skip

    def partial_result(self, position: Position) -> tuple[Score, tuple[int, ...]] | None:
        """Return score and principal variation of the moves completed in an interrupted depth, or None.

        The default is None. Only searches with memory, which search the best move of the last depth first, override it.
        """
        return None

    def time_factor(self, report: Report) -> float:
        """Return the factor of the time aimed at after a depth was completed. The default is 1."""
        return 1.0

    def choose_from(self, position: Position, only: Sequence[int]) -> list[int]:
        """Return the legal moves, or only those in ``only`` if it is not empty, in the order generated.

        The moves in ``only`` are stored for ``generate``, which uses them at the root.

        Raises:
            ValueError: if a move of ``only`` is not legal.
        """
        legal = position.legal_moves()
        wanted = frozenset(only)
        if not wanted.issubset(legal):
            raise ValueError(f"illegal moves: {sorted(wanted.difference(legal))}")
        moves = [move for move in legal if move in wanted] if wanted else legal
        self.chosen_count = len(moves) if wanted else 0
        for i in range(self.chosen_count):
            self.chosen[i] = moves[i]
        return moves

    def over(self, position: Position, watch: Stopwatch) -> Report:
        """Return the final report for a position without legal moves. It counts one node, the root."""
        own = cython.declare(Position, position.copy())
        self.nodes = 1
        value = own.outcome_score(0) if own.is_over() else own.no_move_score(0)
        return self.report(0, Score(value, position.turn), (), 0, watch)

    def report(
        self,
        depth: int,
        score: Score | None,
        pv: tuple[int, ...],
        iteration_nodes: int,
        watch: Stopwatch,
        leaves: int = 0,
        final: bool = True,
        exhausted: bool = False,
    ) -> Report:
        """Return a report with the current counters and times. The arguments are those of ``Report``."""
        watch.read()
        return Report(
            self.name,
            depth,
            self.seldepth,
            score,
            pv[0] if pv else None,
            pv,
            self.nodes,
            iteration_nodes,
            self.leaf_evaluations,
            self.comparisons,
            self.cutoffs,
            self.table_hits,
            watch.seconds,
            final,
            exhausted=exhausted,
            leaves=leaves,
            cpu_seconds=watch.cpu_seconds,
        )

    # --- wrappers of C functions for Python -------------------------------------------------------------------------

    def evaluation_attach(self, position: Position) -> None:
        """Prepare the search's copy of the position for the evaluation.

        Raises:
            ValueError: if the search was made without its constructor, or if there is no position.
        """
        if self.evaluation is None or not isinstance(position, Position):
            raise ValueError("a search needs an evaluation and a position")
        self.evaluation.attach(position)

    def keep_pv(self, pv: Any) -> None:
        """Store the principal variation for the move ordering of the next depth."""
        count = cython.declare(cython.int, min(len(pv), MAX_PLY))
        for i in range(count):
            self.last_pv[i] = pv[i]
        self.last_pv_length = count

    def iterate(self, position: Position, depth: int) -> int:
        """Search one depth without the global interpreter lock, and return the score for the side to move.

        The score is meaningless if ``stopping`` is set afterwards.
        """
        own = cython.declare(Position, position)
        plies = cython.declare(cython.int, depth)
        score = cython.declare(cython.int, 0)
        self.following = self.ordering
        self.pv_length[0] = 0
        for i in range(MAX_PLY):
            self.killers[i][0] = self.killers[i][1] = -1
        self.path[0] = -1
        self.met_horizon = False
        self.leaves = 0
        if self.nodes >= self.node_limit or self.is_hurried(self.nodes):
            self.stopping = True
            return 0
        if self.tracing:
            self.trace.clear(plies)  # not earlier: without a node of this depth, the tree of the last one is kept
        with cython.nogil:
            score = self.root(own, plies)
        return score

    # --- for algorithms ---------------------------------------------------------------------------------------------

    def root(self, position: Position, depth: int) -> int:
        """Search ``depth`` plies and return the score for the side to move.

        Each algorithm that searches overrides this method.
        """
        return 0

    def moves_at(self, ply: int) -> Any:
        """Return the buffer for the moves generated at ``ply``."""
        return self.buffers[ply]

    def visit(self, ply: int) -> bool:
        """Count a node and return True, or return False if the search must stop.

        The clock and the stop flag are checked every ``POLL_NODES`` nodes. The limit of nodes is exact.
        """
        if self.nodes >= self.poll_at:
            self.poll()
        if self.stopping:
            return False
        self.nodes += 1
        if ply > self.seldepth:
            self.seldepth = ply
        return True

    def poll(self) -> None:
        """Check the limits and the stop flag, and set ``stopping`` if the search must stop."""
        if self.nodes >= self.node_limit or self.is_hurried(self.nodes) or now() >= self.deadline:
            self.stopping = True
        self.poll_at = self.nodes + POLL_NODES
        if self.poll_at > self.node_limit:
            self.poll_at = self.node_limit

    def is_hurried(self, nodes: int) -> bool:
        """Whether the search must end because of its ``Stop``, after ``nodes`` nodes."""
        return (
            self.stop.flag != 0
            or nodes >= self.stop.node_limit
            or self.depth > self.stop.greatest_depth
            or now() >= self.stop.deadline
        )

    def settles(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> bool:
        """Start a node, and return whether it is finished.

        A node is finished if the game is over, if ``depth`` is 0, or if the search must stop. The attribute ``value``
        is then the score of the node for the side to move.
        """
        if not self.visit(ply):
            self.value = 0
            return True
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth, alpha, beta)
        if position.is_over():
            self.leaves += 1
            self.value = position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(self.value, TERMINAL)
            return True
        if depth == 0:
            self.value = self.leaf(position, alpha, beta, ply)
            return True
        return False

    def own_stamp(self) -> int:
        """Return the stamp of the innermost open node, which identifies it in the table, or -1 without a trace."""
        return self.trace.stamp() if self.tracing else -1

    def leave(self, value: int, alpha: int, beta: int) -> int:
        """End a node that was started with the window (``alpha``, ``beta``), and return its score ``value``."""
        if self.tracing:
            self.trace.leave(value, CUTOFF if value >= beta else FAIL_LOW if value <= alpha else EXACT)
        return value

    def leave_stuck(self, position: Position, alpha: int, beta: int, ply: int) -> int:
        """End a leaf without a legal move, and return its score."""
        self.leaves += 1
        value = position.no_move_score(ply)
        if self.tracing:
            self.trace.leave(value, TERMINAL)
        return value

    def leaf(self, position: Position, alpha: int, beta: int, ply: int) -> int:
        """End a node at depth 0 and return the evaluation of its position, or the result of quiescence."""
        self.met_horizon = True
        self.leaves += 1
        if self.quiescence:
            return self.quiesce(position, self.quiescence_depth, alpha, beta, ply)
        self.leaf_evaluations += 1
        value = self.evaluation.evaluate(position)
        if self.tracing:
            self.trace.stand(value)
            self.trace.leave(value, LEAF)
        return value

    def quiesce(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Search only noisy moves, such as captures, and end the node that ``settles`` or ``calm`` has started.

        The search is fail-soft. If the side to move may not stand pat, for example because it is in check, all evasions
        are searched. ``depth`` is the number of plies of quiescence left. If it is 0, the evaluation is returned even
        in check.

        Returns:
            r such that, v being the exact value of quiescence: r ≤ alpha ⇒ v ≤ r; r ≥ beta ⇒ v ≥ r; else r = v.
        """
        floor = alpha
        last = cython.declare(cython.bint, depth == 0 or ply >= MAX_PLY - 1)
        moves = self.moves_at(ply)
        if last or position.may_stand_pat():
            self.leaf_evaluations += 1
            best = self.evaluation.evaluate(position)
            if self.tracing:
                self.trace.stand(best)
            self.comparisons += 1
            if best >= beta:
                self.cutoffs += 1
                if self.tracing:
                    self.trace.leave(best, STAND_PAT)
                return best
            if last:
                if self.tracing:
                    self.trace.leave(best, LEAF)
                return best
            if best > alpha:
                alpha = best
            count = position.generate_noisy(moves)
        else:
            best = -INFINITY
            count = position.generate_evasions(moves)
            if count == 0:
                best = position.no_move_score(ply)
                if self.tracing:
                    self.trace.leave(best, TERMINAL)
                return best
        if self.tracing:
            self.trace.moves(count)
        if self.ordering:
            self.sort(position, moves, count, ply)
        for i in range(count):
            position.make(moves[i])
            self.path[ply + 1] = moves[i]
            score = -self.calm(position, depth - 1, -beta, -alpha, ply + 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self.extend_pv(moves[i], ply)
                    self.comparisons += 1
                    if alpha >= beta:
                        self.cutoffs += 1
                        break
        return self.leave(best, floor, beta)

    def calm(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Start a node of quiescence, search it and return its score for the side to move."""
        if not self.visit(ply):
            return 0
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth - self.quiescence_depth, alpha, beta)
        if position.is_over():
            value = position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(value, TERMINAL)
            return value
        return self.quiesce(position, depth, alpha, beta, ply)

    def generate(self, position: Position, moves: Any, ply: int) -> int:
        """Fill ``moves`` with the moves to search, in the order generated, and return their number."""
        if ply == 0 and self.chosen_count > 0:
            count = self.write_chosen(moves)
        elif self.likely:
            count = position.generate_likely(moves)
        else:
            count = position.generate(moves)
        if ply == 0 and self.shuffling:
            self.shuffle(moves, count)
        if self.tracing:
            self.trace.moves(count)
        return count

    def shuffle(self, moves: Any, count: int) -> None:
        """Put the moves at the root into the order that ``salt`` determines.

        The first of equal moves is kept, so every move of the greatest value is chosen with the same probability. All
        depths have the same order.
        """
        word = cython.declare(cython.ulonglong, self.salt)
        for i in range(count - 1, 0, -1):
            # The linear congruential generator of ISO C, 31 bits, of which the upper bits are used.
            word = (word * 1103515245 + 12345) & 0x7FFFFFFF
            j = cython.declare(cython.int, (word * (i + 1)) >> 31)
            move = moves[i]
            moves[i] = moves[j]
            moves[j] = move

    def write_chosen(self, moves: Any) -> int:
        """Fill ``moves`` with the moves chosen for the root, and return their number."""
        for i in range(self.chosen_count):
            moves[i] = self.chosen[i]
        return self.chosen_count

    def keep_chosen(self, moves: Any, count: int) -> int:
        """Remove the moves that were not chosen for the root, and return the number of moves left.

        If no moves were chosen, no move is removed.
        """
        if self.chosen_count == 0:
            return count
        kept = 0
        for i in range(count):
            for j in range(self.chosen_count):
                if moves[i] == self.chosen[j]:
                    moves[kept] = moves[i]
                    kept += 1
                    break
        return kept

    def ordered_moves(self, position: Position, moves: Any, ply: int) -> int:
        """Fill ``moves`` with the moves to search, sorted if ordering is on, and return their number."""
        count = self.generate(position, moves, ply)
        if self.ordering:
            self.sort(position, moves, count, ply)
        return count

    def sort(self, position: Position, moves: Any, count: int, ply: int) -> None:
        """Sort ``moves`` in place.

        The move of the last principal variation is first. The other moves are ordered by ``Position.order``. Among the
        quiet moves, for which ``Position.order`` is 0, killer moves are first.
        """
        guess = -1
        if self.following:
            self.following = False
            if ply < self.last_pv_length:
                guess = self.last_pv[ply]
        first, second = self.killers[ply][0], self.killers[ply][1]
        for i in range(count):
            move = moves[i]
            if move == guess:
                score = 3 * WIN
                self.following = True
            else:
                score = position.order(move)
                if score == 0 and move == first:
                    score = 2
                elif score == 0 and move == second:
                    score = 1
            j = i
            while j > 0 and self.scores[j - 1] < score:
                self.scores[j] = self.scores[j - 1]
                moves[j] = moves[j - 1]
                j -= 1
            self.scores[j] = score
            moves[j] = move

    def remember(self, position: Position, move: int, ply: int) -> None:
        """Store a move that caused a cutoff as a killer move if it is quiet and the search orders moves.

        The move must have been unmade.
        """
        if self.ordering and self.killers[ply][0] != move and position.order(move) == 0:
            self.killers[ply][1] = self.killers[ply][0]
            self.killers[ply][0] = move

    def extend_pv(self, move: int, ply: int) -> None:
        """Set the principal variation at ``ply`` to ``move`` followed by the principal variation at the next ply."""
        self.pv[ply][ply] = move
        for i in range(ply + 1, self.pv_length[ply + 1]):
            self.pv[ply][i] = self.pv[ply + 1][i]
        self.pv_length[ply] = self.pv_length[ply + 1]


_registry: Registry[Search] = Registry("algorithm", "engine.search")
register = _registry.register
algorithms = _registry.all
find_algorithm = _registry.find
