"""Go and MiniGo: random playouts, and games of alpha-beta against itself."""

import random
import statistics
import time
from typing import Any

from engine.bench.measures import Row, row
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.games.go.position import Playouts
from engine.search.report import Limit
from engine.search.search import Spec

PLAYOUTS, GAMES = 20_000, 5


def measure() -> list[Row]:
    """On one thread."""
    start: Any = find_game("go").with_rules("size=9").start()
    began = time.perf_counter()
    Playouts().play(start, PLAYOUTS, 1)
    speed = PLAYOUTS / (time.perf_counter() - began)
    times = []
    for seed in range(GAMES):
        position = find_game("minigo")().start()
        rng = random.Random(seed)
        began = time.perf_counter()
        while position.outcome() is None:
            search = Spec.parse("alphabeta:single=on").build(
                find_evaluation("minigo", "seed:noise=on"), rng.randrange(2**31)
            )
            *_, report = search.analyse(position, Limit(depth=4))
            assert report.move is not None
            position = position.play(report.move)
        times.append(time.perf_counter() - began)
    seconds = statistics.median(times)
    return [
        row("Go 9×9, random playouts a second, one thread", speed, f"{speed:,.0f}", "≥ 20,000"),
        row("MiniGo 19×19, αβ depth 4 against itself, with noise, s a game", seconds, f"{seconds:.2f}", "< 0.5"),
    ]
