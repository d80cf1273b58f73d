"""The base class of games, which defines names, rules, notation and the surface of the board, and their registry."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self

from engine.core.dialects import entries, key_of
from engine.core.endings import Endings, Horizon
from engine.core.errors import KyVienError, NotationError, OptionError, PositionError
from engine.core.inputs import Inputs
from engine.core.language import Plural, tr
from engine.core.options import build_options, format_options, parse_options
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.core.registry import Registry
from engine.core.surface import Count, Counter, Group, MoveShape, Reckoning, Setup, Surface, Tally
from engine.core.values import Value

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, as in Python 3.13

    P = TypeVar("P", bound=Position, default=Position)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=Position)

MoveStyle = Literal["coordinates", "record", "display"]

MOST_HISTORY = 20_000
"""Most numbers of ``Position.history`` that ``Game.restore`` accepts: a game of 9,999 moves, the greatest move number
of a set-up, has fewer plies."""


class SgfGame(Value):
    """The identification in SGF of a game in which stones of two colours are placed on points.

    Attributes:
        number: value of the property ``GM``.
        variant: value of the private property ``KVG``, which distinguishes games with the same number. It is an empty
            string for the game that other programs identify by the number.
        named_points: whether other programs also write points in the game's own notation (``h8``).
    """

    number: int
    variant: str = ""
    named_points: bool = False


class NamedPlayer(Value):
    """A player of one game that is offered by name, such as the program of a document on the game.

    Attributes:
        name: identifier.
        title: English name, translated for display.
        help: one English sentence on how it plays, translated for display.
        spec: its algorithm with parameters, written as on the command line (``NAME:k=v,…``).
    """

    name: str
    title: str
    help: str
    spec: str


class MeasuredStrength(Value):
    """The strength of a player, as that of another program.

    Attributes:
        program: name of the program.
        elo: its option ``UCI_Elo`` with which it is about as strong, or None if it is weaker at its full
            strength without NNUE.
        seconds: CPU time per move of both in the matches.
    """

    program: str
    elo: int | None
    seconds: float


class Showcase(Value):
    """The position by which a game is shown where the user chooses one. The default is the initial position.

    Attributes:
        rules: the rules, ``k=v,…`` or the name of a preset, or an empty string for the default rules.
        moves: the moves that lead to the position, separated by spaces.
    """

    rules: str = ""
    moves: str = ""


class Game(ABC, Generic[P]):
    """A rule set for positions of type ``P``.

    The rules of an instance never change. Every position has a reference to its game.

    Attributes:
        name: identifier on the command line and in records.
        title: English name or term of art, translated for display.
        sides: English names of FIRST and SECOND, translated for display.
        Rules: class of the rule options, a ``Value`` with fields made by ``option``.
        presets: a mapping of names of rule sets to the option values that differ from the defaults.
        preset_titles: a mapping of names of presets to their English titles, translated for display. A preset without a
            title is displayed with its name.
        notations: names of the move notations (``notate``), or empty if there is only one.
        looks: a mapping of names of sets of piece pictures to their ``Surface.theme``, or empty if there is only one.
        display_titles: a mapping of the names in ``notations`` and ``looks`` to their English titles, translated for
            display.
        record_tags: PGN tags by which other programs recognise records of the game, or an empty mapping. They are
            written in addition to the tag ``Game``, or replace that tag if they contain it. They are not stored as
            headers, because they describe the format of the record. If there are any, the tags of the players are named
            after the sides.
        record_languages: a mapping of the languages in which other programs write the moves of its records in PGN to
            English titles (``recorded_in``), apart from that of ``format_move``.
        letters: non-ASCII characters in its moves, used to detect the encoding of a record that is not in UTF-8.
        phrases: regular expression without named groups of moves that contain spaces, or that may follow each other
            without spaces, or an empty string if there are none.
        sgf: identification of the game in SGF, or None if SGF cannot represent its records.
        implied_by: formats of files (``pgn``, ``psq``, ``ubb``, ``xqf``, ``polyglot``) and protocols (``uci``) for
            which this game is assumed if no game is named.
        is_default: whether a new document starts with this game. It is True for exactly one game.
        is_draft: whether the game is unfinished. It is offered like any other, but tests do not demand its rules pages,
            translations and golden files yet (``docs/developers/game.md``).
        players: players known by name, offered for a new game in addition to the levels.
        beginner_depth: depth in plies of the level *Beginner*. With 1 it plays one of the three best moves.
        level_nodes: nodes per move of the levels between *Club* and *Strong*, at most two, the weaker one first. They
            are chosen by the matches of ``examples/strength/levels.py``.
        measured: the strength of the level *Strong* in matches against another program, or None if it is unknown.
        showcase: the position by which the game is shown where the user chooses a game.
        counters: numbers that a set-up contains in addition to the pieces.
        search_values: what the value ``auto`` of a switch of the strong search means in this game, for the switches
            that are not on.
        unsuitable: a mapping of the names of the switches that do not apply to this game to the reasons
            (``engine.core.refinements``).
        plays_out: whether the Monte Carlo search judges positions of this game by playouts if it may choose. The
            positions should then override ``draw_move`` or ``play_out``, and ``prior``.
        strongest: the algorithm, as on the command line, that plays this game best, or an empty string for the usual
            one. It is the level *Strong*, and plays for other programs by default.
        shows_chance: whether scores are shown as chances of winning in per cent, because its players do not think in
            the unit of its evaluations.
        is_players_game: whether people play it against each other, so that an analysis of it begins with several lines
            of the strongest algorithm and with the chance of winning.
        tree_rule: name of the rule option that holds a tree as text (``engine.core.handmade``), or an empty string. The
            positions of such a game are the nodes of the tree, and a move is the number of the node it leads to.
        has_calculator: whether ``reckonings`` is implemented.
        has_count: whether finished games are counted after the players have marked dead pieces (``count``).
    """

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    Rules: ClassVar[type]
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    preset_titles: ClassVar[Mapping[str, str]] = {}
    notations: ClassVar[tuple[str, ...]] = ()
    looks: ClassVar[Mapping[str, str]] = {}
    display_titles: ClassVar[Mapping[str, str]] = {}
    record_tags: ClassVar[Mapping[str, str]] = {}
    record_languages: ClassVar[Mapping[str, str]] = {}
    letters: ClassVar[frozenset[str]] = frozenset()
    phrases: ClassVar[str] = ""
    sgf: ClassVar[SgfGame | None] = None
    implied_by: ClassVar[frozenset[str]] = frozenset()
    is_default: ClassVar[bool] = False
    is_draft: ClassVar[bool] = False
    players: ClassVar[tuple[NamedPlayer, ...]] = ()
    beginner_depth: ClassVar[Literal[1, 2]] = 1
    level_nodes: ClassVar[tuple[int, ...]] = ()
    measured: ClassVar[MeasuredStrength | None] = None
    showcase: ClassVar[Showcase] = Showcase()
    counters: ClassVar[tuple[Counter, ...]] = ()
    search_values: ClassVar[Mapping[str, bool]] = {}
    unsuitable: ClassVar[Mapping[str, str]] = {}
    plays_out: ClassVar[bool] = False
    strongest: ClassVar[str] = ""
    shows_chance: ClassVar[bool] = False
    is_players_game: ClassVar[bool] = False
    tree_rule: ClassVar[str] = ""
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
        """Return the game with the rules of ``preset`` and the changes in ``text``.

        ``text`` has the format ``k=v,…``. If ``preset`` is empty, the changes apply to the default rules, and ``text``
        can also be the name of a preset.

        Raises:
            OptionError: for an unknown preset, option or value.
        """
        if text in cls.presets and not preset:
            preset, text = text, ""
        if preset and preset not in cls.presets:
            raise OptionError("unknown preset {name!r}; available: {names}", name=preset, names=", ".join(cls.presets))
        base = build_options(cls.Rules, cls.presets[preset]) if preset else None
        return cls(parse_options(cls.Rules, text, base))

    @classmethod
    def preset_title(cls, name: str) -> str:
        """Return the English title of the preset ``name``, translated for display."""
        return cls.preset_titles.get(name, name)

    def rules_text(self) -> str:
        """Return the text of the rules for ``with_rules``: the name of a preset, or ``k=v,…``.

        Only options that differ from the default rules are listed. An empty string means the default rules.
        """
        for name, values in self.presets.items():
            if values and build_options(self.Rules, values) == self.rules:
                return name
        return format_options(self.rules)

    @abstractmethod
    def start(self) -> P:
        """Return the initial position under the game's rules."""

    def parse_position(self, text: str) -> P:
        """Return the position described by ``text`` (``format_position``), without earlier positions.

        Raises:
            NotationError: if the text is malformed.
            PositionError: if the rules do not allow the position. The message contains the reason.
        """
        return self.compose(self._read(text))

    def read_position(self, text: str) -> tuple[P, list[KyVienError]]:
        """Return the position that a text of another program describes, and what was changed to make it legal.

        The text is that of ``parse_position``, perhaps with underscores for spaces, or a command of UCI, such as
        ``position startpos moves e2e4``. A game can accept more.

        Raises:
            KyVienError: if the text is not a position of this game.
        """
        setup, moves = split_position(text)
        position, changes = (self.start(), []) if setup is None else self._mended(setup)
        for word in moves:
            position = position.play(self.parse_move(position, word))
        return position, changes

    def _mended(self, text: str) -> tuple[P, list[KyVienError]]:
        """Return the position of a text without moves, and what was changed to make it legal."""
        return self.parse_position(text), []

    def fitted(self, text: str) -> Self:
        """Return the game with the rules that the text of a position demands, which are those of the game by default.

        Any text is accepted.
        """
        return self

    def restore(self, text: str, history: Sequence[int]) -> P:
        """Return a position reached by play, given its text (``format_position``) and its ``history``.

        Both may come from a file, so everything is checked as in ``parse_position``. Only the counters may be greater
        than in a set-up.

        Raises:
            NotationError: if the text is malformed.
            PositionError: if the rules do not allow the position, or if ``history`` does not fit it.
        """
        if len(history) > MOST_HISTORY:
            raise PositionError(
                Plural("the position has {count} number of history; at most {most} are allowed",
                       "the position has {count} numbers of history; at most {most} are allowed"),
                count=len(history), most=MOST_HISTORY,
            )  # fmt: skip
        setup = self._read(text)
        counters = dict(setup.counters)
        for counter in self.counters:
            if counter.maximum is not None and counter.name in counters:
                counters[counter.name] = min(counters[counter.name], counter.maximum)
        for fault in self.faults(Setup(setup.pieces, setup.turn, counters)):
            raise fault
        if all(isinstance(number, int) and 0 <= number < 2**64 for number in history):
            try:
                return self._build(setup, history)
            except (ValueError, OverflowError):
                pass
        raise PositionError("the earlier positions do not fit the position")

    def _read(self, text: str) -> Setup:
        """Return the set-up that a text describes, which ``faults`` has not checked.

        Raises:
            NotationError: if the text is malformed.
        """
        raise NotImplementedError

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> P:
        """Return the position of a set-up that has no faults, with its ``history``.

        Raises:
            ValueError, OverflowError: if ``history`` does not fit the set-up.
        """
        raise NotImplementedError

    @abstractmethod
    def format_position(self, position: P) -> str:
        """Return a position as text, in the format of the game, which contains all except ``history``."""

    @abstractmethod
    def format_move(self, position: P, move: int, style: MoveStyle = "record") -> str:
        """Return the text of a legal move in one of three styles.

        The style ``coordinates`` is for engines, and ``record`` is for records. The style ``display`` is for users and
        can be in the current language.
        """

    def notate(self, position: P, move: int, notation: str = "") -> str:
        """Return the text of a legal move in one of ``notations``, or in the ``display`` style if none is given.

        ``parse_move`` accepts all notations.
        """
        return self.format_move(position, move, "display")

    def file_names(self, notation: str = "") -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Return ``Surface.file_names`` for one of ``notations``, or for the ``display`` style if none is given.

        None means that the notation uses ``Surface.column_names``.
        """
        return None

    @abstractmethod
    def parse_move(self, position: P, text: str) -> int:
        """Return the legal move described by ``text``, which can be in any style or notation.

        Raises:
            NotationError: if the text does not describe a move.
            IllegalMoveError: if the move is illegal in this position. The message contains the reason.
        """

    def move_reader(self, start: P, texts: Sequence[str]) -> Callable[[P, str], int]:
        """Return a function like ``parse_move`` for the moves of one record.

        The record can decide what a single move leaves open, such as whether ranks are counted from 0 or from 1. By
        default, the function is ``parse_move``.

        Args:
            start: the first position of the record.
            texts: the moves of its main line.
        """
        return self.parse_move

    def format_protocol_move(self, position: P, move: int) -> str:
        """Return the text of a legal move in engine protocols, such as ``e2e4`` or ``D4``."""
        return self.format_move(position, move, "coordinates")

    uci_signs: ClassVar[frozenset[str] | None] = None
    """Names of options by which a UCI engine without the option ``UCI_Variant`` shows that it plays this game.

    Empty for the game that UCI is made for, which all other such engines play. None if only engines with the option
    play this game.
    """

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        """Return this game and its rules in the terms of an engine protocol (``uci``, ``ucci``, ``gtp``, ``gomocup``).

        The terms depend on the protocol: ``variant`` (UCI, UCCI), ``chess960`` (UCI), ``boardsize`` and ``komi`` (GTP),
        ``columns``, ``rows`` and ``rule`` (Gomocup). None means that the protocol does not support this game with these
        rules.
        """
        return None

    def with_protocol_rules(self, protocol: str, words: Mapping[str, str]) -> Self:
        """Return this game with the rules specified by ``words``, a mapping of terms of a protocol to values.

        Raises:
            OptionError: if the game does not support such rules.
        """
        known = self.protocol_rules(protocol) or {}
        for word, value in words.items():
            if known.get(word) != value:
                raise OptionError("{name}={value} is not supported by this game", name=word, value=value)
        return self

    def record_rules(self, format: str) -> Mapping[str, str] | None:
        """Return this game's rules in the terms of a record format (``sgf``, ``psq``, ``ubb``, ``xqf``).

        The result is None if the format does not support the game. The terms depend on the format: ``RU``, ``KM`` and
        ``HA`` in SGF, ``rule`` in psq. They do not include the size of the board, which formats read from ``surface``.
        PGN supports every game and does not use this method.
        """
        return None

    def recorded_in(self, language: str) -> Self:
        """Return a game like this one whose records in PGN have moves and tags in one of ``record_languages``.

        Raises:
            KeyError: if ``language`` is not one of them.
        """
        raise KeyError(language)

    def with_record_rules(self, format: str, words: Mapping[str, str]) -> Self:
        """Return this game with the rules specified by ``words``, a mapping of terms of a record format to values.

        In addition to the terms of ``record_rules``, ``words`` may contain the size of the board, as ``columns`` and
        ``rows``, and in SGF the program in ``AP`` and the private property ``KVR``. If ``KVR`` is present, this game
        already has the rules that the property specifies. Unknown terms are ignored.

        Raises:
            KyVienError: if the game does not support such a board or rule.
        """
        surface = self.surface(self.start())
        for name, size in (("columns", surface.columns), ("rows", surface.rows)):
            if words.get(name, str(size)) != str(size):
                raise OptionError("{name}={value} is not supported by this game", name=name, value=words[name])
        return self

    def unknown_record_rules(self, format: str, words: Mapping[str, str]) -> list[KyVienError]:
        """Return an error for each of ``words`` whose value ``with_record_rules`` ignores because it is unknown."""
        return []

    def stone_colour(self, position: P) -> Player:
        """Return the colour of the stones that the player to move places.

        FIRST means the colour that begins the game. After a swap of the colours, the result differs from ``turn``.
        """
        return position.turn

    @abstractmethod
    def surface(self, position: P) -> Surface:
        """Return the picture of the board in ``position``."""

    @abstractmethod
    def shape(self, position: P, move: int) -> MoveShape:
        """Return the effect of a legal move on the surface of ``position``."""

    def shapes(self, position: P) -> list[MoveShape]:
        """Return the shapes of all legal moves, in the order of ``legal_moves``."""
        return [self.shape(position, move) for move in position.legal_moves()]

    def setup(self, position: P) -> Setup:
        """Return the set-up of a position, for an editor. By default it has the pieces of the board and no counters."""
        return Setup(self.surface(position).pieces, position.turn)

    def compose(self, setup: Setup) -> P:
        """Return the position of a set-up.

        Raises:
            PositionError: if the set-up has faults. The exception is the first of ``faults``.
        """
        for fault in self.faults(setup):
            raise fault
        return self._build(setup)

    @abstractmethod
    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return reasons why ``setup`` is not a legal position, or an empty list if it is legal.

        The list may be incomplete, because some checks are only possible if the earlier ones succeed.
        """

    def counter_faults(self, setup: Setup) -> list[KyVienError]:
        """Return an error for each counter of a set-up that is out of range. ``faults`` includes these errors."""
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

    def _won_already(self, setup: Setup) -> list[KyVienError]:
        """Return an error if the side to move has won, in a list, for a game in which only a move of a side wins."""
        # Judged with the other side to move: then what this side has reached ends the game.
        outcome = self._build(Setup(setup.pieces, setup.turn.other, setup.counters)).outcome()
        if outcome is None or outcome.winner is not setup.turn:
            return []
        return [PositionError("{side} is to move and has won already", side=KyVienError(self.sides[setup.turn]))]

    def empty_setup(self) -> Setup:
        """Return a set-up with an empty board, FIRST to move and all counters at their minimum."""
        return Setup({}, Player.FIRST, {counter.name: counter.minimum for counter in self.counters})

    def side_name(self, position: P, player: Player) -> str:
        """Return the English name of a player's side in ``position``, which is one of ``sides``."""
        return self.sides[player]

    def tallies(self, position: P) -> list[Tally]:
        """Return the numbers shown next to the board. The default is an empty list."""
        return []

    def attacks(self, position: P, player: Player) -> list[MoveShape]:
        """Return the captures that ``player`` could make if it were that player's turn.

        The default is an empty list.
        """
        return []

    def reckonings(self, position: P, cell: int) -> list[Reckoning]:
        """Return the calculations with the piece on ``cell`` for display. The default is an empty list."""
        return []

    def group(self, position: P, cell: int) -> Group | None:
        """Return the group of the piece on ``cell``, or None if the cell is empty or the game has no groups."""
        return None

    def groups_in_danger(self, position: P) -> list[Group]:
        """Return the groups that the opponent could capture with one move. The default is an empty list."""
        return []

    def checked(self, position: P) -> tuple[int, ...]:
        """Return the cells of the kings of the side to move that are in check. The default is an empty tuple."""
        return ()

    def points_of_missing(self, setup: Setup) -> Mapping[str, int]:
        """Return the counters of a set-up as if every missing piece had been captured, by name of the counter.

        By default it is empty, as in games that count no points for captures.
        """
        return {}

    def arranged(self, before: Setup, after: Setup) -> Setup:
        """Return a set-up whose pieces the user has changed, with the counters that follow from the change.

        By default it is unchanged.

        Args:
            before: the set-up before the change.
            after: the set-up after it.
        """
        return after

    def decisive(self, position: P, last: MoveShape) -> tuple[int, ...]:
        """Return the cells of the row or the capture that won a finished game, or an empty tuple.

        By default these are the cells of the pieces that the last move captured, if a capture won the game.

        Args:
            position: the position.
            last: the shape of the move that led to it.
        """
        outcome = position.outcome()
        won_by_capture = outcome is not None and outcome.termination in (Termination.ZERO, Termination.CAPTURE)
        return last.captured if won_by_capture else ()

    def _won_row(self, position: P, last: MoveShape, length: int) -> tuple[int, ...]:
        """Return the cells of the rows of at least ``length`` that the last piece completed, if a row won the game."""
        outcome = position.outcome()
        if outcome is None or outcome.termination is not Termination.LINE or last.target is None:
            return ()
        return self.surface(position).rows_through(last.target, length)

    def allowed_cells(self, position: P) -> tuple[int, ...]:
        """Return the cells where a piece may be placed, in a game whose rules exclude most of the empty cells.

        By default it is an empty tuple, as in games where the board shows well enough which moves are legal.
        """
        return ()

    def forbidden(self, position: P, player: Player) -> Mapping[int, str]:
        """Return the empty cells on which a move of ``player`` is legal but loses at once, because a rule forbids it.

        The values of the mapping are English names of the faults. The default is an empty mapping.
        """
        return {}

    def prompt(self, position: P) -> str:
        """Return an English prompt for the next move or choice. The default is an empty string."""
        return ""

    def pass_move(self, position: P) -> int | None:
        """Return the legal move that passes, or None if there is none."""
        return None

    def placeless_moves(self, position: P) -> list[int]:
        """Return the legal moves without a cell on the surface, such as a pass. By default, there are none."""
        return []

    def out_of_time(self, position: P, player: Player) -> Outcome:
        """Return the outcome if ``player`` runs out of time. By default, the opponent wins."""
        return Outcome(player.other, Termination.TIME)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return the permutations of the cells that change no rule, as the image of each cell, the identity first.

        An empty tuple means that there is only the identity. A position after a permutation must be one that
        ``compose`` accepts, with the same counters and the same side to move.
        """
        return ()

    def inputs(self) -> Inputs:
        """Return the inputs of networks for positions under these rules."""
        return _inputs_of(self)

    def _inputs(self) -> Inputs:
        """Return the inputs of networks. A game overrides this method if its positions override ``write_cells``."""
        return Inputs(self.surface(self.start()), self.symmetries())

    def book_key(self, position: P) -> int | None:
        """Return the key of a position in books of PolyGlot (``engine.tables.polyglot``), or None if it has none."""
        return None

    def endings(self) -> Endings | None:
        """Return what is needed to tabulate the endings of the game, or None if it has no tables of endings."""
        return None

    def ending_horizon(self, position: P) -> Horizon:
        """Return to which extent a table of endings is valid in ``position``. By default, it is not valid at all."""
        return Horizon(0, draws=False)

    def propose_dead(self, position: P, seed: int = 0) -> frozenset[int]:
        """Return the cells of pieces that are probably dead, for use with ``count``. The default is an empty set.

        The players can correct this proposal. ``seed`` is the random seed of the estimate.
        """
        return frozenset()

    def passed(self, position: P) -> P:
        """Return the position of the same pieces with the other side to move, as after a null move.

        Raises:
            PositionError: if the rules do not allow it, as in check.
        """
        setup = self.setup(position)
        counters = dict(setup.counters)
        if "number" in counters:
            counters["number"] += setup.turn is Player.SECOND
        # A capture in passing is possible at once only.
        if "en_passant" in counters:
            counters["en_passant"] = 0
        return self.compose(Setup(setup.pieces, setup.turn.other, counters))

    def resumed(self, position: P) -> P:
        """Return the position in which the game goes on as if the players had not agreed to end it.

        A review judges moves by it, because the rules do not determine what the players agree on. By default, it
        is ``position`` itself.
        """
        return position

    def count(self, position: P, dead: Collection[int] = frozenset()) -> Count:
        """Return the count of a finished game, after every group with a piece on a cell of ``dead`` is removed.

        Raises:
            NotImplementedError: if ``has_count`` is False.
        """
        raise NotImplementedError


_registry: Registry[Game] = Registry("game", "engine.games")
register = _registry.register
games = _registry.all
find_game = _registry.find


@lru_cache(maxsize=64)
def _inputs_of(game: Game[Any]) -> Inputs:
    return game._inputs()


def split_position(text: str) -> tuple[str | None, list[str]]:
    """Split the text of a position into the position and the moves after it (UCI: ``position fen … moves …``).

    Underscores in a text without spaces are read as spaces. The position is None for ``startpos``.
    """
    words = text.strip().strip('"')
    if "/" in words and not re.search(r"\s", words):
        words = words.replace("_", " ")
    setup, *moves = re.split(r"\s+moves\b", re.sub(r"^(?:position\s+)?(?:fen\s+)?", "", words), maxsplit=1)
    return None if setup.strip() == "startpos" else setup.strip(), " ".join(moves).split()


def plies_read(position: P, texts: Sequence[str], parse: Callable[[P, str], int]) -> int:
    """Return the number of texts that are legal moves one after the other from ``position`` on, as parsed."""
    for number, text in enumerate(texts):
        try:
            position = position.play(parse(position, text))
        except KyVienError:
            return number
    return len(texts)


def default_game() -> type[Game]:
    """Return the game with which a new document starts."""
    return next(kind for kind in games().values() if kind.is_default)


def game_implied_by(name: str) -> type[Game]:
    """Return the game that is assumed for a record format or a protocol if no game is named.

    Raises:
        OptionError: if there is no such game for the format or protocol ``name``.
    """
    for kind in games().values():
        if name in kind.implied_by:
            return kind
    raise OptionError(
        "unknown {kind} {name!r}; available: {names}", kind=tr("game"), name=name, names=", ".join(games())
    )


def game_called(word: str) -> type[Game] | None:
    """Return the game that ``word`` names, as ``variant_called`` does, or None if there is no such game."""
    try:
        game = variant_called(word)
    except NotationError:
        return None
    return None if game is None else type(game)


@lru_cache(maxsize=256)
def variant_called(text: str) -> Game | None:
    """Return the game with the rules that ``text`` names in records of other programs.

    The text is an identifier of a game, or a name of ``resources/dialects/variants.csv``, with or without the words
    that the table ignores (``Standard (rated)``). The result is None if it names nothing.

    Raises:
        NotationError: if the name is unknown, or is the name of a game that is not supported.
    """
    whole, known = key_of(text), _variants()
    if whole in games():
        return find_game(whole)()
    bare = "".join(key for word in re.split(r"[\s()]+", text) if known.get(key := key_of(word)) != "")
    if not bare or known.get(whole) == "":
        return None
    found = known.get(whole) or known.get(bare) or known.get(key_of(re.sub(r"\(.*", "", text)))
    if found is None and bare.endswith("960") and isinstance(base := known.get(bare.removesuffix("960")), str):
        found = base  # a variant that is not supported, from other starting positions
    if isinstance(found, str):
        raise NotationError("{name} is not supported", name=found)
    if found is not None:
        return found
    raise NotationError("unknown game {name!r}; available: {names}", name=text.strip()[:60], names=", ".join(games()))


@cache
def _variants() -> Mapping[str, "Game | str"]:
    """Return the games of ``resources/dialects/variants.csv`` by the keys of their names.

    The value is the title of a game that is not supported, or an empty string for a word that is ignored.
    """
    return {
        key: find_game(entry["game"]).with_rules(entry["rules"]) if entry["game"] else entry["title"]
        for key, entry in entries("variants").items()
    }
