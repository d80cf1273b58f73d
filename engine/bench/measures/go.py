"""Go: the speed of random playouts."""

import time
from typing import Any

from engine.bench.rows import Row, row
from engine.core.game import Game
from engine.games.go.position import Playouts

PLAYOUTS = 20_000


def measure(game: type[Game], full: bool) -> list[Row]:
    """Measure the number of random playouts per second on a board of 9×9, in one thread."""
    start: Any = game.with_rules("size=9").start()
    began = time.perf_counter()
    Playouts().play(start, PLAYOUTS, 1)
    speed = PLAYOUTS / (time.perf_counter() - began)
    return [row("Go 9×9, random playouts a second, one thread", speed, f"{speed:,.0f}", "≥ 20,000")]
