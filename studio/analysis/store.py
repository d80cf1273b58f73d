"""Cache of reports by position, so that no analysis is repeated when the cursor returns to a position."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from engine.analysis.query import Query
from engine.search.report import Limit, Report
from engine.search.search import Spec

MOST_ENTRIES = 20_000
"""Default maximum number of entries in a ``ReportStore``."""


@dataclass
class Findings:
    """The reports of one algorithm on one position.

    Attributes:
        by_depth: the first report of each completed depth, with the nodes and time spent at that point.
        last: the latest report, or None.
        spent: the limit under which a search was completed (was not stopped), or None.
    """

    by_depth: dict[int, Report] = field(default_factory=dict)
    last: Report | None = None
    spent: Limit | None = None

    @property
    def deepest(self) -> Report | None:
        """The report of the greatest depth, from which a search continues, or None if there is none."""
        return self.by_depth[max(self.by_depth)] if self.by_depth else None

    def add(self, report: Report) -> None:
        """Add a report. It replaces ``last`` unless ``last`` has a greater depth, or the same depth and more nodes."""
        if report.score is not None:
            self.by_depth.setdefault(report.depth, report)
        if self.last is None or (report.depth, report.nodes) >= (self.last.depth, self.last.nodes):
            self.last = report

    def answers(self, limit: Limit) -> bool:
        """Whether another query under ``limit`` would give no new result."""
        if self.last is None:
            return False
        if limit == self.spent:
            return True
        only_depth = limit.nodes is None and limit.seconds is None
        return only_depth and limit.depth is not None and self.last.depth >= limit.depth


class ReportStore:
    """Cache of findings by game, rules, position key, counters, algorithm with parameters, evaluation and seed.

    The history of repetitions is not part of the key, by design: positions with equal keys and counters share an
    analysis. The least recently used entries are evicted.

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
        """Return the key of a query, which does not depend on its limit."""
        game = query.position.game
        stamp = None if isinstance(query.spec, Spec) else query.spec.stamp()
        position = query.position
        return (game.name, game.rules, position.key, position.counters, query.spec, stamp, query.evaluation, query.seed)

    def find(self, query: Query) -> Findings | None:
        """Return the findings for ``query``, or None if there are none. The call counts as a use of the entry."""
        key = self.key(query)
        found = self._entries.get(key)
        if found is not None:
            self._entries.move_to_end(key)
        return found

    def add(self, query: Query, report: Report) -> Findings:
        """Add a report of ``query`` and return its findings."""
        found = self.find(query)
        if found is None:
            found = self._entries[self.key(query)] = Findings()
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)
        found.add(report)
        return found

    def complete(self, query: Query) -> None:
        """Record that a search was completed under the limit of ``query``, if there are findings for it."""
        found = self.find(query)
        if found is not None:
            found.spent = query.limit

    def clear(self) -> None:
        """Remove all findings."""
        self._entries.clear()
