"""Random: the algorithm that plays a uniformly random legal move. It is the baseline for all other algorithms."""

import random
from collections.abc import Iterator, Sequence

from engine.core.options import NoParameters
from engine.core.position import Position
from engine.search.report import Limit, Report
from engine.search.search import Search, Stop, register
from engine.search.stopwatch import Stopwatch


class Random(Search):
    """A reproducible random choice, which depends only on the seed and on the key and counters of the position."""

    name = "random"
    title = "Random"
    Parameters = NoParameters
    deepens = False
    records_windows = False
    is_limited = False
    is_random = True
    needs_evaluation = False

    def analyse(
        self,
        position: Position,
        limit: Limit,
        stop: Stop | None = None,
        after: Report | None = None,
        only: Sequence[int] = (),
    ) -> Iterator[Report]:
        """Yield one report. It contains the move but no score or, if the game is over, the score but no move.

        Raises:
            ValueError: if a move of ``only`` is not legal.
        """
        watch = Stopwatch()
        self.nodes = 1
        moves = self.choose_from(position, only)
        if not moves:
            yield self.over(position, watch)
            return
        move = random.Random(f"{self.seed} {position.key} {position.counters}").choice(moves)
        yield self.report(0, None, (move,), 1, watch)


register(Random)
