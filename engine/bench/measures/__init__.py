"""Measures of games. Each module has the name of its game, and its measuring functions take the game's class.

A measuring function returns rows, and takes the game's class and whether everything is measured, or fewer positions
and rounds. A module has either ``measure``, whose rows form the part of the benchmark with the game's name, or
``PARTS``, which maps the names of several parts to such functions. Only the module of the *reference game* has
``PARTS``: everything that does not depend on a particular game is measured with this game. ``STRONG_TARGET`` is the
orientation for the speed of the strong search, in millions of nodes per CPU second.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import partial
from importlib import resources
from types import ModuleType

from engine.bench.rows import Row
from engine.core.game import Game, find_game
from engine.core.position import Position

Measure = Callable[[type[Game], bool], list[Row]]
Part = Callable[[bool], list[Row]]
"""A measuring function without the game."""
STEP = 4
"""Every ``STEP``-th position is searched if not everything is measured."""


def positions(game: type[Game], full: bool = True) -> list[Position]:
    """Return the middlegame positions of a game, read from its file in ``resources/bench``, or some of them."""
    text = (resources.files("resources") / "bench" / f"{game.name}.txt").read_text(encoding="utf-8")
    rules = game()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [rules.parse_position(line) for line in lines[:: 1 if full else STEP]]


def of_positions(count: int, full: bool) -> str:
    """Return what is added to the name of a measure of some positions, or an empty string for all of them."""
    return "" if full else f", positions: {count}"


def reference_game() -> str:
    """Return the name of the reference game."""
    (name,) = (name for name, module in _modules().items() if hasattr(module, "PARTS"))
    return name


def general_parts() -> dict[str, Part]:
    """Return a mapping of names of parts to the measuring functions of the reference game."""
    name = reference_game()
    return {part: partial(_measured, name, measure) for part, measure in _modules()[name].PARTS.items()}


def game_parts() -> dict[str, Part]:
    """Return a mapping from the name of each game except the reference game to its measuring function."""
    return {
        name: partial(_measured, name, module.measure)
        for name, module in _modules().items()
        if hasattr(module, "measure")
    }


def strong_target(name: str) -> str:
    """Return the orientation for the speed of the strong search in a game (``STRONG_TARGET``), or an empty string."""
    return str(getattr(_modules().get(name), "STRONG_TARGET", ""))


def _measured(name: str, measure: Measure, full: bool) -> list[Row]:
    return measure(find_game(name), full)


def _modules() -> dict[str, ModuleType]:
    return {each.name: importlib.import_module(f"{__name__}.{each.name}") for each in pkgutil.iter_modules(__path__)}
