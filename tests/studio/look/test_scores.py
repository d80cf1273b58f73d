"""Texts of scores: unit, decimals, point of view and finished games; and heights in bars."""

import math
from collections.abc import Iterator

import pytest

from engine.core import language
from engine.core.chance import chance_value
from engine.core.evaluation import evaluations
from engine.core.game import games
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from studio.look import scores

FIRST, SECOND = Player.FIRST, Player.SECOND


@pytest.fixture(autouse=True)
def defaults() -> Iterator[None]:
    yield
    scores.choose(of_turn=False)
    language.set_language("en")


@pytest.mark.parametrize(
    ("game", "evaluation", "value", "text"),
    [
        ("chess", "", 91, "+0.91"),
        ("chess", "tapered", -189, "−1.89"),
        ("chess", "", 0, "0.00"),
        ("chess", "", 123_456, "+1234.56"),
        ("xiangqi", "tapered", 7, "+0.07"),
        ("xiangqi", "material", -95, "−9.5"),
        ("cotoan", "material_safety", -7, "−7"),
        ("cotoan", "material_safety", 0, "0"),
        ("cotoan", "", -7, "−0.07"),
        ("minigo", "atari", 12, "+12"),
        ("minigo", "atari:noise=on", 1200, "+12.00"),
        ("nim", "", 3, "+3"),
        ("chess", "of another program", 50, "+0.50"),
    ],
)
def test_a_score_is_in_the_unit_of_its_readers(game: str, evaluation: str, value: int, text: str) -> None:
    assert scores.score_text(Score(value, FIRST), FIRST, game, evaluation) == text


def test_scores_of_go_are_chances_of_winning() -> None:
    """Not “+1428”, in ten-thousandths."""
    scale = scores.scale("go")
    for chance in (0.02, 0.25, 0.5, 0.563, 0.9):
        value = chance_value(chance, scale)
        text = f"{100 * chance:.1f}\u202f%"
        assert scores.score_text(Score(value, FIRST), SECOND, "go") == text
        assert scores.score_text(Score(-value, SECOND), SECOND, "go") == text
        assert scores.number_text(value, "go") == text
    scores.choose(of_turn=True)
    assert scores.score_text(Score(chance_value(0.25, scale), FIRST), SECOND, "go") == "75.0\u202f%"
    assert scores.explanation(SECOND, ("Black", "White"), "go") == "in per cent chance of winning, seen by White"
    assert scores.score_text(Score(WIN - 3, FIRST), FIRST, "go") == "#3"
    language.set_language("vi")
    assert scores.number_text(0, "go") == "50,0\u202f%"
    assert scores.percent_text(-0.0004) == "0,0\u202f%" and scores.percent_text(-0.04) == "−4,0\u202f%"


def test_no_unit_is_a_rare_fraction() -> None:
    for game in games():
        for name, cls in evaluations(game).items():
            assert "thousandth" not in cls.unit, (game, name)


def test_vietnamese_has_a_decimal_comma() -> None:
    language.set_language("vi")
    assert scores.score_text(Score(91, FIRST), FIRST, "chess") == "+0,91"


def test_the_point_of_view_can_be_chosen() -> None:
    score = Score(91, SECOND)
    assert scores.score_text(score, SECOND, "chess") == "−0.91"
    scores.choose(of_turn=True)
    assert scores.score_text(score, SECOND, "chess") == "+0.91"
    assert scores.score_text(score, FIRST, "chess") == "−0.91"
    assert scores.score_text(Score(WIN - 3, FIRST), SECOND, "chess") == "#−3"
    assert scores.explanation(SECOND, ("White", "Black"), "chess") == "in pawns, seen by Black"
    assert scores.explanation(SECOND, ("White", "Black"), "nim") == "seen by Black"


@pytest.mark.parametrize("of_turn", [False, True])
def test_a_finished_game_has_its_result(of_turn: bool) -> None:
    scores.choose(of_turn=of_turn)
    assert scores.score_text(Score(-WIN, SECOND), SECOND, "cotoan") == "1–0"
    assert scores.score_text(Score(-WIN, FIRST), FIRST, "cotoan") == "0–1"
    assert scores.score_text(Score(1 - WIN, FIRST), FIRST, "cotoan") == ("#−1")


def test_every_evaluation_has_its_scale() -> None:
    for game in games():
        for name, cls in evaluations(game).items():
            assert scores.scale(game, name) == cls.scale
    assert scores.scale("minigo", "atari:noise=on") == 100 * scores.scale("minigo", "atari")
    assert scores.scale("chess", "of another program") == scores.scale("chess")
    assert scores.scale("nim") > 0


def test_the_height_of_a_score() -> None:
    assert scores.height(Score(380, FIRST), 380) == pytest.approx(scores.EDGE * math.tanh(1))
    assert scores.height(Score(380, SECOND), 380) == pytest.approx(-scores.EDGE * math.tanh(1))
    assert scores.height(Score(WIN - 3, SECOND), 380) == -1.0
    assert scores.height(Score(0, FIRST), 380) == 0
    assert -1 < scores.height(Score(-999_000, FIRST), 1) < 0
