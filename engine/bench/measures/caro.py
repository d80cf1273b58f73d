"""Caro: making and unmaking moves with incremental pattern sums, and a search that uses these sums at its leaves."""

import time

from engine.bench.measures import of_positions, positions
from engine.bench.rows import Row, row
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.perft import perft
from engine.search.report import Limit
from engine.search.spec import Spec

STRONG_TARGET = "≥ 1.5"
EVALUATION = "patterns"
"""The evaluation that is the sum of the patterns. The default of the game is a hundred times slower at each leaf."""


def measure(game: type[Game], full: bool) -> list[Row]:
    """Measure the speeds of making and unmaking moves and of a minimax search on the middlegame positions (15×15)."""
    evaluation, chosen = find_evaluation(game.name, EVALUATION), positions(game, full)
    some = of_positions(len(chosen), full)
    nodes, seconds = 0, 0.0
    for position in chosen:
        began = time.perf_counter()
        nodes += perft(position, 3, bulk=False)
        seconds += time.perf_counter() - began
    made = nodes / seconds / 1e6
    nodes, seconds = 0, 0.0
    for position in chosen:
        *_, report = Spec.parse("minimax:likely=off").build(evaluation).analyse(position, Limit(depth=3))
        nodes, seconds = nodes + report.nodes, seconds + report.seconds
    searched = nodes / seconds / 1e6
    return [
        row(f"{game.name} 15×15, make/unmake with pattern sums{some}, M nodes/s", made, f"{made:.1f}", "≥ 10"),
        row(f"{game.name} 15×15, minimax depth 3{some}, M nodes/s", searched, f"{searched:.1f}", "≥ 10"),
    ]
