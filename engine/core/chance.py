"""The chance of winning that a score expresses, and the score that expresses a chance."""

import math

from engine.core.score import WIN_BOUND

LEAST_CHANCE = 0.001
"""Least chance that a score expresses, and 1 minus the greatest one."""


def win_chance(value: int, scale: int) -> float:
    """Return the chance of winning, 0 to 1, of a side with a score. A forced win is 1, and a forced loss 0.

    Without a scale, all other scores are worth 0.5.
    """
    if value > WIN_BOUND:
        return 1.0
    if value < -WIN_BOUND:
        return 0.0
    return (1 + math.tanh(value / scale)) / 2 if scale else 0.5


def chance_value(chance: float, scale: int) -> int:
    """Return the score with a chance of winning: the inverse of ``win_chance``, which expresses no certainty."""
    return round(scale * math.atanh(2 * min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE) - 1))
