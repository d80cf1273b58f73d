"""Evaluations as records note them: read, written, and what other programs wrote kept."""

import re

import pytest

from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.judgement import Judgement
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


def test_the_judgement_of_a_move_in_text() -> None:
    first = Player.FIRST
    found = Judgement(
        ("h2e2", "h9g7"), Score(12, first), Score(WIN - 4, Player.SECOND), 9, Score(2, first), changed=True
    )
    note = EvaluationNote("pvs", 9, Score(3, first), judgement=found, text="q")
    text = "pvs;d=9;v=+3;best=h2e2 h9g7;before=+12;after=#-4;judged=9;other=+2;changed=1;q"
    assert write_evaluation(note) == text
    assert read_evaluation(text) == note
    plain = EvaluationNote("pvs", judgement=Judgement(("e2-e4",), Score(0, first), Score(-5, first), approximate=True))
    assert read_evaluation(write_evaluation(plain)) == plain


@pytest.mark.parametrize(
    "fields",
    [
        "best=h2e2;before=+12",
        "best=;before=+1;after=+1",
        "best=h2e2;before=x;after=+1",
        "best=h2e2;before=+1;after=#9999",
        "best=h2e2;before=+1;after=+1;judged=-1",
        "best=h2e2;before=+1;after=+1;other=",
        "best=h2e2;before=+1;after=+1;changed=2",
        "best=h2e2;x=1;before=+1;after=+1;before=+2",
    ],
)
def test_fields_that_are_no_judgement_keep_their_text(fields: str) -> None:
    note = read_evaluation(f"pvs;d=1;{fields}")
    assert (note.judgement, note.text) == (None, fields)
    assert write_evaluation(note) == f"pvs;d=1;{fields}"


@pytest.mark.parametrize(
    "text",
    ["greedy;v=0\x99n=105", "a]b}c\nd\x85", "\\u0099", "\\u005cu0099", "\\u0041", "\\u003b", "\\", "greedy;x=\x99;d=3",
     "greedy;x=\\u005d"],
)  # fmt: skip
def test_control_characters_in_foreign_notes_are_read_back(text: str) -> None:
    note = read_evaluation(text) if ";" in text else EvaluationNote(None, text=text)
    written = write_evaluation(note)
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\]}]", written)
    assert read_evaluation(written) == note
