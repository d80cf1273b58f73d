"""One question to one algorithm, answered here or in a process of its own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import engine
from engine.analysis.external import EngineSpec, Start, ask_engine, start_pipe
from engine.analysis.plugin import PluginSpec
from engine.analysis.process import ask_process, evaluation_of
from engine.core.options import format_options
from engine.core.position import Position
from engine.protocols.talk import Course
from engine.records.tree import GameTree
from engine.search.report import Limit, Report
from engine.search.search import Spec, Stop

AnySpec = Spec | PluginSpec | EngineSpec
"""Whoever can be asked: built in, from a file of the user's, or an engine of other people."""

DEFAULT_PLAYER = Spec.make("negascout", ordering=True, quiescence=True)
"""Who plays where nobody else was chosen. Textbook searches are for comparing: without quiescence, at 30,000 nodes a
move, it loses to this one by some 320 Elo in chess and 190 in xiangqi (40 games each), and in Go too (10 games); in cờ
toán (40) and caro (20) no difference was sure.
"""


@dataclass(frozen=True)
class Query:
    """What to ask.

    Attributes:
        position: what to analyse; never changed.
        spec: the algorithm with its parameters.
        evaluation: name of an evaluation of the position's game; empty: the game's default.
        limit: when to stop.
        seed: random seed.
        only: legal moves, the only ones to be considered; empty: all. Engines of other people are not told.
        course: how the position came about, for engines of other people; None: it is as if the game began there.
    """

    position: Position
    spec: AnySpec
    evaluation: str
    limit: Limit
    seed: int = 0
    course: Course | None = None
    only: tuple[int, ...] = ()


def spec_text(spec: AnySpec) -> str:
    """``NAME`` or ``NAME:k=v,…`` with what differs from the defaults; read by ``Spec.parse`` if built in."""
    parameters = format_options(spec.parameters)
    return f"{spec.name}:{parameters}" if parameters else spec.name


def course_of(tree: GameTree, node: int) -> Course:
    """How the position at a node of a record came about: since the last set-up on the way."""
    path = tree.path(node)
    begin = max((place for place, each in enumerate(path) if tree[each].setup is not None), default=0)
    moves = [move for each in path[begin + 1 :] if (move := tree[each].move) is not None]
    return Course.through([tree.position(each) for each in path[begin:]], moves)


def slow_mode() -> bool:
    """Whether the engine runs uncompiled, so that a search would hold the interpreter's lock."""
    return not engine.is_compiled()


def answer(
    query: Query,
    stop: Stop,
    after: Report | None = None,
    on_start: Callable[[Any], object] | None = None,
    start: Start = start_pipe,
) -> Iterator[Report]:
    """Reports of ``query``; the last one is final. A stopped process that had no report yet ends without any.

    Args:
        query: the question.
        stop: stops the work, from any thread.
        after: a report of the same question to continue from, one ply deeper; plugins begin anew.
        on_start: told, before work begins, who works: an object whose counters ``nodes``, ``depth``, ``seldepth`` and
            ``cutoffs`` can be read from any thread; if it has ``kill``, that ends it faster than ``stop`` alone.
        start: how an engine of other people is started.

    Raises:
        SearchError: one sentence, if a process dies or answers nonsense.
        OptionError: if the game has no such evaluation.
    """
    spec = query.spec
    if isinstance(spec, EngineSpec):
        yield from ask_engine(query.course or Course(query.position), spec, query.limit, stop, on_start, start)
        return
    if isinstance(spec, PluginSpec) or slow_mode():
        yield from ask_process(
            query.position, spec, query.evaluation, query.limit, query.seed, stop, after, on_start, query.only
        )
        return
    game = query.position.game
    search = spec.build(evaluation_of(spec, game.name, query.evaluation), query.seed)
    if on_start is not None:
        on_start(search)
    yield from search.analyse(query.position, query.limit, stop, after, query.only)
