"""How long a step of a replay takes in Learn and in Tree, and the first paint of a lesson.

``pytest -m slow -s tests/benchmarks/test_steps.py`` prints the figures, in ms of CPU time of the window's thread, with
``KYVIEN_PURE=1`` those without compiled modules. Budgets: a step of a tree of 60 nodes 16 ms, without compiled modules
100 ms, the first paint of a lesson 150 ms.
"""

import random
import time
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.bench.rows import Row, row
from engine.core.game import find_game
from engine.core.handmade import HandmadeTree, parse_tree
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.recording import record
from studio.analysis.latency import percentile
from studio.learn.workspace import STEPS, LearnWorkspace
from studio.tree.views.page import TreePage
from studio.tree.views.prepared import prepare
from studio.tree.views.shown import ShownTree

pytestmark = [
    pytest.mark.slow, pytest.mark.unsanitized, pytest.mark.qt_log_ignore("This plugin does not support"),
]  # fmt: skip


def spent(act: Callable[[], object], *views: QWidget) -> float:
    """The CPU time in ms of an act and of the paint of some views."""
    began = time.thread_time()
    act()
    for view in views:
        view.repaint()
    return 1000 * (time.thread_time() - began)


def in_words(name: str, times: list[float]) -> Row:
    text = f"median {percentile(times, 0.5):.1f} ms, p95 {percentile(times, 0.95):.1f} ms, greatest {max(times):.1f} ms"
    return row(name, percentile(times, 0.95), text)


def sixty_nodes() -> HandmadeTree:
    rng = random.Random(1)
    below = " ".join("(" + " ".join(f"({' '.join(str(rng.randint(0, 20)) for _ in range(3))})" for _ in range(4)) + ")"
                     for _ in range(3))  # fmt: skip
    return parse_tree(f"({below} 4 5 6 7 8 9)")


def test_steps_of_a_lesson(qtbot: QtBot, shown: Callable[[list[Row]], None]) -> None:
    learn = LearnWorkspace()
    qtbot.addWidget(learn)
    learn.resize(1280, 660)
    learn.show()
    views = (learn.picture.viewport(), learn.sentence, learn.steps)
    first = [spent(lambda: learn.show_lesson("4"), learn.view.viewport(), *views) for _ in range(9)]
    rows = [in_words("first paint of a lesson", first)]
    assert len(sixty_nodes().values) in range(55, 66)
    for algorithm in ("minimax", "alphabeta", "negascout"):
        learn.head.choose_algorithm(algorithm)
        learn.show_tree(sixty_nodes())
        learn.segments.choose(STEPS)
        learn.steps.card.ask_box.setChecked(True)
        times = [
            spent(lambda step=step: learn.replay.slider.setValue(step), *views)  # type: ignore[misc]
            for step in range(1, learn.replay.slider.maximum() + 1)
        ]
        rows.append(in_words(f"step of 60 nodes, {algorithm}", times))
    shown(rows)


@pytest.mark.parametrize("name", ["chess", "cotoan"])
def test_steps_of_a_real_search(qtbot: QtBot, shown: Callable[[list[Row]], None], name: str) -> None:
    tree, _ = record(Query(find_game(name)().start(), Spec.parse("alphabeta"), "", Limit(depth=3)))
    made = ShownTree()
    page = TreePage(made)
    qtbot.addWidget(page)
    page.resize(1280, 660)
    page.show()
    made.show_tree(tree, prepare(tree))
    begin = [spent(lambda: page.steps.begin(0)) for _ in range(5)]
    page.replay.steps_button.setChecked(True)
    bar, rows = page.replay.steps, [in_words(f"begin a replay, {name}, {len(tree):,} nodes", begin)]
    for picture in (False, True):
        page.show_picture(picture)
        views = (page, page.outline.viewport(), page.picture.viewport(), page.icicle, page.strip, page.board.board)
        steps = range(1, bar.slider.maximum() + 1, max(1, bar.slider.maximum() // 150))
        times = [spent(lambda step=step: bar.slider.setValue(step), *views) for step in steps]  # type: ignore[misc]
        rows.append(in_words(f"step, {name}, {'picture' if picture else 'outline'}", times))
    shown(rows)
