"""The search that a player keeps between the moves of a game."""

import threading
from collections.abc import Callable, Hashable, Iterator, Sequence

from engine.analysis.process import evaluation_of
from engine.core.evaluation import Evaluation
from engine.core.game import Game
from engine.core.position import Position
from engine.core.values import replace
from engine.search.report import Limit, Report
from engine.search.search import Search, Spec, Stop, find_algorithm

WAIT_SECONDS = 0.05
"""Interval at which an analysis that waits for another one checks its stop flag, in seconds."""


def has_memory(spec: object) -> bool:
    """Whether ``spec`` is a built-in algorithm with memory (``Search.remembers``)."""
    return isinstance(spec, Spec) and bool(find_algorithm(spec.name).remembers)


class KeptSearch:
    """The search of one seat of a game, which keeps its memory between the moves of this seat.

    An algorithm with memory (``Search.remembers``) is built for the first analysis and used for the next ones. It is
    built again if the game, its rules, the algorithm, its parameters, the evaluation or the random seed are different,
    so its memory never reaches an analysis of another kind. An algorithm without memory is built for every analysis.

    An instance belongs to one seat of one game, or to one list of positions that a user analyses. It must not be shared
    by two players or by two documents. An analysis that must not depend on earlier ones uses a new instance.

    The methods are thread-safe. A search is never used by two analyses at once: an analysis waits until the one before
    it has ended, which is a moment if that one was stopped.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._search: Search | None = None
        self._search_key: Hashable = None
        self._evaluation: Evaluation | None = None
        self._evaluation_key: Hashable = None
        self._must_forget = False
        self._is_fresh = True  # whether the search keeps no data from earlier analyses

    def forget(self) -> None:
        """Discard the memory before the next analysis, which is then equal to that of a new search.

        Call this method at the beginning of a game. It does not block, and does not affect an analysis in progress.
        """
        self._must_forget = True

    def analyse(
        self, position: Position, spec: Spec, evaluation: str, limit: Limit, seed: int, stop: Stop,
        after: Report | None = None, on_start: Callable[[Search], object] | None = None, only: Sequence[int] = (),
    ) -> Iterator[Report]:  # fmt: skip
        """Yield the reports of an algorithm on a position. The last report is final.

        A report has ``continued`` set if the search kept data from earlier analyses.

        Args:
            position: the position to analyse, which is not modified.
            spec: the algorithm with its parameters.
            evaluation: name of an evaluation of the game, or an empty string for the game's default.
            limit: conditions that end the search.
            seed: random seed.
            stop: flag that stops the analysis. If it is set before the search has begun because the analysis waits for
                another one, no report is yielded.
            after: an earlier report from which to continue, or None. An algorithm with memory ignores it and begins at
                depth 1, because the report does not contain the memory.
            on_start: function called with the search before it begins.
            only: legal moves to which the search is restricted, or an empty sequence.

        Raises:
            OptionError: if the game has no such evaluation, or if the algorithm is unknown.
            ValueError: if a move of ``only`` is not legal.
            RuntimeError: if an analysis of the same thread is in progress.
        """
        if self._thread == threading.get_ident():
            raise RuntimeError("this search is in use by the same thread")
        while not self._lock.acquire(timeout=WAIT_SECONDS):
            if stop.requested:
                return
        try:
            self._thread = threading.get_ident()
            search = self._search_for(position.game, spec, evaluation, seed)
            is_continued, self._is_fresh = not self._is_fresh, False
            if on_start is not None:
                on_start(search)
            reports = search.analyse(position, limit, stop, None if search.remembers else after, only)
            for report in reports:
                yield replace(report, continued=True) if is_continued else report
        finally:
            self._thread = None
            self._lock.release()

    def prepare(self, position: Position, spec: Spec, evaluation: str, seed: int) -> None:
        """Build the search of the next analysis and clear its memory, so that the analysis itself begins at once.

        For gigabytes this takes seconds, because the operating system provides memory when it is first written. The
        method blocks until an analysis in progress has ended.

        Raises:
            OptionError: as for ``analyse``, or if there is not enough memory.
        """
        if not has_memory(spec):
            return
        with self._lock:
            before = self._search
            search = self._search_for(position.game, spec, evaluation, seed)
            if search is not before:
                search.make_ready(position)

    def _search_for(self, game: Game, spec: Spec, evaluation: str, seed: int) -> Search:
        """Return the search for an analysis, and set whether it may keep data from earlier analyses."""
        key = (game.name, game.rules, spec, evaluation, seed)
        forgets, self._must_forget = self._must_forget, False
        if self._search is not None and key == self._search_key:
            if forgets:
                self._search.forget()
                self._is_fresh = True
            return self._search
        # The memory of the last search is released before the next search allocates its own.
        self._search = None
        search = spec.build(self._evaluation_for(game, spec, evaluation), seed)
        if search.remembers:
            self._search, self._search_key = search, key
        self._is_fresh = True
        return search

    def _evaluation_for(self, game: Game, spec: Spec, name: str) -> Evaluation | None:
        """Return the evaluation of a search. It is kept, because some take longer to build than a short search."""
        key = (game.name, spec.name, name)
        if key != self._evaluation_key:
            self._evaluation, self._evaluation_key = evaluation_of(spec, game.name, name), key
        return self._evaluation
