"""The evaluation bar: shares by the scale of the evaluation, ticks of other algorithms, and texts."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from engine.core.evaluation import evaluations
from engine.core.game import games
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from studio.widgets.evaluation_bar import BAR, TICK, WIDTH, BarScore, EvaluationBar

SIDES = ("White", "Black")


def shown(value: int, game: str = "chess", evaluation: str = "", title: str = "Minimax") -> BarScore:
    return BarScore(Score(value, Player.FIRST), title, QColor("#0072B2"), Player.FIRST, SIDES, game, evaluation)


def test_the_scale_of_the_evaluation_is_at_the_same_height_in_every_game() -> None:
    for game in games():
        for name, cls in evaluations(game).items():
            assert shown(cls.scale, game, name).share == pytest.approx(0.5 + 0.48 * 0.7616, abs=1e-4)
            assert shown(-cls.scale, game, name).share == pytest.approx(0.5 - 0.48 * 0.7616, abs=1e-4)
    assert shown(91).share < 0.63, "91 hundredths of a pawn are no win"
    assert (shown(WIN - 3).share, shown(3 - WIN).share) == (1.0, 0.0)


def test_ticks_of_the_other_algorithms(qtbot: QtBot) -> None:
    bar = EvaluationBar()
    qtbot.addWidget(bar)
    bar.resize(WIDTH, 400)
    other = shown(400, title="Greedy")
    bar.show_score(shown(0), [other])
    bar.show()
    y = round(400 * (1 - other.share))
    picture = bar.grab().toImage()
    assert picture.pixelColor(BAR + TICK - 1, y) == other.color
    assert picture.pixelColor(BAR + TICK - 1, y + 30) != other.color
    assert bar.texts_at(y) == ["Greedy: +4.00 (in pawns, seen by White)"]
    assert bar.texts_at(y + 30) == ["Evaluation: Minimax: 0.00 (in pawns, seen by White)"]
    bar.set_flipped(True)
    assert bar.texts_at(400 - y) == ["Greedy: +4.00 (in pawns, seen by White)"]
    bar.show_score(None)
    assert bar.others == () and bar.texts_at(y) == ["Evaluation: not analysed yet"]
