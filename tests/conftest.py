"""What every test stands on: no display, no trace in the user's folders, English, and nothing left running."""

import itertools
import os
import sys
import threading
import traceback
import weakref
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from engine.core.language import set_language

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# No deadline, also for making examples: a busy machine is not a fault. In CI the examples are the same each time.
settings.register_profile(
    "kyvien", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)  # fmt: skip
settings.load_profile("kyvien")


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
    """Mark the tests ``slow`` that the marker ``diagonal`` leaves out.

    A law that is true of each game and each algorithm is tested with each of them, not with each of one together with
    each of the other, which most of the time repeats what the former has shown; the job ``endurance`` runs those, too.
    Each test has another diagonal, so that together they have most pairs. Tests that are chosen by name (with ``-k`` or
    ``::``) run complete: those of a game or an algorithm that is being written, and those of a planted bug.
    """
    if config.option.keyword or any("::" in each for each in config.args):
        return
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
def _own_folders(_new_home: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """State and settings of the studio go to folders of the test's own, which exist when something is written there."""
    home = _new_home()
    monkeypatch.setenv("KYVIEN_STATE", str(home / "state"))
    monkeypatch.setenv("KYVIEN_CONFIG", str(home / "config"))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests, and programs they start, begin in English and leave no other language behind."""
    monkeypatch.setenv("KYVIEN_LANG", "en")
    set_language("en")
    yield
    set_language("en")


@pytest.fixture(autouse=True)
def _mode_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error holds what a test asks for, in slow mode, too."""
    monkeypatch.setenv("KYVIEN_SLOW_ANNOUNCED", "1")


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


_Place = tuple[CodeType, int]
"""A function on the call stack, and the number of the line that is executed in it."""


def _callers(limit: int) -> list[_Place]:
    """Return at most ``limit`` callers of the calling function, the innermost first."""
    places: list[_Place] = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and len(places) < limit:
        places.append((frame.f_code, frame.f_lineno))
        frame = frame.f_back
    return places


def _format(places: list[_Place]) -> str:
    """Return the lines of a traceback of ``places``, as ``traceback.format_stack`` does."""
    frames = [traceback.FrameSummary(code.co_filename, line, code.co_name) for code, line in reversed(places)]
    return "".join(traceback.format_list(frames))


@pytest.fixture(autouse=True)
def _nothing_left_running(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test of the studio that leaves a timer, a thread or a process running, and say where it was started."""
    if "studio" not in Path(str(request.node.path)).relative_to(request.config.rootpath).parts:
        yield
        return
    from PySide6.QtCore import QCoreApplication, QEvent, QProcess, QThread, QTimer
    from shiboken6 import isValid

    # Places are formatted only after a failure: formatting reads source files, and tests start thousands of timers.
    started: list[tuple[weakref.ref[Any], list[_Place]]] = []

    def watch(cls: type, method: str) -> None:
        original: Callable[..., Any] = getattr(cls, method)

        def start(self: Any, *args: Any, **kwargs: Any) -> Any:
            started.append((weakref.ref(self), _callers(5)))
            return original(self, *args, **kwargs)

        monkeypatch.setattr(cls, method, start)

    watch(QTimer, "start")
    watch(QThread, "start")
    watch(QProcess, "start")

    yield

    if QCoreApplication.instance() is not None:
        # Widgets that pytest-qt closed are deleted by an event nobody has processed yet.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    left: dict[int, str] = {}
    for reference, places in started:
        it = reference()
        if it is None or not isValid(it):
            continue
        if isinstance(it, QTimer):
            runs = it.isActive()
        elif isinstance(it, QThread):
            runs = it.isRunning()
        else:
            runs = it.state() is not QProcess.ProcessState.NotRunning
        if runs:
            left[id(it)] = f"{type(it).__name__} still runs; started at\n{_format(places)}"
    if left:
        pytest.fail("\n".join(left.values()), pytrace=False)
