"""External engines that misbehave, and what they must not leave behind."""

import sys
import time
from pathlib import Path

import pytest

from engine.asking import detection, external
from engine.asking.external import EngineSpec
from engine.protocols import talk, uci

BAD = Path(__file__).with_name("bad_engine.py")
ROOT = Path(__file__).parents[3]


def bad(way: str, *more: str) -> EngineSpec:
    return EngineSpec("bad", sys.executable, (str(BAD), way, *more), "uci", str(ROOT))


def assert_nothing_left(mark: str) -> None:
    """No process with this word on its command line is there, or will be for long."""
    until = time.monotonic() + 5
    while left := [each for each in Path("/proc").glob("[0-9]*/cmdline") if mark in _read(each)]:
        assert time.monotonic() < until, left


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:
        return ""


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody waits for tenths of a second, and for few lines."""
    for module in (talk, uci):
        monkeypatch.setattr(module, "GRACE_SECONDS", 0.2)
        monkeypatch.setattr(module, "SILENCE_SECONDS", 0.3)
    monkeypatch.setattr(talk, "HELLO_SECONDS", 5.0)
    monkeypatch.setattr(detection, "TRY_SECONDS", 0.3)
    monkeypatch.setattr(external, "LEAVING_SECONDS", 0.2)
    monkeypatch.setattr(external, "MOST_LINES", 2_000)
