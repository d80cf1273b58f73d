"""No module names a game, except the games and their evaluations: all others ask the registry.

Not allowed outside of ``engine/games`` and ``engine/evaluation``: importing a game's module, and a string that equals
a game's identifier. Exceptions are listed with a reason; one that no longer occurs must be removed from the list.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

import pytest

from engine.core.game import games
from tests.sources import ROOT, nodes_of

FREE = ("engine/games/", "engine/evaluation/")
"""Where games may be named."""

_COMMAND = "the command of UCI and UCCI that starts a search"
EXCEPTIONS = {
    ("engine/protocols/uci.py", 'words = ["go"]'): _COMMAND,
    ("engine/protocols/uci.py", 'words = ["go", f"time {self._time(clock.seconds[own])}"]'): _COMMAND,
    (
        "engine/protocols/server/uci.py",
        '"ucinewgame": self._new_game, "go": self._go, "stop": self._stop, "ponderhit": self._ponderhit,',
    ): _COMMAND,
    (
        "engine/teach/kinds/utility.py",
        'GAME, CELLS = "tictactoe", 9',
    ): "an exercise about the ends of this game",
    (
        "engine/teach/kinds/weighing.py",
        '"chess": Weighing("material", (1, 3, 3, 5, 9), 100, mark("pawns")),',
    ): "an exercise that computes this evaluation by hand",
    (
        "engine/teach/kinds/weighing.py",
        '"cotoan": Weighing("material_safety", (1, -1), 1, mark("points")),',
    ): "an exercise that computes this evaluation by hand",
    (
        "engine/bench/measures/go.py",
        "from engine.games.go.position import Playouts",
    ): "the measurement of one game, in the module that is named like it",
}
"""File and line, and why the line may hold what looks like a game's name."""


def named(nodes: Iterable[ast.AST], names: Collection[str]) -> Iterator[int]:
    """Yield the numbers of the lines of Python code that import a game's module or hold a game's identifier."""
    for node in nodes:
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            modules = [node.value] if node.value.startswith("engine.games.") else []
            if node.value in names:
                yield node.lineno
        else:
            continue
        if any(module.startswith("engine.games.") for module in modules):
            yield node.lineno


@cache
def found() -> dict[tuple[str, str], list[int]]:
    """Return every line of the engine and the studio that names a game, by file and text, with its numbers."""
    names = set(games())
    lines: dict[tuple[str, str], list[int]] = {}
    for path in sorted(path for package in ("engine", "studio") for path in (ROOT / package).rglob("*.p[yx]*")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(FREE) or path.suffix not in (".py", ".pxd"):
            continue
        source = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            numbers = sorted(set(named(nodes_of(path), names)))
        else:
            numbers = [number for number, line in enumerate(source.split("\n"), 1) if "engine.games." in line]
        for number in numbers:
            lines.setdefault((name, source.split("\n")[number - 1].strip()), []).append(number)
    return lines


def test_no_game_is_named() -> None:
    listed = EXCEPTIONS.keys()
    unknown = [
        f"{file}:{number}: {text}"
        for (file, text), numbers in found().items()
        if (file, text) not in listed
        for number in numbers
    ]
    assert not unknown, "a game is named; ask the registry instead:\n" + "\n".join(unknown)


def test_no_exception_is_idle() -> None:
    idle = EXCEPTIONS.keys() - found().keys()
    assert not idle, f"listed, but no longer there: {sorted(idle)}"
    assert all(EXCEPTIONS.values()), "an exception needs a reason"


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import engine.games.go.game", [1]),
        ("import os\nfrom engine.games.chess.position import ChessPosition", [2]),
        ("from engine.games import chess", [1]),
        ("def f():\n    import_module('engine.games.nim')", [2]),
        ("game = find_game('cotoan')", [1]),
        ('BOARDS = {\n    "caro": 1,\n}', [2]),
        ('if variant in ("", "chess"):\n    pass', [1]),
        ('"""go"""', [1]),
        ('"""A game of go."""\nx = "Go"', []),
        ('from engine.core.game import games\nx = f"go nodes {games}", "engine.games"', []),
    ],
)
def test_what_counts_as_naming_a_game(source: str, lines: list[int]) -> None:
    assert sorted(named(ast.walk(ast.parse(source)), {"go", "chess", "cotoan", "caro", "nim"})) == lines


def test_every_identifier_is_looked_for() -> None:
    """Each game's folder has its name, so that no game is hidden from the test by another identifier."""
    folders = {path.name for path in (ROOT / "engine" / "games").iterdir() if (path / "game.py").exists()}
    assert folders == set(games())
    assert all(re.fullmatch("[a-z0-9]+", name) for name in folders)
