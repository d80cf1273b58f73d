"""What every evaluation says of itself."""

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import evaluations, find_evaluation, scale_of
from engine.core.game import find_game, games
from engine.search.report import Limit
from engine.search.search import Spec


@pytest.mark.parametrize("game", list(games()))
def test_scales_are_scores(game: str) -> None:
    for name, cls in evaluations(game).items():
        assert 0 <= cls.scale < 999_000
        assert scale_of(game, name) == cls.scale


def test_scales_of_texts() -> None:
    assert scale_of("caro") == scale_of("caro", "patterns") != scale_of("caro", "seed")
    assert scale_of("minigo", "seed:seed_sign=on") == scale_of("minigo", "seed") > 0
    assert scale_of("caro", "no such") == scale_of("no such game", "") == 0


@pytest.mark.parametrize("algorithm", ["random", "greedy", "negascout"])
def test_a_game_without_an_evaluation_can_be_played(algorithm: str) -> None:
    """Searches see only how games end."""
    game = find_game("tictactoe")()
    assert evaluations("tictactoe") == {}
    position = game.start()
    *_, report = Spec.parse(algorithm).build(find_evaluation("tictactoe")).analyse(position, Limit(depth=2))
    assert report.move in position.legal_moves()
    assert report.score is None or report.score.value == 0
    with pytest.raises(OptionError, match="tictactoe has no evaluation 'material'"):
        find_evaluation("tictactoe", "material")
