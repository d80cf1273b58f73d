"""Measurements in a thread after a comparison: CPU times of short searches, and leaves of minimax and of proofs."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal, SignalInstance

from engine.analysis.measurement import MEASURED_SECONDS, count_leaves, measure
from engine.analysis.minimal_tree import count_minimal_leaves
from engine.asking.query import slow_mode
from engine.core.errors import KyVienError
from engine.search.query import Query
from engine.search.report import Report
from engine.search.search import Stop
from studio.joining import Thread, join


@dataclass(frozen=True)
class MeasuringTask:
    """A search whose CPU time is measured.

    Attributes:
        row: index of the algorithm in the comparison.
        place: index of the position in the comparison.
        query: the query of the search.
        report: the last report of the search.
        seconds: CPU time to measure in total, in seconds.
    """

    row: int
    place: int
    query: Query
    report: Report
    seconds: float = MEASURED_SECONDS


@dataclass(frozen=True)
class LeafCounting:
    """A position whose leaves are counted at each depth.

    Attributes:
        query: a query for the position.
        depth: greatest depth.
        all_leaves: whether the leaves of minimax are counted, besides the least possible number of leaves.
    """

    query: Query
    depth: int
    all_leaves: bool


class _Thread(Thread):
    """Thread that measures the tasks, and then counts leaves."""

    measured = Signal(int, int, int, object)
    leaves_counted = Signal(int, int, int)
    least_counted = Signal(int, int, int)
    ended = Signal(int)

    def __init__(self, number: int, tasks: Sequence[MeasuringTask], count: LeafCounting | None) -> None:
        super().__init__()
        self.number = number
        self.stop_flag = Stop()
        self._tasks, self._count = tuple(tasks), count

    def run(self) -> None:
        """Measure and count until the series is complete or is stopped."""
        # The tasks were answered before; if one now fails, its time stays unknown.
        with suppress(KyVienError):
            for task in self._tasks:
                found = measure(task.query, task.report, self.stop_flag, task.seconds)
                if self.stop_flag.requested:
                    break
                if found is not None:
                    self.measured.emit(self.number, task.row, task.place, found)
            if self._count is not None:
                self._count_leaves(self._count)
        self.ended.emit(self.number)

    def _count_leaves(self, count: LeafCounting) -> None:
        """Count by increasing depth, as long as the trees are not too large."""
        counters: list[tuple[Callable[[Query, int, Stop], int | None], SignalInstance]]
        counters = [(count_minimal_leaves, self.least_counted)]
        if count.all_leaves:
            counters.insert(0, (count_leaves, self.leaves_counted))
        for counter, counted in counters:
            for depth in range(1, count.depth + 1):
                leaves = None if self.stop_flag.requested else counter(count.query, depth, self.stop_flag)
                if leaves is None:
                    break
                counted.emit(self.number, depth, leaves)


class Measuring(QObject):
    """Object that runs one series of measurements at a time. Signals are emitted in the thread of this object."""

    measured = Signal(int, int, object)
    """Emitted with the row and the place of a task, and its ``Measurement``."""
    leaves_counted = Signal(int, int)
    """Emitted with a depth and the number of leaves of minimax at that depth."""
    least_counted = Signal(int, int)
    """Emitted with a depth and the least possible number of leaves at that depth (``count_minimal_leaves``)."""
    finished = Signal()
    """Emitted when a series ends, unless it was stopped by ``stop``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._threads: dict[int, _Thread] = {}
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def is_running(self) -> bool:
        """Whether a series is running and was not stopped."""
        return self._number in self._threads

    def start(self, tasks: Sequence[MeasuringTask], count: LeafCounting | None = None) -> None:
        """Stop the running series, if there is one, and start a new series. Nothing is measured in slow mode.

        Args:
            tasks: the searches to measure.
            count: the position whose leaves are counted, or None to count no leaves.
        """
        self.stop()
        # Uncompiled, the thread would hold the interpreter's lock, and searches take long enough to be measured once.
        if slow_mode() or not (tasks or (count is not None and count.depth)):
            self.finished.emit()
            return
        self._number += 1
        thread = self._threads[self._number] = _Thread(self._number, tasks, count)
        thread.measured.connect(self._measured)
        thread.leaves_counted.connect(self._leaves_counted)
        thread.least_counted.connect(self._least_counted)
        thread.ended.connect(self._ended)
        thread.start(QThread.Priority.LowPriority)

    def stop(self) -> None:
        """Stop the running series, if there is one. No further signals are emitted for it."""
        for thread in self._threads.values():
            thread.stop_flag.request()
        self._number += 1

    def close(self) -> None:
        """Stop the running series, and wait for all threads (``join``)."""
        self.stop()
        join(self._threads.values())
        self._threads.clear()

    def _measured(self, number: int, row: int, place: int, found: object) -> None:
        if number == self._number:
            self.measured.emit(row, place, found)

    def _leaves_counted(self, number: int, depth: int, leaves: int) -> None:
        if number == self._number:
            self.leaves_counted.emit(depth, leaves)

    def _least_counted(self, number: int, depth: int, leaves: int) -> None:
        if number == self._number:
            self.least_counted.emit(depth, leaves)

    def _ended(self, number: int) -> None:
        thread = self._threads.pop(number, None)
        if thread is not None:
            thread.wait()
        if number == self._number:
            self.finished.emit()
