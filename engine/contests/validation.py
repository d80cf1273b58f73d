"""Validation of plain data read from a file: every value is checked before it is used.

A file may be damaged or made by another program. Values that pass the checks can be added, formatted and written
without an exception: numbers are finite and bounded, and texts can be encoded.
"""

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

Check = Callable[[object], bool]

MOST = 2**62
"""Greatest absolute value of an integer."""
MOST_NUMBER = 1e15
"""Greatest absolute value of a number for which fractions are allowed."""


def is_integer(value: object) -> bool:
    """Whether ``value`` is an integer, but not a boolean, with an absolute value of at most ``MOST``."""
    return isinstance(value, int) and not isinstance(value, bool) and -MOST <= value <= MOST


def is_count(value: object) -> bool:
    """Whether ``value`` is an integer from 0 to ``MOST``."""
    return is_integer(value) and value >= 0  # type: ignore[operator]


def is_number(value: object) -> bool:
    """Whether ``value`` is a number, but not a boolean, with an absolute value of at most ``MOST_NUMBER``."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return -MOST_NUMBER <= value <= MOST_NUMBER and math.isfinite(value)


def is_duration(value: object) -> bool:
    """Whether ``value`` is a time in seconds: a number from 0 to ``MOST_NUMBER``."""
    return is_number(value) and value >= 0  # type: ignore[operator]


def is_flag(value: object) -> bool:
    """Whether ``value`` is True or False."""
    return isinstance(value, bool)


def is_text(value: object) -> bool:
    """Whether ``value`` is a string without lone surrogates, which UTF-8 cannot encode."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_object(value: object) -> bool:
    """Whether ``value`` is a JSON object, that is, a dictionary."""
    return isinstance(value, dict)


def optional(is_valid: Check) -> Check:
    """Return a check that accepts None and the values that ``is_valid`` accepts."""
    return lambda value: value is None or is_valid(value)


def list_of(is_valid: Check, length: int | None = None) -> Check:
    """Return a check for a list or tuple of ``length`` valid values, or of any number of them if ``length`` is None."""
    return lambda value: isinstance(value, list | tuple) and length in (None, len(value)) and all(map(is_valid, value))


def valid_fields(data: object, checks: Mapping[str, Check], can_miss: Collection[str]) -> dict[str, Any]:
    """Return the fields of ``data`` that are keys of ``checks``. Other fields are ignored.

    Args:
        data: an object read from JSON.
        checks: the check of each field.
        can_miss: fields that may be missing.

    Raises:
        ValueError: if ``data`` is not an object, or a field is missing or invalid.
    """
    if not isinstance(data, Mapping):
        raise ValueError("not an object")
    values = {}
    for name, is_valid in checks.items():
        if name in data:
            if not is_valid(data[name]):
                raise ValueError(f"{name}: {data[name]!r:.100}")
            values[name] = data[name]
        elif name not in can_miss:
            raise ValueError(f"{name} is missing")
    return values
