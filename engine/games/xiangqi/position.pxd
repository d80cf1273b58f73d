cimport cython
from engine.core.position cimport Position

cdef enum:
    JUDGED = 1              # rules of repetition, or 0 for none
    DRAWN = 2
    DRAW = 0                # verdicts on a repetition
    CHECKS = 1
    CHASES = 2
    NO_MOVE = -1            # a pass, in ``moves``

@cython.final
cdef class XiangqiPosition(Position):
    cdef unsigned char board[92]
    cdef unsigned char squares[32]              # cell of each piece, OFF once captured
    cdef unsigned short files[16]               # occupancy of each file, bit = row
    cdef unsigned short ranks[16]               # occupancy of each rank, bit = column
    cdef int repetition                         # JUDGED, DRAWN, or 0 for no rule
    cdef int no_capture
    cdef int since_capture
    cdef int start_number
    cdef int start_side
    cdef int depth                              # moves made and not yet unmade
    cdef unsigned char taken[160]               # piece that each of these moves captured
    cdef int waited[160]                        # since_capture before each of these moves
    cdef int balances[160]
    cdef const int* weights                     # by 90 * (7 * side + kind) + cell; negative for SECOND
    cdef object weights_owner
    cdef int balance                            # sum of the weights on the board
    cdef int* moves                             # move from keys[i] to the next position
    cdef int move_capacity
    cdef void clear(self) noexcept
    cdef void put(self, int piece, int cell) noexcept
    cdef void toggle(self, int cell) noexcept nogil
    cdef void shift(self, int origin, int target) noexcept nogil
    cdef bint attacked(self, int cell, int side, int file, int rank, int origin, int target) noexcept nogil
    cdef bint checked(self, int side) noexcept nogil
    cdef int sift(self, int* out, int start, int count) noexcept nogil
    cdef int steps(self, int* out, bint noisy) noexcept nogil
    cdef int line_moves(self, int* out, int origin, bint jumps, bint noisy, int count) noexcept nogil
    cdef inline int horse_moves(self, int* out, int origin, bint noisy, int count) noexcept nogil
    cdef inline int elephant_moves(self, int* out, int origin, bint noisy, int count) noexcept nogil
    cdef inline int adviser_moves(self, int* out, int origin, bint noisy, int count) noexcept nogil
    cdef inline int pawn_moves(self, int* out, int origin, bint noisy, int count) noexcept nogil
    cdef inline int king_moves(self, int* out, bint noisy, int count) noexcept nogil
    cdef inline unsigned int guards(self) noexcept nogil
    cdef inline int pair_moves(self, int* out, int slot, bint noisy, unsigned int guards, int count) noexcept nogil
    cdef int judge(self, int times) noexcept nogil
    cdef int repetition_score(self, int times, int ply) noexcept nogil
    cdef int chased(self, int side) noexcept nogil
    cdef int reach(self, int piece) noexcept nogil
    cdef bint is_aimed_at(self, int side) noexcept nogil
    cdef int file_number(self, int cell) noexcept nogil
    cdef int place_on_file(self, int cell) noexcept nogil
    cdef void weigh(self, const int* weights) noexcept

cdef bint are_alike(int one, int two) noexcept nogil
cdef bint is_vietnamese(int letter) noexcept nogil
cdef int kind_called(int letter, int sign) noexcept nogil
cdef void _order(int* cells, int one, int two) noexcept nogil
cdef int _worth(int kind) noexcept nogil
