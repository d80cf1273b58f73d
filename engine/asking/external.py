"""External engines: configuration, start-up and conversation.

A program is started only from an ``EngineSpec``, which is created only from the user's settings or command line.
Records, journals and contests contain names of engines, never programs.
"""

import dataclasses
import queue
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.asking.child import start_program
from engine.asking.pipe import LONGEST_LINE, POLL_SECONDS, Pipe
from engine.core.chance import chance_value
from engine.core.course import Course
from engine.core.errors import OptionError, SearchError
from engine.core.evaluation import scale_of
from engine.core.files import is_folder
from engine.core.game import Game, games
from engine.core.language import mark
from engine.core.options import Option, build_options, options_class
from engine.core.position import Position
from engine.core.score import Score
from engine.protocols.gomocup import Gomocup
from engine.protocols.gtp import Gtp
from engine.protocols.talk import Alarm, Client, Decision, Identity, Send, Talk, Thought
from engine.protocols.timing import TimeLeft
from engine.protocols.uci import CHESS960, Ucci, Uci
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.search.spec import AnySpec

PROTOCOLS: dict[str, type[Client]] = {each.protocol: each for each in (Uci, Ucci, Gtp, Gomocup)}
"""The supported protocols, in the order in which they are tried."""

REPORT_SECONDS = 0.05
"""Minimum interval in seconds between reports of the same depth. Some engines write thousands of lines per second."""
MOST_LINES = 20_000
"""Maximum number of lines per second. A query fails if the engine writes more lines."""
LEAVING_SECONDS = 0.5
LAST_LINES = 3

T = TypeVar("T")


@dataclass(frozen=True)
class EngineSpec(AnySpec):
    """An external engine with its options.

    Attributes:
        name: name given by the user, which identifies the engine.
        program: the program to start.
        arguments: command-line arguments of the program.
        protocol: one of ``PROTOCOLS``.
        folder: working directory. If it is empty, the engine is started in the folder of the program if ``program`` is
            an absolute path, and in the current directory otherwise.
        options: options of the engine, for a form. The ``label`` of an option is its name in the protocol.
        parameters: an instance of ``Parameters``, or None for the defaults.
        words: for UCI, the names of all options that the engine reports, and ``variant NAME`` for each of its variants.
            None if they are unknown, as for other protocols and for engines stored by earlier versions.

    Raises:
        OptionError: for an unknown protocol.
    """

    name: str
    program: str
    arguments: tuple[str, ...] = ()
    protocol: str = "uci"
    folder: str = ""
    options: tuple[Option, ...] = ()
    parameters: Any = None
    words: tuple[str, ...] | None = None

    is_external = True

    def __post_init__(self) -> None:
        if self.protocol not in PROTOCOLS:
            raise OptionError(
                "unknown {kind} {name!r}; available: {names}",
                kind="protocol",
                name=self.protocol,
                names=", ".join(PROTOCOLS),
            )
        if self.parameters is None:
            object.__setattr__(self, "parameters", self.Parameters())

    @property
    def title(self) -> str:
        """The name shown to users, which is ``name``."""
        return self.name

    @property
    def Parameters(self) -> type:
        """The class of the options, whose instances are ``parameters``."""
        return options_class(self.options)

    @property
    def restricts(self) -> bool:
        """Whether the protocol can restrict a search to some moves. Not every engine obeys (``asking.ask_engine``)."""
        return PROTOCOLS[self.protocol].restricts

    def plays(self, game: Game) -> bool:
        """Whether the protocol and the options of the engine make it possible that it plays ``game``.

        The engine is not started. The result can be wrong for a UCI engine whose options are unknown.
        """
        rules = game.protocol_rules(self.protocol)
        if rules is None or self.words is None:
            return rules is not None
        if "chess960" in rules and CHESS960 not in self.words:
            return False
        if any(word.startswith("variant ") for word in self.words):
            return f"variant {rules.get('variant', '')}" in self.words
        if game.uci_signs is None:
            return False
        if game.uci_signs:
            return not game.uci_signs.isdisjoint(self.words)
        return all((each.uci_signs or frozenset()).isdisjoint(self.words) for each in games().values())

    def with_parameters(self, parameters: Any) -> "EngineSpec":
        """Return the same engine with other values of its options."""
        return dataclasses.replace(self, parameters=parameters)

    def evaluation_used(self, evaluation: str) -> str:
        """Return an empty string: the scores of an engine are its own, shown on the scale of the game's default."""
        return ""

    def stored(self) -> dict[str, Any]:
        """Return the name and the values of the options. The engine itself is in the settings."""
        return {"engine": self.name, "values": self.to_dict()["values"]}

    def start(self) -> Pipe:
        """Start the program.

        Raises:
            SearchError: if it cannot be started.
        """
        command, folder = [self.program, *self.arguments], self.working_folder
        return Pipe(lambda marked: start_program(command, folder, marked), self.name, leads=True)

    def answer(self, query: Query, run: Run) -> Iterator[Report]:
        """Yield the reports of the engine, which is started for this query only."""
        from engine.asking.restriction import ask_engine

        return ask_engine(query, run)

    def values(self) -> dict[str, str]:
        """Return the options that differ from their defaults, as a mapping from names to values of the protocol."""
        found = {}
        for each in self.options:
            value = getattr(self.parameters, each.name)
            if value != each.default:
                found[each.label] = ("true" if value else "false") if each.kind is bool else str(value)
        return found

    def stamp(self) -> tuple[int, int]:
        """Return the modification time (ns) and the size (bytes) of the program, which identify its version.

        Both numbers are 0 if ``program`` is not the path of a file.
        """
        try:
            status = Path(self.program).stat()
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_size

    @property
    def working_folder(self) -> Path | None:
        """The working directory, or None for the working directory of this process."""
        own = Path(self.program).parent
        return Path(self.folder) if self.folder else own if own.is_absolute() and is_folder(own) else None

    def to_dict(self) -> dict[str, Any]:
        """Return the engine as plain data for ``from_dict``."""
        words = {} if self.words is None else {"words": list(self.words)}
        return {
            **words,
            "name": self.name, "program": self.program, "arguments": list(self.arguments), "protocol": self.protocol,
            "folder": self.folder, "options": [each.to_dict() for each in self.options],
            "values": {
                each.name: getattr(self.parameters, each.name)
                for each in self.options
                if getattr(self.parameters, each.name) != each.default
            },
        }  # fmt: skip

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "EngineSpec":
        """Create an engine from the result of ``to_dict``.

        Raises:
            KeyError, TypeError, ValueError: if ``data`` does not describe an engine.
            OptionError: for a value that is not allowed, or an unknown protocol.
        """
        texts = {key: data[key] for key in ("name", "program", "protocol", "folder")}
        if not all(isinstance(each, str) for each in (*texts.values(), *data["arguments"])) or not texts["name"]:
            raise TypeError("engine")
        options = tuple(Option.from_dict(each) for each in data["options"])
        words = data.get("words")
        if words is not None and not (isinstance(words, list) and all(isinstance(each, str) for each in words)):
            raise TypeError("words")
        words = None if words is None else tuple(words)
        spec = cls(arguments=tuple(data["arguments"]), options=options, words=words, **texts)
        return spec.with_parameters(build_options(spec.Parameters, data["values"]))


# --- the running engine ----------------------------------------------------------------------------------------------


class StoppedError(Exception):
    """Raised when a query is abandoned because its ``Stop`` was requested."""


class Engine:
    """A running external engine.

    Attributes:
        nodes, depth, seldepth, cutoffs: counters that the engine reported last, or 0 if it did not report them.
        sent_at: time of the last line sent, excluding reminders (``time.monotonic``).
        received_at: time of the last line received (``time.monotonic``).
        log: every line sent (with the prefix ``>``) or received (``<``), or None if lines are not recorded.

    Args:
        spec: the engine to start.
        log: list to which every line is appended, or None.

    Raises:
        SearchError: if the program cannot be started.
    """

    def __init__(self, spec: EngineSpec, log: list[str] | None = None) -> None:
        self.nodes = self.depth = self.seldepth = self.cutoffs = 0
        self.sent_at = self.received_at = 0.0
        self.spec = spec
        self.log = log
        self.client = PROTOCOLS[spec.protocol](spec.name)
        self._pipe = spec.start()

    def cpu_seconds(self) -> float | None:
        """Return the CPU seconds that the engine has used so far, or None if they are unknown."""
        return self._pipe.cpu_seconds()

    def kill(self) -> None:
        """Kill the engine's process group at once. This method is thread-safe."""
        self._pipe.kill()

    def close(self) -> None:
        """Request the engine to quit, and kill it if it does not exit within ``LEAVING_SECONDS``."""
        self._pipe.send(*self.client.farewell())
        self._pipe.wait(LEAVING_SECONDS)
        self._pipe.close()

    def converse(self, talk: Talk[T], stop: Stop | None = None) -> Generator[Thought, None, T]:
        """Exchange the lines of a query with the engine. Yield the progress of the search and return the answer.

        Raises:
            SearchError: if the engine dies, hangs, or sends too many lines or an invalid answer.
            StoppedError: once ``stop`` is requested.
        """
        deadline: float | None = None
        counted, second = 0, time.monotonic()
        answer: str | None = None
        while True:
            try:
                step = talk.send(answer)
            except StopIteration as end:
                result: T = end.value
                return result
            answer = None
            if isinstance(step, Send):
                if self.log is not None:
                    self.log.extend(f"> {line}" for line in step.lines)
                self._pipe.send(*step.lines)
                if not step.reminds:
                    self.sent_at = time.monotonic()
            elif isinstance(step, Alarm):
                deadline = None if step.seconds is None else time.monotonic() + step.seconds
            elif isinstance(step, Thought):
                self.nodes, self.depth, self.seldepth = step.nodes, step.depth, step.seldepth
                yield step
            else:
                answer = self._next_line(deadline, stop)
                counted += 1
                if counted > MOST_LINES:
                    now = time.monotonic()
                    if now < second + 1.0:
                        raise self._flooded(answer or "")
                    counted, second = 0, now

    def _flooded(self, text: str) -> SearchError:
        return SearchError("{name} sends too many lines: {text!r}", name=self.spec.name, text=text[:80])

    def _next_line(self, deadline: float | None, stop: Stop | None) -> str | None:
        while True:
            if stop is not None and stop.requested:
                raise StoppedError
            timeout = POLL_SECONDS
            if deadline is not None:
                timeout = min(timeout, max(0.0, deadline - time.monotonic()))
            try:
                line = self._pipe.receive(timeout)
            except queue.Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    return None
                continue
            if line is None:
                if stop is not None and stop.requested:
                    raise StoppedError
                raise SearchError(
                    "{name} failed: {reason}", name=self.spec.name, reason=self._pipe.last_output(LAST_LINES)
                )
            self.received_at = time.monotonic()
            text = line.decode(errors="replace").rstrip("\r\n")
            if len(line) >= LONGEST_LINE:
                raise self._flooded(text)
            if self.log is not None:
                self.log.append(f"< {text}")
            return text

    def finish(self, talk: Talk[T], stop: Stop | None = None) -> T:
        """Return the answer of a query, ignoring the progress of the engine's search.

        Raises:
            SearchError: if the engine dies, hangs, or sends too many lines or an invalid answer.
            StoppedError: once ``stop`` is requested.
        """
        steps = self.converse(talk, stop)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                result: T = end.value
                return result

    # --- queries --------------------------------------------------------------------------------------------------

    def identify(self, stop: Stop | None = None) -> Identity:
        """Return the name, the author and the options of the engine. This must be the first query.

        Raises:
            SearchError: as ``converse``, or if the engine does not support the protocol.
            StoppedError: once ``stop`` is requested.
        """
        return self.finish(self.client.identify(), stop)

    def prepare(self, game: Game, stop: Stop | None = None) -> None:
        """Begin a game with the options of the spec.

        Raises:
            SearchError: as ``converse``, or if the engine does not support the game.
            StoppedError: once ``stop`` is requested.
        """
        self.finish(self.client.prepare(game, self.spec.values()), stop)

    def reports(
        self, course: Course, limit: Limit | TimeLeft, stop: Stop, only: Sequence[int] = ()
    ) -> Iterator[Report]:
        """Yield reports on a position in which the game is not over. The last report is final.

        If the query is stopped after a report, that report is repeated as final. If the engine resigns, the final
        report has no move and has the note ``RESIGNS``. ``only`` is as in ``Client.ask``.

        Raises:
            SearchError: if the engine fails.
        """
        began = time.perf_counter()
        last: Report | None = None
        newest = Thought()
        self.nodes = self.depth = self.seldepth = 0
        steps = self.converse(self.client.ask(course, limit, only), stop)
        answer: Decision | None = None
        try:
            while True:
                newest = next(steps)
                seconds = time.perf_counter() - began
                if last is None or newest.depth > last.depth or seconds - last.seconds >= REPORT_SECONDS:
                    last = self._report(newest, course, seconds) or last
                    if last is not None:
                        yield last
        except StopIteration as end:
            answer = end.value
        except StoppedError:
            if last is None:
                return
        yield self._final(newest, answer, course, time.perf_counter() - began, last)

    def last_report(self, course: Course, limit: Limit | TimeLeft) -> Report:
        """Return the last report of a query. The principal variation is parsed only after the engine's answer.

        Parsing it during the search could delay ``received_at``, from which the time used in a game with a clock is
        computed.

        Raises:
            SearchError: if the engine fails.
        """
        newest = Thought()
        began = time.monotonic()
        steps = self.converse(self.client.ask(course, limit))
        while True:
            try:
                newest = next(steps)
            except StopIteration as end:
                answer: Decision = end.value
                return self._final(newest, answer, course, time.monotonic() - began)

    def _final(
        self, newest: Thought, answer: Decision | None, course: Course, seconds: float, last: Report | None = None
    ) -> Report:
        """Return the final report, which is created from the latest progress and the answer.

        ``answer`` is None if the query was stopped. ``last`` is the last report yielded, or None if there is none.
        """
        final = self._report(newest, course, seconds) or last
        if final is None:
            final = self._plain(newest, (), seconds, course.position)
        if answer is not None:
            if answer.move is None:
                final = dataclasses.replace(final, move=None, pv=(), note=RESIGNS)
            elif final.move != answer.move:
                final = dataclasses.replace(final, move=answer.move, pv=(answer.move,))
        return dataclasses.replace(final, seconds=seconds, final=True)

    def _report(self, thought: Thought, course: Course, seconds: float) -> Report | None:
        position = course.position
        moves = self.client.read_line(position, thought.pv)
        return self._plain(thought, moves, seconds, position) if moves else None

    def _plain(self, thought: Thought, moves: Sequence[int], seconds: float, position: Position) -> Report:
        turn = position.turn
        score = None if thought.score is None else Score(thought.score, turn)
        if thought.chance is not None:
            score = Score(chance_value(thought.chance, scale_of(position.game.name)), turn)
        return Report(
            algorithm=self.spec.name, depth=thought.depth, seldepth=thought.seldepth, score=score,
            move=moves[0] if moves else None, pv=tuple(moves), nodes=thought.nodes, iteration_nodes=0,
            leaf_evaluations=0, comparisons=0, cutoffs=0, table_hits=thought.hits, seconds=seconds, final=False,
            note=thought.note, chance=thought.chance,
        )  # fmt: skip


RESIGNS = mark("resigns")
"""Note of a report in which the engine resigns; such a report has no move."""
