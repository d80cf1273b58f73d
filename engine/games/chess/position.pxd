cimport cython
from engine.core.position cimport Position

cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5
    BLACK = 8               # a piece is its kind, plus 8 if it is black
    EMPTY = 16
    CASTLED = 17            # in ``taken``: nothing, the king went to its rook
    PASSED = 18             # in ``taken``: a pawn in passing
    NOWHERE = 64            # no en passant square
    STACK = 160

cdef extern from "squares.h" nogil:
    const unsigned long long RANK_3 "KYVIEN_RANK_3"
    const unsigned long long RANK_6 "KYVIEN_RANK_6"
    const unsigned long long LAST_RANKS "KYVIEN_LAST_RANKS"
    const unsigned long long NOT_FILE_A "KYVIEN_NOT_FILE_A"
    const unsigned long long NOT_FILE_H "KYVIEN_NOT_FILE_H"
    const unsigned long long LIGHT "KYVIEN_LIGHT"
    const unsigned long long DARK "KYVIEN_DARK"

cdef struct Magic:
    unsigned long long mask
    unsigned long long factor
    unsigned long long* attacks
    int shift

cdef Magic ROOK_MAGIC[64]
cdef Magic BISHOP_MAGIC[64]
cdef unsigned long long ROOK_TABLE[102400]
cdef unsigned long long BISHOP_TABLE[5248]
cdef unsigned long long KNIGHT_ATTACKS[64]
cdef unsigned long long KING_ATTACKS[64]
cdef unsigned long long PAWN_ATTACKS[2][64]
cdef unsigned long long BETWEEN[64][64]
cdef unsigned long long LINE[64][64]
cdef unsigned long long PIECE_KEY[16][64]
cdef unsigned long long CASTLE_KEY[64]
cdef unsigned long long PASSING_KEY[65]
cdef unsigned long long SIDE_KEY
cdef int WORTH[19]

cdef int promotions(int* out, int count, int origin, int target) noexcept nogil
cdef unsigned long long bit(int square) noexcept nogil
cdef unsigned long long rook_attacks(int square, unsigned long long occupied) noexcept nogil
cdef unsigned long long bishop_attacks(int square, unsigned long long occupied) noexcept nogil

@cython.final
cdef class ChessPosition(Position):
    cdef unsigned long long kinds[6]
    cdef unsigned long long sides[2]
    cdef unsigned char board[64]
    cdef unsigned char castle_keep[64]          # rights that stay when a move begins or ends on a square
    cdef unsigned long long castle_keys[16]     # by rights
    cdef unsigned long long castle_free[4]      # squares that must be empty, by right
    cdef unsigned long long castle_safe[4]      # squares that must not be attacked
    cdef unsigned char castle_rook[4]           # where the rook stands
    cdef int castling                           # rights: 1 white short, 2 white long, 4 black short, 8 black long
    cdef int passing                            # en passant square, where a capture there is legal
    cdef int waited                             # plies since a capture or a pawn's move
    cdef int start_number
    cdef int start_side
    cdef int draw_waited
    cdef int draw_repeated
    cdef int depth
    cdef unsigned char taken[160]
    cdef unsigned int states[160]
    cdef int balances[160]
    cdef const int* weights                     # of the evaluation: 64 * piece + square
    cdef object weights_owner
    cdef int balance                            # sum of weights
    cdef void clear(self) noexcept
    cdef void allow_castling(self, int right, int rook) except *
    cdef void castle(self, int king, int rook, int forth) noexcept nogil
    cdef void put(self, int piece, int square) noexcept nogil
    cdef bint attacked(self, int square, int by, unsigned long long occupied) noexcept nogil
    cdef unsigned long long attackers(self, int square, int by, unsigned long long occupied) noexcept nogil
    cdef bint checked(self) noexcept nogil
    cdef bint may_pass(self, int origin, int target, int side) noexcept nogil
    cdef int passing_after(self, int target, int side) noexcept nogil
    cdef int write(self, int* out, bint noisy) noexcept nogil
    cdef int write_pawns(self, int* out, int count, unsigned long long pawns, unsigned long long allowed,
                         bint noisy) noexcept nogil
    cdef bint insufficient(self) noexcept nogil
    cdef bint can_move(self) noexcept nogil
    cdef void weigh(self, const int* weights) noexcept
