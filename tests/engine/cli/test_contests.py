"""The command ``play``, and the files of all; matches and tournaments are tested with ``engine/contests``."""

import sys
from pathlib import Path

import pytest

from engine.cli.main import main
from tests.engine.cli.command import refused, run


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


PLAY = ["play", "--game", "nim", "--first", "greedy", "--second", "random"]
GAMES = ["--game", "nim", "--games", "1", "--jobs", "1"]
WRITING = [
    ([*PLAY, "--output"], "[Game "),
    (["match", "--first", "greedy", "--second", "random", *GAMES, "--records"], "[Game "),
    (["tournament", "--players", "greedy;random", *GAMES, "--table", "csv", "--output"], "greedy"),
    (["review", "game.pgn", "--algorithms", "greedy", "--depth", "1", "--output"], "[%eval greedy"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
@pytest.mark.parametrize(("arguments", "word"), WRITING, ids=[each[0][0] for each in WRITING])
def test_every_command_writes_through_a_link(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    word: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*PLAY, "--output", "game.pgn"]) == 0
    real, link = tmp_path / "real.pgn", tmp_path / "link.pgn"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    assert main([*arguments, "link.pgn"]) == 0
    assert link.is_symlink()
    assert word in real.read_text(encoding="utf-8")
    assert real.stat().st_mode & 0o777 == 0o600
    capsys.readouterr()


def test_a_file_that_cannot_be_written_is_one_sentence_in_the_users_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "none" / "game.pgn"
    monkeypatch.setenv("KYVIEN_LANG", "vi")
    told = refused(capsys, *PLAY, "--output", str(path))
    assert told == f"không ghi được {path}: không có tệp hay thư mục này; chưa có gì thay đổi\n"
