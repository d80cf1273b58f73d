"""The process that plays the games of a contest: contest and tasks in, results out, one JSON object a line."""

import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from engine.analysis.external import Engine, EngineSpec
from engine.analysis.plugin import PluginSpec, ask_plugin, description, load_plugin
from engine.contests.clock import GameClock
from engine.contests.contest import Contest, Contestant, Task
from engine.contests.result import GameResult
from engine.core.errors import KyVienError, SearchError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.options import parse_options
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.protocols.talk import GRACE_SECONDS, Course
from engine.protocols.timing import Clock, next_lag
from engine.search.report import Limit, Report, last_report
from engine.search.search import Spec, Stop, find_algorithm

RUNNING: list[Engine] = []
"""The engines of this process: none may outlive it."""


class _Seat:
    """A contestant ready to play; a plugin runs in this very process, which is not the window's.

    Attributes:
        used: seconds from the last question to its answer, or to its failure.
        is_stuck: whether a plugin thinks on although its flag has fallen: only the end of the process ends it.
    """

    def __init__(
        self, contestant: Contestant, game: Game, engines: Mapping[str, EngineSpec], now: Callable[[], float]
    ) -> None:
        self.used = 0.0
        self.is_stuck = False
        self._lag = 0.0
        self._now = now
        self._game = game
        self._engine: Engine | None = None
        self._engine_spec: EngineSpec | None = None
        self._limit = contestant.limit if isinstance(contestant.limit, Limit) else None
        self._name = contestant.name
        self._plugin: type | None = None
        evaluation = find_evaluation(game.name, contestant.evaluation)
        self._evaluation = evaluation
        name, _, parameters = contestant.spec.partition(":")
        if contestant.engine:
            known = engines[contestant.engine]
            self._engine_spec = known.with_parameters(
                parse_options(known.Parameters, contestant.spec.removeprefix(contestant.engine).removeprefix(":"))
            )
        elif contestant.plugin:
            self._plugin = load_plugin(Path(contestant.plugin))
            spec = PluginSpec.from_description(Path(contestant.plugin), description(self._plugin), parameters)
            self._parameters = spec.parameters
        else:
            self._spec = Spec.parse(contestant.spec)
            self._judges = find_algorithm(name).needs_evaluation

    def begin(self) -> None:
        """A new game begins: an engine is started, or told so.

        Raises:
            SearchError: if it cannot be started or does not answer.
        """
        if self._engine_spec is None:
            return
        try:
            if self._engine is None:
                self._engine = Engine(self._engine_spec)
                RUNNING.append(self._engine)
                self._engine.greet()
            self._engine.prepare(self._game)
        except SearchError:
            self.close()
            raise

    def close(self) -> None:
        """End the engine, if there is one."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()
            RUNNING.remove(engine)

    def think(self, course: Course, position: Position, seed: int, clock: Clock | None) -> Report:
        """The last report on a position that is not over.

        Args:
            course: how the position came about.
            position: the same.
            seed: of whatever is random.
            clock: what both sides have left; None: the player has a limit of every move.
        """
        if self._engine is not None:
            return self._ask_engine(self._engine, course, clock)
        limit = self._limit if clock is None else clock.limit(position.hand, self._lag)
        assert limit is not None
        began = self._now()
        try:
            if self._plugin is not None:
                limit = limit.without_aim()
                patience = None if clock is None else clock.seconds[position.hand] + GRACE_SECONDS
                last = self._ask_plugin(position, seed, limit, patience)
            else:
                search = self._spec.build(self._evaluation if self._judges else None, seed)
                last = last_report(search.analyse(position, limit, Stop()))
        finally:
            self.used = self._now() - began
        if limit.seconds is not None:
            self._lag = next_lag(self._lag, self.used - limit.seconds)
        if last is None or last.move is None:
            raise SearchError("{name} gave no answer", name=self._name)
        return last

    def _ask_engine(self, engine: Engine, course: Course, clock: Clock | None) -> Report:
        terms = clock or self._limit
        assert terms is not None
        try:
            report = engine.last_report(course, terms)
        except SearchError:
            self.used = time.monotonic() - engine.sent_at
            # What is left of it is of no use for the next game.
            self.close()
            raise
        self.used = engine.heard_at - engine.sent_at
        return report

    def _ask_plugin(self, position: Position, seed: int, limit: Limit, patience: float | None) -> Report | None:
        """Its last report, waited for so many seconds at most; None: to the end."""
        assert self._plugin is not None
        stop = Stop()
        timer = threading.Timer(limit.seconds or 0, stop.request)
        timer.daemon = True
        if limit.seconds is not None:
            timer.start()
        reports = ask_plugin(self._plugin, self._parameters, self._evaluation, seed, position, limit, stop)
        try:
            return last_report(reports) if patience is None else self._wait(reports, patience)
        finally:
            timer.cancel()

    def _wait(self, reports: Iterator[Report], patience: float) -> Report | None:
        """The last report, made in a thread that is given up after so many seconds.

        Raises:
            SearchError: if it is.
            BaseException: whatever the plugin raises.
        """
        answer: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answer.put(last_report(reports))
            except BaseException as error:  # noqa: BLE001 - handed on to the thread that waits
                answer.put(error)

        threading.Thread(target=ask, daemon=True).start()
        try:
            found = answer.get(timeout=patience)
        except queue.Empty:
            self.is_stuck = True
            raise SearchError(
                "{name} did not answer within {seconds} s", name=self._name, seconds=f"{patience:g}"
            ) from None
        if isinstance(found, BaseException):
            raise found
        return found


class Worker:
    """Plays tasks of one contest.

    Args:
        contest: what is played.
        engines: the engines of other people that take part.
        now: a monotonic clock, in seconds, that measures what ours use.
    """

    def __init__(
        self, contest: Contest, engines: Sequence[EngineSpec] = (), now: Callable[[], float] = time.monotonic
    ) -> None:
        self._contest = contest
        self._now = now
        self._engines = {each.name: each for each in engines}
        self._game = contest.build_game()
        self._seats: dict[int, _Seat] = {}

    def _seat(self, number: int) -> _Seat:
        if number not in self._seats:
            self._seats[number] = _Seat(self._contest.contestants[number], self._game, self._engines, self._now)
        return self._seats[number]

    @property
    def is_stuck(self) -> bool:
        """Whether a plugin thinks on in a game that it lost on time: this process is of no use for another one."""
        return any(seat.is_stuck for seat in self._seats.values())

    def play(self, task: Task) -> GameResult:
        """Play one game.

        A side whose algorithm fails loses, and ``fault`` says why; so does one that oversteps its time, whatever it
        answered then.
        """
        start, opening = self._contest.opening_moves(self._game, task.opening)
        position: Position = start
        texts = []
        for move in opening:
            texts.append(self._game.format_move(position, move, "coordinates"))
            position = position.play(move)
        rules = self._contest.adjudication
        seconds, nodes, thoughts = [0.0, 0.0], [0, 0], [0, 0]
        leads = [0, 0]
        scores: list[int | None] = [None, None]
        fault = ""
        players = self._contest.contestants
        clock = GameClock((players[task.first].clock, players[task.second].clock))
        left_after: list[float | None] = []
        late = 0.0
        began = time.perf_counter()
        plies = 0
        played = list(opening)
        begun = {task.first: False, task.second: False}
        while (outcome := position.outcome()) is None:
            if plies >= rules.most_plies:
                outcome = Outcome(None, Termination.ADJUDICATION)
                break
            side = position.hand
            told = clock.told(side)
            report: Report | None = None
            seat: _Seat | None = None
            failure = ""
            try:
                number = (task.first, task.second)[side]
                seat = self._seat(number)
                seat.used = 0.0
                if not begun[number]:
                    begun[number] = True
                    seat.begin()
                report = seat.think(Course(start, tuple(played)), position, 2 * task.seed + side, told)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a plugin may raise anything; whoever fails loses
                failure = str(error) if isinstance(error, KyVienError) else traceback.format_exc(limit=-1).strip()
            used = 0.0 if seat is None else seat.used
            if told is not None and not clock.spend(side, used):
                seconds[side] += used
                late = -(clock.left[side] or 0.0)
                outcome = self._game.out_of_time(position, side)
                break
            if report is None:
                fault = failure
                outcome = Outcome(side.other, Termination.ADJUDICATION)
                break
            if report.move is None:
                outcome = Outcome(side.other, Termination.RESIGNATION)
                break
            left = clock.left[side]
            left_after.append(None if left is None else round(left, 3))
            seconds[side] += report.seconds if told is None else used
            nodes[side] += report.nodes
            thoughts[side] += 1
            scores[side] = None if report.score is None else report.score.pov(side).value
            texts.append(self._game.format_move(position, report.move, "coordinates"))
            position = position.play(report.move)
            played.append(report.move)
            plies += 1
            winner = self._adjudicated(side, scores, leads)
            if winner is not None and position.outcome() is None:
                outcome = Outcome(winner, Termination.ADJUDICATION)
                break
        return GameResult(
            index=task.index,
            first=task.first,
            second=task.second,
            result=outcome.result,
            termination=outcome.termination.value,
            opening_plies=len(opening),
            plies=plies,
            start=str(start) if self._contest.openings else "",
            moves=tuple(texts),
            seconds=(seconds[0], seconds[1]),
            nodes=(nodes[0], nodes[1]),
            thoughts=(thoughts[0], thoughts[1]),
            duration=time.perf_counter() - began,
            fault=fault,
            clock=tuple(left_after) if self._contest.has_clock else None,
            late=late,
        )

    def _adjudicated(self, side: Player, scores: list[int | None], leads: list[int]) -> Player | None:
        """Who has led long enough, both sides agreeing; updates ``leads``."""
        bound = self._contest.adjudication.win_score
        own, other = scores[side], scores[side.other]
        if bound is None or own is None or other is None:
            return None
        leads[side] = leads[side] + 1 if own >= bound and other <= -bound else 0
        return side if leads[side] >= self._contest.adjudication.win_plies else None


def _read(lines: "queue.SimpleQueue[bytes]") -> None:
    """Hand on the input; at its end nobody waits for a result any more, so a game under way ends with it."""
    for line in sys.stdin.buffer:
        lines.put(line)
    _leave()


def _leave() -> NoReturn:
    """End the process at once, whatever runs in it, and its engines."""
    for engine in RUNNING:
        engine.kill()
    os._exit(0)


def main() -> None:
    """Read the contest, then tasks, until the input ends; a process that is stuck says so in its last result."""
    # What a plugin prints goes to the error stream: the output is for results alone.
    stream = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    told = json.loads(lines.get())
    engines = [EngineSpec.from_dict(each) for each in told.pop("engines", [])]
    worker = Worker(Contest.from_dict(told), engines)
    while True:
        try:
            result = worker.play(Task(**json.loads(lines.get()))).to_dict()
        except KyVienError as error:
            sys.exit(str(error))  # an opening that cannot be played
        if worker.is_stuck:
            result["stuck"] = True
        stream.write(json.dumps(result, ensure_ascii=False).encode() + b"\n")
        if worker.is_stuck:
            _leave()


if __name__ == "__main__":
    main()
