"""The pool of the workers of a Dask cluster (https://distributed.dask.org).

This is the only module that imports ``distributed``, which is the optional dependency ``kyvien[cluster]``. Everything
that concerns Dask runs in one thread with an event loop. The thread that runs the job receives events through a
queue. Each task is submitted to a particular worker, and not to the scheduler as a whole: a scheduler would repeat the
task of a dead worker on its own, as often as its configuration allows.
"""

import asyncio
import contextlib
import itertools
import json
import logging
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from engine.core.errors import KyVienError, OptionError, SearchError
from engine.core.language import tr
from engine.jobs.pools import remote
from engine.jobs.pools.pool import Event, Loss, Pool, TaskResult
from engine.jobs.pools.suitable import clock_reference, differences
from engine.jobs.processes import WorkerSetup
from engine.jobs.profile import Profile

CONNECT_SECONDS, ANSWER_SECONDS, ENTER_SECONDS = 10.0, 20.0, 120.0
"""Timeouts in seconds for the connection, for answers of the scheduler, and for the profiles of workers."""
POLL_SECONDS = 0.5
"""Interval in seconds at which the workers of the cluster are looked up."""
ABSENT_SECONDS = 60.0
"""Time in seconds without any worker after which a job ends. A killed worker needs some seconds to restart."""


class ClusterPool(Pool):
    """The workers of a Dask cluster with the same program as this one. Workers can join later.

    Args:
        address: address of the scheduler, such as ``tcp://127.0.0.1:8786``.
        jobs: as for ``Pool``.
        notice: as for ``Pool``.
    """

    def __init__(self, address: str, jobs: int | None, notice: Callable[[str], None]) -> None:
        super().__init__(jobs, notice)
        self._address = address
        self._run_name, self._numbers = uuid.uuid4().hex, itertools.count()
        self._program: Profile | None = None
        self._clock: Profile | None = None
        self._workers: dict[str, set[asyncio.Task[None]]] = {}
        """For each worker, one task of the event loop for each of its threads."""
        self._refused: dict[str, str] = {}
        self._backlog: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        self._seen = time.monotonic()
        self._thread: threading.Thread | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    def open(self, setup: WorkerSetup, most: int) -> None:
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
        self._connect(distributed.Client, setup)
        while not self._capacity:
            super().wait()

    def _connect(self, client: Callable[..., Any], setup: WorkerSetup) -> None:
        self._new_client, self._is_timed = client, setup.is_timed
        self._text = json.dumps({"run": self._run_name, **asdict(setup)})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
        self._thread.start()

    def _start(self, number: int, task: str) -> None:
        self._call(self._backlog.put_nowait, (number, task))

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended with an error, which is among the events
            self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """End the job's processes on all workers, and disconnect."""
        if self._thread is not None:
            self._call(self._stop)
            self._thread.join()

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._main())
        except asyncio.CancelledError:  # ``_stop``
            pass
        except KyVienError as error:
            self._events.put(error)
        except Exception as error:  # noqa: BLE001 - raised again in the thread that runs the job
            self._events.put(SearchError("{reason}", reason=f"{type(error).__name__}: {error}"))

    def _stop(self) -> None:
        if self._task is not None and not self._is_closing:  # a second cancellation would interrupt ``_end``
            self._task.cancel()
        self._is_closing = True

    async def _main(self) -> None:
        self._task = asyncio.current_task()
        if self._is_closing:
            return
        self._client = self._new_client(
            self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False, name="kyvien"
        )
        try:
            await self._begin()
            # In Python 3.11, ``asyncio.wait_for`` can lose a cancellation at the moment in which it returns.
            while not self._is_closing:
                await self._look()
                await asyncio.sleep(POLL_SECONDS)
        finally:
            self._is_closing = True
            await self._end()

    async def _begin(self) -> None:
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
        # A process of this computer, as a worker would start it.
        program = _profile_of(await remote.enter(self._text))
        await remote.leave(self._text)
        if isinstance(program, str):
            raise SearchError("{reason}", reason=program)
        self._program = program
        await self._admit(threads)
        if not self._workers:
            raise SearchError(
                "no worker at {address} can do this job: {reasons}",
                address=self._address, reasons="; ".join(self._refused.values()),
            )  # fmt: skip

    async def _end(self) -> None:
        tasks = [each for threads in self._workers.values() for each in threads]
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await remote.leave(self._text)  # this computer, if it was interrupted in ``_begin``
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                await asyncio.wait_for(self._client.run(remote.leave, self._text, on_error="ignore"), ANSWER_SECONDS)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._client.close(), ANSWER_SECONDS)

    async def _threads(self) -> Mapping[str, int]:
        """Return a mapping of the addresses of all workers to their numbers of threads."""
        with contextlib.suppress(OSError):  # a closed connection or a timeout
            if self._client.status == "running":
                return dict(await asyncio.wait_for(self._client.nthreads(), ANSWER_SECONDS))
        raise SearchError(
            "the Dask scheduler at {address} can no longer be reached; results are kept, and the job can be resumed",
            address=self._address,
        )

    async def _look(self) -> None:
        """Look up the workers, remove those that have ended, and check the profiles of new ones."""
        threads = await self._threads()
        for address in self._workers.keys() - threads.keys():
            for each in self._workers.pop(address):
                each.cancel()
        for address in self._refused.keys() - threads.keys():
            del self._refused[address]  # another worker may have the address later
        if fresh := threads.keys() - self._workers.keys() - self._refused.keys():
            await self._admit({address: threads[address] for address in fresh})
        if self._workers:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > ABSENT_SECONDS:
            raise SearchError(
                "no worker is left at {address}; results are kept, and the job can be resumed",
                address=self._address,
            )

    async def _admit(self, threads: Mapping[str, int]) -> None:
        """Check the profiles of workers with their numbers of threads, and let those work that are suitable."""
        assert self._program is not None
        profiles: dict[str, Profile] = {}
        # Workers of a computer would slow each other down, and then all be refused in a timed job.
        for addresses in _by_turns(threads) if self._is_timed else [list(threads)]:
            asked = self._client.run(remote.enter, self._text, workers=addresses, on_error="return")
            try:
                answers = await asyncio.wait_for(asked, ENTER_SECONDS)
            except OSError as error:
                answers = dict.fromkeys(addresses, error)
            for address in addresses:
                found = _profile_of(answers.get(address))
                if isinstance(found, Profile):
                    profiles[address] = found
                else:
                    self._refuse(address, [found])
        suitable = [each for each in profiles.values() if not differences(each, self._program, None)]
        if self._is_timed and self._clock is None and suitable:
            self._clock = clock_reference(suitable)
        admitted = 0
        for address, profile in profiles.items():
            if unequal := differences(profile, self._program, self._clock):
                self._refuse(address, unequal)
                continue
            workers = self._workers[address] = {
                asyncio.create_task(self._work(address)) for _ in range(max(1, threads[address]))
            }
            for each in workers:
                each.add_done_callback(partial(self._ended, address, workers))
            admitted += len(workers)
        if admitted:
            self._events.put(admitted)

    def _refuse(self, address: str, reasons: Iterable[str]) -> None:
        sentence = self._refused[address] = f"{address} ({', '.join(reasons)})"
        self._events.put(tr("worker refused: {worker}", worker=sentence))

    def _ended(self, address: str, threads: "set[asyncio.Task[None]]", thread: "asyncio.Task[None]") -> None:
        threads.discard(thread)
        if not self._is_closing:
            self._events.put(-1)
        if not threads and self._workers.get(address) is threads:
            del self._workers[address]  # it enters again

    async def _work(self, address: str) -> None:
        """Do one task after another in a thread of a worker, until the worker has ended or forgotten the job."""
        event: Event = None
        while not self._is_closing:
            number, task = await self._backlog.get()
            try:
                event = await self._do(address, number, task)
            except asyncio.CancelledError:
                self._events.put(Loss(number, f"the worker {address} died"))
                raise
            except SearchError as unreachable:
                event = unreachable  # the task is not lost by its worker, and must not be recorded as failed
            if event is None:
                self._backlog.put_nowait((number, task))
                return
            self._events.put(event)

    async def _do(self, address: str, number: int, task: str) -> TaskResult | Loss | None:
        """Return the end of a task, or None if it has not begun, because the worker was restarted."""
        future = self._client.submit(
            remote.play, json.dumps({"run": self._run_name, "task": task}), workers=[address],
            allow_other_workers=False, pure=False, retries=0,
            key=f"kyvien-{self._run_name}-{number}-{next(self._numbers)}",
        )  # fmt: skip
        try:
            text = await future
        except Exception as error:  # noqa: BLE001 - any exception of the worker, such as one without memory
            await self._threads()
            return Loss(number, str(error) or type(error).__name__)
        finally:
            future.release()
        answer = json.loads(text)
        if "lost" in answer:
            return Loss(number, answer["lost"])
        return None if "unknown" in answer else TaskResult(number, text)


def _profile_of(answer: object) -> Profile | str:
    """Return the profile in the answer of ``remote.enter``, or a phrase on why there is none."""
    if isinstance(answer, BaseException):
        # The scheduler replaces an exception in a worker by one that contains its text.
        if ModuleNotFoundError.__name__ in f"{answer!r}":
            return tr("this program is not installed there: {reason}", reason=answer)
        return str(answer) or tr("no answer")
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
