"""The searches of a review, in the order of their use: a plan without I/O that a caller runs.

Every position of the line is searched once, with all its moves. The score before a move is that of the position before
it, and the score after the move that of the next position, one ply less deep, so that both searches end at the same
ply: scores of successive positions at the same depth depend on whether the depth is even or odd. So the verdicts and
the scores of the positions are one set of numbers, and the score before a move is the better one of the two, so that no
loss is negative, also for an algorithm with unsound pruning. Where a search contradicts itself or the next one by
``CONTRADICTION`` points or more, what looked further counts: the last depth instead of an earlier one, and the search
of the next position instead of what the one before expected of it. A forced win or loss that any of them found counts.

There are up to four passes. The first one judges every move with little effort. The second one repeats this with the
full limit, the greatest losses first. The third one searches the other moves where the move played was the best one,
to find the only good moves. The fourth one checks the verdicts that need it by a different search
(``engine.analysis.checking``), the worst moves first.
"""

import heapq
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.checking import FACTORS, SEED, SHARE, check_evaluation, check_limit, offers_material
from engine.analysis.verdict import Thresholds, next_check, shown
from engine.asking.external import RESIGNS
from engine.asking.query import course_of
from engine.asking.restriction import before_the_move
from engine.core.chance import chance_value, win_chance
from engine.core.course import Course
from engine.core.evaluation import scale_of
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND, Score
from engine.core.values import replace
from engine.records.judgement import MOST_PLIES, Check, Judgement
from engine.records.tree import GameTree
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.search import GREATEST_DEPTH, find_algorithm
from engine.search.spec import AnySpec

SHALLOW_NODES = 5_000
"""Maximum number of nodes of a search in the first pass."""
SHALLOW_SHARE = 20
"""A search in the first pass has at most the nodes of a full one divided by this."""
REST_NODES = 3
"""Maximum nodes of the search of the other moves, as a multiple of those of the first search."""
LATER_NODES = 50_000
"""Maximum number of nodes of a search for a slower win, if the limit of the review is not greater."""
CONTRADICTION = 5.0
"""Least difference of two scores of one position, in points of the chance of winning, that is no matter of depth."""

SHALLOW, DEEP, REST, CHECK = range(4)
"""The passes."""


@dataclass(frozen=True)
class JudgingTask:
    """A search of a review.

    Attributes:
        query: the query to answer. It must not use the memory of earlier queries.
        node: the node of the record before the move, that is, of the position searched.
        step: ``all`` moves, the ``rest`` of the moves without the one played, the move played ``alone`` to depth 1, or
            a win ``later`` than the one found; in a check, the ``others`` or only the move ``played``.
        stage: the pass, ``SHALLOW``, ``DEEP``, ``REST`` or ``CHECK``.
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
    found = _completed(reports)
    return found[-1] if found else None


def _completed(reports: Sequence[Report]) -> list[Report]:
    return [each for each in reports if each.score is not None and not each.unfinished and each.note != RESIGNS]


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
        checker: the algorithm of the fourth pass, or None if there is none (``checking.checker_for``).
        is_held: whether the fourth pass begins with ``check`` only.
        thresholds: the limits between the classes, which decide which moves are checked, or None for the defaults.
        known: judgements of an earlier review by node, or None. If they are given, there is only the fourth pass, which
            makes the checks that they lack.

    Attributes:
        judgements: the judgements so far, by the node after the move.
        reports: the last report of the search with all moves, by node, with the full limit only.
        full: the nodes whose judgements are those of the full limit.
        failed: the nodes whose positions the algorithm did not score.
        evaluation: name of the evaluation.
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
        checker: AnySpec | None = None,
        is_held: bool = False,
        thresholds: Thresholds | None = None,
        known: Mapping[int, Judgement] | None = None,
    ) -> None:
        self._tree, self.evaluation, self._limit, self._seed = tree, evaluation, limit, seed
        # An algorithm that plays a single move without a search would give it no score.
        self._spec = spec.with_options(single=False)
        self._checker, self._thresholds, self._is_held = checker, thresholds, is_held
        self._scale = scale_of(tree.game.name, evaluation)
        line = tree.main_line()
        # A record can go on after a final end, where moves are not judged.
        self._moves = {
            node
            for node in (line if judged is None else judged)
            if tree[node].move is not None and tree.position(tree[node].parent or 0).has_legal_move()
        }
        parents = {parent for node in self._moves if (parent := tree[node].parent) is not None}
        self._nodes = sorted({*(line if nodes is None else nodes), *parents, *self._moves})
        # The score after a move is approximate if the algorithm may be one that cannot be restricted to a move.
        self._is_approximate = not spec.restricts
        self._with_rest = with_rest and spec.restricts is not False
        self._deepens = spec.deepens
        shallow = shallow_limit(limit) if spec.is_limited else limit
        self._limits = {SHALLOW: shallow, DEEP: limit}
        self._ready: list[tuple[int, float, int, int, JudgingTask]] = []
        self._running = 0
        self._count = 0
        self._done = 0
        # The completed reports of the search with all moves, by pass and node.
        self._found: dict[tuple[int, int], list[Report]] = {}
        # The report of a search of only the move played to depth 1, by pass and the node after it.
        self._alone: dict[tuple[int, int], Report] = {}
        # The report of the search of the other moves, by the node after the best move.
        self._others: dict[int, Report] = {}
        # The report of the search for a slower win, by the node after the move.
        self._later: dict[int, Report] = {}
        # What is known from the moves that follow, and contradicts the search of a position, by node.
        self._backed: dict[int, Report] = {}
        # The nodes visited by the second and third pass and by the checks, and the searches of checks in progress.
        self._base = self._spent = 0
        self._rivals: dict[int, list[Report]] = {}
        self._checking: set[int] = set()
        self.judgements: dict[int, Judgement] = dict(known or {})
        self.reports: dict[int, Report] = {}
        self.full: set[int] = set(self.judgements)
        self.failed: set[int] = set()
        self._stage = SHALLOW if has_shallow and shallow != limit and self._moves else DEEP
        if known is not None:
            self._stage = CHECK
            self._base = sum(
                note.nodes or 0
                for node in self._nodes
                for note in tree[node].evaluations
                if (note.algorithm, note.evaluation) == (spec.text, evaluation)
            )
        self._began_with_searches = known is None
        self._begin()

    # --- for the caller -----------------------------------------------------------------------------------------------

    @property
    def is_finished(self) -> bool:
        """Whether all searches are finished."""
        return not self._running and not self._ready

    @property
    def is_held(self) -> bool:
        """Whether the fourth pass waits for ``check``."""
        return self._checker is not None and self._is_held

    @property
    def stage(self) -> int:
        """The current pass: ``SHALLOW``, ``DEEP``, ``REST`` or ``CHECK``."""
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
        share = self._done / max(1, self._count)
        if self._stage == CHECK:
            return 0.3 * self._began_with_searches + (1 - 0.3 * self._began_with_searches) * share
        most = 1.0 if self._checker is None or self._is_held else 0.3
        if self._stage == SHALLOW:
            return most * 0.05 * len(self.judgements) / all_nodes
        if self._stage == DEEP:
            return most * (0.05 + 0.75 * full / all_nodes)
        return most * (0.8 + 0.2 * share)

    def take(self) -> JudgingTask | None:
        """Return the next search, or None if there is none at present."""
        while self._ready:
            task = heapq.heappop(self._ready)[-1]
            if task.step != "others" or self._can_afford(task):
                self._running += 1
                return task
            assert task.move_node is not None
            self._checking.discard(task.move_node)
        return None

    def give(self, task: JudgingTask, reports: Sequence[Report]) -> None:
        """Add the reports of a search that ``take`` returned. An empty sequence means that it found nothing."""
        self._running -= 1
        self._done += 1
        nodes = reports[-1].nodes if reports else 0
        if task.stage == CHECK:
            self._spent += nodes or task.query.limit.nodes or 0
        elif task.stage != SHALLOW:
            self._base += nodes
        match task.step:
            case "all":
                self._give_all(task, reports)
            case "rest":
                self._give_rest(task, settled(reports))
            case "later":
                self._give_later(task, settled(reports))
            case "alone":
                self._give_alone(task, settled(reports))
            case _:
                self._give_check(task, reports)
        if not self._ready and not self._running:
            self._go_on()

    def check(self) -> None:
        """Begin the fourth pass, or begin it again with the nodes that it may visit at most."""
        self._began_with_searches = False
        self._stage, self._is_held, self._spent = CHECK, False, 0
        self._begin()

    def put_back(self, task: JudgingTask) -> None:
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
        if self._stage == CHECK:
            for node in sorted(self._moves & set(self.judgements)):
                self._queue_check(node)
            return
        wanted = [node for node in self._nodes if self._stage == DEEP or self._is_part_of_a_move(node)]
        for node in wanted:
            self._push(self._task_for_all(node, self._limits[self._stage]), self._urgency(node))
        if not wanted:
            self._go_on()

    def _go_on(self) -> None:
        """Go on to the next pass with searches, if there is one."""
        last = REST if self._checker is None or self._is_held else CHECK
        while not self._ready and self._stage < last:
            self._stage += 1
            if self._stage != REST or self._with_rest:
                self._begin()

    def _is_part_of_a_move(self, node: int) -> bool:
        return node in self._moves or any(child in self._moves for child in self._tree[node].children)

    def _urgency(self, node: int) -> float:
        """Return the greatest loss of the moves judged before and after a node, by the last pass, 0 to 1."""
        known = [each for each in (node, *self._tree[node].children) if each in self.judgements]
        return max((self._loss(each) for each in known), default=0.0)

    def _loss(self, node: int) -> float:
        player = self._player(node)
        before, after = shown(self.judgements[node], player, self._scale)
        return self._chance(before.pov(player)) - self._chance(after.pov(player))

    def _chance(self, score: Score) -> float:
        return win_chance(score.value, self._scale)

    def _player(self, node: int) -> Player:
        """Return the side that makes the move that leads to a node."""
        parent = self._tree[node].parent
        assert parent is not None
        return self._tree.position(parent).turn

    def _push(self, task: JudgingTask, urgency: float, *, first: bool = False) -> None:
        """Queue a search. Searches of ``first`` and of greater urgency are taken before the others."""
        self._count += 1
        heapq.heappush(self._ready, (0 if first else 1, -urgency, self._tree.ply(task.node), self._count, task))

    def _task_for_all(self, node: int, limit: Limit) -> JudgingTask:
        return JudgingTask(self._query(node, limit), node, "all", self._stage)

    def _query(self, node: int, limit: Limit, only: Sequence[int] = ()) -> Query:
        position = self._tree.position(node)
        resumed = self._tree.game.resumed(position)
        course = course_of(self._tree, node) if resumed is position else Course(resumed)
        return Query(
            resumed, self._spec, self.evaluation, limit, self._seed, course, tuple(only), substitute=bool(only)
        )

    # --- the searches of positions ------------------------------------------------------------------------------------

    def _give_all(self, task: JudgingTask, reports: Sequence[Report]) -> None:
        node, found = task.node, _completed(reports)
        if not found and self._deepens and not self._spec.is_external and task.query.limit != Limit(depth=1):
            # Not even one depth was completed within the limit.
            self._push(replace_limit(task, Limit(depth=1)), 1.0, first=True)
            return
        if not found and not task.query.position.has_legal_move():
            # The rules give the score, also where an algorithm gives none.
            found = list(find_algorithm("random")().analyse(task.query.position, Limit(depth=1)))
        self._found[task.stage, node] = found
        if task.stage == DEEP and reports:
            # As shown elsewhere, which may be the result of an interrupted depth.
            last = found[-1] if found else reports[-1]
            self.reports[node] = reports[-1] if reports[-1].score is not None else last
        if not found:
            self.failed.add(node)
        for child in (node, *self._tree[node].children):
            if child in self._moves:
                self._judge(child, task.stage)

    def _judge(self, node: int, stage: int) -> None:
        """Judge the move that leads to a node from the searches of the positions before and after it."""
        parent, move = self._tree[node].parent, self._tree[node].move
        assert parent is not None
        assert move is not None
        before, after = self._found.get((stage, parent)), self._found.get((stage, node))
        if not before or not after:
            return
        is_over = not self._tree.game.resumed(self._tree.position(node)).has_legal_move()
        depth = _common_depth(before, after, is_over=is_over)
        first = self._at_depth(before, depth)
        if depth == 1 and not is_over:
            # There is no search one ply less deep.
            alone = self._alone.get((stage, node))
            if alone is None:
                query = self._query(parent, Limit(depth=1), (move,))
                self._push(JudgingTask(query, parent, "alone", stage, node), 1.0, first=True)
                return
            second = alone
        else:
            second = before_the_move(self._at_depth(after, None if depth is None else depth - 1), move)
        if stage == DEEP:
            if node in self._backed:
                second = before_the_move(self._backed[node], move)
            second = _winner(second, self._later.get(node))
        if first.move == move:
            second = _winner(second, first)
        assert first.score is not None
        assert second.score is not None
        others = self._others.get(node) if stage == DEEP else None
        gap = self._points(first.score, second.score)
        best, changed = first, False
        if first.move == move:
            best = second
            is_open = gap >= CONTRADICTION and others is None
            if (
                others is not None
                and gap >= CONTRADICTION
                and self._points(others.score, second.score) >= CONTRADICTION
            ):
                best = others
        else:
            is_open, changed = False, second.score.value > first.score.value
            best = second if changed else first
        assert best.score is not None
        is_only_legal = len(self._tree.position(parent).legal_moves()) == 1
        score = second.score if is_only_legal else best.score
        other = None
        if others is not None and others.score is not None:
            # An unsound search can find a better move once the best one is left out.
            other = others.score if others.score.value <= score.value else score
        position = self._tree.position(parent)
        checks: tuple[Check, ...] | None = None if self._checker is None else ()
        if node in self.full:
            checks = self.judgements[node].checks
        judgement = Judgement(
            self._line(parent, best, move if best is second else None), score, second.score, depth, other,
            changed and not is_only_legal, self._is_approximate and best is not second,
            checks is not None and not is_only_legal and offers_material(position, move),
            self._spec.is_external and self._checker is not None and self._checker.is_own, checks,
        )  # fmt: skip
        if self.judgements.get(node) == judgement and (stage != DEEP or node in self.full):
            return
        self.judgements[node] = judgement
        if stage != DEEP:
            return
        self.full.add(node)
        if self._stage != CHECK and self._needs_later(judgement, node):
            self._queue_later(node, first)
        if not is_open and parent in self._moves:
            self._judge_again(parent, replace(best, score=score), before[-1])

    def _give_alone(self, task: JudgingTask, report: Report | None) -> None:
        assert task.move_node is not None
        if report is not None:
            self._alone[task.stage, task.move_node] = report
            self._judge(task.move_node, task.stage)

    def _judge_again(self, node: int, known: Report, own: Report) -> None:
        """Judge the move that leads to a node again if a later search contradicts the search of its position."""
        assert known.score is not None
        assert own.score is not None
        if own.score.win_in is None and self._differs(known.score, own.score):
            self._backed[node] = known
        elif self._backed.pop(node, None) is None:
            return
        self._judge(node, DEEP)

    def _differs(self, one: Score, two: Score) -> bool:
        """Whether two scores of one position contradict each other, or only one of them is a forced win or loss."""
        return abs(self._points(one, two)) >= CONTRADICTION or (one.win_in is None) != (two.win_in is None)

    def _points(self, one: Score | None, two: Score) -> float:
        return 0.0 if one is None else 100 * (self._chance(one) - self._chance(two))

    def _at_depth(self, reports: Sequence[Report], depth: int | None) -> Report:
        """Return the report of a depth, or the last one if it contradicts that one or if ``depth`` is None."""
        last = reports[-1]
        if depth is None:
            return last
        found = [each for each in reports if each.depth <= depth] or list(reports[:1])
        assert last.score is not None
        assert found[-1].score is not None
        return last if self._differs(found[-1].score, last.score) else found[-1]

    # --- a slower win -------------------------------------------------------------------------------------------------

    def _needs_later(self, judgement: Judgement, node: int) -> bool:
        player = self._player(node)
        wins = judgement.before.pov(player).value > WIN_BOUND >= judgement.after.pov(player).value
        return wins and self._deepens and node not in self._later

    def _queue_later(self, node: int, first: Report) -> None:
        """Queue the search for a win after a move that is slower than the one found.

        The search of a position ends as soon as it finds a win, which can be quicker than one after this move.
        """
        parent, move = self._tree[node].parent, self._tree[node].move
        assert parent is not None
        assert move is not None
        limit = self._limit
        if self._spec.is_own and limit.seconds is None:
            limit = replace(limit, depth=None, nodes=max(LATER_NODES, limit.nodes or 0))
        elif limit.depth is not None:
            limit = replace(limit, depth=min(GREATEST_DEPTH, max(limit.depth, first.depth) + 2))
        self._push(JudgingTask(self._query(parent, limit, (move,)), parent, "later", DEEP, node), 1.0, first=True)

    def _give_later(self, task: JudgingTask, report: Report | None) -> None:
        assert task.move_node is not None
        if report is not None:
            self._later[task.move_node] = report
            self._judge(task.move_node, DEEP)

    # --- the other moves ----------------------------------------------------------------------------------------------

    def _queue_rest(self, node: int) -> None:
        parent, move = self._tree[node].parent, self._tree[node].move
        judgement = self.judgements[node]
        if parent is None or judgement.before != judgement.after:
            return
        found = self._found.get((DEEP, parent))
        others = [each for each in self._tree.position(parent).legal_moves() if each != move]
        if not found or not others:
            return
        limit = self._limit
        if judgement.depth is not None:
            limit = Limit(depth=min(GREATEST_DEPTH, judgement.depth))
            if found[-1].nodes:
                limit = replace(limit, nodes=max(SHALLOW_NODES, REST_NODES * found[-1].nodes))
        self._push(JudgingTask(self._query(parent, limit, others), parent, "rest", REST, node), 0.0)

    def _give_rest(self, task: JudgingTask, report: Report | None) -> None:
        if report is None and self._spec.is_external and not self._is_approximate:
            # The engine ignores the restriction.
            self._is_approximate = True
            for node in sorted(self.full):
                self._judge(node, DEEP)
        if report is None or report.score is None or task.move_node is None:
            return
        limit = task.query.limit
        is_complete = not self._deepens or limit.depth is None or report.depth >= limit.depth or report.exhausted
        if is_complete or report.score.win_in is not None:
            self._others[task.move_node] = report
            self._judge(task.move_node, DEEP)

    # --- the checks ---------------------------------------------------------------------------------------------------

    def _can_afford(self, task: JudgingTask) -> bool:
        """Whether there are nodes left for a check. If not, the move remains unsure."""
        unit = self._limit.nodes or self._base // max(1, len(self._nodes))
        assert task.move_node is not None
        number = len(self.judgements[task.move_node].checks or ())
        return self._spent + FACTORS[number] * unit <= SHARE * max(self._base, unit * len(self._moves))

    def _queue_check(self, node: int) -> None:
        """Queue the next check of a move, if it needs one: first the search of the other moves."""
        parent, move = self._tree[node].parent, self._tree[node].move
        number = next_check(self._tree, node, self.judgements[node], self.evaluation, self._thresholds)
        if number is None or parent is None or node in self._checking:
            return
        self._checking.add(node)
        limit = check_limit(self._limit, number)
        others = [each for each in self._tree.position(parent).legal_moves() if each != move]
        is_whole = self._checker is not None and self._checker.restricts is False
        query = self._check_query(parent, limit, () if is_whole else others, node)
        # A first check comes before all second ones.
        self._push(JudgingTask(query, parent, "others", CHECK, node), self._loss(node) - number)

    def _check_query(self, node: int, limit: Limit, only: Sequence[int], move_node: int) -> Query:
        """Return the query of the next check of the move to ``move_node``, from the position of ``node``."""
        assert self._checker is not None
        evaluation = self.evaluation
        if self._checker.is_own and self._checker.deepens:
            number = len(self.judgements[move_node].checks or ())
            evaluation = check_evaluation(self._tree.game.name, evaluation, number)
        query = self._query(node, limit, only)
        return replace(query, spec=self._checker, evaluation=evaluation, seed=self._seed + SEED)

    def _in_our_unit(self, reports: Sequence[Report], evaluation: str) -> list[Report]:
        """Return reports with the scores of the review's evaluation that express the same chances of winning."""
        if evaluation == self.evaluation:
            return list(reports)
        scale = scale_of(self._tree.game.name, evaluation)
        found = []
        for report in reports:
            score = report.score
            if score is not None and score.win_in is None:
                value = chance_value(win_chance(score.value, scale), self._scale)
                report = replace(report, score=Score(value, score.turn))
            found.append(report)
        return found

    def _give_check(self, task: JudgingTask, reports: Sequence[Report]) -> None:
        node, found = task.move_node, self._in_our_unit(_completed(reports), task.query.evaluation)
        assert node is not None
        move = self._tree[node].move
        assert move is not None
        if not found:
            self._checking.discard(node)
        if task.step == "others" and found:
            self._rivals[node] = found
            limit = task.query.limit
            if found[-1].depth:
                limit = replace(limit, depth=min(GREATEST_DEPTH, found[-1].depth))
            query = self._check_query(task.node, limit, (move,), node)
            self._push(JudgingTask(query, task.node, "played", CHECK, node), 1.0, first=True)
            return
        if task.step == "others" and task.query.only and task.query.spec.is_external:
            # The engine ignores the restriction.
            self._checking.add(node)
            query = self._check_query(task.node, task.query.limit, (), node)
            self._push(JudgingTask(query, task.node, "others", CHECK, node), 1.0, first=True)
            return
        rivals = self._rivals.pop(node, [])
        if not found or not rivals:
            return
        depth = min(rivals[-1].depth, found[-1].depth) or None
        rival, played = self._at_depth(rivals, depth), self._at_depth(found, depth)
        assert played.score is not None
        check = Check(played.score, None, (), depth)
        if rival.move != move:
            check = Check(played.score, rival.score, self._line(task.node, rival, None), depth)
        judgement = self.judgements[node]
        self.judgements[node] = replace(judgement, checks=(*(judgement.checks or ()), check))
        self._checking.discard(node)
        self._queue_check(node)

    def _line(self, node: int, report: Report, move: int | None) -> tuple[str, ...]:
        chosen = report.move if move is None else move
        assert chosen is not None
        pv = report.pv if report.pv[:1] == (chosen,) else (chosen,)
        return self._texts(node, pv)

    def _texts(self, node: int, moves: Sequence[int]) -> tuple[str, ...]:
        """Return the first moves of a line from a node, in coordinate notation."""
        position, texts = self._tree.position(node), []
        for move in moves[:MOST_PLIES]:
            if position.is_finished:
                break  # The line goes on after passes that end the game.
            texts.append(self._tree.game.format_move(position, move, "coordinates"))
            position = position.play(move)
        return tuple(texts)


def shallow_limit(limit: Limit) -> Limit:
    """Return the limit of a search in the first pass, or ``limit`` itself if it is not greater."""
    nodes = SHALLOW_NODES if limit.nodes is None else max(1, min(SHALLOW_NODES, limit.nodes // SHALLOW_SHARE))
    return replace(limit, nodes=nodes, aim=None)


def replace_limit(task: JudgingTask, limit: Limit) -> JudgingTask:
    """Return the same task with another limit."""
    return JudgingTask(replace(task.query, limit=limit), task.node, task.step, task.stage, task.move_node)


def _common_depth(before: Sequence[Report], after: Sequence[Report], *, is_over: bool) -> int | None:
    """Return the greatest depth that the search before a move and, one ply less deep, the one after it completed.

    The depth of a search that found a forced win or loss, or of a position in which the game is over, does not matter.
    """
    last, following = before[-1], after[-1]
    if not last.depth:
        return None
    if is_over or not following.depth or (following.score is not None and following.score.win_in is not None):
        return last.depth
    return min(last.depth, following.depth + 1)


def _winner(report: Report, later: Report | None) -> Report:
    """Return the report of another search if it found a win by the same move and the first did not."""
    if later is None or later.score is None or report.score is None or report.score.value > WIN_BOUND:
        return report
    return later if later.score.value > WIN_BOUND else report
