"""Time management of iterative deepening: whether to start another depth."""

import math

LEAST_FACTOR, MOST_FACTOR = 0.4, 2.2
"""Bounds of ``time_factor``. The maximum time of a move is usually three times its aim."""


def time_factor(changes: float, fall: float, share: float | None) -> float:
    """Return the factor by which the time aimed at is multiplied, from facts about the depths completed so far.

    If the best move changes from depth to depth, or if the score falls, a deeper search may well find a better move. If
    most of the nodes confirm one move, it is unlikely to find another one. The factor is about 1 for a best move that
    changed three depths ago, an unchanged score and half of the nodes. The constants are a choice of this project.

    Args:
        changes: number of recent changes of the best move. Each depth halves the weight of those before it, so the
            number is less than 2.
        fall: fall of the score, in units of a clear advantage. It is negative if the score rises.
        share: share of the nodes of the last depth that were spent below the best move, 0 to 1, or None if unknown.

    Returns:
        a factor from ``LEAST_FACTOR`` to ``MOST_FACTOR``. It does not fall if ``changes`` or ``fall`` rises, and does
        not rise if ``share`` rises.
    """
    unsteady = 0.9 + 0.5 * changes
    falling = 1.0 + max(-0.2, min(1.5 * fall, 0.6))
    disputed = 1.0 if share is None else 1.3 - 0.6 * share
    return max(LEAST_FACTOR, min(unsteady * falling * disputed, MOST_FACTOR))


class Steadiness:
    """The facts for ``time_factor`` about the depths that a search completes.

    Args:
        scale: score of a clear advantage, or 0 if it is unknown. The score is then ignored.
    """

    def __init__(self, scale: int) -> None:
        self._scale = scale
        self._move: int | None = None
        self._changes = 0.0
        self._values: list[int] = []

    def factor_after(self, move: int | None, value: int, share: float | None) -> float:
        """Return the factor after the depth just completed. It must be called once for each depth.

        The score is compared with the mean of the two depths before, because scores of odd and even depths differ.

        Args:
            move: best move.
            value: score for the side to move.
            share: share of the nodes of this depth that were spent below the best move, or None if it is unknown.
        """
        self._changes = self._changes / 2 + (self._move is not None and move != self._move)
        self._move = move
        fall = 0.0
        if self._scale and self._values:
            fall = (sum(self._values) / len(self._values) - value) / self._scale
        self._values = [*self._values[-1:], value]
        return time_factor(self._changes, fall, share)


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
        self._begin, self._aim, self._most = begin, math.inf, math.inf
        if aim is not None and most is not None:
            self._aim, self._most = aim, begin + most

    def is_enough(self, nodes: int, seconds: float, factor: float = 1.0) -> bool:
        """Whether the search should end after the depth just completed. It must be called once for each depth.

        Args:
            nodes: number of positions visited in this depth.
            seconds: time since the search started.
            factor: factor by which the target time is multiplied after this depth (``time_factor``). The maximum time
                remains.
        """
        took, self._seconds = seconds - self._seconds, seconds
        growth = max(1.0, math.sqrt(nodes / self._nodes[0]))
        self._nodes = [self._nodes[1], max(1, nodes)]
        return seconds >= self._begin + factor * self._aim or seconds + growth * took > self._most
