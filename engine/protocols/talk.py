"""A conversation with an engine of other people, one generator a question.

It yields ``Send`` (lines to carry to the engine), ``Alarm`` (how long it will wait from now on), ``Thought`` (what the
engine says while it thinks) and ``WAIT``, which is answered with the engine's next line, or with None once the
alarm has gone off. It returns the answer, or raises ``SearchError``. It
has no other contact with the world, so that the same conversation is held by the studio, contests and tests.
"""

import keyword
import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeVar

from engine.core.errors import IllegalMoveError, KyVienError, SearchError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import Option
from engine.core.position import Position
from engine.core.score import WIN, WIN_BOUND
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit

HELLO_SECONDS = 30.0
"""To answer the first question of all, and to get ready: large engines read networks."""
SILENCE_SECONDS = 60.0
"""An engine that thinks without a limit of time and says nothing for so long is asked whether it is still there."""
GRACE_SECONDS = 1.0
"""Beyond its limit of time, before it is told to stop, and again before it is given up."""


@dataclass(frozen=True, slots=True)
class Send:
    """Lines for the engine.

    Attributes:
        lines: without their ends.
        reminds: whether they ask nothing new: the time of the question before them runs on.
    """

    lines: tuple[str, ...]
    reminds: bool = False


@dataclass(frozen=True, slots=True)
class Alarm:
    """From now on, after so many seconds, ``WAIT`` is answered with None; None: never."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Wait:
    """The next line, please."""


WAIT = Wait()


@dataclass(frozen=True, slots=True)
class Thought:
    """What an engine says while it thinks; None or empty is what it does not say.

    Attributes:
        depth: completed depth, plies.
        seldepth: greatest ply.
        nodes: positions visited (playouts).
        hits: answers from tables.
        score: for the side to move, in the engine's unit, wins as ``engine.core.score`` writes them.
        pv: moves as the engine writes them.
        note: anything else worth knowing.
    """

    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    hits: int = 0
    score: int | None = None
    pv: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine plays: a legal move, or None: it resigns."""

    move: int | None


@dataclass(frozen=True, slots=True)
class Identity:
    """Who an engine says it is.

    Attributes:
        name: its name; empty if it tells none.
        author: its author; empty if it tells none.
        options: what can be set; an option's ``label`` is its name in the protocol.
        words: what else it said it knows: commands of GTP, variants of UCI.
    """

    name: str = ""
    author: str = ""
    options: tuple[Option, ...] = ()
    words: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Course:
    """A position and how it came about. Positions and texts of moves are computed once.

    Attributes:
        start: where it began.
        moves: the moves since then.
    """

    start: Position
    moves: tuple[int, ...] = ()

    @classmethod
    def through(cls, positions: Sequence[Position], moves: Sequence[int]) -> "Course":
        """Return the course through positions that are known already, its start and its end included."""
        course = cls(positions[0], tuple(moves))
        course.__dict__["positions"] = tuple(positions)
        return course

    def after(self, move: int) -> "Course":
        """Return the course with a further legal move; what is known of this one is not computed again."""
        course = Course.through((*self.positions, self.position.play(move)), (*self.moves, move))
        if "texts" in self.__dict__:
            course.__dict__["texts"] = (*self.texts, self._text(self.position, move))
        return course

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position, the first and the last included."""
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return tuple(positions)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The moves as protocols write them."""
        return tuple(self._text(position, move) for position, move in self.steps)

    @property
    def steps(self) -> Iterator[tuple[Position, int]]:
        """Each move with the position where it was made."""
        return zip(self.positions, self.moves, strict=False)

    @property
    def position(self) -> Position:
        """Where it has come to."""
        return self.positions[-1]

    @staticmethod
    def _text(position: Position, move: int) -> str:
        game: Game = position.game
        return game.format_protocol_move(position, move)


T = TypeVar("T")
Talk = Generator[Send | Alarm | Wait | Thought, str | None, T]


class Client(ABC):
    """Our side of a protocol.

    Attributes:
        protocol: its identifier.
        title: its name for people.
        identity: what the engine said to ``greet``.
        patience: seconds that it has to answer anything but the question what to play.

    Args:
        name: what the user calls the engine, for messages.
    """

    protocol: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, name: str) -> None:
        self.name = name
        self.identity = Identity()
        self.patience = HELLO_SECONDS

    @abstractmethod
    def greet(self) -> Talk[Identity]:
        """Find out who the engine is; the first question of all.

        Raises:
            SearchError: if it does not speak this protocol.
        """

    @abstractmethod
    def prepare(self, game: Game, values: Mapping[str, str]) -> Talk[None]:
        """Begin a game: options by their name in the protocol, the game's rules.

        Raises:
            SearchError: if the engine does not know this game.
        """

    @abstractmethod
    def ask(self, course: Course, limit: Limit | TimeLeft) -> Talk[Answer]:
        """What to play. The position is not over.

        Raises:
            SearchError: if the answer is none.
        """

    def farewell(self) -> tuple[str, ...]:
        """The lines that ask the engine to end."""
        return ("quit",)

    def read_line(self, position: Position, texts: Sequence[str]) -> tuple[int, ...]:
        """The moves of a principal variation, up to the first that cannot be played."""
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
        """The legal move that the engine calls ``text``.

        Raises:
            NotationError: if it is none.
        """
        return game.parse_move(position, text)

    def answer(self, position: Position, text: str) -> Answer:
        """The answer ``text``.

        Raises:
            SearchError: if it is no legal move.
        """
        game = position.game
        try:
            return Answer(self.read_move(game, position, text))
        except IllegalMoveError as error:
            raise SearchError("{name} answered an illegal move: {reason}", name=self.name, reason=str(error)) from None
        except KyVienError:
            raise SearchError("{name} answered nonsense: {text!r}", name=self.name, text=text[:80]) from None

    def rules_for(self, game: Game) -> Mapping[str, str]:
        """What the protocol calls the game.

        Raises:
            SearchError: if it does not know it.
        """
        rules = game.protocol_rules(self.protocol)
        if rules is None:
            raise SearchError(
                "{name} speaks {protocol}, which does not know {game} with these rules",
                name=self.name, protocol=self.title, game=tr(game.title),
            )  # fmt: skip
        return rules

    def hung(self, seconds: float) -> SearchError:
        """The engine was silent for too long."""
        return SearchError("{name} did not answer within {seconds} s", name=self.name, seconds=f"{seconds:g}")

    def refused(self, title: str) -> SearchError:
        """The engine does not speak the protocol."""
        return SearchError("{name} does not speak {protocol}", name=self.name, protocol=title)


def option_name(label: str, taken: set[str]) -> str:
    """An identifier for the option that a protocol calls ``label``: ``Skill_Level``; added to ``taken``."""
    name = re.sub(r"\W+", "_", label, flags=re.ASCII).strip("_") or "option"
    if name[0].isdigit():
        name = f"_{name}"
    while name in taken or keyword.iskeyword(name):
        name += "_"
    taken.add(name)
    return name


def win_score(plies: int) -> int:
    """The score of a win in so many plies; of a loss, where negative."""
    return WIN - plies if plies > 0 else -WIN - plies


def plain_score(value: int) -> int:
    """A score that is no win, kept clear of those."""
    return max(-WIN_BOUND, min(WIN_BOUND, value))


def whole(text: str) -> int:
    """The whole number that an engine wrote; 0 where it is none, or too long to be one."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else 0
