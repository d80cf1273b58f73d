"""Background searches, each in its own thread. By default, at most one search per core runs at a time."""

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer, Signal

from engine.search.kept import KeptSearch
from engine.search.query import Query
from engine.search.report import Report
from studio.analysis.choice import AnalysisChoice, analysis_defaults
from studio.analysis.engines import EngineList
from studio.analysis.store import ReportStore
from studio.analysis.threads import SearchThread, SessionThread, Task, TaskThread
from studio.joining import join

REPORT_MS = 100
"""Interval of ``ticked``, and minimum interval between two reports emitted for a query, in milliseconds."""
FOREGROUND, BACKGROUND = 0, 10
"""Priorities of interactive queries and of background work in ``AnalysisSession.start``."""


@dataclass(frozen=True, slots=True)
class Live:
    """Counters of a running search.

    Attributes:
        nodes: positions visited so far.
        depth: depth being searched.
        seldepth: greatest ply reached so far.
        cutoffs: number of cutoffs so far.
        seconds: time since the start of the search. If an earlier search is continued, its time is not included.
        proof: the proof number of the root, or None if the algorithm has none.
        disproof: the disproof number of the root, or None.
    """

    nodes: int
    depth: int
    seldepth: int
    cutoffs: int
    seconds: float
    proof: int | None = None
    disproof: int | None = None


@dataclass
class _Job:
    """The state of a query from ``start`` to ``finished``."""

    query: Query
    priority: int
    after: Report | None
    store: ReportStore
    kept: KeptSearch | None = None
    thread: SearchThread | None = None
    reported_at: float = -1.0
    pending: list[Report] = field(default_factory=list)
    stopped: bool = False

    def start(self, number: int) -> SessionThread:
        """Create the thread of the query, and return it."""
        self.thread = SearchThread(number, self.query, self.after, self.kept)
        return self.thread


@dataclass
class _TaskJob:
    """The state of a task from ``run`` to ``finished``."""

    name: str
    task: Task
    priority: int
    thread: TaskThread | None = None
    stopped: bool = False

    def start(self, number: int) -> SessionThread:
        """Create the thread of the task, and return it."""
        self.thread = TaskThread(number, self.name, self.task)
        return self.thread


class AnalysisSession(QObject):
    """Queue and threads for the queries of all parts of the window. All signals are emitted in the window's thread.

    A task is other work on a search, such as the recording of its tree. It waits in the same queue as the queries.

    Each query has a number, returned by ``start``. Callers store the numbers of their queries and ignore signals with
    other numbers. After ``drop``, no signal is emitted for the dropped queries, even while their threads are running.

    Attributes:
        store: the default store of reports.
        engines: the external engines that the user configured.
        choice: the algorithms, the evaluation and the budget, shared by the analysis panel, the evaluation graph and
            the move list.

    Args:
        parent: parent object.
        most_running: maximum number of simultaneous searches, or None for the number of cores.
        store: the store of reports, or None for a new one.
        engines: the configured external engines, or None for an empty list.
    """

    started = Signal(int)
    """Emitted with the number of a query when the query leaves the queue and its search starts."""
    reported = Signal(int, object)
    """Emitted with the number and the latest ``Report`` of a query, at most every ``REPORT_MS`` milliseconds.

    The last report of a query is always emitted.
    """
    finished = Signal(int)
    """Emitted with the number of a query that was completed, was stopped or has failed, after its last report."""
    returned = Signal(int, object)
    """Emitted with the number and the result of a task that was completed or stopped, before ``finished``."""
    failed = Signal(int, str)
    """Emitted with the number of a query and an error message when the query fails, before ``finished``."""
    ticked = Signal()
    """Emitted every ``REPORT_MS`` milliseconds while a search runs, so that receivers can display ``live``."""
    stopping = Signal()
    """Emitted by ``stop_all``, so that objects that start one query after another stop doing so."""
    busy_changed = Signal(bool)
    """Emitted with the new value of ``is_busy`` when it changes."""

    def __init__(
        self,
        parent: QObject | None = None,
        most_running: int | None = None,
        store: ReportStore | None = None,
        engines: EngineList | None = None,
    ) -> None:
        super().__init__(parent)
        self.most_running = most_running or os.cpu_count() or 1
        self.store = store or ReportStore()
        self.engines = engines or EngineList(parent=self)
        self.choice = AnalysisChoice(parent=self, usual=analysis_defaults)
        self.choice.follow(self.engines)
        self._next = 1
        self._jobs: dict[int, _Job | _TaskJob] = {}
        self._line: list[int] = []
        # Threads of dropped queries, until they end.
        self._leaving: dict[int, SessionThread] = {}
        self._busy = False
        self._timer = QTimer(self)
        self._timer.setInterval(REPORT_MS)
        self._timer.timeout.connect(self._tick)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    # --- queries --------------------------------------------------------------------------------------------------

    def start(
        self,
        queries: Iterable[Query],
        priority: int = FOREGROUND,
        resume: bool = True,
        into: ReportStore | None = None,
        kept: Sequence[KeptSearch] = (),
    ) -> list[int]:
        """Add queries to the queue, which is ordered by priority, and return the numbers of the queries.

        Args:
            queries: the queries to run.
            priority: ``FOREGROUND`` or ``BACKGROUND``.
            resume: whether to continue from the deepest report in the store instead of starting at depth 1.
            into: the store of the reports, or None for the default store of the session.
            kept: the search of each query, whose memory the query uses and changes, or an empty sequence if every query
                has a new search.
        """
        store = self.store if into is None else into
        numbers = []
        for index, query in enumerate(queries):
            number, self._next = self._next, self._next + 1
            found = store.find(query) if resume else None
            self._jobs[number] = _Job(
                query,
                priority,
                found.deepest if found is not None else None,
                store,
                kept[index] if kept else None,
            )
            numbers.append(number)
        self._queue(numbers)
        return numbers

    def run(self, task: Task, name: str, priority: int = FOREGROUND) -> int:
        """Add a task to the queue, and return its number. ``returned`` is emitted with its result.

        Args:
            task: the function to call in a thread. If it is stopped, it still returns a result or raises an error.
            name: name of the algorithm, for messages.
            priority: ``FOREGROUND`` or ``BACKGROUND``.
        """
        number, self._next = self._next, self._next + 1
        self._jobs[number] = _TaskJob(name, task, priority)
        self._queue([number])
        return number

    def _queue(self, numbers: Sequence[int]) -> None:
        self._line.extend(numbers)
        self._line.sort(key=lambda number: (self._jobs[number].priority, number))
        self._fill()

    def stop(self, numbers: Iterable[int]) -> None:
        """Stop queries. The last report of each query, if there is one, and ``finished`` are still emitted."""
        waiting = []
        for number in numbers:
            job = self._jobs.get(number)
            if job is None:
                continue
            job.stopped = True
            if job.thread is not None:
                job.thread.request_stop()
            else:
                waiting.append(number)
        for number in waiting:
            self._line.remove(number)
            del self._jobs[number]
            self.finished.emit(number)
        self._note_busy()

    def drop(self, numbers: Iterable[int]) -> None:
        """Stop queries and suppress their signals."""
        for number in numbers:
            job = self._jobs.pop(number, None)
            if job is None:
                continue
            if job.thread is None:
                self._line.remove(number)
            else:
                job.thread.request_stop()
                self._leaving[number] = job.thread
        self._note_busy()

    def stop_all(self) -> None:
        """Emit ``stopping``, and stop all running and queued queries."""
        self.stopping.emit()
        self.stop(list(self._jobs))

    def live(self, number: int) -> Live | None:
        """Return the counters of a query, or None if the query is not running or has no counters yet."""
        job = self._jobs.get(number)
        thread = job.thread if job is not None else None
        worker = thread.worker if thread is not None else None
        if thread is None or worker is None:
            return None
        seconds = time.perf_counter() - thread.started_at
        numbers = getattr(worker, "proof", None), getattr(worker, "disproof", None)
        return Live(worker.nodes, worker.depth, worker.seldepth, worker.cutoffs, seconds, *numbers)

    def query(self, number: int) -> Query | None:
        """Return query ``number``, or None if it is a task, has finished or was dropped."""
        job = self._jobs.get(number)
        return job.query if isinstance(job, _Job) else None

    def is_running(self, number: int) -> bool:
        """Whether a query is running, that is, neither queued nor finished."""
        job = self._jobs.get(number)
        return job is not None and job.thread is not None

    @property
    def is_busy(self) -> bool:
        """Whether a query is running or queued."""
        return bool(self._jobs)

    def close(self) -> None:
        """Stop all queries and tasks, and wait for their threads (``join``). Afterwards, no reports are emitted."""
        self._line.clear()
        threads: list[SessionThread] = [job.thread for job in self._jobs.values() if job.thread is not None]
        threads += self._leaving.values()
        self._jobs.clear()
        self._leaving.clear()
        for thread in threads:
            thread.request_stop()
        join(threads)
        self._timer.stop()
        self._note_busy()

    # --- threads --------------------------------------------------------------------------------------------------

    @property
    def _running(self) -> int:
        return sum(job.thread is not None for job in self._jobs.values()) + len(self._leaving)

    def _fill(self) -> None:
        """Start queries from the front of the queue while fewer than ``most_running`` are running."""
        while self._line and self._running < self.most_running:
            number = self._line.pop(0)
            thread = self._jobs[number].start(number)
            thread.progressed.connect(self._progress)
            thread.ended.connect(self._thread_ended)
            thread.start(QThread.Priority.LowPriority)
            self.started.emit(number)
        if self._running and not self._timer.isActive():
            self._timer.start()
        self._note_busy()

    def _progress(self, number: int) -> None:
        """Fetch the reports of query ``number``, and emit the latest report, at most every ``REPORT_MS``."""
        job = self._jobs.get(number)
        if not isinstance(job, _Job) or job.thread is None:
            return
        self._fetch(job)
        self._flush(number, job)

    def _fetch(self, job: _Job) -> None:
        """Move the reports of the thread of ``job`` to the store, and add them to ``pending``."""
        thread = job.thread
        assert thread is not None
        thread.announced = False
        while thread.reports:
            report = thread.reports.pop(0)
            job.store.add(job.query, report)
            job.pending.append(report)

    def _flush(self, number: int, job: _Job, last: bool = False) -> None:
        now = time.perf_counter()
        if job.pending and (last or (now - job.reported_at) * 1000 >= REPORT_MS):
            job.reported_at = now
            report = job.pending[-1]
            job.pending.clear()
            self.reported.emit(number, report)

    def _tick(self) -> None:
        for number, job in list(self._jobs.items()):
            if isinstance(job, _Job) and job.thread is not None and number in self._jobs:
                self._fetch(job)
                self._flush(number, job)
        if not self._running:
            self._timer.stop()
        self.ticked.emit()

    def _thread_ended(self, number: int) -> None:
        left = self._leaving.pop(number, None)
        if left is not None:
            left.wait()
        job = self._jobs.get(number)
        thread = job.thread if job is not None else None
        if job is not None and thread is not None:
            thread.wait()
            if isinstance(job, _TaskJob):
                if not thread.error:
                    self.returned.emit(number, thread.result)
            else:
                self._fetch(job)
                if not job.stopped and not thread.error:
                    job.store.complete(job.query)
                self._flush(number, job, last=True)
            if thread.error and number in self._jobs and not job.stopped:
                self.failed.emit(number, thread.error)
            if self._jobs.pop(number, None) is not None:
                self.finished.emit(number)
        self._fill()

    def _note_busy(self) -> None:
        if self._busy != self.is_busy:
            self._busy = self.is_busy
            self.busy_changed.emit(self._busy)
