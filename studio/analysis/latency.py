"""Measurement of the latency of the window while every core searches.

The measured figures are the delay of a timer and the time that it takes to stop the searches.
"""

import math
import os
import time
from typing import Any

from engine.core.game import default_game
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec

TIMER_MS = 10
SECONDS = 4.0
ROUNDS = 20
ALGORITHMS = ("negamax_alphabeta", "negascout", "alphabeta", "minimax")


def percentile(values: list[float], share: float) -> float:
    """Return the least value that is not exceeded by at least ``share`` (0 … 1) of the values, or 0 without values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def measure(seconds: float = SECONDS, searches: int | None = None) -> dict[str, float | int]:
    """Measure the delay of the event loop and the duration of a stop while every core searches.

    Each of ``ROUNDS`` rounds starts the searches, runs the event loop, and stops the searches. Call the function in a
    separate process.

    Args:
        seconds: total duration of all rounds, without the stops. Before the first round, the timer runs without
            searches for an eighth of this duration.
        searches: number of simultaneous searches, or None for the number of cores.

    Returns:
        Figures by name, in milliseconds where the name ends in ``_ms``. ``p95`` is a 95th percentile.

        ``idle_p95_ms`` is the delay of a 10 ms timer of the window's thread before any search starts.
        ``timer_p95_ms`` and ``timer_max_ms`` are the delay of this timer during searches. ``stop_median_ms``,
        ``stop_p95_ms`` and ``stop_max_ms`` are the time from the request to stop all searches until the last search
        has ended. ``searches`` is the number of searches.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtWidgets import QApplication, QLabel

    from studio.analysis.session import AnalysisSession

    application = QApplication.instance() or QApplication([])  # noqa: F841 - must live as long as the windows
    count = searches or os.cpu_count() or 1
    session = AnalysisSession(most_running=count)
    window = QLabel()
    window.resize(320, 80)
    window.show()
    session.reported.connect(lambda number, report: window.setText(f"{number}: {report.depth} {report.nodes}"))
    position = default_game()().start()
    # A depth of 100 is never reached, whereas a node budget would end the search.
    queries = [Query(position, Spec.make(ALGORITHMS[i % len(ALGORITHMS)]), "", Limit(depth=100)) for i in range(count)]
    late: list[float] = []
    stops: list[float] = []
    expected = 0.0

    def note() -> None:
        nonlocal expected
        late.append(max(0.0, 1000 * ((now := time.perf_counter()) - expected)))
        # A late timer does not make the next one early.
        expected = now + TIMER_MS / 1000

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(TIMER_MS)
    timer.timeout.connect(note)
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds / 8), loop.quit)
    expected = time.perf_counter() + TIMER_MS / 1000
    timer.start()
    loop.exec()
    timer.stop()
    idle, late = late, []
    for _ in range(ROUNDS):
        session.start(queries, resume=False)
        loop = QEventLoop()
        QTimer.singleShot(round(1000 * seconds / ROUNDS), loop.quit)
        expected = time.perf_counter() + TIMER_MS / 1000
        timer.start()
        loop.exec()
        timer.stop()
        # Wait in the event loop, as a window does: a loop in Python would hold the interpreter lock.
        session.busy_changed.connect(loop.quit)
        asked = time.perf_counter()
        session.stop_all()
        if session.is_busy:
            loop.exec()
        stops.append(1000 * (time.perf_counter() - asked))
    session.close()
    window.close()
    result: dict[str, Any] = {
        "idle_p95_ms": percentile(idle, 0.95),
        "timer_p95_ms": percentile(late, 0.95), "timer_max_ms": max(late, default=0.0),
        "stop_median_ms": percentile(stops, 0.5), "stop_p95_ms": percentile(stops, 0.95),
        "stop_max_ms": max(stops, default=0.0),
    }  # fmt: skip
    return {**{name: round(value, 3) for name, value in result.items()}, "searches": count}


if __name__ == "__main__":
    import json
    import sys

    sys.stdout.write(json.dumps(measure(float(sys.argv[1]) if sys.argv[1:] else SECONDS)) + "\n")
