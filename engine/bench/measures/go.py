"""Go: the speed of random playouts."""

import time
from typing import Any

from engine.bench.rows import Row, row
from engine.core.game import Game
from engine.games.go.position import Playouts

PLAYOUTS, FEWER_PLAYOUTS = 20_000, 5_000


def measure(game: type[Game], full: bool) -> list[Row]:
    """Measure the number of random playouts per second on a board of 9×9, in one thread."""
    start: Any = game.with_rules("size=9").start()
    count = PLAYOUTS if full else FEWER_PLAYOUTS
    began = time.perf_counter()
    Playouts().play(start, count, 1)
    speed = count / (time.perf_counter() - began)
    return [row("Go 9×9, random playouts a second, one thread", speed, f"{speed:,.0f}", "≥ 20,000")]
