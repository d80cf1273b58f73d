"""Properties of SGF for the rules of Go, as written by other programs."""

import re
from collections.abc import Mapping
from typing import Any

RULE_SETS = {
    "japanese": "japanese", "jp": "japanese", "korean": "japanese", "kr": "japanese", "chinese": "chinese",
    "cn": "chinese", "zh": "chinese", "aga": "aga", "bga": "aga", "french": "aga", "tromp-taylor": "tromp_taylor",
    "tromp taylor": "tromp_taylor", "nz": "tromp_taylor", "new zealand": "tromp_taylor", "goe": "chinese",
    "ing": "chinese",
}  # fmt: skip
"""The nearest rule set of this program for each value of ``RU``, in lower case."""
RULE_NAMES = {"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "tromp_taylor": "Tromp-Taylor"}
"""The value of ``RU`` that is written for each rule set."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?")


def read_komi(text: str) -> float | None:
    """Return the komi in points, or None if ``text`` is not a komi.

    Some programs write the komi in hundredths of a point (650), in stones (3.75, half of the points), or in hundredths
    of a stone (375). Such values are converted.
    """
    if not _NUMBER.fullmatch(text):
        return None
    komi = float(text)
    if abs(komi) >= 100:
        komi /= 100
    if (4 * komi) % 2 == 1:
        komi *= 2
    return komi if 2 * komi == int(2 * komi) else None


def read_words(words: Mapping[str, str]) -> dict[str, Any]:
    """Return the options specified by the properties ``RU``, ``KM`` and ``HA``.

    Invalid values are ignored. Without a valid ``HA`` the handicap is 0. Japanese rules imply a komi of 6.5 points,
    unless ``KM`` specifies another value or this program's property ``KVR`` is present.
    """
    values: dict[str, Any] = {}
    rule_set = RULE_SETS.get(words.get("RU", "").lower())
    if rule_set is not None:
        values["rule_set"] = rule_set
        if rule_set == "japanese" and "KVR" not in words:
            values["komi"] = 6.5
    komi = read_komi(words.get("KM", ""))
    if komi is not None and abs(komi) <= 361:
        values["komi"] = komi
    handicap = words.get("HA", "")
    values["handicap"] = int(handicap) if re.fullmatch("[2-9]", handicap) else 0
    return values
