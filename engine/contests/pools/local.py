"""The default pool: processes on this computer."""

import itertools
import json
import os
import queue

from engine.contests.pools.pool import Answer, Loss, Pool, Setup
from engine.contests.pools.process import WorkerProcess
from engine.core.errors import SearchError

_Line = tuple[int, bytes | None]


class _Worker:
    """A process of the pool.

    Attributes:
        process: the process.
        is_ready: whether the process has read its setup.
        task: number of the task in progress, or None if the worker is idle.
    """

    def __init__(self, process: WorkerProcess) -> None:
        self.process = process
        self.is_ready = False
        self.task: int | None = None


class LocalPool(Pool):
    """Processes on this computer. A process that ends is replaced.

    Args:
        jobs: maximum number of processes, or None for one per core.
    """

    def __init__(self, jobs: int | None = None) -> None:
        self._jobs = jobs or os.cpu_count() or 1
        self._setup = Setup({})
        self._numbers = itertools.count()
        self._lines: queue.SimpleQueue[_Line] = queue.SimpleQueue()
        self._workers: dict[int, _Worker] = {}
        self._idle: list[int] = []
        self._has_started = False

    @property
    def pids(self) -> list[int]:
        """Identifiers of the processes."""
        return [each.process.pid for each in self._workers.values()]

    def open(self, setup: Setup, most: int) -> None:
        """Start the processes, at most one for each task.

        Raises:
            OSError: if a process cannot be started.
        """
        self._setup = setup
        for _ in range(min(self._jobs, most)):
            self._start()

    def _start(self) -> None:
        number = next(self._numbers)

        def on_line(line: bytes | None) -> None:
            self._lines.put((number, line))

        process = WorkerProcess(self._setup.text(), on_line, has_engines=self._setup.has_engines)
        self._workers[number] = _Worker(process)
        self._idle.append(number)

    @property
    def room(self) -> int:
        """Number of idle processes."""
        return len(self._idle)

    def submit(self, number: int, task: str) -> None:
        """Send a task to an idle process."""
        worker = self._workers[self._idle.pop()]
        worker.task = number
        worker.process.send(task)

    def wait(self) -> Answer | Loss | None:
        """Block until a process has ended a task, or has ended itself.

        Raises:
            SearchError: if a process ended before any process was ready. The message contains the reason.
        """
        number, line = self._lines.get()
        worker = self._workers.get(number)
        if worker is None:  # ``wake`` was called, or this is output of a process that was replaced
            return None
        if line is None:
            return self._lose(number, worker)
        answer = json.loads(line)
        if "ready" in answer:
            worker.is_ready = self._has_started = True
            return None
        task, worker.task = worker.task, None
        if answer.get("stuck", False):
            self._remove(number)
            self._start()
        elif task is not None:
            self._idle.append(number)
        return None if task is None else Answer(task, line.decode())

    def _lose(self, number: int, worker: _Worker) -> Loss | None:
        """Replace a process that has ended. Return its task as lost, or None if it was idle."""
        reason = worker.process.reason()
        if not self._has_started:
            raise SearchError("a worker process died: {reason}", reason=reason)
        self._remove(number)
        # An idle process that never became ready is not replaced, because its successors would end in the same way.
        if worker.is_ready or worker.task is not None or not self._workers:
            self._start()
        return None if worker.task is None else Loss(worker.task, reason)

    def _remove(self, number: int) -> None:
        self._workers.pop(number).process.close(kill=True)
        if number in self._idle:
            self._idle.remove(number)

    def wake(self) -> None:
        """Make ``wait`` return. This method is thread-safe."""
        self._lines.put((-1, None))

    def close(self, *, kill: bool) -> None:
        """End all processes."""
        for worker in self._workers.values():
            worker.process.close(kill=kill)
        self._workers.clear()
        self._idle.clear()
