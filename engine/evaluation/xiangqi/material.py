"""The sum of the weights of the pieces, which the evaluations of xiangqi extend, and the evaluation ``material``."""

from typing import Any

import cython

from engine.core.evaluation import Evaluation, Term
from engine.core.language import mark
from engine.core.position import Position
from engine.evaluation.xiangqi.weights import pair, value_of
from engine.games.xiangqi.position import XiangqiPosition


class Weighted(Evaluation):
    """An evaluation that is the sum of the weights of Red's pieces minus the sum of the weights of Black's pieces.

    The position updates the sum with each move.
    """

    game = "xiangqi"
    unit = "pawns"
    decimals = 1
    gain_scale = 10

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        if not cython.compiled:
            self.weights = [0] * 1260
        for index in range(14):
            for cell in range(90):
                side = index // 7
                row = 9 - cell // 9 if side else cell // 9
                packed = pair(self.weight(index % 7, row, cell % 9))
                self.weights[90 * index + cell] = -packed if side else packed

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """Return the worth of a kind of piece on a cell, in the middlegame and in the endgame.

        ``row`` (0 … 9) is counted from the side of the piece.
        """
        value = value_of(kind, row)
        return value, value

    def attach(self, position: Position) -> None:
        """Compute the sum for the position. The position then updates the sum with each move."""
        own = cython.cast(XiangqiPosition, position)
        own.weights_owner = self
        own.weigh(self.weights)

    def evaluate(self, position: Position) -> int:
        """Return the sum for the side to move."""
        balance = cython.cast(XiangqiPosition, position).balance
        early = ((balance + 0x8000) & 0xFFFF) - 0x8000
        return -early if position.side else early


class Material(Weighted):
    """Value (``VALUES``) of the pieces of the side to move minus that of the enemy's pieces.

    A pawn counts double after crossing the river.

    Scale 130: fitted to 300 games, for which ``examples/fit_scale.py --game xiangqi --evaluation material --depth 4
    --games 300`` gave 128.
    """

    name = "material"
    title = "Material"
    scale = 130

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces."""
        (row,) = self.terms(position)
        red = round(row.first - row.second)
        return -red if position.side else red

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return a single term, which is the total value of each side's pieces."""
        self.check(position)
        assert isinstance(position, XiangqiPosition)
        sums = [0, 0]
        for side, kind, cell in position.pieces:
            sums[side] += value_of(kind, 9 - cell // 9 if side else cell // 9)
        return (Term(mark("Material"), *sums),)
