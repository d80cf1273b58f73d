"""The worker processes of a job on one computer."""

import json
import queue
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.asking.child import start_module
from engine.asking.pipe import Pipe
from engine.core.errors import SearchError
from engine.core.language import tr

LEAVING_SECONDS = 1.0
"""Time in seconds in which a process with external engines may kill them and exit before it is killed itself."""


@dataclass(frozen=True)
class WorkerSetup:
    """What a worker process is started with.

    Attributes:
        worker: full name of its module (``Job.worker``).
        data: the job as plain data, which the process reads before its first task.
        is_timed: whether results depend on the speed of the worker.
        has_engines: whether the process starts external engines.
    """

    worker: str
    data: Mapping[str, Any]
    is_timed: bool = False
    has_engines: bool = False


class LostError(SearchError):
    """Raised when a worker process has ended before its answer. The message is the reason."""


class _Process(Pipe):
    """A worker process, which writes a line with its greeting, and then one with a result for each task."""

    def __init__(self, setup: WorkerSetup, *, with_profile: bool) -> None:
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._leaving = LEAVING_SECONDS if setup.has_engines else 0.0
        super().__init__(
            lambda marked: start_module(setup.worker, environment=marked), tr("a worker process"),
            on_line=self._answers.put, longest=-1,
        )  # fmt: skip
        self.send(json.dumps({**setup.data, "profile": with_profile}, ensure_ascii=False))

    def answer(self) -> str:
        """Return the next line. A line without an end is that of a process that was killed while writing it."""
        line = self._answers.get()
        if line is None or not line.endswith(b"\n"):
            raise LostError("{reason}", reason=self.last_output())
        return line.decode()

    def close(self) -> None:
        """End the process. It kills its external engines itself, which may take a while."""
        self.end_input()
        self.wait(self._leaving)
        super().close()


class Processes:
    """Worker processes, each of which does one task at a time. A process starts when no other one is idle.

    The methods are thread-safe. They raise ``LostError`` if a process ends before its answer, and another
    ``SearchError`` if none has ever answered, so that others would end in the same way.
    """

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup, self._lock, self._used = setup, threading.Lock(), time.monotonic()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._is_closed = self._has_started = False

    @property
    def pids(self) -> list[int]:
        """Identifiers of the processes."""
        with self._lock:
            return [each.pid for each in (*self._idle, *self._busy)]

    @property
    def idle_seconds(self) -> float:
        """Time in seconds since the last task has ended, or 0 during a task."""
        return 0.0 if self._busy else time.monotonic() - self._used

    def profile(self) -> Any:
        """Start a process and return its profile as plain data."""
        process, profile = self._begin(with_profile=True)
        self._end(process, is_usable=True)
        return profile

    def do(self, task: str) -> str:
        """Return the result of a task. Both are JSON text."""
        process = self._idle_process() or self._begin()[0]
        is_usable = False
        try:
            process.send(task)
            line = process.answer()
            is_usable = not json.loads(line).get("stuck", False)
            return line
        finally:
            self._end(process, is_usable)

    def _idle_process(self) -> _Process | None:
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if not process.wait(0.0):
                    self._busy.add(process)
                    return process
                process.close()
        return None

    def _begin(self, *, with_profile: bool = False) -> tuple[_Process, Any]:
        process = _Process(self._setup, with_profile=with_profile)
        with self._lock:
            self._busy.add(process)
        try:
            if self._is_closed:
                raise LostError("{reason}", reason="closed")
            profile = json.loads(process.answer())["ready"]
        except LostError as error:
            self._end(process, is_usable=False)
            if self._has_started:
                raise
            raise SearchError("a worker process died: {reason}", reason=error) from None
        self._has_started = True
        return process, profile

    def _end(self, process: _Process, is_usable: bool) -> None:
        with self._lock:
            self._used = time.monotonic()
            self._busy.discard(process)
            if is_usable and not self._is_closed:
                self._idle.append(process)
                return
        process.close()

    def close(self) -> None:
        """End all processes. Tasks in progress end with ``LostError``."""
        with self._lock:
            self._is_closed = True
            processes = [*self._idle, *self._busy]
            self._idle.clear()
        for each in processes:
            each.end_input()  # all leave at the same time
        for each in processes:
            each.close()
