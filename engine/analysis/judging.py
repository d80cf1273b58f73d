"""The searches of a review, in the order of their use: a plan without I/O that a caller runs.

The loss of a move is the difference of two scores of the position before it: one of a search with all moves, and one of
a search restricted to the move played. Both searches are by the same algorithm, start without memory, and have the
depth that the first completed. The score of the position is the better one of the two, so that no loss is negative,
also for an algorithm with unsound pruning. Differences of the scores of successive positions at the same depth are not
used, because they depend on whether the depth is even or odd. An external engine or a plugin that cannot be
restricted to a move searches the position after it one ply less deep, and the judgement is marked as approximate.

There are up to three passes. The first one judges every move with little effort. The second one repeats this with the
full limit, the greatest losses first. The third one searches the other moves where the move played was the best one,
to find the only good moves.
"""

import heapq
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.analysis.asking import AFTER_THE_MOVE
from engine.analysis.external import RESIGNS, EngineSpec
from engine.analysis.query import AnySpec, Query, course_of
from engine.analysis.verdict import win_chance
from engine.core.evaluation import scale_of
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND, Score
from engine.core.values import replace
from engine.records.judgement import MOST_PLIES, Judgement
from engine.records.tree import GameTree
from engine.search.report import Limit, Report
from engine.search.search import GREATEST_DEPTH, Spec, find_algorithm

SHALLOW_NODES = 5_000
"""Maximum number of nodes of a search in the first pass."""
SHALLOW_SHARE = 20
"""A search in the first pass has at most the nodes of a full one divided by this."""
REST_NODES = 3
"""Maximum nodes of the search of the other moves, as a multiple of those of the first search."""
LATER_NODES = 50_000
"""Maximum number of nodes of a search for a slower win, if the limit of the review is not greater."""

SHALLOW, DEEP, REST = range(3)
"""The passes."""


@dataclass(frozen=True)
class Task:
    """A search of a review.

    Attributes:
        query: the query to answer. It must not use the memory of earlier queries.
        node: the node of the record before the move, that is, of the position searched.
        step: ``all`` moves, only the move ``played``, a win ``later`` than the one found, or the ``rest`` of the moves.
        stage: the pass, ``SHALLOW``, ``DEEP`` or ``REST``.
        move_node: the node after the move that is judged, or None if ``step`` is ``all``.
    """

    query: Query
    node: int
    step: str
    stage: int
    move_node: int | None = None


def settled(reports: Sequence[Report]) -> Report | None:
    """Return the last report of a completed depth that has a score, or None.

    Algorithms without depths have depth 0. The result of an interrupted depth (``Report.unfinished``) is not used, nor
    that of an external engine that resigns, which has no move.
    """
    found = [each for each in reports if each.score is not None and not each.unfinished and each.note != RESIGNS]
    return found[-1] if found else None


class Judging:
    """The review of a record by one algorithm.

    Call ``take`` for the next search, run it, and pass its reports to ``give``, until ``is_finished`` is true. Several
    searches may run at the same time. ``take`` returns None while the next searches depend on unfinished ones.

    Args:
        tree: the tree of the record.
        spec: the algorithm.
        evaluation: name of the evaluation.
        limit: limit of the search of a position with all its moves.
        seed: random seed.
        nodes: the nodes whose positions are searched, or None for the main line.
        judged: the nodes whose moves are judged, or None for those of the main line. Their parents are searched, too.
        has_shallow: whether there is a first pass.
        with_rest: whether there is a third pass.

    Attributes:
        judgements: the judgements so far, by the node after the move.
        reports: the last report of the search with all moves, by node, with the full limit only.
        full: the nodes whose judgements are those of the full limit.
        failed: the nodes whose positions the algorithm did not score.
    """

    def __init__(
        self,
        tree: GameTree,
        spec: AnySpec,
        evaluation: str,
        limit: Limit,
        seed: int = 0,
        nodes: Collection[int] | None = None,
        judged: Collection[int] | None = None,
        *,
        has_shallow: bool = False,
        with_rest: bool = True,
    ) -> None:
        self._tree, self._evaluation, self._limit, self._seed = tree, evaluation, limit, seed
        # An algorithm that plays a single move without a search would give it no score.
        self._spec: AnySpec = spec
        if isinstance(spec, Spec) and getattr(spec.parameters, "single", False):
            self._spec = Spec(spec.name, replace(spec.parameters, single=False))
        self._scale = scale_of(tree.game.name, evaluation)
        line = tree.main_line()
        self._moves = {node for node in (line if judged is None else judged) if tree[node].move is not None}
        parents = {parent for node in self._moves if (parent := tree[node].parent) is not None}
        self._nodes = sorted({*(line if nodes is None else nodes), *parents})
        self._is_built_in = isinstance(spec, Spec)
        self._is_external = isinstance(spec, EngineSpec)
        self._with_rest = with_rest and (not isinstance(spec, EngineSpec) or spec.restricts)
        kind = find_algorithm(spec.name) if isinstance(spec, Spec) else None
        self._deepens = kind is None or kind.deepens
        shallow = shallow_limit(limit) if kind is None or kind.is_limited else limit
        self._limits = {SHALLOW: shallow, DEEP: limit}
        self._ready: list[tuple[int, float, int, int, Task]] = []
        self._running = 0
        self._count = 0
        self._done = 0
        # The settled report of the search with all moves, by pass and node.
        self._found: dict[tuple[int, int], Report | None] = {}
        # The best report and the limits of the next searches for a slower win, by the node after the move.
        self._slower: dict[int, tuple[Report, list[Limit]]] = {}
        self.judgements: dict[int, Judgement] = {}
        self.reports: dict[int, Report] = {}
        self.full: set[int] = set()
        self.failed: set[int] = set()
        self._stage = SHALLOW if has_shallow and shallow != limit and self._moves else DEEP
        self._begin()

    # --- for the caller -----------------------------------------------------------------------------------------------

    @property
    def is_finished(self) -> bool:
        """Whether all searches are finished."""
        return not self._running and not self._ready

    @property
    def stage(self) -> int:
        """The current pass: ``SHALLOW``, ``DEEP`` or ``REST``."""
        return self._stage

    @property
    def moves(self) -> frozenset[int]:
        """The nodes whose moves are judged."""
        return frozenset(self._moves)

    @property
    def progress(self) -> float:
        """The share of the work that is done, 0 to 1, estimated from the numbers of searches in the passes."""
        full, all_nodes = len(self.full), max(1, len(self._moves))
        if self.is_finished:
            return 1.0
        if self._stage == SHALLOW:
            return 0.05 * len(self.judgements) / all_nodes
        if self._stage == DEEP:
            return 0.05 + 0.75 * full / all_nodes
        return 0.8 + 0.2 * self._done / max(1, self._count)

    def take(self) -> Task | None:
        """Return the next search, or None if there is none at present."""
        if not self._ready:
            return None
        self._running += 1
        return heapq.heappop(self._ready)[-1]

    def give(self, task: Task, reports: Sequence[Report]) -> None:
        """Add the reports of a search that ``take`` returned. An empty sequence means that it found nothing."""
        self._running -= 1
        self._done += 1
        report = settled(reports)
        match task.step:
            case "all":
                self._give_all(task, report, reports)
            case "played":
                self._give_played(task, report)
            case "later":
                self._give_later(task, report)
            case _:
                self._give_rest(task, report)
        if not self._ready and not self._running:
            self._go_on()

    def put_back(self, task: Task) -> None:
        """Return a search that was interrupted, to be taken again."""
        self._running -= 1
        self._push(task, 0.0, first=True)

    # --- the passes ---------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Queue the searches of the current pass."""
        self._count = self._done = 0
        if self._stage == REST:
            for node in sorted(self._moves & set(self.judgements)):
                self._queue_rest(node)
            return
        wanted = [node for node in self._nodes if self._stage == DEEP or self._is_before_a_move(node)]
        for node in wanted:
            self._push(self._task_for_all(node, self._limits[self._stage]), self._urgency(node))
        if not wanted:
            self._go_on()

    def _go_on(self) -> None:
        """Go on to the next pass with searches, if there is one."""
        while not self._ready and self._stage < (REST if self._with_rest else DEEP):
            self._stage += 1
            self._begin()

    def _is_before_a_move(self, node: int) -> bool:
        return any(child in self._moves for child in self._tree[node].children)

    def _urgency(self, node: int) -> float:
        """Return the greatest loss of the moves judged after a node, in the chance of winning, by the last pass."""
        judged = [self.judgements[child] for child in self._tree[node].children if child in self.judgements]
        return max((self._loss(node, each) for each in judged), default=0.0)

    def _loss(self, node: int, judgement: Judgement) -> float:
        player = self._tree.position(node).turn
        before, after = (
            win_chance(score.pov(player).value, self._scale) for score in (judgement.before, judgement.after)
        )
        return before - after

    def _push(self, task: Task, urgency: float, *, first: bool = False) -> None:
        """Queue a search. Searches of ``first`` and of greater urgency are taken before the others."""
        self._count += 1
        heapq.heappush(self._ready, (0 if first else 1, -urgency, self._tree.ply(task.node), self._count, task))

    def _task_for_all(self, node: int, limit: Limit) -> Task:
        return Task(self._query(node, limit), node, "all", self._stage)

    def _query(self, node: int, limit: Limit, only: Sequence[int] = ()) -> Query:
        return Query(
            self._tree.position(node), self._spec, self._evaluation, limit, self._seed, course_of(self._tree, node),
            tuple(only), substitute=bool(only),
        )  # fmt: skip

    # --- results ------------------------------------------------------------------------------------------------------

    def _give_all(self, task: Task, report: Report | None, reports: Sequence[Report]) -> None:
        node = task.node
        if report is None and self._deepens and not self._is_external and task.query.limit != Limit(depth=1):
            # Not even one depth was completed within the limit.
            self._push(replace_limit(task, Limit(depth=1)), 1.0, first=True)
            return
        self._found[task.stage, node] = report
        if task.stage == DEEP and reports:
            # As shown elsewhere, which may be the result of an interrupted depth.
            self.reports[node] = reports[-1] if reports[-1].score is not None else report or reports[-1]
        if report is None:
            self.failed.add(node)
        for child in self._tree[node].children:
            if child in self._moves:
                self._judge(task, child, report)

    def _judge(self, task: Task, child: int, report: Report | None) -> None:
        """Judge a move at once if it is the best or the only one, or else queue the second search."""
        if report is None or report.score is None:
            return
        move = self._tree[child].move
        assert move is not None
        if report.move == move or len(task.query.position.legal_moves()) == 1:
            self._set(
                task, child, Judgement(self._line(task, report, move), report.score, report.score, _depth(report))
            )
            return
        query = self._query(task.node, self._second_limit(report, task.query.limit), (move,))
        self._push(Task(query, task.node, "played", task.stage, child), 1.0, first=True)

    def _second_limit(self, first: Report, limit: Limit) -> Limit:
        """Return the limit of the second search: the depth that the first completed, if it has depths.

        If the first found a win, the other limits are kept, too.
        """
        if not self._deepens or not first.depth:
            return limit
        if first.score is not None and first.score.value > WIN_BOUND and (limit.nodes or limit.seconds):
            # A win close to the root lets a search complete depths that take far longer after another move. No loss is
            # computed from a win, so the depth need not be reached.
            return replace(limit, depth=first.depth, nodes=limit.nodes and max(LATER_NODES, limit.nodes))
        return Limit(depth=first.depth)

    def _give_played(self, task: Task, report: Report | None) -> None:
        if report is None and self._deepens and not self._is_external and task.query.limit != Limit(depth=1):
            self._push(replace_limit(task, Limit(depth=1)), 1.0, first=True)
            return
        first = self._found[task.stage, task.node]
        if first is None or report is None or report.score is None or task.move_node is None:
            return
        assert first.score is not None
        if first.score.value > WIN_BOUND >= report.score.value and task.stage == DEEP:
            # The first search may have ended as soon as it found a win, which can be quicker than one after this move.
            self._slower[task.move_node] = report, self._later_limits(first)
            self._search_later(task)
            return
        self._compare(task, first, report)

    def _later_limits(self, first: Report) -> list[Limit]:
        """Return the limits of the searches for a slower win than the one found, in the order of their use."""
        if not self._deepens or not first.depth:
            return []
        limit, found = self._limit, []
        if limit.depth is not None:
            found.append(replace(limit, depth=min(GREATEST_DEPTH, max(limit.depth, first.depth) + 2)))
        elif not self._is_built_in or limit.nodes is None:
            found.append(limit)
        if self._is_built_in and limit.seconds is None:
            found.append(replace(limit, depth=None, nodes=max(LATER_NODES, limit.nodes or 0)))
        return found

    def _search_later(self, task: Task) -> None:
        """Queue the next search for a slower win after a move, or judge the move if there is none."""
        assert task.move_node is not None
        first = self._found[task.stage, task.node]
        assert first is not None
        known, limits = self._slower[task.move_node]
        if limits:
            query = replace(task.query, limit=limits.pop(0))
            self._push(Task(query, task.node, "later", task.stage, task.move_node), 1.0, first=True)
        else:
            self._compare(task, first, known)

    def _give_later(self, task: Task, report: Report | None) -> None:
        assert task.move_node is not None
        known, limits = self._slower[task.move_node]
        if report is not None and report.score is not None:
            if report.score.value > WIN_BOUND:
                limits = []
                known = report
            elif report.depth > known.depth:
                known = report
        self._slower[task.move_node] = known, limits
        self._search_later(task)

    def _compare(self, task: Task, first: Report, second: Report) -> None:
        """Set the judgement of a move from the results of both searches."""
        assert first.score is not None
        assert second.score is not None
        assert task.move_node is not None
        changed = second.score.value > first.score.value
        best = second if changed else first
        assert best.score is not None
        move = task.query.only[0] if changed else first.move
        assert move is not None
        line = self._line(task, best, move)
        judgement = Judgement(
            line, best.score, second.score, _depth(first), changed=changed, approximate=second.note == AFTER_THE_MOVE
        )
        self._set(task, task.move_node, judgement)

    def _queue_rest(self, node: int) -> None:
        parent, move = self._tree[node].parent, self._tree[node].move
        first = None if parent is None else self._found.get((DEEP, parent))
        judgement = self.judgements[node]
        if parent is None or first is None or judgement.before != judgement.after:
            return
        others = [each for each in self._tree.position(parent).legal_moves() if each != move]
        if not others:
            return
        limit = self._second_limit(first, self._limit)
        if limit.depth is not None and first.nodes:
            limit = replace(limit, nodes=max(SHALLOW_NODES, REST_NODES * first.nodes))
        self._push(Task(self._query(parent, limit, others), parent, "rest", REST, node), 0.0)

    def _give_rest(self, task: Task, report: Report | None) -> None:
        if report is None or report.score is None or task.move_node is None:
            return
        judgement = self.judgements[task.move_node]
        limit = task.query.limit
        is_complete = not self._deepens or limit.depth is None or report.depth >= limit.depth or report.exhausted
        if not is_complete and report.score.win_in is None:
            return
        player = task.query.position.turn
        other = report.score
        if other.value > judgement.before.pov(player).value:
            # An unsound search can find a better move once the best one is left out.
            other = judgement.before
        self.judgements[task.move_node] = _with_other(judgement, other)

    def _set(self, task: Task, node: int, judgement: Judgement) -> None:
        self.judgements[node] = judgement
        if task.stage == DEEP:
            self.full.add(node)

    def _line(self, task: Task, report: Report, move: int) -> tuple[str, ...]:
        pv = report.pv if report.pv[:1] == (move,) else (move,)
        return self._texts(task.node, pv)

    def _texts(self, node: int, moves: Sequence[int]) -> tuple[str, ...]:
        """Return the first moves of a line from a node, in coordinate notation."""
        position, texts = self._tree.position(node), []
        for move in moves[:MOST_PLIES]:
            texts.append(self._tree.game.format_move(position, move, "coordinates"))
            position = position.play(move)
        return tuple(texts)


def shallow_limit(limit: Limit) -> Limit:
    """Return the limit of a search in the first pass, or ``limit`` itself if it is not greater."""
    nodes = SHALLOW_NODES if limit.nodes is None else max(1, min(SHALLOW_NODES, limit.nodes // SHALLOW_SHARE))
    return replace(limit, nodes=nodes, aim=None)


def replace_limit(task: Task, limit: Limit) -> Task:
    """Return the same task with another limit."""
    return Task(replace(task.query, limit=limit), task.node, task.step, task.stage, task.move_node)


def _depth(report: Report) -> int | None:
    return report.depth or None


def _with_other(judgement: Judgement, other: Score) -> Judgement:
    return Judgement(
        judgement.line, judgement.before, judgement.after, judgement.depth, other.pov(Player.FIRST), judgement.changed,
        judgement.approximate,
    )  # fmt: skip
