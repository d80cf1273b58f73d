"""A second kind of job: it counts the leaves below each move of a start position. No game, player or clock takes part.

The module is also its own program, whose first argument is a journal: it does the job with two processes and prints the
number of each task that has ended.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from engine.core.errors import OptionError
from engine.core.game import find_game
from engine.core.perft import perft
from engine.jobs.job import Job
from engine.jobs.journal import Journal
from engine.jobs.pools.pool import LocalPool
from engine.jobs.processes import WorkerSetup
from engine.jobs.profile import Profile, measure
from engine.jobs.runner import run_job
from engine.jobs.worker import serve


@dataclass(frozen=True)
class Branch:
    index: int
    move: str


@dataclass(frozen=True)
class Leaves:
    index: int
    leaves: int | None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Count(Job[Branch, Leaves]):
    kind: ClassVar[str] = "count"
    worker: ClassVar[str] = "tests.engine.jobs.counting"

    game: str
    depth: int

    @property
    def digest(self) -> str:
        return f"{self.game}-{self.depth}"

    @property
    def total(self) -> int:
        return len(find_game(self.game)().start().legal_moves())

    def tasks(self) -> Iterator[Branch]:
        start = find_game(self.game)().start()
        for index, move in enumerate(start.legal_moves()):
            yield Branch(index, start.game.format_move(start, move, "coordinates"))

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Count":
        return cls(str(data["game"]), int(data["depth"]))

    def read_result(self, data: Mapping[str, Any]) -> Leaves:
        if not 0 <= data["index"] < self.total:
            raise ValueError("index")
        return Leaves(int(data["index"]), data["leaves"])

    def failed(self, task: Branch, reason: str) -> Leaves:
        return Leaves(task.index, None)


class Counter:
    is_stuck = False

    def __init__(self, setup: dict[str, Any]) -> None:
        self._count = Count.from_dict(setup)
        self._start = find_game(self._count.game)().start()

    def do(self, task: dict[str, Any]) -> dict[str, Any]:
        if task["move"] == "none":
            raise OptionError("no such move")
        move = self._start.game.parse_move(self._start, task["move"])
        return {"index": task["index"], "leaves": perft(self._start.play(move), self._count.depth - 1)}

    def measure(self) -> Profile:
        return measure(self._start, [], {})


def count(path: Path, job: Count, jobs: int = 2) -> Iterator[Leaves]:
    journal: Journal[Count, Leaves] = Journal(path, job)
    try:
        yield from run_job(job, journal, WorkerSetup(job.worker, job.to_dict()), LocalPool(jobs))
    finally:
        journal.close()


if __name__ == "__main__":
    if sys.argv[1:]:
        for each in count(Path(sys.argv[1]), Count("cotoan", 3)):
            sys.stdout.write(f"{each.index}\n")
            sys.stdout.flush()
    else:
        serve(Counter)
