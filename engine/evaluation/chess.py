"""Evaluations of chess: ``material``, and ``tapered``, which adds terms for squares, mobility, kings and pawns.

A score of the middlegame and a score of the endgame are stored in one number, ``middlegame + 65536 * endgame``. This
number is called a *pair*. One addition thus adds both. The two scores are blended according to the material left (a
“tapered” evaluation). With each move, the position updates the part that depends only on the pieces and their squares.

The numbers are original to this project. ``WEIGHTS`` were set by hand, then fitted by ``examples/tune_evaluation.py
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
        KING_ATTACKS,
        KNIGHT_ATTACKS,
        NOT_FILE_A,
        NOT_FILE_H,
        bishop_attacks,
        bit,
        rook_attacks,
    )
else:
    from engine.core.bits_pure import lowest, popcount
    from engine.games.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
    from engine.games.chess.squares import (
        KING_ATTACKS,
        KNIGHT_ATTACKS,
        NOT_FILE_A,
        NOT_FILE_H,
        bishop_attacks,
        bit,
        rook_attacks,
    )

    HALF, FULL_PHASE = 65536, 24
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

LABELS = (
    mark("Material"),
    mark("Placement"),
    mark("Mobility"),
    mark("Attack on the king"),
    mark("King's shelter"),
    mark("Pawns"),
    mark("Bishop pair, rooks on open files"),
)


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


def worth(name: str, amount: tuple[int, int] = (1, 1)) -> tuple[int, int]:
    """Return the worth of a feature in the middlegame and in the endgame.

    Args:
        name: name of the weight.
        amount: number of features, or the table entry in hundredths of a pawn for ``OF_TABLES``, in the middlegame and
            in the endgame.
    """
    middle, ending = WEIGHTS[name]
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
