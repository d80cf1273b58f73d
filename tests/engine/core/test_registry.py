"""Registered classes are found by name, and only what is asked for is imported."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import NETWORK, evaluations
from engine.core.game import find_game, games
from engine.core.registry import Registry
from engine.records.formats import formats
from engine.search.search import algorithms, find_algorithm

pytestmark = pytest.mark.unsanitized  # no compiled code

ROOT = Path(__file__).parents[3]


def loaded(code: str, package: str) -> set[str]:
    """The modules of a package, one level, that a new process has imported after ``code``."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = [name.split(".") for name in done.stdout.split() if name.startswith(f"{package}.")]
    return {words[2] for words in names}


def test_names_are_those_of_modules() -> None:
    """Otherwise one class could not be found without importing all of them."""
    for known, package in ((games(), "engine.games"), (algorithms(), "engine.search"), (formats(), None)):
        for name, cls in known.items():
            words = cls.__module__.split(".")
            assert name == words[2 if package else 3], cls
    for game in games():
        for cls in evaluations(game).values():
            if cls.name != NETWORK:
                assert f"{cls.__module__}.".startswith(f"engine.evaluation.{game}.")


@pytest.mark.parametrize(
    ("code", "package", "expected"),
    [
        ("from engine.core.game import find_game; find_game('nim')", "engine.games", {"nim"}),
        ("from engine.core.game import find_game; find_game('caro')", "engine.games", {"caro"}),
        (
            "from engine.search.spec import Spec; Spec.parse('minimax')",
            "engine.search",
            {"search", "spec", "report", "pace", "stopwatch", "trace", "visit", "minimax"},
        ),
        (
            "from engine.core.evaluation import find_evaluation; find_evaluation('trees')",
            "engine.evaluation",
            {"trees"},
        ),
        ("from engine.core.evaluation import find_evaluation; find_evaluation('caro')", "engine.games", {"caro"}),
    ],
)
def test_one_is_found_without_the_others(code: str, package: str, expected: set[str]) -> None:
    assert loaded(code, package) == expected


def test_all_are_found() -> None:
    found = loaded("from engine.core.game import games; assert list(games()) == sorted(games())", "engine.games")
    assert found == set(games())


@pytest.mark.parametrize("name", ["", "report", "search", "Nim", "nim.game", "../nim", "no such", "nim\0", "_nim"])
def test_what_is_no_name_is_refused_with_a_list(name: str) -> None:
    with pytest.raises(OptionError, match=r"available: .*caro, chess"):
        find_game(name)
    with pytest.raises(OptionError, match="available: alphabeta"):
        find_algorithm(name)


def test_a_module_that_cannot_be_imported_is_no_missing_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "toybox"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "ball.py").write_text("import no_such_module")
    monkeypatch.syspath_prepend(tmp_path)
    registry: Registry[Any] = Registry("toy", "toybox")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        registry.find("ball")
    (package / "ball.py").write_text("")
    (package / "kite.py").write_text("")
    with pytest.raises(OptionError, match=r"unknown toy 'ball'; available: $"):
        registry.find("ball")

    class Kite:
        name = "kite"

    class Top:
        name = "top"

    registry.register(Kite)
    registry.register(Top)
    assert registry.find("kite") is Kite and registry.find("top") is Top
    assert registry.all() == {"kite": Kite, "top": Top}
    for name in ("toybox", "toybox.ball", "toybox.kite"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def test_a_registry_refuses_two_of_a_name() -> None:
    registry: Registry[Any] = Registry("toy", "engine.games")

    class First:
        name = "one"

    class Second:
        name = "one"

    assert registry.register(First) is First
    assert registry.register(First) is First
    with pytest.raises(ValueError, match="two toys are called 'one'"):
        registry.register(Second)
    assert registry.find("one") is First
    with pytest.raises(OptionError, match="unknown toy 'two'; available: one"):
        registry.find("two")
