"""Measurement of the Tree workspace with a large tree: ``python -m studio.tree.measure GAME POSITION ALGORITHM DEPTH``.

Durations are CPU times of the window's thread, which can be compared on a machine with other work. The lateness of the
timer is elapsed time, which means something on an idle machine only; it is measured before and during a recording.
"""

import os
import time
from collections.abc import Callable
from functools import partial

from engine.core.position import Position
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.analysis.latency import percentile

TIMER_MS = 5
IDLE_SECONDS = 1.5
CAPACITY = 250_000
"""Nodes of a tree that are recorded."""
MOST_NODES = 3_000_000
"""Nodes of the recording during which the timer is measured."""
WIDTH, HEIGHT = 1280, 700
"""Size of the workspace in px, as in a window of 1280 × 800."""
FRAMES = 60


def measure(position: Position, spec: Spec, depth: int) -> dict[str, float | int]:
    """Measure how long the views of a tree take. Call the function in a separate process.

    Args:
        position: the position.
        spec: the algorithm.
        depth: the depth of the recording.

    Returns:
        Figures by name, in milliseconds where the name ends in ``_ms``. ``p95`` is a 95th percentile.

        ``nodes`` and ``rows`` are the numbers of recorded nodes, and of rows when all nodes are open.
        ``first_paint_ms`` is the time to show the tree and to draw all views, ``open_p95_ms`` to open a node of ply 1
        and to draw the outline, ``open_all_ms`` to open all nodes, ``scroll_p95_ms`` to scroll the open rows by one
        step of a hundred, and ``icicle_p95_ms`` to zoom the icicle by a step. ``idle_p95_ms``, ``timer_p95_ms`` and
        ``timer_max_ms`` are the lateness of a timer before and during a recording.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from studio.analysis.session import AnalysisSession
    from studio.board.shared import SharedBoard
    from studio.board.view import BoardView
    from studio.document.document import Document
    from studio.look import style
    from studio.tree.recording.recorder import Wanted
    from studio.tree.workspace import TreeWorkspace

    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    style.apply(application, "light")
    document, session = Document(position.game), AnalysisSession()
    space = TreeWorkspace(document, session, SharedBoard(BoardView()))
    space.recorder.capacity = CAPACITY
    space.resize(WIDTH, HEIGHT)
    space.show()
    late: list[float] = []
    due = 0.0

    def note() -> None:
        nonlocal due
        late.append(max(0.0, 1000 * ((now := time.perf_counter()) - due)))
        # A late timer does not make the next one early.
        due = now + TIMER_MS / 1000

    def record(limit: Limit) -> None:
        wanted = Wanted(Query(position, spec, "", limit))
        loop = QEventLoop()
        space.recorder.ended.connect(loop.quit)
        space.recorder.record(wanted)
        loop.exec()
        space.recorder.ended.disconnect(loop.quit)

    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=TIMER_MS)
    timer.timeout.connect(note)
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * IDLE_SECONDS), loop.quit)
    due = time.perf_counter() + TIMER_MS / 1000
    timer.start()
    loop.exec()
    idle, late = late, []
    # The tree of this recording is not shown: the time of showing it is measured separately.
    space.recorder.recorded.disconnect(space._show_recorded)
    record(Limit(depth=depth + 1, nodes=MOST_NODES))
    timer.stop()
    record(Limit(depth=depth))
    found = space.recorder.find(Wanted(Query(position, spec, "", Limit(depth=depth))))
    assert found is not None
    shown, outline, icicle, page = space.shown, space.page.outline, space.page.icicle, space.page

    def show() -> None:
        space._show_recorded(found)
        for view in (outline.viewport(), icicle, page.strip, page.board.board, page.words.text.viewport()):
            view.repaint()

    first = [_spent(show) for _ in range(5)]
    opened = []
    for node in found.tree.children(0):
        shown.fold_all(False)
        place = shown.place_of(node)
        opened.append(_spent(partial(shown.toggle, place), outline.viewport().repaint))
        shown.toggle(shown.place_of(node))
    open_all = _spent(partial(shown.open_to, depth))
    bar = outline.verticalScrollBar()
    step = max(1, bar.maximum() // 100)
    scrolled = [
        _spent(partial(bar.setValue, value), outline.viewport().repaint) for value in range(0, bar.maximum(), step)
    ]
    zoomed = [_spent(partial(icicle.zoom, 1.1, 700), icicle.repaint) for _ in range(FRAMES)]
    result = {
        "first_paint_ms": percentile(first, 0.95), "open_p95_ms": percentile(opened, 0.95), "open_all_ms": open_all,
        "scroll_p95_ms": percentile(scrolled, 0.95), "icicle_p95_ms": percentile(zoomed, 0.95),
        "idle_p95_ms": percentile(idle, 0.95), "timer_p95_ms": percentile(late, 0.95),
        "timer_max_ms": max(late, default=0.0),
    }  # fmt: skip
    count, rows = len(found.tree), len(shown.rows)
    space.close_threads()
    session.close()
    space.close()
    document.close()
    return {**{name: round(value, 3) for name, value in result.items()}, "nodes": count, "rows": rows}


def _spent(*acts: Callable[[], object]) -> float:
    """Return the CPU time of the window's thread in ms."""
    began = time.thread_time()
    for act in acts:
        act()
    return 1000 * (time.thread_time() - began)


if __name__ == "__main__":
    import json
    import sys

    from engine.core.game import find_game

    game, text, algorithm, plies = sys.argv[1:]
    start = find_game(game)().parse_position(text)
    sys.stdout.write(json.dumps(measure(start, Spec.parse(algorithm), int(plies))) + "\n")
