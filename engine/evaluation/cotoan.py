"""Evaluations of cờ toán.

- ``squares_and_lines``: fitted weights of the pieces by digit and square, of the points that a side still needs, and of
  the nearest pieces on the lines of the zeros.
- ``material_safety``: the digits of the pieces, and penalties for attackers of the zeros.
- ``material``: the digits of the pieces.

All are based on a sum of weights of the pieces. A weight depends only on the piece and its cell. The position updates
the sum with each move, so that an evaluation only reads one number for it.
"""

from typing import Any

import cython

from engine.core.evaluation import Evaluation, Term, register
from engine.core.language import mark
from engine.core.position import Position
from engine.games.cotoan.position import CotoanPosition

if cython.compiled:
    from cython.cimports.engine.core.bits import highest, lowest
    from cython.cimports.engine.games.cotoan.position import CELLS, LINE, LINES, OFFSET, STEP, WIDTH
else:
    from engine.core.bits_pure import highest, lowest
    from engine.games.cotoan.position import CELLS, LINE, LINES, OFFSET, STEP, WIDTH

    RACE = [[0] * 128 for _ in range(46)]
    NEAREST = [[[0] * 8 for _ in range(12)] for _ in range(3)]

ZERO_VALUE = 45
"""Worth of the zero in an evaluation: the sum of all other digits."""

RED_ZERO = 2 * 11 + 5
BLUE_ZERO = 10 * 11 + 5
RED_FAN = (WIDTH - 1, WIDTH, WIDTH + 1, -1, 1)
"""Steps from red's zero to adjacent cells, towards blue's half or sideways. For blue's zero they are negated."""

SQUARES, RACE_TO_POINTS, LINES_TO_ZERO = (
    mark("Pieces on their squares"),
    mark("Race to the points"),
    mark("Lines to the zero"),
)
"""English names of the terms of ``squares_and_lines``."""
LABELS = {"piece": SQUARES, "rank": SQUARES, "file": SQUARES, "need": RACE_TO_POINTS}
"""Name of the term by the first word of a weight, if not the lines."""
KINDS = ("sideways", "forward", "diagonal")
"""Kinds of the lines of a zero. The diagonals are those towards the enemy's half."""
FARTHEST = {"sideways": 4, "forward": 6, "diagonal": 4}
"""Greatest distance from the zero, in cells, that has its own weight. Pieces farther away have this weight, too."""
RACE_TARGET = 15
"""Target of points for which the weights of the race were fitted. Those for other targets follow by proportion."""
WEIGHTS = {
    "piece_1": 242, "piece_2": 189, "piece_3": 392, "piece_4": 179, "piece_5": 199, "piece_6": 161, "piece_7": 386,
    "piece_8": 150, "piece_9": 178,
    "need_1": 648, "need_2": 526, "need_3": 367, "need_4": 505, "need_5": 398, "need_6": 334, "need_7": 48,
    "need_8": -15, "need_9": 43, "need_10": -114, "need_11": -184, "need_12": -363, "need_13": -315, "need_14": -520,
    "need_15": -391,
    "rank_1_1": -17, "rank_1_2": 61, "rank_1_3": 47, "rank_1_4": 23, "rank_1_5": -36, "rank_1_6": -5, "rank_1_7": -20,
    "rank_1_8": -26, "rank_1_9": -4, "rank_1_10": -23, "rank_1_11": 1,
    "rank_2_1": -65, "rank_2_2": -10, "rank_2_3": -67, "rank_2_4": 74, "rank_2_5": 24, "rank_2_6": 23, "rank_2_7": 0,
    "rank_2_8": 32, "rank_2_9": 2, "rank_2_10": 17, "rank_2_11": -29,
    "rank_3_1": -112, "rank_3_2": -43, "rank_3_3": -34, "rank_3_4": -22, "rank_3_5": 32, "rank_3_6": 50,
    "rank_3_7": 36, "rank_3_8": 48, "rank_3_9": 32, "rank_3_10": 8, "rank_3_11": 7,
    "rank_4_1": -155, "rank_4_2": -69, "rank_4_3": -76, "rank_4_4": 83, "rank_4_5": -22, "rank_4_6": 8, "rank_4_7": 85,
    "rank_4_8": 57, "rank_4_9": 80, "rank_4_10": 24, "rank_4_11": -15,
    "rank_5_1": -158, "rank_5_2": -74, "rank_5_3": -18, "rank_5_4": 34, "rank_5_5": 34, "rank_5_6": -30, "rank_5_7": 4,
    "rank_5_8": 62, "rank_5_9": 99, "rank_5_10": 64, "rank_5_11": -16,
    "rank_6_1": -155, "rank_6_2": 18, "rank_6_3": -21, "rank_6_4": 52, "rank_6_5": -32, "rank_6_6": 76, "rank_6_7": -1,
    "rank_6_8": 43, "rank_6_9": 43, "rank_6_10": 4, "rank_6_11": -27,
    "rank_7_1": -121, "rank_7_2": -43, "rank_7_3": 47, "rank_7_4": 51, "rank_7_5": -19, "rank_7_6": 39, "rank_7_7": 69,
    "rank_7_8": -14, "rank_7_9": 33, "rank_7_10": 2, "rank_7_11": -43,
    "rank_8_1": -9, "rank_8_2": -44, "rank_8_3": -25, "rank_8_4": 19, "rank_8_5": 95, "rank_8_6": -17, "rank_8_7": 40,
    "rank_8_8": -37, "rank_8_9": -9, "rank_8_10": 2, "rank_8_11": -15,
    "rank_9_1": -64, "rank_9_2": -6, "rank_9_3": 52, "rank_9_4": 48, "rank_9_5": 61, "rank_9_6": 0, "rank_9_7": 11,
    "rank_9_8": 74, "rank_9_9": -152, "rank_9_10": -6, "rank_9_11": -19,
    "file_1_1": -75, "file_1_2": -37, "file_1_3": 40, "file_1_4": 72, "file_1_5": 0,
    "file_2_1": -95, "file_2_2": -53, "file_2_3": 30, "file_2_4": 77, "file_2_5": 41,
    "file_3_1": -56, "file_3_2": -61, "file_3_3": 20, "file_3_4": 37, "file_3_5": 63,
    "file_4_1": -9, "file_4_2": -22, "file_4_3": -36, "file_4_4": 28, "file_4_5": 39,
    "file_5_1": -11, "file_5_2": -46, "file_5_3": 53, "file_5_4": 16, "file_5_5": -12,
    "file_6_1": 9, "file_6_2": -93, "file_6_3": -29, "file_6_4": 73, "file_6_5": 40,
    "file_7_1": -27, "file_7_2": -43, "file_7_3": -1, "file_7_4": 57, "file_7_5": 15,
    "file_8_1": -44, "file_8_2": 6, "file_8_3": 53, "file_8_4": -3, "file_8_5": -13,
    "file_9_1": 14, "file_9_2": 29, "file_9_3": -4, "file_9_4": -61, "file_9_5": 22,
    "sideways_own_1": -42, "sideways_own_2": -12, "sideways_own_3": -15, "sideways_own_4": 4,
    "sideways_enemy_1": -37, "sideways_enemy_2": -47, "sideways_enemy_3": 45, "sideways_enemy_4": -1,
    "forward_own_1": 34, "forward_own_2": 56, "forward_own_3": -16, "forward_own_4": 17, "forward_own_5": 24,
    "forward_own_6": 33,
    "forward_enemy_1": -29, "forward_enemy_2": -29, "forward_enemy_3": -38, "forward_enemy_4": -16,
    "forward_enemy_5": -6, "forward_enemy_6": -29,
    "diagonal_own_1": -2, "diagonal_own_2": 24, "diagonal_own_3": 9, "diagonal_own_4": -26,
    "diagonal_enemy_1": -95, "diagonal_enemy_2": -51, "diagonal_enemy_3": -7, "diagonal_enemy_4": -29,
}  # fmt: skip
"""Weights of ``squares_and_lines``, in hundredths of a point.

They are those of a piece (by digit), of its rank from its own side of the board, of its file or the mirrored one, of
the points that a side still needs, and of the nearest piece on a line of a zero, which is an own or an enemy piece of
the zero (by kind of line and distance).
"""


@cython.infer_types(None)
def fill_tables() -> None:
    """Compute the tables of this module from ``WEIGHTS``. It must be called again after a change of the weights."""
    for target in range(46):
        for points in range(128):
            RACE[target][points] = WEIGHTS[f"need_{_need(target, points)}"]
    for kind, name in enumerate(KINDS):
        for distance in range(1, 12):
            least = min(distance, FARTHEST[name])
            NEAREST[kind][distance][0] = WEIGHTS[f"{name}_own_{least}"]
            NEAREST[kind][distance][1] = WEIGHTS[f"{name}_enemy_{least}"]


def _need(target: int, points: int) -> int:
    """Return the points still needed to win, 1 to 15, as if the target were 15.

    Without a target (0), it is 45, which is the sum of all digits. The result is rounded up.
    """
    whole = target or 45
    return max(1, min(RACE_TARGET, -(-(whole - points) * RACE_TARGET // whole)))


fill_tables()


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


class SquaresAndLines(Weighted):
    """Weights of the pieces and their squares, of the points needed, and of the nearest pieces on the zeros' lines.

    *Squares*: a piece is worth a weight of its digit, one of its digit and rank, and one of its digit and file. Ranks
    are counted from the owner's side, and a file is worth as much as its mirror image, because the rules have these
    symmetries.

    *Race*: a side is worth a weight of the points that it still needs. The first point needed less is not worth as much
    as the last.

    *Lines*: an attack on a zero comes along a line, and its front piece is the nearest one on it. For the five lines of
    a zero that lead sideways and towards the enemy's half, the nearest piece counts by its side, its distance, and the
    kind of the line. On the other lines of a zero there is no room for two pieces.

    The weights were fitted by logistic regression (``examples/tune_evaluation.py``)

    Scale 1000: fitted to the same positions, by the same regression.
    """

    name = "squares_and_lines"
    title = "Squares and lines to the zero"
    decimals = 2
    scale = 1000
    gain_scale = 100

    def weight(self, side: int, value: int, cell: int) -> int:
        """Return the worth of a piece to its side on a cell: the weights of its digit, of its rank and of its file."""
        rank, file = cell // WIDTH, cell % WIDTH
        if value == 0 or not (1 <= rank <= 11 and 1 <= file <= 9):
            return 0
        own = 12 - rank if side else rank
        return (
            WEIGHTS[f"piece_{value}"] + WEIGHTS[f"rank_{value}_{own}"] + WEIGHTS[f"file_{value}_{min(file, 10 - file)}"]
        )

    def evaluate(self, position: Position) -> int:
        """Return the sum of the weights for the side to move."""
        score = self.judge(cython.cast(CotoanPosition, position))
        return -score if position.side else score

    def judge(self, own: CotoanPosition) -> int:
        """Return the score of a position of cờ toán for red."""
        target = min(own.tables.target, 45)
        score = cython.declare(cython.int, own.balance)
        score += RACE[target][own.points[0]] - RACE[target][own.points[1]]
        return score + self.nearest(own, 0) - self.nearest(own, 1)

    def nearest(self, own: CotoanPosition, side: int) -> int:
        """Return the weights of the nearest pieces on five lines of the zero of ``side``."""
        zero = own.squares[10 * side]
        total = 0
        for orientation in range(4):
            word = own.lines[LINES * orientation + LINE[orientation][zero]]
            offset = OFFSET[orientation][zero]
            kind = min(orientation, 2)
            # Blue's forward is towards smaller ranks. The border is neither side's, and its weights are 0.
            if orientation == 0 or side == 0:
                distance = lowest(word >> (offset + 1)) + 1
                total += NEAREST[kind][distance][own.board[zero + distance * STEP[orientation]] >> 4 ^ side]
            if orientation == 0 or side == 1:
                distance = offset - highest(word & ((1 << offset) - 1))
                total += NEAREST[kind][distance][own.board[zero - distance * STEP[orientation]] >> 4 ^ side]
        return total

    def definition(self, position: Position) -> int:
        """Return the score computed from ``WEIGHTS`` and the amount of each."""
        return int(sum(WEIGHTS[name] * amount for name, amount in self.amounts(position).items()))

    def amounts(self, position: Position) -> dict[str, float]:
        """Return the coefficients of the weights in the score, for ``examples/tune_evaluation.py``."""
        assert isinstance(position, CotoanPosition)
        sums = dict.fromkeys(WEIGHTS, 0.0)
        for side in range(2):
            sign = 1 if side == position.turn else -1
            for name in self.features(position, side):
                sums[name] += sign
        return sums

    def features(self, position: CotoanPosition, side: int) -> list[str]:
        """Return the names of the weights that count for a side, once for each time that they count."""
        board = {divmod(cell, WIDTH): piece for piece, cell in position.pieces}
        names = [f"need_{_need(position.game.rules.target or 0, position.score_points[side])}"]
        for (rank, file), piece in board.items():
            if piece // 16 == side and piece & 15:
                own, digit = 12 - rank if side else rank, piece & 15
                names += [f"piece_{digit}", f"rank_{digit}_{own}", f"file_{digit}_{min(file, 10 - file)}"]
        rank, forward = (10, -1) if side else (2, 1)
        for right, up in ((-1, 0), (1, 0), (0, forward), (-1, forward), (1, forward)):
            kind = KINDS[0] if not up else KINDS[2] if right else KINDS[1]
            for distance in range(1, 10):
                met = board.get((rank + distance * up, 5 + distance * right))
                if met is not None:
                    owner = "own" if met // 16 == side else "enemy"
                    names.append(f"{kind}_{owner}_{min(distance, FARTHEST[kind])}")
                    break
        return names

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return three terms: the pieces on their squares, the points of the race, and the lines to the zeros."""
        self.check(position)
        assert isinstance(position, CotoanPosition)
        parts: dict[str, list[float]] = {label: [0.0, 0.0] for label in (SQUARES, RACE_TO_POINTS, LINES_TO_ZERO)}
        for side in range(2):
            for name in self.features(position, side):
                label = LABELS.get(name.partition("_")[0], LINES_TO_ZERO)
                parts[label][side] += WEIGHTS[name]
        return tuple(Term(label, *pair) for label, pair in parts.items())


register(MaterialSafety)
register(Material)
register(SquaresAndLines)
