"""Files with faults on the command line and in the library: a notice names them, or ``--strict`` refuses the file."""

import json
from pathlib import Path

import pytest

import engine as kv
from engine.cli.main import main
from engine.core.errors import NotationError

GOOD = '[Event "a"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'
WORD = '[Event "b"]\n[Result "1-0"]\n\n1. e4 so e5 1-0\n\n'
BAD = '[Event "c"]\n[FEN "8/8"]\n\n1. d4 *\n\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "three.pgn"
    path.write_text(GOOD + BAD + WORD)
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("review", "FILE", "--algorithms", "greedy", "--depth", "1"),
        ("disagree", "FILE", "--algorithms", "greedy;ordered", "--depth", "1"),
        ("book", "--game", "chess", "--games", "FILE", "--output", "OUT"),
    ],
)
def test_games_with_faults_do_not_stop_the_others(
    words: tuple[str, ...], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"FILE": str(file), "OUT": str(tmp_path / "x.book")}
    command = [names.get(word, word) for word in words]
    assert main([*command, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("three.pgn: 2 of 3 games read: line 7, game 2: ") and told.err.count("\n") == 1
    assert "(and 1 more)" in told.err and json.loads(told.out)
    with pytest.raises(SystemExit) as ended:
        main([*command, "--strict"])
    assert ended.value.code == 2 and "line 7, game 2" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["page", "picture"])
def test_the_faults_of_one_game(name: str, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / ("x.html" if name == "page" else "x.svg")
    command = [name, str(file), "--number", "3", "--output", str(output)]
    assert main(command) == 0 and output.exists()
    assert "game 3, ply 2: 'so' is not a move" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*command, "--strict"])
    assert main([name, str(file), "--number", "1", "--output", str(output), "--strict"]) == 0


def test_the_library_reports_the_faults(file: Path) -> None:
    records = kv.read(file)
    assert [record.result for record in records] == ["1-0", "1-0"]
    assert [fault[:16] for fault in records.faults] == ["line 7, game 2: ", "line 14, game 3,"]
    with pytest.raises(NotationError, match="game 2"):
        kv.read(file, strict=True)
    file.write_text(GOOD)
    assert kv.read(file, strict=True).faults == []
