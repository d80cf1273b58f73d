"""What every test needs: no display, no trace in the user's folders, English."""

import contextlib
import gc
import importlib
import itertools
import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from engine.core.language import set_language
from tests import tiers

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Tests, and programs they start, begin in English, and standard error holds what they ask for, in slow mode, too.
os.environ |= {"KYVIEN_LANG": "en", "KYVIEN_SLOW_ANNOUNCED": "1"}
# Without bytecode, each of the hundreds of programs compiles all of its modules, and each worker of pytest all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
set_language("en")

# No deadline, also for making examples: a busy machine is not a fault. In CI the examples are the same each time.
settings.register_profile(
    "kyvien", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)  # fmt: skip
settings.load_profile("kyvien")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu", type=Path, metavar="FILE", help="write the CPU time of each test function (tests.tiers)")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.cpu is not None:
        config.pluginmanager.register(tiers.CpuMeter(config.option.cpu))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Collect without the garbage collector, which would look for cycles among thousands of tests again and again.

    Pytest rewrites the assertions of each module and caches the result, which takes two thirds of the collection in a
    fresh checkout. Each worker therefore begins with other modules, and reads the results of the others.
    """
    gc.disable()
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    root = session.config.rootpath
    folders = [Path(each) for each in session.config.args if Path(each).is_dir()]
    modules = sorted({path.resolve() for folder in folders for path in folder.rglob("test_*.py")})
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in modules[len(modules) * number // count : len(modules) * (number + 1) // count]:
        # What cannot be imported, or is skipped, is reported when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """What is there now stays to the end: the garbage collector, in or between the tests, need not look at it."""
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the figures that passed and failed tests added to their reports, such as seeds and counts."""
    reports = [each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, ())]
    figures = [text for each in reports for name, text in each.user_properties if name == "figure"]
    if figures:
        terminalreporter.section("figures")
        for text in figures:
            terminalreporter.write_line(text)


def diagonal_of(cells: Sequence[tuple[Any, ...]], shift: int = 0) -> set[int]:
    """Return the indices of few cells of a table of any number of axes that have every value of every axis.

    They are on the diagonals of the table, which begin again on each axis that ends, where it has such cells. ``shift``
    chooses among the diagonals: the number of places by which the longest axis is ahead.
    """
    axes = [list(dict.fromkeys(each)) for each in zip(*cells, strict=True)]
    ranks = [tuple(axis.index(value) for axis, value in zip(axes, each, strict=True)) for each in cells]
    longest = max(range(len(axes)), key=lambda each: len(axes[each]))
    chosen = {
        index
        for index, rank in enumerate(ranks)
        if all(
            number == longest or place == (rank[longest] + shift) % len(axes[number])
            for number, place in enumerate(rank)
        )
    }
    for number, axis in enumerate(axes):
        missing = set(range(len(axis))) - {ranks[index][number] for index in chosen}
        chosen |= {next(index for index, rank in enumerate(ranks) if rank[number] == place) for place in missing}
    return chosen


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests ``slow`` that the marker ``diagonal`` leaves out, and the second tier ``thorough``.

    A law that is true of each game and each algorithm is tested with each of them, not with each of one together with
    each of the other, which most of the time repeats what the former has shown; the job ``endurance`` runs those, too.
    Each test has another diagonal, so that together they have most pairs. Tests that are chosen by name (with ``-k`` or
    ``::``) run complete: those of a game or an algorithm that is being written, and those of a planted bug. The second
    tier (``tests.tiers``) is marked only in a run of all tests, so that those of a folder run complete, too.
    """
    if config.option.keyword or any("::" in each for each in config.args):
        return
    if tiers.is_whole(config.args, config.rootpath):
        second = tiers.thorough()
        for item in items:
            if tiers.function_of(item.nodeid) in second:
                item.add_marker("thorough")
    tables: dict[str, list[tuple[pytest.Item, tuple[Any, ...]]]] = {}
    for item in items:
        marker = item.get_closest_marker("diagonal")
        if marker is not None and item.get_closest_marker("slow") is None:
            parameters = item.callspec.params  # type: ignore[attr-defined]
            cell = tuple(repr(parameters[name]) for name in marker.args)
            tables.setdefault(item.nodeid.partition("[")[0], []).append((item, cell))
    for test, table in tables.items():
        kept = diagonal_of([cell for _, cell in table], zlib.crc32(test.encode()))
        for index, (item, _) in enumerate(table):
            if index not in kept:
                item.add_marker("slow")


@pytest.fixture(scope="session")
def _new_home(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Return a function that returns a new path each time, of a folder that does not exist yet.

    ``tmp_path_factory.mktemp`` lists all folders of the run to find a free number: 4 ms when there are 9000.
    """
    homes = tmp_path_factory.mktemp("homes")
    numbers = itertools.count()
    return lambda: homes / str(next(numbers))


@pytest.fixture(autouse=True)
def _as_on_a_new_machine(_new_home: Callable[[], Path]) -> Iterator[None]:
    """State and settings go to folders of the test's own, which exist when something is written; no language stays.

    The environment is set without ``monkeypatch``, whose setup takes as long as a short test.
    """
    home = _new_home()
    os.environ["KYVIEN_STATE"], os.environ["KYVIEN_CONFIG"] = str(home / "state"), str(home / "config")
    yield
    set_language("en")


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Register the algorithm with memory ``counting`` for one test, and return its class."""
    import engine.search.search as search_module
    from tests.engine.search.counting import Counting

    known = {**search_module.algorithms(), Counting.name: Counting}
    monkeypatch.setattr(search_module._registry, "_classes", known)
    for name, value in {"log": [], "built": 0, "gate": None, "entered": threading.Event(), "overlaps": 0}.items():
        monkeypatch.setattr(Counting, name, value)
    return Counting
