"""Constants that compiled modules cannot share with Python are in a ``.pxd`` and in Python, and equal."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.core import score
from engine.search import table_pure
from engine.search.visit import (
    EARLIER_WRITER,
    NO_STAMP,
    NOT_EVALUATED,
    PROBE_FLAGS,
    UNKNOWN_WRITER,
    Flag,
    Reason,
    Skip,
)

ROOT = Path(engine.__file__).parent


def enums(path: Path) -> dict[str, int]:
    """The constants of the ``cdef enum`` blocks of a ``.pxd``."""
    found: dict[str, int] = {}
    for block in re.findall(r"^cdef enum:\n((?:(?:    .*)?\n)*)", path.read_text(encoding="utf-8"), re.MULTILINE):
        for name, value in re.findall(r"^    ([A-Z][A-Z_0-9]*) = ([^#\n]+)", block, re.MULTILINE):
            found[name] = eval(value)
    return found


PXDS = {path: constants for path in sorted(ROOT.rglob("*.pxd")) if (constants := enums(path))}


def test_enums_are_read() -> None:
    assert enums(ROOT / "core" / "position.pxd")["MAX_MOVES"] == 512
    assert enums(ROOT / "games" / "caro" / "position.pxd")["THREES"] == 256
    assert len(PXDS) > 8


def test_the_numbers_of_scores_and_of_a_trace() -> None:
    numbers = enums(ROOT / "core" / "position.pxd")
    assert numbers == {name: getattr(score, name) for name in numbers}
    skips = {f"SKIPPED_{skip.name}": skip.value for skip in Skip} | {"SKIP_KINDS": len(Skip)}
    flags = {flag.name: flag.value for flag in Flag} | {"PROBES": PROBE_FLAGS, "UNKNOWN": NOT_EVALUATED}
    flags |= {"UNKNOWN_WRITER": UNKNOWN_WRITER, "EARLIER_WRITER": EARLIER_WRITER, "NO_STAMP": NO_STAMP}
    reasons = {reason.name: reason.value for reason in Reason}
    room = {"REASONS", "PLIES", "MOST_OPEN", "MOST_RANK", "MOST_MOVES", "DEEPEST_PLY"}
    numbers = enums(ROOT / "search" / "trace.pxd")
    assert {name: value for name, value in numbers.items() if name not in room} == reasons | skips | flags
    assert len(Reason) <= numbers["REASONS"] and score.MAX_PLY < numbers["DEEPEST_PLY"] == numbers["PLIES"] - 1
    numbers = enums(ROOT / "search" / "table.pxd")
    assert numbers == {name: getattr(table_pure, name) for name in numbers} and "BOUND_EXACT" in numbers


@pytest.mark.unsanitized
def test_source_and_pxd_name_the_same_numbers() -> None:
    """What an uncompiled module calls by the name of a constant of its ``.pxd`` is that number."""
    names = [".".join((ROOT.name, *path.relative_to(ROOT).with_suffix("").parts)) for path in PXDS]
    code = (
        "import importlib, json, sys\n"
        "modules = {name: vars(importlib.import_module(name)) for name in sys.argv[1:]}\n"
        "print(json.dumps({name: {key: value for key, value in facts.items() if isinstance(value, int)}\n"
        "                  for name, facts in modules.items()}))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, *names],
        env={**os.environ, "KYVIEN_PURE": "1"}, cwd=ROOT.parent, capture_output=True, text=True, check=True,
    )  # fmt: skip
    facts = json.loads(answer.stdout)
    compared = 0
    for name, constants in zip(names, PXDS.values(), strict=True):
        known = {key: value for key, value in facts[name].items() if key in constants}
        assert known == {key: constants[key] for key in known}, name
        compared += len(known)
    assert compared > 60
