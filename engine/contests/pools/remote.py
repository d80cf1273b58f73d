"""Functions that a Dask worker runs for a contest. Their arguments and results are JSON text.

A Dask worker plays no game itself. It starts processes of ``engine.contests.worker``, as the pool of local processes
does, and forwards tasks and results. A plugin that crashes therefore ends a process and not the Dask worker, and a game
can be stopped at once. The processes end when their input is closed, thus also if the Dask worker is killed.

A *run* is one contest played by one program. The names and the arguments of these functions are the same in all
versions, so that a worker of another version can be refused by its profile.
"""

import asyncio
import contextlib
import json
import queue
import threading
import time
from typing import Any

from engine.contests.pools.process import WorkerProcess

IDLE_SECONDS = 300.0
"""Time in seconds without a task after which a run is closed, because its program probably ended without notice."""


class LostError(Exception):
    """Raised when a worker process has ended. The message is the reason."""


class _Process:
    """A worker process that is used by one thread at a time.

    Raises:
        LostError: if the process ends before it is ready.
    """

    def __init__(self, setup: str, has_engines: bool) -> None:
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process = WorkerProcess(setup, self._lines.put, has_engines=has_engines)
        try:
            self.greeting: dict[str, Any] = json.loads(self._next())["ready"]
        except LostError:
            self.close()
            raise

    def _next(self) -> bytes:
        line = self._lines.get()
        if line is None:
            raise LostError(self._process.reason())
        return line

    def ask(self, task: str) -> bytes:
        """Return the result of a task.

        Raises:
            LostError: if the process ends first.
        """
        self._process.send(task)
        return self._next()

    def close(self) -> None:
        self._process.close(kill=True)


class _Run:
    """The worker processes of one contest on this Dask worker, at most one for each of its threads.

    The methods are thread-safe.

    Args:
        setup: the setup as JSON text.
        has_engines: whether the processes start external engines.

    Attributes:
        profile: profile of the first worker process.

    Raises:
        LostError: if the first worker process ends before it is ready.
    """

    def __init__(self, setup: str, has_engines: bool) -> None:
        self._has_engines = has_engines
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._closed = threading.Event()
        self._used = time.monotonic()
        first = _Process(setup, has_engines)
        # The other processes begin to play at once.
        self._setup = json.dumps({**json.loads(setup), "profile": False}, ensure_ascii=False)
        self.profile = first.greeting
        self._idle.append(first)
        threading.Thread(target=self._watch, daemon=True).start()

    def play(self, task: str) -> str:
        """Return the result of a task.

        Raises:
            LostError: if the worker process ends first.
        """
        process = self._take()
        try:
            line = process.ask(task)
        except LostError:
            self._discard(process)
            raise
        is_usable = not json.loads(line).get("stuck", False)
        with self._lock:
            is_kept = is_usable and not self.is_closed
            if is_kept:
                self._busy.discard(process)
                self._idle.append(process)
                self._used = time.monotonic()
        if not is_kept:
            self._discard(process)
        return line.decode()

    def _take(self) -> _Process:
        with self._lock:
            process = self._idle.pop() if self._idle else None
            if process is not None:
                self._busy.add(process)
                return process
        process = _Process(self._setup, self._has_engines)
        with self._lock:
            self._busy.add(process)
            is_late = self.is_closed
        if is_late:
            self._discard(process)
            raise LostError("closed")
        return process

    def _discard(self, process: _Process) -> None:
        process.close()
        with self._lock:
            self._busy.discard(process)
            self._used = time.monotonic()

    def _watch(self) -> None:
        while not self._closed.wait(IDLE_SECONDS / 10):
            with self._lock:
                is_idle = not self._busy and time.monotonic() - self._used > IDLE_SECONDS
            if is_idle:
                self.close()

    def close(self) -> None:
        """End all worker processes. Tasks in progress end with ``LostError``."""
        with self._lock:
            self._closed.set()
            processes = [*self._idle, *self._busy]
            self._idle.clear()
        for each in processes:
            each.close()

    @property
    def is_closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._closed.is_set()


_runs: dict[str, _Run] = {}
"""The runs of this process by identifier."""


async def enter(text: str) -> str:
    """Begin a run on this Dask worker and return the profile of a worker process.

    A run with the same identifier that was begun before, such as before an interruption of the network, is closed.

    Args:
        text: an object with ``run``, the identifier, ``setup``, the setup as JSON text, and ``has_engines``.

    Returns:
        An object with ``profile``, or with ``lost``, the reason why the worker process ended.
    """
    return await asyncio.to_thread(_enter, json.loads(text))


def _enter(request: dict[str, Any]) -> str:
    _leave(request["run"])
    try:
        run = _runs[request["run"]] = _Run(request["setup"], request["has_engines"])
    except (LostError, OSError) as error:
        return json.dumps({"lost": str(error)})
    return json.dumps({"profile": run.profile})


def play(text: str) -> str:
    """Play one game.

    Args:
        text: an object with ``run`` and ``task``, the task as JSON text.

    Returns:
        The result. If the worker process ended, an object with ``lost``, the reason. If this process has no such run,
        for example because the Dask worker was restarted, an object with ``unknown``.
    """
    request = json.loads(text)
    run = _runs.get(request["run"])
    if run is None or run.is_closed:
        return json.dumps({"unknown": True})
    try:
        return run.play(request["task"])
    except (LostError, OSError) as error:
        return json.dumps({"lost": str(error)})


async def leave(text: str) -> None:
    """End a run and its worker processes. Do nothing if there is no such run.

    Args:
        text: an object with ``run``.
    """
    with contextlib.suppress(OSError):
        await asyncio.to_thread(_leave, json.loads(text)["run"])


def _leave(name: str) -> None:
    run = _runs.pop(name, None)
    if run is not None:
        run.close()
