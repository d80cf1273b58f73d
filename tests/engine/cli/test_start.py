"""What a command imports: start-up is kept short by what is left out, which does not depend on a machine's speed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.core.evaluation import evaluations

ROOT = Path(__file__).parents[3]

HEAVY = {
    "numpy", "platformdirs", "cython", "PySide6", "subprocess", "tempfile", "shutil", "json",
    "importlib.resources", "importlib.metadata", "importlib.util", "pkgutil", "random", "threading", "queue", "signal",
    "csv", "html", "datetime", "logging", "unittest", "dataclasses", "inspect", "pathlib", "hashlib", "urllib.parse",
    "asyncio", "ast", "dis",
}  # fmt: skip
OURS = {
    "engine.analysis", "engine.asking", "engine.bench", "engine.contests", "engine.protocols", "engine.records",
    "engine.core.files", "engine.core.perft",
}  # fmt: skip


def imported(*arguments: str, language: str = "en") -> set[str]:
    """The modules that a new process has imported when a command has ended, those of Python's own start left out."""
    code = (
        "import sys; before = set(sys.modules)\n"
        "from engine.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "except SystemExit as left:\n    assert not left.code\n"
        "print(*set(sys.modules) - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT, env=os.environ | {"KYVIEN_LANG": language}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.splitlines()[-1].split())


def of(package: str, modules: set[str]) -> set[str]:
    """The modules of a package, one level."""
    return {name.split(".")[2] for name in modules if name.startswith(f"{package}.")}


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_help_and_version_import_no_game(arguments: list[str]) -> None:
    modules = imported(*arguments)
    assert modules & (HEAVY | OURS) == set()
    assert modules & {"engine.games", "engine.search", "engine.evaluation", "engine.core.game", "typing"} == set()


@pytest.mark.skipif(not engine.is_compiled(), reason="in slow mode a search runs in another process")
@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize("game", ["nim", "trees"])
def test_a_short_analysis_imports_one_game_and_one_algorithm(game: str, form: list[str]) -> None:
    modules = imported("analyse", "--game", game, "--depth", "1", "--algorithm", "minimax", *form)
    assert modules & (HEAVY | OURS) - {"random", "signal"} == ({"json"} if form else set())
    assert of("engine.games", modules) == {game}
    assert of("engine.evaluation", modules) == ({game} if evaluations(game) else set())
    own = {"search", "report", "plain", "pace", "query", "spec", "stopwatch", "trace", "visit", "minimax"}
    assert of("engine.search", modules) == own


def test_rules_of_a_game_import_that_game_and_no_search() -> None:
    modules = imported("rules", "--game", "nim")
    assert of("engine.games", modules) == {"nim"}
    assert of("engine.search", modules) == of("engine.evaluation", modules) == set()
    read = {"ast", "dataclasses", "datetime", "dis", "inspect", "pathlib", "random", "urllib.parse"}
    assert modules & (HEAVY | OURS) <= read, "pages are files, and the reader of TOML has dates"


def test_a_translated_help_reads_its_catalogue_only() -> None:
    assert imported("--help", language="vi") & (HEAVY | OURS) == {"json"}
