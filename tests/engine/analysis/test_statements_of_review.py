"""General statements of the guide page of the review that no other test shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import win_chance
from engine.core.evaluation import evaluations
from engine.core.score import WIN
from tests.engine.analysis.test_verdict import judge, score_of

SCALE = evaluations("chess")["material"].scale


@given(chance=st.floats(0.05, 0.95), other=st.floats(0.01, 0.99))
def test_a_best_move_is_the_only_one_if_the_next_best_one_is_at_least_20_points_worse(
    chance: float, other: float
) -> None:
    best, rest = score_of(chance, SCALE), score_of(min(chance, other), SCALE)
    distance = 100 * (win_chance(best, SCALE) - win_chance(rest, SCALE))
    if distance != pytest.approx(20, abs=1e-6):
        assert judge(best, best, rest).only == (distance > 20)
    assert not judge(best, rest, rest).only
    assert judge(WIN - 5, WIN - 5, best).only == (100 * (1 - win_chance(best, SCALE)) >= 20)
