"""Our engine in programs of other people: what it answers to the lines of a protocol, and when it is to think.

A ``Server`` is told lines and tells lines; ``Think`` asks whoever runs it for a search, of which it is then told the
reports and the end. It knows nothing of threads, pipes or algorithms.
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
    """A search, please; ``Server.reported`` and ``Server.answered`` want to hear of it.

    Attributes:
        position: not over.
        limit: when to stop; None: when ``Signal.STOP`` comes.
        values: options of ``Brain.options`` that the other program changed.
        only: legal moves, the only ones to be considered; empty: all.
    """

    position: Position
    limit: Limit | None
    values: Mapping[str, Any] = field(default_factory=dict)
    only: tuple[int, ...] = ()


class Signal(Enum):
    """What else a server asks for."""

    STOP = "end the search now"
    QUIT = "end the program"


Output = str | Think | Signal


@dataclass(frozen=True, slots=True)
class Brain:
    """Who thinks, as other programs are told.

    Attributes:
        name: the program with its algorithm.
        version: its version.
        limit: of a move where the other program names none.
        options: what other programs may set, where the protocol has options.
    """

    name: str
    version: str
    limit: Limit
    options: tuple[Option, ...] = ()


class Server(ABC):
    """Our side of a protocol when others ask.

    Attributes:
        protocol: its identifier.
        title: its name for people.
        lag: seconds by which searches have lately ended later than they should.
        ends_with_input: whether a search under way ends when the input does.

    Args:
        game: what is played, until the other program says otherwise.
        brain: who thinks.

    Raises:
        OptionError: if the protocol does not know the game.
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
        """What the protocol calls the game and its rules."""
        rules = self.game.protocol_rules(self.protocol)
        if rules is None:
            raise OptionError(
                "{protocol} does not know {game} with these rules", protocol=self.title, game=tr(self.game.title)
            )
        return rules

    def receive(self, line: str) -> Iterator[Output]:
        """What to do about a line. While a search runs, all lines wait that are not ``urgent``."""
        text = line.strip("\r\n")
        if self.busy and not self.is_urgent(text):
            self._waiting.append(text)
            return
        yield from self._mind(self.obey(text))

    def reported(self, report: Report) -> Iterator[Output]:
        """What to say about a report of the search; nothing by default."""
        return iter(())

    def answered(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """What to do when the search has ended, in so many seconds; None: it found nothing or failed."""
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
        """Whether ``line`` is obeyed while a search runs."""
        return False

    @abstractmethod
    def obey(self, line: str) -> Iterator[Output]:
        """What to do about a line, now."""

    @abstractmethod
    def conclude(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """What to say when the search has ended."""

    def move_of(self, report: Report | None, position: Position, only: tuple[int, ...] = ()) -> int:
        """The move to play: the search's, or where it failed the first legal one, as an illegal move loses.

        Args:
            report: what the search said last.
            position: where it searched.
            only: the moves it was asked about; empty: all.
        """
        allowed = only or position.legal_moves()
        move = None if report is None else report.move
        return move if move is not None and move in allowed else allowed[0]
