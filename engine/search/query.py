"""One query to one algorithm, and what its caller adds to it while it runs."""

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any

from engine.core.course import Course
from engine.core.position import Position
from engine.core.values import Value
from engine.search.report import Limit, Report
from engine.search.search import Search, Stop
from engine.search.spec import AnySpec

if TYPE_CHECKING:
    from engine.search.kept import KeptSearch


class Query(Value):
    """A position to analyse, with an algorithm and a limit.

    Attributes:
        position: the position to analyse, which is not modified.
        spec: the algorithm with its parameters.
        evaluation: name of an evaluation of the position's game, or an empty string for the game's default. External
            engines use their own (``AnySpec.evaluation_used``).
        limit: conditions that end the search.
        seed: random seed.
        course: the moves that led to the position, for external engines, or None if the game began with it.
        only: legal moves to which the search is restricted, or an empty tuple if it is not restricted. For external
            engines that cannot be restricted, see ``engine.asking.restriction``.
        continues: whether a search with memory may use what it kept from earlier queries, so that its reports are not
            determined by the query alone.
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
    continues: bool = False
    substitute: bool = False

    @property
    def search_key(self) -> Hashable:
        """What determines a search that may answer several queries (``KeptSearch``)."""
        game = self.position.game
        return game.name, game.rules, self.spec, self.evaluation, self.seed

    @property
    def key(self) -> Hashable:
        """What determines the reports, as far as the limit, the history of the position and memory do not."""
        return self.search_key, self.position.key, self.position.counters, self.spec.stamp(), self.only


class Run:
    """What belongs to one answer to a query, and not to the question.

    Args:
        stop: flag that stops the query. It may be set in any thread.
        after: earlier report of the same query, or None. A built-in algorithm continues one ply deeper than this
            report. Plugins, external engines and algorithms with memory start from the beginning.
        on_start: function called with the search, child process or engine before the work begins. The counters
            ``nodes``, ``depth``, ``seldepth`` and ``cutoffs`` of that object can be read in any thread. If the object
            has a method ``kill``, calling it ends the query faster than ``stop`` alone.
        kept: the search of a seat, whose memory the query uses and changes, or None for a new search.
    """

    def __init__(
        self, stop: Stop | None = None, after: Report | None = None, on_start: Callable[[Any], object] | None = None,
        kept: "KeptSearch | None" = None,
    ) -> None:  # fmt: skip
        self.stop = stop or Stop()
        self.after = after
        self.on_start = on_start
        self.kept = kept

    def begin(self, worker: Any) -> None:
        """Announce the search, child process or engine that does the work."""
        if self.on_start is not None:
            self.on_start(worker)

    def reports(self, query: Query, search: Search) -> Iterator[Report]:
        """Announce a search, and return its reports.

        A search with memory begins at depth 1, because ``after`` does not contain the memory.
        """
        self.begin(search)
        after = None if search.remembers else self.after
        return search.analyse(query.position, query.limit, self.stop, after, query.only)
