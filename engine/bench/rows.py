"""Rows of a benchmark report."""

from typing import Any

Row = dict[str, Any]
"""``name``, ``value`` (a number or None), ``text`` (the formatted value), ``target`` (text, may be empty)."""


def row(name: str, value: float | None, text: str, target: str = "") -> Row:
    """Return a row for one measure."""
    return {"name": name, "value": value, "text": text, "target": target}


def absent(name: str, reason: str, target: str = "") -> Row:
    """Return a row for a measure that cannot be taken on this machine."""
    return row(name, None, f"– ({reason})", target)
