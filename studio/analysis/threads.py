"""The threads of a session, each of which answers one query or runs one task."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal

from engine.asking.query import answer
from engine.core.errors import KyVienError
from engine.core.language import tr
from engine.search.kept import KeptSearch
from engine.search.query import Query, Run
from engine.search.report import Report
from engine.search.search import Stop
from studio.joining import Thread

NICE = 5
"""Increment of the Unix nice value for search threads, relative to the window."""
Task = Callable[[Stop, Callable[[Any], object]], object]
"""A function that runs a search other than a query, such as the recording of a tree, and returns its result.

Its arguments are the object that stops it, and a function to call with the search before the search begins."""


def _yield_to_the_window() -> None:
    """On Linux, lower the priority of the current thread below that of the window's thread.

    The thread priorities of Qt have no effect on Linux.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, min(19, os.getpriority(os.PRIO_PROCESS, thread) + NICE))


class SessionThread(Thread):
    """Base class of the threads of a session. Subclasses implement ``work``.

    Attributes:
        number: number of the query or task.
        name: name of the algorithm, for messages.
        worker: the search or child process that is running, or None.
        reports: reports to be fetched by the session.
        announced: whether ``progressed`` was emitted for these reports.
        result: the result of a task.
        error: the message of an error, or an empty string.
        started_at: time of the start, as ``time.perf_counter``.
    """

    progressed = Signal(int)
    """Emitted when reports are available, but not again before the session has fetched them."""
    ended = Signal(int)
    """Emitted as the last action of the thread, which can then be joined with ``wait``."""

    def __init__(self, number: int, name: str) -> None:
        super().__init__()
        self.number = number
        self.name = name
        self.stop_flag = Stop()
        self.worker: Any = None
        self.reports: list[Report] = []
        self.announced = False
        self.result: object = None
        self.error = ""
        self.started_at = 0.0

    def run(self) -> None:
        """Do the work. Any exception is converted to one sentence in ``error``."""
        self.started_at = time.perf_counter()
        _yield_to_the_window()
        try:
            self.work()
        except KyVienError as error:
            self.error = str(error)
        except Exception as error:  # noqa: BLE001 - an internal error must not end the studio
            self.error = tr("{name} failed: {reason}", name=self.name, reason=f"{type(error).__name__}: {error}")
        self.worker = None
        self.ended.emit(self.number)

    def work(self) -> None:
        """Run the search."""
        raise NotImplementedError

    def on_start(self, worker: Any) -> None:
        """Store the search or the child process that answers the query, and stop it if a stop was requested.

        This method is called before the search or the child process starts.
        """
        self.worker = worker
        if self.stop_flag.requested:
            self.request_stop()

    def request_stop(self) -> None:
        """Request a stop. A search stops within about a thousand nodes, and a child process is killed at once."""
        self.stop_flag.request()
        kill = getattr(self.worker, "kill", None)
        if kill is not None:
            kill()


class SearchThread(SessionThread):
    """Thread that runs one query. The thread appends the reports to ``reports``, and the session removes them."""

    def __init__(self, number: int, query: Query, after: Report | None, kept: KeptSearch | None) -> None:
        super().__init__(number, query.spec.name)
        self._query, self._after, self._kept = query, after, kept

    def work(self) -> None:
        """Run the query and append its reports."""
        for report in answer(self._query, Run(self.stop_flag, self._after, self.on_start, self._kept)):
            self.reports.append(report)
            if not self.announced:
                self.announced = True
                self.progressed.emit(self.number)


class TaskThread(SessionThread):
    """Thread that runs one task, whose result is ``result``."""

    def __init__(self, number: int, name: str, task: Task) -> None:
        super().__init__(number, name)
        self._task = task

    def work(self) -> None:
        """Run the task."""
        self.result = self._task(self.stop_flag, self.on_start)
