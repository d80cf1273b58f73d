"""Random: a uniformly random legal move; the baseline for all other algorithms."""

import random
import time
from collections.abc import Iterator, Sequence

from engine.core.options import NoParameters
from engine.core.position import Position
from engine.search.report import Limit, Report
from engine.search.search import Search, Stop, register


class Random(Search):
    """A choice determined by the seed, the key and the counters of the position, so that results are reproducible."""

    name = "random"
    title = "Random"
    Parameters = NoParameters
    deepens = False
    needs_evaluation = False

    def analyse(
        self,
        position: Position,
        limit: Limit,
        stop: Stop | None = None,
        after: Report | None = None,
        only: Sequence[int] = (),
    ) -> Iterator[Report]:
        """Yield one report, without a score."""
        started = time.perf_counter()
        self.nodes = 1
        moves = self.choose_from(position, only)
        if not moves:
            yield self.over(position, time.perf_counter() - started)
            return
        move = random.Random(f"{self.seed} {position.key} {position.counters}").choice(moves)
        yield self.report(0, None, (move,), 1, time.perf_counter() - started, True)


register(Random)
