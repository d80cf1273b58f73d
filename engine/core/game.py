"""What a game must provide to everyone but a search: names, rules, notation, its picture. And the list of games."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self

from engine.core.errors import KyVienError, OptionError, PositionError
from engine.core.language import tr
from engine.core.options import build_options, format_options, parse_options
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.core.registry import Registry
from engine.core.surface import Count, Counter, Group, MoveShape, Reckoning, Setup, Surface, Tally

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, as in Python 3.13

    P = TypeVar("P", bound=Position, default=Position)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=Position)

MoveStyle = Literal["coordinates", "record", "display"]


@dataclass(frozen=True, slots=True)
class SgfGame:
    """How SGF identifies a game in which stones of two colours are put on points.

    Attributes:
        number: value of the property ``GM``.
        variant: value of our property ``KVG``, for a game that shares the number of another; empty for the one that
            all programs mean by the number.
        named_points: whether other programs also write a point as the game does (``h8``).
    """

    number: int
    variant: str = ""
    named_points: bool = False


class Game(ABC, Generic[P]):
    """A rule set for positions of type ``P``. One instance has its rules fixed; positions refer to their game.

    Attributes:
        name: identifier on the command line and in records.
        title: its name for people, English or the term of art; translated where shown.
        sides: English names of FIRST and SECOND, translated where shown.
        Rules: dataclass of rule options, fields made by ``option``.
        presets: named rule sets, name to option values that differ from the defaults.
        notations: names of the ways to write moves (``notate``), the usual one first; empty where there is only one.
        looks: names of the pictures its pieces may have, each to a ``Surface.theme``; empty where there is only one.
        aliases: what records of other programs call the game.
        record_tags: tags by which other programs know its records in PGN, written in the place of ours (``Game``) and
            never kept (they tell how a text is written); players are then named by their sides.
        loose_rules: rules (``k=v,…``) that end no game before its players do, for records that go on; empty: none.
        letters: signs beyond ASCII in its moves, which tell the encoding of a record that is not in UTF-8.
        sgf: how SGF identifies the game, or None if it cannot hold its records.
        implied_by: record formats (``pgn``, ``psq``, ``xqf``) and protocols (``uci``) that mean this game where
            nothing names one.
        is_default: whether a new document begins with this game; true of one game.
        counters: numbers a set-up names beside the pieces.
        has_calculator: whether ``reckonings`` says anything.
        has_count: whether finished games are counted, dead pieces marked by the players (``count``).
    """

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    Rules: ClassVar[type]
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    notations: ClassVar[tuple[str, ...]] = ()
    looks: ClassVar[Mapping[str, str]] = {}
    aliases: ClassVar[tuple[str, ...]] = ()
    record_tags: ClassVar[Mapping[str, str]] = {}
    loose_rules: ClassVar[str] = ""
    letters: ClassVar[frozenset[str]] = frozenset()
    sgf: ClassVar[SgfGame | None] = None
    implied_by: ClassVar[frozenset[str]] = frozenset()
    is_default: ClassVar[bool] = False
    counters: ClassVar[tuple[Counter, ...]] = ()
    has_calculator: ClassVar[bool] = False
    has_count: ClassVar[bool] = False

    def __init__(self, rules: Any = None) -> None:
        self.rules = self.Rules() if rules is None else rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.name, self.rules))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rules_text()!r})"

    @classmethod
    def with_rules(cls, text: str = "", preset: str = "") -> Self:
        """The game with a preset's rules changed by ``text`` (``k=v,…``). ``text`` may also be a preset's name.

        Raises:
            OptionError: for an unknown preset, option or value.
        """
        if text in cls.presets and not preset:
            preset, text = text, ""
        if preset and preset not in cls.presets:
            raise OptionError("no preset {name!r}; there are: {names}", name=preset, names=", ".join(cls.presets))
        base = build_options(cls.Rules, cls.presets[preset]) if preset else None
        return cls(parse_options(cls.Rules, text, base))

    def rules_text(self) -> str:
        """What differs from the default rules, for ``with_rules``: a preset's name where one fits, else ``k=v,…``."""
        for name, values in self.presets.items():
            if values and build_options(self.Rules, values) == self.rules:
                return name
        return format_options(self.rules)

    @abstractmethod
    def start(self) -> P:
        """The position a game begins with."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """The position that ``text`` names, as if the game began there.

        Raises:
            NotationError: if the text is not well formed; it says where.
            PositionError: if no rule allows the position; it says why.
        """

    @abstractmethod
    def restore(self, text: str, history: Sequence[int]) -> P:
        """The position that ``format_position`` and ``Position.history`` described, reached by play."""

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The text of a position, read back by ``parse_position``."""

    @abstractmethod
    def format_move(self, position: P, move: int, style: MoveStyle = "record") -> str:
        """The text of a legal move: ``coordinates`` for engines, ``record`` for files, ``display`` for people."""

    def notate(self, position: P, move: int, notation: str = "") -> str:
        """The text of a legal move in one of ``notations`` (empty: as people see it); ``parse_move`` reads them all."""
        return self.format_move(position, move, "display")

    def file_names(self, notation: str = "") -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """What one of ``notations`` (empty: as people see it) calls the columns, for ``Surface.file_names``.

        None: it calls them ``Surface.column_names``.
        """
        return None

    @abstractmethod
    def parse_move(self, position: P, text: str) -> int:
        """The legal move that ``text`` names, in any of the styles.

        Raises:
            NotationError: if it is not a move's text.
            IllegalMoveError: if the move is not legal here; it says why.
        """

    def format_protocol_move(self, position: P, move: int) -> str:
        """The text of a legal move as protocols of other programs write it: ``e2e4``, ``h2e2``, ``D4``."""
        return self.format_move(position, move, "coordinates")

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        """What a protocol of other programs (``uci``, ``ucci``, ``gtp``, ``gomocup``) calls this game and its rules.

        The words are the protocol's own: ``variant`` (UCI, UCCI), ``boardsize`` and ``komi`` (GTP), ``columns``,
        ``rows`` and ``rule`` (Gomocup). None: the protocol does not know this game under these rules.
        """
        return None

    def with_protocol_rules(self, protocol: str, words: Mapping[str, str]) -> Self:
        """This game, but for the rules that ``words`` of a protocol name.

        Raises:
            OptionError: if the game has no such rules.
        """
        known = self.protocol_rules(protocol) or {}
        for word, value in words.items():
            if known.get(word) != value:
                raise OptionError("{name}={value}: this game has no such rule", name=word, value=value)
        return self

    def record_rules(self, format: str) -> Mapping[str, str] | None:
        """Return what a record format (``sgf``, ``psq``, ``xqf``) calls this game's rules, or None if it has no words.

        The words are the format's own: ``RU``, ``KM``, ``HA`` (SGF), ``rule`` (psq). A format takes the size of the
        board from ``surface``. PGN, which holds every game, does not ask.
        """
        return None

    def with_record_rules(self, format: str, words: Mapping[str, str]) -> Self:
        """Return this game with the rules that ``words`` of a record format name; unknown words are ignored.

        Added to the words of ``record_rules`` are ``columns`` and ``rows``, the size of the board, and in SGF ``KVR``
        where a record names its rules in our words, too: this game has them already.

        Raises:
            KyVienError: if the game has no such board or rule.
        """
        surface = self.surface(self.start())
        for name, size in (("columns", surface.columns), ("rows", surface.rows)):
            if words.get(name, str(size)) != str(size):
                raise OptionError("{name}={value}: this game has no such rule", name=name, value=words[name])
        return self

    def stone_colour(self, position: P) -> Player:
        """Return whose stones the player to move puts; the other's after an exchange of colours in an opening."""
        return position.turn

    @abstractmethod
    def surface(self, position: P) -> Surface:
        """The board's picture."""

    @abstractmethod
    def shape(self, position: P, move: int) -> MoveShape:
        """What a legal move does on the surface."""

    def shapes(self, position: P) -> list[MoveShape]:
        """The shapes of all legal moves, in the order of ``legal_moves``."""
        return [self.shape(position, move) for move in position.legal_moves()]

    @abstractmethod
    def setup(self, position: P) -> Setup:
        """The position taken apart for an editor."""

    @abstractmethod
    def compose(self, setup: Setup) -> P:
        """The position of a set-up.

        Raises:
            PositionError: with the first reason of ``faults``.
        """

    @abstractmethod
    def faults(self, setup: Setup) -> list[KyVienError]:
        """Every reason why ``setup`` is no legal position; empty if it is one."""

    def counter_faults(self, setup: Setup) -> list[KyVienError]:
        """A sentence for each number of a set-up that is out of its range; ``faults`` holds them too."""
        faults: list[KyVienError] = []
        for counter in self.counters:
            value = setup.counters.get(counter.name, counter.minimum)
            if value < counter.minimum or (counter.maximum is not None and value > counter.maximum):
                faults.append(
                    PositionError(
                        "{name} is {value}: must be {minimum} to {maximum}",
                        name=counter.name, value=value, minimum=counter.minimum, maximum=counter.maximum,
                    )
                )  # fmt: skip
        return faults

    def empty_setup(self) -> Setup:
        """A set-up with an empty board, the first side to move, counters at their least."""
        return Setup({}, Player.FIRST, {counter.name: counter.minimum for counter in self.counters})

    def side_name(self, position: P, player: Player) -> str:
        """English name of a player's side in ``position``, translated where shown: of ``sides``."""
        return self.sides[player]

    def tallies(self, position: P) -> list[Tally]:
        """Numbers shown beside the board; none by default."""
        return []

    def attacks(self, position: P, player: Player) -> list[MoveShape]:
        """The captures ``player`` could make if it were to move now, whoever is; none by default."""
        return []

    def reckonings(self, position: P, cell: int) -> list[Reckoning]:
        """What the calculator says of the piece on ``cell``; nothing by default."""
        return []

    def group(self, position: P, cell: int) -> Group | None:
        """The group of the piece on ``cell``; None where the game knows no groups or the cell is empty."""
        return None

    def groups_in_danger(self, position: P) -> list[Group]:
        """The groups that the opponent of their owner could take with one move; none by default."""
        return []

    def checked(self, position: P) -> tuple[int, ...]:
        """The cells of the pieces in check (kings of the side to move); none by default."""
        return ()

    def forbidden(self, position: P, player: Player) -> Mapping[int, str]:
        """Empty cells where ``player`` would lose at once by a rule, to the fault's English name; none by default.

        Such moves are legal all the same; names are translated where shown.
        """
        return {}

    def prompt(self, position: P) -> str:
        """English sentence: what the game asks for now, translated where shown; empty by default."""
        return ""

    def pass_move(self, position: P) -> int | None:
        """The legal move that passes; None where there is none."""
        return None

    def out_of_time(self, position: P, player: Player) -> Outcome:
        """How a game ends when the time of ``player`` is up: the other wins, where the rules know no better."""
        return Outcome(player.other, Termination.TIME)

    def propose_dead(self, position: P, seed: int = 0) -> frozenset[int]:
        """The cells of pieces that look dead, for ``count``; the players correct it."""
        return frozenset()

    def count(self, position: P, dead: Collection[int] = frozenset()) -> Count:
        """The score of a finished game, groups with a piece on a cell of ``dead`` taken off.

        Raises:
            NotImplementedError: where ``has_count`` is False.
        """
        raise NotImplementedError


_registry: Registry[Game] = Registry("game", "engine.games")
register = _registry.register
games = _registry.all
find_game = _registry.find


def default_game() -> type[Game]:
    """Return the game of a new document."""
    return next(kind for kind in games().values() if kind.is_default)


def game_implied_by(name: str) -> type[Game]:
    """Return the game that a record format or protocol means where nothing names one.

    Raises:
        OptionError: if no game claims it.
    """
    for kind in games().values():
        if name in kind.implied_by:
            return kind
    raise OptionError("no {kind} {name!r}; there are: {names}", kind=tr("game"), name=name, names=", ".join(games()))


def game_called(word: str) -> type[Game] | None:
    """The game that a record calls ``word``: its identifier, or one of its aliases; None: nobody's."""
    wanted = word.strip().lower()
    for name, kind in games().items():
        if wanted == name or wanted in (alias.lower() for alias in kind.aliases):
            return kind
    return None
