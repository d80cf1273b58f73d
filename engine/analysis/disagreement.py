"""Positions of a record in which algorithms disagree, and who is right according to a referee.

Every position is searched by each algorithm. Where the best moves differ, the referee searches the position twice,
restricted to one of the moves each time, at least two plies deeper than the algorithms. As in a review
(``engine.analysis.judging``), a plan without I/O gives the searches to a caller.
"""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from engine.analysis.comparison import leaves_searched
from engine.analysis.judging import settled
from engine.asking.query import course_of
from engine.core.chance import win_chance
from engine.core.errors import OptionError
from engine.core.evaluation import scale_of
from engine.core.score import Score
from engine.records.tree import GameTree
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.search import GREATEST_DEPTH
from engine.search.spec import AnySpec

FURTHER_PLIES = 2
"""Number of plies by which the referee searches deeper than the algorithms."""
FURTHER_NODES = 8
"""Factor of the referee's limit of nodes if no algorithm has a depth."""
MOVE, EVALUATION, CONTRADICTION = "move", "evaluation", "contradiction"
"""Kinds of disagreement."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A position in which two algorithms disagree. Scores are those of the side to move.

    Attributes:
        node: the node of the record.
        ply: plies from the root to the node.
        kind: ``move`` if the best moves differ and the referee finds that this matters, ``evaluation`` if the scores
            differ widely, or ``contradiction`` if two full searches of the same tree have different scores.
        first: index of one algorithm.
        second: index of the other algorithm.
        moves: their best moves.
        scores: their scores; for a contradiction, those at the same depth.
        depth: the depth of a contradiction, otherwise the depth of the referee, or None if there is none.
        judged: the referee's scores of the two moves, or None without a referee.
        points: the difference in points of the chance of winning. It is positive if ``first`` is right.
        unsettled: the indices of the two algorithms whose best move changed with the last depth.
    """

    node: int
    ply: int
    kind: str
    first: int
    second: int
    moves: tuple[int | None, int | None]
    scores: tuple[Score, Score]
    depth: int | None
    judged: tuple[Score, Score] | None
    points: float
    unsettled: tuple[int, ...] = ()

    @property
    def swing(self) -> int | None:
        """The referee's score of the first move minus that of the second, or None with a forced win or loss."""
        if self.judged is None or any(score.win_in is not None for score in self.judged):
            return None
        return self.judged[0].value - self.judged[1].value


@dataclass(frozen=True)
class Question:
    """A search of the finder.

    Attributes:
        query: the query to answer, without the memory of earlier queries.
        node: the node of the record.
        index: index of the algorithm, or None for the referee.
        pair: the indices of the algorithms between which the referee decides.
        move: the move to which the referee is restricted, or None.
    """

    query: Query
    node: int
    index: int | None
    pair: tuple[int, int] = (0, 0)
    move: int | None = None


@dataclass
class _KnownPosition:
    """What is known about a position."""

    reports: dict[int, list[Report]] = field(default_factory=dict)
    judged: dict[int, Score] = field(default_factory=dict)
    depth: int | None = None


class DisagreementFinder:
    """The search for disagreements in one record.

    Call ``take`` and ``give`` as for ``engine.analysis.judging.Judging``.

    Args:
        tree: the tree of the record.
        specs: the algorithms. Each is compared with the first one.
        referee: the algorithm that decides. It must be one that can be restricted to a move.
        evaluation: name of the evaluation.
        limit: limit of the search of each algorithm.
        seed: random seed.
        swing: least difference of two moves in points of the chance of winning.
        spread: least difference of two scores in points of the chance of winning.
        nodes: the nodes, or None for the main line.

    Attributes:
        found: the disagreements so far, in the order in which they were found.

    Raises:
        OptionError: if there are fewer than two algorithms, or if the referee is an external engine whose protocol
            cannot restrict a search.
    """

    def __init__(
        self, tree: GameTree, specs: Sequence[AnySpec], referee: AnySpec, evaluation: str, limit: Limit, seed: int = 0,
        swing: float = 5.0, spread: float = 20.0, nodes: Collection[int] | None = None,
    ) -> None:  # fmt: skip
        if len(specs) < 2:
            raise OptionError("at least two algorithms are needed to find disagreements")
        if referee.restricts is False:
            raise OptionError("{name} cannot be restricted to one move, so it cannot be the referee", name=referee.name)
        self._tree, self._specs, self._referee = tree, list(specs), referee
        self._evaluation, self._limit, self._seed = evaluation, limit, seed
        self._swing, self._spread = swing, spread
        self._scale = scale_of(tree.game.name, evaluation)
        self._places: dict[int, _KnownPosition] = {}
        self._ready: deque[Question] = deque()
        self._running = self._done = 0
        self.found: list[Disagreement] = []
        for node in tree.main_line() if nodes is None else nodes:
            if tree.position(node).has_legal_move():
                self._places[node] = _KnownPosition()
                for index, spec in enumerate(self._specs):
                    self._ready.append(Question(self._query(node, spec, limit), node, index))
        self._total = len(self._ready)

    @property
    def is_finished(self) -> bool:
        """Whether all searches are finished."""
        return not self._running and not self._ready

    @property
    def progress(self) -> float:
        """The share of the searches that are done, 0 to 1, without those of the referee that are not known yet."""
        return self._done / max(1, self._total)

    def take(self) -> Question | None:
        """Return the next search, or None if there is none at present."""
        if not self._ready:
            return None
        self._running += 1
        return self._ready.popleft()

    def put_back(self, question: Question) -> None:
        """Return a search that was interrupted, to be taken again."""
        self._running -= 1
        self._ready.appendleft(question)

    def give(self, question: Question, reports: Sequence[Report]) -> None:
        """Add the reports of a search that ``take`` returned."""
        self._running -= 1
        self._done += 1
        place = self._places[question.node]
        if question.index is not None:
            place.reports[question.index] = list(reports)
            if len(place.reports) == len(self._specs):
                self._compare(question.node)
            return
        report = settled(reports)
        if report is not None and report.score is not None and question.move is not None:
            place.judged[question.move] = report.score
            place.depth = report.depth or None
        self._decide(question.node, question.pair)

    def queries_of(self, found: Disagreement) -> tuple[Query, Query]:
        """Return the searches of both algorithms, to the depths that they completed."""
        first, second = (self._completed(found.node, index) for index in (found.first, found.second))
        return first, second

    # --- internals ----------------------------------------------------------------------------------------------------

    def _query(self, node: int, spec: AnySpec, limit: Limit, only: Sequence[int] = ()) -> Query:
        position, course = self._tree.position(node), course_of(self._tree, node)
        return Query(position, spec, self._evaluation, limit, self._seed, course, tuple(only))

    def _completed(self, node: int, index: int) -> Query:
        """Return the search of an algorithm, to the depth that it completed if it has depths."""
        report = settled(self._places[node].reports[index])
        limit = self._limit
        if report is not None and report.depth:
            limit = Limit(depth=min(GREATEST_DEPTH, report.depth))
        return self._query(node, self._specs[index], limit)

    def _compare(self, node: int) -> None:
        """Add the disagreements that need no referee, and queue the referee's searches for the others."""
        place = self._places[node]
        last = {index: settled(reports) for index, reports in place.reports.items()}
        wanted: dict[int, tuple[int, int]] = {}
        for other in range(1, len(self._specs)):
            one, two = last[0], last[other]
            if one is None or two is None:
                continue
            if self._contradicts(node, 0, other):
                continue
            if one.move != two.move and one.move is not None and two.move is not None:
                for move in (one.move, two.move):
                    wanted.setdefault(move, (0, other))
            elif abs(self._points(one.score, two.score)) >= self._spread:
                self._add(node, EVALUATION, 0, other, None, None)
        depth = max((report.depth for report in last.values() if report is not None), default=0)
        limit = self._referee_limit(depth)
        for move, pair in wanted.items():
            self._total += 1
            self._ready.appendleft(Question(self._query(node, self._referee, limit, (move,)), node, None, pair, move))

    def _referee_limit(self, depth: int) -> Limit:
        if depth:
            return Limit(depth=min(GREATEST_DEPTH, depth + FURTHER_PLIES))
        return Limit(self._limit.depth, FURTHER_NODES * (self._limit.nodes or 100_000))

    def _contradicts(self, node: int, first: int, second: int) -> bool:
        """Add the contradiction of two full searches of the same tree, if there is one."""
        settings = [leaves_searched(self._specs[index]) for index in (first, second)]
        if settings[0] is None or settings[0] != settings[1]:
            return False
        one, two = (
            {report.depth: report for report in reversed(self._places[node].reports[index]) if report.score is not None}
            for index in (first, second)
        )
        for depth in sorted(one.keys() & two.keys()):
            scores = one[depth].score, two[depth].score
            if depth and scores[0] != scores[1] and scores[0] is not None and scores[1] is not None:
                moves = one[depth].move, two[depth].move
                points = self._points(scores[0], scores[1])
                self._append(
                    Disagreement(node, self._tree.ply(node), CONTRADICTION, first, second, moves,
                                 (scores[0], scores[1]), depth, None, points)
                )  # fmt: skip
                return True
        return False

    def _decide(self, node: int, pair: tuple[int, int]) -> None:
        """Add the pairs of moves on which the referee has decided."""
        place = self._places[node]
        for other in range(1, len(self._specs)):
            one, two = settled(place.reports[0]), settled(place.reports[other])
            if one is None or two is None or one.move == two.move or one.move is None or two.move is None:
                continue
            known = any((each.node, each.second, each.kind) == (node, other, MOVE) for each in self.found)
            judged = place.judged.get(one.move), place.judged.get(two.move)
            if known or judged[0] is None or judged[1] is None:
                continue
            if abs(self._points(judged[0], judged[1])) >= self._swing:
                self._add(node, MOVE, 0, other, (judged[0], judged[1]), place.depth)

    def _add(
        self, node: int, kind: str, first: int, second: int, judged: tuple[Score, Score] | None, depth: int | None
    ) -> None:
        place = self._places[node]
        one, two = settled(place.reports[first]), settled(place.reports[second])
        assert one is not None and one.score is not None
        assert two is not None and two.score is not None
        points = self._points(*(judged or (one.score, two.score)))
        unsettled = tuple(index for index in (first, second) if _changed_last(place.reports[index]))
        moves, scores = (one.move, two.move), (one.score, two.score)
        self._append(
            Disagreement(
                node, self._tree.ply(node), kind, first, second, moves, scores, depth, judged, points, unsettled
            )
        )

    def _append(self, found: Disagreement) -> None:
        self.found.append(found)

    def _points(self, one: Score | None, two: Score | None) -> float:
        """Return the difference of two scores of the side to move, in points of the chance of winning."""
        if one is None or two is None:
            return 0.0
        return 100 * (win_chance(one.value, self._scale) - win_chance(two.value, self._scale))


def _changed_last(reports: Sequence[Report]) -> bool:
    """Whether the best move at the last completed depth is not that at the depth before."""
    by_depth = {each.depth: each.move for each in reversed(reports) if each.score is not None and not each.unfinished}
    deepest = max(by_depth, default=0)
    return deepest > 1 and by_depth.get(deepest - 1, by_depth[deepest]) != by_depth[deepest]
