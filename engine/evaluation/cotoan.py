"""Evaluations of cờ toán.

- ``squares_and_lines``, the default: fitted weights of the pieces by digit and square, of the points that a side still
  needs, and of the nearest pieces on the lines of the zeros.
- ``material_safety``: the digits of the pieces, and penalties for attackers of the zeros.
- ``material``: the digits of the pieces.

All are based on a sum of weights of the pieces. A weight depends only on the piece and its cell. The position updates
the sum with each move, so that an evaluation only reads one number for it.
"""

from typing import Any

import cython
from cython.cimports.engine.core.bits import highest, lowest
from cython.cimports.engine.games.cotoan.position import CELLS, LINE, LINES, OFFSET, STEP, WIDTH

from engine.core.evaluation import Evaluation, Term, prefer_network, register
from engine.core.language import mark
from engine.core.position import Position
from engine.games.cotoan.position import CotoanPosition

if not cython.compiled:
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
    "piece_1": 174, "piece_2": 192, "piece_3": 437, "piece_4": 201, "piece_5": 159, "piece_6": 147, "piece_7": 378,
    "piece_8": 137, "piece_9": 199,
    "need_1": 672, "need_2": 632, "need_3": 391, "need_4": 503, "need_5": 303, "need_6": 299, "need_7": 72,
    "need_8": -24, "need_9": 60, "need_10": -95, "need_11": -175, "need_12": -373, "need_13": -284, "need_14": -448,
    "need_15": -378,
    "rank_1_1": 13, "rank_1_2": 66, "rank_1_3": 97, "rank_1_4": 35, "rank_1_5": -74, "rank_1_6": -6, "rank_1_7": -27,
    "rank_1_8": -40, "rank_1_9": -13, "rank_1_10": -34, "rank_1_11": -3,
    "rank_2_1": -91, "rank_2_2": -13, "rank_2_3": -110, "rank_2_4": 86, "rank_2_5": 17, "rank_2_6": 36, "rank_2_7": 4,
    "rank_2_8": 59, "rank_2_9": -5, "rank_2_10": 23, "rank_2_11": -49,
    "rank_3_1": -157, "rank_3_2": -40, "rank_3_3": -68, "rank_3_4": -32, "rank_3_5": 43, "rank_3_6": 88,
    "rank_3_7": 53, "rank_3_8": 38, "rank_3_9": 40, "rank_3_10": 10, "rank_3_11": 10,
    "rank_4_1": -191, "rank_4_2": -67, "rank_4_3": -79, "rank_4_4": 16, "rank_4_5": -24, "rank_4_6": 5,
    "rank_4_7": 157, "rank_4_8": 68, "rank_4_9": 106, "rank_4_10": 39, "rank_4_11": -22,
    "rank_5_1": -177, "rank_5_2": -68, "rank_5_3": -30, "rank_5_4": 36, "rank_5_5": 53, "rank_5_6": -33,
    "rank_5_7": 14, "rank_5_8": 81, "rank_5_9": 102, "rank_5_10": 97, "rank_5_11": -26,
    "rank_6_1": -173, "rank_6_2": 20, "rank_6_3": -7, "rank_6_4": 29, "rank_6_5": -35, "rank_6_6": 38, "rank_6_7": -4,
    "rank_6_8": 67, "rank_6_9": 41, "rank_6_10": 4, "rank_6_11": -45,
    "rank_7_1": -128, "rank_7_2": -22, "rank_7_3": 26, "rank_7_4": 21, "rank_7_5": -2, "rank_7_6": 26, "rank_7_7": 85,
    "rank_7_8": -14, "rank_7_9": 27, "rank_7_10": 7, "rank_7_11": -106,
    "rank_8_1": -24, "rank_8_2": -36, "rank_8_3": -27, "rank_8_4": 36, "rank_8_5": 115, "rank_8_6": -15,
    "rank_8_7": 48, "rank_8_8": -48, "rank_8_9": -8, "rank_8_10": 9, "rank_8_11": -27,
    "rank_9_1": -61, "rank_9_2": -3, "rank_9_3": 77, "rank_9_4": 62, "rank_9_5": 43, "rank_9_6": 3, "rank_9_7": 6,
    "rank_9_8": 40, "rank_9_9": -186, "rank_9_10": -4, "rank_9_11": -23,
    "file_1_1": -101, "file_1_2": -43, "file_1_3": 49, "file_1_4": 100, "file_1_5": -1,
    "file_2_1": -130, "file_2_2": -42, "file_2_3": 13, "file_2_4": 103, "file_2_5": 65,
    "file_3_1": -82, "file_3_2": -95, "file_3_3": 23, "file_3_4": 42, "file_3_5": 90,
    "file_4_1": -18, "file_4_2": -25, "file_4_3": -35, "file_4_4": 36, "file_4_5": 64,
    "file_5_1": -37, "file_5_2": -57, "file_5_3": 33, "file_5_4": 30, "file_5_5": 5,
    "file_6_1": 1, "file_6_2": -78, "file_6_3": -27, "file_6_4": 87, "file_6_5": 59,
    "file_7_1": -45, "file_7_2": -78, "file_7_3": -6, "file_7_4": 51, "file_7_5": 38,
    "file_8_1": -42, "file_8_2": 7, "file_8_3": 64, "file_8_4": -4, "file_8_5": -15,
    "file_9_1": -11, "file_9_2": 30, "file_9_3": 5, "file_9_4": -54, "file_9_5": 41,
    "sideways_own_1": -55, "sideways_own_2": -12, "sideways_own_3": 0, "sideways_own_4": 22,
    "sideways_enemy_1": -14, "sideways_enemy_2": -53, "sideways_enemy_3": 85, "sideways_enemy_4": -15,
    "forward_own_1": 42, "forward_own_2": 42, "forward_own_3": -28, "forward_own_4": 22, "forward_own_5": 17,
    "forward_own_6": 32,
    "forward_enemy_1": -26, "forward_enemy_2": -22, "forward_enemy_3": -41, "forward_enemy_4": -6,
    "forward_enemy_5": -12, "forward_enemy_6": -21,
    "diagonal_own_1": -4, "diagonal_own_2": 0, "diagonal_own_3": 8, "diagonal_own_4": -39,
    "diagonal_enemy_1": -94, "diagonal_enemy_2": -48, "diagonal_enemy_3": -15, "diagonal_enemy_4": -42,
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
    margin = 2

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        if not cython.compiled:
            self.weights = [0] * 2860
        for index in range(20):
            for cell in range(CELLS):
                self.weights[CELLS * index + cell] = self.weight(index // 10, index % 10, cell)

    def weight(self, side: int, value: int, cell: int) -> int:
        """Return the worth of a piece to its side on a cell. ``value`` is the digit of the piece."""
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

    The weights were fitted by logistic regression (``examples/tune_evaluation.py --game cotoan --width 3``) to 38,147
    quiet positions of games of ``pvs`` at 3,000 to 4,000 nodes per move: 3,465 games with ``material_safety`` and 835
    with the weights of a first fit. The loss of 9,589 positions of other games is 0.6130. It is 0.6172 with the weights
    of the first fit, and 0.69 without an evaluation.

    Scale 906: fitted to the same positions by the same script.
    """

    name = "squares_and_lines"
    title = "Squares and lines to the zero"
    decimals = 2
    scale = 906
    gain_scale = 100
    margin = 150
    tuned = WEIGHTS

    def weight(self, side: int, value: int, cell: int) -> int:
        """Return the worth of a piece to its side on a cell: the weights of its digit (value), rank and file."""
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


register(SquaresAndLines)
register(MaterialSafety)
register(Material)
prefer_network("cotoan")
