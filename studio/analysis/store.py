"""What was found out about positions, so that the cursor moving never loses analysis."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from engine.analysis.query import Query
from engine.search.report import Limit, Report
from engine.search.search import Spec

MOST_ENTRIES = 20_000


@dataclass
class Findings:
    """What one algorithm said of one position.

    Attributes:
        by_depth: its report of each depth completed, the first one of that depth: what it had spent just then.
        last: its newest report.
        spent: the limit under which it came to its own end (was not stopped); None if it never did.
    """

    by_depth: dict[int, Report] = field(default_factory=dict)
    last: Report | None = None
    spent: Limit | None = None

    @property
    def deepest(self) -> Report | None:
        """The report to continue from."""
        return self.by_depth[max(self.by_depth)] if self.by_depth else None

    def add(self, report: Report) -> None:
        """Remember a report. A shallower one than is known (an analysis begun anew) does not replace what is last."""
        if report.score is not None:
            self.by_depth.setdefault(report.depth, report)
        if self.last is None or (report.depth, report.nodes) >= (self.last.depth, self.last.nodes):
            self.last = report

    def answers(self, limit: Limit) -> bool:
        """Whether asking again under ``limit`` could tell nothing new."""
        if self.last is None:
            return False
        if limit == self.spent:
            return True
        only_depth = limit.nodes is None and limit.seconds is None
        return only_depth and limit.depth is not None and self.last.depth >= limit.depth


class ReportStore:
    """Findings by game, rules, position key, counters, algorithm with parameters, evaluation and seed.

    The history of repetitions is not part of it (design: equal key and counters share an analysis). The entries used
    least recently go when there are too many.
    """

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._most = most
        self._entries: OrderedDict[Hashable, Findings] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    @staticmethod
    def key(query: Query) -> Hashable:
        """What makes two questions the same, whatever their limits."""
        game = query.position.game
        stamp = None if isinstance(query.spec, Spec) else query.spec.stamp()
        position = query.position
        return (game.name, game.rules, position.key, position.counters, query.spec, stamp, query.evaluation, query.seed)

    def find(self, query: Query) -> Findings | None:
        """What is known, None if nothing."""
        key = self.key(query)
        found = self._entries.get(key)
        if found is not None:
            self._entries.move_to_end(key)
        return found

    def add(self, query: Query, report: Report) -> Findings:
        """Remember a report of ``query``."""
        found = self.find(query)
        if found is None:
            found = self._entries[self.key(query)] = Findings()
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)
        found.add(report)
        return found

    def complete(self, query: Query) -> None:
        """The algorithm came to its own end under the limit of ``query``."""
        found = self.find(query)
        if found is not None:
            found.spent = query.limit

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()
