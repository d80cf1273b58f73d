"""A contestant that is ready to play. Its algorithm, plugin or external engine is queried for one move at a time."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from engine.asking.external import Engine, EngineSpec
from engine.asking.plugin import PluginSpec, ask_plugin, description, load_plugin
from engine.contests.book import book_report
from engine.contests.contest import Contestant, Memory
from engine.core.course import Course
from engine.core.errors import SearchError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.options import parse_options
from engine.core.outcome import Player
from engine.core.position import Position
from engine.protocols.talk import GRACE_SECONDS
from engine.protocols.timing import TimeLeft, next_lag
from engine.search.kept import KeptSearch
from engine.search.query import Query, Run
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.tables.book import find_book

RUNNING: list[Engine] = []
"""The external engines that this process has started and that must be killed when it exits."""


class Participant:
    """A contestant ready to play. A plugin runs in the current process, which is a worker process of the contest.

    Args:
        contestant: the contestant.
        game: the game with its rules.
        engines: the configured external engines by name.
        now: monotonic clock, in seconds.
        memory: whether an algorithm with memory keeps it during a game, or only during the search for one move.

    Attributes:
        used: seconds from the latest query to its answer or failure.
        cpu_used: CPU seconds of the latest query, or None if they are unknown, as for plugins with a clock. They are
            those of the thread that searches, or of the process of an external engine.
        is_stuck: whether a plugin was abandoned after a timeout. Only killing the process stops the plugin reliably.
    """

    def __init__(
        self,
        contestant: Contestant,
        game: Game,
        engines: Mapping[str, EngineSpec],
        now: Callable[[], float],
        memory: Memory = "game",
    ) -> None:
        self.used = 0.0
        self.cpu_used: float | None = None
        self.is_stuck = False
        self._lag = 0.0
        self._now = now
        self._game = game
        self._engine: Engine | None = None
        self._engine_spec: EngineSpec | None = None
        self._limit = contestant.limit if isinstance(contestant.limit, Limit) else None
        self._name = contestant.name
        self._plugin: type | None = None
        self._memory = memory
        # A player may be its own opponent, so each side has a search.
        self._kept = {side: KeptSearch() for side in Player}
        self._evaluation_name = contestant.evaluation
        self._evaluation = find_evaluation(game.name, contestant.evaluation)
        self._book = find_book(game) if contestant.book else None
        _, _, parameters = contestant.spec.partition(":")
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

    def begin(self) -> None:
        """Prepare the player for a new game. An external engine is started if it is not running.

        Searches forget the game before.

        Raises:
            SearchError: if the engine cannot be started, does not answer or does not support the game.
        """
        self._forget()
        if self._engine_spec is None:
            return
        try:
            if self._engine is None:
                self._engine = Engine(self._engine_spec)
                RUNNING.append(self._engine)
                self._engine.identify()
            self._engine.prepare(self._game)
        except SearchError:
            self.close()
            raise

    def _forget(self) -> None:
        for each in self._kept.values():
            each.forget()

    def close(self) -> None:
        """Stop the external engine, if there is one."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()
            RUNNING.remove(engine)

    def think(self, course: Course, position: Position, seed: int, clock: TimeLeft | None) -> Report:
        """Return the player's last report on a position in which the game is not over.

        Args:
            course: ``position`` with the moves that led to it.
            position: the position.
            seed: random seed.
            clock: time left to both sides, or None if the player has a limit for every move.

        Raises:
            SearchError: if the player fails or does not answer.
            Exception: any exception that a plugin raises.
        """
        if self._book is not None and (move := self._book.choose(position, seed)) is not None:
            self.used = 0.0
            return book_report(move)
        if self._engine is not None:
            return self._ask_engine(self._engine, course, clock)
        limit = self._limit if clock is None else clock.limit(position.hand, self._lag)
        assert limit is not None
        began, cpu_began = self._now(), time.thread_time()
        try:
            if self._plugin is not None:
                limit = limit.without_aim()
                patience = None if clock is None else clock.seconds[position.hand] + GRACE_SECONDS
                last = self._ask_plugin(position, seed, limit, patience)
            else:
                if self._memory == "move":
                    self._forget()
                kept = self._kept[position.hand]
                query = Query(position, self._spec, self._evaluation_name, limit, seed)
                last = last_report(self._spec.answer(query, Run(kept=kept)))
        finally:
            self.used = self._now() - began
        if self._plugin is None or clock is None:  # otherwise the plugin runs in another thread
            self.cpu_used = time.thread_time() - cpu_began
        if limit.seconds is not None:
            self._lag = next_lag(self._lag, self.used - limit.seconds)
        if last is None or last.move is None:
            raise SearchError("{name} gave no answer", name=self._name)
        return last

    def _ask_engine(self, engine: Engine, course: Course, clock: TimeLeft | None) -> Report:
        limit = clock or self._limit
        assert limit is not None
        cpu_began = engine.cpu_seconds()
        try:
            report = engine.last_report(course, limit)
        except SearchError:
            self.used = time.monotonic() - engine.sent_at
            # The engine is in an unknown state and cannot be used for the next game.
            self.close()
            raise
        self.used = engine.received_at - engine.sent_at
        cpu_ended = engine.cpu_seconds()
        self.cpu_used = None if cpu_began is None or cpu_ended is None else cpu_ended - cpu_began
        return report

    def _ask_plugin(self, position: Position, seed: int, limit: Limit, patience: float | None) -> Report | None:
        """Return the plugin's last report. ``patience`` is the timeout in seconds, or None for no timeout."""
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
        """Return the final report, computed in a thread that is abandoned after ``patience`` seconds.

        Raises:
            SearchError: if the thread is abandoned.
            BaseException: any exception that the plugin raises.
        """
        answer: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answer.put(last_report(reports))
            except BaseException as error:  # noqa: BLE001 - raised again in the waiting thread
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
