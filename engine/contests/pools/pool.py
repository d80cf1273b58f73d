"""The interface of a pool of workers.

A worker reads a setup, which is the contest, and then tasks, which are games. It plays them with
``engine.contests.worker``. Setups, tasks and results are JSON text, so a pool does not depend on what they contain.

A pool does not repeat a task. It reports that a task was lost together with its worker, and the contest decides whether
to submit the task again (``engine.contests.runner``).
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Setup:
    """What a worker reads before its first task.

    Attributes:
        data: the contest and its external engines as plain data.
        is_timed: whether results depend on the speed of the worker, because a player has a limit of seconds or a clock.
        has_engines: whether workers start external engines.
    """

    data: Mapping[str, Any]
    is_timed: bool = False
    has_engines: bool = False

    def text(self, *, with_profile: bool = False) -> str:
        """Return the setup as JSON text.

        Args:
            with_profile: whether the worker reports its profile (``engine.contests.pools.profile``) before its first
                task.
        """
        return json.dumps({**self.data, "profile": True} if with_profile else self.data, ensure_ascii=False)


@dataclass(frozen=True)
class Answer:
    """The result of a task.

    Attributes:
        number: number of the task.
        text: JSON text of the result.
    """

    number: int
    text: str


@dataclass(frozen=True)
class Loss:
    """A task without a result, because its worker ended or can no longer be reached.

    Attributes:
        number: number of the task.
        reason: the last line that the worker wrote to its error stream, or another description of its end.
    """

    number: int
    reason: str


class Pool(ABC):
    """Workers that run tasks. All methods except ``wake`` are called by one thread.

    ``open`` is called once, and ``close`` once at the end, also after a failure of ``open``.
    """

    @abstractmethod
    def open(self, setup: Setup, most: int) -> None:
        """Start or connect the workers.

        Args:
            setup: the setup of each worker.
            most: number of tasks that will be submitted at most, so that no more workers are needed.

        Raises:
            KyVienError: if there are no workers that can run the tasks.
        """

    @property
    @abstractmethod
    def room(self) -> int:
        """Number of tasks that can be submitted now and start at once."""

    @abstractmethod
    def submit(self, number: int, task: str) -> None:
        """Start a task. Call this method only if there is ``room``.

        Args:
            number: number of the task, which must not be in progress.
            task: JSON text of the task.
        """

    @abstractmethod
    def wait(self) -> Answer | Loss | None:
        """Block until a task has ended. Return None if ``wake`` was called or ``room`` may have changed.

        A task that was submitted ends with exactly one ``Answer`` or ``Loss``.

        Raises:
            SearchError: if the pool cannot continue.
        """

    @abstractmethod
    def wake(self) -> None:
        """Make ``wait`` return. This method is thread-safe."""

    @abstractmethod
    def close(self, *, kill: bool) -> None:
        """Release the workers. Tasks in progress are discarded.

        Args:
            kill: whether tasks may be in progress.
        """
