"""Ratings: known values, and laws that hold for all results."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contests.rating import ResultTally, Sprt, elo_interval, elo_of, likelihood_of_superiority, score_of
from engine.core.errors import OptionError

counts = st.integers(0, 500)


def test_the_scale_is_elos() -> None:
    # Elo's table: 200 points are 0.76, 400 points are 10 : 1.
    assert score_of(200) == pytest.approx(0.7597, abs=1e-4)
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)


@given(st.floats(-700, 700))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


@given(counts, counts, counts)
def test_the_interval_holds_the_difference_and_turns_with_the_sides(wins: int, draws: int, losses: int) -> None:
    tally = ResultTally(wins, draws, losses)
    elo, low, high = elo_interval(tally)
    assert low < high
    assert low - 1e-9 <= elo <= high + 1e-9 or tally.games < 8
    reverse = elo_interval(tally.reversed)
    assert reverse == pytest.approx((-elo, -high, -low))


def test_the_interval_of_many_games_is_the_normal_one() -> None:
    # 1000 games, score 0.6, a third drawn: standard error sqrt(var / n), var = E[x²] − mean².
    tally = ResultTally(433, 334, 233)
    mean = (433 + 167) / 1000
    error = 1.96 * math.sqrt(((433 + 0.25 * 334) / 1000 - mean**2) / 1000)
    _, low, high = elo_interval(tally)
    assert low == pytest.approx(elo_of(mean - error), abs=1.5)
    assert high == pytest.approx(elo_of(mean + error), abs=1.5)


def test_superiority() -> None:
    assert likelihood_of_superiority(ResultTally()) == 0.5
    assert likelihood_of_superiority(ResultTally(10, 5, 10)) == 0.5
    # One standard deviation: (w − l) / sqrt(w + l) = 1 → Φ(1).
    assert likelihood_of_superiority(ResultTally(55, 40, 45)) == pytest.approx(0.8413, abs=1e-4)


def test_a_sequential_test_decides_both_ways() -> None:
    test = Sprt(0, 20)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert test.verdict(ResultTally()) == "continue"
    assert test.verdict(ResultTally(3, 0, 1)) == "continue"
    assert test.verdict(ResultTally(600, 300, 400)) == "H1"
    assert test.verdict(ResultTally(400, 300, 600)) == "H0"


def test_each_hypothesis_is_accepted_at_the_bound_of_its_own_risk() -> None:
    """Wald's bounds are log(beta / (1 - alpha)) and log((1 - beta) / alpha): ln(0.2 / 0.99) and ln 80."""
    careful = Sprt(0, 20, alpha=0.01, beta=0.2)
    assert careful.bounds == pytest.approx((-1.5994, 4.3820), abs=1e-4)
    equal = Sprt(0, 20)
    for tally, ratio, verdicts in (
        (ResultTally(350, 300, 350), -2.36, ("H0", "continue")),
        (ResultTally(410, 300, 340), 3.22, ("continue", "H1")),
    ):
        assert equal.ratio(tally) == careful.ratio(tally) == pytest.approx(ratio, abs=0.01)
        assert (careful.verdict(tally), equal.verdict(tally)) == verdicts


@pytest.mark.parametrize("bad", [(10, 0), (0, 10, 0.7), (0, 10, 0.05, 0)])
def test_a_sequential_test_needs_sense(bad: tuple[float, ...]) -> None:
    with pytest.raises(OptionError, match="sequential"):
        Sprt(*bad)
