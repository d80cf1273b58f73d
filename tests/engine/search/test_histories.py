"""The statistics of moves: limits, the weight of recent results, and what belongs to which move."""

import itertools
import random

import pytest

from engine.search.histories import MOST_PAIRED, Histories

LIMIT = 16384
"""Greatest magnitude of an entry."""
GAINS = (1, 200, 300, 400, 500, 700, 1000)
"""The least gain of each class."""


def test_new_statistics_are_empty() -> None:
    histories = Histories(6)
    assert histories.traits == 6
    assert {histories.entry(trait, last, 5) for trait in range(6) for last in range(-1, 6)} == {0}
    assert {histories.entry(trait, gain=gain) for trait in range(6) for gain in GAINS} == {0}
    assert {histories.stored_reply(last) for last in range(-1, 6)} == {-1}
    assert {histories.expected_error(last) for last in range(-1, 6)} == {0}


@pytest.mark.parametrize("bonus", [1, 57, 2000, LIMIT])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("gain", [0, 300])
def test_an_entry_approaches_the_limit_of_its_sign(bonus: int, sign: int, gain: int) -> None:
    histories = Histories(3)
    before, steps = 0, []
    for _ in range(3000):
        histories.learn(1, sign * bonus, gain=gain)
        after = histories.entry(1, gain=gain)
        steps.append(sign * (after - before))
        assert abs(after) <= LIMIT
        before = after
    assert steps[0] == bonus and min(steps) >= 0
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(steps)), "the change decreases"
    # An entry grows until the loss, which is rounded towards 0, equals the bonus.
    assert sign * before >= (3000 if bonus == 1 else LIMIT - LIMIT // bonus)


@pytest.mark.parametrize("gain", [0, 300])
def test_entries_remain_within_the_limit(gain: int) -> None:
    rng, histories = random.Random(1), Histories(2)
    for _ in range(5000):
        histories.learn(0, rng.choice((-1, 1)) * rng.choice((LIMIT, 2000, rng.randint(0, LIMIT))), gain=gain)
        assert abs(histories.entry(0, gain=gain)) <= LIMIT


def test_positive_and_negative_bonuses_have_the_same_effect() -> None:
    """Quotients are rounded towards 0 for both signs."""
    rng = random.Random(2)
    bonuses = [rng.randint(-2000, 2000) for _ in range(500)]
    first, second = Histories(2), Histories(2)
    for bonus in bonuses:
        first.learn(0, bonus, last=1)
        second.learn(0, -bonus, last=1)
        assert first.entry(0, 1) == -second.entry(0, 1)


def test_recent_results_count_more() -> None:
    first, second = Histories(1), Histories(1)
    for bonus in (1500, -1500):
        first.learn(0, bonus)
        second.learn(0, -bonus)
    assert first.entry(0) < 0 < second.entry(0)


def test_the_sum_is_of_the_move_and_of_the_two_moves_before() -> None:
    histories = Histories(8)
    histories.learn(3, 1000, last=4, earlier=5)
    assert histories.entry(3, 4, 5) == 3000
    assert histories.entry(3, 4) == histories.entry(3, -1, 5) == histories.entry(3, 4, 6) == 2000
    # One table contains the pairs of both distances.
    assert histories.entry(3, 5, 4) == 3000
    assert histories.entry(3) == histories.entry(3, 6, 7) == 1000
    assert histories.entry(4, 3, 5) == histories.entry(5) == 0
    histories.learn(3, -1000)
    assert histories.entry(3) < 0 and histories.entry(3, 4) == histories.entry(3) + 1000


def test_without_pairs_only_the_move_counts() -> None:
    """With too many traits, pairs are not stored."""
    paired, single = Histories(MOST_PAIRED), Histories(MOST_PAIRED + 1)
    for histories in (paired, single):
        histories.learn(MOST_PAIRED - 1, 500, last=MOST_PAIRED - 1, earlier=0)
    assert paired.entry(MOST_PAIRED - 1, MOST_PAIRED - 1, 0) == 1500
    assert single.entry(MOST_PAIRED - 1, MOST_PAIRED - 1, 0) == 500
    assert single.entry(MOST_PAIRED) == 0


def test_captures_are_separated_by_class_of_gain() -> None:
    histories = Histories(4)
    for number, gain in enumerate(GAINS, 1):
        histories.learn(2, 100 * number, gain=gain)
    for number, (least, next_class) in enumerate(zip(GAINS, (*GAINS[1:], 100_000), strict=True), 1):
        assert histories.entry(2, gain=least) == histories.entry(2, gain=next_class - 1) == 100 * number
    assert histories.entry(2) == 0, "quiet moves have other statistics"
    assert {histories.entry(trait, gain=gain) for trait in (1, 3) for gain in GAINS} == {0}


def test_the_last_reply_is_stored() -> None:
    histories = Histories(3)
    histories.store_reply(1, 77)
    histories.store_reply(1, 65_000)
    histories.store_reply(-1, 5)
    assert [histories.stored_reply(last) for last in (-1, 0, 1, 2)] == [-1, -1, 65_000, -1]


@pytest.mark.parametrize("depth", [1, 5, 15, 16, 40])
@pytest.mark.parametrize("difference", [40, -40, 60, 500, 61, -61, -500])
def test_the_error_approaches_its_mean(depth: int, difference: int) -> None:
    """Differences of more than 60 count as 60, and the weight of a depth of more than 15 is 16."""
    histories, other = Histories(2), Histories(2)
    expected = max(-60, min(60, difference))
    for number in range(1000):
        histories.learn_error(0, difference, depth)
        other.learn_error(0, expected, min(depth, 15))
        assert histories.expected_error(0) == other.expected_error(0)
        assert 0 <= histories.expected_error(0) * (1 if difference > 0 else -1) <= abs(expected), number
    # Quotients are rounded towards 0, so that the mean itself is not reached.
    assert abs(expected - histories.expected_error(0)) <= 1
    assert histories.expected_error(1) == 0


def test_deeper_results_change_the_error_more() -> None:
    errors = []
    for depth in (1, 4, 9, 15):
        histories = Histories(1)
        histories.learn_error(0, 60, depth)
        histories.learn_error(0, 60, depth)
        errors.append(histories.expected_error(0))
    assert errors == sorted(set(errors))


def test_an_unknown_move_has_no_error() -> None:
    histories = Histories(2)
    histories.learn_error(-1, 60, 9)
    assert [histories.expected_error(last) for last in (-1, 0, 1)] == [0, 0, 0]


@pytest.mark.parametrize("value", [1001, -1001, 1, -1, 0])
def test_fading_halves_the_statistics_of_single_moves(value: int) -> None:
    histories = Histories(3)
    histories.learn(1, value, last=2)
    histories.learn(1, value, gain=300)
    histories.fade()
    half = abs(value) // 2 * (1 if value > 0 else -1)
    assert histories.entry(1) == half
    assert histories.entry(1, 2) == half + value, "pairs are not halved"
    assert histories.entry(1, gain=300) == value


def test_cleared_statistics_are_new_ones() -> None:
    histories = Histories(5)
    for trait in range(5):
        histories.learn(trait, 900, last=4, earlier=3)
        histories.learn(trait, 900, gain=500)
        histories.store_reply(trait, 9)
        histories.learn_error(trait, 60, 15)
    histories.clear()
    for trait in range(5):
        assert histories.entry(trait, 4, 3) == histories.entry(trait, gain=500) == histories.expected_error(trait) == 0
        assert histories.stored_reply(trait) == -1


def test_statistics_are_initialised_once() -> None:
    histories = Histories(4)
    with pytest.raises(TypeError, match="once"):
        histories.__init__(8)  # type: ignore[misc]
    assert histories.traits == 4
