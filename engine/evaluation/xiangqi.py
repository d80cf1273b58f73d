"""Evaluations of xiangqi: ``material``, and ``tapered``, which also asks where the pieces stand.

Unit: tenths of a pawn that has not crossed the river. Sums over pieces by their cells are kept by the position while
moves are made, for the middlegame in the lower half of a number and for the endgame in the upper half.
"""

from typing import Any

import cython

from engine.core.evaluation import Evaluation, Term, register
from engine.core.language import mark
from engine.core.position import Position
from engine.games.xiangqi.position import XiangqiPosition

KING, ADVISER, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(7)

VALUES = (0, 20, 20, 40, 90, 45, 10)
"""Of king, adviser, elephant, horse, rook, cannon, pawn; a pawn across the river counts ``CROSSED``."""
CROSSED = 20

PHASE = 16
"""A board with all rooks (2 each), cannons and horses (1 each): the middlegame."""
AIMED = 25
"""What a cannon before a king counts with nothing between."""


def value_of(kind: int, row: int) -> int:
    """What a piece is worth; ``row`` counted from its own side."""
    return CROSSED if kind == PAWN and row > 4 else VALUES[kind]


def place_of(kind: int, row: int, column: int) -> tuple[int, int]:
    """What standing on a cell is worth beside the piece, in the middlegame and in the endgame.

    ``row`` is counted from the piece's own side; the same on the left and on the right.
    """
    wing = abs(column - 4)
    if kind == KING:
        return -4 * row - 2 * wing, -wing
    if kind == ADVISER:
        return (2, 2) if (row, wing) == (1, 0) else (0, 0)
    if kind == ELEPHANT:
        return (3, 3) if (row, wing) == (2, 0) else (-3, -2) if wing == 4 else (0, 0)
    if kind == HORSE:
        middle = 6 - wing - abs(row - 5)
        return middle - (3 if row == 0 else 0), middle
    if kind == ROOK:
        return (-4 if row == 0 and wing == 4 else 0) + (3 if row in (5, 6, 8) else 0) + (2 if wing < 2 else 0), 0
    if kind == CANNON:
        return (5 if wing == 0 else 0) + (2 if row in (2, 9) else 0), 0
    if row < 5:
        return (2 if wing == 0 and row == 3 else 0), 0
    # A pawn is strongest next to the palace and useless on the last rank.
    near = 4 - wing
    return (-12, -12) if row == 9 else (3 * near + (4 if row in (6, 7) else 0), 2 * near + (2 if row < 8 else 0))


class Weighted(Evaluation):
    """A sum of weights over the pieces, Red less Black."""

    game = "xiangqi"
    unit = "tenths of a pawn"

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        if not cython.compiled:
            self.weights = [0] * 1260
        for index in range(14):
            for cell in range(90):
                side = index // 7
                row = 9 - cell // 9 if side else cell // 9
                early, late = self.weight(index % 7, row, cell % 9)
                packed = early + late * 65536
                self.weights[90 * index + cell] = -packed if side else packed

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """What a piece is worth to its side on a cell, in the middlegame and in the endgame."""
        value = value_of(kind, row)
        return value, value

    def attach(self, position: Position) -> None:
        """Let the position keep the sum from now on."""
        own = cython.cast(XiangqiPosition, position)
        own.weights_owner = self
        own.weigh(self.weights)

    def evaluate(self, position: Position) -> int:
        """The sum for the side to move."""
        balance = cython.cast(XiangqiPosition, position).balance
        early = ((balance + 0x8000) & 0xFFFF) - 0x8000
        return -early if position.side else early


@register
class Material(Weighted):
    """Own pieces less the enemy's, each its value, a pawn twice that across the river."""

    name = "material"
    title = "Material"

    def definition(self, position: Any) -> int:
        """By adding up the pieces on the board."""
        (row,) = self.terms(position)
        red = round(row.first - row.second)
        return -red if position.side else red

    def terms(self, position: Any) -> tuple[Term, ...]:
        """The pieces of both sides."""
        self.check(position)
        sums = [0, 0]
        for side, kind, cell in position.pieces:
            sums[side] += value_of(kind, 9 - cell // 9 if side else cell // 9)
        return (Term(mark("Material"), *sums),)


class Tapered(Weighted):
    """Material, where pieces stand, how far they reach, and how safe the kings are; middlegame and endgame mixed.

    Reach: a point for each empty cell a rook commands, and for two that a cannon does; two for each cell a horse can go
    to unblocked. Safety: for each adviser and elephant lost, half a point for each of the enemy's attackers (rook 3,
    cannon and horse 2), and ``AIMED`` for a cannon before the king with nothing between; in the middlegame only. The
    mixture goes from ``PHASE`` (all rooks, cannons and horses on the board) to 0.
    """

    name = "tapered"
    title = "Material and position"

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """Its value, and its place."""
        value = value_of(kind, row)
        early, late = place_of(kind, row, column)
        return value + early, value + late

    def evaluate(self, position: Position) -> int:
        """The sum the position keeps, reach and safety; for the side to move."""
        return _tapered(cython.cast(XiangqiPosition, position))

    def definition(self, position: Any) -> int:
        """By the terms."""
        exact = sum(row.first - row.second for row in self.terms(position))
        red = int(exact)
        return -red if position.side else red

    def terms(self, position: Any) -> tuple[Term, ...]:
        """Material, place, reach and danger of both sides, each mixed by the pieces left."""
        self.check(position)
        board = {cell: (side, kind) for side, kind, cell in position.pieces}
        kinds = [[kind for side, kind in board.values() if side == each] for each in (0, 1)]
        weight = {ROOK: 2, CANNON: 1, HORSE: 1}
        phase = sum(weight.get(kind, 0) for kind in kinds[0] + kinds[1])
        rows: dict[str, list[float]] = {
            name: [0.0, 0.0] for name in (mark("Material"), mark("Place"), mark("Reach"), mark("Danger to the king"))
        }
        cannons = [0, 0]
        for cell, (side, kind) in board.items():
            row = 9 - cell // 9 if side else cell // 9
            early, late = place_of(kind, row, cell % 9)
            rows["Material"][side] += value_of(kind, row)
            rows["Place"][side] += (early * phase + late * (PHASE - phase)) / PHASE
            if kind == CANNON:
                cannons[side] += len(_open_cells(board, cell))
            elif kind == ROOK:
                rows["Reach"][side] += len(_open_cells(board, cell))
            elif kind == HORSE:
                rows["Reach"][side] += 2 * _leaps(board, cell)
        for side in (0, 1):
            rows["Reach"][side] += cannons[side] // 2
            lost = 4 - sum(kind in (ADVISER, ELEPHANT) for kind in kinds[side])
            attackers = kinds[1 - side]
            threat = 3 * attackers.count(ROOK) + 2 * (attackers.count(CANNON) + attackers.count(HORSE))
            king = next(cell for cell, piece in board.items() if piece == (side, KING))
            aimed = any(
                piece == (1 - side, CANNON)
                and cell % 9 == king % 9
                and not any(at in board for at in range(min(cell, king) + 9, max(cell, king), 9))
                for cell, piece in board.items()
            )
            rows["Danger to the king"][side] -= (lost * threat // 2 + (AIMED if aimed else 0)) * phase / PHASE
        return tuple(Term(label, first, second) for label, (first, second) in rows.items())


register(Tapered)


def _tapered(own: Any) -> int:
    """The score of ``Tapered`` for the side to move."""
    balance = own.balance
    early = ((balance + 0x8000) & 0xFFFF) - 0x8000
    late = (balance - early) // 65536
    phase = 0
    for side in range(2):
        base = side << 4
        defenders = 0
        for slot in range(1, 5):
            if own.squares[base + slot] != 90:
                defenders += 1
        reach = 2 * (own.reach(base + 5) + own.reach(base + 6)) + own.reach(base + 7) + own.reach(base + 8)
        reach += (own.reach(base + 9) + own.reach(base + 10)) // 2
        threat = 0
        for slot in range(5, 11):
            if own.squares[(base ^ 16) + slot] != 90:
                threat += 3 if 7 <= slot <= 8 else 2
                phase += 2 if 7 <= slot <= 8 else 1
        danger = (4 - defenders) * threat // 2
        if own.is_aimed_at(side):
            danger += 25  # AIMED, which is a Python object here
        if side:
            early -= reach - danger
            late -= reach
        else:
            early += reach - danger
            late += reach
    total = early * phase + late * (16 - phase)
    # Towards zero, so that both sides round alike.
    score = total // 16 if total >= 0 else -(-total // 16)
    return -score if own.side else score


def _open_cells(board: Any, cell: int) -> list[int]:
    """The empty cells seen from a cell along its lines."""
    found = []
    for rise, run in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        row, column = cell // 9 + rise, cell % 9 + run
        while 0 <= row < 10 and 0 <= column < 9 and 9 * row + column not in board:
            found.append(9 * row + column)
            row, column = row + rise, column + run
    return found


def _leaps(board: Any, cell: int) -> int:
    """The cells a horse on a cell could go to were they empty."""
    count = 0
    for rise, run in ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)):
        row, column = cell // 9 + rise, cell % 9 + run
        leg = cell + (9 * (rise // 2) if abs(rise) == 2 else run // 2)
        if 0 <= row < 10 and 0 <= column < 9 and leg not in board:
            count += 1
    return count
