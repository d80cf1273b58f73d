"""How long the window takes from a key to the paint of the next position while two searches run.

``pytest -m slow --benchmark-enable -s tests/benchmarks/test_key_to_paint.py``; the figures are printed and among the
further facts (``--benchmark-json``). The keys → and ← go through the window system's queue to the window with the
analysis on, so that every key stops two searches and starts others. The time ends when the board has been painted.
On a machine with other work the CPU time of the window's thread is what can be compared.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.latency import percentile
from studio.look import style
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

pytestmark = [
    pytest.mark.slow, pytest.mark.unsanitized, pytest.mark.qt_log_ignore("This plugin does not support"),
]  # fmt: skip

KEYS, STRIDE, SEARCHES = 120, 20, 2
"""Number of keys, keys in one direction before the other, and searches at the same time."""
PAUSE_MS = 60
"""Time between two keys in ms, in which the searches of the position begin."""


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    style.apply(qapp, "light")
    switch = LanguageSwitch(qapp)
    made = MainWindow(Settings(), switch)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()
    switch.remove()
    switch.deleteLater()


class _Painted(QObject):
    """Records the time after each paint of a widget, and the CPU time of the thread, in seconds."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.at = self.spent = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record the end of a paint, which the widget does in its own handler."""
        if event.type() == QEvent.Type.Paint:
            watched.event(event)
            self.at, self.spent = time.perf_counter(), time.thread_time()
            return True
        return False


@pytest.mark.parametrize("sample", ["cotoan/ahead-and-lost.en.pgn", "chess/immortal.en.pgn"])
def test_key_to_paint(
    window: MainWindow, qtbot: QtBot, benchmark: Any, sample: str, capsys: pytest.CaptureFixture[str]
) -> None:
    window.filing.open_sample(Path(__file__).parents[2] / "resources" / "records" / sample)
    window.show_workspace("analyse")
    window.resize(1280, 800)
    choice = window.session.choice
    choice.set_specs([Spec.parse("alphabeta:ordering=on"), Spec.parse("negascout:ordering=on,quiescence=on")])
    choice.set_budget(Budget("depth", 90))
    window.session.most_running = SEARCHES
    window.document.to_start()
    window.board.setFocus(Qt.FocusReason.OtherFocusReason)
    window.analysis.start()
    session, painted, handle = window.session, _Painted(window.board), window.windowHandle()

    def searching() -> bool:
        return sum(session.live(number) is not None for number in window.analysis._numbers) == SEARCHES

    times, shares = [], []
    for number in range(KEYS):
        ply = window.document.tree.ply(window.document.cursor)
        qtbot.waitUntil(searching)
        qtbot.wait(PAUSE_MS)
        painted.at = 0.0
        began, spent = time.perf_counter(), time.thread_time()
        QTest.keyClick(handle, Qt.Key.Key_Left if number // STRIDE % 2 else Qt.Key.Key_Right)
        qtbot.waitUntil(lambda: painted.at > 0)
        assert window.document.tree.ply(window.document.cursor) != ply
        times.append(1000 * (painted.at - began))
        shares.append(1000 * (painted.spent - spent))
    window.analysis.stop()
    facts = {
        "median": percentile(times, 0.5), "p95": percentile(times, 0.95), "greatest": max(times),
        "CPU time of the window's thread p95": percentile(shares, 0.95),
    }  # fmt: skip
    benchmark.extra_info.update(facts)
    with capsys.disabled():
        words = ", ".join(f"{name} {value:.1f} ms" for name, value in facts.items())
        print(f"\nkey to paint, {SEARCHES} searches, {KEYS} keys, {sample}: {words}")  # noqa: T201
    benchmark.pedantic(lambda: None, rounds=1)
