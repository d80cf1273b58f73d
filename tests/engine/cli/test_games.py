"""The commands ``games`` and ``perft``."""

import json

import pytest

from engine.cli.main import main
from engine.core.game import find_game, games
from engine.core.refinements import NO_CYCLES
from engine.search.search import algorithms
from engine.search.switches import BY_GAME, REFINEMENTS
from tests.engine.cli.command import run


def test_games_lists_every_registered_game_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run(capsys, "games")
    assert [game["name"] for game in listed["games"]] == list(games())
    assert [each["name"] for each in listed["algorithms"]] == list(algorithms())
    cotoan = next(game for game in listed["games"] if game["name"] == "cotoan")
    rules = {rule["name"]: rule["default"] for rule in cotoan["rules"]}
    assert rules["target"] == "15"
    assert rules["ops"] == "asmdr"


def test_games_lists_what_automatic_means_for_each_switch(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = find_game("nim")
    monkeypatch.setattr(kind, "search_values", {"probcut": False, "cycles": True})
    monkeypatch.setattr(kind, "unsuitable", {"cycles": NO_CYCLES, "null_move": NO_CYCLES})
    listed = {game["name"]: game["refinements"] for game in run(capsys, "games")["games"]}
    assert all(tuple(each) == REFINEMENTS for each in listed.values())
    nim = listed["nim"]
    assert nim["probcut"] == {"auto": False, "reason": ""}
    assert nim["cycles"] == nim["null_move"] == {"auto": False, "reason": NO_CYCLES}
    off = {"probcut", "cycles", "null_move", *BY_GAME}
    assert {name for name, each in nim.items() if not each["auto"]} == off
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.split("\nnim: ")[1].split("  refinements of pvs:\n")[1].splitlines()
    assert all(len(line) <= 80 for line in lines[:5])
    on = ", ".join(name for name in REFINEMENTS if name not in off)
    text = " ".join(line.strip() for line in lines)
    assert text.startswith(f"on: {on} off: cycles, null_move ({NO_CYCLES}) off: narrow, probcut, danger_exemption,")


@pytest.mark.parametrize("game", list(games()))
def test_reasons_and_values_name_switches_that_exist(game: str) -> None:
    kind = find_game(game)
    assert set(kind.unsuitable) | set(kind.search_values) <= set(REFINEMENTS)
    assert all(kind.unsuitable.values())


def test_games_without_json_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    text = capsys.readouterr().out
    assert "Cờ toán" in text
    assert "negascout" in text


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "perft", "--game", "cotoan", "--depth", "2")["nodes"] == 7456


def test_an_impossible_right_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """An impossible castling right is removed, as in the window, and named on standard error."""
    main(["perft", "--game", "chess", "--position", "4k3/8/8/8/8/8/8/4K2R_w_KQ_-", "--depth", "1", "--json"])
    out, err = capsys.readouterr()
    assert json.loads(out)["nodes"] == 15
    assert err == "White, long castling: there is no rook on a1; this right was removed\n"


def test_perft_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "perft", "--game", "cotoan", "--depth", "2", "--divide")
    assert len(answer["moves"]) == 87
    assert sum(answer["moves"].values()) == answer["nodes"] == 7456
    assert answer["moves"]["i1i9"] == 86


def test_perft_under_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "perft", "--game", "cotoan", "--depth", "2", "--rules", "zero_helper=on")
    assert answer["nodes"] == 7457
    assert run(capsys, "perft", "--game", "cotoan", "--depth", "2", "--preset", "UIT")["nodes"] == 7457
