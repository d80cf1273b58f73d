"""The examples of the pages for developers, built and tested as they are printed there."""

import ast
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

import engine
from engine.build import Sources

ROOT = Path(__file__).parent.parent
GAME = (ROOT / "docs" / "developers" / "game.md").read_text(encoding="utf-8")
MOST_FILES, MOST_LINES = 6, 240


def files_of(page: str) -> dict[str, str]:
    """The files of a page: a path alone on a line, followed by a block of code."""
    return {
        name: text + "\n"
        for name, text in re.findall(r"^`([\w./]+)`:\n\n```\w+\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL)
    }


def command_of(page: str) -> list[str]:
    """The words of the command with which a page is done."""
    found = re.search(r"^You need: .*You are done when: \*\*`([^`]+)`\*\*", page, re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])


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


def test_the_game_of_the_page_is_small() -> None:
    files = files_of(GAME)
    assert len(files) <= MOST_FILES and f"**{len(files)} files**" in GAME
    assert sum(code_lines(name, text) for name, text in files.items()) <= MOST_LINES
    assert all(len(line) <= 120 for text in files.values() for line in text.splitlines())


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a copy of the sources."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(not engine.is_compiled(), reason="the engine is not compiled here")
def test_the_game_of_the_page_is_a_game(tmp_path: Path) -> None:
    for name in ("engine", "examples", "resources", "studio", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name, text in files_of(GAME).items():
        path = tmp_path / name
        assert not path.exists(), "the game of the page is not shipped"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    built = run(tmp_path, "setup.py", "-q", "build_ext", "--inplace")
    assert built.returncode == 0, built.stderr
    assert f"1 of {len(Sources(ROOT / 'engine').modules) + 1} modules compiled" in built.stdout
    program, *words = command_of(GAME)
    assert program == "pytest"
    done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert done.returncode == 0, done.stdout[-5000:]
    found = re.search(r"^(?:=+ )?(\d+) passed", done.stdout, re.MULTILINE)
    assert found is not None and int(found[1]) >= 100, done.stdout[-2000:]
    draft = "tests/engine/games/test_contract.py::test_a_finished_game_is_no_draft"
    lists = ["tests/test_translations.py", "tests/engine/guide/test_library.py", draft]
    done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", *lists)
    assert done.returncode == 0, done.stdout[-5000:]
    for name in ("guide/en/connect4.md", "guide/vi/connect4.md"):
        (tmp_path / "resources" / name).write_text("# Connect four\n", encoding="utf-8")
    for name in ("playthroughs/connect4.txt", "pictures/connect4.svg.txt"):
        (tmp_path / "tests" / "golden" / name).touch()
    done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", draft)
    assert "connect4 is finished: remove is_draft" in done.stdout
