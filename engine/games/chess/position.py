"""The position of chess: bitboards, sliding attacks by magic multiplication, strictly legal generation.

A square is ``8 * rank + file``, both from 0. A move is ``origin | target << 6 | promotion << 12``, promotion a kind
(0: none). Nothing else is needed: a king that goes to its own rook's square castles (so that Chess960 has one kind of
castling with us all), a pawn that goes diagonally to the empty en passant square captures in passing.

One look along the lines of the king, as if only enemy pieces stood on the board, finds who gives check and who is
pinned; all other moves are then sets of squares, and nothing is ever tried and taken back. The en passant square is
kept only where such a capture is legal, so that equal keys mean equal positions in the sense of the repetition rule
(FIDE Laws of Chess, 2023, 9.2.3).
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cython

from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position

if cython.compiled:
    from cython.cimports.engine.core.bits import lowest, popcount
    from cython.cimports.engine.core.position import MAX_MOVES, WIN
else:
    from engine.core.bits_pure import lowest, popcount
    from engine.core.position import MAX_MOVES
    from engine.core.score import WIN

    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, BLACK, EMPTY, CASTLED, PASSED, NOWHERE = (
        0,
        1,
        2,
        3,
        4,
        5,
        8,
        16,
        17,
        18,
        64,
    )
    KNIGHT_ATTACKS, KING_ATTACKS = [0] * 64, [0] * 64
    PAWN_ATTACKS = [[0] * 64 for _ in range(2)]
    BETWEEN, LINE = [[0] * 64 for _ in range(64)], [[0] * 64 for _ in range(64)]
    PIECE_KEY = [[0] * 64 for _ in range(16)]
    CASTLE_KEY, PASSING_KEY = [0] * 64, [0] * 65
    SIDE_KEY = 0
    ROOK_MAGIC: Any = None
    BISHOP_MAGIC: Any = None
    ROOK_TABLE: Any = None
    BISHOP_TABLE: Any = None
    WORTH = [0] * 19
    STACK = 160
    RANK_3, RANK_6 = 0xFF << 16, 0xFF << 40
    LAST_RANKS = 0xFF << 56 | 0xFF
    NOT_FILE_A, NOT_FILE_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
    LIGHT, DARK = 0x55AA_55AA_55AA_55AA, 0xAA55_AA55_AA55_AA55

# Factors that send every occupancy of a square's lines to an entry of its own or of the same attacks; found by trial
# of sparse random numbers.
_ROOK_FACTORS = (
    0x2280061040002280,
    0x3440100040002000,
    0x9080200008100080,
    0x0900201001000804,
    0x0200020020081004,
    0x0200020004010810,
    0x088001001E000080,
    0x0500012048830002,
    0x2201800140018020,
    0x0141002081004008,
    0x0202002042041082,
    0x8202001208420021,
    0x06AA000A00041020,
    0xA000808004000200,
    0x40040010040218D1,
    0x00020004A1020054,
    0x1000208000804011,
    0x0000404010002000,
    0x5001010010402004,
    0x8020090010010020,
    0x0120818018000C00,
    0x2004008004800200,
    0x028004004208B001,
    0x2820020000807409,
    0x0000410100208000,
    0x1000200440100040,
    0x0004408200201200,
    0x0000100080800800,
    0x0514000480800800,
    0x0002000280240080,
    0x0602008040400100,
    0x4420010200008044,
    0x0480002004400040,
    0x0099008025004000,
    0x0000402486001200,
    0x1044840800801000,
    0x0838000901001004,
    0x4400401008010420,
    0x0212002162000408,
    0x8000808042000104,
    0x3080004020004000,
    0x5000400020008080,
    0x2820008010008021,
    0x0941000810010020,
    0x0818080004008080,
    0x0924010002004040,
    0x2001810002008080,
    0x0211108100420014,
    0x4041023080084100,
    0x4A80400080200880,
    0x0880200010008080,
    0x9002004060881600,
    0x0008004004020040,
    0x0008040080020080,
    0x0284410210080400,
    0x0101090044840600,
    0x18004C1080002101,
    0x2000308240050121,
    0x0984084020001101,
    0x0005610010000409,
    0x5945000410020801,
    0x000A000490080102,
    0x9808100208010084,
    0x0402040900803442,
)
_BISHOP_FACTORS = (
    0x2804200882228900,
    0x0804810801210002,
    0x00500684A9088008,
    0x84208A0083820004,
    0x0102021084800004,
    0x1A38480210240221,
    0x1000440404422C42,
    0x0023002084200880,
    0x0180204284410400,
    0x41000504080C4100,
    0x9012040400AA0400,
    0xC200422A02001480,
    0x0004020210014081,
    0x3208020184601080,
    0x80400A0219200A00,
    0x5200010042300400,
    0x08200148281000A4,
    0x402202108248010B,
    0x0028811000820088,
    0x000400080210A522,
    0x086C004A010C0082,
    0x040200118A100200,
    0x1000A00200900804,
    0x1000844108411004,
    0x0003400089081800,
    0x020C200150514501,
    0x0220900008404200,
    0x1040082002020040,
    0xA401001141004010,
    0x4088004000806000,
    0x0001004002080404,
    0x2012002010510820,
    0x80482010C8C82202,
    0x800A102204104200,
    0x4045202401380800,
    0x0080020080880080,
    0x9084040400001100,
    0x0040820380641000,
    0x4210420882020880,
    0x0000810D40031400,
    0x000E024240002000,
    0x1081210820008202,
    0x4082022201040804,
    0x4C002AC010400200,
    0x0000280104001510,
    0x0418083000208C10,
    0xC004144804405210,
    0x1208008400400086,
    0x2000880802121000,
    0x0000842401040980,
    0x800000804808A010,
    0x00010D0020A80300,
    0x0001002022048000,
    0x0010400828452100,
    0x0041044104051400,
    0x0112B84204104093,
    0x4009040200828811,
    0x8800410511AA2010,
    0x60000C004200D000,
    0x0000000102050400,
    0x0C00000194209200,
    0x3000802002028204,
    0x0001200490008520,
    0x0302200109020880,
)

_ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@cython.infer_types(None)
def _ray(square: int, file_step: int, rank_step: int, occupied: int) -> int:
    """The squares seen from ``square`` in one direction, the first occupied one included."""
    seen = 0
    file, rank = square % 8 + file_step, square // 8 + rank_step
    while 0 <= file < 8 and 0 <= rank < 8:
        seen |= 1 << (8 * rank + file)
        if occupied >> (8 * rank + file) & 1:
            break
        file, rank = file + file_step, rank + rank_step
    return seen


@cython.infer_types(None)
def _way(square: int, file_step: int, rank_step: int) -> list[int]:
    """The squares in one direction, to the edge."""
    way = []
    file, rank = square % 8 + file_step, square // 8 + rank_step
    while 0 <= file < 8 and 0 <= rank < 8:
        way.append(8 * rank + file)
        file, rank = file + file_step, rank + rank_step
    return way


@cython.infer_types(None)
def _inner(square: int, steps: Any) -> int:
    """The squares whose occupancy matters to a slider: its lines on an empty board less their last squares."""
    mask = 0
    for file_step, rank_step in steps:
        way = _way(square, file_step, rank_step)
        if way:
            way.pop()
        for other in way:
            mask |= 1 << other
    return mask


@cython.infer_types(None)
def _leaps(square: int, steps: Any) -> int:
    """The squares one step away."""
    reached = 0
    for file_step, rank_step in steps:
        way = _way(square, file_step, rank_step)
        if way:
            reached |= 1 << way[0]
    return reached


@cython.infer_types(None)
def _fill_tables() -> None:
    global SIDE_KEY
    for square in range(64):
        KNIGHT_ATTACKS[square] = _leaps(square, _KNIGHT_STEPS)
        KING_ATTACKS[square] = _leaps(square, _ROOK_STEPS + _BISHOP_STEPS)
        PAWN_ATTACKS[0][square] = _leaps(square, ((-1, 1), (1, 1)))
        PAWN_ATTACKS[1][square] = _leaps(square, ((-1, -1), (1, -1)))
        for file_step, rank_step in _ROOK_STEPS + _BISHOP_STEPS:
            ahead = _way(square, file_step, rank_step)
            line = 1 << square
            for other in (*ahead, *_way(square, -file_step, -rank_step)):
                line |= 1 << other
            between = 0
            for other in ahead:
                LINE[square][other] = line
                BETWEEN[square][other] = between
                between |= 1 << other
    rng = random.Random(1851)  # the first tournament; any seed does, but it must never change
    for piece in range(16):
        for square in range(64):
            PIECE_KEY[piece][square] = rng.getrandbits(64)
    for square in range(64):
        CASTLE_KEY[square] = rng.getrandbits(64)
    for square in range(64):
        PASSING_KEY[square] = rng.getrandbits(64)
    PASSING_KEY[64] = 0
    SIDE_KEY = rng.getrandbits(64)
    for kind, worth in enumerate((1, 3, 3, 5, 9, 10)):
        WORTH[kind] = WORTH[kind + 8] = worth


if cython.compiled:

    @cython.infer_types(None)
    def _fill_magic() -> None:
        rook_offset = bishop_offset = 0
        for square in range(64):
            mask = _inner(square, _ROOK_STEPS)
            ROOK_MAGIC[square].mask = mask
            ROOK_MAGIC[square].factor = _ROOK_FACTORS[square]
            ROOK_MAGIC[square].shift = 64 - mask.bit_count()
            _fill_square(square, rook_offset, True)
            rook_offset += 1 << mask.bit_count()
            mask = _inner(square, _BISHOP_STEPS)
            BISHOP_MAGIC[square].mask = mask
            BISHOP_MAGIC[square].factor = _BISHOP_FACTORS[square]
            BISHOP_MAGIC[square].shift = 64 - mask.bit_count()
            _fill_square(square, bishop_offset, False)
            bishop_offset += 1 << mask.bit_count()

    def _fill_square(square: int, offset: int, rook: bool) -> None:
        """Fill one square's attacks for every occupancy, at the speed of C."""
        at = cython.declare(cython.int, square)
        start = cython.declare(cython.int, offset)
        straight = cython.declare(cython.bint, rook)
        occupied = cython.declare(cython.ulonglong, 0)
        seen = cython.declare(cython.ulonglong, 0)
        mask = cython.declare(cython.ulonglong, 0)
        file = cython.declare(cython.int, 0)
        rank = cython.declare(cython.int, 0)
        file_step = cython.declare(cython.int, 0)
        rank_step = cython.declare(cython.int, 0)
        direction = cython.declare(cython.int, 0)
        if straight:
            ROOK_MAGIC[at].attacks = cython.address(ROOK_TABLE[start])
            mask = ROOK_MAGIC[at].mask
        else:
            BISHOP_MAGIC[at].attacks = cython.address(BISHOP_TABLE[start])
            mask = BISHOP_MAGIC[at].mask
        while True:
            seen = 0
            for direction in range(4):
                if straight:
                    file_step = (1 if direction == 0 else -1) if direction < 2 else 0
                    rank_step = (1 if direction == 2 else -1) if direction >= 2 else 0
                else:
                    file_step = 1 if direction < 2 else -1
                    rank_step = 1 if direction % 2 == 0 else -1
                file = at % 8 + file_step
                rank = at // 8 + rank_step
                while 0 <= file < 8 and 0 <= rank < 8:
                    seen |= bit(8 * rank + file)
                    if occupied >> (8 * rank + file) & 1:
                        break
                    file += file_step
                    rank += rank_step
            if straight:
                ROOK_MAGIC[at].attacks[(occupied * ROOK_MAGIC[at].factor) >> ROOK_MAGIC[at].shift] = seen
            else:
                BISHOP_MAGIC[at].attacks[(occupied * BISHOP_MAGIC[at].factor) >> BISHOP_MAGIC[at].shift] = seen
            occupied = (occupied - mask) & mask
            if occupied == 0:
                break


@lru_cache(1 << 16)
def _walk(square: int, straight: bool, occupied: int) -> int:
    """What a slider sees, step by step: for the uncompiled mode."""
    seen = 0
    for file_step, rank_step in _ROOK_STEPS if straight else _BISHOP_STEPS:
        seen |= _ray(square, file_step, rank_step, occupied)
    return seen


def bit(square: int) -> int:
    """The set of one square."""
    return cython.cast(cython.ulonglong, 1) << square if cython.compiled else 1 << square


def rook_attacks(square: int, occupied: int) -> int:
    """The squares a rook on ``square`` attacks."""
    if not cython.compiled:
        return _walk(square, True, occupied)
    magic = cython.address(ROOK_MAGIC[square])
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]


def bishop_attacks(square: int, occupied: int) -> int:
    """The squares a bishop on ``square`` attacks."""
    if not cython.compiled:
        return _walk(square, False, occupied)
    magic = cython.address(BISHOP_MAGIC[square])
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]


_fill_tables()
if cython.compiled:
    _fill_magic()


def promotions(out: Any, count: int, origin: int, target: int) -> int:
    """Write the four promotions of a move; return the new count."""
    move = origin | target << 6
    out[count] = move | QUEEN << 12
    out[count + 1] = move | ROOK << 12
    out[count + 2] = move | BISHOP << 12
    out[count + 3] = move | KNIGHT << 12
    return count + 4


class ChessPosition(Position):
    """Board, side to move, castling rights, en passant square, and the plies and keys since the last capture.

    Kinds are 0–5: pawn, knight, bishop, rook, queen, king; a piece is its kind, plus 8 if it is black.
    """

    if not cython.compiled:
        weights: Any

    def __cinit__(self) -> None:
        """Nothing may be undefined, not even in a position that was never set up."""
        if not cython.compiled:
            super().__cinit__()
            self.kinds, self.sides, self.board = [0] * 6, [0] * 2, [EMPTY] * 64
            self.castle_keep, self.castle_keys = [15] * 64, [0] * 16
            self.castle_free, self.castle_safe, self.castle_rook = [0] * 4, [0] * 4, [0] * 4
            self.taken, self.states, self.balances = [0] * 160, [0] * 160, [0] * 160
            self.castling = self.waited = self.start_number = self.start_side = 0
            self.draw_waited = self.draw_repeated = self.depth = self.balance = 0
            self.weights = self.weights_owner = None
        self.clear()

    def clear(self) -> None:
        """Empty the board."""
        for square in range(64):
            self.board[square] = EMPTY
            self.castle_keep[square] = 15
        for kind in range(6):
            self.kinds[kind] = 0
        self.sides[0] = 0
        self.sides[1] = 0
        self.passing = NOWHERE
        self.key = 0
        self.depth = 0
        self.balance = 0

    def __init__(
        self,
        game: Any,
        pieces: Sequence[tuple[int, int]],
        side: int,
        rooks: Sequence[int | None],
        passing: int | None,
        waited: int,
        number: int,
        draws: tuple[int, int],
        keys: Sequence[int] = (),
    ) -> None:
        """Set up a position that ``Chess.compose`` has checked.

        Args:
            game: the ``Chess`` it belongs to.
            pieces: ``(piece, square)`` pairs; one king of each side.
            side: to move, 0 or 1.
            rooks: the squares of the rooks that may still castle: white short, white long, black short, black long.
            passing: the square a pawn just passed over; dropped where no capture there is legal.
            waited: plies since a capture or a pawn's move.
            number: move number, from 1.
            draws: plies without a capture or a pawn's move that draw, and how often a position repeated draws.
            keys: of the positions before this one, oldest first.
        """
        self.game = game
        self.clear()
        for piece, square in pieces:
            if not (0 <= square < 64 and piece in (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13)):
                raise ValueError(f"piece {piece} cannot stand on square {square}")
            if self.board[square] != EMPTY:
                raise ValueError(f"two pieces on square {square}")
            self.put(piece, square)
        if popcount(self.kinds[KING] & self.sides[0]) != 1 or popcount(self.kinds[KING] & self.sides[1]) != 1:
            raise ValueError("a side needs one king")
        if not (side in (0, 1) and 0 <= waited <= 30_000 and draws[0] > 0 and draws[1] > 1):
            raise ValueError("side or counter out of range")
        self.side = side
        self.start_side = side
        self.start_number = number
        self.waited = waited
        self.draw_waited, self.draw_repeated = draws
        self.castling = 0
        for right in range(4):
            rook = rooks[right]
            if rook is not None:
                self.allow_castling(right, rook)
        for rights in range(16):
            self.castle_keys[rights] = 0
            for right in range(4):
                if rights & self.castling & (1 << right):
                    self.castle_keys[rights] ^= CASTLE_KEY[self.castle_rook[right]]
        self.key ^= self.castle_keys[self.castling]
        if side:
            self.key ^= SIDE_KEY
        if passing is not None:
            pawn = passing + (-8 if side == 0 else 8)
            if not (
                16 <= passing < 48 and self.board[passing] == EMPTY and self.board[pawn] == (8 if side == 0 else 0)
            ):
                raise ValueError(f"no pawn passed over square {passing}")
            self.passing = self.passing_after(passing, side)
            self.key ^= PASSING_KEY[self.passing]
        self.reserve(len(keys) + STACK)
        for i in range(len(keys)):
            self.keys[i] = keys[i]
        self.key_count = len(keys)

    def allow_castling(self, right: int, rook: int) -> None:
        """Give a right to castle with the rook on a square; set up the squares it asks for."""
        side, short = right >> 1, right & 1 == 0
        king = lowest(self.kinds[KING] & self.sides[side])
        if not (0 <= rook < 64 and self.board[rook] == (ROOK | side << 3) and rook >> 3 == king >> 3):
            raise ValueError(f"no rook to castle with on square {rook}")
        home = 56 * side
        king_goes, rook_goes = (home + 6, home + 5) if short else (home + 2, home + 3)
        way = BETWEEN[king][king_goes] | bit(king_goes) | bit(king)
        rook_way = BETWEEN[rook][rook_goes] | bit(rook_goes)
        self.castle_safe[right] = way
        self.castle_free[right] = (way | rook_way) & ~(bit(king) | bit(rook))
        self.castle_rook[right] = rook
        self.castle_keep[rook] &= 15 ^ (1 << right)
        self.castle_keep[king] &= 15 ^ (3 << (2 * side))
        self.castling |= 1 << right

    def put(self, piece: int, square: int) -> None:
        """Put a piece on an empty square."""
        self.kinds[piece & 7] |= bit(square)
        self.sides[piece >> 3] |= bit(square)
        self.board[square] = piece
        self.key ^= PIECE_KEY[piece][square]

    def copy_from(self, other: Position) -> None:
        """Become equal to ``other``; evaluation weights come along."""
        Position.copy_from(self, other)
        they = cython.cast(ChessPosition, other)
        for i in range(64):
            self.board[i] = they.board[i]
            self.castle_keep[i] = they.castle_keep[i]
        for i in range(6):
            self.kinds[i] = they.kinds[i]
        for i in range(16):
            self.castle_keys[i] = they.castle_keys[i]
        for i in range(4):
            self.castle_free[i] = they.castle_free[i]
            self.castle_safe[i] = they.castle_safe[i]
            self.castle_rook[i] = they.castle_rook[i]
        self.sides[0] = they.sides[0]
        self.sides[1] = they.sides[1]
        self.castling = they.castling
        self.passing = they.passing
        self.waited = they.waited
        self.start_number = they.start_number
        self.start_side = they.start_side
        self.draw_waited = they.draw_waited
        self.draw_repeated = they.draw_repeated
        self.depth = 0
        self.weights = they.weights
        self.weights_owner = they.weights_owner
        self.balance = they.balance

    # --- for searches ---------------------------------------------------------------------------------------------

    def attackers(self, square: int, by: int, occupied: int) -> int:
        """The pieces of side ``by`` that attack a square, sliders seeing through what is not in ``occupied``."""
        diagonal = self.kinds[BISHOP] | self.kinds[QUEEN]
        straight = self.kinds[ROOK] | self.kinds[QUEEN]
        return self.sides[by] & (
            (PAWN_ATTACKS[by ^ 1][square] & self.kinds[PAWN])
            | (KNIGHT_ATTACKS[square] & self.kinds[KNIGHT])
            | (KING_ATTACKS[square] & self.kinds[KING])
            | (bishop_attacks(square, occupied) & diagonal)
            | (rook_attacks(square, occupied) & straight)
        )

    def attacked(self, square: int, by: int, occupied: int) -> bool:
        """Whether side ``by`` attacks a square."""
        enemy = self.sides[by]
        if enemy & (
            (PAWN_ATTACKS[by ^ 1][square] & self.kinds[PAWN])
            | (KNIGHT_ATTACKS[square] & self.kinds[KNIGHT])
            | (KING_ATTACKS[square] & self.kinds[KING])
        ):
            return True
        straight = (self.kinds[ROOK] | self.kinds[QUEEN]) & enemy
        if rook_attacks(square, occupied) & straight:
            return True
        diagonal = (self.kinds[BISHOP] | self.kinds[QUEEN]) & enemy
        return bishop_attacks(square, occupied) & diagonal != 0

    def checked(self) -> bool:
        """Whether the side to move is in check."""
        side = self.side
        king = lowest(self.kinds[KING] & self.sides[side])
        return self.attacked(king, side ^ 1, self.sides[0] | self.sides[1])

    def may_pass(self, origin: int, target: int, side: int) -> bool:
        """Whether the pawn of ``side`` on ``origin`` may capture in passing on ``target``: is its king safe after?"""
        pawn = target - 8 if side == 0 else target + 8
        king = lowest(self.kinds[KING] & self.sides[side])
        occupied = (self.sides[0] | self.sides[1]) ^ bit(origin) ^ bit(pawn) | bit(target)
        return self.attackers(king, side ^ 1, occupied) & ~bit(pawn) == 0

    def passing_after(self, target: int, side: int) -> int:
        """``target``, the square a pawn passed over, if ``side`` has a legal capture there; else ``NOWHERE``."""
        pawns = PAWN_ATTACKS[side ^ 1][target] & self.kinds[PAWN] & self.sides[side]
        while pawns:
            if self.may_pass(lowest(pawns), target, side):
                return target
            pawns &= pawns - 1
        return NOWHERE

    def generate(self, out: Any) -> int:
        """Write all legal moves: king, knights, diagonal and straight sliders, pawns, en passant, castling."""
        return self.write(out, False)

    def generate_noisy(self, out: Any) -> int:
        """Write the captures and promotions, in the order of ``generate``."""
        return self.write(out, True)

    def write(self, out: Any, noisy: bool) -> int:
        """Write the legal moves, or the noisy ones."""
        side = self.side
        own = self.sides[side]
        enemy = self.sides[side ^ 1]
        occupied = own | enemy
        king = lowest(self.kinds[KING] & own)
        diagonal = self.kinds[BISHOP] | self.kinds[QUEEN]
        straight = self.kinds[ROOK] | self.kinds[QUEEN]
        # As if only enemy pieces stood there: sliders on the king's lines with none, or one piece of ours between.
        checkers = enemy & ((PAWN_ATTACKS[side][king] & self.kinds[PAWN]) | (KNIGHT_ATTACKS[king] & self.kinds[KNIGHT]))
        pinned = own & 0
        sliders = enemy & ((rook_attacks(king, enemy) & straight) | (bishop_attacks(king, enemy) & diagonal))
        while sliders:
            slider = lowest(sliders)
            between = BETWEEN[king][slider] & own
            if between == 0:
                checkers |= bit(slider)
            elif between & (between - 1) == 0:
                pinned |= between
            sliders &= sliders - 1
        count = 0
        allowed = enemy if noisy else ~own
        targets = KING_ATTACKS[king] & allowed
        if targets:
            without_king = occupied ^ bit(king)
            while targets:
                target = lowest(targets)
                if not self.attacked(target, side ^ 1, without_king):
                    out[count] = king | target << 6
                    count += 1
                targets &= targets - 1
        rescues = ~(own & 0)
        if checkers:
            if checkers & (checkers - 1):
                return count
            rescues = checkers | BETWEEN[king][lowest(checkers)]
            allowed &= rescues
        pieces = self.kinds[KNIGHT] & own & ~pinned
        while pieces:
            origin = lowest(pieces)
            targets = KNIGHT_ATTACKS[origin] & allowed
            while targets:
                out[count] = origin | lowest(targets) << 6
                count += 1
                targets &= targets - 1
            pieces &= pieces - 1
        pieces = diagonal & own
        while pieces:
            origin = lowest(pieces)
            targets = bishop_attacks(origin, occupied) & allowed
            if pinned & bit(origin):
                targets &= LINE[king][origin]
            while targets:
                out[count] = origin | lowest(targets) << 6
                count += 1
                targets &= targets - 1
            pieces &= pieces - 1
        pieces = straight & own
        while pieces:
            origin = lowest(pieces)
            targets = rook_attacks(origin, occupied) & allowed
            if pinned & bit(origin):
                targets &= LINE[king][origin]
            while targets:
                out[count] = origin | lowest(targets) << 6
                count += 1
                targets &= targets - 1
            pieces &= pieces - 1
        pawns = self.kinds[PAWN] & own
        count = self.write_pawns(out, count, pawns & ~pinned, rescues, noisy)
        pawns &= pinned
        while pawns:
            origin = lowest(pawns)
            count = self.write_pawns(out, count, bit(origin), rescues & LINE[king][origin], noisy)
            pawns &= pawns - 1
        if self.passing != NOWHERE:
            pawns = PAWN_ATTACKS[side ^ 1][self.passing] & self.kinds[PAWN] & own
            while pawns:
                origin = lowest(pawns)
                if self.may_pass(origin, self.passing, side):
                    out[count] = origin | self.passing << 6
                    count += 1
                pawns &= pawns - 1
        if not noisy and checkers == 0 and self.castling >> (2 * side) & 3:
            for right in range(2 * side, 2 * side + 2):
                if self.castling >> right & 1 and occupied & self.castle_free[right] == 0:
                    # In Chess960 the rook may have shielded the king's new square.
                    rook = self.castle_rook[right]
                    way = self.castle_safe[right]
                    while way and not self.attacked(lowest(way), side ^ 1, occupied ^ bit(rook) ^ bit(king)):
                        way &= way - 1
                    if way == 0:
                        out[count] = king | rook << 6
                        count += 1
        return count

    def write_pawns(self, out: Any, count: int, pawns: int, allowed: int, noisy: bool) -> int:
        """Write the moves of ``pawns`` to the ``allowed`` squares behind ``count`` others; return the new count."""
        side = self.side
        enemy = self.sides[side ^ 1] & allowed
        empty = ~(self.sides[0] | self.sides[1])
        if side == 0:
            forward = 8
            single = pawns << 8 & empty
            double = (single & RANK_3) << 8 & empty & allowed
            left = (pawns & NOT_FILE_A) << 7 & enemy
            right = (pawns & NOT_FILE_H) << 9 & enemy
        else:
            forward = -8
            single = pawns >> 8 & empty
            double = (single & RANK_6) >> 8 & empty & allowed
            left = (pawns & NOT_FILE_A) >> 9 & enemy
            right = (pawns & NOT_FILE_H) >> 7 & enemy
        single &= allowed
        last = (single | left | right) & LAST_RANKS
        if last:
            targets = last & left
            while targets:
                count = promotions(out, count, lowest(targets) - forward + 1, lowest(targets))
                targets &= targets - 1
            targets = last & right
            while targets:
                count = promotions(out, count, lowest(targets) - forward - 1, lowest(targets))
                targets &= targets - 1
            targets = last & single
            while targets:
                count = promotions(out, count, lowest(targets) - forward, lowest(targets))
                targets &= targets - 1
            left &= ~last
            right &= ~last
            single &= ~last
        while left:
            target = lowest(left)
            out[count] = (target - forward + 1) | target << 6
            count += 1
            left &= left - 1
        while right:
            target = lowest(right)
            out[count] = (target - forward - 1) | target << 6
            count += 1
            right &= right - 1
        if noisy:
            return count
        while single:
            target = lowest(single)
            out[count] = (target - forward) | target << 6
            count += 1
            single &= single - 1
        while double:
            target = lowest(double)
            out[count] = (target - 2 * forward) | target << 6
            count += 1
            double &= double - 1
        return count

    def make(self, move: int) -> None:
        """Play a legal move in place."""
        origin = move & 63
        target = move >> 6 & 63
        promoted = move >> 12
        side = self.side
        depth = self.depth
        piece = self.board[origin]
        taken = self.board[target]
        both = bit(origin) | bit(target)
        self.keys[self.key_count] = self.key
        self.key_count += 1
        self.states[depth] = self.castling | self.passing << 4 | self.waited << 11
        self.balances[depth] = self.balance
        key = self.key ^ SIDE_KEY ^ PASSING_KEY[self.passing]
        passing = self.passing
        self.passing = NOWHERE
        self.waited += 1
        self.side = side ^ 1
        self.ply += 1
        self.depth = depth + 1
        keep = self.castle_keep[origin] & self.castle_keep[target]
        if self.castling & ~keep:
            key ^= self.castle_keys[self.castling]
            self.castling &= keep
            key ^= self.castle_keys[self.castling]
        self.board[origin] = EMPTY
        if taken != EMPTY:
            if taken >> 3 == side:
                self.taken[depth] = CASTLED
                self.key = key
                self.castle(origin, target, 1)
                return
            self.kinds[taken & 7] ^= bit(target)
            self.sides[side ^ 1] ^= bit(target)
            key ^= PIECE_KEY[taken][target]
            self.waited = 0
            if self.weights:
                self.balance -= self.weights[64 * taken + target]
        self.taken[depth] = taken
        self.board[target] = piece
        self.kinds[piece & 7] ^= both
        self.sides[side] ^= both
        key ^= PIECE_KEY[piece][origin] ^ PIECE_KEY[piece][target]
        if self.weights:
            self.balance += self.weights[64 * piece + target] - self.weights[64 * piece + origin]
        if piece & 7 == PAWN:
            self.waited = 0
            if promoted:
                new = promoted | side << 3
                self.board[target] = new
                self.kinds[PAWN] ^= bit(target)
                self.kinds[promoted] ^= bit(target)
                key ^= PIECE_KEY[piece][target] ^ PIECE_KEY[new][target]
                if self.weights:
                    self.balance += self.weights[64 * new + target] - self.weights[64 * piece + target]
            elif origin ^ target == 16:
                square = (origin + target) >> 1
                if PAWN_ATTACKS[side][square] & self.kinds[PAWN] & self.sides[side ^ 1]:
                    self.passing = self.passing_after(square, side ^ 1)
                    key ^= PASSING_KEY[self.passing]
            elif target == passing:
                square = target ^ 8
                self.taken[depth] = PASSED
                self.board[square] = EMPTY
                self.kinds[PAWN] ^= bit(square)
                self.sides[side ^ 1] ^= bit(square)
                key ^= PIECE_KEY[(side ^ 1) << 3][square]
                if self.weights:
                    self.balance -= self.weights[64 * ((side ^ 1) << 3) + square]
        self.key = key

    def castle(self, king: int, rook: int, forth: int) -> None:
        """Castle with the rook on ``rook``, or with ``forth`` 0 take it back; ``side`` is not looked at."""
        home = king & 56
        colour = 8 if home else 0
        side = colour >> 3
        king_goes, rook_goes = (home + 6, home + 5) if rook > king else (home + 2, home + 3)
        self.board[king_goes if forth == 0 else king] = EMPTY
        self.board[rook_goes if forth == 0 else rook] = EMPTY
        self.board[king_goes if forth else king] = KING | colour
        self.board[rook_goes if forth else rook] = ROOK | colour
        self.kinds[KING] ^= bit(king) ^ bit(king_goes)
        self.kinds[ROOK] ^= bit(rook) ^ bit(rook_goes)
        self.sides[side] ^= bit(king) ^ bit(king_goes) ^ bit(rook) ^ bit(rook_goes)
        if forth:
            self.key ^= (
                PIECE_KEY[KING | colour][king]
                ^ PIECE_KEY[KING | colour][king_goes]
                ^ PIECE_KEY[ROOK | colour][rook]
                ^ PIECE_KEY[ROOK | colour][rook_goes]
            )
            if self.weights:
                self.balance += (
                    self.weights[64 * (KING | colour) + king_goes]
                    - self.weights[64 * (KING | colour) + king]
                    + self.weights[64 * (ROOK | colour) + rook_goes]
                    - self.weights[64 * (ROOK | colour) + rook]
                )

    def unmake(self, move: int) -> None:
        """Take the last move back."""
        origin = move & 63
        target = move >> 6 & 63
        side = self.side ^ 1
        depth = self.depth - 1
        self.depth = depth
        self.side = side
        self.ply -= 1
        self.key_count -= 1
        self.key = self.keys[self.key_count]
        self.balance = self.balances[depth]
        state = self.states[depth]
        self.castling = state & 15
        self.passing = state >> 4 & 127
        self.waited = state >> 11
        taken = self.taken[depth]
        if taken == CASTLED:
            self.castle(origin, target, 0)
            return
        piece = self.board[target]
        if move >> 12:
            self.kinds[piece & 7] ^= bit(target)
            self.kinds[PAWN] ^= bit(target)
            piece = PAWN | side << 3
        both = bit(origin) | bit(target)
        self.kinds[piece & 7] ^= both
        self.sides[side] ^= both
        self.board[origin] = piece
        self.board[target] = EMPTY
        if taken == EMPTY:
            return
        if taken == PASSED:
            target ^= 8
            taken = (side ^ 1) << 3
        self.board[target] = taken
        self.kinds[taken & 7] ^= bit(target)
        self.sides[side ^ 1] ^= bit(target)

    def insufficient(self) -> bool:
        """Whether neither side could ever mate: bare kings, one knight, or bishops of one colour of squares alone."""
        if self.kinds[PAWN] | self.kinds[ROOK] | self.kinds[QUEEN]:
            return False
        if self.kinds[KNIGHT]:
            return popcount(self.kinds[KNIGHT] | self.kinds[BISHOP]) == 1
        return self.kinds[BISHOP] & LIGHT == 0 or self.kinds[BISHOP] & DARK == 0

    def can_move(self) -> bool:
        """Whether the side to move has a legal move, whatever the counters say."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return self.write(moves, False) > 0

    def is_over(self) -> bool:
        """Drawn by repetition, by plies without a capture or a pawn's move, or by insufficient material."""
        if self.insufficient():
            return True
        if self.waited < 8:
            return False
        if self.waited >= self.draw_waited and self.can_move():  # mate and stalemate come first
            return True
        return self.repetitions(self.waited) + 1 >= self.draw_repeated

    def outcome_score(self, ply: int) -> int:
        """All ends but mate are draws."""
        return 0

    def no_move_score(self, ply: int) -> int:
        """Mate or stalemate."""
        return ply - WIN if self.checked() else 0

    def may_stand_pat(self) -> bool:
        """Not in check."""
        return not self.checked()

    def stops_perft(self) -> bool:
        """Perft ends with mates and stalemates only."""
        return False

    def order(self, move: int) -> int:
        """The most valuable victim first, by the least valuable attacker; promotions among them by what they give."""
        origin = move & 63
        target = move >> 6 & 63
        promoted = move >> 12
        piece = self.board[origin]
        taken = self.board[target]
        if taken != EMPTY and taken >> 3 == self.side:
            return 0
        if taken == EMPTY:
            if promoted:
                return 700 if promoted == QUEEN else 1 + promoted
            return 190 if target == self.passing and piece & 7 == PAWN else 0
        rank = 100 + 100 * WORTH[taken] - WORTH[piece]
        if promoted:
            return rank + 800 if promoted == QUEEN else rank // 100 + promoted
        return rank

    def weigh(self, weights: Any) -> None:
        """Keep ``balance``, the sum of ``weights[64 * piece + square]`` over the board, from now on."""
        self.weights = weights
        self.balance = 0
        for square in range(64):
            if self.board[square] != EMPTY:
                self.balance += weights[64 * self.board[square] + square]

    # --- for everyone ---------------------------------------------------------------------------------------------

    def has_legal_move(self) -> bool:
        """Whether the player to move can."""
        return not self.is_over() and self.can_move()

    def outcome(self) -> Outcome | None:
        """How the game ended here, None if it goes on."""
        if self.insufficient():
            return Outcome(None, Termination.INSUFFICIENT_MATERIAL)
        if not self.can_move():
            if self.checked():
                return Outcome(Player(1 - self.side), Termination.CHECKMATE)
            return Outcome(None, Termination.STALEMATE)
        if not self.is_over():
            return None
        if self.repetitions(self.waited) + 1 >= self.draw_repeated:
            return Outcome(None, Termination.REPETITION)
        return Outcome(None, Termination.NO_PROGRESS)

    @property
    def counters(self) -> tuple[int, ...]:
        """Plies since the last capture or pawn's move."""
        return (self.waited,)

    @property
    def history(self) -> tuple[int, ...]:
        """The counter, then the keys of the positions since the last capture or pawn's move."""
        first = max(0, self.key_count - self.waited)
        return (self.waited, *[self.keys[i] for i in range(first, self.key_count)])

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """``(piece, square)`` of every piece on the board, from a1 to h8."""
        return [(self.board[square], square) for square in range(64) if self.board[square] != EMPTY]

    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.checked()

    @property
    def is_finished(self) -> bool:
        """Whether the game is over (``is_over`` for everyone, mate and stalemate included)."""
        return not self.has_legal_move()

    @property
    def en_passant(self) -> int | None:
        """The square where a capture in passing is legal."""
        return None if self.passing == NOWHERE else self.passing

    @property
    def castling_rooks(self) -> tuple[int | None, int | None, int | None, int | None]:
        """The squares of the rooks that may still castle: white short, white long, black short, black long."""
        rooks: Any = tuple([self.castle_rook[i] if self.castling >> i & 1 else None for i in range(4)])
        return rooks

    @property
    def plies_waited(self) -> int:
        """Plies since the last capture or pawn's move."""
        return self.waited

    @property
    def number(self) -> int:
        """Move number: one more after every move of black."""
        return self.start_number + (self.ply + self.start_side) // 2

    def piece_at(self, square: int) -> int:
        """The piece on a square, 16 if it is empty.

        Raises:
            IndexError: if there is no such square.
        """
        if not 0 <= square < 64:
            raise IndexError(square)
        return self.board[square]

    def attackers_of(self, square: int, player: Player) -> list[int]:
        """The squares of the pieces of ``player`` that attack ``square``, pinned ones too.

        Raises:
            IndexError: if there is no such square.
        """
        if not 0 <= square < 64:
            raise IndexError(square)
        by = cython.declare(cython.int, 1 if player else 0)
        found = self.attackers(square, by, self.sides[0] | self.sides[1])
        squares = []
        while found:
            squares.append(lowest(found))
            found &= found - 1
        return squares
