"""Xiangqi: perft with and without bulk counting, and searches of the middlegame positions with two evaluations."""

import statistics
import time

from engine.bench.measures import of_positions, positions
from engine.bench.rows import Row, row
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.perft import perft
from engine.search.report import Limit
from engine.search.spec import Spec

STRONG_TARGET = "≥ 2"
ROUNDS, FEWER_ROUNDS = 3, 2


def measure(game: type[Game], full: bool) -> list[Row]:
    """Measure perft from the start position and searches of the middlegame positions, all in one thread."""
    start = game().start()
    counted, made = [], []
    for _ in range(ROUNDS if full else FEWER_ROUNDS):
        began = time.perf_counter()
        nodes = perft(start, 5)
        counted.append(nodes / (time.perf_counter() - began) / 1e6)
        began = time.perf_counter()
        made.append(perft(start, 4, bulk=False) / (time.perf_counter() - began) / 1e6)
    bulk, single = statistics.median(counted), statistics.median(made)
    rows = [
        row(f"{game.name} perft(5) nodes", nodes, f"{nodes:,}", "133,312,995"),
        row(f"{game.name} perft(5), bulk, M nodes/s", bulk, f"{bulk:.0f}", "≥ 80"),
        row(f"{game.name} make/unmake, M nodes/s", single, f"{single:.1f}", "≥ 20"),
    ]
    chosen = positions(game, full)
    some = of_positions(len(chosen), full)
    for name in ("material", "tapered", "threats_safety"):
        visited, seconds = 0, 0.0
        for position in chosen:
            search = Spec.parse("negamax_alphabeta:ordering=on").build(find_evaluation(game.name, name))
            *_, report = search.analyse(position, Limit(depth=4))
            visited, seconds = visited + report.nodes, seconds + report.seconds
        speed = visited / seconds / 1e6
        rows.append(row(f"{game.name} αβ depth 4 with ordering, {name}{some}, M nodes/s", speed, f"{speed:.1f}"))
    return rows
