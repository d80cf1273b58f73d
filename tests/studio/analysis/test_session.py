"""The session: in line, stopped in milliseconds, late answers unheard, the newest report winning."""

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from engine.asking.plugin import PluginSpec
from engine.core.game import find_game
from engine.core.position import Position
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from studio.analysis.session import BACKGROUND, AnalysisSession
from studio.analysis.store import ReportStore

LONG = Limit(seconds=60)


@pytest.fixture
def start() -> Position:
    return find_game("cotoan")().start()


class Log:
    """The signals of a session."""

    def __init__(self, session: AnalysisSession) -> None:
        self.started: list[int] = []
        self.reports: dict[int, list[Report]] = {}
        self.finished: list[int] = []
        self.failed: dict[int, str] = {}
        session.started.connect(self.started.append)
        session.reported.connect(lambda number, report: self.reports.setdefault(number, []).append(report))
        session.finished.connect(self.finished.append)
        session.failed.connect(self.failed.__setitem__)


def query(position: Position, text: str, limit: Limit = LONG, evaluation: str = "material") -> Query:
    return Query(position, Spec.parse(text), evaluation, limit)


def test_reports_arrive_and_the_last_is_final(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    (number,) = session.start([query(start, "negascout", Limit(depth=3))])
    assert session.is_busy
    qtbot.waitUntil(lambda: log.finished == [number])
    assert log.reports[number][-1].final
    assert log.reports[number][-1].depth == 3
    assert not session.is_busy
    assert session.live(number) is None


def test_as_many_as_cores_the_rest_in_line(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    numbers = session.start([query(start, text) for text in ("minimax", "negamax", "alphabeta", "negascout")])
    assert log.started == numbers[:2]
    assert [session.is_running(number) for number in numbers] == [True, True, False, False]
    session.stop(numbers[:1])
    qtbot.waitUntil(lambda: log.started == numbers[:3])
    assert log.finished == numbers[:1]
    # What waits ends without having run.
    session.stop(numbers[3:])
    assert log.finished == [numbers[0], numbers[3]]
    session.stop_all()
    qtbot.waitUntil(lambda: not session.is_busy)
    assert sorted(log.finished) == numbers
    assert log.started == numbers[:3]


def test_foreground_goes_first(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    running = session.start([query(start, "minimax"), query(start, "negamax")])
    late = session.start([query(start, "alphabeta")], BACKGROUND)
    early = session.start([query(start, "negascout")])
    session.stop(running)
    qtbot.waitUntil(lambda: len(log.started) == 4)
    assert log.started == running + early + late


def test_a_stopped_query_emits_its_last_report(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    (number,) = session.start([query(start, "negamax_alphabeta")])
    qtbot.waitUntil(lambda: number in log.reports)
    session.stop([number])
    qtbot.waitUntil(lambda: log.finished == [number])
    assert log.reports[number][-1].final
    assert log.failed == {}


def test_a_stopped_query_did_not_answer_its_limit(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    asked = query(start, "negamax_alphabeta")
    (number,) = session.start([asked])
    qtbot.waitUntil(lambda: number in log.reports)
    session.stop([number])
    qtbot.waitUntil(lambda: log.finished == [number])
    found = session.store.find(asked)
    assert found is not None and found.last is not None
    assert not found.answers(asked.limit), "asking again goes on"
    short = query(start, "greedy", Limit(depth=1))
    (number,) = session.start([short])
    qtbot.waitUntil(lambda: number in log.finished)
    complete = session.store.find(short)
    assert complete is not None and complete.answers(short.limit)


def test_a_dropped_query_emits_nothing_more(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    (number,) = session.start([query(start, "negascout", Limit(depth=3))])
    # Its reports are on their way by now, or will be.
    session.drop([number])
    (other,) = session.start([query(start, "alphabeta", Limit(depth=2))])
    qtbot.waitUntil(lambda: log.finished == [other])
    qtbot.waitUntil(lambda: session._running == 0)
    assert number not in log.reports


def test_newest_report_wins(session: AnalysisSession, start: Position, qtbot: QtBot, monkeypatch) -> None:
    """Within one interval only the newest of many reports is sent, and the last one always; none is forgotten."""
    monkeypatch.setattr("studio.analysis.session.REPORT_MS", 10_000)
    log = Log(session)
    (number,) = session.start([query(start, "negamax_alphabeta", Limit(depth=4))])
    qtbot.waitUntil(lambda: log.finished == [number])
    assert len(log.reports[number]) <= 2
    assert log.reports[number][-1].depth == 4
    assert sorted(session.store.find(query(start, "negamax_alphabeta")).by_depth) == [1, 2, 3, 4]


def test_live_counters_grow(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    (number,) = session.start([query(start, "minimax")])
    seen = []

    def read() -> None:
        live = session.live(number)
        if live is not None:
            seen.append((live.nodes, live.depth))

    session.ticked.connect(read)
    qtbot.waitUntil(lambda: len(seen) >= 3)
    assert seen == sorted(seen)
    assert seen[-1][0] > seen[0][0] > 0


def test_analysis_goes_on_one_ply_deeper(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    (first,) = session.start([query(start, "negamax_alphabeta", Limit(depth=3))])
    qtbot.waitUntil(lambda: first in log.finished)
    (second,) = session.start([query(start, "negamax_alphabeta", Limit(depth=4))])
    qtbot.waitUntil(lambda: second in log.finished)
    (whole,) = session.start([query(start, "negamax_alphabeta", Limit(depth=4))], resume=False)
    qtbot.waitUntil(lambda: whole in log.finished)
    assert [report.depth for report in log.reports[second]] == [4]
    assert log.reports[second][-1].same_as(log.reports[whole][-1])


def test_plugin_failure_is_one_sentence(
    session: AnalysisSession, start: Position, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def choose(self, position):\n        return 1 / 0\n")
    log = Log(session)
    (number,) = session.start([Query(start, PluginSpec(path, "mine", "Mine"), "", Limit(depth=1))])
    qtbot.waitUntil(lambda: log.finished == [number], timeout=10_000)
    assert log.failed == {number: "mine failed: ZeroDivisionError: division by zero"}


def test_unknown_evaluation_is_one_sentence(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    log = Log(session)
    (number,) = session.start([query(start, "greedy", evaluation="beauty")])
    qtbot.waitUntil(lambda: log.finished == [number])
    assert "beauty" in log.failed[number]


def test_stopping_a_plugin_that_never_listens(
    session: AnalysisSession, start: Position, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def choose(self, position):\n        while True: pass\n")
    log = Log(session)
    (number,) = session.start([Query(start, PluginSpec(path, "mine", "Mine"), "", Limit(depth=1))])
    qtbot.waitUntil(lambda: session.live(number) is not None)
    session.stop_all()
    qtbot.waitUntil(lambda: log.finished == [number])
    assert log.failed == {}
    assert number not in log.reports


def test_every_query_is_reported_as_stopped(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    session.start([query(start, "minimax")])
    with qtbot.waitSignals([session.stopping, session.finished]):
        session.stop_all()


def test_own_store(session: AnalysisSession, start: Position, qtbot: QtBot) -> None:
    store = ReportStore()
    log = Log(session)
    asked = query(start, "alphabeta", Limit(depth=2))
    (number,) = session.start([asked], into=store)
    qtbot.waitUntil(lambda: log.finished == [number])
    assert store.find(asked) is not None
    assert session.store.find(asked) is None


def test_close_leaves_no_thread(qtbot: QtBot, start: Position) -> None:
    session = AnalysisSession(most_running=2)
    numbers = session.start([query(start, text) for text in ("minimax", "negamax", "alphabeta")])
    session.drop(numbers[:1])
    session.close()
    assert session._running == 0
    del session
    gc.collect()
    assert [each for each in gc.get_objects() if isinstance(each, QThread) and each.isRunning()] == []
