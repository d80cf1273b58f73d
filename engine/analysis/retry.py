"""Tries of a user to find a better move than the one played in a game, judged by their loss.

A try is right if it loses less than an inaccuracy, measured as in a review, or if it reaches a position of the best
line by another order of moves. There is no list of accepted moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.judging import LATER_NODES, settled
from engine.analysis.verdict import Thresholds, Verdict
from engine.asking.query import course_of
from engine.core.chance import win_chance
from engine.core.position import Position
from engine.core.score import WIN_BOUND, Score
from engine.records.tree import GameTree
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.search import GREATEST_DEPTH
from engine.search.spec import AnySpec

TRANSPOSED_PLIES = 4
"""Number of plies within which another order of moves must reach the best line."""


@dataclass(frozen=True)
class Try:
    """A judged try.

    Attributes:
        move: the move that the user tried.
        score: score of the position with only this move, for the side to move, or None if the search found none.
        points: loss in points of the chance of winning. It is 0 if the move is better than the best known one.
        is_right: whether the try is accepted.
        is_transposed: whether it is accepted because it reaches the best line by another order of moves.
        reply: the opponent's best reply, or None if there is none.
    """

    move: int
    score: Score | None
    points: float
    is_right: bool
    is_transposed: bool = False
    reply: int | None = None


def query_of(
    tree: GameTree, verdict: Verdict, move: int, spec: AnySpec, evaluation: str, limit: Limit, seed: int = 0
) -> Query:
    """Return the query that judges a try: the search of the review, restricted to the move.

    The search of a review ends when it finds a win. If it found one, the search of a try goes on to find a slower one.

    Args:
        tree: the tree of the record.
        verdict: the judged move in whose place the user tries another one.
        move: the try, a legal move.
        spec: the algorithm of the review.
        evaluation: the evaluation of the review.
        limit: limit of the search if the review has no depth.
        seed: random seed.
    """
    parent = tree[verdict.node].parent
    assert parent is not None
    depth = verdict.judgement.depth
    chosen = limit if depth is None else Limit(depth=min(GREATEST_DEPTH, depth))
    if depth is not None and verdict.before.value > WIN_BOUND:
        chosen = Limit(nodes=LATER_NODES) if spec.is_own else Limit(depth=min(GREATEST_DEPTH, depth + 2))
    course = course_of(tree, parent)
    return Query(tree.position(parent), spec, evaluation, chosen, seed, course, (move,), substitute=True)


def judge_try(
    query: Query, reports: Sequence[Report], verdict: Verdict, line: Sequence[int], scale: int, thresholds: Thresholds
) -> Try:
    """Return the try judged by the reports of its query.

    Args:
        query: the result of ``query_of``.
        reports: the reports of the search.
        verdict: the judged move.
        line: the moves of the best line.
        scale: the scale of the evaluation.
        thresholds: the limits between the classes.
    """
    move = query.only[0]
    transposed = move != line[0] and reaches(query.position, move, line) if line else False
    report = settled(reports)
    if report is None or report.score is None:
        return Try(move, None, 0.0, is_right=transposed or move in line[:1], is_transposed=transposed)
    before = verdict.before.value
    value = report.score.value
    points = max(0.0, 100 * (win_chance(before, scale) - win_chance(value, scale)))
    wins = before > WIN_BOUND
    is_right = value > WIN_BOUND if wins else points < thresholds.inaccuracy - 1e-9
    is_right = is_right or move in line[:1]
    reply = report.pv[1] if len(report.pv) > 1 and report.pv[0] == move else None
    return Try(move, report.score, points, is_right or transposed, transposed and not is_right, reply)


def reaches(position: Position, move: int, line: Sequence[int], plies: int = TRANSPOSED_PLIES) -> bool:
    """Whether a position of a line can be reached by another order of its moves that begins with ``move``.

    Args:
        position: the position before the line.
        move: the first move, which is legal.
        line: the moves of the line.
        plies: maximum number of plies.
    """
    known = list(line[:plies])
    keys, at = [], position
    for each in known:
        at = at.play(each)
        keys.append((at.key, at.turn))

    def search(at: Position, ply: int, left: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
        if ply > len(keys):
            return False
        if (at.key, at.turn) == keys[ply - 1]:
            return True
        legal = set(at.legal_moves())
        own = left[ply % 2]
        for place, each in enumerate(own):
            rest = own[:place] + own[place + 1 :]
            after = (rest, left[1]) if ply % 2 == 0 else (left[0], rest)
            if each in legal and search(at.play(each), ply + 1, after):
                return True
        return False

    own, others = tuple(known[0::2]), tuple(known[1::2])
    if move in own:
        place = own.index(move)
        own = own[:place] + own[place + 1 :]
    return search(position.play(move), 1, (own, others))
