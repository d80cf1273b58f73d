"""Every evaluation taken apart: the terms add up to its score."""

import pytest

from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import games
from engine.core.outcome import Player
from tests.engine.positions import random_position

EVERY = [(game, name) for game in games() for name in evaluations(game)]


@pytest.mark.parametrize(("game", "name"), EVERY, ids=[f"{game}-{name}" for game, name in EVERY])
def test_terms_add_up_to_the_score(game: str, name: str) -> None:
    evaluation = find_evaluation(game, name)
    for seed in range(12):
        position = random_position(game, seed, 3 * seed)
        if position.outcome() is not None:
            continue
        before = str(position), position.key
        terms = evaluation.terms(position)
        assert terms and all(term.label for term in terms)
        assert len({term.label for term in terms}) == len(terms)
        score = evaluation.score(position)
        mine = score if position.turn is Player.FIRST else -score
        assert abs(sum(term.first - term.second for term in terms) - mine) <= len(terms), terms
        assert (str(position), position.key) == before


@pytest.mark.parametrize(("game", "name"), EVERY, ids=[f"{game}-{name}" for game, name in EVERY])
def test_positions_of_another_game_are_refused(game: str, name: str) -> None:
    other = next(each for each in games() if each != game)
    with pytest.raises(ValueError, match=game):
        find_evaluation(game, name).terms(random_position(other, 1, 0))
