"""Evaluations of cờ toán: ``material``, and ``material_safety``, which also looks at attackers before the zeros.

Both are sums over the pieces of a weight that depends on piece and cell alone (the zeros never move), so the position
keeps the sum while moves are made and an evaluation costs one read.
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
"""What the zero counts in an evaluation: the sum of all other pieces."""

RED_ZERO = 2 * 11 + 5
BLUE_ZERO = 10 * 11 + 5
RED_FAN = (WIDTH - 1, WIDTH, WIDTH + 1, -1, 1)
"""Steps that face the enemy's half or sideways, for red; blue's are their negatives."""


class Weighted(Evaluation):
    """A sum of weights over the pieces, red less blue."""

    game = "cotoan"
    unit = "points"

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        if not cython.compiled:
            self.weights = [0] * 2860
        for index in range(20):
            for cell in range(CELLS):
                self.weights[CELLS * index + cell] = self.weight(index // 10, index % 10, cell)

    def weight(self, side: int, value: int, cell: int) -> int:
        """What a piece is worth to its side on a cell."""
        return ZERO_VALUE if value == 0 else value

    def attach(self, position: Position) -> None:
        """Let the position keep the sum from now on."""
        own = cython.cast(CotoanPosition, position)
        own.weights_owner = self
        own.weigh(self.weights)

    def evaluate(self, position: Position) -> int:
        """The sum for the side to move."""
        balance = cython.cast(CotoanPosition, position).balance
        return -balance if position.side else balance

    def terms(self, position: Position) -> tuple[Term, ...]:
        """The pieces of either side."""
        self.check(position)
        assert isinstance(position, CotoanPosition)
        red, blue = (
            sum(piece & 15 or ZERO_VALUE for piece, _ in position.pieces if piece // 16 == side) for side in range(2)
        )
        return (Term(mark("Material"), red, blue),)


@register
class Material(Weighted):
    """Own pieces less the enemy's, each its number, the zero 45."""

    name = "material"
    title = "Material"

    def definition(self, position: Position) -> int:
        """By adding up the pieces on the board."""
        assert isinstance(position, CotoanPosition)
        red = sum(ZERO_VALUE if piece == 0 else piece for piece, _ in position.pieces if piece < 16)
        blue = sum(ZERO_VALUE if piece == 16 else piece - 16 for piece, _ in position.pieces if piece >= 16)
        return -(red - blue) if position.side else red - blue


@register
class MaterialSafety(Weighted):
    """Material, and the safety of the zeros.

    Looking 1, 2 and 3 squares from a zero along the five directions that face the enemy's half or sideways, every
    enemy piece at distance *i* counts 4 − *i* against the zero's owner; nothing blocks, the board's edge ends a line.
    Symmetric, 0 at the start.
    """

    name = "material_safety"
    title = "Material and safety of the zero"

    def weight(self, side: int, value: int, cell: int) -> int:
        """Its number, and what it counts as an attacker of the enemy's zero."""
        worth = ZERO_VALUE if value == 0 else value
        zero, turn = (RED_ZERO, 1) if side else (BLUE_ZERO, -1)
        for step in RED_FAN:
            for distance in range(1, 4):
                # Sideways at most four files are beside the zero, so a line of three never leaves the board.
                if zero + turn * step * distance == cell:
                    worth += 4 - distance
        return worth

    def terms(self, position: Position) -> tuple[Term, ...]:
        """The pieces of either side, and what stands before its zero."""
        self.check(position)
        assert isinstance(position, CotoanPosition)
        dangers = [0, 0]
        for piece, cell in position.pieces:
            side, value = piece // 16, piece & 15
            dangers[1 - side] -= self.weight(side, value, cell) - (value or ZERO_VALUE)
        return *super().terms(position), Term(mark("Danger to the zero"), *dangers)

    def definition(self, position: Position) -> int:
        """By looking from each zero."""
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
