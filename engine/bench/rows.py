"""Rows of a benchmark report."""

from typing import Any

Row = dict[str, Any]
"""A measure: ``name``, ``value`` (a number, None if not measured), ``text`` (formatted value), ``target`` (text)."""


def row(name: str, value: float | None, text: str, target: str = "") -> Row:
    """Return a row for one measure."""
    return {"name": name, "value": value, "text": text, "target": target}


def absent(name: str, reason: str, target: str = "") -> Row:
    """Return a row for a measure that is not available on this machine, with the reason."""
    return row(name, None, f"– ({reason})", target)
