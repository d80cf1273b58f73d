"""Evaluations of cờ toán: ``material``, and ``material_safety``, which also counts attackers of the zeros.

The default is ``material_safety``. Both evaluations are sums of weights of the pieces. Because the zeros never move, a
weight depends only on the piece and its cell. The position updates the sum with each move, so that an evaluation only
reads one number.
"""

from typing import Any

import cython

from engine.core.evaluation import Evaluation, Term, register
from engine.core.language import mark
from engine.core.position import Position
from engine.games.cotoan.position import CotoanPosition

if cython.compiled:
    from cython.cimports.engine.games.cotoan.position import CELLS, WIDTH
else:
    from engine.games.cotoan.position import CELLS, WIDTH

ZERO_VALUE = 45
"""Worth of the zero in an evaluation: the sum of all other digits."""

RED_ZERO = 2 * 11 + 5
BLUE_ZERO = 10 * 11 + 5
RED_FAN = (WIDTH - 1, WIDTH, WIDTH + 1, -1, 1)
"""Steps from red's zero to adjacent cells, towards blue's half or sideways. For blue's zero they are negated."""


class Weighted(Evaluation):
    """An evaluation that is the sum of the weights of the red pieces minus the sum of the weights of the blue pieces.

    The position updates the sum with each move.
    """

    game = "cotoan"
    unit = "points"
    gain_scale = 1

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        if not cython.compiled:
            self.weights = [0] * 2860
        for index in range(20):
            for cell in range(CELLS):
                self.weights[CELLS * index + cell] = self.weight(index // 10, index % 10, cell)

    def weight(self, side: int, value: int, cell: int) -> int:
        """Return the worth of a piece to its side on a cell."""
        return ZERO_VALUE if value == 0 else value

    def attach(self, position: Position) -> None:
        """Compute the sum for the position. The position then updates the sum with each move."""
        own = cython.cast(CotoanPosition, position)
        own.weights_owner = self
        own.weigh(self.weights)

    def evaluate(self, position: Position) -> int:
        """Return the sum for the side to move."""
        balance = cython.cast(CotoanPosition, position).balance
        return -balance if position.side else balance

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return a single term, which is the total value of each side's pieces."""
        self.check(position)
        assert isinstance(position, CotoanPosition)
        red, blue = (
            sum(piece & 15 or ZERO_VALUE for piece, _ in position.pieces if piece // 16 == side) for side in range(2)
        )
        return (Term(mark("Material"), red, blue),)


class Material(Weighted):
    """Value of the pieces of the side to move minus that of the enemy's pieces.

    A piece is worth its digit, and the zero is worth 45.

    Scale 12: reasoned, the same as for ``material_safety``. In self-play the side with any lead nearly always won, so
    that the fitted scale is 1 (200 games of ``examples/fit_scale.py --game cotoan --depth 4``). With this scale, the
    first capture would fill the bar.
    """

    name = "material"
    title = "Material"
    scale = 12

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces."""
        assert isinstance(position, CotoanPosition)
        red = sum(ZERO_VALUE if piece == 0 else piece for piece, _ in position.pieces if piece < 16)
        blue = sum(ZERO_VALUE if piece == 16 else piece - 16 for piece, _ in position.pieces if piece >= 16)
        return -(red - blue) if position.side else red - blue


class MaterialSafety(Weighted):
    """Values of the pieces as in ``Material``, and penalties for enemy pieces near a zero.

    In the five directions from a zero towards the enemy's half or sideways, every enemy piece at distance *i* = 1, 2 or
    3 costs the zero's side 4 - *i* points. Pieces in between do not matter. The score is 0 at the start of a game.

    Scale 12: fitted to 200 games, for which ``examples/fit_scale.py --game cotoan --evaluation material_safety --depth
    4 --games 200`` gave 11. For 1,000 games at depth 2, the fit gave 14.
    """

    name = "material_safety"
    title = "Material and safety of the zero"
    scale = 12

    def weight(self, side: int, value: int, cell: int) -> int:
        """Return the piece's digit (45 for the zero) plus its points as an attacker of the enemy's zero."""
        worth = ZERO_VALUE if value == 0 else value
        zero, turn = (RED_ZERO, 1) if side else (BLUE_ZERO, -1)
        for step in RED_FAN:
            for distance in range(1, 4):
                # The zero has four files on either side, so a line of three cells never leaves the board.
                if zero + turn * step * distance == cell:
                    worth += 4 - distance
        return worth

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return two terms: the total value of each side's pieces, and the points that attackers of its zero cost."""
        self.check(position)
        assert isinstance(position, CotoanPosition)
        dangers = [0, 0]
        for piece, cell in position.pieces:
            side, value = piece // 16, piece & 15
            dangers[1 - side] -= self.weight(side, value, cell) - (value or ZERO_VALUE)
        return *super().terms(position), Term(mark("Danger to the zero"), *dangers)

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces and the cells near each zero."""
        assert isinstance(position, CotoanPosition)
        board = {cell: piece for piece, cell in position.pieces}
        score = 0
        for piece, cell in position.pieces:
            worth = piece & 15 or ZERO_VALUE
            score += worth if piece < 16 else -worth
            if piece & 15 == 0:
                owner = 1 if piece < 16 else -1
                for step in RED_FAN:
                    for distance in (1, 2, 3):
                        met = board.get(cell + owner * step * distance)
                        if met is not None and (met >= 16) == (owner == 1):
                            score -= owner * (4 - distance)
        return -score if position.side else score


register(MaterialSafety)
register(Material)
