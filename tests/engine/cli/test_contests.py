"""The command ``play``; matches and tournaments are tested with ``engine/contests``."""

from pathlib import Path

import pytest

from tests.engine.cli.command import run


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
