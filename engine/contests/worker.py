"""Worker process of a contest (``engine.jobs.worker``). Its setup is a contest with its external engines."""

import shutil
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from engine.asking.external import EngineSpec
from engine.contests.clock import GameClock
from engine.contests.contest import Contest, GameTask
from engine.contests.ongoing import OngoingGame
from engine.contests.participant import RUNNING, Participant
from engine.contests.result import GameResult
from engine.core.errors import KyVienError
from engine.core.game import Game
from engine.core.outcome import Outcome, Player, Termination
from engine.core.score import WIN
from engine.jobs.profile import Profile, measure
from engine.jobs.worker import serve
from engine.search.report import Report


class _ContestGame(OngoingGame):
    """A game of a contest, with clocks and with adjudication of a win by score (``Adjudication.win_score``).

    Args:
        contest: the contest.
        game: the contest's game with its rules.
        task: number, players and random seed of the game.

    Attributes:
        players: indices of the contestants that play FIRST and SECOND.
        prepared: indices of the contestants that were prepared for this game.
        clock: clocks of both players.
        scores: score of each move that a player chose, from FIRST's point of view, or None if there is no score.
        depths: depth of the search of each of these moves, or 0 if it is unknown.
        sides: the player of each of these moves.
        move_nodes: positions visited for each of these moves.
        move_seconds: seconds from the query to the answer for each of these moves.
        cpu_seconds: CPU time of each of these moves, in seconds, or None if it is unknown.
        left_after: seconds left to the player after each move, or None for a player without a clock.
        late: seconds by which the player whose flag fell exceeded its time, or 0.
        fault: error message of an algorithm that failed, or an empty string.
    """

    def __init__(self, contest: Contest, game: Game, task: GameTask) -> None:
        start, opening = contest.opening_moves(game, task.opening)
        super().__init__(start, opening, task.seed, contest.adjudication.most_plies)
        self._adjudication = contest.adjudication
        self._latest: list[int | None] = [None, None]
        self.scores: list[int | None] = []
        self.depths: list[int] = []
        self.sides: list[int] = []
        self.move_nodes: list[int] = []
        self.move_seconds: list[float] = []
        self.cpu_seconds: list[float | None] = []
        self._leads = [0, 0]
        self.players = (task.first, task.second)
        self.prepared: set[int] = set()
        first, second = (contest.contestants[number].clock for number in self.players)
        self.clock = GameClock((first, second))
        self.left_after: list[float | None] = []
        self.late = 0.0
        self.fault = ""

    def answer(
        self, report: Report, seconds: float, used: float = 0.0, cpu_seconds: float | None = None
    ) -> Outcome | None:
        """Play the move of ``report``. Return the outcome of a resignation or an adjudication, or None otherwise.

        Args:
            report: last report of the player to move.
            seconds: thinking time that counts in the standings, in seconds.
            used: seconds from the query to the answer.
            cpu_seconds: CPU time from the query to the answer, in seconds, or None if it is unknown.
        """
        side = self.side
        outcome = super().answer(report, seconds)
        if outcome is not None:
            return outcome
        left = self.clock.left[side]
        self.left_after.append(None if left is None else round(left, 3))
        value = None if report.score is None else report.score.pov(side).value
        self._latest[side] = value
        if value is None or abs(value) > WIN:
            self.scores.append(None)
        else:
            self.scores.append(value if side == Player.FIRST else -value)
        self.depths.append(max(0, report.depth))
        self.sides.append(int(side))
        self.move_nodes.append(report.nodes)
        self.move_seconds.append(round(used, 6))
        self.cpu_seconds.append(None if cpu_seconds is None else round(cpu_seconds, 6))
        if self._leads_long_enough(side) and self.position.outcome() is None:
            return Outcome(side, Termination.ADJUDICATION)
        return None

    def _leads_long_enough(self, side: Player) -> bool:
        """Count the consecutive winning scores of ``side``, which has just moved.

        Return whether their number is sufficient for a win by adjudication.
        """
        bound = self._adjudication.win_score
        own, other = self._latest[side], self._latest[side.other]
        if bound is None or own is None or other is None:
            return False
        self._leads[side] = self._leads[side] + 1 if own >= bound and other <= -bound else 0
        return self._leads[side] >= self._adjudication.win_plies


class Worker:
    """Worker that plays the games of one contest.

    Args:
        contest: the contest.
        engines: the configured external engines that take part in the contest.
        now: monotonic clock in seconds, which measures built-in algorithms and plugins.
    """

    def __init__(
        self, contest: Contest, engines: Sequence[EngineSpec] = (), now: Callable[[], float] = time.monotonic
    ) -> None:
        self._contest = contest
        self._now = now
        self._engines = {each.name: each for each in engines}
        self._game = contest.build_game()
        self._participants: dict[int, Participant] = {}

    def _participant(self, number: int) -> Participant:
        if number not in self._participants:
            contestant = self._contest.contestants[number]
            self._participants[number] = Participant(
                contestant, self._game, self._engines, self._now, self._contest.memory
            )
        return self._participants[number]

    @property
    def is_stuck(self) -> bool:
        """Whether a plugin was abandoned after a timeout, so that this process must not play another game."""
        return any(each.is_stuck for each in self._participants.values())

    def measure(self) -> Profile:
        """Return the profile of this process, with small searches after the first opening of the contest."""
        contest = self._contest
        position, moves = contest.opening_moves(self._game, 0)
        for move in moves:
            position = position.play(move)
        searches = [(each.spec, each.evaluation) for each in contest.contestants if not each.plugin and not each.engine]
        files = {each.plugin: each.plugin for each in contest.contestants if each.plugin}
        programs = {each.program: shutil.which(each.program) or each.program for each in self._engines.values()}
        return measure(position, searches, files | programs)

    def do(self, task: dict[str, Any]) -> dict[str, Any]:
        """Play one game. The task and the result are plain data."""
        return self.play(GameTask(**task)).to_dict()

    def play(self, task: GameTask) -> GameResult:
        """Play one game.

        A side whose algorithm fails loses, and ``fault`` contains the reason. If a side exceeds its time, its answer is
        ignored, and the outcome is that of ``Game.out_of_time``, usually a loss.

        Raises:
            KyVienError: if the opening cannot be played.
        """
        game = _ContestGame(self._contest, self._game, task)
        began = time.perf_counter()
        outcome = game.outcome()
        while outcome is None:
            outcome = self._play_move(game) or game.outcome()
        return GameResult(
            index=task.index,
            first=task.first,
            second=task.second,
            result=outcome.result,
            termination=outcome.termination.value,
            opening_plies=game.opening_plies,
            plies=game.plies,
            start=str(game.start) if self._contest.openings else "",
            moves=tuple(game.texts),
            seconds=(game.seconds[0], game.seconds[1]),
            nodes=(game.nodes[0], game.nodes[1]),
            thoughts=(game.thoughts[0], game.thoughts[1]),
            duration=time.perf_counter() - began,
            fault=game.fault,
            clock=tuple(game.left_after) if self._contest.has_clock else None,
            late=game.late,
            scores=tuple(game.scores),
            depths=tuple(game.depths),
            sides=tuple(game.sides),
            move_nodes=tuple(game.move_nodes),
            move_seconds=tuple(game.move_seconds),
            cpu_seconds=tuple(game.cpu_seconds),
        )

    def _play_move(self, game: _ContestGame) -> Outcome | None:
        """Query the player to move and play its move.

        Return the outcome if the player resigns, fails or runs out of time, or if the game is adjudicated. Otherwise
        return None.
        """
        side = game.side
        time_left = game.clock.time_left(side)
        participant: Participant | None = None
        report: Report | None = None
        failure = ""
        try:
            number = game.players[side]
            participant = self._participant(number)
            participant.used, participant.cpu_used = 0.0, None
            if number not in game.prepared:
                game.prepared.add(number)
                participant.begin()
            report = participant.think(game.course, game.position, game.seed, time_left)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a plugin may raise anything, and then loses
            failure = str(error) if isinstance(error, KyVienError) else traceback.format_exc(limit=-1).strip()
        used, cpu_used = (0.0, None) if participant is None else (participant.used, participant.cpu_used)
        if time_left is not None and not game.clock.spend(side, used):
            game.seconds[side] += used
            game.late = -(game.clock.left[side] or 0.0)
            return self._game.out_of_time(game.position, side)
        if report is None:
            game.fault = failure
            return Outcome(side.other, Termination.ADJUDICATION)
        return game.answer(report, report.seconds if time_left is None else used, used, cpu_used)


def _begin(setup: dict[str, Any]) -> Worker:
    engines = [EngineSpec.from_dict(each) for each in setup.pop("engines", [])]
    return Worker(Contest.from_dict(setup), engines)


def _kill_engines() -> None:
    for engine in RUNNING:
        engine.kill()


if __name__ == "__main__":
    serve(_begin, _kill_engines)
