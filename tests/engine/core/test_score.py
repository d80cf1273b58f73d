"""Scores and outcomes: whose they are, and how they read."""

import pytest

from engine.core.outcome import Outcome, Player, Termination
from engine.core.score import WIN, WIN_BOUND, Score


@pytest.mark.parametrize(
    "value, text, win_in",
    [
        (7, "+7", None),
        (-3, "−3", None),
        (0, "0", None),
        (WIN - 1, "#1", 1),
        (WIN - 5, "#5", 5),
        (5 - WIN, "#−5", -5),
        (WIN_BOUND, f"+{WIN_BOUND}", None),
        (WIN_BOUND + 1, "#999", 999),
        (-WIN_BOUND, f"−{WIN_BOUND}", None),
    ],
)
def test_reading(value: int, text: str, win_in: int | None) -> None:
    score = Score(value, Player.FIRST)
    assert (score.format(), score.win_in) == (text, win_in)


def test_points_of_view() -> None:
    score = Score(7, Player.SECOND)
    assert score.pov(Player.SECOND) == score
    assert score.pov(Player.FIRST) == Score(-7, Player.FIRST)
    assert score.pov(Player.FIRST).pov(Player.SECOND) == score
    assert Score(WIN - 3, Player.FIRST).pov(Player.SECOND).format() == "#−3"


def test_a_shorter_win_is_the_greater_score_and_a_longer_loss_too() -> None:
    values = [WIN - 1, WIN - 2, WIN_BOUND, 1, 0, -1, 2 - WIN, 1 - WIN]
    assert values == sorted(values, reverse=True)


def test_results() -> None:
    results = {winner: Outcome(winner, Termination.POINTS).result for winner in (*Player, None)}
    assert results == {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
    assert Player.FIRST.other is Player.SECOND and Player.SECOND.other is Player.FIRST
