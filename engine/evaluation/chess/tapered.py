"""The evaluation ``tapered`` of chess: material, squares, mobility, kings and pawns.

Its features are defined in ``engine.evaluation.chess.definition``.
"""

import cython
from cython.cimports.engine.core.bits import lowest, popcount
from cython.cimports.engine.evaluation.chess.material import blend, phase_of
from cython.cimports.engine.evaluation.chess.pawns import (
    AHEAD,
    BESIDE,
    FILE_SQUARES,
    SPAN,
    bare_files,
    passed_pawns,
    pawn_attacks,
)
from cython.cimports.engine.games.chess.position import BISHOP, KING, KNIGHT, PAWN, ROOK
from cython.cimports.engine.games.chess.squares import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    bishop_attacks,
    bit,
    rook_attacks,
)

from engine.core.evaluation import Term
from engine.core.language import mark
from engine.core.position import Position
from engine.evaluation.chess.definition import tapered_features
from engine.evaluation.chess.material import Weighted
from engine.evaluation.chess.weights import (
    KINDS,
    OF_TABLES,
    PASSED,
    UNITS_OF_ATTACK,
    USUAL_MOBILITY,
    WEIGHTS,
    danger,
    pair,
    placement,
    worth,
)
from engine.games.chess.position import ChessPosition

if not cython.compiled:
    MOBILITY, USUAL, UNITS, DANGER, PASSED_PAWN = [0] * 6, [0] * 6, [0] * 6, [0] * 64, [0] * 8
    DOUBLED = ISOLATED = PAIR = OPEN_FILE = HALF_OPEN_FILE = BARE = 0

LABELS = (
    mark("Material"),
    mark("Placement"),
    mark("Mobility"),
    mark("Attack on the king"),
    mark("King's shelter"),
    mark("Pawns"),
    mark("Bishop pair, rooks on open files"),
)


@cython.infer_types(None)
def fill_tables() -> None:
    """Compute the tables of this module from ``WEIGHTS``. It must be called again after a change of the weights."""
    global DOUBLED, ISOLATED, PAIR, OPEN_FILE, HALF_OPEN_FILE, BARE
    for kind in range(6):
        MOBILITY[kind] = pair(worth(f"{KINDS[kind]}'s mobility")) if 1 <= kind <= 4 else 0
        USUAL[kind] = USUAL_MOBILITY[kind]
        UNITS[kind] = UNITS_OF_ATTACK[kind]
    for units in range(64):
        DANGER[units] = pair(worth("attack on the king", (danger(units), 0)))
    for rank in range(8):
        PASSED_PAWN[rank] = pair(worth("passed pawn", PASSED[rank]))
    DOUBLED, ISOLATED, PAIR = (pair(worth(name)) for name in ("doubled pawn", "isolated pawn", "bishop pair"))
    OPEN_FILE, HALF_OPEN_FILE = pair(worth("rook on open file")), pair(worth("rook on half-open file"))
    BARE = pair(worth("bare king"))


fill_tables()


def pawns(own: ChessPosition, side: int) -> int:
    """Return the worth of the doubled, isolated and passed pawns of a side, as a pair."""
    mine = own.kinds[PAWN] & own.sides[side]
    passed = passed_pawns(mine, own.kinds[PAWN] & own.sides[side ^ 1], side)
    total = cython.declare(cython.int, 0)
    rest = mine
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if BESIDE[square & 7] & mine == 0:
            total += ISOLATED
        if AHEAD[side][square] & mine:
            total += DOUBLED
        elif passed & bit(square):
            total += PASSED_PAWN[7 - (square >> 3) if side else square >> 3]
    return total


def activity(own: ChessPosition, side: int, mobility: bool, attack: bool) -> int:
    """Return the worth of a side's mobility and of its attack on the enemy king, as a pair.

    The mobility is omitted if ``mobility`` is False, and the attack is omitted if ``attack`` is False.
    """
    occupied = own.sides[0] | own.sides[1]
    mine = own.sides[side]
    closed = mine | pawn_attacks(own.kinds[PAWN] & own.sides[side ^ 1], side ^ 1)
    king = lowest(own.kinds[KING] & own.sides[side ^ 1])
    ring = KING_ATTACKS[king] | bit(king)
    total = cython.declare(cython.int, 0)
    units = cython.declare(cython.int, 0)
    attackers = cython.declare(cython.int, 0)
    for kind in range(1, 5):
        rest = own.kinds[kind] & mine
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            if kind == KNIGHT:
                reach = KNIGHT_ATTACKS[square]
            elif kind == BISHOP:
                reach = bishop_attacks(square, occupied)
            elif kind == ROOK:
                reach = rook_attacks(square, occupied)
            else:
                reach = rook_attacks(square, occupied) | bishop_attacks(square, occupied)
            if mobility:
                total += MOBILITY[kind] * (popcount(reach & ~closed) - USUAL[kind])
            if attack and reach & ring:
                attackers += 1
                units += UNITS[kind] * popcount(reach & ring)
    if attackers >= 2:
        total += DANGER[min(units, 63)]
    return total


def shelter(own: ChessPosition, side: int) -> int:
    """Return the score for the files in front of a side's king that have no friendly pawn, as a pair.

    The file of the king and the adjacent files are considered.
    """
    king = lowest(own.kinds[KING] & own.sides[side])
    return BARE * bare_files(king, own.kinds[PAWN] & own.sides[side] & SPAN[side][king])


def harmony(own: ChessPosition, side: int) -> int:
    """Return the worth of the bishop pair and of rooks on open and half-open files, as a pair."""
    mine = own.sides[side]
    total = cython.declare(cython.int, 0)
    bishops = own.kinds[BISHOP] & mine
    if bishops & (bishops - 1):
        total += PAIR
    rest = own.kinds[ROOK] & mine
    while rest:
        file = FILE_SQUARES[lowest(rest) & 7]
        rest &= rest - 1
        if file & own.kinds[PAWN] == 0:
            total += OPEN_FILE
        elif file & own.kinds[PAWN] & mine == 0:
            total += HALF_OPEN_FILE
    return total


def judge(own: ChessPosition) -> int:
    """Return the score of ``Tapered`` for the side to move."""
    total = own.balance
    total += activity(own, 0, True, True) - activity(own, 1, True, True)
    total += shelter(own, 0) - shelter(own, 1)
    total += pawns(own, 0) - pawns(own, 1)
    total += harmony(own, 0) - harmony(own, 1)
    score = blend(total, phase_of(own))
    return -score if own.side else score


class Tapered(Weighted):
    """Points for material, placement, mobility, attacks on kings, shelter, pawns, bishop pairs and open files.

    Scale 380: fitted to 300 games, for which ``examples/fit_scale.py --game chess --depth 4 --games 300`` gave 381.
    """

    name = "tapered"
    title = "Material, squares, mobility, kings"
    scale = 380
    tuned = WEIGHTS

    def weight(self, kind: int, file: int, rank: int) -> int:
        """Return the value of a piece plus its placement, as a pair."""
        return pair(worth(KINDS[kind])) + pair(worth(f"{KINDS[kind]}'s square", placement(kind, file, rank)))

    def evaluate(self, position: Position) -> int:
        """Return the blended score for the side to move."""
        return judge(cython.cast(ChessPosition, position))

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the parts of the score in the order of ``LABELS``, in hundredths of a pawn."""
        self.check(position)
        assert isinstance(position, ChessPosition)
        own = cython.declare(ChessPosition, position)
        phase = phase_of(own)
        columns = [self.parts(own, side) for side in range(2)]
        return tuple(
            Term(label, _blended(first, phase), _blended(second, phase))
            for label, first, second in zip(LABELS, *columns, strict=True)
        )

    def parts(self, position: ChessPosition, side: int) -> list[int]:
        """Return the parts for one side in the order of ``LABELS``, each as a pair."""
        own = cython.declare(ChessPosition, position)
        material = placed = 0
        for piece, square in own.pieces:
            if piece >> 3 == side:
                rank = 7 - (square >> 3) if side else square >> 3
                name = KINDS[piece & 7]
                material += pair(worth(name))
                placed += pair(worth(f"{name}'s square", placement(piece & 7, square & 7, rank)))
        return [
            material,
            placed,
            activity(own, side, True, False),
            activity(own, side, False, True),
            shelter(own, side),
            pawns(own, side),
            harmony(own, side),
        ]

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces, square by square."""
        return tapered_features(position).score(position.side, worth)

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return what ``Features.amounts`` returns for ``WEIGHTS``."""
        return tapered_features(position).amounts(WEIGHTS, OF_TABLES)


@cython.infer_types(None)
def _blended(pair: int, phase: int) -> float:
    """Return the blend of a pair of scores by the phase, which is not rounded."""
    ending = (pair + 32768) >> 16
    middle = pair - 65536 * ending
    return (middle * phase + ending * (24 - phase)) / 24
