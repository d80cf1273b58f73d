"""The command ``train``: all stages of a small network, its continuation, its exit status, and what it refuses."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

import resources
from engine.cli import train as module
from engine.cli.main import main
from engine.learning.report import Measured, epoch_rows, weight_rows
from engine.learning.training import Epoch
from engine.networks.file import ONE, read_network
from tests.engine.cli.command import refused, run
from tests.engine.networks.made import random_file

SMALL = ("train", "--game", "tictactoe", "--games", "60", "--jobs", "1", "--match", "4", "--match-nodes", "20")


def test_a_network_is_made_and_measured_and_the_same_command_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.kvnet"
    made = run(capsys, *SMALL, "--output", str(path))
    assert [each["condition"] for each in made["matches"]] == ["nodes", "time"]
    assert all(each["low"] <= each["elo"] <= each["high"] for each in made["matches"])
    assert made["epochs"][-1]["held_out"] == pytest.approx(float(made["made"]["loss"]), abs=2e-3)
    network = read_network(path)
    assert network.header.made["games"] == 60
    assert [each["condition"] for each in network.header.results] == ["nodes", "time"]

    folder = tmp_path / "own.train"
    kept = {each.name: each.read_bytes() for each in folder.iterdir()}
    again = run(capsys, *SMALL, "--output", str(path))
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == kept
    assert again["matches"] == made["matches"]
    assert read_network(path).weights == network.weights

    first, *lines = (folder / "games.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "games.jsonl").write_bytes(first + b"".join(lines[:0:-1]))
    (folder / "network.kvnet").unlink()
    assert main([*SMALL[:-4], "--match", "0", "--output", str(path)]) == 0
    assert (folder / "network.kvnet").read_bytes() == kept["network.kvnet"]
    printed = capsys.readouterr().out
    assert "Played: 60 games" in printed
    rows = weight_rows(network)
    assert [float(each) for each in rows[0][2:]] == pytest.approx(
        [each / ONE for each in network.weights[: network.header.hidden]], abs=0.005
    )
    assert len(rows) == network.header.rows + 1 + 3 * network.header.buckets  # two views and a constant
    assert all(row[-1] in printed for row in rows)


def test_a_later_generation_is_made_from_games_of_the_network_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*SMALL, "--generations", "2", "--match-long-nodes", "60"]
    path, folder = tmp_path / "own.kvnet", tmp_path / "own.train"
    made = run(capsys, *words, "--output", str(path))
    first, second = (read_network(each / "network.kvnet") for each in (folder, folder / "generation-2"))
    assert read_network(path).weights == second.weights != first.weights
    assert first.digest[:12] in second.header.made["player"]
    made_of = first.header.made, second.header.made  # the games of both generations
    assert [each["games"] for each in made_of] == [60, 120]
    assert made_of[1]["positions"] > 1.5 * made_of[0]["positions"]
    description = json.loads((folder / "generation-2" / "games.jsonl").read_bytes().splitlines()[0])
    assert first.digest[:12] in json.dumps(description)
    assert [each["condition"] for each in made["matches"]] == ["nodes", "time", "time"]
    assert sum(made["matches"][2]["nodes"]) == pytest.approx(120, abs=20)
    assert {each["against"] for each in read_network(path).header.results} == {first.header.made["player"]}

    again = run(capsys, *words, "--output", str(path))
    assert again["matches"] == made["matches"]
    other = tmp_path / "elsewhere" / "own.kvnet"
    other.parent.mkdir()
    run(capsys, *words, "--match", "0", "--output", str(other))
    assert read_network(other).header.made["recipe"] == second.header.made["recipe"]
    assert read_network(other).weights == second.weights


def test_the_last_network_can_be_larger_than_the_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = tmp_path / "own.toml"
    known = Path(resources.__path__[0], "networks", "tictactoe.toml").read_text(encoding="utf-8")
    assert "hidden = 2\n" in known
    recipe.write_text(f"[generations]\ncount = 2\nhidden = 12\n{known}", encoding="utf-8")
    words = (*SMALL[:-4], "--match", "0", "--recipe", str(recipe))
    for own, (name, sizes) in {(): ("own", [2, 12]), ("--hidden", "6"): ("same", [6, 6])}.items():
        run(capsys, *words, *own, "--output", str(tmp_path / f"{name}.kvnet"))
        folder = tmp_path / f"{name}.train"
        networks = [read_network(each / "network.kvnet") for each in (folder, folder / "generation-2")]
        assert [each.header.hidden for each in networks] == sizes


def test_a_moved_folder_is_continued_in_another_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    base = random_file(tmp_path, "tictactoe")
    words = [*SMALL[:-1], "10", "--nodes", "10", "--generations", "2"]
    path, moved = tmp_path / "own.kvnet", tmp_path / "moved"
    made = run(capsys, *words, "--evaluation", f"network:file={base}", "--output", str(path))
    moved.mkdir()
    for each in (base, path, path.with_suffix(".train")):
        each.rename(moved / each.name)
    own = moved / "own.train"
    kept = {each: each.read_bytes().partition(b"\n")[2] for each in own.rglob("*.jsonl")}
    monkeypatch.setenv("KYVIEN_LANG", "vi")
    again = run(capsys, *words, "--evaluation", f"network:file={moved / base.name}", "--output", str(moved / path.name))
    assert again == made
    assert {each: each.read_bytes().partition(b"\n")[2] for each in own.rglob("*.jsonl")} == kept


def test_the_player_of_a_second_generation_is_stated_by_its_digest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = random_file(tmp_path, "tictactoe")
    words = (*SMALL[:-2], "--match-nodes", "10", "--nodes", "10", "--evaluation", f"network:file={first}")
    header = run(capsys, *words, "--output", str(tmp_path / "own.kvnet"))
    stated = f"network:file={first.stem},digest={read_network(first).digest[:16]}"
    assert header["made"]["player"] == stated
    assert {each["against"] for each in read_network(tmp_path / "own.kvnet").header.results} == {stated}
    match = next((tmp_path / "own.train").glob("match-nodes-*")).read_text(encoding="utf-8")
    own = read_network(tmp_path / "own.train" / "network.kvnet").digest[:16]
    assert f"digest={own}" in match and f"digest={stated[-16:]}" in match


@pytest.mark.parametrize(("high", "status"), [(-1.0, 3), (1.0, 0)])
def test_the_exit_status_tells_a_script_that_the_network_is_weaker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, high: float, status: int
) -> None:
    results = [
        Measured("nodes", 4, (20, 20), (0.1, 0.1), 50.0, 10.0, 90.0),
        Measured("time", 4, (18, 22), (0.1, 0.1), high - 10, high - 20, high),
    ]
    monkeypatch.setattr(module, "_measured", lambda *arguments: results)
    words = [*SMALL, "--output", str(tmp_path / "own.kvnet")]
    if status:
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code == status
    else:
        assert main(words) == 0
    assert read_network(tmp_path / "own.kvnet").header.results[0]["elo"] == "+50 [+10, +90]"
    capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--output", "own.net"], "ends with .kvnet"),
        (["--output", "/nowhere/own.kvnet"], "cannot be written"),
        (["--games", "0"], "games is 0"),
        (["--hidden", "257"], "hidden is 257"),
        (["--share", "1.5"], "share is 1.5"),
        (["--evaluation", "none"], "has no evaluation 'none'"),
        (["--pool", "cloud"], "expected local or dask"),
        (["--recipe", "/nowhere.toml"], "nowhere.toml"),
    ],
)
def test_what_cannot_be_made_is_refused(
    tmp_path: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = [] if "--output" in arguments else ["--output", str(tmp_path / "own.kvnet")]
    assert words in refused(capsys, *SMALL, *output, *arguments)
    assert not list(tmp_path.iterdir())


def test_games_of_another_recipe_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = ("--output", str(tmp_path / "own.kvnet"))
    assert main([*SMALL, *output, "--match", "0"]) == 0
    capsys.readouterr()
    assert "other self-play games" in refused(capsys, *SMALL, *output, "--nodes", "31")
    assert "60 games" in refused(capsys, *SMALL, *output, "--games", "40")


MEASURED = Measured("time", 400, (3000, 2900), (3.1, None), 20.4, 1.2, 39.8)


@pytest.mark.parametrize(
    ("low", "high", "verdict", "words"),
    [
        (1.0, 39.0, "stronger", "at equal CPU time (nodes: 3,000 against 2,900): +20 Elo [+1, +39]."),
        (-39.0, -1.0, "weaker", "The network is weaker than material"),
        (-1.0, 1.0, "not resolved", "is not resolved"),
        (0.0, 1.0, "not resolved", "is not resolved"),
    ],
)
def test_the_sentence_follows_from_the_interval(low: float, high: float, verdict: str, words: str) -> None:
    measured = dataclasses.replace(MEASURED, low=low, high=high)
    assert measured.verdict == verdict
    assert words in measured.sentence("material")
    assert json.loads(json.dumps(measured.to_dict()))["verdict"] == verdict


@pytest.mark.parametrize(("count", "numbers"), [(1, [1]), (12, [*range(1, 13)]), (20, [*range(2, 21, 2)])])
def test_a_long_table_of_epochs_has_some_of_them_and_the_last(count: int, numbers: list[int]) -> None:
    epochs: list[Any] = [Epoch(number, 10, 0.5, 0.6, 0.7) for number in range(1, count + 1)]
    assert [int(row[0]) for row in epoch_rows(epochs)] == numbers
