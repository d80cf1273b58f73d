"""External engines as the window runs them: in a thread of Qt, which waits for the pipe of the engine."""

import sys

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from engine.asking.pipe import Pipe
from engine.search.query import Query
from engine.search.report import Limit, Report
from studio.analysis.engines import Asked, EngineReader
from studio.analysis.session import AnalysisSession
from tests.engine.asking.carrying import BAD, bad
from tests.engine.protocols.desk import Squares

LONG = Limit(seconds=60)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Pipe, QThread]]:
    """The pipes that are started, each with the thread that did."""
    found: list[tuple[Pipe, QThread]] = []
    init = Pipe.__init__

    def begin(self: Pipe, *args: object, **fields: object) -> None:
        init(self, *args, **fields)  # type: ignore[arg-type]
        found.append((self, QThread.currentThread()))

    monkeypatch.setattr(Pipe, "__init__", begin)
    return found


def test_a_session_asks_an_engine_in_a_thread_of_its_own(
    session: AnalysisSession, qtbot: QtBot, started: list[tuple[Pipe, QThread]]
) -> None:
    reports: list[Report] = []
    session.reported.connect(lambda _, report: reports.append(report))
    with qtbot.waitSignal(session.finished, timeout=10_000):
        session.start([Query(Squares().start().play(0), bad("plain"), "", Limit(depth=2))])
    ((_, thread),) = started
    assert thread is not session.thread()
    assert reports[-1].final and reports[-1].move == 1


def test_while_an_engine_is_silent_the_window_runs_and_can_stop_it(
    session: AnalysisSession, qtbot: QtBot, started: list[tuple[Pipe, QThread]]
) -> None:
    """A wait that kept the lock of the interpreter would end only with the engine."""
    (number,) = session.start([Query(Squares().start().play(0), bad("hangs"), "", LONG)])
    qtbot.waitUntil(lambda: bool(started))
    with qtbot.waitSignal(session.finished, timeout=10_000):
        session.stop([number])
    ((pipe, _),) = started
    assert pipe._process.returncode is not None


def test_a_program_is_detected_by_the_same_pipe(qtbot: QtBot, started: list[tuple[Pipe, QThread]]) -> None:
    reader = EngineReader()
    with qtbot.waitSignal(reader.read, timeout=20_000) as read:
        reader.start(Asked(sys.executable, (str(BAD), "plain"), "uci"))
    assert read.args is not None and read.args[0].name == "Bad"
    assert [thread is not reader.thread() for _, thread in started] == [True]


def test_a_detection_is_cancelled_at_once(qtbot: QtBot, started: list[tuple[Pipe, QThread]]) -> None:
    reader = EngineReader()
    with qtbot.waitSignal(reader.trying, timeout=10_000):
        reader.start(Asked(sys.executable, (str(BAD), "silent"), "uci"))
    reader.close()
    ((pipe, _),) = started
    assert not reader.is_reading and pipe._process.returncode is not None
