"""The rules of tic-tac-toe, and its notation and surface.

Two sides put crosses (X, first) and noughts (O) in nine cells, and three in a row win. A full board without a line is a
draw. With best play the game is drawn. There are 255,168 possible games, which are few enough for a complete search: X
wins 131,184 of them, O wins 77,904, and 46,080 are drawn.
"""

import re
from collections.abc import Sequence
from typing import ClassVar

from engine.core.cells import Cells, read_turn
from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MoveStyle, Showcase, register
from engine.core.outcome import Player
from engine.core.refinements import IN_SMALL_GAMES
from engine.core.surface import BoardColors, MoveShape, PieceKind, Setup, Surface
from engine.core.values import Value
from engine.games.tictactoe.position import TictactoePosition

SIZE = 3
_COLORS = BoardColors(first="#1F2F6B", second="#A8321F", ruled=True)
_KINDS = (PieceKind("x", "Cross", Player.FIRST, "X", limit=5), PieceKind("o", "Nought", Player.SECOND, "O", limit=5))
_CELLS = Cells("abc", SIZE, {"x": "x", "o": "o"}, dotted=True)


class Rules(Value):
    """The rules of tic-tac-toe, which have no options."""


@register
class Tictactoe(Game[TictactoePosition]):
    """The game of tic-tac-toe."""

    name: ClassVar[str] = "tictactoe"
    title: ClassVar[str] = "Tic-tac-toe"
    showcase: ClassVar[Showcase] = Showcase("", "b2 a1 c3")
    unsuitable: ClassVar = IN_SMALL_GAMES
    sides: ClassVar[tuple[str, str]] = ("X", "O")
    Rules: ClassVar[type] = Rules

    def start(self) -> TictactoePosition:
        """Return the empty board with X to move."""
        return TictactoePosition(self, (), (), 0)

    # --- texts ----------------------------------------------------------------------------------------------------

    def format_position(self, position: TictactoePosition) -> str:
        """Return the rows from the top and the side to move, such as ``..o/.x./... x``."""
        return f"{_CELLS.write(self._pieces(position))} {'xo'[position.side]}"

    def _read(self, text: str) -> Setup:
        match = re.fullmatch(r"([.xo]{3}/[.xo]{3}/[.xo]{3}) ([xo])", text.strip())
        if match is None:
            raise NotationError("{text!r} is not a position of tic-tac-toe such as ..o/.x./... x", text=text.strip())
        return Setup(_CELLS.read(match[1]), read_turn(match[2], "xo"))

    def format_move(self, position: TictactoePosition, move: int, style: MoveStyle = "record") -> str:
        """Return the name of the cell, such as ``b2``."""
        return _CELLS.name(move)

    def parse_move(self, position: TictactoePosition, text: str) -> int:
        """Parse a move in the format of ``format_move``.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        word = text.strip()
        move = _CELLS.cell(word.lower())
        if move is None:
            raise NotationError("{text!r} is not a move such as b2", text=word)
        if move not in position.legal_moves():
            over = position.outcome() is not None
            reason = IllegalMoveError("the game is over") if over else IllegalMoveError("the cell is taken")
            raise IllegalMoveError("{text}: {reason}", text=word, reason=reason)
        return move

    # --- the board ------------------------------------------------------------------------------------------------

    def surface(self, position: TictactoePosition) -> Surface:
        """Return the board of nine cells, with the pictures of crosses and noughts that caro uses."""
        return Surface(
            theme="caro",
            colors=_COLORS,
            style="squares",
            columns=SIZE,
            rows=SIZE,
            column_names=tuple("abc"),
            row_names=tuple(map(str, range(1, SIZE + 1))),
            kinds=_KINDS,
            pieces=self._pieces(position),
        )

    def _pieces(self, position: TictactoePosition) -> dict[int, str]:
        owned = {cell: kind.id for player, kind in zip(Player, _KINDS, strict=True) for cell in position.cells(player)}
        return dict(sorted(owned.items()))

    def shape(self, position: TictactoePosition, move: int) -> MoveShape:
        """Return a shape that places a mark in its cell."""
        return MoveShape(move, None, move)

    def decisive(self, position: TictactoePosition, last: MoveShape) -> tuple[int, ...]:
        """Return the cells of the rows that the last piece completed, if a row won the game."""
        return self._won_row(position, last, SIZE)

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> TictactoePosition:
        crosses, noughts = ([cell for cell, piece in setup.pieces.items() if piece == kind.id] for kind in _KINDS)
        return TictactoePosition(self, crosses, noughts, int(setup.turn))

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are unknown marks or cells, numbers of marks that do not fit the side to move, and a line of that side.
        """
        if faults := _CELLS.faults(setup, "xo"):
            return faults
        crosses, noughts = (list(setup.pieces.values()).count(piece) for piece in "xo")
        if crosses - noughts != int(setup.turn):
            side = KyVienError(self.sides[setup.turn])
            return [
                PositionError(
                    "crosses: {crosses}, noughts: {noughts}, {side} to move; the sides move in turn, X first",
                    crosses=crosses, noughts=noughts, side=side,
                )
            ]  # fmt: skip
        return self._won_already(setup)
