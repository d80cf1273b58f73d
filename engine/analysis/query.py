"""One query to one algorithm, answered in this process or in a child process."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import engine
from engine.analysis.asking import ask_engine
from engine.analysis.external import EngineSpec, Start, start_pipe
from engine.analysis.kept import KeptSearch, has_memory
from engine.analysis.plugin import PluginSpec
from engine.analysis.process import ask_process
from engine.core.course import Course
from engine.core.game import Game
from engine.core.options import format_options, options_of
from engine.core.position import Position
from engine.core.values import replace
from engine.records.tree import GameTree
from engine.search.report import Limit, Report
from engine.search.search import Spec, Stop

AnySpec = Spec | PluginSpec | EngineSpec
"""The algorithm of a query: a built-in algorithm, a plugin or an external engine."""

DEFAULT_PLAYER = Spec.make("negascout", ordering=True, quiescence=True)
"""Default opponent: a search with quiescence, which the searches of textbooks lack.

At 30,000 nodes per move, the same search without quiescence was weaker by about 320 Elo in chess and 190 Elo in xiangqi
(40 games each), and also weaker in Go (10 games). In cờ toán (40 games) and caro (20 games), there was no significant
difference.
"""

REFERENCE = Spec.make("pvs")
"""The strongest algorithm, except in games with another one (``strongest_of``)."""

VARIED = ("vary", "random_ties")
"""Names of the options of algorithms that turn on a random choice among equal moves."""

TIES = ("random_ties",)
"""The options of ``VARIED`` that the players of a contest have on by default.

Without it, some algorithms prefer the first move generated and move one piece back and forth.
"""


def varied(spec: AnySpec, names: Collection[str] = VARIED, text: str = "") -> AnySpec:
    """Return an algorithm with the options ``names`` turned on, as far as it is built in and has them.

    Args:
        spec: the algorithm.
        names: names of the options, some or all of ``VARIED``.
        text: ``NAME`` or ``NAME:k=v,…`` from which ``spec`` was parsed. The options that it sets are not changed.
    """
    if not isinstance(spec, Spec):
        return spec
    given = {part.partition("=")[0].strip() for part in text.partition(":")[2].split(",")}
    known = {each.name for each in options_of(type(spec.parameters))}
    values = dict.fromkeys(known.intersection(names) - given, True)
    return Spec(spec.name, replace(spec.parameters, **values)) if values else spec


def strongest_of(game: Game | type[Game]) -> Spec:
    """Return the strongest algorithm of a game: the reference of an analysis, of reviews and of hints."""
    return Spec.parse(game.strongest) if game.strongest else REFERENCE


def evaluation_of(spec: AnySpec, evaluation: str) -> str:
    """Return the evaluation that an algorithm uses if ``evaluation`` is chosen: none if it is an external engine.

    The scores of an external engine are its own. They are shown on the scale of the game's default evaluation.
    """
    return "" if isinstance(spec, EngineSpec) else evaluation


@dataclass(frozen=True)
class Query:
    """A position to analyse, with an algorithm and a limit.

    Attributes:
        position: the position to analyse, which is not modified.
        spec: the algorithm with its parameters.
        evaluation: name of an evaluation of the position's game, or an empty string for the game's default. External
            engines use their own (``evaluation_of``).
        limit: conditions that end the search.
        seed: random seed.
        course: the moves that led to the position, for external engines, or None if the game began with it.
        only: legal moves to which the search is restricted, or an empty tuple if it is not restricted. For external
            engines that cannot be restricted, see ``engine.analysis.asking``.
        continues: whether a search with memory may use what it kept from earlier queries, so that its reports are not
            determined by the query alone. It is not compared: the question is the same.
        substitute: whether a plugin that ignores ``only`` may search the position after the move instead, as an
            external engine does. Otherwise it fails.
    """

    position: Position
    spec: AnySpec
    evaluation: str
    limit: Limit
    seed: int = 0
    course: Course | None = None
    only: tuple[int, ...] = ()
    continues: bool = field(default=False, compare=False)
    substitute: bool = False


def spec_text(spec: AnySpec) -> str:
    """Return ``NAME`` or ``NAME:k=v,…`` with the parameters that differ from the defaults, as on the command line."""
    parameters = format_options(spec.parameters)
    return f"{spec.name}:{parameters}" if parameters else spec.name


def course_of(tree: GameTree, node: int) -> Course:
    """Return the position at a node of a record, with the moves that led to the position since the last set-up."""
    path = tree.path(node)
    begin = max((place for place, each in enumerate(path) if tree[each].setup is not None), default=0)
    moves = [move for each in path[begin + 1 :] if (move := tree[each].move) is not None]
    return Course.through([tree.position(each) for each in path[begin:]], moves)


def slow_mode() -> bool:
    """Whether the engine runs without compiled code, so that a search holds the global interpreter lock."""
    return not engine.is_compiled()


def answer(
    query: Query,
    stop: Stop,
    after: Report | None = None,
    on_start: Callable[[Any], object] | None = None,
    start: Start = start_pipe,
    kept: KeptSearch | None = None,
) -> Iterator[Report]:
    """Yield the reports of ``query``. The last report is final.

    A plugin or an external engine that is stopped before its first report yields no report.

    Without ``kept``, every query has a new search, so that equal queries have equal reports except for the times. In
    slow mode (``slow_mode``), the search runs in a child process for one query, and ``kept`` has no effect.

    Args:
        query: the query.
        stop: flag that stops the query. It may be set in any thread.
        after: earlier report of the same query, or None. A built-in algorithm continues one ply deeper than this
            report. Plugins, external engines and algorithms with memory start from the beginning.
        on_start: function called with the search, child process or engine before the work begins. The counters
            ``nodes``, ``depth``, ``seldepth`` and ``cutoffs`` of that object can be read in any thread. If the object
            has a method ``kill``, calling it ends the query faster than ``stop`` alone.
        start: function that starts the program of an external engine.
        kept: the search of a seat, whose memory the query uses and changes, or None for a new search.

    Raises:
        SearchError: if a plugin or an external engine fails.
        OptionError: if the game has no such evaluation.
    """
    spec = query.spec
    if isinstance(spec, EngineSpec):
        course = query.course or Course(query.position)
        yield from ask_engine(course, spec, query.limit, stop, on_start, start, query.only)
        return
    if isinstance(spec, PluginSpec) or slow_mode():
        if has_memory(spec):
            after = None
        yield from ask_process(
            query.position, spec, query.evaluation, query.limit, query.seed, stop, after, on_start, query.only,
            substitute=query.substitute,
        )  # fmt: skip
        return
    search = kept or KeptSearch()
    yield from search.analyse(
        query.position, spec, query.evaluation, query.limit, query.seed, stop, after, on_start, query.only
    )
