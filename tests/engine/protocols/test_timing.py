import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.outcome import Player
from engine.protocols.timing import LEAST_SECONDS, OVERHEAD_SECONDS, STRETCH, TimeLeft, next_lag

times = st.floats(0, 1e7)


@given(times, st.floats(0, 60), st.none() | st.integers(1, 200), st.none() | st.floats(0, 60))
@example(1.0, 0.1, None, None)
@example(0.02, 0.1, None, None)
def test_a_move_never_takes_what_is_left(left: float, more: float, to_go: int | None, most: float | None) -> None:
    allotted = TimeLeft((left, 5.0), (more, 0.0), to_go, most).allot(Player.FIRST)
    assert allotted >= LEAST_SECONDS
    assert allotted <= max(LEAST_SECONDS, 0.9 * left - OVERHEAD_SECONDS)
    if most is not None:
        assert allotted <= max(LEAST_SECONDS, 0.9 * most - OVERHEAD_SECONDS)


@given(times, st.floats(0, 60), st.none() | st.integers(1, 200), st.none() | st.floats(0, 60), st.floats(0, 1))
def test_a_search_aims_at_what_is_allotted(
    left: float, more: float, to_go: int | None, most: float | None, lag: float
) -> None:
    clock = TimeLeft((left, 5.0), (more, 0.0), to_go, most)
    limit = clock.limit(Player.FIRST, lag)
    assert limit.aim == clock.allot(Player.FIRST, lag)
    assert limit.seconds is not None and limit.aim <= limit.seconds
    assert limit.seconds <= max(LEAST_SECONDS, STRETCH * (limit.aim + lag))
    # Whatever it does, the flag stays up.
    assert limit.seconds <= max(LEAST_SECONDS, 0.9 * left - OVERHEAD_SECONDS - lag)
    if most is not None:
        assert limit.seconds <= max(LEAST_SECONDS, 0.9 * most - OVERHEAD_SECONDS - lag)


@pytest.mark.parametrize("lag", [0.0, 0.05])
def test_a_game_of_a_second_and_a_tenth_a_move_never_ends_on_time(lag: float) -> None:
    """Though every search took all that it may."""
    left = 1.0
    for _ in range(500):
        limit = TimeLeft((9.0, left), (0.0, 0.1)).limit(Player.SECOND, lag)
        left -= (limit.seconds or 0) + OVERHEAD_SECONDS + lag
        assert left > 0
        left += 0.1


def test_the_time_is_used() -> None:
    """What is left does not pile up, though every search took but what it aimed at."""
    left = 1.0
    for _ in range(40):
        left += 0.1 - (TimeLeft((9.0, left), (0.0, 0.1)).limit(Player.SECOND).aim or 0)
    assert left < 0.7


def test_time_for_a_number_of_moves_lasts_for_them() -> None:
    left, to_go = 60.0, 40
    while to_go:
        left -= TimeLeft((left, left), moves_to_go=to_go).allot(Player.FIRST) + OVERHEAD_SECONDS
        to_go -= 1
        assert left > 0
    assert left < 20


def test_the_last_move_before_more_time_may_take_almost_all() -> None:
    assert TimeLeft((10.0, 10.0), moves_to_go=1).allot(Player.FIRST) > 8


def test_the_lag_decays_and_grows_at_once() -> None:
    """Of five moves with a lag of 0.2 s once, each keeps nine tenths of the last lag, whatever it took less."""
    lag, seen = 0.0, []
    for late in (0.2, 0.0, -1.0, 0.1, 0.5):
        lag = next_lag(lag, late)
        seen.append(lag)
    assert seen == pytest.approx([0.2, 0.18, 0.162, 0.1458, 0.5])
