"""The times of a report: elapsed time, and CPU time of the searching thread alone."""

import itertools
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit, Report
from engine.search.search import algorithms
from engine.search.spec import Spec
from engine.search.stopwatch import Stopwatch
from tests.engine.search.test_ladder import SOUND, sparse


class Clocks:
    """A clock of CPU time for each thread, set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now: dict[int, float] = {}
        monkeypatch.setattr(time, "thread_time", lambda: self._now.get(threading.get_ident(), 0.0))

    def spend(self, seconds: float) -> None:
        """Move the clock of this thread on."""
        thread = threading.get_ident()
        self._now[thread] = self._now.get(thread, 0.0) + seconds


def analysis(depth: int) -> Iterator[Report]:
    return Spec.make("negascout").build(find_evaluation("cotoan")).analyse(sparse(30, 4), Limit(depth=depth))


def in_a_thread(work: object) -> None:
    thread = threading.Thread(target=work)  # type: ignore[arg-type]
    thread.start()
    thread.join()


@pytest.mark.parametrize("name", sorted(algorithms()))
def test_every_report_has_cpu_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock is a second after the last: one at the beginning, one at each report."""
    search = Spec.make(name).build(find_evaluation("cotoan"))
    ticks = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: float(next(ticks)))
    reports = [*search.analyse(sparse(30, 4), Limit(depth=3))]
    assert [report.cpu_seconds for report in reports] == [float(i + 1) for i in range(len(reports))]


def test_the_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    watch = Stopwatch()
    clocks.spend(2.0)
    watch.read()
    assert watch.cpu_seconds == 2.0
    clocks.spend(10.0)
    watch.resume()
    clocks.spend(3.0)
    watch.read()
    assert watch.cpu_seconds == 5.0
    assert watch.seconds == watch.elapsed < 5.0, "elapsed time is another clock"


def test_work_between_reports_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    times = []
    for report in analysis(4):
        times.append(report.cpu_seconds)
        clocks.spend(1.0)
    assert times == [0.0] * 4


def test_a_search_may_continue_in_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread has a clock that starts elsewhere; no difference between two clocks is counted."""
    clocks = Clocks(monkeypatch)
    clocks.spend(100.0)
    steps = analysis(2)
    times = [next(steps).cpu_seconds]
    in_a_thread(lambda: times.append(next(steps).cpu_seconds))
    assert times == [0.0, 0.0]


@pytest.mark.parametrize("name", SOUND)
def test_a_continued_search_adds_its_cpu_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = sparse(30, 4)
    search = Spec.make(name).build(find_evaluation("cotoan"))
    Clocks(monkeypatch)
    before = replace([*search.analyse(position, Limit(depth=1))][-1], cpu_seconds=100.0, final=False)
    for limit in (Limit(depth=3), Limit(depth=3, nodes=before.nodes + 10), Limit(depth=1)):
        assert {report.cpu_seconds for report in search.analyse(position, limit, after=before)} == {100.0}


def test_times_do_not_distinguish_reports() -> None:
    search = Spec.make("minimax").build(find_evaluation("trees"))
    *_, report = search.analyse(find_game("trees")().start(), Limit(depth=2))
    assert report.same_as(replace(report, cpu_seconds=None)) and report.same_as(replace(report, seconds=9.0))
    assert not report.same_as(replace(report, leaves=9))
