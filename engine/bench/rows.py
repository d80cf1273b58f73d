"""Rows of a benchmark report."""

from typing import Any

Row = dict[str, Any]
"""A measure as a dictionary.

Its keys are ``name``, ``value`` (a number, or None if it was not measured), ``text`` (the formatted value) and
``target`` (a text such as ``≥ 10``, empty without a target).
"""


def row(name: str, value: float | None, text: str, target: str = "") -> Row:
    """Return the row of a measure with its value and the text of the value."""
    return {"name": name, "value": value, "text": text, "target": target}


def absent(name: str, reason: str, target: str = "") -> Row:
    """Return the row of a measure that is not available on this machine. Its text contains the reason."""
    return row(name, None, f"– ({reason})", target)
