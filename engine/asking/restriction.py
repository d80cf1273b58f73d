"""One query to an external engine, also one that is restricted to some moves.

UCI restricts a search with ``go … searchmoves``. Other protocols cannot, and some engines ignore it. In these cases a
query of a single move is answered by a search of the position after this move, one ply less deep, so that both ways
look at the same number of plies from the position of the query. Its reports have the note ``AFTER_THE_MOVE``.
"""

import dataclasses
from collections.abc import Generator, Iterator, Sequence

from engine.asking.external import Engine, EngineSpec, StoppedError
from engine.core.course import Course
from engine.core.language import mark
from engine.core.score import WIN_BOUND, Score
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import find_algorithm

AFTER_THE_MOVE = mark("searched after the move")
"""Note of the reports on a single move that come from a search of the next position."""


def ask_engine(query: Query, run: Run) -> Iterator[Report]:
    """Yield the reports of an engine that is started for this query only. The last report is final.

    A new process for each query makes queries reproducible, because no transposition table is kept between them. If
    ``run.stop`` is requested before the first report, none is yielded.

    If the engine cannot be restricted to ``query.only``, none is yielded for several moves, and for one move the
    reports are those of the next position, from the point of view of the side that makes the move.

    Raises:
        SearchError: if the engine cannot be started, dies or hangs, or if it sends too many lines or an invalid answer.
    """
    course, only = query.course or Course(query.position), query.only
    if not only or query.spec.restricts:
        is_answered = yield from _ask(course, query, run, query.limit, only)
        if is_answered or run.stop.requested:
            return
    if len(only) == 1:
        reports = _ask(course.after(only[0]), query, run, after_the_move(query.limit))
        yield from (before_the_move(report, only[0]) for report in reports)


def _ask(
    course: Course, query: Query, run: Run, limit: Limit, only: Sequence[int] = ()
) -> Generator[Report, None, bool]:
    """Yield the reports on a position, and return False if the engine ignored the restriction to ``only``."""
    position, spec, stop = course.position, query.spec, run.stop
    assert isinstance(spec, EngineSpec)
    if not position.has_legal_move():
        for report in find_algorithm("random")().analyse(position, limit):
            yield dataclasses.replace(report, algorithm=spec.name, cpu_seconds=None)
        return True
    engine = Engine(spec)
    is_abandoned = False
    try:
        run.begin(engine)
        engine.identify(stop)
        engine.prepare(position.game, stop)
        if not only:
            yield from engine.reports(course, limit, stop)
            return True
        # Reports are held back, because only the answer shows whether the engine obeys.
        held = []
        for report in engine.reports(course, limit, stop, only):
            if report.move is not None and report.move not in only:
                is_abandoned = True
                return False
            held.append(report)
        yield from held
    except StoppedError:
        return True
    finally:
        if stop.requested or is_abandoned:
            engine.kill()
        engine.close()
    return True


def after_the_move(limit: Limit) -> Limit:
    """Return the limit with which the position after a move is searched instead of the one before it."""
    return limit if limit.depth is None else dataclasses.replace(limit, depth=max(1, limit.depth - 1))


def before_the_move(report: Report, move: int) -> Report:
    """Return a report on the position after a move as one on the position before it, restricted to the move."""
    score = None if report.score is None else one_ply_earlier(report.score)
    return dataclasses.replace(
        report,
        depth=report.depth + 1 if report.depth else 0,
        seldepth=report.seldepth + 1 if report.seldepth else 0,
        score=None if score is None else score.pov(score.turn.other),
        move=move,
        pv=(move, *report.pv),
        note=AFTER_THE_MOVE,
    )


def one_ply_later(score: Score) -> Score:
    """Return a score seen from a ply later: a forced win or loss takes one ply less."""
    return _nearer(score, 1)


def one_ply_earlier(score: Score) -> Score:
    """Return a score seen from a ply earlier: a forced win or loss takes one ply more."""
    return _nearer(score, -1)


def _nearer(score: Score, plies: int) -> Score:
    if score.value > WIN_BOUND:
        return Score(score.value + plies, score.turn)
    if score.value < -WIN_BOUND:
        return Score(score.value - plies, score.turn)
    return score
