"""The examples of the pages for developers, built and tested as they are printed there."""

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

import engine
from engine.build import Sources
from tests.pages import changes_of, command_of, files_of, page_of

ROOT = Path(__file__).parent.parent
EXAMPLES = {
    "game": (6, 240, 100),
    "evaluation": (3, 70, 10),
    "algorithm": (2, 60, 100),
    "column": (1, 30, 20),
    "panel": (2, 80, 0),
}
"""Pages with examples: number of new files, most lines of code in them, and least number of tests of their command.

That of the page *panel* is run by ``tests/studio/window/test_new_workspace.py``.
"""
RUN = [name for name, (_, _, tests) in EXAMPLES.items() if tests]


def code_lines(name: str, text: str) -> int:
    """The lines of a file with code or data: without blank lines, comments and docstrings."""
    lines = {number for number, line in enumerate(text.splitlines(), 1) if line.strip() and line.strip()[0] != "#"}
    if name.endswith(".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
                lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        assert not any(token.type == tokenize.OP and token.string == ";" for token in tokens)
    return len(lines)


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a copy of the sources."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_small(name: str) -> None:
    page, (count, most, _) = page_of(name), EXAMPLES[name]
    files = files_of(page)
    assert len(files) == count
    assert f"**{count} file{'s' * (count > 1)}**" in page
    assert sum(code_lines(path, text) for path, text in files.items()) <= most
    assert all(len(line) <= 120 for text in files.values() for line in text.splitlines())
    assert not [path for path in files if (ROOT / path).exists()], "the example of a page is not shipped"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_change_fits_the_file(name: str) -> None:
    for path, old, new in changes_of(page_of(name)):
        assert (ROOT / path).read_text(encoding="utf-8").count(old) == 1, f"{path} does not contain once:\n{old}"
        assert old != new


def check_draft(folder: Path) -> None:
    """A draft needs no texts, and with them it must be marked as finished."""
    draft = "tests/engine/games/test_contract.py::test_a_finished_game_is_no_draft"
    lists = ["tests/test_translations.py", "tests/engine/guide/test_library.py", draft]
    done = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *lists)
    assert done.returncode == 0, done.stdout[-5000:]
    for name in ("guide/en/connect4.md", "guide/vi/connect4.md"):
        (folder / "resources" / name).write_text("# Connect four\n", encoding="utf-8")
    for name in ("playthroughs/connect4.txt", "pictures/connect4.svg.txt"):
        (folder / "tests" / "golden" / name).touch()
    done = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", draft)
    assert "connect4 is finished: remove is_draft" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", RUN)
@pytest.mark.skipif(not engine.is_compiled(), reason="the engine is not compiled here")
def test_an_example_passes_its_tests(name: str, tmp_path: Path) -> None:
    page, (_, _, tests) = page_of(name), EXAMPLES[name]
    files, changes = files_of(page), changes_of(page)
    for folder in ("engine", "examples", "resources", "studio", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for each in ("setup.py", "pyproject.toml"):
        shutil.copy(ROOT / each, tmp_path)
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    for path, old, new in changes:
        text = (tmp_path / path).read_text(encoding="utf-8")
        (tmp_path / path).write_text(text.replace(old, new), encoding="utf-8")
    if any(path.endswith(".pxd") for path in files):
        built = run(tmp_path, "setup.py", "-q", "build_ext", "--inplace")
        assert built.returncode == 0, built.stderr
        assert f"1 of {len(Sources(ROOT / 'engine').modules) + 1} modules compiled" in built.stdout
    program, *words = command_of(page)
    assert program == "pytest"
    done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert done.returncode == 0, done.stdout[-5000:]
    found = re.search(r"^(?:=+ )?(\d+) passed", done.stdout, re.MULTILINE)
    assert found is not None and int(found[1]) >= tests, done.stdout[-2000:]
    if name == "game":
        check_draft(tmp_path)
    for check in ("ruff check --no-cache", "ruff format --no-cache --check"):
        sources = [path for path in (*files, *(path for path, _, _ in changes)) if path.endswith(".py")]
        if shutil.which("ruff"):
            checked = subprocess.run(
                [*check.split(), *sources], cwd=tmp_path, capture_output=True, text=True, check=False
            )
            assert checked.returncode == 0, checked.stdout + checked.stderr
