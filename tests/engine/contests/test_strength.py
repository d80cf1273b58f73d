"""Who beats whom, as it must be if searches and evaluations are right; a match is the same on every machine."""

import json
from typing import Any

import pytest

from engine.cli.main import main
from tests.engine.conftest import COMPILED

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not COMPILED, reason="not compiled")]


def match(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["match", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_negascout_beats_greedy_in_cotoan(capsys: pytest.CaptureFixture[str]) -> None:
    """At depth 3, both colours, random openings.

    It needs quiescence, and an evaluation that sees the zero's danger: by material alone equal players repeat moves.
    """
    summary = match(
        capsys, "--game", "cotoan", "--first", "negascout:quiescence=on", "--second", "greedy", "--swap",
        "--evaluation", "material_safety", "--random-plies", "6", "--games", "100", "--depth", "3", "--seed", "1",
    )  # fmt: skip
    assert summary["games"] == 100 and summary["first_wins"] >= 95


def test_alphabeta_as_white_beats_the_greedy_player_in_minigo(capsys: pytest.CaptureFixture[str]) -> None:
    """With the sign right, alpha-beta of three plies hardly loses to the greedy player of the reference document."""
    summary = match(
        capsys, "--game", "minigo", "--first", "ordered:random_ties=on",
        "--second", "alphabeta:ordering=on,quiescence=on", "--games", "400", "--depth", "3",
    )  # fmt: skip
    assert summary["games"] == 400 and summary["second_wins"] >= 380


def test_the_sign_of_the_document_costs_alphabeta_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    """Its table: Black's greedy player wins 58 % against alpha-beta of three plies."""
    summary = match(
        capsys, "--game", "minigo", "--first", "ordered:random_ties=on", "--second", "alphabeta", "--games", "400",
        "--depth", "3", "--evaluation", "atari:dangerous=half,root_to_move=on",
    )  # fmt: skip
    assert 0.45 < summary["first_wins"] / 400 < 0.65
