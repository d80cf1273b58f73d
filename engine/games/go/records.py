"""Properties of SGF for the rules of Go, as written by other programs."""

import re
from collections.abc import Mapping
from typing import Any

from engine.core.dialects import entries, key_of, plain, table
from engine.core.errors import KyVienError, NotationError

RULE_NAMES = {"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "tromp_taylor": "Tromp-Taylor"}
"""The value of ``RU`` that is written for each rule set."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?")
_UNIT = re.compile(r"\s*(?:目|点|點|집|points?|pts?\.?|moku)$", re.IGNORECASE)
_RULES = re.compile(
    r"\b(?:rules?|ruleset|scoring|r[èe]gles?|regeln|luật)\b|规则|規則|规約|規約|ルール|ルル|계가|규칙|룰|法$",
    re.IGNORECASE,
)
"""Words for rules, which are no part of the name of a rule set."""


def rule_set_called(text: str) -> str | None:
    """Return the nearest rule set of this program for a value of ``RU``, or None if the name is unknown.

    Names are those of ``resources/dialects/go_rules.csv``, with or without a word for rules (``Japanese Rules``).
    """
    known = entries("go_rules")
    entry = known.get(key_of(text)) or known.get(key_of(_RULES.sub(" ", text)))
    return None if entry is None else entry["rule_set"]


def read_komi(text: str, program: str = "") -> float | None:
    """Return the komi in points, or None if ``text`` is not a komi.

    Some programs write the komi in hundredths of a point (650), in stones (3.75, half of the points), or in hundredths
    of a stone (375). Such values are converted, those of ``resources/dialects/go_komi.csv`` as the table says.

    Args:
        text: the value of ``KM``.
        program: the value of ``AP``, because some numbers have another meaning in files of some programs.
    """
    word = _UNIT.sub("", plain(text).strip()).replace(",", ".").replace("½", ".5")
    if not _NUMBER.fullmatch(word):
        return None
    for entry in table("go_komi"):
        if float(entry["written"]) == float(word) and entry["program"] in program.lower():
            return float(entry["points"])
    komi = float(word)
    if abs(komi) >= 100:
        komi /= 100
    if (4 * komi) % 2 == 1:
        komi *= 2
    return komi if 2 * komi == int(2 * komi) else None


def read_words(words: Mapping[str, str]) -> dict[str, Any]:
    """Return the options specified by the properties ``RU``, ``KM`` and ``HA``.

    Invalid values are ignored; ``faults_of`` names them. Without a valid ``HA`` the handicap is 0. Japanese rules imply
    a komi of 6.5 points, unless ``KM`` specifies another value or this program's property ``KVR`` is present.
    """
    values: dict[str, Any] = {}
    rule_set = rule_set_called(words.get("RU", ""))
    if rule_set is not None:
        values["rule_set"] = rule_set
        if rule_set == "japanese" and "KVR" not in words:
            values["komi"] = 6.5
    komi = read_komi(words.get("KM", ""), words.get("AP", ""))
    if komi is not None and abs(komi) <= 361:
        values["komi"] = komi
    handicap = words.get("HA", "")
    values["handicap"] = int(handicap) if re.fullmatch("[2-9]", handicap) else 0
    return values


def faults_of(words: Mapping[str, str]) -> list[KyVienError]:
    """Return an error for each of the properties ``RU`` and ``KM`` whose value ``read_words`` ignores."""
    faults: list[KyVienError] = []
    for ident, is_known in (("RU", rule_set_called(words.get("RU", ""))), ("KM", read_komi(words.get("KM", "")))):
        if words.get(ident, "").strip() and is_known is None:
            faults.append(
                NotationError("{name}[{value}] is unknown and was ignored", name=ident, value=words[ident][:40])
            )
    return faults
