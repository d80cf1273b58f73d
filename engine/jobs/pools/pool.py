"""Pools of workers: the interface, the pool of this computer, and the pools by name, as on the command line.

Setups, tasks and results are JSON text, so a pool does not depend on what they contain. A pool does not repeat a task.
It reports that a task was lost together with its worker, and the job decides whether to submit the task again
(``engine.jobs.runner``).
"""

import os
import queue
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import KyVienError, OptionError
from engine.jobs.processes import LostError, Processes, WorkerSetup

LOCAL = "local"


@dataclass(frozen=True)
class TaskResult:
    """The result of the task ``number`` as JSON text."""

    number: int
    text: str


@dataclass(frozen=True)
class Loss:
    """A task without a result, because its worker ended or can no longer be reached, and the reason."""

    number: int
    reason: str


Event = TaskResult | Loss | int | str | KyVienError | None
"""The end of a task, a change of the number of parallel tasks, a sentence for the user, an error, or nothing."""


class Pool(ABC):
    """Workers that do tasks. All methods except ``wake`` are called by one thread.

    ``open`` is called once, and ``close`` once at the end, also after a failure of ``open``.

    Args:
        jobs: maximum number of tasks in parallel, or None for as many as the workers do.
        notice: function called with a sentence for each worker that is refused, in ``open`` or ``wait``.
    """

    def __init__(self, jobs: int | None = None, notice: Callable[[str], None] = lambda sentence: None) -> None:
        self._jobs, self._notice = jobs, notice
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._capacity = self._running = 0

    @abstractmethod
    def open(self, setup: WorkerSetup, most: int) -> None:
        """Connect the workers. At most ``most`` tasks will be submitted.

        Raises:
            KyVienError: if there are no workers that can do the tasks.
        """

    @property
    def room(self) -> int:
        """Number of tasks that can be submitted now and start at once."""
        return min(self._capacity, self._jobs or self._capacity) - self._running

    def submit(self, number: int, task: str) -> None:
        """Start a task, whose number must not be in progress. Call this method only if there is ``room``."""
        self._running += 1
        self._start(number, task)

    @abstractmethod
    def _start(self, number: int, task: str) -> None:
        """Start a task, which ends with exactly one ``TaskResult`` or ``Loss`` in ``_events``."""

    def wait(self) -> TaskResult | Loss | None:
        """Block until a task has ended. Return None if ``wake`` was called or ``room`` may have changed.

        Raises:
            SearchError: if the pool cannot continue.
        """
        match self._events.get():
            case KyVienError() as error:
                raise error
            case int(change):
                self._capacity += change
            case str(sentence):
                self._notice(sentence)
            case TaskResult() | Loss() as end:
                self._running -= 1
                return end
        return None

    def wake(self) -> None:
        """Make ``wait`` return. This method is thread-safe."""
        self._events.put(None)

    @abstractmethod
    def close(self) -> None:
        """Release the workers. Tasks in progress are discarded."""


class LocalPool(Pool):
    """Processes on this computer, by default one per core."""

    def open(self, setup: WorkerSetup, most: int) -> None:
        """Start a thread for each process, which starts with its first task."""
        self._processes = Processes(setup)
        self._tasks: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()
        self._capacity = min(self._jobs or os.cpu_count() or 1, most)
        for _ in range(self._capacity):
            threading.Thread(target=self._work, daemon=True).start()

    def _start(self, number: int, task: str) -> None:
        self._tasks.put((number, task))

    def _work(self) -> None:
        while (each := self._tasks.get()) is not None:
            try:
                self._events.put(TaskResult(each[0], self._processes.do(each[1])))
            except LostError as error:
                self._events.put(Loss(each[0], str(error)))
            except KyVienError as error:  # no process has started yet
                self._events.put(error)

    def close(self) -> None:
        """End all processes."""
        for _ in range(self._capacity):
            self._tasks.put(None)
        if self._capacity:
            self._processes.close()


def find_pool(text: str, jobs: int | None, notice: Callable[[str], None]) -> Pool:
    """Return a new pool, which is not open yet.

    Args:
        text: ``local``, ``dask:tcp://HOST:PORT`` or, for an encrypted connection, ``dask:tls://HOST:PORT``.
        jobs: as for ``Pool``.
        notice: as for ``Pool``.

    Raises:
        OptionError: if ``text`` is not the name of a pool.
    """
    cluster = re.fullmatch(r"dask:((?:tcp|tls)://[^\s/@]+:\d{1,5})", text)
    if text == LOCAL:
        return LocalPool(jobs)
    if cluster is None:
        raise OptionError("{text!r}: expected local or dask:tcp://HOST:PORT", text=text)
    from engine.jobs.pools.cluster import ClusterPool

    return ClusterPool(cluster[1], jobs, notice)
