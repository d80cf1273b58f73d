"""Ratings: known values, and laws that hold for all results."""

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contests.rating import (
    OutcomeTally,
    PairTally,
    ResultTally,
    Sprt,
    elo_interval,
    elo_of,
    holm,
    likelihood_of_superiority,
    normalised_elo,
    p_value,
    score_of,
)
from engine.core.errors import OptionError

counts = st.integers(0, 500)
pair_counts = st.tuples(*[counts] * 5)
PUBLISHED = PairTally((13, 37, 50, 25, 3))
"""Pairs published with their statistics on a page of montytest, an instance of fishtest."""


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
        (ResultTally(410, 300, 340), 3.21, ("continue", "H1")),
    ):
        assert equal.ratio(tally) == careful.ratio(tally) == pytest.approx(ratio, abs=0.01)
        assert (careful.verdict(tally), equal.verdict(tally)) == verdicts


# --- pairs -----------------------------------------------------------------------------------------------------------


def test_the_statistics_of_published_pairs() -> None:
    assert PUBLISHED.games == 256
    elo, low, high = elo_interval(PUBLISHED)
    assert elo == pytest.approx(-43.66, abs=0.005)
    assert (low, high) == pytest.approx((-73.4, -14.5), abs=1.5), "published without added games"
    assert normalised_elo(PUBLISHED) == pytest.approx(-63.97, abs=0.005)
    assert Sprt(0, 4, normalised=True).ratio(PUBLISHED) == pytest.approx(-0.549, abs=0.0005)


def test_pairs_have_the_points_of_both_games() -> None:
    win, draw, loss = (ResultTally.of(result) for result in ("1-0", "1/2-1/2", "0-1"))
    for first, second, place in (
        (loss, loss, 0), (draw, loss, 1), (draw, draw, 2), (win, loss, 2), (loss, win, 2), (win, draw, 3),
        (win, win, 4),
    ):  # fmt: skip
        assert PairTally.of(first, second).counts == tuple(int(each == place) for each in range(5))


@given(pair_counts)
def test_statistics_of_pairs_turn_with_the_sides(numbers: tuple[int, int, int, int, int]) -> None:
    tally = PairTally(numbers)
    elo, low, high = elo_interval(tally)
    assert low < high
    assert elo_interval(tally.reversed) == pytest.approx((-elo, -high, -low))
    superior = likelihood_of_superiority(tally)
    assert likelihood_of_superiority(tally.reversed) == pytest.approx(1 - superior)
    assert tally.score + tally.reversed.score == pytest.approx(1)
    for normalised in (False, True):
        ratio = Sprt(-5, 10, normalised=normalised).ratio(tally)
        assert math.isfinite(ratio)
        assert Sprt(-10, 5, normalised=normalised).ratio(tally.reversed) == pytest.approx(-ratio, abs=1e-4)


def test_pairs_of_an_unbalanced_opening_have_a_smaller_error_than_their_games() -> None:
    """The first mover always wins: each pair gives a point to both, and only the pairs show that nothing varies."""
    pairs, games = PairTally((0, 0, 100, 0, 0)), ResultTally(100, 0, 100)
    assert elo_interval(pairs)[2] < elo_interval(games)[2] / 5
    assert normalised_elo(pairs) is None
    assert normalised_elo(games) == 0
    assert likelihood_of_superiority(pairs) == 0.5


def test_independent_games_have_the_same_normalised_elo_as_their_pairs() -> None:
    # Two independent games with 0.3, 0.4, 0.3: the convolution of the results.
    win, draw, loss = 0.4, 0.4, 0.2
    games = ResultTally(400_000, 400_000, 200_000)
    pairs = [loss**2, 2 * loss * draw, draw**2 + 2 * win * loss, 2 * win * draw, win**2]
    a, b, c, d, e = (round(1_000_000 * each) for each in pairs)
    assert normalised_elo(PairTally((a, b, c, d, e))) == pytest.approx(normalised_elo(games))


def _shares_with_mean(base: Sequence[float], mean: float) -> list[float]:
    """Return ``base`` with its shares weighted exponentially by score until its mean is ``mean``."""
    low, high = -50.0, 50.0
    for _ in range(80):
        slope = (low + high) / 2
        weights = [share * math.exp(slope * place / 4) for place, share in enumerate(base)]
        shares = [weight / sum(weights) for weight in weights]
        if sum(place / 4 * share for place, share in enumerate(shares)) < mean:
            low = slope
        else:
            high = slope
    return shares


def _accepted(sprt: Sprt, shares: Sequence[float], rng: random.Random) -> str:
    """Return the hypothesis that a simulated test of pairs with these shares accepts."""
    numbers = [0] * 5
    while True:
        numbers[rng.choices(range(5), shares)[0]] += 1
        a, b, c, d, e = numbers
        verdict = sprt.verdict(PairTally((a, b, c, d, e)))
        if verdict != "continue":
            return verdict


def _error_rates(base: Sequence[float], sprt: Sprt, tests: int) -> tuple[float, float]:
    """Return the shares of simulated tests that reject a true H0 and a true H1."""
    rng = random.Random(7)
    rates = []
    for elo, wrong in ((sprt.elo0, "H1"), (sprt.elo1, "H0")):
        shares = _shares_with_mean(base, score_of(elo))
        rates.append(sum(_accepted(sprt, shares, rng) == wrong for _ in range(tests)) / tests)
    return rates[0], rates[1]


BALANCED, UNBALANCED = (0.2, 0.1, 0.4, 0.1, 0.2), (0.01, 0.1, 0.78, 0.1, 0.01)


@pytest.mark.parametrize("base", [BALANCED, UNBALANCED])
def test_the_error_rates_of_a_sequential_test_of_pairs(base: tuple[float, ...]) -> None:
    """The risks are 5 %: of 40 tests at most 6 are wrong in 99 % of all samples."""
    assert max(_error_rates(base, Sprt(-40, 80), 40)) <= 6 / 40


@pytest.mark.slow
@pytest.mark.parametrize("base", [BALANCED, UNBALANCED])
@pytest.mark.parametrize("bounds", [(0, 60), (-20, 60)])
def test_the_error_rates_of_many_sequential_tests_of_pairs(
    base: tuple[float, ...], bounds: tuple[float, float]
) -> None:
    """The risks are 5 %: of 400 tests at most 8.3 % are wrong, three standard errors more than expected."""
    assert max(_error_rates(base, Sprt(*bounds), 400)) <= 0.083


@given(counts, counts, counts)
def test_the_likelihood_of_superiority_of_games_depends_on_decided_games(wins: int, draws: int, losses: int) -> None:
    tally: OutcomeTally = ResultTally(wins, draws, losses)
    decided = wins + losses
    expected = 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * decided))) if decided else 0.5
    assert likelihood_of_superiority(tally) == pytest.approx(expected)


def test_a_test_of_normalised_elo_has_a_smaller_range() -> None:
    with pytest.raises(OptionError, match="from -200 to 200"):
        Sprt(0, 201, normalised=True)
    assert Sprt(0, 201).elo1 == 201


@pytest.mark.parametrize("bad", [(10, 0), (0, 10, 0.7), (0, 10, 0.05, 0)])
def test_a_sequential_test_needs_sense(bad: tuple[float, ...]) -> None:
    with pytest.raises(OptionError, match="sequential"):
        Sprt(*bad)


def test_holm_adjusts_by_the_rank() -> None:
    """By hand: 4 · 0.005, 3 · 0.01, 2 · 0.03, and 0.04, which is not less than the one before; never more than 1."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.01, 0.7]) == pytest.approx([1.0, 0.03, 1.0])
    assert holm([0.2]) == [0.2]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_rejects_fewer_than_without_adjustment_and_more_than_bonferroni(values: list[float]) -> None:
    """The number of rejected hypotheses is also checked step by step, as in Holm's paper."""
    rejected = sum(each <= 0.05 for each in holm(values))
    assert sum(len(values) * each <= 0.05 for each in values) <= rejected <= sum(each <= 0.05 for each in values)
    steps = [each * (len(values) - rank) <= 0.05 for rank, each in enumerate(sorted(values))]
    assert rejected == (steps.index(False) if False in steps else len(steps))


def test_a_p_value_is_that_of_a_known_deviation() -> None:
    """100 wins and 60 losses, with 1.92 of each added: 101.92 of 163.84 points, standard error 0.03787, 3.23 errors."""
    assert p_value(ResultTally(100, 0, 60)) == pytest.approx(0.00125, abs=0.00005)
    assert p_value(ResultTally(7, 4, 7)) == 1.0
    assert p_value(ResultTally()) == 1.0


@given(pair_counts)
def test_a_p_value_is_small_where_the_interval_does_not_contain_0(numbers: tuple[int, int, int, int, int]) -> None:
    tally = PairTally(numbers)
    _, low, high = elo_interval(tally)
    assert (p_value(tally) < 0.05) == (not low <= 0 <= high)
    assert p_value(tally.reversed) == pytest.approx(p_value(tally))
