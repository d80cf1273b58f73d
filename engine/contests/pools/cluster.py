"""The pool of the workers of a Dask cluster (https://distributed.dask.org).

This is the only module that imports ``distributed``, which is the optional dependency ``kyvien[cluster]``. Everything
that concerns Dask runs in one thread with an event loop. The thread that plays the contest receives messages through a
queue.

Each game is submitted to a particular worker, and not to the scheduler as a whole: a scheduler would repeat the task of
a dead worker on its own, as often as its configuration allows.
"""

import asyncio
import contextlib
import itertools
import json
import logging
import queue
import threading
import time
import uuid
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.contests.pools import remote
from engine.contests.pools.pool import Answer, Loss, Pool, Setup
from engine.contests.pools.process import WorkerProcess
from engine.contests.pools.profile import Profile, clock_reference, differences
from engine.core.errors import KyVienError, OptionError, SearchError
from engine.core.language import tr

CONNECT_SECONDS = 10.0
"""Timeout in seconds for connecting to the scheduler."""
ANSWER_SECONDS = 20.0
"""Timeout in seconds for answers of the scheduler during a contest."""
ENTER_SECONDS = 120.0
"""Timeout in seconds for the profiles of workers. In slow mode they take several seconds."""
POLL_SECONDS = 0.5
"""Interval in seconds at which the workers of the cluster are looked up."""
ABSENT_SECONDS = 60.0
"""Time in seconds without any worker after which a contest ends. A killed worker needs some seconds to restart."""


@dataclass(frozen=True)
class _Capacity:
    """Message to the thread that plays: number of games that all workers together play in parallel."""

    games: int


@dataclass(frozen=True)
class _Notice:
    """Message to the thread that plays: a sentence for the user."""

    sentence: str


_Message = Answer | Loss | _Capacity | _Notice | KyVienError | None


class ClusterPool(Pool):
    """The workers of a Dask cluster that play with the same program as this one.

    Workers that join later take part as soon as their profile was checked.

    Args:
        address: address of the scheduler, such as ``tcp://127.0.0.1:8786``.
        jobs: maximum number of games played in parallel, or None for one per thread of the workers.
        notice: function called with a sentence for each worker that is refused, in ``open`` or ``wait``.
    """

    def __init__(self, address: str, jobs: int | None, notice: Callable[[str], None]) -> None:
        self._address, self._jobs, self._notice = address, jobs, notice
        self._messages: queue.SimpleQueue[_Message] = queue.SimpleQueue()
        self._capacity = self._running = 0
        self._cluster: _Cluster | None = None

    def open(self, setup: Setup, most: int) -> None:
        """Connect to the scheduler, and wait until the profiles of its workers are checked.

        Raises:
            OptionError: if ``distributed`` is not installed.
            SearchError: if the scheduler does not answer or has no suitable worker.
        """
        try:
            import distributed
        except ImportError:
            raise OptionError("a Dask cluster needs the package distributed: pip install 'kyvien[cluster]'") from None
        # Dask writes about lost connections, too; the user receives one sentence.
        for name in list(logging.root.manager.loggerDict):
            if name.partition(".")[0] == "distributed":
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self._cluster = _Cluster(distributed.Client, self._address, setup, self._messages.put)
        self._cluster.start()
        while not self._capacity:
            self._handle(self._messages.get())

    @property
    def room(self) -> int:
        """Number of games that a worker can play at once."""
        return min(self._capacity, self._jobs or self._capacity) - self._running

    def submit(self, number: int, task: str) -> None:
        """Give a game to a worker with an idle thread."""
        assert self._cluster is not None
        self._running += 1
        self._cluster.submit(number, task)

    def wait(self) -> Answer | Loss | None:
        """Block until a game has ended, or the number of workers has changed.

        Raises:
            SearchError: if the scheduler can no longer be reached, or if there were no workers for ``ABSENT_SECONDS``.
        """
        return self._handle(self._messages.get())

    def _handle(self, message: _Message) -> Answer | Loss | None:
        if isinstance(message, KyVienError):
            raise message
        if isinstance(message, Answer | Loss):
            self._running -= 1
            return message
        if isinstance(message, _Capacity):
            self._capacity = message.games
        elif isinstance(message, _Notice):
            self._notice(message.sentence)
        return None

    def wake(self) -> None:
        """Make ``wait`` return. This method is thread-safe."""
        self._messages.put(None)

    def close(self, *, kill: bool) -> None:
        """End the contest's processes on all workers, and disconnect."""
        if self._cluster is not None:
            self._cluster.close()


def _own_profile(setup: Setup) -> Profile:
    """Return the profile of a worker process on this computer.

    Raises:
        SearchError: if the process ends before it is ready.
    """
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    process = WorkerProcess(setup.text(with_profile=True), lines.put, has_engines=False)
    try:
        line = lines.get()
        if line is None:
            raise SearchError("a worker process died: {reason}", reason=process.reason())
        return Profile.from_dict(json.loads(line)["ready"])
    finally:
        process.close(kill=True)


@dataclass
class _Worker:
    """A worker that plays.

    Attributes:
        address: its address.
        threads: number of games that it plays in parallel.
        has_entered: whether it has the contest. A worker that was restarted at the same address must enter again.
        games: a mapping of the numbers of its games to the tasks of the event loop that wait for their results.
    """

    address: str
    threads: int
    has_entered: bool = True
    games: dict[int, "asyncio.Task[None]"] = field(default_factory=dict)


class _Cluster:
    """The connection to a scheduler. All methods except ``start``, ``submit`` and ``close`` run in its thread.

    Args:
        connect: the class ``distributed.Client``.
        address: address of the scheduler.
        setup: the setup of the workers.
        put: thread-safe function that receives the messages.
    """

    def __init__(
        self,
        connect: Callable[..., Any],
        address: str,
        setup: Setup,
        put: Callable[[_Message], None],
    ) -> None:
        self._connect, self._address, self._put = connect, address, put
        self._setup = setup
        self._program: Profile | None = None
        self._clock: Profile | None = None
        self._run_name = uuid.uuid4().hex
        self._numbers = itertools.count()
        self._client: Any = None
        self._workers: dict[str, _Worker] = {}
        self._refused: dict[str, str] = {}
        self._backlog: deque[tuple[int, str]] = deque()
        self._admission: asyncio.Task[None] | None = None
        self._capacity = 0
        self._absent_since: float | None = None
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._main, name="cluster", daemon=True)

    # --- called by the thread that plays ----------------------------------------------------------------------------

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(self, number: int, task: str) -> None:
        """Submit a game. Its end is reported as an ``Answer`` or a ``Loss``."""
        with contextlib.suppress(RuntimeError):  # the loop has ended with an error, which is among the messages
            self._loop.call_soon_threadsafe(self._add, number, task)

    def close(self) -> None:
        """End the thread."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()

    # --- the thread -------------------------------------------------------------------------------------------------

    def _main(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._play_contest())
        except asyncio.CancelledError:  # ``_stop``
            pass
        except KyVienError as error:
            self._put(error)
        except Exception as error:  # noqa: BLE001 - raised again in the thread that plays
            self._put(SearchError("{reason}", reason=f"{type(error).__name__}: {error}"))

    def _stop(self) -> None:
        if self._is_closing:
            return  # a second cancellation would interrupt ``_end``
        self._is_closing = True
        if self._task is not None:
            self._task.cancel()

    async def _play_contest(self) -> None:
        self._task = asyncio.current_task()
        if self._is_closing:
            return
        self._client = self._connect(
            self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False, name="kyvien"
        )
        try:
            await self._begin()
            while True:
                await self._look()
                await asyncio.sleep(POLL_SECONDS)
        finally:
            self._is_closing = True
            await self._end()

    async def _begin(self) -> None:
        """Connect, and check the profiles of the first workers.

        Raises:
            SearchError: if the scheduler does not answer or has no suitable worker.
        """
        try:
            async with asyncio.timeout(2 * CONNECT_SECONDS):
                await self._client
        except (OSError, ValueError, RuntimeError):
            raise SearchError("no Dask scheduler answers at {address}", address=self._address) from None
        except TypeError as error:  # tls://, but no certificates
            raise SearchError(
                "the certificates for {address} are missing in the configuration of Dask: {reason}",
                address=self._address, reason=error,
            ) from None  # fmt: skip
        threads = await self._threads()
        if not threads:
            raise SearchError("the Dask scheduler at {address} has no workers", address=self._address)
        self._program = await asyncio.to_thread(_own_profile, self._setup)
        await self._admit(threads)
        if not self._workers:
            raise SearchError(
                "no worker at {address} can play this contest: {reasons}",
                address=self._address, reasons="; ".join(self._refused.values()),
            )  # fmt: skip

    async def _end(self) -> None:
        """End the contest's processes on the workers, and disconnect."""
        tasks = [*(each for worker in self._workers.values() for each in worker.games.values())]
        if self._admission is not None:
            tasks.append(self._admission)
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        text = json.dumps({"run": self._run_name})
        with contextlib.suppress(Exception):
            if self._is_connected:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._client.run(remote.leave, text, on_error="ignore")
        with contextlib.suppress(Exception):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._client.close()

    @property
    def _is_connected(self) -> bool:
        return bool(self._client.status == "running")

    async def _threads(self) -> Mapping[str, int]:
        """Return a mapping of the addresses of all workers to their numbers of threads.

        Raises:
            SearchError: if the scheduler can no longer be reached.
        """
        try:
            if self._is_connected:
                async with asyncio.timeout(ANSWER_SECONDS):
                    return dict(await self._client.nthreads())
        except OSError:  # a closed connection or a timeout
            pass
        raise SearchError(
            "the Dask scheduler at {address} can no longer be reached; finished games are kept, and the contest can be "
            "resumed",
            address=self._address,
        )

    async def _look(self) -> None:
        """Look up the workers, remove those that have ended, and check the profiles of new ones.

        Raises:
            SearchError: if the scheduler can no longer be reached, or if there were no workers for ``ABSENT_SECONDS``.
        """
        threads = await self._threads()
        for address in self._workers.keys() - threads.keys():
            self._drop(address)
        for address in self._refused.keys() - threads.keys():
            del self._refused[address]  # another worker may have the address later
        if self._admission is not None and self._admission.done():
            await self._admission
            self._admission = None
        fresh = {address: number for address, number in threads.items() if self._must_enter(address)}
        if fresh and self._admission is None:
            self._admission = asyncio.create_task(self._admit(fresh))
        self._dispatch()
        if self._workers:
            self._absent_since = None
        elif self._absent_since is None:
            self._absent_since = time.monotonic()
        elif time.monotonic() - self._absent_since > ABSENT_SECONDS:
            raise SearchError(
                "no worker is left at {address}; finished games are kept, and the contest can be resumed",
                address=self._address,
            )

    def _must_enter(self, address: str) -> bool:
        worker = self._workers.get(address)
        if worker is None:
            return address not in self._refused
        return not worker.has_entered and not worker.games

    # --- workers ----------------------------------------------------------------------------------------------------

    async def _admit(self, threads: Mapping[str, int]) -> None:
        """Check the profiles of workers, and let those play that are suitable.

        Args:
            threads: a mapping of their addresses to their numbers of threads.
        """
        assert self._program is not None
        profiles: dict[str, Profile] = {}
        # Workers of a computer would slow each other down, and then all be refused in a timed contest.
        for addresses in _by_turns(threads) if self._setup.is_timed else [list(threads)]:
            for address, answer in (await self._enter(addresses)).items():
                if isinstance(answer, Profile):
                    profiles[address] = answer
                else:
                    self._refuse(address, [answer])
        suitable = [each for each in profiles.values() if not differences(each, self._program, None)]
        if self._setup.is_timed and self._clock is None and suitable:
            self._clock = clock_reference(suitable)
        for address, profile in profiles.items():
            found = differences(profile, self._program, self._clock if self._setup.is_timed else None)
            if found:
                self._refuse(address, found)
            else:
                self._workers[address] = _Worker(address, max(1, threads[address]))
        self._dispatch()

    async def _enter(self, addresses: list[str]) -> dict[str, Profile | str]:
        """Return a mapping of workers to their profiles, or to the reasons why they have none."""
        text = json.dumps({
            "run": self._run_name, "setup": self._setup.text(with_profile=True),
            "has_engines": self._setup.has_engines,
        })  # fmt: skip
        try:
            async with asyncio.timeout(ENTER_SECONDS):
                answers = await self._client.run(remote.enter, text, workers=addresses, on_error="return")
        except OSError as error:
            return dict.fromkeys(addresses, str(error) or tr("no answer"))
        return {address: _profile_of(answers.get(address)) for address in addresses}

    def _refuse(self, address: str, reasons: Iterable[str]) -> None:
        sentence = self._refused[address] = f"{address} ({', '.join(reasons)})"
        self._put(_Notice(tr("worker refused: {worker}", worker=sentence)))

    def _drop(self, address: str) -> None:
        """Remove a worker that has ended. Its games are lost."""
        worker = self._workers.pop(address)
        for number, task in worker.games.items():
            task.cancel()
            self._put(Loss(number, f"the worker {address} died"))

    def _dispatch(self) -> None:
        """Report a changed number of threads, and give waiting games to idle threads."""
        usable = [each for each in self._workers.values() if each.has_entered]
        capacity = sum(each.threads for each in usable)
        if capacity != self._capacity:
            self._capacity = capacity
            self._put(_Capacity(capacity))
        while self._backlog and usable:
            worker = max(usable, key=lambda each: each.threads - len(each.games))
            if len(worker.games) >= worker.threads:
                return
            number, text = self._backlog.popleft()
            worker.games[number] = asyncio.create_task(self._play(worker, number, text))

    # --- games ------------------------------------------------------------------------------------------------------

    def _add(self, number: int, text: str) -> None:
        self._backlog.append((number, text))
        self._dispatch()

    async def _play(self, worker: _Worker, number: int, text: str) -> None:
        """Play a game, and report its end. The task is cancelled if the worker ends."""
        request = json.dumps({"run": self._run_name, "task": text})
        future = None
        try:
            future = self._client.submit(
                remote.play, request, workers=[worker.address], allow_other_workers=False, pure=False, retries=0,
                key=f"kyvien-{self._run_name}-{number}-{next(self._numbers)}",
            )  # fmt: skip
            answer = await future
            found = json.loads(answer)
            message: Answer | Loss | None = Answer(number, answer)
            if "lost" in found:
                message = Loss(number, found["lost"])
            elif "unknown" in found:
                message = None
        except Exception as error:  # noqa: BLE001 - any exception of the worker, such as one without memory
            try:
                await self._threads()
            except SearchError as unreachable:
                # The game is not lost by its worker. It must not be recorded as failed.
                self._put(unreachable)
                self._stop()
                return
            message = Loss(number, str(error) or type(error).__name__)
        finally:
            if future is not None:
                future.release()
        if worker.games.pop(number, None) is None:
            return  # the worker was dropped, and its games with it
        if message is None:
            # The game has not begun, because the worker was restarted.
            worker.has_entered = False
            self._backlog.appendleft((number, text))
        else:
            self._put(message)
        self._dispatch()


def _profile_of(answer: object) -> Profile | str:
    """Return the profile in the answer of ``remote.enter``, or a phrase on why there is none."""
    if isinstance(answer, BaseException):
        # The scheduler replaces an exception in a worker by one that contains its text.
        if ModuleNotFoundError.__name__ in f"{answer!r}":
            return tr("this program is not installed there: {reason}", reason=answer)
        return str(answer) or type(answer).__name__
    try:
        found = json.loads(str(answer))
        return str(found["lost"]) if "lost" in found else Profile.from_dict(found["profile"])
    except (ValueError, KeyError, TypeError):
        return tr("version unknown")


def _by_turns(addresses: Iterable[str]) -> list[list[str]]:
    """Return lists of addresses, each with at most one worker of a computer."""
    computers: defaultdict[str, list[str]] = defaultdict(list)
    for address in addresses:
        computers[address.rpartition(":")[0]].append(address)
    return [[each for each in turn if each] for turn in itertools.zip_longest(*computers.values())]
