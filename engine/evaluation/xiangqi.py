"""Evaluations of xiangqi: ``material``, ``tapered``, which adds place, reach and safety, and ``threats_safety``.

The unit of ``material`` is a tenth of a pawn that has not crossed the river, and the unit of ``tapered`` is a hundredth
of such a pawn. With each move, the position updates the sums that depend only on the pieces and their cells. The sum
for the middlegame is stored in the lower half of a number, and the sum for the endgame in the upper half.

``SAFETY_WEIGHTS`` were set by hand, with those of ``tapered`` where both evaluations judge the same and 0 for every
cell, then fitted by ``examples/tune_evaluation.py --game xiangqi --player tapered --nodes 4000 --seed 20261 --mix 0.3
--width 1.6 --least 60`` to 19,887 quiet positions of 1,017 self-play games of ``pvs`` with ``tapered``. The loss on the
held-out fifth was 0.53149 before and 0.51769 after. The options of the fit were chosen on the same fifth.

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

if cython.compiled:
    from cython.cimports.engine.core.bits import lowest
    from cython.cimports.engine.games.xiangqi.tables import (
        BETWEEN,
        COLUMN,
        COUNT,
        EMPTY,
        FILE_HIT,
        FILE_JUMP,
        FILE_QUIET,
        HORSE_COUNT,
        HORSE_LEG,
        HORSE_TO,
        OFF,
        RANK_HIT,
        RANK_JUMP,
        RANK_QUIET,
        ROW,
    )
else:
    from engine.core.bits_pure import lowest
    from engine.games.xiangqi.tables import (
        BETWEEN,
        COLUMN,
        COUNT,
        EMPTY,
        FILE_HIT,
        FILE_JUMP,
        FILE_QUIET,
        HORSE_COUNT,
        HORSE_LEG,
        HORSE_TO,
        OFF,
        RANK_HIT,
        RANK_JUMP,
        RANK_QUIET,
        ROW,
    )

    HORSE_REACH = ROOK_REACH = CANNON_REACH = LOST = AIMED = 0
    HORSE_EASE = ROOK_EASE = CANNON_EASE = ROOK_AIM = HORSE_AIM = CANNON_AIM = SECOND = THIRD = 0
    EMPTY_FILE = ONE_SCREEN = TWO_SCREENS = FLANK = ON_ROOK = ON_PIECE = LINKED_PAWNS = LINKED_ELEPHANTS = 0
    ADVISER_CANNON = ADVISER_OTHER = ELEPHANT_CANNON = ELEPHANT_OTHER = OPEN_KING = TEMPO = 0
    FULL_FACTOR, NO_ATTACKERS = 16, 2

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


SAFETY_WEIGHTS = {
    "adviser": (310, 22),
    "elephant": (221, 5),
    "horse": (364, 329),
    "rook": (1543, 1128),
    "cannon": (886, 352),
    "pawn": (64, 160),
    "crossed pawn": (140, 117),
    "king's place": (61, -5),
    "adviser's place": (54, -4),
    "elephant's place": (1, -8),
    "horse's place": (4, 11),
    "rook's place": (11, 10),
    "cannon's place": (28, 10),
    "pawn's place": (14, 2),
    "horse's reach": (38, 3),
    "rook's reach": (16, -9),
    "cannon's reach": (10, -2),
    "rook's aim at the palace": (15, -4),
    "horse's aim at the palace": (38, -4),
    "cannon's aim at the palace": (19, 10),
    "second attacker": (43, 20),
    "third attacker": (27, 17),
    "empty file cannon": (410, -77),
    "cannon with one screen": (20, 10),
    "cannon with two screens": (33, 18),
    "cannon on the king's row": (17, 7),
    "threat to a rook": (43, 30),
    "threat to a horse or cannon": (55, 27),
    "linked pawns": (20, 11),
    "linked elephants": (4, 13),
    "lost adviser against cannons": (0, 30),
    "lost adviser against others": (-29, -8),
    "lost elephant against cannons": (16, 15),
    "lost elephant against others": (-38, -25),
    "open king": (-19, 22),
    "tempo": (26, 3),
}
"""Weights of ``ThreatsSafety`` in the middlegame and in the endgame, in hundredths of a pawn.

An aim counts for each cell of the enemy's palace that the piece attacks. Attackers are the rooks, horses and cannons
that aim at the palace, and the pawns on the seventh to ninth row at most two columns from the middle. The next four
weights count for a cannon on a line with the enemy king, by the number of pieces in between (at most two on its row). A
threat is an attack on a rook by a horse or cannon, or on a horse or cannon. The weights of lost defenders are
multiplied by the number of the enemy's cannons, or of its rooks and horses, as is that of two elephants that defend
each other (rooks and horses). A king is open if its file is empty up to the river; the weight is multiplied by the
number of enemy rooks and cannons.
"""
PLACES = {
    "king 00": (4, -14), "king 01": (11, -2),
    "king 10": (-12, -1), "king 11": (-3, 17),
    "king 20": (-1, -1), "king 21": (1, 1),
    "adviser 01": (-32, 1),
    "adviser 10": (22, -6),
    "adviser 21": (9, 2),
    "elephant 02": (-9, -8),
    "elephant 20": (5, 1), "elephant 24": (8, 10),
    "elephant 42": (-6, -5),
    "horse 00": (0, 0), "horse 01": (-1, -3), "horse 02": (-1, -1), "horse 03": (23, 7), "horse 04": (0, 0),
    "horse 10": (-37, -4), "horse 11": (-26, 0), "horse 12": (2, -3), "horse 13": (-1, -1), "horse 14": (-15, -6),
    "horse 20": (-18, -2), "horse 21": (12, 1), "horse 22": (-16, -1), "horse 23": (-8, -2), "horse 24": (29, 8),
    "horse 30": (15, 2), "horse 31": (-7, -4), "horse 32": (5, 1), "horse 33": (-2, 2), "horse 34": (9, 4),
    "horse 40": (4, 4), "horse 41": (-1, -4), "horse 42": (0, -3), "horse 43": (8, 2), "horse 44": (-1, -1),
    "horse 50": (1, -6), "horse 51": (18, 6), "horse 52": (1, 4), "horse 53": (3, 2), "horse 54": (2, 1),
    "horse 60": (1, -1), "horse 61": (8, 5), "horse 62": (-5, -4), "horse 63": (-1, -3), "horse 64": (-2, -1),
    "horse 70": (1, 0), "horse 71": (3, 1), "horse 72": (3, 3), "horse 73": (1, 1), "horse 74": (0, 0),
    "horse 80": (0, 0), "horse 81": (0, -1), "horse 82": (-2, -2), "horse 83": (1, 0), "horse 84": (0, 0),
    "horse 90": (0, 0), "horse 91": (0, 0), "horse 92": (1, 0), "horse 93": (-2, -1), "horse 94": (0, 0),
    "rook 00": (0, 0), "rook 01": (4, -1), "rook 02": (1, -1), "rook 03": (25, 2), "rook 04": (-4, -5),
    "rook 10": (0, 3), "rook 11": (-15, -2), "rook 12": (-7, -3), "rook 13": (-8, 0), "rook 14": (-29, -3),
    "rook 20": (1, 0), "rook 21": (13, 3), "rook 22": (5, 4), "rook 23": (5, -1), "rook 24": (-24, -3),
    "rook 30": (9, 5), "rook 31": (-11, -2), "rook 32": (0, -1), "rook 33": (9, 0), "rook 34": (3, -1),
    "rook 40": (8, 3), "rook 41": (14, 6), "rook 42": (5, 2), "rook 43": (6, 1), "rook 44": (-3, 0),
    "rook 50": (1, 2), "rook 51": (-5, -5), "rook 52": (0, 2), "rook 53": (0, 1), "rook 54": (-10, -6),
    "rook 60": (-1, 4), "rook 61": (1, -4), "rook 62": (6, 8), "rook 63": (-7, -3), "rook 64": (0, 0),
    "rook 70": (2, 3), "rook 71": (2, 1), "rook 72": (1, 4), "rook 73": (12, 1), "rook 74": (3, 1),
    "rook 80": (-1, 0), "rook 81": (3, -1), "rook 82": (6, 2), "rook 83": (-20, -6), "rook 84": (-1, -2),
    "rook 90": (5, 0), "rook 91": (1, -2), "rook 92": (2, 2), "rook 93": (-1, -6), "rook 94": (-5, -5),
    "cannon 00": (0, -2), "cannon 01": (1, 4), "cannon 02": (1, 0), "cannon 03": (9, -2), "cannon 04": (-3, -1),
    "cannon 10": (4, 0), "cannon 11": (-5, -2), "cannon 12": (4, -1), "cannon 13": (6, 1), "cannon 14": (10, 1),
    "cannon 20": (-1, -3), "cannon 21": (-6, -6), "cannon 22": (2, -2), "cannon 23": (-8, 1), "cannon 24": (1, 4),
    "cannon 30": (-2, 0), "cannon 31": (0, 0), "cannon 32": (2, 0), "cannon 33": (-14, -3), "cannon 34": (1, 2),
    "cannon 40": (6, -1), "cannon 41": (-9, -2), "cannon 42": (-1, -1), "cannon 43": (7, 2), "cannon 44": (-5, 0),
    "cannon 50": (4, 5), "cannon 51": (-1, 1), "cannon 52": (0, 0), "cannon 53": (-2, 6), "cannon 54": (1, 4),
    "cannon 60": (1, 0), "cannon 61": (4, 1), "cannon 62": (8, 0), "cannon 63": (4, 4), "cannon 64": (9, 5),
    "cannon 70": (-4, -2), "cannon 71": (0, -1), "cannon 72": (-8, 1), "cannon 73": (-10, 0), "cannon 74": (-5, -4),
    "cannon 80": (-2, 0), "cannon 81": (6, 1), "cannon 82": (-8, -1), "cannon 83": (-3, 0), "cannon 84": (1, -3),
    "cannon 90": (-2, -4), "cannon 91": (1, 0), "cannon 92": (-2, -1), "cannon 93": (3, 3), "cannon 94": (4, -2),
    "pawn 30": (4, 10), "pawn 32": (-13, 32), "pawn 34": (-31, 6),
    "pawn 40": (25, 2), "pawn 42": (14, -10), "pawn 44": (-13, -10),
    "pawn 50": (-6, 5), "pawn 51": (-4, -2), "pawn 52": (9, 2), "pawn 53": (-5, -2), "pawn 54": (-9, -3),
    "pawn 60": (-4, -7), "pawn 61": (0, -8), "pawn 62": (5, 6), "pawn 63": (-3, -6), "pawn 64": (2, -1),
    "pawn 70": (3, 7), "pawn 71": (3, 3), "pawn 72": (-2, 1), "pawn 73": (0, -1), "pawn 74": (2, 2),
    "pawn 80": (0, 2), "pawn 81": (2, 2), "pawn 82": (1, 0), "pawn 83": (1, 2), "pawn 84": (1, 1),
    "pawn 90": (0, 1), "pawn 91": (1, 1), "pawn 92": (1, 0), "pawn 93": (0, 0), "pawn 94": (0, 0),
}  # fmt: skip
"""Weights of ``ThreatsSafety`` for a piece on a cell, in addition to those of its place.

A name has the row (0 … 9), counted from the side of the piece, and the number of columns from the middle one (0 … 4).
"""
SAFETY_WEIGHTS |= PLACES


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


def place_name(kind: int, row: int, wing: int) -> str:
    """Return the name of the weight in ``PLACES`` of a piece on a cell, ``wing`` columns from the middle."""
    return f"{NAMES[kind]} {row}{wing}"


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
    tuned = WEIGHTS

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


class ThreatsSafety(Tapered):
    """A sum of ``SAFETY_WEIGHTS``: what ``Tapered`` judges, a table of cells for each piece, threats, attack and tempo.

    The weights of the middlegame and of the endgame are blended as in ``Tapered``. The endgame score of a side without
    rooks, horses, cannons and pawns is reduced.

    Matches of ``pvs`` against itself with ``Tapered`` gave Elo +104 (37 … 170) at 5,000 nodes a move and +143 (76 …
    208) at 0.1 s a move (100 games each from ``examples/strength/openings/xiangqi.txt``).

    Not antisymmetric: the side to move gets the weight of a tempo. With the other side to move on the same board, the
    sum of both scores is twice this weight.

    Scale 920: fitted by ``examples/tune_evaluation.py`` with the weights, which gave 922.
    """

    name = "threats_safety"
    title = "Material, place, threats, king safety"
    scale = 920
    antisymmetric = False
    tuned = SAFETY_WEIGHTS

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """Return the worth of a piece and its place, in the middlegame and in the endgame."""
        early = late = 0
        for name, points in _placing(kind, row, column):
            early += points[0] * SAFETY_WEIGHTS[name][0]
            late += points[1] * SAFETY_WEIGHTS[name][1]
        return early, late

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move."""
        return _assess(cython.cast(XiangqiPosition, position))

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces, cell by cell."""
        assert isinstance(position, XiangqiPosition)
        phase, factor, features = _examine(position)
        early = late = 0
        for side, name, amount in features:
            if name != "tempo":
                early += (-amount[0] if side else amount[0]) * SAFETY_WEIGHTS[name][0]
                late += (-amount[1] if side else amount[1]) * SAFETY_WEIGHTS[name][1]
        red = int((early * phase * 16 + late * factor * (PHASE - phase)) / (16 * PHASE))
        tempo = SAFETY_WEIGHTS["tempo"]
        return (-red if position.side else red) + int((tempo[0] * phase + tempo[1] * (PHASE - phase)) / PHASE)

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the terms, each blended by the phase, in hundredths of a pawn."""
        self.check(position)
        assert isinstance(position, XiangqiPosition)
        phase, factor, features = _examine(position)
        sums = [[0.0, 0.0] for _ in SAFETY_LABELS]
        for side, name, amount in features:
            early, late = (count * weight for count, weight in zip(amount, SAFETY_WEIGHTS[name], strict=True))
            share = 1.0 if name == "tempo" else factor / FULL_FACTOR
            sums[_row_of(name)][side] += (early * phase + late * share * (PHASE - phase)) / PHASE
        return tuple(Term(label, *row) for label, row in zip(SAFETY_LABELS, sums, strict=True))

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return the coefficients of the weights in the score, for ``examples/tune_evaluation.py``.

        Returns:
            The phase, from 0 (endgame) to 1 (middlegame), and for each of ``SAFETY_WEIGHTS`` its coefficients in the
            middlegame and in the endgame, Red's minus Black's. The coefficients in the endgame contain the factor of
            the present weights.
        """
        assert isinstance(position, XiangqiPosition)
        phase, factor, features = _examine(position)
        sums = dict.fromkeys(SAFETY_WEIGHTS, (0.0, 0.0))
        for side, name, amount in features:
            sign = -1 if side else 1
            share = 1.0 if name == "tempo" else factor / FULL_FACTOR
            sums[name] = sums[name][0] + sign * amount[0], sums[name][1] + sign * share * amount[1]
        return phase / PHASE, sums


SAFETY_LABELS = (
    mark("Material"),
    mark("Place"),
    mark("Reach"),
    mark("Attack on the palace"),
    mark("Cannons facing the king"),
    mark("Attacked pieces"),
    mark("Defenders and king"),
    mark("Linked pawns"),
    mark("Tempo"),
)
ROWS_OF_TERMS = {
    "second attacker": 3,
    "third attacker": 3,
    "empty file cannon": 4,
    "cannon with one screen": 4,
    "cannon with two screens": 4,
    "cannon on the king's row": 4,
    "threat to a rook": 5,
    "threat to a horse or cannon": 5,
    "linked elephants": 6,
    "lost adviser against cannons": 6,
    "lost adviser against others": 6,
    "lost elephant against cannons": 6,
    "lost elephant against others": 6,
    "open king": 6,
    "linked pawns": 7,
    "tempo": 8,
}


def _row_of(name: str) -> int:
    """Return the place in ``SAFETY_LABELS`` of a weight."""
    if name.endswith("palace"):
        return 3
    if name.endswith("place") or name in PLACES:
        return 1
    return 2 if name.endswith("reach") else ROWS_OF_TERMS.get(name, 0)


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


register(ThreatsSafety)
register(Tapered)
register(Material)


def _pair(name: str) -> int:
    return WEIGHTS[name][0] + 65536 * WEIGHTS[name][1]


def _safety_pair(name: str) -> int:
    return SAFETY_WEIGHTS[name][0] + 65536 * SAFETY_WEIGHTS[name][1]


def fill_tables() -> None:
    """Compute the variables of this module from ``WEIGHTS``. It must be called again after a change of the weights."""
    global HORSE_REACH, ROOK_REACH, CANNON_REACH, LOST, AIMED
    HORSE_REACH, ROOK_REACH, CANNON_REACH = _pair("horse's reach"), _pair("rook's reach"), _pair("cannon's reach")
    LOST, AIMED = _pair("lost defender"), _pair("aimed cannon")
    _fill_safety()


def _fill_safety() -> None:
    """Compute the variables of ``ThreatsSafety`` from ``SAFETY_WEIGHTS``."""
    global HORSE_EASE, ROOK_EASE, CANNON_EASE, ROOK_AIM, HORSE_AIM, CANNON_AIM, SECOND, THIRD
    global EMPTY_FILE, ONE_SCREEN, TWO_SCREENS, FLANK, ON_ROOK, ON_PIECE, LINKED_PAWNS, LINKED_ELEPHANTS
    global ADVISER_CANNON, ADVISER_OTHER, ELEPHANT_CANNON, ELEPHANT_OTHER, OPEN_KING, TEMPO
    HORSE_EASE, ROOK_EASE = _safety_pair("horse's reach"), _safety_pair("rook's reach")
    CANNON_EASE, ROOK_AIM = _safety_pair("cannon's reach"), _safety_pair("rook's aim at the palace")
    HORSE_AIM, CANNON_AIM = _safety_pair("horse's aim at the palace"), _safety_pair("cannon's aim at the palace")
    SECOND, THIRD = _safety_pair("second attacker"), _safety_pair("third attacker")
    EMPTY_FILE, ONE_SCREEN = _safety_pair("empty file cannon"), _safety_pair("cannon with one screen")
    TWO_SCREENS, FLANK = _safety_pair("cannon with two screens"), _safety_pair("cannon on the king's row")
    ON_ROOK, ON_PIECE = _safety_pair("threat to a rook"), _safety_pair("threat to a horse or cannon")
    LINKED_PAWNS, LINKED_ELEPHANTS = _safety_pair("linked pawns"), _safety_pair("linked elephants")
    ADVISER_CANNON = _safety_pair("lost adviser against cannons")
    ADVISER_OTHER = _safety_pair("lost adviser against others")
    ELEPHANT_CANNON = _safety_pair("lost elephant against cannons")
    ELEPHANT_OTHER = _safety_pair("lost elephant against others")
    OPEN_KING, TEMPO = _safety_pair("open king"), _safety_pair("tempo")


fill_tables()


def _is_present(own: XiangqiPosition, piece: int) -> int:
    """Return 1 if a piece is on the board, otherwise 0."""
    return 1 if own.squares[piece] != OFF else 0


def _threat(own: XiangqiPosition, side: int, cell: int, is_rook: bool) -> int:
    """Return the worth of an attack by ``side`` on a cell, as a pair.

    Rooks, horses and cannons of the enemy count. An attack of a rook on a rook does not count (``is_rook``).
    """
    piece = own.board[cell]
    if piece >> 4 != side ^ 1:
        return 0
    slot = piece & 15
    if slot < 5 or slot > 10:
        return 0
    if slot == 7 or slot == 8:
        return 0 if is_rook else ON_ROOK
    return ON_PIECE


def _lines(own: XiangqiPosition, side: int, cell: int, is_rook: bool) -> int:
    """Return the worth of the reach and of the threats of a rook or cannon, as a pair."""
    row, column = ROW[cell], COLUMN[cell]
    file = cython.declare(cython.int, own.files[column])
    rank = cython.declare(cython.int, own.ranks[row])
    count = cython.declare(cython.int, COUNT[FILE_QUIET[row][file]] + COUNT[RANK_QUIET[column][rank]])
    total = cython.declare(cython.int, (ROOK_EASE if is_rook else CANNON_EASE) * count)
    rest = cython.declare(cython.uint, FILE_HIT[row][file] if is_rook else FILE_JUMP[row][file])
    while rest:
        total += _threat(own, side, 9 * lowest(rest) + column, is_rook)
        rest &= rest - 1
    rest = RANK_HIT[column][rank] if is_rook else RANK_JUMP[column][rank]
    while rest:
        total += _threat(own, side, 9 * row + lowest(rest), is_rook)
        rest &= rest - 1
    return total


def _aim(own: XiangqiPosition, side: int, cell: int, is_rook: bool) -> int:
    """Return the number of cells of the enemy's palace that a rook or cannon attacks."""
    row, column = ROW[cell], COLUMN[cell]
    rows = 0x7 if side else 0x380
    count = cython.declare(cython.int, 0)
    if 3 <= column <= 5:
        file = own.files[column]
        count += COUNT[rows & (FILE_QUIET[row][file] | FILE_HIT[row][file] if is_rook else FILE_JUMP[row][file])]
    if rows >> row & 1:
        rank = own.ranks[row]
        count += COUNT[
            0x38 & (RANK_QUIET[column][rank] | RANK_HIT[column][rank] if is_rook else RANK_JUMP[column][rank])
        ]
    return count


def _facing(own: XiangqiPosition, king: int, cell: int) -> int:
    """Return the worth of a cannon on a line with the enemy king by the number of pieces in between, as a pair."""
    row, column = ROW[cell], COLUMN[cell]
    if column == COLUMN[king]:
        screens = COUNT[own.files[column] & BETWEEN[row][ROW[king]]]
        if screens == 0:
            return EMPTY_FILE
        if screens == 1:
            return ONE_SCREEN
        return TWO_SCREENS if screens == 2 else 0
    if row == ROW[king] and COUNT[own.ranks[row] & BETWEEN[column][COLUMN[king]]] <= 2:
        return FLANK
    return 0


def _attack(own: XiangqiPosition, side: int) -> int:
    """Return the worth of the reach, the threats and the attack of a side, as a pair."""
    base = side << 4
    king = own.squares[base ^ 16]
    attackers = cython.declare(cython.int, 0)
    total = cython.declare(cython.int, 0)
    for slot in range(5, 7):
        cell = own.squares[base + slot]
        if cell == OFF:
            continue
        aim = cython.declare(cython.int, 0)
        for i in range(HORSE_COUNT[cell]):
            if own.board[HORSE_LEG[cell][i]] == EMPTY:
                target = HORSE_TO[cell][i]
                total += HORSE_EASE + _threat(own, side, target, False)
                if 3 <= COLUMN[target] <= 5 and (ROW[target] < 3 if side else ROW[target] > 6):
                    aim += 1
        total += HORSE_AIM * aim
        if aim:
            attackers += 1
    for slot in range(7, 11):
        cell = own.squares[base + slot]
        if cell == OFF:
            continue
        is_rook = cython.declare(cython.bint, slot < 9)
        total += _lines(own, side, cell, is_rook)
        count = _aim(own, side, cell, is_rook)
        if count:
            attackers += 1
            total += (ROOK_AIM if is_rook else CANNON_AIM) * count
        if not is_rook:
            total += _facing(own, king, cell)
    for slot in range(11, 16):
        cell = own.squares[base + slot]
        if cell == OFF:
            continue
        row, column = ROW[cell], COLUMN[cell]
        height = 9 - row if side else row
        if height > 4:
            if column < 8 and 11 <= own.board[cell + 1] - base < 16:
                total += LINKED_PAWNS
            if 6 <= height <= 8 and 2 <= column <= 6:
                attackers += 1
    if attackers > 1:
        total += SECOND
    if attackers > 2:
        total += THIRD * (attackers - 2)
    return total


def _defence(own: XiangqiPosition, side: int) -> int:
    """Return the worth of the defenders and of the king of a side, as a pair."""
    base = side << 4
    enemy = base ^ 16
    rooks = _is_present(own, enemy + 7) + _is_present(own, enemy + 8)
    others = rooks + _is_present(own, enemy + 5) + _is_present(own, enemy + 6)
    cannons = _is_present(own, enemy + 9) + _is_present(own, enemy + 10)
    advisers = 2 - _is_present(own, base + 1) - _is_present(own, base + 2)
    elephants = 2 - _is_present(own, base + 3) - _is_present(own, base + 4)
    total = cython.declare(cython.int, advisers * (ADVISER_CANNON * cannons + ADVISER_OTHER * others))
    total += elephants * (ELEPHANT_CANNON * cannons + ELEPHANT_OTHER * others)
    if elephants == 0:
        one, two = own.squares[base + 3], own.squares[base + 4]
        rise = cython.declare(cython.int, ROW[one] - ROW[two])
        run = cython.declare(cython.int, COLUMN[one] - COLUMN[two])
        if rise * rise == 4 and run * run == 4 and own.board[(one + two) >> 1] == EMPTY:
            total += LINKED_ELEPHANTS * others
    king = own.squares[base]
    row = ROW[king]
    # Occupied rows in front of the king up to the river: rows row + 1 … 4, or 5 … row - 1 for SECOND.
    front = (1 << row) - 32 if side else 31 & ~((2 << row) - 1)
    if own.files[COLUMN[king]] & front == 0:
        total += OPEN_KING * (rooks + cannons)
    return total


def _factor_of(own: XiangqiPosition, strong: int) -> int:
    """Return the factor of the endgame score, in sixteenths, if side ``strong`` has the better endgame score."""
    for slot in range(5, 16):
        if own.squares[(strong << 4) + slot] != OFF:
            return FULL_FACTOR
    return NO_ATTACKERS


def _assess(own: XiangqiPosition) -> int:
    """Return the score of ``ThreatsSafety`` for the side to move."""
    total = cython.declare(cython.int, own.balance)
    total += _attack(own, 0) - _attack(own, 1) + _defence(own, 0) - _defence(own, 1)
    phase = cython.declare(cython.int, 0)
    for slot in range(5, 11):
        phase += (2 if 7 <= slot <= 8 else 1) * (_is_present(own, slot) + _is_present(own, slot + 16))
    early = ((total + 0x8000) & 0xFFFF) - 0x8000
    late = (total - early) // 65536
    factor = FULL_FACTOR
    if late:
        factor = _factor_of(own, 0 if late > 0 else 1)
    sum = FULL_FACTOR * early * phase + late * factor * (16 - phase)
    whole = 16 * FULL_FACTOR
    score = sum // whole if sum >= 0 else -(-sum // whole)
    early = ((TEMPO + 0x8000) & 0xFFFF) - 0x8000
    late = (TEMPO - early) // 65536
    return (-score if own.side else score) + (early * phase + late * (16 - phase)) // 16


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


def _placing(kind: int, row: int, column: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the names of the weights of ``ThreatsSafety`` that apply to a piece on a cell, with their amounts."""
    name = place_name(kind, row, abs(column - 4))
    return _standing(kind, row, column) + ([(name, (1, 1))] if name in PLACES else [])


def _examine(position: XiangqiPosition) -> tuple[int, int, list[tuple[int, str, tuple[int, int]]]]:
    """Return what ``ThreatsSafety`` finds in a position, from the list of pieces.

    Returns:
        The phase (0 … 16), the factor of the endgame score in sixteenths, and the features. Each feature is a side, the
        name of a weight, and the amounts in the middlegame and in the endgame.
    """
    board = {cell: (side, kind) for side, kind, cell in position.pieces}
    kinds = [[kind for side, kind in board.values() if side == each] for each in (0, 1)]
    phase = sum({ROOK: 2, CANNON: 1, HORSE: 1}.get(kind, 0) for kind in kinds[0] + kinds[1])
    found: list[tuple[int, str, tuple[int, int]]] = []
    for cell, (side, kind) in board.items():
        row = 9 - cell // 9 if side else cell // 9
        found += [(side, name, amount) for name, amount in _placing(kind, row, cell % 9)]
    for side in (0, 1):
        found += [(side, name, (count, count)) for name, count in _examine_side(board, side) if count]
    late = sum((-1 if side else 1) * amount[1] * SAFETY_WEIGHTS[name][1] for side, name, amount in found)
    found.append((position.side, "tempo", (1, 1)))
    strong = kinds[0 if late > 0 else 1]
    return phase, 16 if not late or {HORSE, ROOK, CANNON, PAWN} & set(strong) else 2, found


def _attacked_cells(board: Any, cell: int) -> set[int]:
    """Return the cells that a rook, cannon or horse attacks: a cannon only those of pieces behind a screen."""
    kind = board[cell][1]
    if kind == HORSE:
        return {target for target, leg in _leaps_of(cell) if leg not in board}
    found = set()
    for rise, run in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        row, column = cell // 9 + rise, cell % 9 + run
        met = 0
        while 0 <= row < 10 and 0 <= column < 9 and met < 2:
            at = 9 * row + column
            if at in board:
                met += 1
            if (kind == ROOK and (met == 0 or (met == 1 and at in board))) or (
                kind == CANNON and met == 2 and at in board
            ):
                found.add(at)
            row, column = row + rise, column + run
    return found


def _leaps_of(cell: int) -> list[tuple[int, int]]:
    """Return the target and the leg of each leap of a horse on an empty board."""
    found = []
    for rise, run in ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)):
        row, column = cell // 9 + rise, cell % 9 + run
        if 0 <= row < 10 and 0 <= column < 9:
            found.append((9 * row + column, cell + (9 * (rise // 2) if abs(rise) == 2 else run // 2)))
    return found


def _examine_side(board: Any, side: int) -> list[tuple[str, int]]:
    """Return the features of one side that do not depend on single pieces and their cells, with their amounts."""
    ours = {cell: kind for cell, (owner, kind) in board.items() if owner == side}
    theirs = {cell: kind for cell, (owner, kind) in board.items() if owner != side}
    king = next(cell for cell, kind in ours.items() if kind == KING)
    enemy_king = next(cell for cell, kind in theirs.items() if kind == KING)
    palace = {9 * row + column for row in ((0, 1, 2) if side else (7, 8, 9)) for column in (3, 4, 5)}
    found: list[tuple[str, int]] = []
    attackers = 0
    for cell, kind in ours.items():
        height = 9 - cell // 9 if side else cell // 9
        if kind in (HORSE, ROOK, CANNON):
            attacked = _attacked_cells(board, cell)
            found.append((f"{NAMES[kind]}'s reach", len(attacked if kind == HORSE else _open_cells(board, cell))))
            found.append((f"{NAMES[kind]}'s aim at the palace", len(attacked & palace)))
            attackers += bool(attacked & palace)
            prey = [theirs[target] for target in attacked if target in theirs]
            found.append(("threat to a rook", prey.count(ROOK) if kind != ROOK else 0))
            found.append(("threat to a horse or cannon", prey.count(HORSE) + prey.count(CANNON)))
        if kind == CANNON and cell % 9 == enemy_king % 9:
            screens = sum(at in board for at in range(min(cell, enemy_king) + 9, max(cell, enemy_king), 9))
            names = ("empty file cannon", "cannon with one screen", "cannon with two screens")
            found += [(name, 1) for name in names[screens : screens + 1]]
        elif kind == CANNON and cell // 9 == enemy_king // 9:
            screens = sum(at in board for at in range(min(cell, enemy_king) + 1, max(cell, enemy_king)))
            found.append(("cannon on the king's row", int(screens < 3)))
        if kind == PAWN and height > 4:
            found.append(("linked pawns", int(cell % 9 < 8 and ours.get(cell + 1) == PAWN)))
            attackers += 6 <= height <= 8 and abs(cell % 9 - 4) <= 2
    found += [("second attacker", int(attackers > 1)), ("third attacker", max(0, attackers - 2))]

    mine, enemies = list(ours.values()), list(theirs.values())
    cannons, others = enemies.count(CANNON), enemies.count(ROOK) + enemies.count(HORSE)
    for kind in (ADVISER, ELEPHANT):
        lost = 2 - mine.count(kind)
        found.append((f"lost {NAMES[kind]} against cannons", lost * cannons))
        found.append((f"lost {NAMES[kind]} against others", lost * others))
    elephants = [cell for cell, kind in ours.items() if kind == ELEPHANT]
    if len(elephants) == 2:
        rise, run = (abs(elephants[0] // 9 - elephants[1] // 9), abs(elephants[0] % 9 - elephants[1] % 9))
        if (rise, run) == (2, 2) and sum(elephants) // 2 not in board:
            found.append(("linked elephants", others))
    rows = range(5, king // 9) if side else range(king // 9 + 1, 5)
    if not any(9 * row + king % 9 in board for row in rows):
        found.append(("open king", enemies.count(ROOK) + cannons))
    return found
