"""Evaluations as records note them: read, written, and what other programs wrote kept."""

import pytest

from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.notes import read_evaluation, write_evaluation
from engine.records.tree import EvaluationNote


@pytest.mark.parametrize(
    ("value", "text"),
    [(7, "v=+7"), (-3, "v=-3"), (0, "v=0"), (WIN - 5, "v=#5"), (5 - WIN, "v=#-5"), (WIN, "v=#0"), (-WIN, "v=#-0")],
)
def test_scores_in_text(value: int, text: str) -> None:
    note = EvaluationNote("negascout", 4, Score(value, Player.FIRST))
    assert write_evaluation(note) == f"negascout;d=4;{text}"
    assert read_evaluation(f"negascout;d=4;{text}") == note


@pytest.mark.parametrize(
    "text",
    [
        "0.17",
        "#-3",
        "0.2,18",
        "negascout",
        "negascout;v=1.5",
        "x;v=#1000",
        "x;v=1000000",
        "x;d=-1",
        "x;d=" + "9" * 5000,
        "",
    ],
)
def test_foreign_evaluations_keep_their_text(text: str) -> None:
    note = read_evaluation(text)
    assert note == EvaluationNote(None, text=text)
    assert write_evaluation(note) == text


def test_fields_of_later_versions_are_kept() -> None:
    assert write_evaluation(read_evaluation("x;d=1;tt=on;v=+2;q")) == "x;d=1;v=+2;tt=on;q"
