"""The command ``bench``: each part is printed as soon as it has been measured."""

import contextlib
import io
import json
from collections.abc import Callable

import pytest

from engine.bench.rows import Row, row
from engine.cli import bench
from engine.cli.main import main


class Printed(io.StringIO):
    """Standard output of which a reader sees only what has been flushed.

    ``calls`` has the name of each part that is measured, ``full``, and what had been seen before.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = ""
        self.calls: list[tuple[str, bool, str]] = []

    def flush(self) -> None:
        self.seen = self.getvalue()

    def run(self, *arguments: str) -> int:
        """Return the exit status of the command."""
        with contextlib.redirect_stdout(self):
            return main(["bench", *arguments])


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Standard output, and the parts ``one``, ``two`` and ``three``, the last of which is interrupted."""
    made = Printed()

    def part(name: str) -> Callable[[bool], list[Row]]:
        def measure(full: bool) -> list[Row]:
            made.calls.append((name, full, made.seen))
            if name == "three":
                raise KeyboardInterrupt
            return [row(f"measure of {name}", 1, f"{name} s", "≤ 2")]

        return measure

    monkeypatch.setattr(bench, "PARTS", {name: part(name) for name in ("one", "two", "three")})
    return made


@pytest.mark.parametrize("full", [False, True])
def test_a_part_is_seen_before_the_next_one_is_measured(printed: Printed, full: bool) -> None:
    assert printed.run("--only", "two,one", *(["--full"] if full else [])) == 0
    assert [call[:2] for call in printed.calls] == [("two", full), ("one", full)]
    assert printed.calls[0][2] == "" and "measure of two" in printed.calls[1][2]
    assert [line.split() for line in printed.seen.splitlines() if "measure" in line] == [
        ["measure", "of", name, name, "s", "≤", "2"] for name in ("two", "one")
    ]


def test_json_is_one_object(printed: Printed) -> None:
    assert printed.run("--only", "one,two", "--json") == 0
    assert [call[2] for call in printed.calls] == ["", ""]
    found = json.loads(printed.getvalue())
    assert {part: rows[0]["text"] for part, rows in found.items()} == {"one": "one s", "two": "two s"}


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_was_measured_before_an_interruption_is_printed(
    printed: Printed, form: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed.run(*form) == 130
    assert capsys.readouterr().err == "interrupted\n" and len(printed.calls) == 3
    text = printed.getvalue()
    assert "measure of one" in text and "measure of two" in text and "three" not in text
    assert not form or list(json.loads(text)) == ["one", "two"]
