"""Evaluations of chess: ``material``, ``tapered`` (squares, mobility, kings, pawns) and ``threats_safety``.

A score of the middlegame and a score of the endgame are stored in one number, ``middlegame + 65536 * endgame``. This
number is called a *pair*. One addition thus adds both. The two scores are blended according to the material left (a
“tapered” evaluation). With each move, the position updates the part that depends only on the pieces and their squares.

The numbers are original to this project. ``SAFETY_WEIGHTS`` were set by hand, with those of ``tapered`` where both
evaluations judge the same, then fitted by ``examples/tune_evaluation.py --game chess --player tapered --nodes 4000
--seed 20261 --mix 0.3 --width 1.6 --least 8`` to 32,764 quiet positions of 1,651 self-play games of ``pvs`` with
``tapered``. The loss on the held-out fifth was 0.46965 before and 0.46531 after. A match of 120 games at 5,000 nodes a
move against the weights set by hand gave Elo -6 ± 56, so the fit is not proved to be an improvement in play.

``WEIGHTS`` were set by hand, then fitted by ``examples/tune_evaluation.py
--nodes 1500`` to 64,515 quiet positions of 5,477 self-play games. The loss on the held-out fifth was 0.51890 before and
0.51584 after. A match of 400 games at 2,000 nodes a move against the weights set by hand gave Elo +10 ± 32. The
strength of the regularisation was chosen on the same fifth, so the loss is slightly optimistic. The weights fit shallow
games and depend on each other: the endgame weight of a queen, for example, is never used alone. They are not piece
values for teaching.
"""

from typing import Any

import cython

from engine.core.evaluation import Evaluation, Term, register
from engine.core.language import mark
from engine.core.position import Position
from engine.games.chess.position import ChessPosition

if cython.compiled:
    from cython.cimports.engine.core.bits import lowest, popcount
    from cython.cimports.engine.games.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
    from cython.cimports.engine.games.chess.squares import (
        DARK,
        KING_ATTACKS,
        KNIGHT_ATTACKS,
        LIGHT,
        NOT_FILE_A,
        NOT_FILE_H,
        bishop_attacks,
        bit,
        rook_attacks,
    )
    from cython.cimports.engine.search.table import load_word, store_word
else:
    from engine.core.bits_pure import lowest, popcount
    from engine.games.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
    from engine.games.chess.squares import (
        DARK,
        KING_ATTACKS,
        KNIGHT_ATTACKS,
        LIGHT,
        NOT_FILE_A,
        NOT_FILE_H,
        bishop_attacks,
        bit,
        rook_attacks,
    )
    from engine.search.table_pure import load_word, store_word

    HALF, FULL_PHASE = 65536, 24
    STRUCTURES, OFFSET, FULL_FACTOR = 1024, 1 << 30, 16
    STRUCTURE_CACHE = [0] * (4 * STRUCTURES)
    ALL = MIXER = 0
    DISTANCE = [[0] * 64 for _ in range(64)]
    OUTPOSTS = [0] * 2
    GRIP, OUTPOST, EASE, CHECK_UNITS, URGENCY, NEW_PASSED = [0] * 64, [0] * 6, [0] * 6, [0] * 6, [0] * 8, [0] * 8
    BY_PAWN = BY_MINOR = BY_ROOK = HANGING = HANGING_PAWN = WEAK_UNITS = TEMPO = 0
    ENEMY_KING = OWN_KING = BLOCKED = FREE = BEHIND = SHADED = 0
    NEW_PAIR = NEW_OPEN = NEW_HALF_OPEN = NEW_BARE = NEW_DOUBLED = NEW_ISOLATED = 0
    SUPPORTED = PHALANX = BACKWARD = SHIELD = STORM = 0
    FILE_SQUARES, BESIDE = [0] * 8, [0] * 8
    AHEAD, SPAN = [[0] * 64 for _ in range(2)], [[0] * 64 for _ in range(2)]
    MOBILITY, USUAL, UNITS, DANGER, PASSED_PAWN = [0] * 6, [0] * 6, [0] * 6, [0] * 64, [0] * 8
    DOUBLED = ISOLATED = PAIR = OPEN_FILE = HALF_OPEN_FILE = BARE = 0

WEIGHTS = {
    "pawn": (60, 135),
    "knight": (310, 318),
    "bishop": (310, 357),
    "rook": (319, 613),
    "queen": (1295, 635),
    "king": (0, 0),
    "pawn's square": (114, 83),
    "knight's square": (155, 110),
    "bishop's square": (120, 99),
    "rook's square": (137, 100),
    "queen's square": (86, 99),
    "king's square": (165, 67),
    "knight's mobility": (5, 4),
    "bishop's mobility": (7, 4),
    "rook's mobility": (5, 5),
    "queen's mobility": (2, 2),
    "attack on the king": (152, 100),
    "bare king": (-21, 4),
    "passed pawn": (110, 121),
    "doubled pawn": (-8, -17),
    "isolated pawn": (-9, -8),
    "bishop pair": (33, 50),
    "rook on open file": (25, 9),
    "rook on half-open file": (12, 5),
}
"""Middlegame and endgame weights in hundredths of a pawn; those in ``OF_TABLES`` are percentages of a table.

A mobility weight counts for each attacked square beyond ``USUAL_MOBILITY``, without the squares that hold a friendly
piece or that an enemy pawn attacks. The weight of a bare king counts for each of the king's file and the adjacent files
that has no friendly pawn in front of the king.
"""
KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
OF_TABLES = frozenset({f"{kind}'s square" for kind in KINDS} | {"attack on the king", "passed pawn"})
"""Names of the weights that are percentages of ``placement``, ``danger`` or ``PASSED``."""

SAFETY_WEIGHTS = {
    "pawn": (67, 112),
    "knight": (427, 276),
    "bishop": (429, 311),
    "rook": (511, 570),
    "queen": (1635, 572),
    "king": (0, 0),
    "pawn's square": (101, 41),
    "knight's square": (137, 142),
    "bishop's square": (133, 90),
    "rook's square": (164, 103),
    "queen's square": (60, 113),
    "king's square": (123, 24),
    "knight's mobility": (9, 5),
    "bishop's mobility": (10, 0),
    "rook's mobility": (8, 4),
    "queen's mobility": (6, -2),
    "attack on the king": (79, 50),
    "bare king": (-17, 8),
    "passed pawn": (108, 119),
    "doubled pawn": (-3, -19),
    "isolated pawn": (-9, -10),
    "bishop pair": (33, 61),
    "rook on open file": (30, 6),
    "rook on half-open file": (13, 6),
    "threat by a pawn": (48, 35),
    "threat by a minor piece": (37, 26),
    "threat to a queen by a rook": (49, 22),
    "hanging piece": (29, 25),
    "hanging pawn": (13, 28),
    "enemy king's way to a passed pawn": (2, 8),
    "king's way to a passed pawn": (1, -7),
    "blocked passed pawn": (-1, -6),
    "free passed pawn": (3, 9),
    "rook behind a passed pawn": (5, 7),
    "knight's outpost": (30, 14),
    "bishop's outpost": (20, 10),
    "pawn on the bishop's colour": (1, -3),
    "supported pawn": (6, 6),
    "phalanx": (3, 4),
    "backward pawn": (-8, -9),
    "shield pawn": (9, 0),
    "storming pawn": (-7, 0),
    "tempo": (23, 10),
}
"""Middlegame and endgame weights of ``ThreatsSafety``, as those of ``WEIGHTS``.

The attack on the king is a percentage of ``grip``. A way of a king, a blocked or free passed pawn and a rook behind it
are multiplied by the pawn's urgency (``URGENCIES``), a way also by the number of moves of the king to the square in
front of the pawn, at most ``FAR``. A passed pawn is free if the squares in front of it are neither attacked nor
occupied by the enemy, and blocked if the next one is occupied. A piece or pawn hangs if it is attacked and not
defended. An outpost is on the fourth to sixth rank, defended by a pawn, where no enemy pawn can attack it later.
Backward is a pawn that no pawn next to it or behind can support, and in front of which an enemy pawn attacks. Shield
pawns are up to two ranks, storming enemy pawns up to three ranks in front of the king, on its file or an adjacent one.
"""

PHASE = (0, 1, 1, 2, 4, 0)
"""Points of each kind of piece for the phase. At the start of a game the total of all pieces is 24."""

USUAL_MOBILITY = (0, 4, 6, 7, 13, 0)

UNITS_OF_ATTACK = (0, 2, 2, 3, 4, 0)
"""Units of an attack on the enemy king, by kind of piece, for each attacked square that is the king's or next to it.

An attack counts only if at least two pieces take part.
"""
MOST_UNITS = 40

PASSED = ((0, 0), (4, 8), (6, 14), (14, 28), (30, 54), (54, 96), (90, 150), (0, 0))
"""Worth of a passed pawn in the middlegame and the endgame, by rank counted from its side.

A pawn is passed if no friendly pawn is in front of it on its file, and no enemy pawn on its file or an adjacent one.
"""

UNITS_OF_CHECK = (0, 5, 3, 6, 5, 0)
"""Units of ``ThreatsSafety`` for a kind of piece that can give a safe check.

A check is safe on a square that the enemy does not attack.
"""
UNITS_OF_WEAKNESS = 2
"""Units for each square of the king and next to it that is attacked, and that only the king defends."""
MOST_DANGER = 60
"""Most units of ``ThreatsSafety`` that count."""

URGENCIES = (0, 0, 0, 1, 2, 4, 6, 0)
"""Urgency of a passed pawn, by rank counted from its side."""
FAR = 5
"""Greatest distance between a king and a passed pawn that counts, in moves of the king."""
WORTH_OF_PIECES = (0, 3, 3, 5, 9, 0)
"""Worth of each kind of piece in pawns, from which ``factor_of`` judges whether a side without pawns can win."""

LABELS = (
    mark("Material"),
    mark("Placement"),
    mark("Mobility"),
    mark("Attack on the king"),
    mark("King's shelter"),
    mark("Pawns"),
    mark("Bishop pair, rooks on open files"),
)


SAFETY_LABELS = (
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
LABEL_OF = {
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
}
"""Place in ``SAFETY_LABELS`` of the weights that are not for material, placement or mobility."""


def placement(kind: int, file: int, rank: int) -> tuple[int, int]:
    """Return the worth of a square for a piece in the middlegame and in the endgame, without the piece's value.

    Args:
        kind: kind of the piece, 0 (pawn) to 5 (king).
        file: file of the square, 0 to 7.
        rank: rank of the square, 0 to 7, counted from the side of the piece.
    """
    across, along = min(file, 7 - file), min(rank, 7 - rank)
    if kind == 0:
        middle = (0, 0, 2, 6, 14, 30, 55, 0)[rank]
        if across == 3:
            middle += (0, -12, 4, 16, 14, 8, 0, 0)[rank]
        elif across == 2:
            middle += (0, -2, 2, 6, 6, 4, 0, 0)[rank]
        return middle, (0, 0, 4, 12, 26, 48, 80, 0)[rank]
    if kind == 1:
        return 7 * across + 6 * along + (6 if 3 <= rank <= 5 else 0) - (38 if rank == 0 else 30), 5 * (
            across + along
        ) - 24
    if kind == 2:
        return 4 * across + 3 * along - (18 if rank == 0 else 11), 3 * (across + along) - 12
    if kind == 3:
        return (18 if rank == 6 else 0) + (4 * across - 6 if rank == 0 else 0), 8 if rank >= 5 else 0
    if kind == 4:
        return across + along - 3 - (6 if rank >= 3 else 0), 5 * (across + along) - 16
    home = (18, 30, 12, -4, 0, -2, 32, 20)[file] if rank == 0 else 0
    return home - (0, 12, 40, 55, 65, 70, 75, 80)[rank], 9 * (across + along) - 28


def danger(units: int) -> int:
    """Return the worth of an attack on the king with a number of units. At most ``MOST_UNITS`` units are counted."""
    return min(units, MOST_UNITS) ** 2 // 4


def grip(units: int) -> tuple[int, int]:
    """Return the worth of an attack on the king in ``ThreatsSafety``, in the middlegame and in the endgame."""
    return min(units, MOST_DANGER) ** 2 // 4, min(units, MOST_DANGER)


def worth(
    name: str, amount: tuple[int, int] = (1, 1), weights: dict[str, tuple[int, int]] | None = None
) -> tuple[int, int]:
    """Return the worth of a feature in the middlegame and in the endgame.

    Args:
        name: name of the weight.
        amount: number of features, or the table entry in hundredths of a pawn for ``OF_TABLES``, in the middlegame and
            in the endgame.
        weights: the table of weights, ``WEIGHTS`` by default.
    """
    middle, ending = (WEIGHTS if weights is None else weights)[name]
    if name in OF_TABLES:
        return (amount[0] * middle + 50) // 100, (amount[1] * ending + 50) // 100
    return amount[0] * middle, amount[1] * ending


def pair(scores: tuple[int, int]) -> int:
    """Pack a middlegame and an endgame score into one number."""
    return scores[0] + 65536 * scores[1]


@cython.infer_types(None)
def fill_tables() -> None:
    """Compute the tables of this module from ``WEIGHTS``. It must be called again after a change of the weights."""
    global DOUBLED, ISOLATED, PAIR, OPEN_FILE, HALF_OPEN_FILE, BARE
    files = [0x0101_0101_0101_0101 << file for file in range(8)]
    for file in range(8):
        FILE_SQUARES[file] = files[file]
        beside = (files[file - 1] if file else 0) | (files[file + 1] if file < 7 else 0)
        BESIDE[file] = beside
        for rank in range(8):
            square = 8 * rank + file
            above = sum(0xFF << 8 * other for other in range(rank + 1, 8))
            below = sum(0xFF << 8 * other for other in range(rank))
            for side, ahead in ((0, above), (1, below)):
                AHEAD[side][square] = ahead & files[file]
                SPAN[side][square] = ahead & (files[file] | beside)
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
    fill_safety_tables()


def pair_of(name: str) -> int:
    """Return a weight of ``ThreatsSafety`` as a pair."""
    return pair(SAFETY_WEIGHTS[name])


@cython.infer_types(None)
def fill_safety_tables() -> None:
    """Compute the tables of ``ThreatsSafety`` from ``SAFETY_WEIGHTS``, and clear the cache of pawn structures."""
    global ALL, MIXER, BY_PAWN, BY_MINOR, BY_ROOK, HANGING, HANGING_PAWN, WEAK_UNITS, TEMPO, ENEMY_KING, OWN_KING
    global BLOCKED, FREE, BEHIND, SHADED, NEW_PAIR, NEW_OPEN, NEW_HALF_OPEN, NEW_BARE, NEW_DOUBLED, NEW_ISOLATED
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
        EASE[kind] = pair_of(f"{KINDS[kind]}'s mobility") if 1 <= kind <= 4 else 0
        OUTPOST[kind] = pair_of(f"{KINDS[kind]}'s outpost") if 1 <= kind <= 2 else 0
        CHECK_UNITS[kind] = UNITS_OF_CHECK[kind]
    for rank in range(8):
        URGENCY[rank] = URGENCIES[rank]
        NEW_PASSED[rank] = pair(worth("passed pawn", PASSED[rank], SAFETY_WEIGHTS))
    WEAK_UNITS = UNITS_OF_WEAKNESS
    BY_PAWN, BY_MINOR = pair_of("threat by a pawn"), pair_of("threat by a minor piece")
    BY_ROOK, HANGING = pair_of("threat to a queen by a rook"), pair_of("hanging piece")
    HANGING_PAWN, TEMPO = pair_of("hanging pawn"), pair_of("tempo")
    ENEMY_KING, OWN_KING = pair_of("enemy king's way to a passed pawn"), pair_of("king's way to a passed pawn")
    BLOCKED, FREE = pair_of("blocked passed pawn"), pair_of("free passed pawn")
    BEHIND, SHADED = pair_of("rook behind a passed pawn"), pair_of("pawn on the bishop's colour")
    NEW_PAIR, NEW_BARE = pair_of("bishop pair"), pair_of("bare king")
    NEW_OPEN, NEW_HALF_OPEN = pair_of("rook on open file"), pair_of("rook on half-open file")
    NEW_DOUBLED, NEW_ISOLATED = pair_of("doubled pawn"), pair_of("isolated pawn")
    SUPPORTED, PHALANX, BACKWARD = pair_of("supported pawn"), pair_of("phalanx"), pair_of("backward pawn")
    SHIELD, STORM = pair_of("shield pawn"), pair_of("storming pawn")


fill_tables()


def pawns(own: ChessPosition, side: int) -> int:
    """Return the worth of the doubled, isolated and passed pawns of a side, as a pair."""
    mine = own.kinds[PAWN] & own.sides[side]
    theirs = own.kinds[PAWN] & own.sides[side ^ 1]
    total = cython.declare(cython.int, 0)
    rest = mine
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if BESIDE[square & 7] & mine == 0:
            total += ISOLATED
        if AHEAD[side][square] & mine:
            total += DOUBLED
        elif SPAN[side][square] & theirs == 0:
            total += PASSED_PAWN[7 - (square >> 3) if side else square >> 3]
    return total


def activity(own: ChessPosition, side: int, mobility: bool, attack: bool) -> int:
    """Return the worth of a side's mobility and of its attack on the enemy king, as a pair.

    The mobility is omitted if ``mobility`` is False, and the attack is omitted if ``attack`` is False.
    """
    occupied = own.sides[0] | own.sides[1]
    mine = own.sides[side]
    guards = own.kinds[PAWN] & own.sides[side ^ 1]
    if side:
        closed = mine | (guards & NOT_FILE_A) << 7 | (guards & NOT_FILE_H) << 9
    else:
        closed = mine | (guards & NOT_FILE_A) >> 9 | (guards & NOT_FILE_H) >> 7
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
    guards = own.kinds[PAWN] & own.sides[side] & SPAN[side][king]
    file = king & 7
    total = cython.declare(cython.int, 0)
    if FILE_SQUARES[file] & guards == 0:
        total += BARE
    if file > 0 and FILE_SQUARES[file - 1] & guards == 0:
        total += BARE
    if file < 7 and FILE_SQUARES[file + 1] & guards == 0:
        total += BARE
    return total


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


def phase_of(own: ChessPosition) -> int:
    """Return the phase, from 0 (only kings and pawns are left) to 24 (middlegame)."""
    phase = (
        popcount(own.kinds[KNIGHT] | own.kinds[BISHOP]) + 2 * popcount(own.kinds[ROOK]) + 4 * popcount(own.kinds[QUEEN])
    )
    return min(phase, FULL_PHASE)


def blend(pair: int, phase: int) -> int:
    """Return the blend of a pair of scores by the phase (0 … 24), rounded towards 0."""
    ending = (pair + HALF // 2) >> 16
    middle = pair - HALF * ending
    sum = middle * phase + ending * (FULL_PHASE - phase)
    return sum // FULL_PHASE if sum >= 0 else -(-sum // FULL_PHASE)


def judge(own: ChessPosition) -> int:
    """Return the score of ``Tapered`` for the side to move."""
    total = own.balance
    total += activity(own, 0, True, True) - activity(own, 1, True, True)
    total += shelter(own, 0) - shelter(own, 1)
    total += pawns(own, 0) - pawns(own, 1)
    total += harmony(own, 0) - harmony(own, 1)
    score = blend(total, phase_of(own))
    return -score if own.side else score


def pawn_attacks(own: ChessPosition, side: int) -> int:
    """Return a bitboard of the squares that the pawns of a side attack."""
    pawns = own.kinds[PAWN] & own.sides[side]
    if side:
        return (pawns & NOT_FILE_A) >> 9 | (pawns & NOT_FILE_H) >> 7
    return (pawns & NOT_FILE_A) << 7 | (pawns & NOT_FILE_H) << 9


def passed_pawns(own: ChessPosition, side: int) -> int:
    """Return a bitboard of the passed pawns of a side."""
    mine = own.kinds[PAWN] & own.sides[side]
    theirs = own.kinds[PAWN] & own.sides[side ^ 1]
    passed = cython.declare(cython.ulonglong, 0)
    rest = mine
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        if (AHEAD[side][square] & mine) | (SPAN[side][square] & theirs) == 0:
            passed |= bit(square)
    return passed


def structure(own: ChessPosition, side: int) -> int:
    """Return the worth of a side's pawns and of its king's shelter in ``ThreatsSafety``, as a pair."""
    mine = own.kinds[PAWN] & own.sides[side]
    theirs = own.kinds[PAWN] & own.sides[side ^ 1]
    guarded = pawn_attacks(own, side)
    fenced = pawn_attacks(own, side ^ 1)
    total = cython.declare(cython.int, SUPPORTED * popcount(mine & guarded))
    rest = mine
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        file = square & 7
        beside = BESIDE[file] & mine
        if beside == 0:
            total += NEW_ISOLATED
        else:
            if KING_ATTACKS[square] & beside & cython.cast(cython.ulonglong, 255) << (square & 56):
                total += PHALANX
            if beside & ~SPAN[side][square] == 0 and fenced & bit(square - 8 if side else square + 8):
                total += BACKWARD
        if AHEAD[side][square] & mine:
            total += NEW_DOUBLED
        elif SPAN[side][square] & theirs == 0:
            total += NEW_PASSED[7 - (square >> 3) if side else square >> 3]
    king = lowest(own.kinds[KING] & own.sides[side])
    file = king & 7
    front = SPAN[side][king]
    if FILE_SQUARES[file] & front & mine == 0:
        total += NEW_BARE
    if file > 0 and FILE_SQUARES[file - 1] & front & mine == 0:
        total += NEW_BARE
    if file < 7 and FILE_SQUARES[file + 1] & front & mine == 0:
        total += NEW_BARE
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
        passed = passed_pawns(own, 0) | passed_pawns(own, 1)
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
    guards[0] = pawn_attacks(own, 0)
    guards[1] = pawn_attacks(own, 1)
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
                        part += NEW_OPEN
                    elif file & pawns_here == 0:
                        part += NEW_HALF_OPEN
                else:
                    reach = rook_attacks(square, occupied) | bishop_attacks(square, occupied)
                part += EASE[kind] * (popcount(reach & open_squares) - USUAL[kind])
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
            part += NEW_PAIR
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


class Weighted(Evaluation):
    """An evaluation that is the sum of the weights of White's pieces minus the sum of the weights of Black's pieces.

    The position updates the sum with each move. Subclasses define the weights and can add terms.
    """

    game = "chess"
    unit = "pawns"
    decimals = 2
    gain_scale = 100

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        if not cython.compiled:
            self.weights = [0] * 1024
        for kind in range(6):
            for square in range(64):
                self.weights[64 * kind + square] = self.weight(kind, square & 7, square >> 3)
                self.weights[64 * (kind + 8) + square] = -self.weight(kind, square & 7, 7 - (square >> 3))

    def weight(self, kind: int, file: int, rank: int) -> int:
        """Return the worth of a piece on a square. ``rank`` is counted from the side of the piece.

        Raises:
            NotImplementedError: unless a subclass overrides this method.
        """
        raise NotImplementedError

    def attach(self, position: Position) -> None:
        """Compute the sum for the position. The position then updates the sum with each move."""
        own = cython.cast(ChessPosition, position)
        own.weights_owner = self
        own.weigh(self.weights)

    def evaluate(self, position: Position) -> int:
        """Return the sum for the side to move."""
        balance = cython.cast(ChessPosition, position).balance
        return -balance if position.side else balance


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
        assert isinstance(position, ChessPosition)
        board = {square: piece for piece, square in position.pieces}
        phase = min(24, sum(PHASE[piece & 7] for piece in board.values()))
        middle = ending = 0
        for side in (0, 1):
            sign = -1 if side else 1
            for name, amount in _judge(board, side):
                scores = worth(name, amount)
                middle += sign * scores[0]
                ending += sign * scores[1]
        score = int((middle * phase + ending * (24 - phase)) / 24)
        return -score if position.side else score

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return the coefficients of the weights in the score, for ``examples/tune_evaluation.py``.

        Returns:
            The phase, from 0 (endgame) to 1 (middlegame), and for each of ``WEIGHTS`` its coefficients in the
            middlegame and in the endgame, White's minus Black's.
        """
        assert isinstance(position, ChessPosition)
        board = {square: piece for piece, square in position.pieces}
        phase = min(24, sum(PHASE[piece & 7] for piece in board.values()))
        sums = dict.fromkeys(WEIGHTS, (0.0, 0.0))
        for side in (0, 1):
            for name, amount in _judge(board, side):
                part = (0.01 if name in OF_TABLES else 1.0) * (-1 if side else 1)
                sums[name] = sums[name][0] + part * amount[0], sums[name][1] + part * amount[1]
        return phase / 24, sums


class ThreatsSafety(Tapered):
    """Points for what ``Tapered`` judges, threats, passed pawns, outposts, pawn structure, and the right to move.

    The attack on a king also counts checks that the enemy cannot answer by a capture, and squares that only the king
    defends. The endgame score is reduced if it can hardly be won (``factor_of``).

    Matches of ``pvs`` against itself with ``Tapered`` gave Elo +135 (67 … 201) at 5,000 nodes a move and +151 (82 …
    219) at 0.1 s a move (100 games each from ``examples/strength/openings/chess.txt``).

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
        """Return the parts of the score in the order of ``SAFETY_LABELS``, in hundredths of a pawn."""
        self.check(position)
        phase, factor, features = _examine(position)
        sums = [[0.0, 0.0] for _ in SAFETY_LABELS]
        for side, name, amount in features:
            early, late = worth(name, amount, SAFETY_WEIGHTS)
            share = 1.0 if name == "tempo" else factor / FULL_FACTOR
            if name == "tempo":
                row = len(SAFETY_LABELS) - 1
            else:
                row = 0 if name in KINDS else 1 if name.endswith("square") else LABEL_OF.get(name, 2)
            sums[row][side] += (early * phase + late * share * (24 - phase)) / 24
        return tuple(Term(label, *row) for label, row in zip(SAFETY_LABELS, sums, strict=True))

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces, square by square."""
        phase, factor, features = _examine(position)
        middle = ending = 0
        for side, name, amount in features:
            if name != "tempo":
                scores = worth(name, amount, SAFETY_WEIGHTS)
                middle += -scores[0] if side else scores[0]
                ending += -scores[1] if side else scores[1]
        score = int((middle * phase * 16 + ending * factor * (24 - phase)) / 384)
        early, late = SAFETY_WEIGHTS["tempo"]
        return (-score if position.side else score) + int((early * phase + late * (24 - phase)) / 24)

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return the coefficients of the weights in the score, for ``examples/tune_evaluation.py``.

        Returns:
            The phase, from 0 (endgame) to 1 (middlegame), and for each of ``SAFETY_WEIGHTS`` its coefficients in the
            middlegame and in the endgame, White's minus Black's. The coefficients in the endgame contain the factor of
            the present weights.
        """
        phase, factor, features = _examine(position)
        sums = dict.fromkeys(SAFETY_WEIGHTS, (0.0, 0.0))
        for side, name, amount in features:
            part = (0.01 if name in OF_TABLES else 1.0) * (-1 if side else 1)
            share = 1.0 if name == "tempo" else factor / 16
            sums[name] = sums[name][0] + part * amount[0], sums[name][1] + part * share * amount[1]
        return phase / 24, sums


class Material(Weighted):
    """Value of the pieces of the side to move minus that of the enemy's pieces.

    The values are 100 for a pawn, 300 for a knight or a bishop, 500 for a rook and 900 for a queen.

    Scale 740: fitted to 300 games, for which ``examples/fit_scale.py --game chess --evaluation material --depth 4
    --games 300`` gave 738.
    """

    name = "material"
    title = "Material"
    scale = 740

    def weight(self, kind: int, file: int, rank: int) -> int:
        """Return the value of a kind of piece, which is the same on every square."""
        return (100, 300, 300, 500, 900, 0)[kind]

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return one term for each kind of piece except the king."""
        self.check(position)
        assert isinstance(position, ChessPosition)
        worth = (100, 300, 300, 500, 900)
        names = (mark("Pawns"), mark("Knights"), mark("Bishops"), mark("Rooks"), mark("Queens"))
        rows = []
        for kind in range(5):
            counts = [sum(piece == kind | 8 * side for piece, _ in position.pieces) for side in (0, 1)]
            rows.append(Term(names[kind], worth[kind] * counts[0], worth[kind] * counts[1]))
        return tuple(rows)

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces."""
        assert isinstance(position, ChessPosition)
        worth = (100, 300, 300, 500, 900, 0)
        score = sum(-worth[piece & 7] if piece & 8 else worth[piece & 7] for piece, _ in position.pieces)
        return -score if position.side else score


register(ThreatsSafety)
register(Tapered)
register(Material)


@cython.infer_types(None)
def _blended(pair: int, phase: int) -> float:
    ending = (pair + 32768) >> 16
    middle = pair - 65536 * ending
    return (middle * phase + ending * (24 - phase)) / 24


def _reach(board: dict[int, int], square: int) -> set[int]:
    """Return the squares attacked by the piece on ``square``, which must not be a pawn."""
    kind = board[square] & 7
    if kind in (1, 5):
        reach = set()
        for rise in (-2, -1, 0, 1, 2):
            for run in (-2, -1, 0, 1, 2):
                leap = {abs(rise), abs(run)} == {1, 2} if kind == 1 else 0 < max(abs(rise), abs(run)) < 2
                if leap and 0 <= square // 8 + rise < 8 and 0 <= square % 8 + run < 8:
                    reach.add(square + 8 * rise + run)
        return reach
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)] if kind != 2 else []
    steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)] if kind != 3 else []
    reach = set()
    for rise, run in steps:
        rank, file = square // 8 + rise, square % 8 + run
        while 0 <= rank < 8 and 0 <= file < 8:
            reach.add(8 * rank + file)
            if 8 * rank + file in board:
                break
            rank, file = rank + rise, file + run
    return reach


def _judge(board: dict[int, int], side: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the features of one side.

    Each feature is the name of a weight, and the amounts in the middlegame and in the endgame.
    """
    ours = {square: piece & 7 for square, piece in board.items() if piece >> 3 == side}
    theirs = {square: piece & 7 for square, piece in board.items() if piece >> 3 != side}
    ahead = -1 if side else 1
    found: list[tuple[str, tuple[int, int]]] = []
    fenced = {
        square - 8 * ahead + run
        for square, kind in theirs.items()
        if kind == 0
        for run in (-1, 1)
        if 0 <= square % 8 + run < 8
    }
    enemy_king = next(square for square, kind in theirs.items() if kind == 5)
    ring = {enemy_king} | _reach(board, enemy_king)
    attackers = units = 0
    for square, kind in ours.items():
        file, rank = square % 8, 7 - square // 8 if side else square // 8
        found += [(KINDS[kind], (1, 1)), (f"{KINDS[kind]}'s square", placement(kind, file, rank))]
        before = {other for other in range(64) if (other // 8 - square // 8) * ahead > 0}
        if 1 <= kind <= 4:
            reach = _reach(board, square)
            count = len(reach - set(ours) - fenced) - USUAL_MOBILITY[kind]
            found.append((f"{KINDS[kind]}'s mobility", (count, count)))
            if reach & ring:
                attackers += 1
                units += UNITS_OF_ATTACK[kind] * len(reach & ring)
        if kind == 0:
            if not any(other % 8 in (file - 1, file + 1) and ours[other] == 0 for other in ours):
                found.append(("isolated pawn", (1, 1)))
            if any(ours.get(other) == 0 and other % 8 == file for other in before):
                found.append(("doubled pawn", (1, 1)))
            elif not any(theirs.get(other) == 0 and abs(other % 8 - file) <= 1 for other in before):
                found.append(("passed pawn", PASSED[rank]))
        if kind == 3:
            on_file = [piece for other, piece in board.items() if other % 8 == file and piece & 7 == 0]
            if not on_file:
                found.append(("rook on open file", (1, 1)))
            elif all(piece >> 3 != side for piece in on_file):
                found.append(("rook on half-open file", (1, 1)))
        if kind == 5:
            for near in (file - 1, file, file + 1):
                if 0 <= near < 8 and not any(ours.get(other) == 0 and other % 8 == near for other in before):
                    found.append(("bare king", (1, 1)))
    if list(ours.values()).count(2) >= 2:
        found.append(("bishop pair", (1, 1)))
    if attackers >= 2:
        found.append(("attack on the king", (danger(units), 0)))
    return found


def _examine(position: Position) -> tuple[int, int, list[tuple[int, str, tuple[int, int]]]]:
    """Return what ``ThreatsSafety`` finds in a position, from the list of pieces.

    Returns:
        The phase (0 … 24), the factor of the endgame score in sixteenths, and the features. Each feature is a side, the
        name of a weight, and the amounts in the middlegame and in the endgame.
    """
    assert isinstance(position, ChessPosition)
    board = {square: piece for piece, square in position.pieces}
    phase = min(24, sum(PHASE[piece & 7] for piece in board.values()))
    reaches = {
        square: _pawn_reach(square, piece >> 3) if piece & 7 == 0 else _reach(board, square)
        for square, piece in board.items()
    }
    found: list[tuple[int, str, tuple[int, int]]] = []
    for side in (0, 1):
        common = [each for each in _judge(board, side) if each[0] not in ("bare king", "attack on the king")]
        found += [(side, name, amount) for name, amount in common]
        found += [(side, name, amount) for name, amount in _safety(board, reaches, side)]
    ending = sum((-1 if side else 1) * worth(name, amount, SAFETY_WEIGHTS)[1] for side, name, amount in found)
    found.append((position.side, "tempo", (1, 1)))
    return phase, _factor(board, 0 if ending > 0 else 1) if ending else 16, found


def _pawn_reach(square: int, side: int) -> set[int]:
    """Return the squares that a pawn of a side on ``square`` attacks."""
    ahead = -8 if side else 8
    return {square + ahead + run for run in (-1, 1) if 0 <= square % 8 + run < 8 and 0 <= square + ahead < 64}


def _away(one: int, two: int) -> int:
    """Return the number of moves of a king between two squares."""
    return max(abs(one // 8 - two // 8), abs(one % 8 - two % 8))


def _safety(board: dict[int, int], reaches: dict[int, set[int]], side: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the features of one side that ``ThreatsSafety`` has and ``Tapered`` has not, or judges otherwise."""
    ours = {square: piece & 7 for square, piece in board.items() if piece >> 3 == side}
    theirs = {square: piece & 7 for square, piece in board.items() if piece >> 3 != side}
    own_pawns = {square for square, kind in ours.items() if kind == 0}
    enemy_pawns = {square for square, kind in theirs.items() if kind == 0}
    king = next(square for square, kind in ours.items() if kind == 5)
    enemy_king = next(square for square, kind in theirs.items() if kind == 5)
    ahead = -8 if side else 8

    def rank_of(square: int) -> int:
        return 7 - square // 8 if side else square // 8

    def united(pieces: dict[int, int], kinds: tuple[int, ...]) -> set[int]:
        return {target for square, kind in pieces.items() if kind in kinds for target in reaches[square]}

    pieces, fighters, everything = (1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5)
    found: list[tuple[str, tuple[int, int]]] = []

    def add(name: str, count: int) -> None:
        if count:
            found.append((name, (count, count)))

    # Attack on the king.
    ring = {enemy_king} | reaches[enemy_king]
    attackers = [square for square, kind in ours.items() if kind in pieces and reaches[square] & ring]
    if len(attackers) >= 2:
        units = sum(UNITS_OF_ATTACK[ours[square]] * len(reaches[square] & ring) for square in attackers)
        safe = set(range(64)) - set(ours) - united(theirs, everything)
        for kind in pieces:
            checking = _reach({**board, enemy_king: kind}, enemy_king)
            if checking & safe & united(ours, (kind,)):
                units += UNITS_OF_CHECK[kind]
        weak = (united(ours, fighters) - united(theirs, fighters)) & ring
        found.append(("attack on the king", grip(units + UNITS_OF_WEAKNESS * len(weak))))

    # Threats.
    prey = {square for square, kind in theirs.items() if kind in pieces}
    add("threat by a pawn", len(united(ours, (0,)) & prey))
    add("threat by a minor piece", sum(theirs[square] in (3, 4) for square in united(ours, (1, 2)) & prey))
    add("threat to a queen by a rook", sum(theirs[square] == 4 for square in united(ours, (3,)) & prey))
    loose = united(ours, everything) - united(theirs, everything)
    add("hanging piece", len(loose & prey))
    add("hanging pawn", len(loose & enemy_pawns))

    # Pawns.
    for square in own_pawns:
        file, rank = square % 8, rank_of(square)
        beside = {other for other in own_pawns if abs(other % 8 - file) == 1}
        add("supported pawn", int(any(square in reaches[other] for other in own_pawns)))
        if beside:
            add("phalanx", int(any(rank_of(other) == rank for other in beside)))
            if all(rank_of(other) > rank for other in beside):
                add("backward pawn", int(square + ahead in united(theirs, (0,))))
        in_front = [other for other in range(64) if other % 8 == file and rank_of(other) > rank]
        near = [other for other in enemy_pawns if abs(other % 8 - file) <= 1 and rank_of(other) > rank]
        urgency = URGENCIES[rank]
        if not near and not own_pawns & set(in_front) and urgency:
            stop = square + ahead
            add("enemy king's way to a passed pawn", urgency * min(_away(enemy_king, stop), FAR))
            add("king's way to a passed pawn", urgency * min(_away(king, stop), FAR))
            add("blocked passed pawn", urgency * (stop in board))
            barred = set(theirs) | united(theirs, everything)
            add("free passed pawn", urgency * (not barred & set(in_front)))
            behind = [o for o, kind in ours.items() if kind == 3 and o % 8 == file and rank_of(o) < rank]
            add("rook behind a passed pawn", urgency * bool(behind))

    # Minor pieces.
    for square, kind in ours.items():
        if kind in (1, 2) and 3 <= rank_of(square) <= 5 and square in united(ours, (0,)):
            hunters = [o for o in enemy_pawns if abs(o % 8 - square % 8) == 1 and rank_of(o) > rank_of(square)]
            add(f"{KINDS[kind]}'s outpost", int(not hunters))
        if kind == 2:
            shade = (square // 8 + square) % 2
            add("pawn on the bishop's colour", sum((other // 8 + other) % 2 == shade for other in own_pawns))

    # King's shelter.
    for near_file in range(max(0, king % 8 - 1), min(7, king % 8 + 1) + 1):
        mine = [rank_of(o) - rank_of(king) for o in own_pawns if o % 8 == near_file]
        others = [rank_of(o) - rank_of(king) for o in enemy_pawns if o % 8 == near_file]
        add("bare king", int(not any(step > 0 for step in mine)))
        add("shield pawn", sum(step in (1, 2) for step in mine))
        add("storming pawn", sum(step in (1, 2, 3) for step in others))
    return found


def _factor(board: dict[int, int], strong: int) -> int:
    """Return the factor of the endgame score in sixteenths. Its definition is in ``factor_of``."""
    kinds = [[piece & 7 for piece in board.values() if piece >> 3 == side] for side in (strong, 1 - strong)]
    ours, others = (sum(WORTH_OF_PIECES[kind] for kind in each) for each in kinds)
    if 0 not in kinds[0] and ours <= 3:
        return 1
    if 0 not in kinds[0] and ours - others <= 3:
        return 4
    bishops = [square for square, piece in board.items() if piece & 7 == 2]
    only = all(sorted(set(each) - {0, 5}) == [2] and each.count(2) == 1 for each in kinds)
    return 8 if only and sum((square // 8 + square) % 2 for square in bishops) == 1 else 16
