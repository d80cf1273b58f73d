"""Playing strength: Elo differences with error margins, likelihood of superiority, sequential probability ratio test.

The statistics are computed from single games (``ResultTally``, three results) or from pairs of games with the same
opening and both colours (``PairTally``, five results). The two games of a pair are not independent: an opening that
favours one colour gives a point to each player. Statistics of single games overestimate their error.

Sources: A. Elo, The Rating of Chessplayers (1978), for the logistic scale; A. Wald, Sequential Analysis (1947), for
the test; M. Van den Bergh, "A practical introduction to the GSPRT" (2020) and "Comments on normalized Elo" (2021), for
the generalised likelihood ratio and normalised Elo.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.core.errors import OptionError

Z95 = 1.959963984540054
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""

MOST_ELO = 10_000
"""Greatest Elo difference of a test. Much greater differences overflow the formula."""

MOST_NORMALISED_ELO = 200
"""Greatest normalised Elo difference of a test. For much greater ones the most likely distribution is not found."""

NORMALISED_UNIT = 800 / math.log(10)
"""Normalised Elo of a score that is one standard deviation of a game above ½."""


class OutcomeTally:
    """Base class of counts of results of one player against another.

    A result is the score of an observation, which is a game or a pair of games. With ``k + 1`` possible results, result
    ``i`` has the score ``i / k``.

    Attributes:
        size: number of games of an observation.
    """

    __slots__ = ()
    size: ClassVar[int]

    @property
    def results(self) -> tuple[int, ...]:
        """The number of observations with each score, from the lowest score to the highest."""
        raise NotImplementedError

    @property
    def games(self) -> int:
        """The number of games."""
        return self.size * sum(self.results)

    @property
    def score(self) -> float:
        """The points per game, from 0 to 1, or 0.5 if there are no games."""
        return _mean_and_variance(self.results)[0] if self.games else 0.5


@dataclass(frozen=True, slots=True)
class ResultTally(OutcomeTally):
    """Results of single games of one player against another.

    Attributes:
        wins: games won.
        draws: games drawn.
        losses: games lost.
    """

    size: ClassVar[int] = 1
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @staticmethod
    def of(result: str) -> "ResultTally":
        """Return the tally of one game for FIRST, with the result ``1-0``, ``1/2-1/2`` or ``0-1``."""
        return _TALLIES[result]

    @property
    def results(self) -> tuple[int, ...]:
        """The numbers of losses, draws and wins."""
        return self.losses, self.draws, self.wins

    def __add__(self, other: "ResultTally") -> "ResultTally":
        return ResultTally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def reversed(self) -> "ResultTally":
        """The tally of the same games from the opponent's point of view."""
        return ResultTally(self.losses, self.draws, self.wins)


_TALLIES = {"1-0": ResultTally(1, 0, 0), "1/2-1/2": ResultTally(0, 1, 0), "0-1": ResultTally(0, 0, 1)}


@dataclass(frozen=True, slots=True)
class PairTally(OutcomeTally):
    """Results of pairs of games. The games of a pair have the same opening, and the players exchange sides.

    Attributes:
        counts: number of pairs with 0, ½, 1, 1½ and 2 points.
    """

    size: ClassVar[int] = 2
    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, first: ResultTally, second: ResultTally) -> "PairTally":
        """Return the tally of one pair from the player's results in its two games."""
        both = first + second
        place = 2 * both.wins + both.draws
        a, b, c, d, e = (int(place == each) for each in range(5))
        return cls((a, b, c, d, e))

    @property
    def results(self) -> tuple[int, ...]:
        """The numbers of pairs with 0, ½, 1, 1½ and 2 points."""
        return self.counts

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    def __add__(self, other: "PairTally") -> "PairTally":
        a, b, c, d, e = (own + its for own, its in zip(self.counts, other.counts, strict=True))
        return PairTally((a, b, c, d, e))

    @property
    def reversed(self) -> "PairTally":
        """The tally of the same pairs from the opponent's point of view."""
        a, b, c, d, e = self.counts
        return PairTally((e, d, c, b, a))


def elo_of(score: float) -> float:
    """Return the Elo difference at which ``score`` points per game (0 < score < 1) are expected."""
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the points per game expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def _mean_and_variance(results: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of the scores of observations.

    ``results`` contains the number of observations with each score, from the lowest score to the highest.
    """
    count, best = sum(results), len(results) - 1
    mean = sum(i * number for i, number in enumerate(results)) / (best * count)
    return mean, sum(number * (i / best - mean) ** 2 for i, number in enumerate(results)) / count


def elo_interval(tally: OutcomeTally) -> tuple[float, float, float]:
    """Return the Elo difference and the lower and upper bounds of its 95 % interval.

    The difference is computed from the score. A score of 0 or 1 is replaced by half a point in one additional game. The
    interval is that of Agresti and Coull (1998) with the sample variance of the games or pairs. 1.92 games won and 1.92
    games lost are added, in whole pairs, so that the interval is finite and has the correct coverage even for few
    games. If there are no games, the difference is 0, and the interval covers the whole scale.
    """
    games = tally.games
    mean, error = _mean_and_error(tally)
    low, high = max(mean - Z95 * error, 1e-4), min(mean + Z95 * error, 1 - 1e-4)
    edge = 0.5 / (games + 1)
    return elo_of(min(max(tally.score, edge), 1 - edge)), elo_of(low), elo_of(high)


def _mean_and_error(tally: OutcomeTally) -> tuple[float, float]:
    """Return the centre of the interval of ``elo_interval`` in points per game, and the standard error of the mean."""
    added = Z95**2 / 2 / tally.size
    lowest, *others, highest = tally.results
    mean, variance = _mean_and_variance((lowest + added, *others, highest + added))
    return mean, math.sqrt(variance / (tally.games / tally.size + 2 * added))


def p_value(tally: OutcomeTally) -> float:
    """Return the two-sided p-value of the hypothesis that both players are equally strong.

    It is that of the normal distribution from which ``elo_interval`` is computed, so it is below 0.05 if and only if
    the 95 % interval does not contain 0.
    """
    mean, error = _mean_and_error(tally)
    return math.erfc(abs(mean - 0.5) / error / math.sqrt(2))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values of several hypotheses, adjusted so that they hold for all hypotheses together.

    If the hypotheses with an adjusted p-value below 0.05 are rejected, the probability that any of them is true is at
    most 0.05, however the tests depend on each other. Source: S. Holm, "A simple sequentially rejective multiple test
    procedure", Scandinavian Journal of Statistics 6 (1979).

    Args:
        p_values: the p-value of each hypothesis.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [1.0] * len(p_values)
    greatest = 0.0
    for rank, index in enumerate(order):
        greatest = max(greatest, min(1.0, (len(order) - rank) * p_values[index]))
        adjusted[index] = greatest
    return adjusted


def normalised_elo(tally: OutcomeTally) -> float | None:
    """Return the normalised Elo: the mean score minus ½, in standard deviations of one game, times a constant.

    The constant makes a small difference numerically close to one in Elo. If games are counted in pairs, the standard
    deviation of one game is estimated from the variance of the pairs.

    Returns:
        The normalised Elo, or None if there are no games or all results are equal. The standard deviation is then
        unknown.
    """
    if not tally.games:
        return None
    mean, variance = _mean_and_variance(tally.results)
    return (mean - 0.5) / math.sqrt(tally.size * variance) * NORMALISED_UNIT if variance > 0 else None


def likelihood_of_superiority(tally: OutcomeTally) -> float:
    """Return the probability that the player is the stronger one, in the normal approximation.

    The variance is that around a score of ½, so drawn games and pairs with equal points have no effect.
    """
    best = len(tally.results) - 1
    sum_of = sum(number * (i / best - 0.5) for i, number in enumerate(tally.results))
    squares = sum(number * (i / best - 0.5) ** 2 for i, number in enumerate(tally.results))
    return 0.5 * (1 + math.erf(sum_of / math.sqrt(2 * squares))) if squares else 0.5


# --- sequential test --------------------------------------------------------------------------------------------------

_RARE = 1e-3
"""Number of observations assumed for a result that has not occurred, so that its probability is not 0."""


def _most_likely(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """Return the probabilities with expectation 0 of ``values`` under which the observed ``shares`` are most likely.

    Each probability is ``share / (1 + x * value)``, where x is found by bisection. The values must have both signs.
    """
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(80):
        x = (low + high) / 2
        if sum(share * value / (1 + x * value) for share, value in zip(shares, values, strict=True)) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * value) for share, value in zip(shares, values, strict=True)]


def _with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """Return the most likely probabilities of the results with this expected score."""
    best = len(shares) - 1
    return _most_likely(shares, [i / best - mean for i in range(best + 1)])


def _with_deviations(shares: Sequence[float], t: float) -> list[float]:
    """Return the most likely probabilities with an expected score of ½ plus ``t`` standard deviations.

    The condition is not linear in the probabilities. It is replaced by its tangent at the last solution until the
    solution no longer changes.
    """
    best = len(shares) - 1
    found = [1 / len(shares)] * len(shares)
    for _ in range(50):
        mean, variance = _mean_and_variance(found)
        deviation = math.sqrt(variance)
        tangent = [
            i / best - 0.5 - t * deviation * (1 + ((i / best - mean) / deviation) ** 2) / 2 for i in range(best + 1)
        ]
        last, found = found, _most_likely(shares, tangent)
        if max(abs(a - b) for a, b in zip(last, found, strict=True)) < 1e-10:
            break
    return found


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of two Elo differences.

    Attributes:
        elo0: Elo difference of the null hypothesis H0 ("no better").
        elo1: Elo difference of the alternative hypothesis H1, greater than ``elo0``.
        alpha: probability of accepting H1 if H0 is true.
        beta: probability of accepting H0 if H1 is true.
        normalised: whether ``elo0`` and ``elo1`` are normalised Elo differences (``normalised_elo``).

    Raises:
        OptionError: if a value is out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = False

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1 or not 0 < self.alpha < 0.5 or not 0 < self.beta < 0.5:
            raise OptionError("a sequential test needs elo0 < elo1, and alpha and beta between 0 and 0.5")
        most = MOST_NORMALISED_ELO if self.normalised else MOST_ELO
        if not -most <= self.elo0 < self.elo1 <= most:
            raise OptionError("a sequential test needs elo0 and elo1 from {least} to {most}", least=-most, most=most)

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log-likelihood ratio. H0 is accepted at or below the first, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: OutcomeTally) -> float:
        """Return the generalised log-likelihood ratio of H1 to H0.

        The likelihood of a hypothesis is the maximum over all distributions of the results of games or pairs that agree
        with the hypothesis. A result that has not occurred counts as 1/1000 of an observation.
        """
        if not tally.games:
            return 0.0
        results = [max(number, _RARE) for number in tally.results]
        count = sum(results)
        shares = [number / count for number in results]
        likely0, likely1 = (self._likely(shares, elo, tally.size) for elo in (self.elo0, self.elo1))
        return count * sum(p * math.log(b / a) for p, a, b in zip(shares, likely0, likely1, strict=True))

    def _likely(self, shares: Sequence[float], elo: float, size: int) -> list[float]:
        if self.normalised:
            return _with_deviations(shares, elo / NORMALISED_UNIT * math.sqrt(size))
        return _with_mean(shares, min(max(score_of(elo), 1e-9), 1 - 1e-9))

    def verdict(self, tally: OutcomeTally) -> Literal["H0", "H1", "continue"]:
        """Return the hypothesis that is accepted after the results so far, or ``continue`` if neither is accepted."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return "H1" if ratio >= high else "H0" if ratio <= low else "continue"
