"""Names, scales and defaults of evaluations."""

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import (
    Evaluation,
    KeyEvaluation,
    current_name,
    evaluations,
    find_evaluation,
    scale_of,
)
from engine.core.game import find_game, games
from engine.search.report import Limit
from engine.search.spec import Spec


@pytest.mark.parametrize("game", list(games()))
def test_scales_are_scores(game: str) -> None:
    for name, cls in evaluations(game).items():
        assert 0 < cls.scale < 999_000
        assert scale_of(game, name) == cls.scale


def test_scales_of_texts() -> None:
    assert scale_of("caro") == scale_of("caro", "threat_cells") != scale_of("caro", "patterns")
    assert scale_of("minigo", "atari:root_to_move=on") == scale_of("minigo", "atari") > 0
    assert scale_of("caro", "no such") == scale_of("no such game", "") == 0


@pytest.mark.parametrize("algorithm", ["random", "greedy", "negascout"])
def test_a_game_without_an_evaluation_can_be_played(algorithm: str) -> None:
    """Searches see only how games end."""
    name = next(name for name in games() if not evaluations(name))
    game = find_game(name)()
    position = game.start()
    *_, report = Spec.parse(algorithm).build(find_evaluation(name)).analyse(position, Limit(depth=2))
    assert report.move in position.legal_moves()
    assert report.score is None or report.score.value == 0
    with pytest.raises(OptionError, match=f"{name} has no evaluation 'material'"):
        find_evaluation(name, "material")


def test_the_earlier_name_of_no_evaluation_is_read() -> None:
    """Nim had an evaluation ``unknown``, 0 everywhere; it is the base class now. Other games never had one."""
    assert evaluations("nim") == {}
    assert type(find_evaluation("nim", "unknown")) is type(find_evaluation("nim")) is Evaluation
    assert current_name("nim", "unknown") == current_name("nim", "") == ""
    with pytest.raises(OptionError, match="chess has no evaluation 'unknown'"):
        find_evaluation("chess", "unknown")
    assert current_name("chess", "unknown") == "unknown"
    with pytest.raises(OptionError, match="unknown option 'depth'"):
        find_evaluation("nim", "unknown:depth=3")


def test_scores_along_checks_its_moves() -> None:
    evaluation, position = KeyEvaluation(1), find_game("tictactoe")().start()
    assert len(evaluation.scores_along(position, [0, 1, 2])) == 7
    for moves in ([0, 0], [9], [-1], [0] * 200):
        with pytest.raises(ValueError, match=r"moves|not a legal move"):
            evaluation.scores_along(position, moves)
    with pytest.raises(ValueError, match="chess only"):
        find_evaluation("chess").scores_along(position, [])
