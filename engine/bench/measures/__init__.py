"""Measures of single games for ``kyvien-engine bench``: a module here with a function ``measure`` is a part of it."""

import importlib
import pkgutil
from collections.abc import Callable
from importlib import resources
from typing import Any

from engine.core.game import find_game
from engine.core.position import Position

Row = dict[str, Any]
"""``name``, ``value`` (a number or None), ``text`` (the value as people read it), ``target`` (text, may be empty)."""


def row(name: str, value: float | None, text: str, target: str = "") -> Row:
    """One measure."""
    return {"name": name, "value": value, "text": text, "target": target}


def absent(name: str, reason: str, target: str = "") -> Row:
    """A measure that cannot be taken on this machine."""
    return row(name, None, f"– ({reason})", target)


def positions(game: str) -> list[Position]:
    """The committed middlegame positions of a game."""
    text = (resources.files("resources") / "bench" / f"{game}.txt").read_text(encoding="utf-8")
    rules = find_game(game)()
    return [rules.parse_position(line) for line in text.splitlines() if line and not line.startswith("#")]


def parts() -> dict[str, Callable[[], list[Row]]]:
    """``measure`` of every module of this package, by the module's name."""
    return {
        module.name: importlib.import_module(f"{__name__}.{module.name}").measure
        for module in pkgutil.iter_modules(__path__)
    }
