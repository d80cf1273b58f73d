"""Measures of single games for ``kyvien-engine bench``: a module here with a function ``measure`` is a part of it."""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]
"""``name``, ``value`` (a number or None), ``text`` (the value as people read it), ``target`` (text, may be empty)."""


def row(name: str, value: float | None, text: str, target: str = "") -> Row:
    """One measure."""
    return {"name": name, "value": value, "text": text, "target": target}


def absent(name: str, reason: str, target: str = "") -> Row:
    """A measure that cannot be taken on this machine."""
    return row(name, None, f"– ({reason})", target)


def parts() -> dict[str, Callable[[], list[Row]]]:
    """``measure`` of every module of this package, by the module's name."""
    return {
        module.name: importlib.import_module(f"{__name__}.{module.name}").measure
        for module in pkgutil.iter_modules(__path__)
    }
