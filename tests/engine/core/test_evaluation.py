"""What every evaluation says of itself."""

import pytest

from engine.core.evaluation import evaluations, scale_of
from engine.core.game import games


@pytest.mark.parametrize("game", list(games()))
def test_scales_are_scores(game: str) -> None:
    for name, cls in evaluations(game).items():
        assert 0 <= cls.scale < 999_000
        assert scale_of(game, name) == cls.scale


def test_scales_of_texts() -> None:
    assert scale_of("caro") == scale_of("caro", "patterns") != scale_of("caro", "seed")
    assert scale_of("minigo", "seed:seed_sign=on") == scale_of("minigo", "seed") > 0
    assert scale_of("caro", "no such") == scale_of("no such game", "") == 0
