"""Cache of reports by position, so that no analysis is repeated when the cursor returns to a position."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit, Report

MOST_ENTRIES = 20_000
"""Default maximum number of entries in a ``ReportStore``."""


@dataclass
class Findings:
    """The reports of one algorithm on one position.

    Attributes:
        by_depth: the first report of each completed depth, with the nodes and the time spent until then.
        last: the latest report, or None if there is none.
        spent: the limit of the last search that ended without being stopped, or None if there is none.
    """

    by_depth: dict[int, Report] = field(default_factory=dict)
    last: Report | None = None
    spent: Limit | None = None

    @property
    def deepest(self) -> Report | None:
        """The report of the greatest depth, from which a search continues, or None if there is none.

        It is the first one of this depth, or the last one of a search without depths, as Monte Carlo tree search.
        """
        if not self.by_depth:
            return None
        depth = max(self.by_depth)
        return self.last if depth == 0 else self.by_depth[depth]

    def add(self, report: Report) -> None:
        """Add a report. It replaces ``last`` unless ``last`` has a greater depth, or the same depth and more nodes."""
        if report.score is not None:
            self.by_depth.setdefault(report.depth, report)
        if self.last is None or (report.depth, report.nodes) >= (self.last.depth, self.last.nodes):
            self.last = report

    def answers(self, limit: Limit) -> bool:
        """Return whether the findings are complete for ``limit``, so that no other query is needed."""
        if self.last is None:
            return False
        if limit == self.spent:
            return True
        only_depth = limit.nodes is None and limit.seconds is None
        return only_depth and limit.depth is not None and self.last.depth >= limit.depth


def _rank(found: Findings) -> tuple[int, int]:
    return (-1, 0) if found.last is None else (found.last.depth, found.last.nodes)


class ReportStore:
    """Cache of findings by game, rules, position key, counters, algorithm, evaluation, seed and restriction to moves.

    The history of repetitions is intentionally not part of the key. Positions with equal keys and counters therefore
    share an analysis. The least recently used entries are evicted.

    Reports of queries that continue with memory (``Query.continues``) are kept apart, because they are not determined
    by the query alone.

    Args:
        most: maximum number of entries.
    """

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._most = most
        self._entries: OrderedDict[Hashable, Findings] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    @staticmethod
    def key(query: Query) -> Hashable:
        """Return the cache key of a query. The key does not depend on the limit of the query."""
        return query.key, query.continues

    def find(self, query: Query) -> Findings | None:
        """Return the findings for ``query``, or None if there are none, and mark the entry as recently used.

        For a query that continues with memory, these are the findings without memory if they are as deep.
        """
        own = self._entry(query)
        plain = self._entry(replace(query, continues=False)) if query.continues else None
        if own is None or plain is None:
            return own or plain
        return plain if _rank(plain) >= _rank(own) else own

    def _entry(self, query: Query) -> Findings | None:
        key = self.key(query)
        found = self._entries.get(key)
        if found is not None:
            self._entries.move_to_end(key)
        return found

    def add(self, query: Query, report: Report) -> Findings:
        """Add a report of ``query``, and return the findings for this query."""
        found = self._entry(query)
        if found is None:
            found = self._entries[self.key(query)] = Findings()
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)
        found.add(report)
        return found

    def complete(self, query: Query) -> None:
        """Record that a search was completed under the limit of ``query``. Do nothing if there are no findings."""
        found = self._entry(query)
        if found is not None:
            found.spent = query.limit

    def clear(self) -> None:
        """Remove all findings."""
        self._entries.clear()
