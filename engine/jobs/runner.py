"""Runner of jobs, which lets the workers of a pool do the tasks that a journal lacks.

Each result is written to disk before it is reported. If a worker dies, its task is done again, unchanged, by another
worker. If that one dies, too, the task is recorded as failed.
"""

import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any, Generic

from engine.core.errors import SearchError
from engine.jobs.job import Job, R, T
from engine.jobs.journal import Journal
from engine.jobs.pools.pool import Pool, TaskResult
from engine.jobs.processes import WorkerSetup
from engine.networks.network import sent

MOST_ATTEMPTS = 2
"""Number of times that a task is begun before it is recorded as failed, if its worker dies each time."""
MOST_FAILED = 10
"""Number of consecutive failed tasks, without a finished one, after which a job ends with an error."""


class Control:
    """Object that pauses, resumes and stops a job. Its methods are thread-safe."""

    def __init__(self) -> None:
        self._going = threading.Event()
        self._going.set()
        self._stopped = threading.Event()
        self._wake: Callable[[], None] = lambda: None

    def pause(self) -> None:
        """Pause the job. No further task is started, and tasks in progress are done to the end."""
        self._going.clear()

    def resume(self) -> None:
        """Resume the job after ``pause``."""
        self._going.set()
        self._wake()

    def stop(self) -> None:
        """Stop the job at once. Tasks in progress are discarded, and done again if the job is resumed."""
        self._stopped.set()
        self._wake()

    @property
    def is_paused(self) -> bool:
        """Whether the job is paused."""
        return not self._going.is_set()

    @property
    def is_stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stopped.is_set()


class _Tasks(Generic[T]):
    """The tasks of a job that are not finished: those to begin, and those in progress.

    Args:
        tasks: the tasks that have no result yet, in the order in which they begin.
    """

    def __init__(self, tasks: Iterator[T]) -> None:
        self._tasks = tasks
        self._again: deque[T] = deque()
        self._next = next(tasks, None)
        self._running: dict[int, T] = {}
        self._attempts: Counter[int] = Counter()

    @property
    def can_begin(self) -> bool:
        """Whether there is a task to begin."""
        return bool(self._again) or self._next is not None

    @property
    def are_over(self) -> bool:
        """Whether no task is to begin or in progress."""
        return not self.can_begin and not self._running

    def begin(self) -> T:
        """Return the next task, which is in progress from now on. Lost tasks come first."""
        if self._again:
            task = self._again.popleft()
        else:
            assert self._next is not None
            task, self._next = self._next, next(self._tasks, None)
        self._running[task.index] = task
        return task

    def end(self, index: int) -> bool:
        """End a task. Return False if it is not in progress, as for the late result of a lost worker."""
        return self._running.pop(index, None) is not None

    def lose(self, index: int) -> T | None:
        """End an attempt at a task. The task is begun again, unless this was the last attempt.

        Return the task if this was the last attempt, or None otherwise.
        """
        task = self._running.pop(index, None)
        if task is None:
            return None
        self._attempts[index] += 1
        if self._attempts[index] >= MOST_ATTEMPTS:
            return task
        self._again.append(task)
        return None


def run_job(
    job: Job[T, R], journal: Journal[Any, R], setup: WorkerSetup, pool: Pool, control: Control | None = None
) -> Generator[R, None, None]:
    """Do the tasks missing from the journal, and yield each result after it was written to the journal.

    The results are in the order in which the tasks end. If the caller closes the iterator, tasks in progress are
    discarded.

    Args:
        job: the job.
        journal: its journal.
        setup: what each worker reads before its first task.
        pool: the workers, which are released at the end.
        control: object that pauses and stops the job from another thread.

    Raises:
        KyVienError: if a network that the tasks use cannot be read.
        SearchError: if no worker can do the tasks, if a worker reports that a task cannot be done, or if
            ``MOST_FAILED`` tasks fail in a row. The message contains the reason.
        OSError: if the journal cannot be written.
    """
    control = control or Control()
    tasks = _Tasks(task for task in job.tasks() if task.index not in journal.results)
    if tasks.are_over:
        return
    if networks := sent(job.evaluations):
        setup = replace(setup, data={**setup.data, "networks": networks})
    control._wake = pool.wake
    try:
        pool.open(setup, job.total - len(journal.results))
        for result in _results(job, pool, tasks, control):
            journal.add(result)
            yield result
    finally:
        control._wake = lambda: None
        pool.close()


def _results(job: Job[T, R], pool: Pool, tasks: _Tasks[T], control: Control) -> Iterator[R]:
    """Yield the results of tasks as they end, until all tasks are over or the job is stopped.

    Raises:
        SearchError: as ``run_job``.
    """
    failed = 0
    while not control.is_stopped and not tasks.are_over:
        while tasks.can_begin and pool.room > 0 and not control.is_paused:
            task = tasks.begin()
            pool.submit(task.index, json.dumps(vars(task)))
        event = pool.wait()
        if isinstance(event, TaskResult):
            answer = json.loads(event.text)
            if "error" in answer:
                raise SearchError("{reason}", reason=answer["error"])
            if tasks.end(event.number):
                failed = 0
                yield job.read_result(answer)
        elif event is not None:
            lost = tasks.lose(event.number)
            if lost is not None:
                failed += 1
                yield job.failed(lost, event.reason)
                if failed >= MOST_FAILED:
                    raise SearchError(job.failing, count=failed, reason=event.reason)
