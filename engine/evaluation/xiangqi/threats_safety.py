"""The evaluation ``threats_safety`` of xiangqi: what ``tapered`` judges, a table of cells, threats, attack and tempo.

Its features are defined in ``engine.evaluation.xiangqi.definition``.
"""

import cython
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

from engine.core.evaluation import Term
from engine.core.language import mark
from engine.core.position import Position
from engine.evaluation.xiangqi.definition import threats_safety_features
from engine.evaluation.xiangqi.material import Weighted
from engine.evaluation.xiangqi.weights import PLACES, SAFETY_WEIGHTS, pair, safety_features_of, safety_worth
from engine.games.xiangqi.position import XiangqiPosition

if not cython.compiled:
    from engine.core.features import FULL_FACTOR

    HORSE_EASE = ROOK_EASE = CANNON_EASE = ROOK_AIM = HORSE_AIM = CANNON_AIM = SECOND = THIRD = 0
    EMPTY_FILE = ONE_SCREEN = TWO_SCREENS = FLANK = ON_ROOK = ON_PIECE = LINKED_PAWNS = LINKED_ELEPHANTS = 0
    ADVISER_CANNON = ADVISER_OTHER = ELEPHANT_CANNON = ELEPHANT_OTHER = OPEN_KING = TEMPO = 0
    NO_ATTACKERS = 2

LABELS = (
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
PLACE_OF = {
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


def _pair(name: str) -> int:
    return pair(SAFETY_WEIGHTS[name])


def fill_tables() -> None:
    """Compute the variables of this module from ``SAFETY_WEIGHTS``.

    It must be called again after a change of the weights.
    """
    global HORSE_EASE, ROOK_EASE, CANNON_EASE, ROOK_AIM, HORSE_AIM, CANNON_AIM, SECOND, THIRD
    global EMPTY_FILE, ONE_SCREEN, TWO_SCREENS, FLANK, ON_ROOK, ON_PIECE, LINKED_PAWNS, LINKED_ELEPHANTS
    global ADVISER_CANNON, ADVISER_OTHER, ELEPHANT_CANNON, ELEPHANT_OTHER, OPEN_KING, TEMPO
    HORSE_EASE, ROOK_EASE = _pair("horse's reach"), _pair("rook's reach")
    CANNON_EASE, ROOK_AIM = _pair("cannon's reach"), _pair("rook's aim at the palace")
    HORSE_AIM, CANNON_AIM = _pair("horse's aim at the palace"), _pair("cannon's aim at the palace")
    SECOND, THIRD = _pair("second attacker"), _pair("third attacker")
    EMPTY_FILE, ONE_SCREEN = _pair("empty file cannon"), _pair("cannon with one screen")
    TWO_SCREENS, FLANK = _pair("cannon with two screens"), _pair("cannon on the king's row")
    ON_ROOK, ON_PIECE = _pair("threat to a rook"), _pair("threat to a horse or cannon")
    LINKED_PAWNS, LINKED_ELEPHANTS = _pair("linked pawns"), _pair("linked elephants")
    ADVISER_CANNON = _pair("lost adviser against cannons")
    ADVISER_OTHER = _pair("lost adviser against others")
    ELEPHANT_CANNON = _pair("lost elephant against cannons")
    ELEPHANT_OTHER = _pair("lost elephant against others")
    OPEN_KING, TEMPO = _pair("open king"), _pair("tempo")


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


class ThreatsSafety(Weighted):
    """A sum of ``SAFETY_WEIGHTS``: what ``Tapered`` judges, a table of cells for each piece, threats, attack and tempo.

    The weights of the middlegame and of the endgame are blended as in ``Tapered``. The endgame score of a side without
    rooks, horses, cannons and pawns is reduced.

    Matches of ``pvs`` against itself with ``Tapered`` gave Elo +104 (37 … 170) at 5,000 nodes per move and +143 (76 …
    208) at 0.1 s per move (100 games each from ``examples/strength/openings/xiangqi.txt``).

    Not antisymmetric: the side to move gets the weight of a tempo. With the other side to move on the same board, the
    sum of both scores is twice this weight.

    Scale 920: fitted by ``examples/tune_evaluation.py`` with the weights, which gave 922.
    """

    name = "threats_safety"
    title = "Material, place, threats, king safety"
    decimals = 2
    scale = 920
    gain_scale = 100
    antisymmetric = False
    tuned = SAFETY_WEIGHTS

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """Return the worth of a kind of piece and its place, in the middlegame and in the endgame."""
        scores = [safety_worth(name, points) for name, points in safety_features_of(kind, row, column)]
        return sum(early for early, _ in scores), sum(late for _, late in scores)

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move."""
        return _assess(cython.cast(XiangqiPosition, position))

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces, cell by cell."""
        return threats_safety_features(position).score(position.side, safety_worth)

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the terms, each blended by the phase, in hundredths of a pawn."""
        self.check(position)
        return threats_safety_features(position).terms(LABELS, _place_of, safety_worth)

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return what ``Features.amounts`` returns for ``SAFETY_WEIGHTS``."""
        return threats_safety_features(position).amounts(SAFETY_WEIGHTS)


def _place_of(name: str) -> int:
    """Return the place in ``LABELS`` of a weight."""
    if name.endswith("palace"):
        return 3
    if name.endswith("place") or name in PLACES:
        return 1
    return 2 if name.endswith("reach") else PLACE_OF.get(name, 0)
