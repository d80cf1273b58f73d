cdef extern from "squares.h" nogil:
    const unsigned long long RANK_3 "KYVIEN_RANK_3"
    const unsigned long long RANK_6 "KYVIEN_RANK_6"
    const unsigned long long LAST_RANKS "KYVIEN_LAST_RANKS"
    const unsigned long long NOT_FILE_A "KYVIEN_NOT_FILE_A"
    const unsigned long long NOT_FILE_H "KYVIEN_NOT_FILE_H"
    const unsigned long long LIGHT "KYVIEN_LIGHT"
    const unsigned long long DARK "KYVIEN_DARK"

cdef struct Magic:
    unsigned long long mask                     # squares whose occupancy matters
    unsigned long long factor
    unsigned long long* attacks
    int shift

cdef Magic ROOK_MAGIC[64]
cdef Magic BISHOP_MAGIC[64]
cdef unsigned long long ROOK_TABLE[102400]
cdef unsigned long long BISHOP_TABLE[5248]
cdef unsigned long long KNIGHT_ATTACKS[64]
cdef unsigned long long KING_ATTACKS[64]
cdef unsigned long long PAWN_ATTACKS[2][64]     # by side
cdef unsigned long long BETWEEN[64][64]         # squares strictly between two squares of a line, or none
cdef unsigned long long LINE[64][64]            # squares of the line through two squares, or none

# Inline functions, because calls from other modules would go through a pointer.

cdef inline unsigned long long bit(int square) noexcept nogil:
    return <unsigned long long>1 << square

cdef inline unsigned long long rook_attacks(int square, unsigned long long occupied) noexcept nogil:
    cdef const Magic* magic = &ROOK_MAGIC[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]

cdef inline unsigned long long bishop_attacks(int square, unsigned long long occupied) noexcept nogil:
    cdef const Magic* magic = &BISHOP_MAGIC[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]
