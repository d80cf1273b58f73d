"""The schedule of a match or a tournament. It consists of pairings, colours and openings, and is fixed in advance.

Every game has a number. Everything random in a game follows from its number and the contest's seed, so an interrupted
contest resumes where it stopped, with the same result as without the interruption.
"""

import dataclasses
import functools
import hashlib
import json
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from engine.contests.clock import TimeControl
from engine.contests.rating import Sprt
from engine.contests.result import GameResult
from engine.contests.validation import (
    Check,
    is_flag,
    is_integer,
    is_number,
    is_object,
    is_text,
    list_of,
    optional,
    valid_fields,
)
from engine.core.errors import KyVienError, OptionError
from engine.core.evaluation import stated_name
from engine.core.game import Game, find_game
from engine.core.language import Plural, mark, ngettext, tr
from engine.core.options import check_range
from engine.core.position import Position
from engine.core.score import WIN
from engine.jobs.job import Job
from engine.search.report import Limit

Form = Literal["match", "round_robin", "gauntlet", "grid"]
FORMS: tuple[Form, ...] = ("match", "round_robin", "gauntlet", "grid")

Memory = Literal["game", "move"]
MEMORIES: tuple[Memory, ...] = ("game", "move")

MOST_CONTESTANTS = 200
"""Greatest number of players of a contest: a grid of 200 players has 40,000 pairings."""

MOST_GAMES = 2_000_000_000
"""Greatest number of games of a contest."""

ALGORITHM_HEADERS = ("WhiteAlgorithm", "BlackAlgorithm")
"""Names of the headers with the algorithms of FIRST and SECOND in the form of ``join_player``."""

PlayerLimit = Limit | TimeControl
"""The time of a player: a limit for every move, or a clock for the game."""


@dataclass(frozen=True)
class Contestant:
    """A player of a contest: a built-in algorithm, a plugin or an external engine.

    Attributes:
        spec: ``NAME`` or ``NAME:k=v,…``.
        limit: limit for every move, or a clock for the game. With a clock, built-in algorithms and plugins search for
            the seconds that the time management allots. If a player exceeds its time, the outcome is that of
            ``Game.out_of_time``, usually a loss.
        evaluation: name of an evaluation, or an empty string for the game's default.
        plugin: file of a plugin, or an empty string for other players.
        label: name in tables, or an empty string to use the spec.
        engine: name of an external engine, with which ``spec`` begins, or an empty string for other players. Only the
            user's configuration maps the name to a program. ``play_contest`` receives the configuration separately.
        plugin_digest: hexadecimal SHA-256 of the plugin's file when the contest began, or an empty string if unknown.
        book: whether the player plays the moves of the game's opening book as long as it has some.
    """

    spec: str
    limit: PlayerLimit
    evaluation: str = ""
    plugin: str = ""
    label: str = ""
    engine: str = ""
    plugin_digest: str = ""
    book: bool = False

    @property
    def name(self) -> str:
        """The name in tables: the label, or the spec if the label is empty."""
        return self.label or self.spec

    @property
    def clock(self) -> TimeControl | None:
        """Time control, or None if the player has a limit for every move."""
        return self.limit if isinstance(self.limit, TimeControl) else None

    @property
    def is_timed(self) -> bool:
        """Whether the moves of the player depend on the speed of the computer: it has a clock or a limit of seconds."""
        return isinstance(self.limit, TimeControl) or self.limit.seconds is not None


@dataclass(frozen=True)
class Adjudication:
    """Conditions under which a game ends before the rules end it.

    Attributes:
        most_plies: number of plies, without the opening, after which a game is adjudicated a draw.
        win_score: score at which a game is adjudicated a win, or None to disable adjudication by score. For
            ``win_plies`` consecutive moves, the winner must report at least this score, and the opponent at most its
            negative.
        win_plies: number of consecutive moves of the winner required with ``win_score``.

    Raises:
        OptionError: if a value is out of range.
    """

    most_plies: int = 1000
    win_score: int | None = None
    win_plies: int = 4

    def __post_init__(self) -> None:
        check_range("most_plies", self.most_plies, 1, 1_000_000)
        if self.win_score is not None:
            check_range("win_score", self.win_score, 1, WIN)
        check_range("win_plies", self.win_plies, 1, 1000)


@dataclass(frozen=True)
class GameTask:
    """One game to play.

    Attributes:
        index: number of the game in the contest, from 0.
        first: index of the contestant that plays FIRST.
        second: index of the contestant that plays SECOND.
        opening: number of the opening, from 0.
        seed: random seed of the game.
    """

    index: int
    first: int
    second: int
    opening: int
    seed: int


@dataclass(frozen=True)
class Contest(Job[GameTask, GameResult]):
    """A match or a tournament, whose tasks are its games.

    Attributes:
        game: identifier of the game.
        rules: ``k=v,…`` or a preset's name, or an empty string for the default rules.
        contestants: the players. A match has two players. In a gauntlet, the first player plays all others.
        form: ``match``, ``round_robin``, ``gauntlet`` or ``grid``. A grid has every ordered pair of players, including
            pairs of a player with itself. The first player of a pair always plays FIRST, as in the table of the
            reference document on MiniGo.
        games: number of games of each pairing.
        swap: whether the two players of a pairing change sides after every game. Each opening is then played twice.
        openings: texts of the positions from which the games start, in turn, or empty to use the start position.
        random_plies: number of random legal moves made from the opening before the players choose moves.
        seed: random seed from which the seeds of all games and openings are derived.
        adjudication: conditions under which games end early.
        sprt: sequential test that ends a match as soon as it is decided, or None to play every game.
        memory: how long an algorithm with memory keeps it: ``game``, for all moves of a seat in a game, or ``move``, so
            that each move depends on its position alone. Other algorithms are not affected.

    Raises:
        OptionError: for an unknown form or memory, a number out of range, an unsuitable number of players, or a
            sequential test in a tournament.
    """

    kind: ClassVar[str] = "contest"
    worker: ClassVar[str] = "engine.contests.worker"
    foreign: ClassVar[str] = mark("{file} is not the journal of a contest")
    busy: ClassVar[str] = mark("{file}: another program is playing this contest")
    failing: ClassVar[str] = Plural(
        "{count} game failed because its worker process died: {reason}",
        "{count} games in a row failed because their worker processes died: {reason}",
    )

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
    memory: Memory = "game"

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise OptionError(
                "unknown {kind} {name!r}; available: {names}", kind="form", name=self.form, names=", ".join(FORMS)
            )
        if self.memory not in MEMORIES:
            raise OptionError(
                "unknown {kind} {name!r}; available: {names}",
                kind="memory", name=self.memory, names=", ".join(MEMORIES),
            )  # fmt: skip
        least = {"match": 2, "round_robin": 2, "gauntlet": 2, "grid": 1}[self.form]
        if len(self.contestants) < least or (self.form == "match" and len(self.contestants) != 2):
            raise OptionError("a match needs two players, a tournament at least two")
        if len(self.contestants) > MOST_CONTESTANTS:
            raise OptionError("a contest has at most {most} players", most=MOST_CONTESTANTS)
        if self.sprt is not None and self.form != "match":
            raise OptionError("a sequential test needs a match of two players")
        check_range("games", self.games, 1, 1_000_000)
        check_range("random_plies", self.random_plies, 0, 200)
        if self.total > MOST_GAMES:
            raise OptionError("a contest has at most {most} games", most=MOST_GAMES)

    def with_stated_names(self) -> "Contest":
        """Return the same contest with current names of evaluations, and networks without their folders."""
        players = (
            dataclasses.replace(each, evaluation=stated_name(self.game, each.evaluation)) for each in self.contestants
        )
        return dataclasses.replace(self, contestants=tuple(players))

    @property
    def evaluations(self) -> Iterator[tuple[str, str]]:
        """The evaluations of the players except of external engines, which have their own."""
        return ((self.game, each.evaluation) for each in self.contestants if not each.engine)

    def build_game(self) -> Game:
        """Return the game under the contest's rules.

        Raises:
            OptionError: for an unknown game, option or value.
        """
        return find_game(self.game).with_rules(self.rules)

    def pairings(self) -> list[tuple[int, int]]:
        """Return the pairs of contestants that play each other, as pairs of indices."""
        count = len(self.contestants)
        if self.form == "grid":
            return [(a, b) for a in range(count) for b in range(count)]
        if self.form == "gauntlet":
            return [(0, b) for b in range(1, count)]
        return [(a, b) for a in range(count) for b in range(a + 1, count)]

    def tasks(self) -> Iterator[GameTask]:
        """Yield the tasks of all games in order.

        All pairings play a round before the next round begins, so that tables fill evenly.
        """
        for index in range(self.total):
            _, _, is_swapped = self._place(index)
            pair, opening = self.pair_of(index)
            seed = _number(self.seed, pair, opening, int(is_swapped))
            yield GameTask(index, *self.sides(index), opening, seed)

    def sides(self, index: int) -> tuple[int, int]:
        """Return the indices of the contestants that play FIRST and SECOND in game number ``index``, from 0."""
        _, pair, is_swapped = self._place(index)
        a, b = self._pairs[pair]
        return (b, a) if is_swapped else (a, b)

    def _place(self, index: int) -> tuple[int, int, bool]:
        """Return the round of a game, the index of its pairing, and whether the sides of the pairing are swapped."""
        round_number, pair = divmod(index, len(self._pairs))
        return round_number, pair, self._swaps and round_number % 2 == 1

    @functools.cached_property
    def _pairs(self) -> list[tuple[int, int]]:
        return self.pairings()

    @property
    def _swaps(self) -> bool:
        return self.swap and self.form != "grid"

    @property
    def is_paired(self) -> bool:
        """Whether statistics are computed from pairs of games with the same opening and exchanged sides."""
        return self._swaps and self.games > 1

    def pair_of(self, index: int) -> tuple[int, int]:
        """Return the index of the pairing and the number of the opening of a game.

        In a paired contest, two games have the same pairing and opening. If the number of games is odd, the last game
        of each pairing has no partner.
        """
        round_number, pair, _ = self._place(index)
        return pair, round_number // 2 if self._swaps else round_number

    @functools.cached_property
    def names(self) -> list[str]:
        """The names of the players in tables and records. Equal names are numbered, as in ``greedy (1)``."""
        return numbered([each.name for each in self.contestants])

    @property
    def event(self) -> str:
        """The translated name of the contest in records."""
        count = len(self.contestants)
        if self.form == "match":
            return ngettext("Match over {count} game", "Match over {count} games", self.games)
        if self.form == "round_robin":
            return ngettext("Round robin of {count} player", "Round robin of {count} players", count)
        if self.form == "gauntlet":
            return ngettext("Gauntlet of {count} player", "Gauntlet of {count} players", count)
        return ngettext("Grid of {count} player", "Grid of {count} players", count)

    @functools.cached_property
    def has_clock(self) -> bool:
        """Whether any player can lose on time."""
        return any(each.clock is not None for each in self.contestants)

    @functools.cached_property
    def is_timed(self) -> bool:
        """Whether the moves of any player depend on the speed of the computer."""
        return any(each.is_timed for each in self.contestants)

    @property
    def total(self) -> int:
        """Number of games of all pairings."""
        return self.games * len(self._pairs)

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
        raise OptionError(
            Plural("random plies: {count} of them always ends the game",
                   "random plies: {count} of them always end the game"),
            count=self.random_plies,
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return the contest as plain data for ``from_dict``."""
        data = dataclasses.asdict(self)
        # Contests without later options keep their digests.
        if self.sprt is None:
            del data["sprt"]
        elif not self.sprt.normalised:
            del data["sprt"]["normalised"]
        if self.memory == "game":
            del data["memory"]
        for each in data["contestants"]:
            for name in ("engine", "plugin_digest", "book"):
                if not each[name]:
                    del each[name]
            # Only a player with a clock has an aim, and the aim is different for each move.
            each["limit"].pop("aim", None)
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Create a contest from the result of ``to_dict``.

        Raises:
            ValueError: if ``data`` is not an object, or a field is unknown, missing or of another type.
            OptionError: if a value is out of range.
        """
        values = _known_fields(data, _CONTEST_CHECKS, ("game", "contestants"))
        contestants = (_known_fields(each, _CONTESTANT_CHECKS, ("spec", "limit")) for each in values["contestants"])
        values["contestants"] = tuple(
            Contestant(**{**each, "limit": _player_limit(each["limit"])}) for each in contestants
        )
        if "openings" in values:
            values["openings"] = tuple(values["openings"])
        if "adjudication" in values:
            values["adjudication"] = Adjudication(**_known_fields(values["adjudication"], _ADJUDICATION_CHECKS))
        if values.get("sprt") is not None:
            values["sprt"] = Sprt(**_known_fields(values["sprt"], _SPRT_CHECKS, ("elo0", "elo1")))
        return cls(**values)

    @property
    def digest(self) -> str:
        """Hexadecimal digest that identifies the contest. It covers all fields except the digests of plugins.

        A contest can therefore be resumed with a plugin that has changed, if the user agrees.
        """
        data = self.to_dict()
        for each in data["contestants"]:
            each.pop("plugin_digest", None)
        text = json.dumps(data, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def read_result(self, data: Mapping[str, Any]) -> GameResult:
        """Create the result of a game of this contest from the output of ``GameResult.to_dict``.

        Raises:
            ValueError: if ``data`` is not the result of a game of this contest.
        """
        result = GameResult.from_dict(data)
        if result.index >= self.total or (result.first, result.second) != self.sides(result.index):
            raise ValueError("not a game of this contest")
        return result

    def failed(self, task: GameTask, reason: str) -> GameResult:
        """Return the result of a game whose worker died repeatedly."""
        return GameResult.failed(task.index, task.first, task.second, reason)

    def replaces(self, known: Self, file: str) -> bool:
        """Return whether this contest prolongs that of a journal: it has more games, and is otherwise the same.

        Raises:
            KyVienError: if it has fewer games, or differs in something else than the names of evaluations and the
                digests of plugins.
        """
        differences = self._differences(known)
        if differences == ["games"] and known.games > self.games:
            raise KyVienError(
                Plural("{file}: the contest has {count} game of each pairing; it can be prolonged, not shortened",
                       "{file}: the contest has {count} games of each pairing; it can be prolonged, not shortened"),
                file=file, count=known.games,
            )  # fmt: skip
        if differences not in ([], ["games"]):
            raise KyVienError(
                "{file} is the journal of another contest, which differs in: {fields}",
                file=file, fields=", ".join(tr(_FIELDS[name]) for name in differences),
            )  # fmt: skip
        return bool(differences)

    def _differences(self, known: Self) -> list[str]:
        if known.game != self.game:
            return ["game"]  # The game's name read from a file may be any text, so the game is not looked up.
        one, other = known.with_stated_names(), self.with_stated_names()
        if one.digest == other.digest:
            return []
        before, after = one.to_dict(), other.to_dict()
        for each in (*before["contestants"], *after["contestants"]):
            each.pop("plugin_digest", None)
        return [name for name in _FIELDS if before.get(name) != after.get(name)]


_FIELDS = {
    "game": mark("game"), "rules": mark("rules"), "contestants": mark("players"), "form": mark("pairings"),
    "games": mark("number of games"), "swap": mark("change of sides"), "openings": mark("openings"),
    "random_plies": mark("random moves"), "seed": mark("random seed"), "adjudication": mark("rules of adjudication"),
    "sprt": mark("sequential test"), "memory": mark("memory"),
}  # fmt: skip
"""Names of the fields of a contest in messages."""

_CONTEST_CHECKS: dict[str, Check] = {
    "game": is_text,
    "contestants": list_of(is_object),
    "form": is_text,
    "rules": is_text,
    "games": is_integer,
    "swap": is_flag,
    "openings": list_of(is_text),
    "random_plies": is_integer,
    "seed": is_integer,
    "adjudication": is_object,
    "sprt": optional(is_object),
    "memory": is_text,
}
_CONTESTANT_CHECKS: dict[str, Check] = {
    "spec": is_text,
    "limit": is_object,
    "evaluation": is_text,
    "plugin": is_text,
    "label": is_text,
    "engine": is_text,
    "plugin_digest": is_text,
    "book": is_flag,
}
_ADJUDICATION_CHECKS: dict[str, Check] = {
    "most_plies": is_integer,
    "win_score": optional(is_integer),
    "win_plies": is_integer,
}
_SPRT_CHECKS: dict[str, Check] = {
    **dict.fromkeys(("elo0", "elo1", "alpha", "beta"), is_number),
    "normalised": is_flag,
}
_LIMIT_CHECKS: dict[str, Check] = {
    "depth": optional(is_integer),
    "nodes": optional(is_integer),
    "seconds": optional(is_number),
}
_CLOCK_CHECKS: dict[str, Check] = {"base": is_number, "increment": is_number}


def _known_fields(data: object, checks: Mapping[str, Check], required: Collection[str] = ()) -> dict[str, Any]:
    """Return the fields of ``data``. Only fields in ``checks`` are allowed.

    Unlike in a ``GameResult``, an unknown field is an error, because it could change the games.

    Raises:
        ValueError: if ``data`` is not an object, or a field is unknown, missing or of another type.
    """
    values = valid_fields(data, checks, checks.keys() - required)
    assert isinstance(data, Mapping)
    for name in data.keys() - checks.keys():
        raise ValueError(f"{name!r:.100} is unknown")
    return values


def _player_limit(data: Mapping[str, Any]) -> PlayerLimit:
    if "base" in data:
        return TimeControl(**_known_fields(data, _CLOCK_CHECKS, ("base",)))
    return Limit(**_known_fields(data, _LIMIT_CHECKS))


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names with a number in parentheses after those that occur more than once."""
    return [
        f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def split_player(text: str) -> tuple[str, PlayerLimit | None, str | None]:
    """Return the spec, the limit and the evaluation of the player described by ``text``.

    For example, ``alphabeta:ordering=on@depth=3`` contains a limit, ``greedy@clock=5:00+3`` contains a clock, and
    ``greedy@evaluation=influence`` contains an evaluation. The limit and the evaluation are None if ``text`` does not
    contain them. Several limits can be combined, as in ``alphabeta@depth=9@seconds=1``.

    Raises:
        OptionError: if a part after ``@`` has another form, is out of range or occurs twice, or if there are both a
            limit and a clock.
    """
    spec, *extras = (part.strip() for part in text.split("@"))
    limits: dict[str, Any] = {}
    clock: TimeControl | None = None
    evaluation: str | None = None
    names = [extra.partition("=")[0] for extra in extras]
    if "clock" in names and not {"depth", "nodes", "seconds"}.isdisjoint(names):
        raise OptionError("{text!r}: a clock replaces depth, nodes and seconds", text=text)
    for name in names:
        if names.count(name) > 1:
            raise OptionError("{text!r}: @{name} occurs twice", text=text, name=name)
    for extra in extras:
        name, _, value = extra.partition("=")
        try:
            if name in ("depth", "nodes"):
                limits[name] = int(value)
            elif name == "seconds":
                limits[name] = float(value)
            elif name == "clock":
                clock = TimeControl.parse(value)
            elif name == "evaluation" and value:
                evaluation = value
            else:
                raise ValueError(name)
        except ValueError:
            raise OptionError(
                "{text!r}: expected SPEC@depth=N, @nodes=N, @seconds=X, @clock=B+I or @evaluation=E", text=text
            ) from None
    return spec, Limit(**limits) if limits else clock, evaluation


def take_book(text: str) -> tuple[str, bool]:
    """Return the text of a player without ``@book=on`` or ``@book=off``, and whether the player has a book.

    Raises:
        OptionError: if a part ``@book`` has another value or occurs twice.
    """
    spec, *extras = (part.strip() for part in text.split("@"))
    books = [each for each in extras if each.partition("=")[0] == "book"]
    if len(books) > 1:
        raise OptionError("{text!r}: @{name} occurs twice", text=text, name="book")
    if books and books[0] not in ("book=on", "book=off"):
        raise OptionError("{text!r}: expected @book=on or @book=off", text=text)
    return "@".join([spec, *(each for each in extras if each not in books)]), books == ["book=on"]


def join_player(spec: str, limit: PlayerLimit, evaluation: str = "", *, book: bool = False) -> str:
    """Return the text of a player for ``split_player``, such as ``negascout:ordering=on@depth=3``.

    Args:
        spec: ``NAME`` or ``NAME:k=v,…``.
        limit: limit for every move, or a clock for the game.
        evaluation: name of an evaluation, or an empty string for the game's default.
        book: whether the player has a book, which ``take_book`` reads.
    """
    if isinstance(limit, TimeControl):
        parts = [("clock", limit.text)]
    else:
        values = (("depth", limit.depth), ("nodes", limit.nodes), ("seconds", limit.seconds))
        parts = [
            (name, f"{value:.10g}" if name == "seconds" else str(value)) for name, value in values if value is not None
        ]
    if evaluation:
        parts.append(("evaluation", evaluation))
    if book:
        parts.append(("book", "on"))
    return "".join([spec, *(f"@{name}={value}" for name, value in parts)])


def _number(*parts: int) -> int:
    """Return a 31-bit number that depends on all parts and is the same on every machine."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4], "big") >> 1
