"""Small networks with random weights, for tests."""

import random
from array import array
from pathlib import Path
from typing import Any

from engine.core.game import find_game
from engine.core.values import replace
from engine.jobs.pools.pool import Pool
from engine.jobs.processes import WorkerSetup
from engine.networks.file import NetworkData, NetworkHeader, write_network


def random_network(game: str, seed: int = 1, *, hidden: int = 8, rules: str = "", **changes: Any) -> NetworkData:
    """A network with random weights and other values of the header."""
    rng, kind = random.Random(f"{game} {seed}"), find_game(game).with_rules(rules)
    inputs = kind.inputs()
    header = NetworkHeader(
        game=game, rules=kind.rules_text(), inputs=inputs.digest, rows=inputs.rows, hidden=hidden,
        buckets=inputs.buckets, output_unit=100, factor=200, scale=400, unit="points", margin=90, gain_scale=100,
        licence="MIT", made={"seed": seed},
    )  # fmt: skip
    return NetworkData(
        replace(header, **changes),
        numbers(rng, inputs.rows * hidden, 60),
        numbers(rng, hidden, 90),
        numbers(rng, inputs.buckets * 2 * hidden, 127),
        array("i", numbers(rng, inputs.buckets, 3000)),
    )


def hide_when_open(pool: Pool, path: Path) -> None:
    """Delete the file ``path`` once the job has begun, before a worker process starts."""
    begin = pool.open

    def open_without(setup: WorkerSetup, most: int) -> None:
        path.unlink()
        begin(setup, most)

    pool.open = open_without  # type: ignore[method-assign]


def numbers(rng: random.Random, count: int, most: int) -> "array[int]":
    return array("h", [rng.randint(-most, most) for _ in range(count)])


def random_file(folder: Path, game: str, seed: int = 1, **changes: Any) -> Path:
    """The file of ``random_network``."""
    path = folder / f"{game}-{seed}.kvnet"
    write_network(random_network(game, seed, **changes), path)
    return path
