"""Tables of bitboards for chess: attacks of pieces, lines between squares, ranks and files.

A *bitboard* is a set of squares that is stored as the bits of an integer. A square is ``8 * rank + file``, both counted
from 0. Attacks of sliders are read from a table by *magic multiplication*: the bitboard of the occupied squares on
their lines is multiplied by a factor, and the highest bits of the product are the index of an entry (Kannan, "Magic
Move-Bitboard Generation in Computer Chess", 2007). Uncompiled code follows the lines square by square instead.
"""

from functools import lru_cache
from typing import Any

import cython

if not cython.compiled:
    KNIGHT_ATTACKS, KING_ATTACKS = [0] * 64, [0] * 64
    PAWN_ATTACKS = [[0] * 64 for _ in range(2)]
    BETWEEN, LINE = [[0] * 64 for _ in range(64)], [[0] * 64 for _ in range(64)]
    ROOK_MAGIC: Any = None
    BISHOP_MAGIC: Any = None
    ROOK_TABLE: Any = None
    BISHOP_TABLE: Any = None
    RANK_3, RANK_6 = 0xFF << 16, 0xFF << 40
    LAST_RANKS = 0xFF << 56 | 0xFF
    NOT_FILE_A, NOT_FILE_H = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
    LIGHT, DARK = 0x55AA_55AA_55AA_55AA, 0xAA55_AA55_AA55_AA55

# Factors that map two occupancies of a square's lines to one entry only if their attacks are the same; found by testing
# sparse random numbers.
_ROOK_FACTORS = (
    0x2280061040002280, 0x3440100040002000, 0x9080200008100080, 0x0900201001000804, 0x0200020020081004,
    0x0200020004010810, 0x088001001E000080, 0x0500012048830002, 0x2201800140018020, 0x0141002081004008,
    0x0202002042041082, 0x8202001208420021, 0x06AA000A00041020, 0xA000808004000200, 0x40040010040218D1,
    0x00020004A1020054, 0x1000208000804011, 0x0000404010002000, 0x5001010010402004, 0x8020090010010020,
    0x0120818018000C00, 0x2004008004800200, 0x028004004208B001, 0x2820020000807409, 0x0000410100208000,
    0x1000200440100040, 0x0004408200201200, 0x0000100080800800, 0x0514000480800800, 0x0002000280240080,
    0x0602008040400100, 0x4420010200008044, 0x0480002004400040, 0x0099008025004000, 0x0000402486001200,
    0x1044840800801000, 0x0838000901001004, 0x4400401008010420, 0x0212002162000408, 0x8000808042000104,
    0x3080004020004000, 0x5000400020008080, 0x2820008010008021, 0x0941000810010020, 0x0818080004008080,
    0x0924010002004040, 0x2001810002008080, 0x0211108100420014, 0x4041023080084100, 0x4A80400080200880,
    0x0880200010008080, 0x9002004060881600, 0x0008004004020040, 0x0008040080020080, 0x0284410210080400,
    0x0101090044840600, 0x18004C1080002101, 0x2000308240050121, 0x0984084020001101, 0x0005610010000409,
    0x5945000410020801, 0x000A000490080102, 0x9808100208010084, 0x0402040900803442,
)  # fmt: skip
_BISHOP_FACTORS = (
    0x2804200882228900, 0x0804810801210002, 0x00500684A9088008, 0x84208A0083820004, 0x0102021084800004,
    0x1A38480210240221, 0x1000440404422C42, 0x0023002084200880, 0x0180204284410400, 0x41000504080C4100,
    0x9012040400AA0400, 0xC200422A02001480, 0x0004020210014081, 0x3208020184601080, 0x80400A0219200A00,
    0x5200010042300400, 0x08200148281000A4, 0x402202108248010B, 0x0028811000820088, 0x000400080210A522,
    0x086C004A010C0082, 0x040200118A100200, 0x1000A00200900804, 0x1000844108411004, 0x0003400089081800,
    0x020C200150514501, 0x0220900008404200, 0x1040082002020040, 0xA401001141004010, 0x4088004000806000,
    0x0001004002080404, 0x2012002010510820, 0x80482010C8C82202, 0x800A102204104200, 0x4045202401380800,
    0x0080020080880080, 0x9084040400001100, 0x0040820380641000, 0x4210420882020880, 0x0000810D40031400,
    0x000E024240002000, 0x1081210820008202, 0x4082022201040804, 0x4C002AC010400200, 0x0000280104001510,
    0x0418083000208C10, 0xC004144804405210, 0x1208008400400086, 0x2000880802121000, 0x0000842401040980,
    0x800000804808A010, 0x00010D0020A80300, 0x0001002022048000, 0x0010400828452100, 0x0041044104051400,
    0x0112B84204104093, 0x4009040200828811, 0x8800410511AA2010, 0x60000C004200D000, 0x0000000102050400,
    0x0C00000194209200, 0x3000802002028204, 0x0001200490008520, 0x0302200109020880,
)  # fmt: skip

_ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_BISHOP_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@cython.infer_types(None)
def _ray(square: int, file_step: int, rank_step: int, occupied: int) -> int:
    """Return a bitboard of the squares attacked in one direction, including the first occupied square."""
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
    """Return the squares in one direction up to the edge, nearest first."""
    way = []
    file, rank = square % 8 + file_step, square // 8 + rank_step
    while 0 <= file < 8 and 0 <= rank < 8:
        way.append(8 * rank + file)
        file, rank = file + file_step, rank + rank_step
    return way


@cython.infer_types(None)
def _inner(square: int, steps: Any) -> int:
    """Return the relevant occupancy mask of a slider.

    The mask is a bitboard of the squares on the lines of the slider, except the last square of each line.
    """
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
    """Return a bitboard of the squares that are reached from ``square`` by one of ``steps``."""
    reached = 0
    for file_step, rank_step in steps:
        way = _way(square, file_step, rank_step)
        if way:
            reached |= 1 << way[0]
    return reached


@cython.infer_types(None)
def _fill_tables() -> None:
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


_fill_tables()


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
        """Fill the table with the attacks of a rook or bishop on one square for every occupancy of its lines.

        The variables have C types, so that the loops are fast.
        """
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

    _fill_magic()

else:

    @lru_cache(1 << 16)
    def _walk(square: int, straight: bool, occupied: int) -> int:
        """Return a bitboard of the attacks of a rook, or of a bishop if ``straight`` is False."""
        seen = 0
        for file_step, rank_step in _ROOK_STEPS if straight else _BISHOP_STEPS:
            seen |= _ray(square, file_step, rank_step, occupied)
        return seen

    # In compiled code, these are inline functions of the ``.pxd``.

    def bit(square: int) -> int:
        """Return the bitboard of one square."""
        return 1 << square

    def rook_attacks(square: int, occupied: int) -> int:
        """Return a bitboard of the squares that a rook on ``square`` attacks."""
        return _walk(square, True, occupied)

    def bishop_attacks(square: int, occupied: int) -> int:
        """Return a bitboard of the squares that a bishop on ``square`` attacks."""
        return _walk(square, False, occupied)
