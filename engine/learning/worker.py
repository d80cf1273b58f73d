"""Worker process of self-play games (``engine.jobs.worker``). Its setup is the description of the games."""

from typing import Any

from engine.jobs.profile import Profile, measure
from engine.jobs.worker import serve
from engine.learning.games import BATCH, PLAYER, PlayedBatch, Players, SelfPlay


class GamesWorker:
    """Plays the games of one job."""

    is_stuck = False

    def __init__(self, setup: dict[str, Any]) -> None:
        self._job = SelfPlay.from_dict(setup)
        self._players = Players(self._job)

    def measure(self) -> Profile:
        """Return the profile of this process, with small searches of the players."""
        return measure(self._players.start, [(PLAYER, self._job.evaluation)], {})

    def do(self, task: dict[str, Any]) -> dict[str, Any]:
        """Play the games of one task. The task and the result are plain data."""
        first = BATCH * task["index"]
        games = (self._players.play(number) for number in range(first, first + BATCH))
        return PlayedBatch(task["index"], b"".join(games)).to_dict()


if __name__ == "__main__":
    serve(GamesWorker)
