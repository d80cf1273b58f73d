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
    CASTLED = 17            # in ``taken``: the move was castling
    PASSED = 18             # in ``taken``: a pawn captured en passant
    NOWHERE = 64            # no en passant square
    STACK = 160

cdef unsigned long long PIECE_KEY[16][64]
cdef unsigned long long CASTLE_KEY[64]
cdef unsigned long long PASSING_KEY[65]
cdef unsigned long long SIDE_KEY
cdef int WORTH[19]                              # for ``order``
cdef int VALUE[17]                              # for ``gain``; 0 for kings and EMPTY

cdef int add_moves(int* out, int count, int origin, unsigned long long targets) noexcept nogil
cdef int kind_called(int letter) noexcept nogil
cdef int promotions(int* out, int count, int origin, int target) noexcept nogil

@cython.final
cdef class ChessPosition(Position):
    cdef unsigned long long kinds[6]
    cdef unsigned long long sides[2]
    cdef unsigned char board[64]
    cdef unsigned char castle_keep[64]          # rights that remain after a move from or to a square
    cdef unsigned long long castle_keys[16]     # key by set of rights
    cdef unsigned long long castle_free[4]      # squares that must be empty, by right
    cdef unsigned long long castle_safe[4]      # squares that must not be attacked
    cdef unsigned char castle_rook[4]           # square of the rook
    cdef int castling                           # rights: 1 white short, 2 white long, 4 black short, 8 black long
    cdef int passing                            # en passant square if a capture there is legal, or NOWHERE
    cdef int waited                             # plies since the last capture or pawn move
    cdef int start_number
    cdef int start_side
    cdef int draw_waited
    cdef int draw_repeated
    cdef int depth
    cdef unsigned char taken[160]
    cdef unsigned int states[160]
    cdef int balances[160]
    cdef const int* weights                     # weights of the evaluation: 64 * piece + square
    cdef object weights_owner
    cdef int balance                            # sum of the weights on the board
    cdef void clear(self) noexcept
    cdef void allow_castling(self, int right, int rook) except *
    cdef void castle(self, int king, int rook, int forth) noexcept nogil
    cdef void put(self, int piece, int square) noexcept nogil
    cdef bint attacked(self, int square, int by, unsigned long long occupied) noexcept nogil
    cdef unsigned long long attackers(self, int square, int by, unsigned long long occupied) noexcept nogil
    cdef bint checked(self) noexcept nogil
    cdef bint may_pass(self, int origin, int target, int side) noexcept nogil
    cdef inline int passing_after(self, int target, int side) noexcept nogil
    cdef int write(self, int* out, bint noisy) noexcept nogil
    cdef inline int write_pawns(self, int* out, int count, unsigned long long pawns, unsigned long long allowed,
                         bint noisy) noexcept nogil
    cdef inline int write_passing(self, int* out, int count) noexcept nogil
    cdef inline int write_castling(self, int* out, int count, int king) noexcept nogil
    cdef bint insufficient(self) noexcept nogil
    cdef void weigh(self, const int* weights) noexcept
