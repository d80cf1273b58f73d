"""What commands show while they work, if standard error is a terminal, and that none that can take long is silent."""

import argparse
import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.cli import output
from engine.cli.main import main
from engine.cli.output import Progress, note
from engine.cli.parser import build_parser
from engine.core.game import find_game
from engine.core.language import set_language
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.files import write_tree
from engine.searchtree.recording import record
from tests.engine.networks.made import random_file
from tests.engine.records import collections_report
from tests.sources import ROOT


class Terminal(io.StringIO):
    """Standard error as a terminal. ``before`` has what was on standard output before each text was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.printed = io.StringIO()
        self.before: list[str] = []

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.before.append(self.printed.getvalue())
        return super().write(text)

    @property
    def drawn(self) -> list[str]:
        """The lines, each as it replaced the one before."""
        return [line.rstrip() for line in re.split("[\r\n]", self.getvalue()) if line.strip()]

    @property
    def screen(self) -> list[str]:
        """The lines that are visible."""
        lines: list[str] = []
        for line in self.getvalue().split("\n"):
            shown = ""
            for part in line.split("\r"):
                shown = part + shown[len(part) :]
            lines.append(shown.rstrip())
        return lines


@pytest.fixture(autouse=True)
def _on_xterm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal has 80 columns, the clock stops, and nothing is drawn between the beginning and the end."""
    monkeypatch.setattr(output, "monotonic", lambda: 0.0)
    monkeypatch.setattr(output, "REFRESH_SECONDS", 1e6)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


@contextlib.contextmanager
def on_terminal() -> Iterator[Terminal]:
    """Let standard error be a terminal, but not standard output."""
    made = Terminal()
    with contextlib.redirect_stdout(made.printed), contextlib.redirect_stderr(made):
        yield made


# --- the line ---------------------------------------------------------------------------------------------------------


class Search:
    nodes, depth = 1_234_567, 7


def test_the_line_is_drawn_at_the_beginning_and_erased_at_the_end() -> None:
    with on_terminal() as terminal:
        with Progress("Working", 3) as step:
            assert terminal.screen == ["Working  0/3  0:00"]
            step()
            step()
            step.detail = "last"
        assert terminal.drawn == ["Working  0/3  0:00", "Working  2/3  last  0:00  0:00 left"]
        assert terminal.screen == [""]
        assert "\033" not in terminal.getvalue(), "no terminal is left in another state by Ctrl+C"


def test_the_line_is_drawn_again_while_a_step_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "REFRESH_SECONDS", 0.0)
    monkeypatch.setattr(output, "monotonic", iter(range(10**9)).__next__)
    with on_terminal() as terminal, Progress("Working"):
        while "0:04" not in terminal.getvalue():
            pass
    assert terminal.drawn[:4] == ["Working  0:01", "Working  0:02", "Working  0:03", "Working  0:04"]


@pytest.mark.parametrize(
    ("done", "seconds", "left"), [(0, 0.0, ""), (1, 60.0, "3:00"), (2, 61.0, "1:01"), (4, 3600.0, "")]
)
def test_the_time_left_follows_from_the_steps(
    monkeypatch: pytest.MonkeyPatch, done: int, seconds: float, left: str
) -> None:
    with on_terminal(), Progress("Working", 10, 6) as step:
        for _ in range(done):
            step()
        monkeypatch.setattr(output, "monotonic", lambda: seconds)
        shown = step.line()
    clock = f"{int(seconds) // 60}:{int(seconds) % 60:02}"
    assert shown == "  ".join(["Working", f"{6 + done}/10", clock, *([f"{left} left"] if left else [])])


def test_a_search_shows_its_depth_and_nodes() -> None:
    with on_terminal() as terminal, Progress("Searching") as step:
        step.watch(Search())
    assert terminal.drawn[-1] == "Searching  0:00  depth 7  Nodes 1,234,567"
    set_language("vi")
    with on_terminal() as terminal, Progress("Đang tìm", 3, 1) as step:
        step()
        step.watch(Search())
    assert terminal.drawn[-1] == "Đang tìm  2/3  0:00  còn 0:00  sâu 7  Số nút 1,234,567"


def test_the_line_is_shorter_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    with on_terminal(), Progress("Đang đọc kỳ phổ") as step:
        step.detail = "黑子黑子黑子"
        assert step.line() == "Đang đọc kỳ phổ  黑"


def test_a_note_is_printed_above_the_line() -> None:
    with on_terminal() as terminal:
        with Progress("Working"):
            note("A note that is long.")
            assert terminal.screen == ["A note that is long.", ""]
        note("Another.")
        assert terminal.drawn == ["Working  0:00", "A note that is long.", "Working  0:00", "Another."]
        assert terminal.screen == ["A note that is long.", "Another.", ""]


def test_only_the_inner_of_two_lines_is_visible() -> None:
    with on_terminal() as terminal:
        with Progress("A long outer line"):
            with Progress("Inner"):
                assert terminal.screen == ["Inner  0:00"]
                note("n")
            assert terminal.screen == ["n", ""]
        assert terminal.drawn[-1] == "A long outer line  0:00"
        assert terminal.screen == ["n", ""] and Progress.shown == []


def test_the_outer_of_two_lines_is_not_drawn_again_below_the_inner_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "REFRESH_SECONDS", 0.0)
    with on_terminal() as terminal, Progress("Outer"), Progress("Inner"):
        while terminal.drawn.count("Inner  0:00") < 20:
            pass
        assert "Outer" not in "".join(terminal.drawn[terminal.drawn.index("Inner  0:00") :])


def test_an_interruption_erases_the_line() -> None:
    with on_terminal() as terminal, pytest.raises(KeyboardInterrupt), Progress("Working"):
        raise KeyboardInterrupt
    assert terminal.screen == [""] and Progress.shown == []


@pytest.mark.parametrize("kind", ["file", "dumb"])
def test_without_a_terminal_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    with on_terminal() as terminal:
        if kind == "dumb":
            monkeypatch.setenv("TERM", "dumb")
        else:
            monkeypatch.setattr(terminal, "isatty", lambda: False)
        with Progress("Working", 3) as step:
            step()
            note("n")
    assert terminal.getvalue() == "n\n"


# --- the commands -----------------------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """What a command shows on standard error while it works, and a short command line to see it.

    Attributes:
        lines: what the lines begin with, in order. The numbers of steps are those at the beginning and at the end.
        arguments: the command line without the command. ``{…}`` is a file.
    """

    lines: list[str]
    arguments: str


PROGRESS = {
    "perft": Shown(["Counting  0/5", "Counting  5/5"], "--game nim --depth 2 --divide"),
    "analyse": Shown(
        ["Searching  0:", "Searching  1  minimax  0:00  depth 2  Nodes"], "--game nim --algorithm minimax --depth 2"
    ),
    "compare": Shown(
        ["Searching  0/2", "Searching  2/2", "Measuring  0/2", "Measuring  2/2", "Comparing", "Comparing"],
        "--game nim --algorithms minimax;alphabeta --depth 2",
    ),
    "review": Shown(
        ["Reading game.pgn"] * 2 + ["Reviewing  0:", "Reviewing  8"],
        "{game} --algorithms minimax --depth 2 --check off --output {folder}/reviewed.pgn",
    ),
    "disagree": Shown(
        ["Searching  0:", "Reading game.pgn", "Reading game.pgn", "Searching  "],
        "{game} --algorithms minimax;random --depth 1",
    ),
    "tree": Shown(
        ["Searching  0:", "Writing a.kvtree", "Writing a.kvtree", "Searching  0:00  depth 2  Nodes"],
        "--game nim --algorithm minimax --depth 2 --output {folder}/a.kvtree",
    ),
    "tree-diff": Shown(
        ["Reading tree.kvtree"] * 4 + ["Comparing"] * 2, "{folder}/tree.kvtree {folder}/tree.kvtree"
    ),
    "play": Shown(["Playing  0:", "Playing  4"], "--game nim --first greedy --second greedy --depth 1 --seed 1"),
    "match": Shown(
        ["Reading journal"] * 2 + ["Playing  0/2", "Playing  2/2", "Writing games.pgn", "Writing games.pgn"],
        "--game nim --first greedy --second random --games 2 --jobs 1 --journal {folder}/journal "
        "--records {folder}/games.pgn",
    ),
    "tournament": Shown(
        ["Reading journal"] * 2 + ["Playing  0/2", "Playing  2/2"],
        "--game nim --players greedy;random --games 2 --jobs 1 --depth 1",
    ),
    "page": Shown(["Reading game.pgn"] * 2 + ["Writing out.html"] * 2, "{game} --output {folder}/out.html"),
    "export": Shown(["Reading game.pgn"] * 2 + ["Writing out.pgn"] * 2, "{game} --output {folder}/out.pgn"),
    "picture": Shown(
        ["Writing out.svg", "Reading game.pgn", "Reading game.pgn", "Writing out.svg"],
        "{game} --strip --output {folder}/out.svg",
    ),
    "endings": Shown(
        ["Computing KPK", "Computing KPK  KPK 100%", "Writing out.endings", "Writing out.endings"],
        "--game xiangqi --material KPK --output {folder}/out.endings",
    ),
    "network": Shown(
        ["Removing and placing pieces  0/12", "Removing and placing pieces  12/12"], "show {folder}/nim-1.kvnet"
    ),
    "book": Shown(
        ["Evaluating games", "Reading game.pgn", "Reading game.pgn", "Evaluating games  1", "Writing b.book",
         "Writing b.book"],
        "--game nim --games {game} --nodes 100 --plies 2 --output {folder}/b.book",
    ),
    "train": Shown(
        ["Playing  0/1", "Playing  1/1", "Replaying  0/1", "Replaying  1/1", "Fitting  0/12", "Fitting  12/12"],
        "--game tictactoe --games 20 --jobs 1 --match 0 --output {folder}/own.kvnet",
    ),
    "worksheet": Shown(
        ["Making exercises  0/2", "Making exercises  2/2", "Writing out.html", "Writing out.html"],
        "--exercises minimax --count 2 --output {folder}/out.html",
    ),
}  # fmt: skip
"""Commands that can take more than two seconds, with what they show."""
PRINTED = {
    "bench": "each part as soon as it has been measured (tests/engine/cli/test_bench.py), and a line of progress"
}
SHORT = {
    "games": "lists what is registered, some 0.2 s",
    "rules": "prints one page of the guide, some 0.1 s",
    "serve": "answers another program in its protocol, which has no place for anything else",
}
"""Commands that show nothing, with the reason."""


def commands() -> list[str]:
    """Return the names of all commands."""
    (found,) = (each for each in build_parser([])._actions if isinstance(each, argparse._SubParsersAction))
    return list(found.choices)


def test_it_is_known_what_each_command_shows() -> None:
    assert sorted([*PROGRESS, *PRINTED, *SHORT]) == sorted(commands())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a record of nim, a recorded tree and a network."""
    game = find_game("nim")()
    (tmp_path / "game.pgn").write_text('[Game "nim"]\n[Result "0-1"]\n\n1. a-1 b-1 2. b-1 c-2 0-1\n', encoding="utf-8")
    query = Query(game.start(), Spec.parse("minimax"), "", Limit(depth=1))
    write_tree(tmp_path / "tree.kvtree", record(query)[0])
    random_file(tmp_path, "nim")
    return tmp_path


@pytest.mark.parametrize("command", PROGRESS)
def test_a_command_that_can_take_long_shows_its_progress(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal it is shown before anything is printed. A script gets the same output, and nothing else."""
    shown = PROGRESS[command]
    words = [command, *shown.arguments.format(game=folder / "game.pgn", folder=folder).split()]
    with on_terminal() as terminal:
        assert main(words) == 0
    assert [line[: len(text)] for line, text in zip(terminal.drawn, shown.lines, strict=True)] == shown.lines
    assert terminal.screen == [""] and terminal.before[0] == ""
    (folder / "journal").unlink(missing_ok=True)
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out and without_times(out) == without_times(terminal.printed.getvalue())


def test_a_resumed_match_begins_with_the_games_of_its_journal(folder: Path) -> None:
    words = ["match", *PROGRESS["match"].arguments.format(folder=folder).split()]
    for begun in (0, 2):
        with on_terminal() as terminal:
            assert main(words) == 0
        assert next(line for line in terminal.drawn if line.startswith("Playing")) == f"Playing  {begun}/2  0:00"


def without_times(text: str) -> list[str]:
    """Return the words of an output, in which each number with decimals is ``t``, because it may be a time."""
    return re.sub(r"\d+(?:\.\d+)?e-\d+|\d+\.\d+", "t", text).split()


# --- programs for developers ------------------------------------------------------------------------------------------

PROGRAMS = {
    "engine": "the same as kyvien-engine",
    "tests.engine.records.collections_report": "Reading",
    "tests.endurance.monkey": "Acting",
}
"""Modules that pages of the documentation run, with the label of their progress."""


def test_it_is_known_what_the_programs_of_the_documentation_show() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("**/*.md")]
    texts = [path.read_text(encoding="utf-8") for path in pages if path.parent.name != "decisions"]
    assert {name for text in texts for name in re.findall(r"python3? -m ((?:engine|studio|tests)[\w.]*)", text)} == {
        *PROGRAMS
    }
    for name, label in PROGRAMS.items():
        source = ROOT.joinpath(*name.split(".")).with_suffix(".py")
        assert not source.exists() or f'Progress("{label}"' in source.read_text(encoding="utf-8")


def test_the_report_on_collections_shows_its_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collections_report, "examine", lambda row, path, data: None)
    with on_terminal() as terminal:
        collections_report.main([str(folder)])
    assert terminal.drawn == ["Reading  0:00", "Reading  1  game.pgn  0:00"]
    assert "| all | 0 |" in terminal.printed.getvalue()
