"""A command line as a whole: its sentences for bad input, its language, its end."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.engine.cli.command import refused, run

MATCH = ["match", "--game", "nim", "--first", "greedy", "--second", "random"]


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
        (["analyse", "--game", "nim", "--algorithm", "x", "--engine", "x='y"], "NAME=COMMAND"),
        (["analyse", "--game", "nim", "--algorithm", "random", "--seed", "9" * 26], "seed is 9999"),
        (["analyse", "--game", "nim", "--algorithm", "random", "--seed", "-" + "9" * 26], "seed is -9999"),
        (["serve", "--game", "nim", "--protocol", "uci", "--seed", str(2**62)], "seed is"),
        ([*MATCH, "--most-plies", "0"], "most_plies is 0: must be 1 to"),
        ([*MATCH, "--most-plies", "-1"], "most_plies is -1: must be 1 to"),
        ([*MATCH, "--win-score", "0"], "win_score is 0: must be 1 to"),
        ([*MATCH, "--random-plies", "-1"], "random_plies is -1: must be 0 to 200"),
        ([*MATCH, "--clock", "-1+1"], "'-1+1': expected a clock"),
        ([*MATCH, "--sprt", "0,5,0.05"], "'0,5,0.05': expected ELO0,ELO1"),
        ([*MATCH, "--sprt", "5,0"], "elo0 < elo1"),
        ([*MATCH, "--sprt", "-9000000,0"], "elo0 and elo1 from -10000 to 10000"),
        ([*MATCH, "--sprt", "0,201", "--normalised"], "elo0 and elo1 from -200 to 200"),
        ([*MATCH, "--normalised"], "--normalised needs --sprt"),
        (["match", "--game", "nim", "--first", "greedy@depth=1@depth=2", "--second", "random"], "@depth occurs twice"),
        ([*MATCH, "--openings", "/dev/zero"], "zero is larger than 32 MB"),
        ([*MATCH, "--journal", "/dev/full"], "/dev/full is not a regular file"),
        (["review", "/dev/zero", "--algorithms", "greedy"], "zero: unknown record format"),
        (["page", "/dev/zero", "--output", "a.html"], "/dev/zero cannot be read: it has no end"),
        (["book", "--games", "/dev/zero", "--game", "chess"], "/dev/zero cannot be read: it has no end"),
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


@pytest.mark.parametrize("seed", [2**62 - 1, -(2**62)])
def test_the_greatest_seeds_are_played(capsys: pytest.CaptureFixture[str], seed: int) -> None:
    for first in ("random", "negascout"):
        played = run(
            capsys, "play", "--game", "nim", "--first", first, "--second", "random", "--depth", "1", "--seed", str(seed)
        )
        assert played["plies"] > 0


def test_a_value_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, *MATCH, "--games", "2", "--jobs", "1", "--sprt", "-5,5", "--seed", "-3")
    assert done["games"] == 2
    assert done["sprt"] == "continue"


def test_errors_speak_the_users_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    english = refused(capsys, "perft", "--game", "ludo", "--depth", "1")
    monkeypatch.setenv("KYVIEN_LANG", "vi")
    vietnamese = refused(capsys, "perft", "--game", "ludo", "--depth", "1")
    assert "ludo" in vietnamese
    assert vietnamese != english


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.unsanitized
def test_control_c_ends_a_long_search_at_once() -> None:
    process = subprocess.Popen(
        # A job in the background of a shell ignores the signal, and its child processes do, too.
        [sys.executable, "-c", "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
         "from engine.cli.main import main; print('ready', flush=True); "
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
