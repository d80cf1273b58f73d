"""Time management of iterative deepening: whether to start another depth."""

import math


class Pace:
    """The time used by the depths of a search, and a prediction of the time of the next depth.

    The result of an incomplete depth is discarded, so it is better to save its time for the next move. The predicted
    duration of the next depth is that of the last depth times the geometric mean of the last two growth factors of
    nodes. The factors alternate between small and large values, because cutoffs save more nodes at depths of one
    parity. In every game measured, the mean of two factors gave a better prediction than the last factor alone or the
    last factor of equal parity.

    Args:
        aim: target time in seconds, or None if the search uses all the time it has.
        most: maximum time in seconds, or None if it is not limited.
    """

    def __init__(self, aim: float | None, most: float | None) -> None:
        self.set_times(aim, most)
        self._seconds = 0.0
        self._nodes = [1, 1]

    def set_times(self, aim: float | None, most: float | None, begin: float = 0.0) -> None:
        """Set the target time and the maximum time, as in the constructor.

        Args:
            aim: target time in seconds.
            most: maximum time in seconds.
            begin: moment from which both count, in seconds since the search started.
        """
        self._aim = self._most = math.inf
        if aim is not None and most is not None:
            self._aim, self._most = begin + aim, begin + most

    def is_enough(self, nodes: int, seconds: float) -> bool:
        """Whether the search should end after the depth just completed. It must be called once for each depth.

        Args:
            nodes: number of positions visited in this depth.
            seconds: time since the search started.
        """
        took, self._seconds = seconds - self._seconds, seconds
        growth = max(1.0, math.sqrt(nodes / self._nodes[0]))
        self._nodes = [self._nodes[1], max(1, nodes)]
        return seconds >= self._aim or seconds + growth * took > self._most
