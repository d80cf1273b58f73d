"""The rules of tic-tac-toe, and its notation and surface.

Two sides put crosses (X, first) and noughts (O) in nine cells, and three in a row win. A full board without a line is a
draw. With best play the game is drawn. There are 255,168 possible games, which are few enough for a complete search: X
wins 131,184 of them, O wins 77,904, and 46,080 are drawn.
"""

import re
from collections.abc import Sequence
from typing import ClassVar

from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MoveStyle, Showcase, register
from engine.core.outcome import Player, Termination
from engine.core.refinements import IN_SMALL_GAMES
from engine.core.surface import BoardColors, MoveShape, PieceKind, Setup, Surface
from engine.core.values import Value
from engine.games.tictactoe.position import TictactoePosition

SIZE = 3
_COLUMNS = "abc"
_COLORS = BoardColors(first="#1F2F6B", second="#A8321F", ruled=True)
_KINDS = (PieceKind("x", "Cross", Player.FIRST, "X", limit=5), PieceKind("o", "Nought", Player.SECOND, "O", limit=5))


def cell_name(cell: int) -> str:
    """Return the name of a cell, such as ``b2``."""
    return f"{_COLUMNS[cell % SIZE]}{cell // SIZE + 1}"


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
        signs = ["."] * SIZE**2
        for player, kind in zip(Player, _KINDS, strict=True):
            for cell in position.cells(player):
                signs[cell] = kind.id
        rows = ["".join(signs[SIZE * row : SIZE * row + SIZE]) for row in range(SIZE - 1, -1, -1)]
        return f"{'/'.join(rows)} {'xo'[position.side]}"

    def parse_position(self, text: str) -> TictactoePosition:
        """Parse a position in the format of ``format_position``.

        Raises:
            NotationError: if the text is malformed.
            PositionError: if the position is illegal.
        """
        return self.compose(self._read(text))

    def _read(self, text: str) -> Setup:
        match = re.fullmatch(r"([.xo]{3})/([.xo]{3})/([.xo]{3}) ([xo])", text.strip())
        if match is None:
            raise NotationError("{text!r} is not a position of tic-tac-toe such as ..o/.x./... x", text=text.strip())
        signs = match[3] + match[2] + match[1]
        pieces = {cell: sign for cell, sign in enumerate(signs) if sign != "."}
        return Setup(pieces, Player("xo".index(match[4])))

    def format_move(self, position: TictactoePosition, move: int, style: MoveStyle = "record") -> str:
        """Return the name of the cell, such as ``b2``."""
        return cell_name(move)

    def parse_move(self, position: TictactoePosition, text: str) -> int:
        """Parse a move in the format of ``format_move``.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        word = text.strip()
        match = re.fullmatch("([abc])([123])", word.lower())
        if match is None:
            raise NotationError("{text!r} is not a move such as b2", text=word)
        move = SIZE * (int(match[2]) - 1) + _COLUMNS.index(match[1])
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
            column_names=tuple(_COLUMNS),
            row_names=tuple(str(row + 1) for row in range(SIZE)),
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
        outcome = position.outcome()
        if outcome is None or outcome.termination is not Termination.LINE or last.target is None:
            return ()
        return self.surface(position).rows_through(last.target, SIZE)

    def setup(self, position: TictactoePosition) -> Setup:
        """Return the marks and the side to move."""
        return Setup(self._pieces(position), position.turn)

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> TictactoePosition:
        crosses, noughts = ([cell for cell, piece in setup.pieces.items() if piece == kind.id] for kind in _KINDS)
        return TictactoePosition(self, crosses, noughts, int(setup.turn))

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are unknown marks or cells, numbers of marks that do not fit the side to move, and a line of that side.
        """
        faults: list[KyVienError] = []
        for cell, piece in sorted(setup.pieces.items()):
            if not 0 <= cell < SIZE**2:
                faults.append(PositionError("cell {cell} is not on the board", cell=cell))
            elif piece not in ("x", "o"):
                faults.append(PositionError("{square}: unknown piece {piece!r}", square=cell_name(cell), piece=piece))
        if faults:
            return faults
        crosses, noughts = (list(setup.pieces.values()).count(piece) for piece in "xo")
        if crosses - noughts != int(setup.turn):
            faults.append(
                PositionError(
                    "{crosses} crosses, {noughts} noughts and {side} to move: the sides move in turn, X first",
                    crosses=crosses, noughts=noughts, side=KyVienError(self.sides[setup.turn]),
                )
            )  # fmt: skip
            return faults
        # Judge with the other side to move: then a line of this side ends the game.
        outcome = self._build(Setup(setup.pieces, setup.turn.other)).outcome()
        if outcome is not None and outcome.winner is setup.turn:
            faults.append(
                PositionError("{side} is to move and has won already", side=KyVienError(self.sides[setup.turn]))
            )
        return faults
