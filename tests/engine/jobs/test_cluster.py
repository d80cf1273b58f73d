"""Contests on a Dask cluster of this computer: the same journals, lost workers, refusals, and clear errors.

Scheduler and workers are started on random ports of 127.0.0.1.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from engine.contests.contest import Contest, Contestant
from engine.contests.journal import read_journal
from engine.contests.result import GameResult
from engine.core.errors import SearchError
from engine.core.evaluation import pinned_name
from engine.jobs.journal import Journal
from engine.jobs.pools import cluster as module
from engine.jobs.pools import remote
from engine.jobs.pools.pool import LocalPool, Loss, TaskResult, find_pool
from engine.jobs.processes import WorkerSetup
from engine.jobs.runner import Control, run_job
from engine.learning.games import PlayedBatch, SelfPlay
from engine.search.report import Limit
from tests.engine.contests.test_pool import GREEDY, RANDOM, contest, deaths_of, dying, kill, played, timeless
from tests.engine.networks.made import hide_when_open, random_file
from tests.sources import ROOT

# Found and not imported: that takes as long as to collect 500 tests.
pytestmark = [
    pytest.mark.unsanitized,
    pytest.mark.skipif(find_spec("distributed") is None, reason="the optional package distributed is not installed"),
]

SECONDS = 60
"""How long anything may take on a busy machine."""


def until(condition: Callable[[], object], what: str) -> None:
    """Wait until ``condition`` holds."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


class Cluster:
    """A scheduler with its workers, each of which plays one game at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)
        self._count = 0
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)
        )
        until(lambda: file.exists() and file.read_text(), "the scheduler is ready")
        self.address: str = json.loads(file.read_text())["address"]
        assert self.address.startswith("tcp://127.0.0.1:")

    def _start(self, program: str, *arguments: str, path: Path | None = None) -> "subprocess.Popen[bytes]":
        self._count += 1
        paths = os.pathsep.join(map(str, filter(None, (path, ROOT))))
        with (self._folder / f"{self._count}.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-P", "-m", f"distributed.cli.{program}", *arguments, "--no-dashboard",
                 "--dashboard-address", "127.0.0.1:0"],
                stdout=log, stderr=log, cwd=self._folder, env={**os.environ, "PYTHONPATH": paths},
            )  # fmt: skip

    def start_workers(self, *paths: Path | None) -> list[str]:
        """Start workers and return their addresses. Each path precedes the sources in a worker's path of modules."""
        logs = []
        for path in paths:
            logs.append(self._folder / f"{self._count + 1}.log")
            self.workers.append(self._start(
                "dask_worker", self.address, "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1",
                "--memory-limit", "0", "--local-directory", str(self._folder), path=path,
            ))  # fmt: skip
        for log in logs:
            until(lambda log=log: "Registered to" in log.read_text(), "the worker is ready")
        lines = [line for log in logs for line in log.read_text().splitlines()]
        return [line.split()[-1] for line in lines if "Start worker at" in line]

    def need(self, count: int) -> None:
        """Start workers until ``count`` are alive."""
        alive = sum(each.poll() is None for each in self.workers)
        self.start_workers(*[None] * (count - alive))

    def keep(self, count: int) -> None:
        """Start or kill workers until exactly ``count`` are alive."""
        self.need(count)
        for each in [each for each in self.workers if each.poll() is None][count:]:
            each.kill()
            each.wait()

    def logs(self) -> str:
        """The output of the scheduler and the workers."""
        return "\n".join(path.read_text() for path in sorted(self._folder.glob("*.log")))

    def close(self) -> None:
        for each in (*self.workers, self.scheduler):
            each.kill()
            each.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with contextlib.closing(Cluster(tmp_path_factory.mktemp("cluster"))) as made:
        yield made


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.1)


def on(
    cluster: Cluster, path: Path, one: Contest, jobs: int | None = None, control: Control | None = None
) -> tuple[list[GameResult], list[str]]:
    """Play a contest on a cluster, and return its results and the notices."""
    notices: list[str] = []
    pool = find_pool(f"dask:{cluster.address}", jobs, notices.append)
    return played(path, one, pool, control), notices


def test_a_cluster_plays_the_same_games(cluster: Cluster, tmp_path: Path) -> None:
    cluster.need(2)
    one = contest(GREEDY, RANDOM, games=8)
    played(tmp_path / "local", one, LocalPool(1))
    results, notices = on(cluster, tmp_path / "cluster", one)
    assert len(results) == 8 and notices == []
    assert timeless(tmp_path / "cluster") == timeless(tmp_path / "local")
    head = [path.read_text().splitlines()[0] for path in (tmp_path / "cluster", tmp_path / "local")]
    assert head[0] == head[1], "the pool is not part of the contest"


def test_a_game_whose_workers_are_killed_twice_is_recorded_as_failed(cluster: Cluster, tmp_path: Path) -> None:
    """The player kills the Dask worker, which is the parent of its process, in the middle of a game."""
    cluster.need(3)
    one = contest(dying(tmp_path, "os.getppid()"), RANDOM)
    played(tmp_path / "local", one, LocalPool(1))
    kill(tmp_path, 2)
    # Without parallel games, both attempts that fail are those at the first game.
    results, notices = on(cluster, tmp_path / "cluster", one, jobs=1)
    assert deaths_of(tmp_path) == 2 and notices == []
    assert [each.is_failed for each in results] == [True] + [False] * 5
    assert results[0].fault.startswith("the worker tcp://127.0.0.1:") and results[0].fault.endswith(" died")
    assert timeless(tmp_path / "cluster")[1:] == timeless(tmp_path / "local")[1:]


@pytest.mark.slow
def test_a_worker_that_joins_later_plays_the_game_of_a_dead_one(cluster: Cluster, tmp_path: Path) -> None:
    cluster.keep(1)
    one = contest(dying(tmp_path, "os.getppid()"), RANDOM)
    played(tmp_path / "local", one, LocalPool(1))
    kill(tmp_path, 1)
    losses: list[Loss] = []

    class Joined(module.ClusterPool):
        def wait(self) -> TaskResult | Loss | None:
            event = super().wait()
            if isinstance(event, Loss):
                losses.append(event)
                cluster.need(1)
            return event

    played(tmp_path / "cluster", one, Joined(cluster.address, None, print))
    assert [each.number for each in losses] == [0]
    assert timeless(tmp_path / "cluster") == timeless(tmp_path / "local")


@pytest.mark.slow
def test_a_contest_without_workers_ends_after_a_while(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ABSENT_SECONDS", 0.3)
    cluster.keep(1)
    one = contest(dying(tmp_path, "os.getppid()"), RANDOM)
    kill(tmp_path, 1)
    with pytest.raises(SearchError, match=f"no worker is left at {cluster.address}; results are kept"):
        on(cluster, tmp_path / "j", one)


@pytest.mark.slow
def test_a_worker_that_has_forgotten_the_contest_enters_again(cluster: Cluster, tmp_path: Path) -> None:
    """As after a restart at the same address: the game has not begun, so nothing has failed."""
    import distributed

    cluster.keep(1)
    one = contest(GREEDY, RANDOM)
    played(tmp_path / "local", one, LocalPool(1))
    asked: list[int] = []

    class Forgetful(module.ClusterPool):
        def submit(self, number: int, task: str) -> None:
            if number in (1, 3):
                asked.append(number)
                with distributed.Client(cluster.address, set_as_default=False) as client:
                    client.run(remote.leave, json.dumps({"run": self._run_name}))
            super().submit(number, task)

        def wait(self) -> TaskResult | Loss | None:
            event = super().wait()
            assert not isinstance(event, Loss)
            return event

    results = played(tmp_path / "cluster", one, Forgetful(cluster.address, None, print))
    assert asked == [1, 3] and len(results) == 6
    assert timeless(tmp_path / "cluster") == timeless(tmp_path / "local")


@pytest.mark.slow
def test_a_process_that_dies_in_a_worker_is_replaced(cluster: Cluster, tmp_path: Path) -> None:
    cluster.need(1)
    one = contest(dying(tmp_path), RANDOM, games=4)
    played(tmp_path / "local", one, LocalPool(1))
    kill(tmp_path, 1)
    alive = [each.poll() for each in cluster.workers]
    results, _ = on(cluster, tmp_path / "cluster", one, jobs=1)
    assert deaths_of(tmp_path) == 1
    assert [each.poll() for each in cluster.workers] == alive
    assert not any(each.is_failed for each in results)
    assert timeless(tmp_path / "cluster") == timeless(tmp_path / "local")


def test_a_stop_ends_the_games_on_the_workers(cluster: Cluster, tmp_path: Path) -> None:
    cluster.need(1)
    file, begun = tmp_path / "waiting.py", tmp_path / "begun"
    file.write_text(
        "import os, time\nfrom pathlib import Path\n\nclass Waiting:\n    def choose(self, position):\n"
        f"        Path({str(begun)!r}).write_text(str(os.getpid()))\n        time.sleep(1000)\n"
    )
    one = contest(Contestant("waiting", Limit(depth=1), plugin=str(file)), RANDOM)
    control = Control()

    class Stopping(module.ClusterPool):
        def wait(self) -> Any:
            until(lambda: begun.exists() and begun.read_text(), "the game has begun")
            control.stop()
            return super().wait()

    pool = Stopping(cluster.address, 1, print)
    assert played(tmp_path / "j", one, pool, control) == []
    process = Path(f"/proc/{begun.read_text()}")
    until(lambda: not process.exists(), "the process has ended")


def customized(folder: Path, code: str) -> Path:
    """A folder for the path of modules of a Dask worker, in whose worker processes ``code`` runs first."""
    folder.mkdir()
    lines = [f"        {line}" for line in code.splitlines()]
    # Python ignores an exception in this module, and an ordinary worker would remain.
    text = ["import os, sys, traceback", "if 'engine.contests.worker' in sys.orig_argv:", "    try:", *lines,
            "    except BaseException:", "        traceback.print_exc()", "        os._exit(77)", ""]  # fmt: skip
    (folder / "sitecustomize.py").write_text("\n".join(text))
    return folder


@pytest.mark.slow
def test_other_workers_are_refused_by_name_and_the_rest_plays(tmp_path: Path) -> None:
    with contextlib.closing(Cluster(tmp_path / "cluster")) as cluster:
        search = "import engine.jobs.profile as profile\nprofile.NODES -= 1"
        (tmp_path / "bare").mkdir()
        # The program may be installed for all processes; None in this mapping hides a module.
        (tmp_path / "bare" / "sitecustomize.py").write_text("import sys\nsys.modules['engine.jobs'] = None\n")
        old, other, bare = refused = cluster.start_workers(
            customized(tmp_path / "old", "import engine\nengine.__version__ = '0.0.1'"),
            customized(tmp_path / "other", search),
            tmp_path / "bare",
        )
        one = contest(GREEDY, RANDOM, games=2)
        with pytest.raises(SearchError) as error:
            pytest.fail(f"accepted: {on(cluster, tmp_path / 'none', one)}\n{cluster.logs()}")
        assert str(error.value).startswith(f"no worker at {cluster.address} can do this job: ")
        assert all(name in str(error.value) for name in refused)
        model = "import engine.jobs.profile as profile\nprofile.processor_model = lambda: '~'"
        fine, strange = cluster.start_workers(None, customized(tmp_path / "strange", model))
        results, notices = on(cluster, tmp_path / "j", one)
        assert len(results) == 2
        assert sorted(each.split(" (")[0] for each in notices) == sorted(f"worker refused: {each}" for each in refused)
        reasons = {each.split()[2]: each.split(" (", 1)[1] for each in notices}
        assert fine not in reasons and strange not in reasons
        assert reasons[old].startswith("version 0.0.1 instead of ")
        assert reasons[other].startswith("node fingerprint ")
        assert reasons[bare].startswith("this program is not installed there: ") and "engine.jobs" in reasons[bare]
        timed = contest(Contestant("greedy", Limit(seconds=0.01)), RANDOM, games=2)
        results, notices = on(cluster, tmp_path / "timed", timed)
        assert len(results) == 2
        reasons = {each.split()[2]: each.split(" (", 1)[1] for each in notices}
        assert reasons.keys() == {*refused, strange}
        assert reasons[strange].startswith("processor ~ instead of ")


@pytest.mark.slow
def test_a_contest_whose_scheduler_ends_can_be_resumed(tmp_path: Path) -> None:
    one = contest(GREEDY, RANDOM, games=9)
    with contextlib.closing(Cluster(tmp_path / "cluster")) as cluster:
        with pytest.raises(SearchError, match=f"the Dask scheduler at {cluster.address} has no workers"):
            on(cluster, tmp_path / "j", one)
        cluster.need(1)

        class Ending(module.ClusterPool):
            def submit(self, number: int, task: str) -> None:
                if number == 3:
                    cluster.scheduler.send_signal(signal.SIGKILL)
                    cluster.scheduler.wait()
                super().submit(number, task)

        with pytest.raises(SearchError) as error:
            played(tmp_path / "j", one, Ending(cluster.address, None, print))
        assert str(error.value) == (
            f"the Dask scheduler at {cluster.address} can no longer be reached; results are kept, and the job can be "
            "resumed"
        )
    kept = read_journal(tmp_path / "j").results
    assert sorted(kept) == [0, 1, 2]
    resumed = played(tmp_path / "j", one, LocalPool(2))
    assert len(resumed) == 6 and not any(each.is_failed for each in resumed)
    played(tmp_path / "whole", one, LocalPool(1))
    assert timeless(tmp_path / "j") == timeless(tmp_path / "whole")


def test_an_address_without_a_scheduler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT_SECONDS", 0.5)
    pool = find_pool("dask:tcp://127.0.0.1:9", None, print)
    with pytest.raises(SearchError, match=r"^no Dask scheduler answers at tcp://127\.0\.0\.1:9$"):
        played(tmp_path / "j", contest(), pool)


def test_missing_certificates_are_reported(tmp_path: Path) -> None:
    pool = find_pool("dask:tls://127.0.0.1:9", None, print)
    with pytest.raises(SearchError, match=r"^the certificates for tls://127\.0\.0\.1:9 are missing"):
        played(tmp_path / "j", contest(), pool)


def test_the_command_line_plays_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    cluster.need(1)
    command = [
        sys.executable, "-m", "engine", "match", "--game", "cotoan", "--first", "greedy", "--second", "random",
        "--nodes", "200", "--games", "4", "--random-plies", "4", "--json", "--pool", f"dask:{cluster.address}",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 4
    assert done.stderr == ""


def test_a_network_travels_to_the_workers(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a contest and in self-play games. The workers have another working directory, and the file is deleted."""
    cluster.need(1)
    monkeypatch.chdir(tmp_path)
    for kind in ("contest", "games"):
        file = random_file(tmp_path, "cotoan")
        name = pinned_name("cotoan", f"network:file={file.name}")
        pool = find_pool(f"dask:{cluster.address}", 1, lambda _: None)
        hide_when_open(pool, file)
        if kind == "contest":
            one = contest(Contestant("pvs", Limit(nodes=50), name), RANDOM, games=2)
            assert [(each.fault, bool(each.moves)) for each in played(tmp_path / kind, one, pool)] == [("", True)] * 2
            continue
        job = SelfPlay("cotoan", games=1, evaluation=name, nodes=20, random_plies=(2, 4), most_plies=10)
        journal: Journal[SelfPlay, PlayedBatch] = Journal(tmp_path / kind, job)
        with contextlib.closing(journal):
            (found,) = run_job(job, journal, WorkerSetup(job.worker, job.to_dict()), pool)
        assert not found.fault and len(list(found.games())) > 10
