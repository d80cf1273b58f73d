"""The search that a player keeps between the moves of a game."""

import threading
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from engine.core.evaluation import Evaluation
from engine.core.values import replace
from engine.search.report import Report
from engine.search.search import Search

if TYPE_CHECKING:
    from engine.search.query import Query, Run

WAIT_SECONDS = 0.05
"""Interval at which an analysis that waits for another one checks its stop flag, in seconds."""


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

    def analyse(self, query: "Query", run: "Run") -> Iterator[Report]:
        """Yield the reports of a built-in algorithm. The last report is final.

        A report has ``continued`` set if the search kept data from earlier analyses. If ``run.stop`` is set before the
        search has begun because the analysis waits for another one, no report is yielded.

        Raises:
            OptionError: if the game has no such evaluation, or if the algorithm is unknown.
            SearchError: if the algorithm is not built in.
            ValueError: if a move of ``query.only`` is not legal.
            RuntimeError: if an analysis of the same thread is in progress.
        """
        if self._thread == threading.get_ident():
            raise RuntimeError("this search is in use by the same thread")
        while not self._lock.acquire(timeout=WAIT_SECONDS):
            if run.stop.requested:
                return
        try:
            self._thread = threading.get_ident()
            search = self._search_for(query)
            is_continued, self._is_fresh = not self._is_fresh, False
            for report in run.reports(query, search):
                yield replace(report, continued=True) if is_continued else report
        finally:
            self._thread = None
            self._lock.release()

    def prepare(self, query: "Query") -> None:
        """Build the search of the next analysis and clear its memory, so that the analysis itself begins at once.

        For gigabytes this takes seconds, because the operating system provides memory when it is first written. The
        method blocks until an analysis in progress has ended.

        Raises:
            OptionError: as for ``analyse``, or if there is not enough memory.
        """
        if not query.spec.remembers:
            return
        with self._lock:
            before = self._search
            search = self._search_for(query)
            if search is not before:
                search.make_ready(query.position)

    def _search_for(self, query: "Query") -> Search:
        """Return the search for an analysis, and set whether it may keep data from earlier analyses."""
        key = query.search_key
        forgets, self._must_forget = self._must_forget, False
        if self._search is not None and key == self._search_key:
            if forgets:
                self._search.forget()
                self._is_fresh = True
            return self._search
        # The memory of the last search is released before the next search allocates its own.
        self._search = None
        search = query.spec.build(self._evaluation_for(query), query.seed)
        if search.remembers:
            self._search, self._search_key = search, key
        self._is_fresh = True
        return search

    def _evaluation_for(self, query: "Query") -> Evaluation | None:
        """Return the evaluation of a search. It is kept, because some take longer to build than a short search."""
        game = query.position.game.name
        key = (game, query.spec.name, query.evaluation)
        if key != self._evaluation_key:
            self._evaluation, self._evaluation_key = query.spec.find_evaluation(game, query.evaluation), key
        return self._evaluation
