"""MiniGo: the time of a game of alpha-beta against itself."""

import random
import statistics
import time

from engine.bench.rows import Row, row
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.search.report import Limit
from engine.search.spec import Spec

GAMES = 5


def measure(game: type[Game], full: bool) -> list[Row]:
    """Measure the median seconds per game of alpha-beta at depth 4 against itself, in one thread."""
    times = []
    for seed in range(GAMES):
        position = game().start()
        rng = random.Random(seed)
        began = time.perf_counter()
        while position.outcome() is None:
            search = Spec.parse("alphabeta:single=on").build(
                find_evaluation(game.name, "atari:noise=on"), rng.randrange(2**31)
            )
            *_, report = search.analyse(position, Limit(depth=4))
            assert report.move is not None
            position = position.play(report.move)
        times.append(time.perf_counter() - began)
    seconds = statistics.median(times)
    return [row("MiniGo 19×19, αβ depth 4 against itself, with noise, s per game", seconds, f"{seconds:.2f}", "< 0.5")]
