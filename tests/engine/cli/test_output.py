"""What commands print, and how wide."""

import os
import shutil
import sys

import pytest

from engine.cli import output
from engine.cli.output import print_table, terminal_width


@pytest.mark.parametrize("columns", ["", "0", "-3", "77", "x"])
@pytest.mark.parametrize("terminal", [0, 33, None])
def test_the_width_is_that_of_shutil(monkeypatch: pytest.MonkeyPatch, columns: str, terminal: int | None) -> None:
    def size(descriptor: int) -> os.terminal_size:
        if terminal is None:
            raise OSError("no terminal")
        return os.terminal_size((terminal, 24))

    monkeypatch.setattr(os, "get_terminal_size", size)
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_width() == shutil.get_terminal_size().columns


def test_a_table_has_styles_and_the_width_of_a_terminal_only_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    rows = [("e4 " * 20, "1")]
    print_table("Title", ("Line", "Nodes"), rows)
    plain = capsys.readouterr().out
    assert "\033" not in plain and len(plain.splitlines()) == 6
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_table("Title", ("Line", "Nodes"), rows)
    drawn = capsys.readouterr().out
    assert len(drawn.splitlines()) > 6 and max(map(len, drawn.splitlines()[4:])) <= 40
    assert drawn.count("\033[") == (0 if sys.platform == "win32" else 4)
    monkeypatch.setenv("TERM", "dumb")
    print_table("Title", ("Line", "Nodes"), rows)
    assert "\033" not in capsys.readouterr().out
    assert output.WIDTH == 180
