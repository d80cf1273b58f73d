"""Settings of the allocator."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from studio.window import allocator

glibc = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="other C libraries differ"
)

KEPT = """
import os, sys, threading
from pathlib import Path
from studio.window.allocator import return_freed_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

if sys.argv[1] == "set":
    return_freed_memory()
bytes(30 << 20)  # When this block is freed, glibc raises its default thresholds.
before = resident()
thread = threading.Thread(target=lambda: [b"x" * (200 << 10) for _ in range(200)])
thread.start()
thread.join()
print(resident() - before)
"""
"""A program that prints how many bytes of freed memory it keeps after a thread that used 40 MB."""


def kept(way: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", KEPT, way], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3]
    )
    return int(done.stdout)


@glibc
def test_the_memory_of_a_thread_is_returned() -> None:
    assert kept("default") > 30 << 20, "the reason for the module"
    assert kept("set") < 4 << 20


def test_other_c_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(allocator.ctypes, "CDLL", asked.append)
    monkeypatch.setattr(allocator.sys, "platform", "win32")
    allocator.return_freed_memory()
    monkeypatch.setattr(allocator.sys, "platform", "linux")
    allocator.return_freed_memory()
    assert asked == [None], "a library without the function"


def test_the_program_sets_the_allocator_before_it_makes_the_application(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    from studio import __main__, app

    steps = []

    class Application:
        @staticmethod
        def instance() -> QApplication:
            steps.append("application")
            return qapp

    monkeypatch.setattr(app, "return_freed_memory", lambda: steps.append("allocator"))
    monkeypatch.setattr(app.QApplication, "instance", Application.instance)
    assert app.run(__main__.parser().parse_args(["--check"]), 0.0) == 0
    assert steps[:2] == ["allocator", "application"]
