"""Every command of the README, the documentation, the examples and the guide is run, or listed with the reason why not.

A command is a line of a block ``sh`` or ``bat``, or a text in backticks that begins with a program and has more words.
``kyvien-engine NAME`` in backticks only names a command.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from engine.cli.parser import build_parser
from tests.engine.networks.made import random_file
from tests.pages import files_of
from tests.sources import ROOT
from tests.test_promises import names_in

PATTERNS = ("README*.md", "CONTRIBUTING.md", "docs/**/*.md", "examples/**/README.md", "resources/guide/*/*.md")
PAGES = [path for each in PATTERNS for path in sorted(ROOT.glob(each)) if "generated" not in path.parts]
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
NAMES = (
    r"kyvien|kyvien-engine(?! [a-z]+`)|python3?|pytest|pip|dask|ruff|sphinx-build|apt|apt-get|\.ci/run|\w+=\w+ python"
)
INLINE = re.compile(rf"`((?:{NAMES})\s[^`]+)`")
EXTERNAL = re.compile(r"gnugo|stockfish")
FOLDERS = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin")
"""Where external engines are, next to the folders of PATH."""

REPLACED = {
    r"--algorithm pn --nodes \d+": "--rules size=5 --algorithm pn --nodes 99999",
    r"--games \d+": "--games 2",
    r"--play \d+": "--play 2",
    r"--nodes \d{5,}": "--nodes 1000",
    r"--clock [\d.+]+": "--clock 0.2+0.01",
    r"--seconds \d+": "--seconds 0.05",
    r"train --game cotoan": "train --game cotoan --games 20 --jobs 1 --match 0",
    r"\bCOMMAND\b": "perft",
    r"\bTREE\b": "deep",
    r"\bNAME\b": "minimax",
    r"\bDEPTH\b": "2",
}
"""What is replaced before a command is run: numbers with which it takes minutes, and words that the reader replaces."""
SLOW = ("kyvien-engine endings --game chess --material KBNK", "kyvien-engine train *")
"""Commands that take more than some seconds all the same."""

INSTALLS = "installs packages, as `.ci/run` does on a fresh machine"
BUILDS = "builds in the checkout; in a copy: `tests/test_build.py::test_what_changed_is_built_and_what_is_missing`"
CHECKS = "is a run of tests or of checks itself"
OUTLINE = "is an outline;"
CLUSTER = "waits for other computers: `tests/engine/jobs/test_cluster.py::test_the_command_line_plays_on_a_cluster`"
NOT_RUN = {
    "*pip install*": INSTALLS,
    "apt* install *": INSTALLS,
    "*python setup.py build_ext --inplace": BUILDS,
    "*pytest *": CHECKS,
    ".ci/run *": CHECKS,
    "ruff *": CHECKS,
    "sphinx-build *": "needs the extra docs; `.ci/run docs` runs it",
    "cp -r *": "copies the checkout",
    "python -m engine": "is another name of `kyvien-engine`; tests run commands by it",
    "python -W default": "is an option of Python",
    "python -m tests.endurance.monkey *": "runs for long: `tests/endurance/test_monkey.py::test_some_actions`",
    "python -m tests.engine.records.collections_report *": "reads collections of records: "
    "`tests/engine/cli/test_progress.py::test_the_report_on_collections_shows_its_files`",
    "python .ci/release_check.py *": "needs a tag: `tests/test_release.py::test_a_release_is_consistent`",
    "python examples/make_pages.py": "writes the pages of the checkout: "
    "`tests/engine/teach/test_ready_pages.py::test_the_pages_are_those_that_the_script_makes`",
    "python examples/make_grids.py *": "plays for hours: "
    "`tests/engine/contests/test_grids.py::test_a_grid_is_made_and_describes_itself`",
    "python examples/fit_scale.py *": f"{OUTLINE} `tests/test_examples.py::test_a_scale_can_be_fitted`",
    "dask *": CLUSTER,
    "kyvien-engine match * --pool dask:*": CLUSTER,
    "kyvien-engine bench*": "measures for minutes: `tests/engine/cli/test_bench.py::test_json_is_one_object`",
    "kyvien-engine perft --game connect4 *": "has the game of an example: "
    "`tests/test_developer_pages.py::test_an_example_passes_its_tests`",
    "kyvien-engine train --[rg]* [FG]*": f"{OUTLINE} "
    "`tests/engine/cli/test_train.py::test_a_network_is_made_and_measured_and_the_same_command_continues`",
}
SCRIPTS = {
    "openings.py *": "test_openings_that_one_colour_wins_are_left_out",
    "refinements.py *": "test_an_interrupted_table_is_resumed",
    "tactics.py *": "test_forced_wins_are_found_with_few_nodes",
    "change.py *": "test_a_change_is_played_and_its_table_is_kept",
    "best_moves.py *": "test_a_position_is_solved_if_the_last_move_is_a_best_move",
    "missed.py *": "test_the_best_move_of_a_diagram_is_missed_because_of_its_switch",
    "table.py --[!l]*": "test_our_limit_is_measured_on_the_opponent",
    "levels.py *": "test_levels_are_checked_and_the_results_are_kept",
}
NOT_RUN |= {
    f"python examples/strength/{script}": f"takes minutes or hours: `tests/test_strength_scripts.py::{test}`"
    for script, test in SCRIPTS.items()
}
"""Commands that are not run, as patterns of ``fnmatch``, with the reason and the test that runs the same."""


def text_of(command: str) -> str:
    """A command on one line, without its comment."""
    return " ".join(re.sub(r"(^|\s)# .*$", "", command).split())


def commands_in(text: str) -> list[str]:
    """The commands of a page."""
    lines = [
        line
        for kind, body in BLOCK.findall(text)
        if kind in ("sh", "bat")
        for line in body.replace("\\\n", " ").splitlines()
    ]
    return [each for line in (*lines, *INLINE.findall(BLOCK.sub("", text))) if (each := text_of(line))]


@cache
def commands() -> dict[str, str]:
    """All commands, each with the name of the first page that has it."""
    found: dict[str, str] = {}
    for page in PAGES:
        for command in commands_in(page.read_text(encoding="utf-8")):
            found.setdefault(command, page.name)
    return found


@cache
def new_files() -> set[str]:
    """The files of the examples of the pages for developers, which do not exist."""
    return {name for page in PAGES for name in files_of(page.read_text(encoding="utf-8"))}


def pattern_of(command: str) -> str | None:
    """The first pattern of ``NOT_RUN`` that fits a command, or None if the command is run."""
    return next((each for each in NOT_RUN if fnmatchcase(command, each)), None)


def marks_of(command: str) -> list[pytest.MarkDecorator]:
    """The marks of the test of a command."""
    slow = any(fnmatchcase(command, each) for each in SLOW)
    return [pytest.mark.slow] * slow + [pytest.mark.oracle] * bool(EXTERNAL.search(command))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the commands name. Folders of the checkout that they only read are links."""
    records = ROOT / "resources" / "records"
    shutil.copy(records / "cotoan" / "children.en.pgn", tmp_path / "game.pgn")
    games = [(records / "chess" / f"{name}.en.pgn").read_text(encoding="utf-8") for name in ("immortal", "opera")]
    (tmp_path / "games.pgn").write_text("\n".join(games), encoding="utf-8")
    random_file(tmp_path, "cotoan").rename(tmp_path / "my.kvnet")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "docs").mkdir()
    return tmp_path


@pytest.mark.unsanitized
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(each, id=re.sub(r"\W+", "-", each.removeprefix("kyvien-engine "))[:60], marks=marks_of(each))
        for each in commands()
        if pattern_of(each) is None
    ],
)
def test_a_command_runs(command: str, folder: Path) -> None:
    for old, new in REPLACED.items():
        command = re.sub(old, new, command)
    program, *words = shlex.split(command)
    path = os.pathsep.join((os.environ["PATH"], *FOLDERS))
    external = EXTERNAL.search(command)
    if external is not None and shutil.which(external[0], path=path) is None:
        pytest.skip(f"{external[0]} is not installed")
    start = {"kyvien-engine": ["-m", "engine"], "python": []}[program]
    done = subprocess.run(
        [sys.executable, *start, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        encoding="utf-8", check=False, timeout=300,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PATH": path, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout or "serve" in words or "--output" in words


def test_what_is_not_run_has_a_reason_and_the_tests_that_it_names() -> None:
    used = {pattern_of(command) for command in commands()}
    assert used == {*NOT_RUN, None}
    for pattern, reason in NOT_RUN.items():
        for file, test in re.findall(r"`(tests/[\w/.]+)::(\w+)`", reason):
            assert test in names_in(ROOT / file), pattern


@pytest.mark.parametrize("command", [each for each in commands() if pattern_of(each) is not None])
def test_options_and_paths_of_what_is_not_run_exist(command: str) -> None:
    if command.startswith("kyvien-engine ") and "…" not in command and not re.search(r"\b[A-Z]+\b", command):
        words = shlex.split(command)[1:]
        build_parser(words).parse_args(words)
    script = re.match(r"python (examples/\S+)", command)
    if script is not None:
        source = (ROOT / script[1]).read_text(encoding="utf-8") + (ROOT / "examples/strength/matches.py").read_text()
        assert all(f'"{option}"' in source for option in re.findall(r" (--[\w-]+)", command))
    job = re.match(r"\.ci/run (\w+)$", command)
    assert job is None or f"job_{job[1]}()" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for path in set(re.findall(r"\b(?:tests|examples)/[\w/.]+", command)) - new_files():
        assert (ROOT / path).exists(), path


def test_a_command_that_is_only_named_exists() -> None:
    named = {
        name for page in PAGES for name in re.findall(r"`kyvien-engine ([a-z-]+)`", page.read_text(encoding="utf-8"))
    }
    assert len(named) > 5
    for name in named:
        with pytest.raises(SystemExit) as stopped:
            build_parser([name]).parse_args([name, "--help"])
        assert stopped.value.code == 0


def test_commands_are_found_in_blocks_and_in_the_text() -> None:
    page = (
        "```sh\na --b \\\n    c  # d\n# e\n```\n`kyvien-engine f`, `kyvien-engine g\n--h`, `i j`\n```python\nk\n```\n"
    )
    assert commands_in(page) == ["a --b c", "kyvien-engine g --h"]
