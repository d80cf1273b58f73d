"""The command line as a person or a script meets it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.cli.main import main
from engine.core.game import games
from engine.core.language import set_language
from engine.search.search import algorithms

LADDER = "minimax;alphabeta;negamax;negamax_alphabeta;negascout"
MIDDLEGAME = "4b5b4b3b2b1/4b04/7r91/3b65/1b83r73/9/8b7/1r25r51/9/b93r04/r11r3r41r61r81 r 0 0 14 8"
ZERO_HANGS = "4b4b3b2b11/4b04/9/9/9/4r34/4r74/9/9/4r04/9 r 0 0 0 1"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("KYVIEN_LANG", "en")
    yield
    set_language("en")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1, "one sentence"
    return err


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


FIELDS = {
    "algorithm", "move", "pv", "score", "win_in", "depth", "seldepth", "nodes", "iteration_nodes", "leaf_evaluations",
    "comparisons", "cutoffs", "seconds", "final",
}  # fmt: skip


def test_analyse_says_everything_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(
        capsys,
        "analyse",
        "--game",
        "cotoan",
        "--algorithm",
        "negascout:ordering=on",
        "--position",
        MIDDLEGAME,
        "--depth",
        "2",
    )
    assert answer.keys() >= FIELDS
    assert answer["algorithm"] == "negascout"
    assert answer["depth"] == 2
    assert answer["final"] is True
    assert answer["move"] == answer["pv"][0]
    assert len(answer["pv"]) == 2
    assert answer["win_in"] is None
    assert isinstance(answer["score"], int)


def test_analyse_sees_a_win_at_depth_one(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(
        capsys, "analyse", "--game", "cotoan", "--algorithm", "alphabeta", "--position", ZERO_HANGS, "--depth", "1"
    )
    assert answer["move"] == "e5e10"
    assert answer["win_in"] == 1


def test_analyse_to_depth_three_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(
        capsys, "analyse", "--game", "cotoan", "--algorithm", "negascout:ordering=on", "--position", MIDDLEGAME
    )
    assert answer["depth"] == 3


def test_random_has_no_score_and_says_that_depth_means_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--game", "cotoan", "--algorithm", "random", "--depth", "4", "--seed", "3", "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["score"] is None
    assert answer["win_in"] is None
    assert "depth" in err


def test_the_ladder_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    depth = "3" if engine.is_compiled() else "1"
    answers = run(
        capsys, "compare", "--game", "cotoan", "--algorithms", LADDER, "--position", MIDDLEGAME, "--depth", depth
    )
    assert [answer["algorithm"] for answer in answers] == LADDER.split(";")
    assert len({(answer["score"], answer["move"], tuple(answer["pv"])) for answer in answers}) == 1
    if depth == "3":
        nodes = {answer["algorithm"]: answer["nodes"] for answer in answers}
        assert nodes["minimax"] == nodes["negamax"] > 10 * nodes["alphabeta"]


def test_a_node_limit_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "analyse", "--game", "cotoan", "--algorithm", "minimax", "--nodes", "1000")
    assert answer["nodes"] == 1000
    assert answer["depth"] == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["perft", "--game", "ludo", "--depth", "1"], "ludo"),
        (["perft", "--game", "cotoan", "--depth", "0"], "depth"),
        (["perft", "--game", "cotoan", "--depth", "x"], "'x'"),
        (["perft", "--game", "cotoan", "--depth", "1", "--rules", "target=16"], "target=16"),
        (["perft", "--game", "cotoan", "--depth", "1", "--rules", "speed=16"], "speed"),
        (["perft", "--game", "cotoan", "--depth", "1", "--rules", "target"], "target"),
        (["perft", "--game", "cotoan", "--depth", "1", "--preset", "HUST"], "HUST"),
        (["perft", "--game", "cotoan", "--depth", "1", "--position", "9/9 r 0 0 0 1"], "11 ranks"),
        (["perft", "--game", "cotoan", "--depth", "1", "--position", ""], "empty"),
        (["analyse", "--game", "cotoan", "--algorithm", "deepblue"], "deepblue"),
        (["analyse", "--game", "cotoan", "--algorithm", "negascout:ordering=maybe"], "ordering"),
        (["analyse", "--game", "cotoan", "--algorithm", "negascout:speed=1"], "speed"),
        (["analyse", "--game", "cotoan", "--algorithm", "negascout", "--evaluation", "luck"], "luck"),
        (["analyse", "--game", "cotoan", "--algorithm", "negascout", "--depth", "0"], "depth"),
        (["analyse", "--game", "cotoan", "--algorithm", "negascout", "--seconds", "-1"], "seconds"),
        (["compare", "--game", "cotoan", "--algorithms", ""], "algorithm"),
        (["review", "no-such-file.pgn", "--algorithms", "greedy"], "no-such-file.pgn"),
        (["bench", "--only", "luck"], "luck"),
        (["fly"], "fly"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], word: str
) -> None:
    assert word in refused(capsys, *arguments)


def test_errors_speak_the_users_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    english = refused(capsys, "perft", "--game", "ludo", "--depth", "1")
    monkeypatch.setenv("KYVIEN_LANG", "vi")
    vietnamese = refused(capsys, "perft", "--game", "ludo", "--depth", "1")
    assert "ludo" in vietnamese
    assert vietnamese != english


def test_two_algorithms_play_and_the_record_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    played = run(
        capsys,
        "play",
        "--game",
        "cotoan",
        "--first",
        "greedy",
        "--second",
        "random",
        "--seed",
        "1",
        "--output",
        str(file),
    )
    assert played["result"] in ("1-0", "0-1", "1/2-1/2")
    assert played["plies"] == len(played["moves"]) > 0
    text = file.read_text(encoding="utf-8")
    assert '[Game "cotoan"]' in text
    assert played["result"] in text


def test_review_writes_evaluations_beside_its_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    run(capsys, "play", "--game", "cotoan", "--first", "greedy", "--second", "random", "--output", str(file))
    before = file.read_bytes()
    answer = run(capsys, "review", str(file), "--algorithms", "greedy;alphabeta", "--depth", "1")
    assert file.read_bytes() == before
    output = Path(answer["output"])
    assert output != file
    text = output.read_text(encoding="utf-8")
    assert "[%eval alphabeta;d=1;v=" in text
    assert text.count("[%eval greedy") == len(answer["positions"])


def test_review_never_writes_over_its_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    run(capsys, "play", "--game", "cotoan", "--first", "random", "--second", "random", "--output", str(file))
    before = file.read_bytes()
    (tmp_path / "same.pgn").symlink_to(file)
    for output in (file, tmp_path / "same.pgn"):
        message = refused(capsys, "review", str(file), "--algorithms", "greedy", "--output", str(output))
        assert "game.pgn" in message or "same.pgn" in message
    assert file.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.unsanitized
def test_control_c_ends_a_long_search_at_once() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "import sys; from engine.cli.main import main; print('ready', flush=True); "
         "sys.exit(main(['perft', '--game', 'cotoan', '--depth', '8', '--no-bulk']))"],
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    # Until its handler is set the signal raises KeyboardInterrupt; either way the process must end.
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) in (130, -signal.SIGINT)
    process.stdout.close()


def test_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "perft", "--game", "cotoan", "--depth", "1", "--json"],
        capture_output=True, text=True, check=True, env=os.environ | {"KYVIEN_LANG": "en"},
    )  # fmt: skip
    assert json.loads(done.stdout)["nodes"] == 87
    assert done.stderr == ""
