"""Random: any legal move with equal probability, the measure of all others."""

import random
import time
from collections.abc import Iterator, Sequence

from engine.core.options import NoParameters
from engine.core.position import Position
from engine.search.report import Limit, Report
from engine.search.search import Search, Stop, register


class Random(Search):
    """A move drawn from the seed, the key and the counters of the position: the same question gets the same answer."""

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
        """One report, without a score."""
        started = time.perf_counter()
        self.nodes = 1
        moves = self.choose_from(position, only)
        if not moves:
            yield self.over(position, time.perf_counter() - started)
            return
        move = random.Random(f"{self.seed} {position.key} {position.counters}").choice(moves)
        yield self.report(0, None, (move,), 1, time.perf_counter() - started, True)


register(Random)
