"""What ``import engine`` imports, which decides how fast a notebook starts, and the arrows to the library."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import engine
import kyvien

ROOT = Path(__file__).parents[3]
HEAVY = {"numpy", "PySide6", "pyqtgraph", "pathlib", "dataclasses", "inspect", "json", "threading", "argparse"}


def modules_after(code: str) -> set[str]:
    """The modules that a new process has imported after ``code``, without those of Python's own start."""
    code = f"import sys; before = set(sys.modules); {code}; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("name", ["engine", "kyvien"])
def test_the_package_alone_imports_nothing_of_ours(name: str) -> None:
    modules = modules_after(f"import {name} as kv; dir(kv)")
    ours = ("engine", "kyvien", "studio", "resources")
    assert {each for each in modules if each.startswith(ours)} == {"engine", name}
    assert modules & HEAVY == set()


def test_the_library_has_the_name_of_the_program_too() -> None:
    assert set(dir(engine)) <= set(dir(kyvien))
    for name in ("__version__", "is_compiled", *engine._LIBRARY):
        assert getattr(kyvien, name) is getattr(engine, name)
    with pytest.raises(AttributeError, match="module 'kyvien' has no attribute 'nothing'"):
        kyvien.nothing  # noqa: B018
    # A second copy of a module would have a second registry.
    assert importlib.util.find_spec("kyvien.core") is None


def test_a_position_imports_one_game_and_neither_searches_nor_numpy() -> None:
    modules = modules_after("import engine as kv; kv.position('nim').play('a-1').moves")
    assert not modules & {"numpy", "PySide6", "pyqtgraph"}
    assert {each for each in modules if each.startswith("engine.search")} == set()
    assert {each for each in modules if each.startswith("engine.games.")} == {
        "engine.games.nim", "engine.games.nim.game", "engine.games.nim.position",
    }  # fmt: skip


def test_an_analysis_and_a_comparison_need_neither_numpy_nor_qt() -> None:
    modules = modules_after("import engine as kv; kv.compare('nim', ['minimax', 'alphabeta'], depth=2).rows")
    assert not modules & {"numpy", "PySide6", "pyqtgraph"}


def test_the_core_does_not_import_the_library() -> None:
    modules = modules_after("import engine.core.game, engine.search.search, engine.cli.main, engine.contests.worker")
    assert not [each for each in modules if each.startswith("engine.face")]


def test_every_name_of_the_library_is_documented_and_found() -> None:
    for name in engine._LIBRARY:
        value = getattr(engine, name)
        assert value.__doc__, name
        assert name in dir(engine)
    declared = (ROOT / "engine" / "__init__.py").read_text(encoding="utf-8").split("_build: str")[0]
    for name, module in engine._LIBRARY.items():
        assert f"    from engine.{module} import {name} as {name}\n" in declared, "for type checkers"


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(engine, "analyze")
