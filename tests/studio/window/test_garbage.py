"""Reference cycles are collected by the event loop of the window, and at no other time."""

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QTimer
from PySide6.QtGui import QCloseEvent
from pytestqt.qtbot import QtBot

from studio import __main__, app
from studio.window.garbage import GarbageCollector
from studio.window.layouts import WORKSPACES
from studio.window.main_window import MainWindow

CRASH = """
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from studio.window.garbage import GarbageCollector

class Allocating(QWidget):
    def changeEvent(self, event):
        if event.type() == QEvent.Type.StyleChange:
            [[] for _ in range(20_000)]  # enough for a collection of every generation
        super().changeEvent(event)

application = QApplication([])
collector = GarbageCollector(application)
visible = [Allocating() for _ in range(50)]
application.setStyleSheet("QWidget { color: red }")
for step in range(4):
    for _ in range(100):
        closed = QWidget()
        closed.itself = closed
        closed.ensurePolished()
    del closed
    application.setStyleSheet("")
    application.setStyleSheet("QWidget { color: green }")
print("lived")
"""
"""A program that leaves widgets in reference cycles, and changes the style sheet."""


@pytest.mark.unsanitized
def test_no_widget_is_deleted_while_the_style_sheet_changes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CRASH], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3],
        env={**os.environ, "MALLOC_PERTURB_": "165"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "lived\n"), done.stderr


class Node:
    """A reference cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp: QCoreApplication) -> Iterator[GarbageCollector]:
    made = GarbageCollector(qapp)
    made._timer.setInterval(1)
    yield made
    made.stop()
    assert gc.isenabled()


def test_cycles_are_collected_by_the_event_loop(collector: GarbageCollector, qtbot: QtBot) -> None:
    gc.collect()
    left = weakref.ref(Node())
    kept = [[] for _ in range(100_000)]
    assert left() is not None, "not where objects are allocated"
    assert not gc.isenabled()
    qtbot.waitUntil(lambda: left() is None)
    assert len(kept) == 100_000


def test_no_timer_runs_while_there_is_nothing_to_collect(collector: GarbageCollector, qtbot: QtBot) -> None:
    gc.collect()
    qtbot.waitUntil(lambda: not collector._timer.isActive())
    assert not collector._timer.isActive()
    kept = [[] for _ in range(1_000)]
    qtbot.waitUntil(lambda: gc.get_count()[0] < len(kept))
    qtbot.waitUntil(lambda: not collector._timer.isActive())


def _workspaces(window: MainWindow) -> list[str]:
    return list(WORKSPACES)


def test_no_timer_of_an_idle_window_runs(window: MainWindow, collector: GarbageCollector, qtbot: QtBot) -> None:
    def running() -> list[QTimer]:
        timers = [each for root in (window, collector) for each in root.findChildren(QTimer) if each.isActive()]
        # That of the status bar removes a message once, after some seconds.
        return [each for each in timers if each.parent() is not window.statusBar()]

    for name in _workspaces(window):
        window.show_workspace(name)
        # Tree describes the root of its first tree in the status bar for 8 s.
        qtbot.waitUntil(lambda: not running(), timeout=20_000)


@pytest.mark.slow
def test_an_idle_window_is_not_awakened(window: MainWindow, collector: GarbageCollector, qtbot: QtBot) -> None:
    awakened: list[str] = []
    loop = QAbstractEventDispatcher.instance()
    for name in _workspaces(window):
        window.show_workspace(name)
        qtbot.wait(2_000)
        loop.awake.connect(lambda name=name: awakened.append(name))
        qtbot.wait(10_000)
        loop.awake.disconnect()
    # Each wait begins and ends with one.
    assert max(map(awakened.count, awakened)) <= 5, awakened


def test_older_generations_are_collected_when_they_reach_their_thresholds(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector._timer.stop()
    counts, collected = [701, 10, 10], list[int]()

    def collect(generation: int) -> None:
        collected.append(generation)
        counts[: generation + 1] = [0] * (generation + 1)
        if generation < 2:
            counts[generation + 1] += 1

    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "get_count", lambda: tuple(counts))
    monkeypatch.setattr(gc, "collect", collect)
    collector.collect()
    assert collected == [0, 1, 2]
    collector.collect()
    assert collected == [0, 1, 2], "nothing was allocated since"
    counts[0] = 701
    collector.collect()
    assert collected == [0, 1, 2, 0]
    monkeypatch.undo()


def test_the_program_collects_in_its_event_loop(monkeypatch: pytest.MonkeyPatch, qapp: QCoreApplication) -> None:
    enabled = []

    class Window(app.MainWindow):
        def closeEvent(self, event: QCloseEvent) -> None:
            enabled.append(gc.isenabled())
            super().closeEvent(event)

    monkeypatch.setattr(app, "MainWindow", Window)
    assert app.run(__main__.parser().parse_args(["--check"]), 0.0) == 0
    assert enabled == [False]
    assert gc.isenabled()
