"""How long a file of 10,000 games takes to list, and how late a 10 ms timer of the window is meanwhile.

``pytest -m slow --benchmark-enable tests/benchmarks/test_many_games.py``; the figures are among the further facts
(``--benchmark-json``). Nothing here is asserted about time. ``idle`` is the same timer while nothing is read, so that a
busy machine shows.
"""

import random
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.records.collection import Collection, HeaderFilter
from engine.records.formats import find_format
from engine.records.tree import ROOT, GameTree, Node, Record, clock_command
from studio.dialogs.games import GamesDialog

pytestmark = [pytest.mark.slow, pytest.mark.unsanitized]

GAMES, DIFFERENT = 10_000, 300
KINDS = {"pgn": ("cotoan", "", 80), "sgf": ("go", "", 200)}


def random_record(game: str, rules: str, plies: int, seed: int) -> Record:
    rng = random.Random(seed)
    played = find_game(game).with_rules(rules)
    position = played.start()
    nodes = {ROOT: Node(ROOT, None)}
    for number in range(plies):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            break
        last = nodes[number]
        nodes[number] = Node(number, last.parent, last.move, (number + 1,), commands=last.commands)
        move = rng.choice(moves)
        nodes[number + 1] = Node(number + 1, number, move, commands=(clock_command(600 - number),))
        position = position.play(move)
    headers = {"White": "An @", "Black": f"Bình {seed}", "Date": f"20{seed % 26:02}.01.02", "Result": "1-0"}
    return Record(headers, GameTree(played, nodes))


@pytest.fixture(scope="module", params=KINDS)
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("many") / f"many.{request.param}"
    kind = find_format(path)
    texts = [kind.write([random_record(*KINDS[request.param], seed)]) for seed in range(DIFFERENT)]
    path.write_text("\n".join(texts[k % DIFFERENT].replace("@", str(k)) for k in range(GAMES)), encoding="utf-8")
    return path


class Lateness:
    """A timer of 10 ms, and by how many milliseconds each of its calls came late."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._last = time.perf_counter()
        self.timer = QTimer()
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self._tick)
        self.timer.start(10)

    def _tick(self) -> None:
        now = time.perf_counter()
        self.late.append(1000 * (now - self._last) - 10)
        self._last = now

    def figures(self) -> dict[str, float]:
        self.timer.stop()
        ordered = sorted(self.late)
        return {"p50": ordered[len(ordered) // 2], "p95": ordered[len(ordered) * 95 // 100], "most": ordered[-1]}


def test_listing(path: Path, qtbot: QtBot, benchmark: Any) -> None:
    idle = Lateness()
    qtbot.wait(1500)
    benchmark.extra_info["idle_ms"] = idle.figures()
    busy = Lateness()

    def listed() -> None:
        dialog = GamesDialog(path)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.model.rowCount() == GAMES, timeout=120_000)
        dialog.reject()
        dialog.deleteLater()

    benchmark.pedantic(listed, rounds=1)
    benchmark.extra_info["busy_ms"] = busy.figures()
    benchmark.extra_info["megabytes"] = path.stat().st_size / 1e6


def test_finding(path: Path, benchmark: Any) -> None:
    collection = Collection.load(path, path.read_bytes())
    for _ in collection.scan():
        pass
    found = benchmark(lambda: HeaderFilter(player="an 77", date="2010..2020").select(collection.entries))
    assert 0 < len(found) < GAMES


def test_looking_for_a_position(path: Path, benchmark: Any) -> None:
    collection = Collection.load(path, path.read_bytes())
    for _ in collection.scan():
        pass
    tree = collection.record(5).tree
    wanted = tree.position(tree.main_line()[10])
    looked = benchmark.pedantic(lambda: list(collection.find(wanted, range(200))), rounds=1)
    assert [each.entry for each in looked if each.node is not None] == [5]
    benchmark.extra_info["games"] = len(looked)
