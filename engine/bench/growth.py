"""How costs grow: the cost of one thing at several sizes, and the exponents between neighbouring sizes."""

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log

from engine.bench.rows import Row, row

LEAST_SECONDS, MOST_SECONDS = 0.05, 0.5
"""CPU time for which an action is repeated, and the time from which it is not repeated at all."""


def spent(action: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Return the mean CPU time of an action in seconds.

    The first call, which may import modules and fill caches, is not counted unless it takes ``MOST_SECONDS``.

    Args:
        action: what is measured.
        clock: the clock: ``time.process_time`` for all threads of the process, ``time.thread_time`` for this one.
    """
    began = clock()
    action()
    if (seconds := clock() - began) >= MOST_SECONDS:
        return seconds
    count, began = 0, clock()
    while True:
        action()
        count += 1
        if (seconds := clock() - began) >= LEAST_SECONDS:
            return seconds / count


def slopes(points: Sequence[tuple[float, float]]) -> list[float]:
    """Return the exponent between each size and the next one: log(ratio of costs) / log(ratio of sizes).

    The exponent of a cost that is proportional to the size is 1, that of a constant cost 0. It depends less on the
    machine than the cost, and shows what is too slow for large things already at small ones.

    Args:
        points: different sizes in ascending order, each with its cost. All numbers are positive.
    """
    return [log(high / low) / log(large / small) for (small, low), (large, high) in pairwise(points)]


def growth(name: str, points: Sequence[tuple[int, float]], target: str = "") -> Row:
    """Return the row of a cost at several sizes. Its value is the exponent between the two largest sizes.

    Args:
        name: what was measured and in what the size is counted, such as ``list a collection, games``.
        points: different sizes in ascending order, each with its cost in seconds of CPU time.
        target: the target of the exponent.
    """
    found = slopes(points)
    costs = ", ".join(f"{1000 * cost:.3g}" if cost < 1 else f"{1000 * cost:,.0f}" for _, cost in points)
    sizes = ", ".join(f"{size:,}" for size, _ in points)
    exponents = ", ".join(f"{each:.1f}" for each in found)
    return row(name, found[-1], f"{exponents} ({costs} ms of CPU time at {sizes})", target)
