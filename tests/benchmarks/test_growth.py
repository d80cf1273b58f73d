"""How costs grow: the CPU time of the same work at three sizes, and the exponents (``engine.bench.growth``).

``pytest -m slow -s tests/benchmarks/test_growth.py`` prints them; nothing is asserted about time.
"""

import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication

from engine.bench import sizes
from engine.bench.growth import growth
from engine.bench.measures import reference_game
from engine.bench.review import first_pass
from engine.bench.rows import Row
from engine.core.game import find_game
from engine.records.formats import find_format, pgn
from engine.records.tree import Record
from engine.search.report import Limit
from studio.window.main_window import MainWindow
from tests.benchmarks.generate_pgn import FOLDER

pytestmark = [pytest.mark.slow, pytest.mark.unsanitized]

Show = Callable[[Iterable[Row]], None]
NODES = (100, 1_000, 10_000)
"""Nodes of the records that are edited."""
PLIES = (20, 60, 200)
"""Moves of the reviews."""
ROUNDS = 11
"""Number of times that each action in the window is measured."""


def test_records_collections_contests_and_trees(shown: Show) -> None:
    shown(sizes.measure(reference_game(), full=True))


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_review(name: str, shown: Show) -> None:
    trees = [each.tree for each in pgn.read((FOLDER / f"{name}.pgn").read_text(encoding="utf-8"))]
    found = [first_pass(trees, Limit(nodes=20_000), plies) for plies in PLIES]
    assert [each.moves for each in found] == list(PLIES)
    shown([growth(f"first pass of a review, {name}, moves", [(each.moves, each.cpu_seconds) for each in found])])


@pytest.mark.parametrize("name", ["cotoan", "chess"])
def test_editing_in_the_window(name: str, window: MainWindow, qapp: QApplication, shown: Show) -> None:
    """The CPU time of the window's thread for one action and everything that follows from it, as the median."""
    document, points = window.document, dict[str, list[tuple[int, float]]]()
    for size in NODES:
        tree, node = sizes.large_tree(find_game(name)(), size)
        document.open_text(find_format("a.pgn").write([Record({}, tree)]))
        node = document.tree.main_line()[tree.main_line().index(node)]
        document.go(node)
        known = {document.tree[child].move for child in document.tree[node].children}
        move = next(move for move in document.position.legal_moves() if move not in known)
        actions: dict[str, Callable[[], object]] = {
            "a key of a comment": lambda node=node: document.set_comment(
                node, document.tree[node].comment + "a", continues=True
            ),
            "a new move": partial(document.play, move),
            "its undoing": document.undo,
            "a step back": document.back,
            "a step": document.forward,
        }
        times: dict[str, list[float]] = {action: [] for action in actions}
        for _ in range(ROUNDS):
            for action, act in actions.items():
                qapp.processEvents()
                began = time.thread_time()
                act()
                qapp.processEvents()
                times[action].append(time.thread_time() - began)
            document.go(node)
        assert len(document.tree) == size == len(tree)
        for action, each in times.items():
            points.setdefault(f"{name}, {action} in the window, nodes", []).append((size, statistics.median(each)))
    shown(growth(title, each) for title, each in points.items())
