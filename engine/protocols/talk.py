"""Client side of an engine protocol. Each query is a generator that does no I/O.

The generator yields ``Send`` (lines for the engine), ``Alarm`` (a new timeout), ``Thought`` (progress of the engine's
search) and ``WAIT``. In reply to ``WAIT``, the caller sends the engine's next line, or None after the timeout. The
generator returns the answer or raises ``SearchError``. Because it does nothing else, the same code serves the studio,
contests and tests.
"""

import keyword
import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from engine.core.course import Course
from engine.core.errors import IllegalMoveError, KyVienError, SearchError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import Option
from engine.core.position import Position
from engine.core.score import WIN, WIN_BOUND
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit

HELLO_SECONDS = 30.0
"""Timeout in seconds for the first answer and for the preparation, in which some engines load large neural networks."""
SILENCE_SECONDS = 60.0
"""Seconds without output after which an engine that searches without a time limit is checked for a response."""
GRACE_SECONDS = 1.0
"""Seconds after the time limit until ``stop`` is sent to an engine, and after ``stop`` until it is considered hung."""


@dataclass(frozen=True, slots=True)
class Send:
    """Lines for the engine.

    Attributes:
        lines: the lines, without line ends.
        reminds: whether the lines are part of the previous query. The time of that query then continues to run.
    """

    lines: tuple[str, ...]
    reminds: bool = False


@dataclass(frozen=True, slots=True)
class Alarm:
    """A new timeout in seconds, or None to disable the timeout. After the timeout, the reply to ``WAIT`` is None."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Wait:
    """Request for the engine's next line."""


WAIT = Wait()


@dataclass(frozen=True, slots=True)
class Thought:
    """Progress of an engine's search. Fields that the engine does not report are None, 0 or empty.

    Attributes:
        depth: completed depth in plies.
        seldepth: greatest ply.
        nodes: positions visited, or playouts.
        hits: number of tablebase hits.
        score: score for the side to move in the engine's unit, with wins encoded as in ``engine.core.score``.
        pv: principal variation in the engine's notation.
        note: other information, for display.
        chance: chance of winning of the side to move, 0 to 1. ``score`` is then not a score of this game's evaluations.
    """

    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    hits: int = 0
    score: int | None = None
    pv: tuple[str, ...] = ()
    note: str = ""
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """An engine's decision: a legal move, or None if the engine resigns."""

    move: int | None


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity and capabilities that an engine reports.

    Attributes:
        name: name of the engine, or empty if not reported.
        author: author of the engine, or empty if not reported.
        options: options of the engine. The ``label`` of an option is its name in the protocol.
        words: other capabilities, which are the commands of GTP, or the names of options and variants of UCI.
    """

    name: str = ""
    author: str = ""
    options: tuple[Option, ...] = ()
    words: frozenset[str] = frozenset()


T = TypeVar("T")
Talk = Generator[Send | Alarm | Wait | Thought, str | None, T]


class Client(ABC):
    """Client side of a protocol.

    Attributes:
        protocol: identifier of the protocol.
        title: name of the protocol shown to users.
        identity: the result of ``identify``.
        patience: timeout in seconds of answers for which the engine does not search.
        restricts: whether the protocol can restrict a search to some moves.

    Args:
        name: name of the engine in messages.
    """

    protocol: ClassVar[str]
    title: ClassVar[str]
    restricts: ClassVar[bool] = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.identity = Identity()
        self.patience = HELLO_SECONDS

    @abstractmethod
    def identify(self) -> Talk[Identity]:
        """Query the identity of the engine. This must be the first query.

        Raises:
            SearchError: if the engine does not answer, or does not support this protocol.
        """

    @abstractmethod
    def prepare(self, game: Game, values: Mapping[str, str]) -> Talk[None]:
        """Begin a game with its rules.

        Args:
            game: the game.
            values: a mapping of names of the engine's options in the protocol to their values.

        Raises:
            SearchError: if the protocol or the engine does not support this game, or if the engine does not answer.
        """

    @abstractmethod
    def ask(self, course: Course, limit: Limit | TimeLeft, only: Sequence[int] = ()) -> Talk[Decision]:
        """Query the move to play in the last position of ``course``, in which the game must not be over.

        ``only`` has the moves to which the search is restricted. It must be empty unless ``restricts`` is set.

        Raises:
            SearchError: if the answer is missing or invalid.
        """

    def farewell(self) -> tuple[str, ...]:
        """Return the lines that make the engine exit."""
        return ("quit",)

    def read_line(self, position: Position, texts: Sequence[str]) -> tuple[int, ...]:
        """Return the moves of a principal variation, up to the first text that is not a legal move."""
        game = position.game
        moves = []
        at = position
        for text in texts:
            try:
                move = self.read_move(game, at, text)
            except KyVienError:
                break
            moves.append(move)
            at = at.play(move)
        return tuple(moves)

    def read_move(self, game: Game, position: Position, text: str) -> int:
        """Return the legal move that ``text`` represents in the notation of the engine.

        Raises:
            NotationError: if ``text`` is not a legal move.
        """
        return game.parse_move(position, text)

    def answer(self, position: Position, text: str) -> Decision:
        """Convert the engine's answer ``text`` to a legal move of ``position``.

        Raises:
            SearchError: if ``text`` is not a legal move.
        """
        game = position.game
        try:
            return Decision(self.read_move(game, position, text))
        except IllegalMoveError as error:
            raise SearchError("{name} answered an illegal move: {reason}", name=self.name, reason=str(error)) from None
        except KyVienError:
            raise SearchError("{name} sent an invalid answer: {text!r}", name=self.name, text=text[:80]) from None

    def rules_for(self, game: Game) -> Mapping[str, str]:
        """Return the game and its rules in the protocol's terms.

        Raises:
            SearchError: if the protocol does not support the game with these rules.
        """
        rules = game.protocol_rules(self.protocol)
        if rules is None:
            raise SearchError(
                "{name} uses {protocol}, which does not support {game} with these rules",
                name=self.name, protocol=self.title, game=tr(game.title),
            )  # fmt: skip
        return rules

    def hung(self, seconds: float) -> SearchError:
        """Return the error for an engine that did not answer in time."""
        return SearchError("{name} did not answer within {seconds} s", name=self.name, seconds=f"{seconds:g}")

    def refused(self, title: str) -> SearchError:
        """Return the error for an engine that does not support the protocol."""
        return SearchError("{name} does not support {protocol}", name=self.name, protocol=title)


def option_name(label: str, taken: set[str]) -> str:
    """Return an identifier for an engine's option ``label``, such as ``Skill_Level``, and add it to ``taken``."""
    name = re.sub(r"\W+", "_", label, flags=re.ASCII).strip("_") or "option"
    if name[0].isdigit():
        name = f"_{name}"
    while name in taken or keyword.iskeyword(name):
        name += "_"
    taken.add(name)
    return name


def win_score(plies: int) -> int:
    """Return the score of a forced win in ``plies`` plies, or of a forced loss if ``plies`` is negative."""
    return WIN - plies if plies > 0 else -WIN - plies


def plain_score(value: int) -> int:
    """Return ``value`` clipped to the range of scores that are not forced wins or losses."""
    return max(-WIN_BOUND, min(WIN_BOUND, value))


def whole(text: str) -> int:
    """Return ``text`` as an integer, or 0 if it is not an integer of at most 18 digits."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else 0


def rounded(text: str) -> int | None:
    """Return the number ``text``, which may have decimals, as the nearest integer, or None if it is not a number."""
    return round(float(text)) if re.fullmatch(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?", text) else None
