"""A command line as a whole: its sentences for bad input, its language, its end."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.engine.cli.command import refused


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
