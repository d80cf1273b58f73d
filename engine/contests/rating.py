"""Playing strength: Elo differences with error margins, likelihood of superiority, sequential probability ratio test.

Sources: A. Elo, The Rating of Chessplayers (1978), for the logistic scale; A. Wald, Sequential Analysis (1947), for
the test; M. Van den Bergh, "A practical introduction to the GSPRT" (2020), for the normal approximation of the
likelihood ratio.
"""

import math
from dataclasses import dataclass
from typing import Literal

from engine.core.errors import OptionError

Z95 = 1.959963984540054
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""

MOST_ELO = 10_000
"""Greatest Elo difference of a test; much greater ones overflow the formula."""


@dataclass(frozen=True, slots=True)
class ResultTally:
    """Results of one player against another.

    Attributes:
        wins: games won.
        draws: games drawn.
        losses: games lost.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, result: str) -> "ResultTally":
        """Return the tally of one game for FIRST, with the result ``1-0``, ``1/2-1/2`` or ``0-1``."""
        return cls(*(int(result == text) for text in ("1-0", "1/2-1/2", "0-1")))

    @property
    def games(self) -> int:
        """Number of games: wins, draws and losses."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points per game, 0 to 1, or 0.5 without games."""
        return (self.wins + 0.5 * self.draws) / self.games if self.games else 0.5

    def __add__(self, other: "ResultTally") -> "ResultTally":
        return ResultTally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def reversed(self) -> "ResultTally":
        """Return the tally of the same games from the opponent's point of view."""
        return ResultTally(self.losses, self.draws, self.wins)


def elo_of(score: float) -> float:
    """Return the Elo difference at which ``score`` points per game (0 < score < 1) are expected."""
    return 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the points per game expected at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def _mean_and_variance(wins: float, draws: float, losses: float) -> tuple[float, float]:
    games = wins + draws + losses
    mean = (wins + 0.5 * draws) / games
    return mean, (wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean**2) / games


def elo_interval(tally: ResultTally) -> tuple[float, float, float]:
    """Return the Elo difference, and the lower and upper end of its 95 % interval.

    The difference is computed from the score. A score of 0 or 1 is replaced by half a point in one additional game. The
    interval is that of Agresti and Coull (1998) with the sample variance of the games: 1.92 wins and 1.92 losses are
    added, so that the interval is finite and keeps its coverage for few games. Without games, the difference is 0, and
    the interval covers the whole scale.
    """
    games = tally.games
    added = Z95**2 / 2
    mean, variance = _mean_and_variance(tally.wins + added, tally.draws, tally.losses + added)
    error = Z95 * math.sqrt(variance / (games + 2 * added))
    low, high = max(mean - error, 1e-4), min(mean + error, 1 - 1e-4)
    edge = 0.5 / (games + 1)
    return elo_of(min(max(tally.score, edge), 1 - edge)), elo_of(low), elo_of(high)


def likelihood_of_superiority(tally: ResultTally) -> float:
    """Return the probability that the player is the stronger one, given the decided games (normal approximation)."""
    decided = tally.wins + tally.losses
    if not decided:
        return 0.5
    return 0.5 * (1 + math.erf((tally.wins - tally.losses) / math.sqrt(2 * decided)))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of two Elo differences.

    Attributes:
        elo0: Elo difference of the null hypothesis H0 ("no better").
        elo1: Elo difference of the alternative hypothesis H1, greater than ``elo0``.
        alpha: probability of accepting the alternative when the null hypothesis holds.
        beta: probability of accepting the null hypothesis when the alternative holds.

    Raises:
        OptionError: if a value is out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO or not 0 < self.alpha < 0.5 or not 0 < self.beta < 0.5:
            raise OptionError("a sequential test needs elo0 < elo1, and alpha and beta between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at or below which H0, and at or above which H1, is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: ResultTally) -> float:
        """Return the log-likelihood ratio of H1 to H0, or 0 without games.

        Half a game of each result is added to avoid zero variance.
        """
        if not tally.games:
            return 0.0
        mean, variance = _mean_and_variance(tally.wins + 0.5, tally.draws + 0.5, tally.losses + 0.5)
        score0, score1 = score_of(self.elo0), score_of(self.elo1)
        return tally.games * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)

    def verdict(self, tally: ResultTally) -> Literal["H0", "H1", "continue"]:
        """Return the hypothesis that is accepted after the games so far, or ``continue`` if neither is."""
        low, high = self.bounds
        ratio = self.ratio(tally)
        return "H1" if ratio >= high else "H0" if ratio <= low else "continue"
