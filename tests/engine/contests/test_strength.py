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


FULL = "negascout:quiescence=on,ordering=on"
SANITY = [
    # Game, players, depth, games, least points of the first player in per cent (measured: docs/developers/tests.md).
    ("cotoan", "greedy", "random", 3, 1000, 95.0),
    ("cotoan", FULL, "greedy", 3, 1000, 98.0),
    ("caro", "greedy", "random", 3, 1000, 99.0),
    ("caro", FULL, "greedy", 3, 200, 75.0),
    ("minigo", "greedy", "random", 3, 1000, 85.0),
    ("minigo", FULL, "greedy", 3, 200, 75.0),
    ("go --rules 9x9", "greedy", "random", 3, 200, 98.0),
    ("go --rules 9x9", FULL, "greedy", 2, 100, 95.0),
    ("chess", "greedy", "random", 3, 200, 60.0),
    ("chess", FULL, "greedy", 3, 100, 98.0),
    ("xiangqi", "greedy", "random", 3, 200, 75.0),
    ("xiangqi", FULL, "greedy", 3, 100, 98.0),
    ("tictactoe", FULL, "greedy", 9, 200, 60.0),
]


@pytest.mark.parametrize(("game", "first", "second", "depth", "games", "least"), SANITY)
def test_more_search_wins_with_the_defaults(
    game: str, first: str, second: str, depth: int, games: int, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the default evaluation, 4 random plies and both colours."""
    summary = match(
        capsys, "--game", *game.split(), "--first", first, "--second", second, "--depth", str(depth), "--games",
        str(games), "--swap", "--random-plies", "4", "--jobs", "2",
    )  # fmt: skip
    assert summary["games"] == games and summary["faults"] == 0
    assert summary["first_wins"] + summary["draws"] / 2 >= least / 100 * games


def test_a_perfect_search_wins_nim(capsys: pytest.CaptureFixture[str]) -> None:
    """Nim 3, 4, 5 is won by the first player, but greedy does not find how: it loses with both colours."""
    summary = match(
        capsys, "--game", "nim", "--first", "negascout:ordering=on", "--second", "greedy", "--depth", "20", "--games",
        "100", "--swap",
    )  # fmt: skip
    assert summary["first_wins"] == 100


def test_equal_players_of_cotoan_rarely_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """NegaScout against itself, 4 plies deep, as the players of a new game: at most 10 of 100 games are drawn."""
    summary = match(
        capsys, "--game", "cotoan", "--first", f"{FULL},vary=on", "--second", f"{FULL},vary=on", "--depth", "4",
        "--games", "100", "--swap", "--random-plies", "4", "--jobs", "2",
    )  # fmt: skip
    assert summary["games"] == 100 and summary["draws"] <= 10
    assert summary["distinct_games"] > 90


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
