"""Whether to begin one more depth while a clock runs."""

import math


class Pace:
    """Watches a search that deepens, depth by depth.

    A depth that is not completed is dropped, so time spent on it is lost: it is better kept for the next move. How long
    the next one will take is guessed from the last three: the geometric mean of their two growths. (The growth from
    one depth to the next alternates, as cut-offs do more for one parity; the mean of two was nearer than the
    last alone or the one of equal parity in every game measured.)

    Args:
        aim: seconds that should be used.
        most: seconds that must not be exceeded.
    """

    def __init__(self, aim: float, most: float) -> None:
        self._aim = aim
        self._most = most
        self._seconds = 0.0
        self._nodes = [1, 1]

    def is_enough(self, nodes: int, seconds: float) -> bool:
        """Whether the search should end with the depth that it has just completed.

        Args:
            nodes: positions visited in this depth.
            seconds: since the search began.
        """
        took, self._seconds = seconds - self._seconds, seconds
        growth = max(1.0, math.sqrt(nodes / self._nodes[0]))
        self._nodes = [self._nodes[1], max(1, nodes)]
        return seconds >= self._aim or seconds + growth * took > self._most
