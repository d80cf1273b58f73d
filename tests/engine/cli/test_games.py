"""The commands ``games`` and ``perft``."""

import pytest

from engine.cli.main import main
from engine.core.game import games
from engine.search.search import algorithms
from tests.engine.cli.command import run


def test_games_lists_every_registered_game_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run(capsys, "games")
    assert [game["name"] for game in listed["games"]] == list(games())
    assert [each["name"] for each in listed["algorithms"]] == list(algorithms())
    cotoan = next(game for game in listed["games"] if game["name"] == "cotoan")
    rules = {rule["name"]: rule["default"] for rule in cotoan["rules"]}
    assert rules["target"] == "15"
    assert rules["ops"] == "asmdr"


def test_games_without_json_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    text = capsys.readouterr().out
    assert "Cờ toán" in text
    assert "negascout" in text


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "perft", "--game", "cotoan", "--depth", "2")["nodes"] == 7456


def test_perft_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "perft", "--game", "cotoan", "--depth", "2", "--divide")
    assert len(answer["moves"]) == 87
    assert sum(answer["moves"].values()) == answer["nodes"] == 7456
    assert answer["moves"]["i1i9"] == 86


def test_perft_under_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "perft", "--game", "cotoan", "--depth", "2", "--rules", "zero_helper=on")
    assert answer["nodes"] == 7457
    assert run(capsys, "perft", "--game", "cotoan", "--depth", "2", "--preset", "UIT")["nodes"] == 7457
