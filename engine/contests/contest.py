"""The schedule of a match or a tournament: pairings, colours and openings, fixed before the first move.

Every game has a number. Everything random in a game follows from its number and the contest's seed, so an interrupted
contest resumes where it stopped, with the same result as without the interruption.
"""

import dataclasses
import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from engine.contests.clock import TimeControl
from engine.contests.rating import Sprt
from engine.core.errors import KyVienError, NotationError, OptionError
from engine.core.evaluation import current_name
from engine.core.game import Game, find_game
from engine.core.position import Position
from engine.search.report import Limit

Form = Literal["match", "round_robin", "gauntlet", "grid"]
FORMS: tuple[Form, ...] = ("match", "round_robin", "gauntlet", "grid")

PlayerLimit = Limit | TimeControl
"""The time of a player: a limit for every move, or a clock for the game."""


@dataclass(frozen=True)
class Contestant:
    """A player of a contest: a built-in algorithm, a plugin or an external engine.

    Attributes:
        spec: ``NAME`` or ``NAME:k=v,…``.
        limit: limit for every move, or a clock for the game. With a clock, built-in algorithms and plugins search for
            the seconds that the time manager allots; a player that uses more than its clock has loses on time.
        evaluation: name of an evaluation, or empty for the game's default.
        plugin: file of a plugin, or empty for a built-in algorithm.
        label: name in tables, or empty for the spec.
        engine: name of an external engine, with which ``spec`` begins, or empty. Only the user's own configuration
            maps the name to a program; ``play_contest`` receives it separately from the contest.
    """

    spec: str
    limit: PlayerLimit
    evaluation: str = ""
    plugin: str = ""
    label: str = ""
    engine: str = ""

    @property
    def name(self) -> str:
        """Name in tables."""
        return self.label or self.spec

    @property
    def clock(self) -> TimeControl | None:
        """Time control, or None if the player has a limit for every move."""
        return self.limit if isinstance(self.limit, TimeControl) else None


@dataclass(frozen=True)
class Adjudication:
    """Conditions under which a game ends before the rules end it.

    Attributes:
        most_plies: number of plies after which a game is adjudicated a draw.
        win_score: a side wins whose own score is at least this for ``win_plies`` of its moves in a row, if the opponent
            agrees (its score is at most the negative). None disables this.
        win_plies: number of moves for ``win_score``.
    """

    most_plies: int = 1000
    win_score: int | None = None
    win_plies: int = 4


@dataclass(frozen=True)
class Task:
    """One game to play.

    Attributes:
        index: number of the game in the contest, from 0.
        first: index of the contestant that plays FIRST.
        second: index of the contestant that plays SECOND.
        opening: number of the opening.
        seed: random seed of the game.
    """

    index: int
    first: int
    second: int
    opening: int
    seed: int


@dataclass(frozen=True)
class Contest:
    """A match or a tournament.

    Attributes:
        game: identifier.
        rules: ``k=v,…`` or a preset's name, or empty for the default rules.
        contestants: the players; two in a match. In a gauntlet the first one plays all others.
        form: ``match``, ``round_robin``, ``gauntlet`` or ``grid``. A grid has every ordered pair, a player with itself
            included, and the first of the pair always plays FIRST, as in the table of the reference document on
            MiniGo.
        games: number of games of each pairing.
        swap: whether the two players of a pairing change sides after every game; each opening is then played twice.
        openings: position texts to start from, in turn, or empty for the start position.
        random_plies: number of random legal moves played from there before the game begins.
        seed: random seed from which the seeds of all games and openings are derived.
        adjudication: conditions under which games end early.
        sprt: sequential test that ends a match as soon as it is decided, or None to play every game.
    """

    game: str
    contestants: tuple[Contestant, ...]
    form: Form = "match"
    rules: str = ""
    games: int = 100
    swap: bool = True
    openings: tuple[str, ...] = ()
    random_plies: int = 0
    seed: int = 0
    adjudication: Adjudication = Adjudication()
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise OptionError(
                "no {kind} {name!r}; there are: {names}", kind="form", name=self.form, names=", ".join(FORMS)
            )
        least = {"match": 2, "round_robin": 2, "gauntlet": 2, "grid": 1}[self.form]
        if len(self.contestants) < least or (self.form == "match" and len(self.contestants) != 2):
            raise OptionError("a match needs two players, a tournament at least two")
        if self.sprt is not None and self.form != "match":
            raise OptionError("a sequential test needs a match of two players")
        for name, value, most in (("games", self.games, 1_000_000), ("random_plies", self.random_plies + 1, 201)):
            if not 1 <= value <= most:
                raise OptionError(
                    "{name} is {value}: must be {minimum} to {maximum}", name=name, value=value, minimum=1, maximum=most
                )

    def with_current_names(self) -> "Contest":
        """Return the same contest with earlier names of evaluations replaced by the present ones."""
        players = (
            dataclasses.replace(each, evaluation=current_name(self.game, each.evaluation)) for each in self.contestants
        )
        return dataclasses.replace(self, contestants=tuple(players))

    def build_game(self) -> Game:
        """Return the game under the contest's rules.

        Raises:
            OptionError: for an unknown game, option or value.
        """
        return find_game(self.game).with_rules(self.rules)

    def pairings(self) -> list[tuple[int, int]]:
        """Return the pairs of contestants that meet, by index."""
        count = len(self.contestants)
        if self.form == "grid":
            return [(a, b) for a in range(count) for b in range(count)]
        if self.form == "gauntlet":
            return [(0, b) for b in range(1, count)]
        return [(a, b) for a in range(count) for b in range(a + 1, count)]

    def tasks(self) -> Iterator[Task]:
        """Yield every game. All pairings play a round before the next round begins, so that tables fill evenly."""
        index = 0
        swap = self.swap and self.form != "grid"
        pairings = self.pairings()
        for round_number in range(self.games):
            for pair, (a, b) in enumerate(pairings):
                swapped = swap and round_number % 2 == 1
                opening = round_number // 2 if swap else round_number
                first, second = (b, a) if swapped else (a, b)
                seed = _number(self.seed, pair, opening if swap else round_number, int(swapped))
                yield Task(index, first, second, opening, seed)
                index += 1

    @property
    def has_clock(self) -> bool:
        """Whether any player can lose on time."""
        return any(each.clock is not None for each in self.contestants)

    @property
    def total(self) -> int:
        """Number of games."""
        return self.games * len(self.pairings())

    def opening_moves(self, game: Game, opening: int) -> tuple[Position, list[int]]:
        """Return the start position of opening number ``opening`` and the random moves that follow.

        Raises:
            NotationError, PositionError: if the text of the opening is not a position.
            OptionError: if the random moves always end the game.
        """
        start = game.parse_position(self.openings[opening % len(self.openings)]) if self.openings else game.start()
        for attempt in range(100):
            rng = random.Random(_number(self.seed, opening, attempt))
            position, moves = start, []
            for _ in range(self.random_plies):
                legal = position.legal_moves()
                if not legal:
                    break
                moves.append(rng.choice(legal))
                position = position.play(moves[-1])
            if position.outcome() is None or not self.random_plies:
                return start, moves
        raise OptionError("random plies: {count} of them always end the game", count=self.random_plies)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, read back by ``from_dict``."""
        data = dataclasses.asdict(self)
        if self.sprt is None:
            del data["sprt"]  # so that contests without a test keep their digest
        for each in data["contestants"]:
            if not each["engine"]:
                del each["engine"]
            # Only a player with a clock has an aim, a new one for each move.
            each["limit"].pop("aim", None)
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Contest":
        """Return the contest that ``to_dict`` described."""
        return cls(
            **{
                **data,
                "contestants": tuple(
                    Contestant(**{**each, "limit": _player_limit(each["limit"])}) for each in data["contestants"]
                ),
                "openings": tuple(data["openings"]),
                "adjudication": Adjudication(**data["adjudication"]),
                "sprt": Sprt(**data["sprt"]) if data.get("sprt") else None,
            }
        )

    @property
    def digest(self) -> str:
        """Hexadecimal digest of all fields, which identifies the contest."""
        text = json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _player_limit(data: Mapping[str, Any]) -> PlayerLimit:
    return TimeControl(**data) if "base" in data else Limit(**data)


def split_player(text: str) -> tuple[str, PlayerLimit | None, str | None]:
    """Return a player's spec, and its own limit and evaluation, each None if not given.

    ``alphabeta:ordering=on@depth=3`` has a limit, ``greedy@clock=5:00+3`` a clock, ``greedy@evaluation=influence`` an
    evaluation, ``greedy`` none of them.

    Raises:
        OptionError: if the text after an ``@`` is none of them, or if there are both a limit and a clock.
    """
    spec, *extras = (part.strip() for part in text.split("@"))
    limit: PlayerLimit | None = None
    evaluation: str | None = None
    names = [extra.partition("=")[0] for extra in extras]
    if "clock" in names and not {"depth", "nodes", "seconds"}.isdisjoint(names):
        raise OptionError("{text!r}: a clock replaces depth, nodes and seconds", text=text)
    for extra in extras:
        name, _, value = extra.partition("=")
        try:
            if name == "depth":
                limit = Limit(depth=int(value))
            elif name == "nodes":
                limit = Limit(nodes=int(value))
            elif name == "seconds":
                limit = Limit(seconds=float(value))
            elif name == "clock":
                limit = TimeControl.parse(value)
            elif name == "evaluation" and value:
                evaluation = value
            else:
                raise ValueError(name)
        except ValueError:
            raise OptionError(
                "{text!r}: expected SPEC@depth=N, @nodes=N, @seconds=X, @clock=B+I or @evaluation=E", text=text
            ) from None
    return spec, limit, evaluation


def read_openings(path: Path, game: Game) -> tuple[str, ...]:
    """Return the position texts in a file, one per line, without empty lines and lines that begin with ``#``.

    Raises:
        NotationError: if there is none, or a line is not a position with a legal continuation; the message names the
            line.
        OSError: if the file cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise NotationError("{file} is not UTF-8 text", file=path.name) from None
    openings = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            position = game.parse_position(text)
        except KyVienError as error:
            raise NotationError("{file}, line {line}: {reason}", file=path.name, line=number, reason=error) from None
        if position.outcome() is not None:
            raise NotationError("{file}, line {line}: this game is over", file=path.name, line=number)
        openings.append(text)
    if not openings:
        raise NotationError("{file} contains no position", file=path.name)
    return tuple(openings)


def _number(*parts: int) -> int:
    """Return a 31-bit number that depends on all parts and is the same on every machine."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4], "big") >> 1
