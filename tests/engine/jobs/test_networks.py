"""Networks travel with a job: its worker processes see no file of them."""

import dataclasses
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.contests.contest import Contestant
from engine.contests.worker import Worker
from engine.core.errors import KyVienError, SearchError
from engine.core.evaluation import pinned_name
from engine.jobs.journal import Journal
from engine.jobs.pools.pool import LocalPool
from engine.jobs.processes import WorkerSetup
from engine.jobs.runner import run_job
from engine.learning.games import PlayedBatch, Players, SelfPlay
from engine.networks.network import receive, sent
from engine.search.report import Limit
from tests.engine.contests.test_pool import RANDOM, contest, played
from tests.engine.networks.made import hide_when_open, random_file


def network(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """Return the file of a network of cờ toán, and its name with a path relative to the working directory."""
    monkeypatch.chdir(folder)
    path = random_file(folder, "cotoan")
    return path, pinned_name("cotoan", f"network:file={path.name}")


def test_a_contest_of_a_network_is_played_without_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, name = network(tmp_path, monkeypatch)
    one = contest(Contestant("pvs", Limit(nodes=50), name), RANDOM, games=2)
    expected = [Worker(one).play(task).moves for task in one.tasks()]
    pool = LocalPool(1)
    hide_when_open(pool, path)
    results = played(tmp_path / "j", one, pool)
    assert [(each.fault, each.moves) for each in results] == [("", moves) for moves in expected]
    assert not path.exists()


def test_self_play_of_a_network_is_played_without_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second generation of a training."""
    path, name = network(tmp_path, monkeypatch)
    job = SelfPlay("cotoan", games=1, evaluation=name, nodes=20, random_plies=(2, 4), most_plies=10)
    players = Players(job)
    expected = b"".join(players.play(number) for number in range(20))
    pool = LocalPool(1)
    hide_when_open(pool, path)
    journal: Journal[SelfPlay, PlayedBatch] = Journal(tmp_path / "j", job)
    with closing(journal):
        (found,) = run_job(job, journal, WorkerSetup(job.worker, job.to_dict()), pool)
    assert (found.fault, found.data) == ("", expected)


def test_a_job_whose_network_is_missing_does_not_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player without its network would lose all its games."""
    path, name = network(tmp_path, monkeypatch)
    one = contest(Contestant("pvs", Limit(nodes=50), name), RANDOM, games=2)
    path.unlink()
    with pytest.raises(KyVienError, match=f"^{path.name} cannot be read: the file or folder does not exist$"):
        played(tmp_path / "j", one)


def other(files: dict[str, str], tmp_path: Path) -> None:
    path = random_file(tmp_path, "cotoan", 2)
    files["cotoan-1.kvnet"] = sent([("cotoan", f"network:file={path}")])[str(path)]


def damage(files: dict[str, str], tmp_path: Path) -> None:
    text = files["cotoan-1.kvnet"]
    files["cotoan-1.kvnet"] = f"{text[:200]}{'AB' if text[200:202] != 'AB' else 'BA'}{text[202:]}"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (other, "cotoan-1.kvnet: the network has the digest [0-9a-f]{12}, not [0-9a-f]{16}"),
        (damage, "the file of the network is damaged: its digest is wrong"),
    ],
)
def test_a_worker_refuses_another_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Any, sentence: str
) -> None:
    _, name = network(tmp_path, monkeypatch)
    job = SelfPlay("cotoan", games=1, evaluation=name, nodes=20)
    files = sent(job.evaluations)
    change(files, tmp_path)
    pool = LocalPool(1)
    with closing(pool):
        pool.open(WorkerSetup(job.worker, {**job.to_dict(), "networks": files}), 1)
        pool.submit(0, json.dumps({"index": 0}))
        with pytest.raises(SearchError, match=sentence):
            pool.wait()


def test_jobs_without_networks_send_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An external engine judges by itself, whatever its player says."""
    _, name = network(tmp_path, monkeypatch)
    engine = Contestant("Fish", Limit(nodes=50), name, engine="Fish")
    one = contest(RANDOM, dataclasses.replace(RANDOM, evaluation="material"), engine, form="round_robin")
    assert sent(one.evaluations) == {} == sent(SelfPlay("cotoan").evaluations)
    receive({})
