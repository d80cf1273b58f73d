"""What a Dask worker runs, and the connection to a scheduler, without Dask: its client is simulated."""

import asyncio
import dataclasses
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.contests.contest import Contest, Contestant
from engine.contests.result import GameResult
from engine.contests.worker import Worker
from engine.core.errors import SearchError
from engine.jobs.pools import cluster as module
from engine.jobs.pools import remote
from engine.jobs.pools.cluster import ClusterPool, _by_turns
from engine.jobs.pools.pool import Event, Loss, TaskResult
from engine.jobs.processes import WorkerSetup
from engine.jobs.profile import Profile
from engine.search.report import Limit
from tests.engine.contests.test_pool import GREEDY, RANDOM, contest, deaths_of, dying, kill

pytestmark = pytest.mark.unsanitized

PROFILE = Profile("1", "f", "p", 100.0)
SECONDS = 60


def until(condition: Callable[[], object]) -> None:
    """Wait until ``condition`` holds."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --- in a Dask worker -------------------------------------------------------------------------------------------------


@pytest.fixture
def run() -> Iterator[str]:
    """The name of a run that is ended after the test."""
    yield "run"
    asyncio.run(remote.leave('{"run": "run"}'))
    assert remote._runs == {}


def enter(run: str, one: Contest) -> dict[str, Any]:
    setup = WorkerSetup(one.worker, one.to_dict() | {"engines": []})
    text = json.dumps({"run": run, **dataclasses.asdict(setup)})
    found: dict[str, Any] = json.loads(asyncio.run(remote.enter(text)))
    return found


def play(run: str, one: Contest, index: int = 0) -> dict[str, Any]:
    task = json.dumps(dataclasses.asdict(list(one.tasks())[index]))
    found: dict[str, Any] = json.loads(remote.play(json.dumps({"run": run, "task": task})))
    return found


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_reports_its_profile_and_plays(run: str) -> None:
    one = contest(GREEDY, RANDOM)
    assert Profile.from_dict(enter(run, one)["profile"]).speed > 0
    for index, task in enumerate(one.tasks()):
        result = GameResult.from_dict(play(run, one, index))
        assert result.moves == Worker(one).play(task).moves
    assert len(remote._runs[run]._idle) == 1, "one process plays one game after another"


def test_games_of_several_threads_are_played_in_several_processes(run: str) -> None:
    one = contest(GREEDY, RANDOM)
    enter(run, one)
    found: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    taken = remote._runs[run]._idle.pop()  # as if it played
    thread = threading.Thread(target=lambda: found.put(play(run, one)))
    thread.start()
    thread.join()
    remote._runs[run]._idle.append(taken)
    assert found.get()["index"] == 0
    assert len({*remote._runs[run].pids}) == 2


def test_a_process_that_dies_loses_its_game_only(run: str, tmp_path: Path) -> None:
    one = contest(dying(tmp_path), RANDOM)
    enter(run, one)
    kill(tmp_path, 1)
    assert play(run, one) == {"lost": "it exited with status -9"}
    assert deaths_of(tmp_path) == 1
    assert play(run, one)["index"] == 0


def test_a_run_that_is_not_known_is_reported(run: str) -> None:
    assert play(run, contest()) == {"unknown": True}


def test_a_contest_that_cannot_be_built_is_reported(run: str) -> None:
    one = dataclasses.replace(contest(), game="nogame")
    assert "nogame" in enter(run, one)["lost"]


def test_entering_again_ends_the_processes_from_before(run: str) -> None:
    one = contest(GREEDY, RANDOM)
    enter(run, one)
    (before,) = remote._runs[run].pids
    enter(run, one)
    assert not is_running(before)
    assert play(run, one)["index"] == 0


def test_leaving_ends_a_game_in_progress(run: str, tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("import time\n\nclass Slow:\n    def choose(self, position):\n        time.sleep(1000)\n")
    one = contest(Contestant("slow", Limit(depth=1), plugin=str(file)), RANDOM)
    enter(run, one)
    (process,) = remote._runs[run].pids
    found: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    thread = threading.Thread(target=lambda: found.put(play(run, one)))
    thread.start()
    until(lambda: remote._runs[run]._busy)
    asyncio.run(remote.leave(json.dumps({"run": run})))
    thread.join(SECONDS)
    assert "lost" in found.get(timeout=SECONDS)
    assert not is_running(process)
    assert play(run, one) == {"unknown": True}


def test_a_run_without_games_ends(run: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "IDLE_SECONDS", 0.2)
    enter(run, contest(GREEDY, RANDOM))
    processes = remote._runs[run]
    until(lambda: run not in remote._runs)
    assert processes.pids == []
    assert play(run, contest(GREEDY, RANDOM)) == {"unknown": True}


# --- the connection to a scheduler -----------------------------------------------------------------------------------


class Future:
    """A game in progress on the simulated cluster."""

    def __init__(self, worker: str, request: str) -> None:
        self.worker, self.task = worker, json.loads(request)["task"]
        self.is_released = False
        self._loop = asyncio.get_running_loop()
        self._answer: asyncio.Future[str] = self._loop.create_future()

    def __await__(self) -> Any:
        return asyncio.shield(self._answer).__await__()

    def release(self) -> None:
        self.is_released = True

    def finish(self, answer: Mapping[str, object]) -> None:
        self._loop.call_soon_threadsafe(self._answer.set_result, json.dumps(answer))


class Client:
    """A simulated ``distributed.Client``, which is controlled by the attributes."""

    def __init__(self, **threads: int) -> None:
        self.threads: dict[str, int] = threads
        self.profiles: dict[str, object] = {}
        self.status = "running"
        self.games: list[Future] = []
        self.entered: list[list[str]] = []
        self.left = 0

    def __call__(self, address: str, **options: object) -> "Client":
        return self

    def __await__(self) -> Any:
        return asyncio.sleep(0, self).__await__()

    async def nthreads(self) -> dict[str, int]:
        return dict(self.threads)

    async def run(self, function: object, text: str, workers: list[str] | None = None, on_error: str = "") -> Any:
        if function is remote.leave:
            self.left += 1
            return {}
        assert workers is not None
        self.entered.append(sorted(workers))
        return {each: self.profiles.get(each, json.dumps({"profile": dataclasses.asdict(PROFILE)})) for each in workers}

    def submit(self, function: object, request: str, workers: list[str], **options: Any) -> Future:
        assert options["allow_other_workers"] is False and options["pure"] is False
        self.games.append(Future(workers[0], request))
        return self.games[-1]

    async def close(self) -> None:
        self.status = "closed"


class Connection:
    """A connection to a simulated cluster and its messages."""

    def __init__(self, client: Client, *, is_timed: bool = False) -> None:
        self.client = client
        self.cluster = ClusterPool("tcp://x:1", None, print)
        self.messages = self.cluster._events
        self.cluster._connect(client, WorkerSetup("engine.contests.worker", {}, is_timed))

    def next(self) -> Event:
        return self.messages.get(timeout=SECONDS)


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Connection]]:
    made: list[Connection] = []

    async def enter(text: str) -> str:
        return json.dumps({"profile": dataclasses.asdict(PROFILE)})

    monkeypatch.setattr(remote, "enter", enter)
    monkeypatch.setattr(module, "POLL_SECONDS", 0.01)

    def make(client: Client, **options: bool) -> Connection:
        made.append(Connection(client, **options))
        return made[-1]

    yield make
    for each in made:
        each.cluster.close()
        assert each.client.left == 1 and each.client.status == "closed"


def test_each_thread_of_a_worker_plays_one_game(connected: Callable[..., Connection]) -> None:
    one = connected(Client(a=2, b=1))
    assert one.next() == 3
    for number in range(4):
        one.cluster.submit(number, f"task {number}")
    until(lambda: len(one.client.games) == 3)
    assert sorted(each.worker for each in one.client.games) == ["a", "a", "b"]
    one.client.games[0].finish({"index": 0})
    assert one.next() == TaskResult(0, '{"index": 0}')
    until(lambda: len(one.client.games) == 4)
    assert one.client.games[3].task == "task 3"
    assert one.client.games[0].is_released


def test_the_late_result_of_a_dead_worker_is_not_reported(connected: Callable[..., Connection]) -> None:
    one = connected(Client(a=1, b=1))
    assert one.next() == 2
    one.cluster.submit(0, "task")
    until(lambda: one.client.games)
    (first,) = one.client.games
    del one.client.threads[first.worker]
    assert one.next() == Loss(0, f"the worker {first.worker} died")
    assert one.next() == -1
    first.finish({"index": 0, "late": True})
    one.cluster.submit(0, "task")
    until(lambda: len(one.client.games) == 2)
    second = one.client.games[1]
    assert second.worker != first.worker and second.task == "task"
    second.finish({"index": 0})
    assert one.next() == TaskResult(0, '{"index": 0}')
    one.cluster.close()
    assert one.messages.empty()
    assert first.is_released and second.is_released


def test_a_lost_process_and_an_exception_are_losses(connected: Callable[..., Connection]) -> None:
    one = connected(Client(a=1))
    one.next()
    one.cluster.submit(0, "task")
    until(lambda: one.client.games)
    one.client.games[0].finish({"lost": "killed"})
    assert one.next() == Loss(0, "killed")
    one.cluster.submit(0, "task")
    until(lambda: len(one.client.games) == 2)
    game = one.client.games[1]
    game._loop.call_soon_threadsafe(game._answer.set_exception, MemoryError("full"))
    assert one.next() == Loss(0, "full")


def test_a_game_that_has_not_begun_is_not_lost(connected: Callable[..., Connection]) -> None:
    """The worker does not know the contest any more: it enters again, and the game is submitted again."""
    one = connected(Client(a=1))
    one.next()
    one.cluster.submit(0, "task")
    until(lambda: one.client.games)
    one.client.games[0].finish({"unknown": True})
    assert one.next() == -1
    assert one.next() == 1
    assert one.client.entered == [["a"], ["a"]]
    until(lambda: len(one.client.games) == 2)
    one.client.games[1].finish({"index": 0})
    assert one.next() == TaskResult(0, '{"index": 0}')


def test_refused_workers_are_not_asked_again(connected: Callable[..., Connection]) -> None:
    client = Client(a=1, b=1)
    client.profiles["a"] = json.dumps({"profile": dataclasses.asdict(PROFILE) | {"version": "0"}})
    one = connected(client)
    assert one.next() == "worker refused: a (version 0 instead of 1)"
    assert one.next() == 1
    client.threads["c"] = 1
    assert one.next() == 1
    assert client.entered == [["a", "b"], ["c"]]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (json.dumps({"lost": "no memory"}), "no memory"),
        ("{}", "version unknown"),
        ("x", "version unknown"),
        (None, "version unknown"),
        (json.dumps({"profile": {"version": "9"}}), "version unknown"),
        (OSError("closed"), "closed"),
        (ModuleNotFoundError("engine"), "this program is not installed there: engine"),
    ],
)
def test_a_worker_without_a_profile_is_refused(
    connected: Callable[..., Connection], answer: object, reason: str
) -> None:
    client = Client(a=1)
    client.profiles["a"] = answer
    one = connected(client)
    assert one.next() == f"worker refused: a ({reason})"
    error = one.next()
    assert isinstance(error, SearchError)
    assert str(error) == f"no worker at tcp://x:1 can do this job: a ({reason})"


def test_the_processors_of_workers_matter_only_in_a_timed_contest(connected: Callable[..., Connection]) -> None:
    client = Client(a=1, b=1, c=1, d=1)
    for name, changes in {"b": {"processor": "q"}, "c": {"speed": 89}}.items():
        client.profiles[name] = json.dumps({"profile": dataclasses.asdict(PROFILE) | changes})
    assert connected(client).next() == 4
    again = Client(**client.threads)
    again.profiles = client.profiles
    one = connected(again, is_timed=True)
    assert {one.next(), one.next()} == {
        "worker refused: b (processor q instead of p)",
        "worker refused: c (nodes per second: 89 instead of 100)",
    }
    assert one.next() == 2
    again.threads["e"] = 1
    again.profiles["e"] = json.dumps({"profile": dataclasses.asdict(PROFILE) | {"speed": 111}})
    assert one.next() == "worker refused: e (nodes per second: 111 instead of 100)"


def test_workers_of_one_computer_are_measured_one_after_another() -> None:
    addresses = ["tcp://a:1", "tcp://a:2", "tcp://b:1", "tcp://a:3"]
    assert _by_turns(addresses) == [["tcp://a:1", "tcp://b:1"], ["tcp://a:2"], ["tcp://a:3"]]


def test_a_lost_scheduler_is_reported(connected: Callable[..., Connection]) -> None:
    one = connected(Client(a=1))
    one.next()
    one.client.status = "connecting"
    error = one.next()
    assert isinstance(error, SearchError)
    assert str(error).startswith("the Dask scheduler at tcp://x:1 can no longer be reached")
    one.client.left += 1  # nothing can be sent any more


def test_the_end_is_reached_also_if_a_cancellation_is_lost(
    connected: Callable[..., Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by ``asyncio.wait_for`` of Python 3.11, which forgets one that comes as it returns."""

    async def forgetful(awaitable: Any, timeout: float) -> Any:
        asked = asyncio.ensure_future(awaitable)
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            return await asked

    client = Client(a=1)
    one = connected(client)
    assert one.next() == 1
    plain = client.nthreads

    async def slow() -> Any:
        await asyncio.sleep(0.2)
        return await plain()

    monkeypatch.setattr(client, "nthreads", slow)
    monkeypatch.setattr(module.asyncio, "wait_for", forgetful)
    time.sleep(0.1)
    end = threading.Thread(target=one.cluster.close, daemon=True)
    end.start()
    end.join(SECONDS)
    assert not end.is_alive()
