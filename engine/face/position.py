"""Positions of the library."""

import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from engine.core import position as core
from engine.core.errors import NotationError, OptionError
from engine.core.game import Game, MoveStyle, find_game
from engine.core.language import tr
from engine.core.outcome import Outcome, Player
from engine.core.spoken import spoken_board
from engine.face.text import text_board

if TYPE_CHECKING:
    import numpy


class Position:
    """A position: the board, the side to move, and everything else on which the rest of the game depends.

    A position never changes. ``play`` returns a new one. Two positions are equal if their games, boards and histories
    are equal. In a notebook, a position is shown as a picture, and ``print`` shows it as text.

    Attributes:
        core: the position as the rest of the engine uses it, with moves as numbers.

    Args:
        core: a position of the engine.
        last: cells of the move that led to the position, which are tinted in its picture.
    """

    __slots__ = ("_last", "core")

    def __init__(self, core: core.Position, last: Sequence[int] = ()) -> None:
        self.core = core
        self._last = tuple(last)

    # --- the rules ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self.core.game

    @property
    def turn(self) -> Player:
        """The player to move, ``Player.FIRST`` or ``Player.SECOND``."""
        return self.core.turn

    @property
    def side(self) -> str:
        """The name of the side to move in the current language, such as “Red”."""
        return tr(self.game.side_name(self.core, self.core.turn))

    @property
    def moves(self) -> list[str]:
        """The legal moves in coordinate notation, in the order in which they are generated.

        The list is empty if the game is over.
        """
        return [self.game.format_move(self.core, move, "coordinates") for move in self.core.legal_moves()]

    def legal_moves(self) -> list[int]:
        """Return the legal moves as numbers, in the order of ``moves``."""
        return self.core.legal_moves()

    def play(self, *moves: str | int) -> "Position":
        """Return the position after some moves, each a text in any notation of the game or a number.

        Raises:
            NotationError: if a text does not describe a move.
            IllegalMoveError: if a move is illegal. The message contains the reason.
        """
        position, last = self.core, self._last
        for move in moves:
            number = _number(position, move)
            shape = position.game.shape(position, number)
            last = tuple(cell for cell in (shape.origin, shape.target) if cell is not None)
            position = position.play(number)
        return Position(position, last)

    def number(self, move: str | int) -> int:
        """Return the number of a legal move, given as text in any notation of the game or as a number.

        Raises:
            NotationError, IllegalMoveError: as for ``play``.
        """
        return _number(self.core, move)

    def format(self, move: str | int, style: MoveStyle = "display") -> str:
        """Return the text of a legal move: ``coordinates``, as in a ``record``, or for ``display``.

        Raises:
            NotationError, IllegalMoveError: as for ``play``.
        """
        return self.game.format_move(self.core, _number(self.core, move), style)

    @property
    def is_over(self) -> bool:
        """Whether the game is over by any rule, including the lack of a legal move."""
        return self.core.outcome() is not None

    @property
    def outcome(self) -> Outcome | None:
        """The winner and the reason why the game is over, or None if it is not over."""
        return self.core.outcome()

    def final_value(self, ply: int = 0) -> int | None:
        """Return the score of a finished game for the side to move, or None if the game is not over.

        It is the score with which the searches of the engine judge the end of a line: ``ply - 1_000_000`` for a loss,
        usually 0 for a draw, and the value of a leaf in a hand-made tree. A search written in Python needs no other
        knowledge of the rules.

        Args:
            ply: number of moves made since the root of the search.
        """
        return self.core.final_value(ply)

    # --- texts -------------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The position as text, which ``position`` reads, such as a FEN in chess."""
        return str(self.core)

    @property
    def board(self) -> str:
        """The board as lines of text."""
        return text_board(self.game.surface(self.core))

    @property
    def spoken(self) -> str:
        """The board as sentences in the current language, for a screen reader: “Red to move. a1: Red 1, …”."""
        return spoken_board(self.game, self.core)

    def cells(self) -> dict[str, str]:
        """Return the English name of the piece on each occupied cell, by the name of the cell."""
        surface = self.game.surface(self.core)
        return {surface.cell_name(cell): surface.kind(piece).name for cell, piece in sorted(surface.pieces.items())}

    def __str__(self) -> str:
        outcome = self.outcome
        return f"{self.board}\n{self._status()}{f': {outcome.result}' if outcome is not None else ''}"

    def __repr__(self) -> str:
        rules = self.game.rules_text()
        return f"Position({self.game.name!r}, {self.text!r}{f', rules={rules!r}' if rules else ''})"

    # --- pictures ----------------------------------------------------------------------------------------------------

    def svg(
        self, *, flip: bool = False, size: int = 360, theme: Literal["light", "dark"] = "light",
        arrows: Iterable[str | int] = (),
    ) -> str:  # fmt: skip
        """Return a picture of the board as SVG.

        Args:
            flip: whether the second player is at the bottom.
            size: greatest width and height in px.
            theme: colours of the coordinates and the background.
            arrows: legal moves that are drawn as arrows. Moves without an origin are circles.

        Raises:
            NotationError, IllegalMoveError: if an arrow is not a legal move.
        """
        from engine.picture.board import Arrow, board_svg

        surface = self.game.surface(self.core)
        shapes = [self.game.shape(self.core, self.number(move)) for move in arrows]
        color = (surface.colors.first, surface.colors.second)[self.core.turn]
        drawn = [
            Arrow(-1 if shape.origin is None else shape.origin, shape.target, color)
            for shape in shapes
            if shape.target is not None
        ]
        return board_svg(
            surface, last=self._last, checked=self.game.checked(self.core), arrows=drawn, flip=flip, size=size,
            theme=theme, title=self._status(),
        )  # fmt: skip

    def _repr_svg_(self) -> str:
        return self.svg()

    def _status(self) -> str:
        """Return the side to move, or that the game is over, in the current language."""
        return tr("The game is over") if self.is_over else tr("{side} to move", side=self.side)

    # --- arrays ------------------------------------------------------------------------------------------------------

    @property
    def plane_names(self) -> list[str]:
        """The names of the planes of ``planes``: the identifiers of the piece kinds, and ``turn``."""
        return [*(kind.id for kind in self.game.surface(self.core).kinds), "turn"]

    def planes(self) -> "numpy.ndarray[Any, numpy.dtype[numpy.uint8]]":
        """Return the board as a numpy array of zeros and ones, for machine learning.

        Returns:
            Array of shape (planes, rows, columns). A plane is 1 where a piece of its kind is (``plane_names``). The
            last plane is 1 everywhere if the second player is to move. Row 0 is the row nearest to the first player,
            and column 0 is the leftmost column from that player's side.
        """
        import numpy

        surface = self.game.surface(self.core)
        places = {kind.id: place for place, kind in enumerate(surface.kinds)}
        planes = numpy.zeros((len(places) + 1, surface.rows, surface.columns), numpy.uint8)
        for cell, piece in surface.pieces.items():
            planes[places[piece], cell // surface.columns, cell % surface.columns] = 1
        planes[-1] = self.core.turn
        return planes

    # --- as a value --------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self.core == other.core if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.core)

    def __reduce__(self) -> tuple[type["Position"], tuple[core.Position, tuple[int, ...]]]:
        return Position, (self.core, self._last)


def position(game: str | Game | type[Game], text: str = "", *, rules: str = "", preset: str = "") -> Position:
    """Return a position of a game.

    Args:
        game: identifier of the game, such as ``"chess"``, or a game of the engine with its rules.
        text: the position as text, such as a FEN, or an empty string for the start position.
        rules: the rules that differ from the defaults, as ``"rows=9,columns=9"``, or the name of a preset.
        preset: name of a set of rules, to which ``rules`` are applied.

    Raises:
        OptionError: if there is no such game or rule, or if a value is not allowed.
        NotationError, PositionError: if the text is not a position of the game.

    Warns:
        UserWarning: for each part of the text, such as an impossible castling right, without which it was read.
    """
    for name, value in (("text", text), ("rules", rules), ("preset", preset)):
        if not isinstance(value, str):
            raise OptionError("{name}={value}: expected a text", name=name, value=repr(value)[:80])
    if isinstance(game, str):
        game = find_game(game)
    if isinstance(game, type) and issubclass(game, Game):
        game = game.with_rules(rules, preset)
    elif not isinstance(game, Game):
        raise OptionError("{value}: expected the name of a game", value=repr(game)[:80])
    elif rules or preset:
        game = type(game).with_rules(rules, preset)
    if not text:
        return Position(game.start())
    found, changes = game.read_position(text)
    for change in changes:
        warnings.warn(str(change), stacklevel=2)
    return Position(found)


PositionLike = Position | core.Position | Game | str
"""What a function of the library accepts as a position: one of the last two is a game, for its start position."""


def as_position(value: PositionLike) -> Position:
    """Return the position that a caller gave: a position, one of the engine, or the name of a game.

    Raises:
        OptionError: if there is no such game, or if it is none of these.
    """
    if isinstance(value, Position):
        return value
    if isinstance(value, core.Position):
        return Position(value)
    if isinstance(value, str | Game):
        return position(value)
    raise OptionError("{value}: expected a position or the name of a game", value=repr(value)[:80])


def _number(position: core.Position, move: str | int) -> int:
    """Return the number of a legal move.

    Raises:
        NotationError, IllegalMoveError: if the text is not a legal move.
        NotationError: if the number is not one.
    """
    if isinstance(move, str):
        return position.game.parse_move(position, move)
    if isinstance(move, bool) or move not in position.legal_moves():
        raise NotationError("{move}: not the number of a legal move here", move=repr(move)[:80])
    return int(move)
