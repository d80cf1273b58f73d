"""The evaluation ``threats_safety`` of chess: what ``tapered`` judges, threats, passed pawns and the kings' safety.

Its features are defined in ``engine.evaluation.chess.definition``.
"""

import cython
from cython.cimports.engine.core.bits import lowest, popcount
from cython.cimports.engine.evaluation.chess.material import FULL_PHASE, HALF, blend, phase_of
from cython.cimports.engine.evaluation.chess.pawns import (
    AHEAD,
    BESIDE,
    FILE_SQUARES,
    SPAN,
    bare_files,
    passed_pawns,
    pawn_attacks,
)
from cython.cimports.engine.games.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from cython.cimports.engine.games.chess.squares import (
    DARK,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LIGHT,
    bishop_attacks,
    bit,
    rook_attacks,
)
from cython.cimports.engine.search.table import load_word, store_word

from engine.core.evaluation import Term
from engine.core.language import mark
from engine.core.position import Position
from engine.evaluation.chess.definition import threats_safety_features
from engine.evaluation.chess.material import Weighted
from engine.evaluation.chess.weights import (
    KINDS,
    OF_TABLES,
    PASSED,
    SAFETY_WEIGHTS,
    UNITS_OF_ATTACK,
    UNITS_OF_CHECK,
    UNITS_OF_WEAKNESS,
    URGENCIES,
    USUAL_MOBILITY,
    grip,
    pair,
    placement,
    worth,
)
from engine.games.chess.position import ChessPosition

if not cython.compiled:
    from engine.core.features import FULL_FACTOR

    STRUCTURES, OFFSET = 1024, 1 << 30
    STRUCTURE_CACHE = [0] * (4 * STRUCTURES)
    ALL = MIXER = 0
    DISTANCE = [[0] * 64 for _ in range(64)]
    OUTPOSTS = [0] * 2
    GRIP, OUTPOST, MOBILITY, USUAL, UNITS, CHECK_UNITS = [0] * 64, [0] * 6, [0] * 6, [0] * 6, [0] * 6, [0] * 6
    URGENCY, PASSED_PAWN = [0] * 8, [0] * 8
    BY_PAWN = BY_MINOR = BY_ROOK = HANGING = HANGING_PAWN = WEAK_UNITS = TEMPO = 0
    ENEMY_KING = OWN_KING = BLOCKED = FREE = BEHIND = SHADED = 0
    PAIR = OPEN_FILE = HALF_OPEN_FILE = BARE = DOUBLED = ISOLATED = 0
    SUPPORTED = PHALANX = BACKWARD = SHIELD = STORM = 0

LABELS = (
    mark("Material"),
    mark("Placement"),
    mark("Mobility"),
    mark("Attack on the king"),
    mark("King's shelter"),
    mark("Pawns"),
    mark("Passed pawns"),
    mark("Attacked pieces"),
    mark("Pairs, outposts, open files"),
    mark("Tempo"),
)
PLACE_OF = {
    "attack on the king": 3,
    "bare king": 4,
    "shield pawn": 4,
    "storming pawn": 4,
    "doubled pawn": 5,
    "isolated pawn": 5,
    "supported pawn": 5,
    "phalanx": 5,
    "backward pawn": 5,
    "passed pawn": 6,
    "enemy king's way to a passed pawn": 6,
    "king's way to a passed pawn": 6,
    "blocked passed pawn": 6,
    "free passed pawn": 6,
    "rook behind a passed pawn": 6,
    "threat by a pawn": 7,
    "threat by a minor piece": 7,
    "threat to a queen by a rook": 7,
    "hanging piece": 7,
    "hanging pawn": 7,
    "bishop pair": 8,
    "knight's outpost": 8,
    "bishop's outpost": 8,
    "pawn on the bishop's colour": 8,
    "rook on open file": 8,
    "rook on half-open file": 8,
    "tempo": 9,
}
"""Place in ``LABELS`` of the weights that are not for material, placement or mobility."""


def pair_of(name: str) -> int:
    """Return a weight of ``ThreatsSafety`` as a pair."""
    return pair(SAFETY_WEIGHTS[name])


@cython.infer_types(None)
def fill_tables() -> None:
    """Compute the tables of this module from ``SAFETY_WEIGHTS``, and clear the cache of pawn structures.

    It must be called again after a change of the weights.
    """
    global ALL, MIXER, BY_PAWN, BY_MINOR, BY_ROOK, HANGING, HANGING_PAWN, WEAK_UNITS, TEMPO, ENEMY_KING, OWN_KING
    global BLOCKED, FREE, BEHIND, SHADED, PAIR, OPEN_FILE, HALF_OPEN_FILE, BARE, DOUBLED, ISOLATED
    global SUPPORTED, PHALANX, BACKWARD, SHIELD, STORM
    ALL = (1 << 64) - 1
    MIXER = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio (Knuth, volume 3, section 6.4)
    for word in range(4 * STRUCTURES):
        STRUCTURE_CACHE[word] = 0
    for one in range(64):
        for two in range(64):
            DISTANCE[one][two] = max(abs(one // 8 - two // 8), abs(one % 8 - two % 8))
    OUTPOSTS[0], OUTPOSTS[1] = 0xFF_FFFF << 24, 0xFF_FFFF << 16
    for units in range(64):
        GRIP[units] = pair(worth("attack on the king", grip(units), SAFETY_WEIGHTS))
    for kind in range(6):
        MOBILITY[kind] = pair_of(f"{KINDS[kind]}'s mobility") if 1 <= kind <= 4 else 0
        OUTPOST[kind] = pair_of(f"{KINDS[kind]}'s outpost") if 1 <= kind <= 2 else 0
        USUAL[kind] = USUAL_MOBILITY[kind]
        UNITS[kind] = UNITS_OF_ATTACK[kind]
        CHECK_UNITS[kind] = UNITS_OF_CHECK[kind]
    for rank in range(8):
        URGENCY[rank] = URGENCIES[rank]
        PASSED_PAWN[rank] = pair(worth("passed pawn", PASSED[rank], SAFETY_WEIGHTS))
    WEAK_UNITS = UNITS_OF_WEAKNESS
    BY_PAWN, BY_MINOR = pair_of("threat by a pawn"), pair_of("threat by a minor piece")
    BY_ROOK, HANGING = pair_of("threat to a queen by a rook"), pair_of("hanging piece")
    HANGING_PAWN, TEMPO = pair_of("hanging pawn"), pair_of("tempo")
    ENEMY_KING, OWN_KING = pair_of("enemy king's way to a passed pawn"), pair_of("king's way to a passed pawn")
    BLOCKED, FREE = pair_of("blocked passed pawn"), pair_of("free passed pawn")
    BEHIND, SHADED = pair_of("rook behind a passed pawn"), pair_of("pawn on the bishop's colour")
    PAIR, BARE = pair_of("bishop pair"), pair_of("bare king")
    OPEN_FILE, HALF_OPEN_FILE = pair_of("rook on open file"), pair_of("rook on half-open file")
    DOUBLED, ISOLATED = pair_of("doubled pawn"), pair_of("isolated pawn")
    SUPPORTED, PHALANX, BACKWARD = pair_of("supported pawn"), pair_of("phalanx"), pair_of("backward pawn")
    SHIELD, STORM = pair_of("shield pawn"), pair_of("storming pawn")


fill_tables()


def structure(own: ChessPosition, side: int) -> int:
    """Return the worth of a side's pawns and of its king's shelter in ``ThreatsSafety``, as a pair."""
    mine = own.kinds[PAWN] & own.sides[side]
    theirs = own.kinds[PAWN] & own.sides[side ^ 1]
    guarded = pawn_attacks(mine, side)
    fenced = pawn_attacks(theirs, side ^ 1)
    passed = passed_pawns(mine, theirs, side)
    total = cython.declare(cython.int, SUPPORTED * popcount(mine & guarded))
    rest = mine
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        file = square & 7
        beside = BESIDE[file] & mine
        if beside == 0:
            total += ISOLATED
        else:
            if KING_ATTACKS[square] & beside & cython.cast(cython.ulonglong, 255) << (square & 56):
                total += PHALANX
            if beside & ~SPAN[side][square] == 0 and fenced & bit(square - 8 if side else square + 8):
                total += BACKWARD
        if AHEAD[side][square] & mine:
            total += DOUBLED
        elif passed & bit(square):
            total += PASSED_PAWN[7 - (square >> 3) if side else square >> 3]
    king = lowest(own.kinds[KING] & own.sides[side])
    front = SPAN[side][king]
    total += BARE * bare_files(king, front & mine)
    # ``near``: the two ranks in front of the king; ``wide``: the three ranks.
    if side:
        near = front & ~(SPAN[side][king - 16] if king >= 16 else 0)
        wide = front & ~(SPAN[side][king - 24] if king >= 24 else 0)
    else:
        near = front & ~(SPAN[side][king + 16] if king < 48 else 0)
        wide = front & ~(SPAN[side][king + 24] if king < 40 else 0)
    return total + SHIELD * popcount(near & mine) + STORM * popcount(wide & theirs)


def factor_of(own: ChessPosition, strong: int) -> int:
    """Return the factor of the endgame score, in sixteenths, if side ``strong`` has the better endgame score.

    It is 8 with only bishops on squares of different colours besides pawns. A side without pawns that is at most a
    minor piece ahead has the factor 4, or 1 if it has no more than a minor piece.
    """
    mine = own.sides[strong]
    theirs = own.sides[strong ^ 1]
    if own.kinds[PAWN] & mine == 0:
        ours = cython.declare(cython.int, 3 * popcount((own.kinds[KNIGHT] | own.kinds[BISHOP]) & mine))
        ours += 5 * popcount(own.kinds[ROOK] & mine) + 9 * popcount(own.kinds[QUEEN] & mine)
        others = cython.declare(cython.int, 3 * popcount((own.kinds[KNIGHT] | own.kinds[BISHOP]) & theirs))
        others += 5 * popcount(own.kinds[ROOK] & theirs) + 9 * popcount(own.kinds[QUEEN] & theirs)
        if ours <= 3:
            return 1
        if ours - others <= 3:
            return 4
    if own.kinds[KNIGHT] | own.kinds[ROOK] | own.kinds[QUEEN]:
        return FULL_FACTOR
    bishops = own.kinds[BISHOP]
    if popcount(bishops & mine) == 1 and popcount(bishops & theirs) == 1 and popcount(bishops & LIGHT) == 1:
        return 8
    return FULL_FACTOR


def assess(own: ChessPosition) -> int:
    """Return the score of ``ThreatsSafety`` for the side to move.

    The worth of the pawns and of the kings' shelters, and the passed pawns, are read from a cache if possible. An entry
    has four words: the pawns and the king of White, those of Black, the squares of the kings with the worth, and the
    passed pawns. The first two are combined with the others by exclusive or, so that an entry of which other threads
    have written a part is not accepted (Hyatt and Mann, "A lock-less transposition table implementation", ICGA Journal
    25 (1), 2002).
    """
    occupied = own.sides[0] | own.sides[1]
    total = cython.declare(cython.int, own.balance)
    kings = cython.declare(cython.int[2])
    kings[0] = lowest(own.kinds[KING] & own.sides[0])
    kings[1] = lowest(own.kinds[KING] & own.sides[1])
    men = own.kinds[PAWN] | own.kinds[KING]
    white = men & own.sides[0]
    black = men & own.sides[1]
    place = 4 * (((white ^ black * MIXER) * MIXER & ALL) >> 54)
    data = load_word(STRUCTURE_CACHE, place + 2)
    passed = load_word(STRUCTURE_CACHE, place + 3)
    lock = (data ^ passed) * MIXER & ALL
    both = cython.declare(cython.ulonglong, kings[0] << 6 | kings[1])
    if (
        data & 4095 == both
        and load_word(STRUCTURE_CACHE, place) ^ lock == white
        and load_word(STRUCTURE_CACHE, place + 1) ^ lock == black
    ):
        total += cython.cast(cython.int, data >> 12) - OFFSET
    else:
        worth_of_pawns = cython.declare(cython.int, structure(own, 0) - structure(own, 1))
        total += worth_of_pawns
        passed = passed_pawns(own.kinds[PAWN] & white, own.kinds[PAWN] & black, 0)
        passed |= passed_pawns(own.kinds[PAWN] & black, own.kinds[PAWN] & white, 1)
        data = cython.cast(cython.ulonglong, worth_of_pawns + OFFSET) << 12 | both
        lock = (data ^ passed) * MIXER & ALL
        store_word(STRUCTURE_CACHE, place, white ^ lock)
        store_word(STRUCTURE_CACHE, place + 1, black ^ lock)
        store_word(STRUCTURE_CACHE, place + 2, data)
        store_word(STRUCTURE_CACHE, place + 3, passed)

    guards = cython.declare(cython.ulonglong[2])
    leads = cython.declare(cython.ulonglong[2])
    seen = cython.declare(cython.ulonglong[12])
    attackers = cython.declare(cython.int[2])
    units = cython.declare(cython.int[2])
    guards[0] = pawn_attacks(own.kinds[PAWN] & white, 0)
    guards[1] = pawn_attacks(own.kinds[PAWN] & black, 1)
    for side in range(2):
        mine = own.sides[side]
        pawns_here = own.kinds[PAWN] & mine
        fences = own.kinds[PAWN] & own.sides[side ^ 1]
        open_squares = ~(mine | guards[side ^ 1])
        ring = KING_ATTACKS[kings[side ^ 1]] | bit(kings[side ^ 1])
        part = cython.declare(cython.int, 0)
        attackers[side] = units[side] = 0
        leads[side] = guards[side]
        for kind in range(1, 5):
            seen[6 * side + kind] = 0
            rest = own.kinds[kind] & mine
            while rest:
                square = lowest(rest)
                rest &= rest - 1
                if kind == KNIGHT:
                    reach = KNIGHT_ATTACKS[square]
                elif kind == BISHOP:
                    reach = bishop_attacks(square, occupied)
                    part += SHADED * popcount(pawns_here & (LIGHT if bit(square) & LIGHT else DARK))
                elif kind == ROOK:
                    reach = rook_attacks(square, occupied)
                    file = FILE_SQUARES[square & 7]
                    if file & own.kinds[PAWN] == 0:
                        part += OPEN_FILE
                    elif file & pawns_here == 0:
                        part += HALF_OPEN_FILE
                else:
                    reach = rook_attacks(square, occupied) | bishop_attacks(square, occupied)
                part += MOBILITY[kind] * (popcount(reach & open_squares) - USUAL[kind])
                if reach & ring:
                    attackers[side] += 1
                    units[side] += UNITS[kind] * popcount(reach & ring)
                is_supported = cython.declare(cython.bint, bit(square) & guards[side] & OUTPOSTS[side] != 0)
                if kind <= BISHOP and is_supported and SPAN[side][square] & BESIDE[square & 7] & fences == 0:
                    part += OUTPOST[kind]
                seen[6 * side + kind] |= reach
            leads[side] |= seen[6 * side + kind]
        bishops = own.kinds[BISHOP] & mine
        if bishops & (bishops - 1):
            part += PAIR
        total += -part if side else part

    for side in range(2):
        mine = own.sides[side]
        theirs = own.sides[side ^ 1]
        king = kings[side ^ 1]
        reached = leads[side] | KING_ATTACKS[kings[side]]
        covered = leads[side ^ 1] | KING_ATTACKS[king]
        part = 0
        if attackers[side] >= 2:
            safe = ~(mine | covered)
            straight = rook_attacks(king, occupied) & safe
            diagonal = bishop_attacks(king, occupied) & safe
            danger_units = units[side]
            if KNIGHT_ATTACKS[king] & safe & seen[6 * side + KNIGHT]:
                danger_units += CHECK_UNITS[KNIGHT]
            if diagonal & seen[6 * side + BISHOP]:
                danger_units += CHECK_UNITS[BISHOP]
            if straight & seen[6 * side + ROOK]:
                danger_units += CHECK_UNITS[ROOK]
            if (straight | diagonal) & seen[6 * side + QUEEN]:
                danger_units += CHECK_UNITS[QUEEN]
            ring = (KING_ATTACKS[king] | bit(king)) & leads[side] & ~leads[side ^ 1]
            danger_units += WEAK_UNITS * popcount(ring)
            part += GRIP[min(danger_units, 63)]
        prey = theirs & ~(own.kinds[PAWN] | own.kinds[KING])
        if guards[side] & prey:
            part += BY_PAWN * popcount(guards[side] & prey)
        targets = (seen[6 * side + KNIGHT] | seen[6 * side + BISHOP]) & prey & (own.kinds[ROOK] | own.kinds[QUEEN])
        if targets:
            part += BY_MINOR * popcount(targets)
        targets = seen[6 * side + ROOK] & prey & own.kinds[QUEEN]
        if targets:
            part += BY_ROOK * popcount(targets)
        loose = reached & ~covered & theirs
        if loose:
            part += HANGING * popcount(loose & prey) + HANGING_PAWN * popcount(loose & own.kinds[PAWN])
        rest = passed & mine
        while rest:
            square = lowest(rest)
            rest &= rest - 1
            urgency = URGENCY[7 - (square >> 3) if side else square >> 3]
            if urgency:
                stop = square - 8 if side else square + 8
                each = ENEMY_KING * min(DISTANCE[king][stop], 5) + OWN_KING * min(DISTANCE[kings[side]][stop], 5)
                if occupied & bit(stop):
                    each += BLOCKED
                if AHEAD[side][square] & (theirs | covered) == 0:
                    each += FREE
                if AHEAD[side ^ 1][square] & own.kinds[ROOK] & mine:
                    each += BEHIND
                part += urgency * each
        total += -part if side else part

    phase = phase_of(own)
    ending = (total + HALF // 2) >> 16
    middle = total - HALF * ending
    factor = FULL_FACTOR
    if phase < FULL_PHASE and ending:
        factor = factor_of(own, 0 if ending > 0 else 1)
    sum = FULL_FACTOR * middle * phase + ending * factor * (FULL_PHASE - phase)
    whole = FULL_FACTOR * FULL_PHASE
    score = sum // whole if sum >= 0 else -(-sum // whole)
    return (-score if own.side else score) + blend(TEMPO, phase)


class ThreatsSafety(Weighted):
    """Points for what ``Tapered`` judges, threats, passed pawns, outposts, pawn structure, and the right to move.

    The attack on a king also counts checks that the enemy cannot answer by a capture, and squares that only the king
    defends. The endgame score is reduced if it can hardly be won (``factor_of``).

    Matches of ``pvs`` against itself with ``Tapered`` gave Elo +135 (67 … 201) at 5,000 nodes per move and +151 (82 …
    219) at 0.1 s per move (100 games each from ``examples/strength/openings/chess.txt``).

    Not antisymmetric: the side to move gets the weight of a tempo. With the other side to move on the same board, the
    sum of both scores is twice this weight.

    Scale 340: fitted by ``examples/tune_evaluation.py`` with the weights, which gave 341.
    """

    name = "threats_safety"
    title = "Material, squares, threats, king safety"
    scale = 340
    antisymmetric = False
    tuned = SAFETY_WEIGHTS

    def weight(self, kind: int, file: int, rank: int) -> int:
        """Return the value of a piece plus its placement, as a pair."""
        placed = worth(f"{KINDS[kind]}'s square", placement(kind, file, rank), SAFETY_WEIGHTS)
        return pair(SAFETY_WEIGHTS[KINDS[kind]]) + pair(placed)

    def evaluate(self, position: Position) -> int:
        """Return the blended score for the side to move."""
        return assess(cython.cast(ChessPosition, position))

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the parts of the score in the order of ``LABELS``, in hundredths of a pawn."""
        self.check(position)
        return threats_safety_features(position).terms(LABELS, _place_of, _worth)

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces, square by square."""
        return threats_safety_features(position).score(position.side, _worth)

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return what ``Features.amounts`` returns for ``SAFETY_WEIGHTS``."""
        return threats_safety_features(position).amounts(SAFETY_WEIGHTS, OF_TABLES)


def _worth(name: str, amount: tuple[int, int]) -> tuple[int, int]:
    """Return the worth of a feature by ``SAFETY_WEIGHTS``."""
    return worth(name, amount, SAFETY_WEIGHTS)


def _place_of(name: str) -> int:
    """Return the place in ``LABELS`` of a weight."""
    return 0 if name in KINDS else 1 if name.endswith("square") else PLACE_OF.get(name, 2)
