"""The match score with the absolute-loss rule, and the clock, without a window."""

import pytest

from engine.core.outcome import Outcome, Player, Termination
from studio.play.clock import RunningClock, format_seconds
from studio.play.series import Series, format_points

FIRST, SECOND = Player.FIRST, Player.SECOND
POINTS, ZERO = Termination.POINTS, Termination.ZERO


def play(games: int, *outcomes: Outcome) -> Series:
    series = Series(games)
    for outcome in outcomes:
        series = series.after(outcome)
    return series


def test_contestants_change_sides() -> None:
    series = play(3, Outcome(FIRST, POINTS), Outcome(FIRST, POINTS))
    assert series.score == (1, 1)
    assert not series.is_over


def test_the_majority_ends_a_match() -> None:
    series = play(3, Outcome(FIRST, POINTS), Outcome(SECOND, POINTS))
    assert series.score == (2, 0)
    assert series.is_over
    assert series.winner == 0


def test_who_loses_the_zero_loses_the_match_whatever_the_score() -> None:
    # The example of the rule text: two games won on points, then the zero is lost.
    series = play(5, Outcome(FIRST, POINTS), Outcome(SECOND, POINTS), Outcome(SECOND, ZERO))
    assert series.score == (2, 1)
    assert series.is_over
    assert series.winner == 1


def test_a_single_game_has_no_absolute_loss() -> None:
    series = play(1, Outcome(FIRST, ZERO))
    assert series.absolute_winner is None
    assert series.winner == 0


def test_a_drawn_match() -> None:
    series = play(1, Outcome(None, Termination.AGREEMENT))
    assert series.is_over
    assert series.winner is None


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (0.5, "½"), (1.5, "1½"), (3, "3")])
def test_points_as_text(points: float, text: str) -> None:
    assert format_points(points) == text


class Time:
    """A clock set by hand."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_clock_for_the_whole_game() -> None:
    time = Time()
    clock = RunningClock.from_option("20min", time)
    assert clock is not None
    clock.start(FIRST)
    time.seconds = 30
    clock.start(SECOND)
    time.seconds = 40
    assert clock.left(FIRST) == 1170
    assert clock.left(SECOND) == 1190
    clock.start(FIRST)
    assert clock.left(FIRST) == 1170
    time.seconds = 40 + 1170
    assert clock.fallen is FIRST


def test_a_clock_per_move_begins_again() -> None:
    time = Time()
    clock = RunningClock.from_option("60", time)
    assert clock is not None
    clock.start(FIRST)
    time.seconds = 50
    clock.start(SECOND)
    clock.start(FIRST)
    assert clock.left(FIRST) == 60
    time.seconds = 100
    clock.pause()
    time.seconds = 1000
    assert clock.left(FIRST) == 10
    assert clock.fallen is None


def test_no_clock() -> None:
    assert RunningClock.from_option("none") is None


@pytest.mark.parametrize(("seconds", "text"), [(1200, "20:00"), (61.9, "1:01"), (9.44, "0:09.4"), (0, "0:00.0")])
def test_seconds_as_text(seconds: float, text: str) -> None:
    assert format_seconds(seconds) == text
