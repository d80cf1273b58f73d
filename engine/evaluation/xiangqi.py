"""Evaluations of xiangqi: ``material``, and ``tapered``, which adds terms for place, reach and safety of the kings.

The unit of ``material`` is a tenth of a pawn that has not crossed the river, and the unit of ``tapered`` is a hundredth
of such a pawn. With each move, the position updates the sums that depend only on the pieces and their cells. The sum
for the middlegame is stored in the lower half of a number, and the sum for the endgame in the upper half.

``WEIGHTS`` were set by hand, then fitted by ``examples/tune_evaluation.py --nodes 1500`` to 59,377 quiet positions of
5,117 self-play games. The loss on the held-out fifth was 0.60511 before and 0.59052 after. A match of 400 games at
2,000 nodes a move against the weights set by hand gave Elo +23 ± 30. The strength of the regularisation was chosen on
the same fifth, so the loss is slightly optimistic. The weights fit shallow games and are not piece values for teaching.
"""

from typing import Any

import cython

from engine.core.evaluation import Evaluation, Term, register
from engine.core.language import mark
from engine.core.position import Position
from engine.games.xiangqi.position import XiangqiPosition

if not cython.compiled:
    HORSE_REACH = ROOK_REACH = CANNON_REACH = LOST = AIMED = 0

KING, ADVISER, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(7)

VALUES = (0, 20, 20, 40, 90, 45, 10)
"""Values of king, adviser, elephant, horse, rook, cannon and pawn in tenths of a pawn.

After crossing the river, a pawn has the value ``CROSSED`` instead.
"""
CROSSED = 20

PHASE = 16
"""Phase of the middlegame. Each rook on the board adds 2 to the phase, each cannon and each horse 1."""

NAMES = ("king", "adviser", "elephant", "horse", "rook", "cannon", "pawn")
WEIGHTS = {
    "adviser": (341, 128),
    "elephant": (262, 48),
    "horse": (204, 278),
    "rook": (1466, 1106),
    "cannon": (775, 311),
    "pawn": (100, 77),
    "crossed pawn": (141, 98),
    "king's place": (18, 10),
    "adviser's place": (10, 9),
    "elephant's place": (11, 8),
    "horse's place": (12, 11),
    "rook's place": (17, 10),
    "cannon's place": (14, 10),
    "pawn's place": (9, 5),
    "horse's reach": (28, 20),
    "rook's reach": (15, 7),
    "cannon's reach": (4, 4),
    "lost defender": (-6, 0),
    "aimed cannon": (-312, -6),
}
"""Weights of ``Tapered`` in the middlegame and in the endgame, in hundredths of a pawn.

The weight of a place counts for each point of ``place_of``. That of a reach counts for each empty cell that a rook or a
cannon can move to, and for each cell, empty or occupied, that a horse attacks without being blocked. A lost defender is
a captured adviser or elephant; its weight is multiplied by the sum of the enemy's attackers, 3 for each rook and 2 for
each cannon and each horse. The weight of an aimed cannon counts if an enemy cannon is on the king's file with nothing
in between.
"""


def value_of(kind: int, row: int) -> int:
    """Return the value of a piece in tenths of a pawn. ``row`` (0 … 9) is counted from the side of the piece."""
    return CROSSED if kind == PAWN and row > 4 else VALUES[kind]


def place_of(kind: int, row: int, column: int) -> tuple[int, int]:
    """Return the points of a piece for its cell, in the middlegame and in the endgame.

    ``row`` (0 … 9) is counted from the side of the piece. Left and right are symmetric.
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
                early, late = self.weight(index % 7, row, cell % 9)
                packed = early + late * 65536
                self.weights[90 * index + cell] = -packed if side else packed

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """Return the worth of a piece on a cell, in the middlegame and in the endgame.

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


class Tapered(Weighted):
    """A sum of ``WEIGHTS`` for material, place and reach of the pieces, and safety of the kings.

    The weights of the middlegame and of the endgame are blended in proportion to the phase, from ``PHASE`` to 0.

    Scale 790: fitted to 300 games, for which ``examples/fit_scale.py --game xiangqi --depth 4 --games 300`` gave 788.
    """

    name = "tapered"
    title = "Material and position"
    scale = 790
    unit = "pawns"
    decimals = 2
    gain_scale = 100

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """Return the worth of a piece and its place, in the middlegame and in the endgame."""
        early = late = 0
        for name, points in _standing(kind, row, column):
            early += points[0] * WEIGHTS[name][0]
            late += points[1] * WEIGHTS[name][1]
        return early, late

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move, which is the sum that the position updates, plus reach and safety."""
        return _tapered(cython.cast(XiangqiPosition, position))

    def definition(self, position: Position) -> int:
        """Return the score computed as the sum of the terms, rounded towards 0."""
        exact = sum(row.first - row.second for row in self.terms(position))
        red = int(exact)
        return -red if position.side else red

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the terms for material, place, reach and danger, each blended by the phase."""
        self.check(position)
        assert isinstance(position, XiangqiPosition)
        labels = (mark("Material"), mark("Place"), mark("Reach"), mark("Danger to the king"))
        rows = {label: [0.0, 0.0] for label in labels}
        phase, judged = _judge(position)
        for side, name, amount in judged:
            early, late = (count * weight for count, weight in zip(amount, WEIGHTS[name], strict=True))
            kind = 1 if name.endswith("place") else 2 if name.endswith("reach") else 3 if name in DANGERS else 0
            rows[labels[kind]][side] += (early * phase + late * (PHASE - phase)) / PHASE
        return tuple(Term(label, first, second) for label, (first, second) in rows.items())

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return the coefficients of the weights in the score, for ``examples/tune_evaluation.py``.

        Returns:
            The phase, from 0 (endgame) to 1 (middlegame), and for each of ``WEIGHTS`` its coefficients in the
            middlegame and in the endgame, Red's minus Black's.
        """
        assert isinstance(position, XiangqiPosition)
        phase, judged = _judge(position)
        sums = dict.fromkeys(WEIGHTS, (0.0, 0.0))
        for side, name, amount in judged:
            sign = -1 if side else 1
            sums[name] = sums[name][0] + sign * amount[0], sums[name][1] + sign * amount[1]
        return phase / PHASE, sums


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


register(Tapered)
register(Material)


def _pair(name: str) -> int:
    return WEIGHTS[name][0] + 65536 * WEIGHTS[name][1]


def fill_tables() -> None:
    """Compute the variables of this module from ``WEIGHTS``. It must be called again after a change of the weights."""
    global HORSE_REACH, ROOK_REACH, CANNON_REACH, LOST, AIMED
    HORSE_REACH, ROOK_REACH, CANNON_REACH = _pair("horse's reach"), _pair("rook's reach"), _pair("cannon's reach")
    LOST, AIMED = _pair("lost defender"), _pair("aimed cannon")


fill_tables()


def _tapered(own: XiangqiPosition) -> int:
    """Return the score of ``Tapered`` for the side to move."""
    balance = own.balance
    phase = 0
    for side in range(2):
        base = side << 4
        defenders = 0
        for slot in range(1, 5):
            if own.squares[base + slot] != 90:
                defenders += 1
        threat = 0
        for slot in range(5, 11):
            if own.squares[(base ^ 16) + slot] != 90:
                threat += 3 if 7 <= slot <= 8 else 2
                phase += 2 if 7 <= slot <= 8 else 1
        sum = HORSE_REACH * (own.reach(base + 5) + own.reach(base + 6))
        sum += ROOK_REACH * (own.reach(base + 7) + own.reach(base + 8))
        sum += CANNON_REACH * (own.reach(base + 9) + own.reach(base + 10))
        sum += LOST * ((4 - defenders) * threat)
        if own.is_aimed_at(side):
            sum += AIMED
        balance += -sum if side else sum
    early = ((balance + 0x8000) & 0xFFFF) - 0x8000
    late = (balance - early) // 65536
    total = early * phase + late * (16 - phase)
    # Rounded towards 0, so that both sides are rounded equally.
    score = total // 16 if total >= 0 else -(-total // 16)
    return -score if own.side else score


DANGERS = ("lost defender", "aimed cannon")


def _standing(kind: int, row: int, column: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the names of the weights that apply to a piece on a cell.

    Each name is followed by the amounts in the middlegame and in the endgame.
    """
    value = [] if kind == KING else [("crossed pawn" if kind == PAWN and row > 4 else NAMES[kind], (1, 1))]
    return [*value, (f"{NAMES[kind]}'s place", place_of(kind, row, column))]


def _judge(position: XiangqiPosition) -> tuple[int, list[tuple[int, str, tuple[int, int]]]]:
    """Return the phase (0 … 16) and, for every feature, the side, the name of the weight and the amounts."""
    board = {cell: (side, kind) for side, kind, cell in position.pieces}
    kinds = [[kind for side, kind in board.values() if side == each] for each in (0, 1)]
    weight = {ROOK: 2, CANNON: 1, HORSE: 1}
    phase = sum(weight.get(kind, 0) for kind in kinds[0] + kinds[1])
    found: list[tuple[int, str, tuple[int, int]]] = []
    for cell, (side, kind) in board.items():
        row = 9 - cell // 9 if side else cell // 9
        found += [(side, name, amount) for name, amount in _standing(kind, row, cell % 9)]
        if kind in (HORSE, ROOK, CANNON):
            count = _leaps(board, cell) if kind == HORSE else len(_open_cells(board, cell))
            found.append((side, f"{NAMES[kind]}'s reach", (count, count)))
    for side in (0, 1):
        lost = 4 - sum(kind in (ADVISER, ELEPHANT) for kind in kinds[side])
        attackers = kinds[1 - side]
        threat = 3 * attackers.count(ROOK) + 2 * (attackers.count(CANNON) + attackers.count(HORSE))
        found.append((side, "lost defender", (lost * threat, lost * threat)))
        king = next(cell for cell, piece in board.items() if piece == (side, KING))
        if any(
            piece == (1 - side, CANNON)
            and cell % 9 == king % 9
            and not any(at in board for at in range(min(cell, king) + 9, max(cell, king), 9))
            for cell, piece in board.items()
        ):
            found.append((side, "aimed cannon", (1, 1)))
    return phase, found


def _open_cells(board: Any, cell: int) -> list[int]:
    """Return the empty cells that a rook on a cell can move to."""
    found = []
    for rise, run in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        row, column = cell // 9 + rise, cell % 9 + run
        while 0 <= row < 10 and 0 <= column < 9 and 9 * row + column not in board:
            found.append(9 * row + column)
            row, column = row + rise, column + run
    return found


def _leaps(board: Any, cell: int) -> int:
    """Return the number of cells, empty or occupied, that a horse on a cell attacks without being blocked."""
    count = 0
    for rise, run in ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)):
        row, column = cell // 9 + rise, cell % 9 + run
        leg = cell + (9 * (rise // 2) if abs(rise) == 2 else run // 2)
        if 0 <= row < 10 and 0 <= column < 9 and leg not in board:
            count += 1
    return count
