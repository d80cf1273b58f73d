"""Engine side of the protocols by which other programs use the searches of this engine. The module does no I/O.

A ``Server`` receives lines and yields lines. It yields a ``Think`` to request a search from its caller, and the caller
passes the reports and the result to the server. A server does not depend on threads, pipes or algorithms.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar

from engine.core.errors import OptionError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import Option
from engine.core.position import Position
from engine.protocols.timing import next_lag
from engine.search.report import Limit, Report


@dataclass(frozen=True)
class Think:
    """Request for a search. The results are passed to ``Server.reported`` and ``Server.answered``.

    Attributes:
        position: the position to search, in which the game is not over.
        limit: conditions that end the search, or None to search until ``Signal.STOP``.
        values: values of ``Brain.options`` that the other program changed.
        only: legal moves to which the search is restricted, or an empty tuple if it is not restricted.
    """

    position: Position
    limit: Limit | None
    values: Mapping[str, Any] = field(default_factory=dict)
    only: tuple[int, ...] = ()


@dataclass(frozen=True)
class Hasten:
    """Request to limit the search that was requested last, without a restart.

    Attributes:
        limit: conditions that end the search. Its times count from now (``engine.search.search.Stop.hasten``).
    """

    limit: Limit


@dataclass(frozen=True)
class Prepare:
    """Request to prepare the next search, which may take seconds, before the lines that follow are sent.

    Attributes:
        position: a position of the game to be played.
        values: as those of ``Think``.
    """

    position: Position
    values: Mapping[str, Any] = field(default_factory=dict)


class Signal(Enum):
    """Requests of a server to its caller, in addition to requests for a search (``Think``)."""

    STOP = "end the search now"
    FORGET = "forget the game before: the next search is for a new game"
    QUIT = "end the program"


Output = str | Think | Hasten | Prepare | Signal


@dataclass(frozen=True, slots=True)
class Brain:
    """Description of the playing algorithm for other programs.

    Attributes:
        name: name of the program and its algorithm.
        version: version of the program.
        limit: limit of a search if the other program specifies no limit.
        options: options that other programs may set if the protocol supports options.
    """

    name: str
    version: str
    limit: Limit
    options: tuple[Option, ...] = ()


class Server(ABC):
    """Engine side of a protocol.

    Attributes:
        protocol: identifier of the protocol.
        title: name of the protocol shown to users.
        lag: estimate of the seconds by which searches exceed their allotted time, based on recent searches.
        busy: whether a search or its answer is pending, so that lines that are not urgent are queued.
        values: values of ``Brain.options`` that the other program changed.
        ends_with_input: whether a running search is stopped at the end of the input.

    Args:
        game: the game to play. The other program can change its rules.
        brain: description of the playing algorithm.

    Raises:
        OptionError: if the protocol does not support the game.
    """

    protocol: ClassVar[str]
    title: ClassVar[str]
    ends_with_input: bool = True

    def __init__(self, game: Game, brain: Brain) -> None:
        self.game = game
        self.brain = brain
        self.busy = False
        self.lag = 0.0
        self._allotted: float | None = None
        self.values: dict[str, Any] = {}
        self._waiting: deque[str] = deque()
        self.rules()

    def rules(self) -> Mapping[str, str]:
        """Return the game and its rules in the protocol's terms.

        Raises:
            OptionError: if the protocol does not support the game with these rules.
        """
        rules = self.game.protocol_rules(self.protocol)
        if rules is None:
            raise OptionError(
                "{protocol} does not support {game} with these rules", protocol=self.title, game=tr(self.game.title)
            )
        return rules

    def receive(self, line: str) -> Iterator[Output]:
        """Process a line and yield the output. While a search runs, lines that are not urgent are queued."""
        text = line.strip("\r\n")
        if self.busy and not self.is_urgent(text):
            self._waiting.append(text)
            return
        yield from self._mind(self.obey(text))

    def reported(self, report: Report) -> Iterator[Output]:
        """Process a report of the search and yield the output. The default implementation yields nothing."""
        return iter(())

    def answered(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """Process the end of the search, then the queued lines, and yield the output.

        Args:
            report: last report of the search, or None if the search yielded no report.
            seconds: duration of the search.
        """
        self.busy = False
        if self._allotted is not None:
            self.lag = next_lag(self.lag, seconds - self._allotted)
        yield from self._mind(self.conclude(report, seconds))
        while self._waiting and not self.busy:
            yield from self._mind(self.obey(self._waiting.popleft()))

    def _mind(self, outputs: Iterator[Output]) -> Iterator[Output]:
        for output in outputs:
            if isinstance(output, Think):
                self.busy = True
                self._allotted = None if output.limit is None else output.limit.seconds
            yield output

    def is_urgent(self, line: str) -> bool:
        """Whether ``line`` is processed even while a search runs."""
        return False

    @abstractmethod
    def obey(self, line: str) -> Iterator[Output]:
        """Process a line at once, even while a search runs, and yield the output."""

    @abstractmethod
    def conclude(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """Yield the answer after the end of a search. The arguments are those of ``answered``."""

    def move_of(self, report: Report | None, position: Position, only: tuple[int, ...] = ()) -> int:
        """Return the move found by the search, or the first allowed move if the search found no allowed move.

        The engine must always answer a legal move, because an illegal move loses.

        Args:
            report: last report of the search, or None.
            position: the position searched.
            only: moves to which the search was restricted, or an empty tuple if it was not restricted.
        """
        allowed = only or position.legal_moves()
        move = None if report is None else report.move
        return move if move is not None and move in allowed else allowed[0]
