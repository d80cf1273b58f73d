"""The command ``endings``, and exact values in ``analyse``."""

from pathlib import Path

import pytest

from engine.cli.main import main
from engine.tables.endings import file_of, read_table, shipped_folder, user_folder
from tests.engine.cli.command import refused, run
from tests.engine.conftest import deep

ROOK = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"


@deep
def test_a_table_and_those_it_leads_to_are_written_to_the_users_folder(capsys: pytest.CaptureFixture[str]) -> None:
    printed = run(capsys, "endings", "--game", "chess", "--material", "kpk")
    assert printed["material"] == "KPK" and printed["longest"] == 56 and printed["rules"] == ""
    assert printed["counts"][0] == {"positions": 81_664, "wins": 62_480, "draws": 19_184, "losses": 0}
    assert printed["file"] == str(file_of(user_folder(), "chess", "KPK"))
    for material in ("KPK", "KQK", "KRK"):
        path = file_of(user_folder(), "chess", material)
        assert read_table(path) == read_table(file_of(shipped_folder(), "chess", material))


def test_one_table_is_written_to_a_given_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.endings"
    assert main(["endings", "--game", "xiangqi", "--material", "KPK", "--output", str(path)]) == 0
    out = capsys.readouterr().out
    assert "longest: 20 plies" in out and "repetition=draw" in out and "Red" in out
    assert read_table(path).material == "KPK"
    assert not user_folder().exists()


def test_without_a_material_the_tables_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {row["material"]: row for row in run(capsys, "endings", "--game", "chess")["materials"]}
    assert rows["KRK"] == {"material": "KRK", "available": True, "longest": 32}
    assert rows["KBNK"] == {"material": "KBNK", "available": False, "longest": None}
    assert main(["endings", "--game", "xiangqi"]) == 0
    assert "KRKAE" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "nim"], "nim has no tables"),
        (["--game", "chess", "--material", "KRKX"], "is not a material"),
        (["--game", "chess", "--material", "KPKP"], "only one side"),
        (["--game", "chess", "--material", "KQRBK"], "more than"),
        (["--game", "chess", "--material", "KRK", "--output", "/nowhere/a"], "cannot be written"),
    ],
)
def test_what_cannot_be_generated_is_refused_at_once(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(capsys, "endings", *arguments)


def test_analyse_reports_the_exact_value(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "analyse", "--game", "chess", "--position", ROOK, "--algorithm", "negamax", "--depth", "1")
    assert found["exact"] == {"score": "win", "win_in": 31, "move": "a1b1", "material": "KRK", "rules": ""}
    assert found["win_in"] is None and not found["proved"], "the search does not use the table"
    found = run(capsys, "analyse", "--game", "chess", "--algorithm", "negamax", "--depth", "1")
    assert found["exact"] is None
    assert main(["analyse", "--game", "chess", "--position", ROOK, "--algorithm", "negamax", "--depth", "1"]) == 0
    assert "exact: White wins in 31 plies with Kb1 (table KRK)\n" in capsys.readouterr().out


def test_analyse_goes_on_with_a_damaged_table(capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of(user_folder(), "chess", "KRK")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"nothing")
    assert main(["analyse", "--game", "chess", "--position", ROOK, "--algorithm", "negamax", "--depth", "1"]) == 0
    out, err = capsys.readouterr()
    assert "exact: White wins" in out, "from the installation"
    assert err == f"{path} is not a table of endings: it is damaged\n"
