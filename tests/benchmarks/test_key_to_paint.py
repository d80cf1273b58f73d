"""How long the window takes from a key to the paint of the next position while two searches run, at three sizes.

``pytest -m slow --benchmark-enable -s tests/benchmarks/test_key_to_paint.py``; the figures are printed and among the
further facts (``--benchmark-json``). The keys → and ← go through the window system's queue to the window with the
analysis on, so that every key stops two searches and starts others. The time ends when the board has been painted.
On a machine with other work the CPU time of the window's thread is what can be compared; it has the exponents.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.bench.growth import growth
from engine.bench.rows import Row, row
from engine.bench.sizes import large_tree
from engine.core.game import find_game
from engine.records.formats import find_format
from engine.records.tree import Record
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.latency import percentile
from studio.window.main_window import MainWindow

pytestmark = [
    pytest.mark.slow, pytest.mark.unsanitized, pytest.mark.qt_log_ignore("This plugin does not support"),
]  # fmt: skip

NODES = (100, 1_000, 10_000)
"""Nodes of the records."""
KEYS, STRIDE, SEARCHES = 80, 20, 2
"""Number of keys in each record, keys in one direction before the other, and searches at the same time."""
PAUSE_MS = 60
"""Time between two keys in ms, in which the searches of the position begin."""


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


@pytest.mark.parametrize("name", ["cotoan", "chess"])
def test_key_to_paint(
    window: MainWindow, qtbot: QtBot, benchmark: Any, name: str, shown: Callable[[list[Row]], None]
) -> None:
    window.show_workspace("analyse")
    session, painted, handle = window.session, _Painted(window.board), window.windowHandle()
    choice, document = session.choice, window.document
    choice.set_specs([Spec.parse("alphabeta:ordering=on"), Spec.parse("negascout:ordering=on,quiescence=on")])
    choice.set_budget(Budget("depth", 90))
    session.most_running = SEARCHES

    def searching() -> bool:
        return sum(session.live(number) is not None for number in window.analysis._numbers) == SEARCHES

    rows, points = list[Row](), list[tuple[int, float]]()
    for size in NODES:
        tree, _ = large_tree(find_game(name)(), size)
        document.open_text(find_format("a.pgn").write([Record({}, tree)]))
        document.to_start()
        window.board.setFocus(Qt.FocusReason.OtherFocusReason)
        window.analysis.start()
        times, shares = [], []
        for number in range(KEYS):
            ply = document.tree.ply(document.cursor)
            qtbot.waitUntil(searching)
            qtbot.wait(PAUSE_MS)
            painted.at = 0.0
            began, spent = time.perf_counter(), time.thread_time()
            QTest.keyClick(handle, Qt.Key.Key_Left if number // STRIDE % 2 else Qt.Key.Key_Right)
            qtbot.waitUntil(lambda: painted.at > 0)
            assert document.tree.ply(document.cursor) != ply
            times.append(1000 * (painted.at - began))
            shares.append(painted.spent - spent)
        window.analysis.stop()
        facts = {"median": percentile(times, 0.5), "p95": percentile(times, 0.95), "greatest": max(times)}
        benchmark.extra_info.update({f"{fact}, {size} nodes": value for fact, value in facts.items()})
        words = ", ".join(f"{fact} {value:.1f} ms" for fact, value in facts.items())
        rows.append(row(f"key to paint, {name}, {SEARCHES} searches, {size:,} nodes", facts["p95"], words))
        points.append((size, percentile(shares, 0.95)))
    shown([*rows, growth(f"key to paint, {name}, window's thread, p95, nodes", points)])
    benchmark.pedantic(lambda: None, rounds=1)
