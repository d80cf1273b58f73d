"""Jobs of another kind than contests: journal, resumption after a kill, retried tasks, refused files."""

import asyncio
import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.errors import KyVienError, SearchError
from engine.core.game import find_game
from engine.core.language import set_language
from engine.core.perft import perft
from engine.jobs.journal import Journal, read_content, read_job
from engine.jobs.pools import remote
from engine.jobs.pools.pool import LocalPool, Loss, TaskResult
from engine.jobs.processes import WorkerSetup
from tests.engine.jobs.counting import Count, count
from tests.sources import ROOT

pytestmark = pytest.mark.unsanitized

JOB = Count("cotoan", 3)


def leaves(path: Path) -> dict[int, int | None]:
    return {index: each.leaves for index, each in sorted(read_content(path, Count).results.items())}


def test_two_processes_count_what_one_counts(tmp_path: Path) -> None:
    found = list(count(tmp_path / "j", JOB))
    assert read_job(tmp_path / "j", Count) == JOB and len(found) == JOB.total > 20
    assert sum(each or 0 for each in leaves(tmp_path / "j").values()) == perft(find_game("cotoan")().start(), 3)
    assert (tmp_path / "j").read_text().splitlines()[0] == (
        '{"kyvien-count": 1, "digest": "cotoan-3", "count": {"game": "cotoan", "depth": 3}}'
    )
    assert list(count(tmp_path / "j", JOB)) == [], "nothing is done twice"


def test_a_killed_job_resumes_where_it_stopped(tmp_path: Path) -> None:
    list(count(tmp_path / "whole", JOB))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.engine.jobs.counting", str(tmp_path / "j")], stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        begun = [int(process.stdout.readline()) for _ in range(3)]
        process.kill()
        process.wait()
    done = leaves(tmp_path / "j")
    assert {*begun} <= done.keys()
    with (tmp_path / "j").open("ab") as file:
        file.write(b'{"index": 1, "lea')
    again = [each.index for each in count(tmp_path / "j", JOB)]
    assert sorted([*done, *again]) == list(range(JOB.total))
    assert leaves(tmp_path / "j") == leaves(tmp_path / "whole")


def test_a_journal_of_another_job_or_kind_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "j", JOB).close()
    with pytest.raises(KyVienError, match="j is the journal of another job"):
        Journal(tmp_path / "j", Count("cotoan", 4))
    (tmp_path / "other").write_text('{"kyvien-contest": 1, "digest": "", "contest": {}}\n')
    with pytest.raises(KyVienError) as error:
        read_job(tmp_path / "other", Count)
    assert str(error.value).endswith("other is not the journal of such a job")
    first = Journal(tmp_path / "j", JOB)
    with pytest.raises(KyVienError) as error:
        Journal(tmp_path / "j", JOB)
    first.close()
    assert str(error.value).endswith("j: another program is working on this job")
    set_language("vi")
    assert "another program" not in str(error.value)


def test_a_task_that_no_worker_can_do_ends_the_job(tmp_path: Path) -> None:
    class Impossible(Count):
        def tasks(self):  # type: ignore[no-untyped-def]
            return (dataclasses.replace(each, move="none") for each in super().tasks())

    with pytest.raises(SearchError, match=r"^no such move$"):
        list(count(tmp_path / "j", Impossible("cotoan", 2), 1))
    assert leaves(tmp_path / "j") == {}


def test_a_process_that_died_while_it_was_idle_costs_no_task() -> None:
    pool = LocalPool(1)
    pool.open(WorkerSetup(JOB.worker, JOB.to_dict()), 3)
    tasks = [json.dumps(vars(each)) for each in JOB.tasks()]
    try:
        pool.submit(0, tasks[0])
        assert isinstance(pool.wait(), TaskResult)
        (process,) = pool._processes._idle
        process._process.kill()
        process._process.wait()
        pool.submit(1, tasks[1])
        assert isinstance(pool.wait(), TaskResult)
        # A process that has answered, and whose successors end at once, loses tasks; the job decides.
        pool._processes._setup = WorkerSetup("tests.engine.jobs.nowhere", {})
        pool._processes._idle.pop().close()
        pool.submit(2, tasks[2])
        event = pool.wait()
        assert isinstance(event, Loss) and "nowhere" in event.reason
    finally:
        pool.close()


def test_a_computer_of_a_cluster_runs_modules_of_this_program_only() -> None:
    text = json.dumps({"run": "r", **dataclasses.asdict(WorkerSetup("antigravity.worker", {}))})
    assert json.loads(asyncio.run(remote.enter(text))) == {"lost": "antigravity.worker?"}
    assert remote._runs == {}
