"""The command ``export``."""

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.records.formats import find_format
from tests.engine.conftest import GOLDEN

GAME = '[Game "xiangqi"]\n[Red "An"]\n\n1. C2=5 $4 {[%clk 0:10:00]} H8+7 *\n'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(f"{GAME}\n{GAME.replace('C2=5', 'C8=5')}", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("kind", "suffix", "words"),
    [
        ("pgn", ".pgn", "1. C2=5 $4"),
        ("simplified", ".pgn", "1. 炮二平五 {??} 1... 马８进７"),
        ("traditional", ".pgn", "1. 炮二平五 {??} 1... 馬８進７"),
        ("ubb", ".ubb", "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"),
    ],
)
def test_all_games_of_a_file_are_copied(
    record: Path, kind: str, suffix: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = record.with_name(f"copy{suffix}")
    assert main(["export", str(record), "--as", kind, "--output", str(output)]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"2 games written to {output}\n"
    assert ("Not in the copy: clocks and drawings (1)." in shown.err) == (kind != "pgn")
    found = find_format(output)
    text = found.decode(output.read_bytes())
    assert words in text and len(found.read(text, strict=True)) == 2


def test_one_game_is_copied(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = record.with_name("copy.ubb")
    words = ["export", str(record), "--number", "2", "--as", "ubb", "--output", str(output), "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 1
    assert "[DhtmlXQ_movelist]1747" in output.read_text()


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("ubb", "copy.pgn", "copy.pgn: expected a name that ends in .ubb"),
        ("pgn", "games.pgn", "the output cannot replace the record"),
    ],
)
def test_outputs_that_do_not_fit_are_refused(
    record: Path, kind: str, name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["export", str(record), "--as", kind, "--output", str(record.with_name(name))])
    assert message in capsys.readouterr().err


def test_a_game_without_this_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["export", str(GOLDEN / "chess" / "openings.pgn"), "--as", "ubb", "--output", str(tmp_path / "copy.ubb")])
    assert "--as ubb: not for Chess" in capsys.readouterr().err
