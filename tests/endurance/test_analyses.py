"""Searches on one position in several threads, and the memory of many analyses."""

import dataclasses
import gc
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from engine.asking.query import answer
from engine.core.game import games
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.search import algorithms
from engine.search.spec import Spec
from tests.endurance.monkey import resident_bytes
from tests.endurance.stalls import ROOT
from tests.engine.positions import random_position

THREADS = 4


def plain(report: Report) -> Report:
    return dataclasses.replace(report, seconds=0.0, cpu_seconds=0.0)


def reports_of(position: Any, name: str) -> list[Report]:
    return [plain(each) for each in answer(Query(position, Spec.parse(name), "", Limit(depth=3, nodes=4000)))]


def search_together(position: Any) -> None:
    """Search one position with each algorithm alone, then with all of them at once in several threads."""
    names = sorted(algorithms())
    alone = {name: reports_of(position, name) for name in names}
    before = (str(position), position.key, position.legal_moves())
    together: list[tuple[str, list[Report]]] = []
    barrier = threading.Barrier(THREADS)

    def work(number: int) -> None:
        barrier.wait()
        together.extend((name, reports_of(position, name)) for name in names[number:] + names[:number])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(together) == THREADS * len(names)
    for name, reports in together:
        assert reports == alone[name], name
    assert (str(position), position.key, position.legal_moves()) == before


def searchable(name: str, seed: int) -> Any:
    """Return a random position that is not over."""
    while True:
        position = random_position(name, seed, 12)
        if position.legal_moves():
            return position
        seed += 1000


@pytest.mark.parametrize("name", sorted(games()))
def test_searches_of_one_position_in_threads(name: str, seed: int) -> None:
    search_together(searchable(name, seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(games()))
def test_many_searches_of_one_position_in_threads(name: str, seed: int) -> None:
    for number in range(40):
        search_together(searchable(name, 100 * seed + number))


def analyse(seed: int, count: int) -> list[int]:
    """Analyse random positions of every game; return the resident bytes of this process at each tenth."""
    rng, names, measured = random.Random(seed), sorted(algorithms()), []
    for number in range(count):
        position = searchable(rng.choice(sorted(games())), rng.randrange(2**32))
        for _ in answer(Query(position, Spec.parse(rng.choice(names)), "", Limit(depth=3, nodes=20_000))):
            pass
        if number % (count // 10) == count // 10 - 1:
            gc.collect()
            measured.append(resident_bytes())
    return measured


@pytest.mark.slow
def test_memory_of_many_analyses(seed: int, figure: Callable[[str], None]) -> None:
    code = "import sys; from tests.endurance.test_analyses import analyse; print(*analyse(int(sys.argv[1]), 2000))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(seed)], capture_output=True, text=True, check=True, cwd=ROOT
    )  # fmt: skip
    measured = [int(each) for each in done.stdout.split()]
    figure(f"2,000 analyses, seed {seed}: {[each >> 20 for each in measured]} MiB resident at each tenth")
    assert min(measured[7:]) <= 1.1 * min(measured[2:5])
