"""The training of a network: which positions it is fitted to, what it predicts, and the epochs.

The network predicts a blend of the result of a game and of the chance that the score of the search expresses. Every
``HELD_OUT``-th game is held out with all its positions, also cheap ones. In the first epochs, the network is fitted to
all other positions, and then to those of the games only.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.core.inputs import Inputs
from engine.core.options import check_range
from engine.learning.fit import MOST_HIDDEN, Fit
from engine.learning.positions import NO_RESULT

HELD_OUT = 20
LAST_RATE = 0.02
"""Share of the learning rate that the last step has. From the greatest rate to it, the rate falls as a cosine."""
WARM_STEPS = 50
"""Number of steps in which the rate grows, unless a tenth of all steps is fewer."""
DECAY = 0.01


@dataclass(frozen=True)
class FitPlan:
    """How a network is fitted.

    Attributes:
        hidden: number of hidden units.
        share: share of the result in what is predicted, from 0 to 1. The rest is the score's.
        mixed_epochs: number of epochs over all positions, cheap ones included. Without cheap ones, there are none.
        epochs: number of epochs over the positions of the games.
        batch: number of positions of a step.
        rate: greatest learning rate.
        seed: random seed.

    Raises:
        OptionError: if a number is out of range.
    """

    hidden: int = 64
    share: float = 0.4
    mixed_epochs: int = 3
    epochs: int = 4
    batch: int = 8192
    rate: float = 0.002
    seed: int = 1

    def __post_init__(self) -> None:
        check_range("hidden", self.hidden, 1, MOST_HIDDEN)
        check_range("share", self.share, 0, 1)
        check_range("mixed_epochs", self.mixed_epochs, 0, 1000)
        check_range("epochs", self.epochs, 0 if self.mixed_epochs else 1, 1000)
        check_range("batch", self.batch, 1, 1 << 20)
        check_range("rate", self.rate, 0, 1)


@dataclass(frozen=True)
class Epoch:
    """The state of a fit after an epoch. Losses are mean cross-entropies in nats.

    Attributes:
        number: number of the epoch, from 1.
        positions: number of positions to which the network was fitted in it.
        loss: mean loss of these positions, each before its step.
        held_out: loss of the positions held out.
        result: loss of the results of the games held out.
    """

    number: int
    positions: int
    loss: float
    held_out: float
    result: float


def chances(scores: np.ndarray, scale: float) -> np.ndarray:
    """Return the expected results that scores express, from 0 to 1: the logistic function of ``scores / scale``."""
    return 1 / (1 + np.exp(-np.clip(scores / scale, -30, 30)))


def results(records: np.ndarray) -> np.ndarray:
    """Return the results of the games for the side to move, 0, ½ or 1. Those of cheap positions are meaningless."""
    points = records["result"].astype(np.float64)
    return np.where(records["side"] == 0, points, 2 - points) / 2


def targets(records: np.ndarray, share: float, scale: float) -> np.ndarray:
    """Return what a network predicts for each position, from 0 to 1.

    Args:
        records: the positions (``record_type``).
        share: share of the result. In cheap positions, which have no result, only the score counts.
        scale: score that expresses a chance of 1 / (1 + 1/e).
    """
    expected = chances(records["score"], scale)
    blended = share * results(records) + (1 - share) * expected
    return np.where(records["result"] == NO_RESULT, expected, blended).astype(np.float32)


def is_held_out(records: np.ndarray) -> np.ndarray:
    """Return for each position whether its game is held out."""
    held: np.ndarray = records["game"] % HELD_OUT == 0
    return held


class Training:
    """The training of a network.

    Args:
        inputs: inputs of the game.
        records: the positions.
        plan: how the network is fitted.
        scale: as for ``targets``.

    Attributes:
        fit: the fit.
        fitted: numbers of the positions of the games to which the network is fitted.
        mixed: numbers of all positions to which it is fitted.
        held_out: numbers of the positions of games that are held out, without cheap ones.
        total: number of steps.

    Raises:
        ValueError: if there are no positions of games to fit the network to, or none that are held out.
    """

    def __init__(self, inputs: Inputs, records: np.ndarray, plan: FitPlan, scale: float) -> None:
        table = np.array(inputs.table, np.int16).reshape(2, inputs.variants, inputs.cells, 256)
        aims = targets(records, plan.share, scale)
        self.fit = Fit(table, inputs.rows, plan.hidden, inputs.buckets, records, aims, plan.seed)
        held, is_cheap = is_held_out(records), records["result"] == NO_RESULT
        self.fitted, self.mixed, self.held_out = (
            np.flatnonzero(chosen).astype(np.int32) for chosen in (~held & ~is_cheap, ~held, held & ~is_cheap)
        )
        if not len(self.fitted) or not len(self.held_out):
            raise ValueError("too few positions")
        self._plan = plan
        self._results = results(records).astype(np.float32)
        self._rng = np.random.default_rng([plan.seed, 1])
        self._variants = 1 if inputs.follows else inputs.variants
        mixed = plan.mixed_epochs if len(self.mixed) > len(self.fitted) else 0
        self._orders = [self.mixed] * mixed + [self.fitted] * plan.epochs
        self.total = sum(-(-len(order) // plan.batch) for order in self._orders)

    def epochs(self) -> Iterator[Epoch | None]:
        """Fit the network, and yield None after each step, and the state after each epoch."""
        for number, numbers in enumerate(self._orders, 1):
            order = self._rng.permutation(numbers)
            variants = None
            if self._variants > 1:
                variants = self._rng.integers(0, self._variants, len(self.fit.records), np.uint8)
            loss = 0.0
            for start in range(0, len(order), self._plan.batch):
                loss += self.fit.learn(order[start : start + self._plan.batch], variants, self._rate(), DECAY)
                yield None
            yield Epoch(number, len(order), loss / len(order), *self.losses())

    def losses(self) -> tuple[float, float]:
        """Return the loss of the positions held out, and that of their results, with the present numbers."""
        return self.fit.loss(self.held_out), self.fit.loss(self.held_out, targets=self._results)

    def _rate(self) -> float:
        """Return the learning rate of the next step."""
        done = self.fit.steps / self.total
        falling = LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * done)) / 2
        return self._plan.rate * falling * min(1, (self.fit.steps + 1) / min(WARM_STEPS, 1 + self.total // 10))
