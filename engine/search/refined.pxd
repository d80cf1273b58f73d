from engine.core.position cimport Position
from engine.search.selective cimport Selective

cdef class Refined(Selective):
    cdef int null_from          # least ply at which a pass is tried
    cdef int partial_pv[128]    # the best line of a depth that may be interrupted
    cdef int partial_length, partial_score
    cdef long long move_start   # nodes before the present move at the root
    cdef long long best_nodes   # below the best move at the root, in the present window
    cdef void lead(self, int move) noexcept nogil
    cdef void keep_partial(self, int score) noexcept nogil
    cdef int search(self, Position position, int depth, int alpha, int beta, int ply, bint cut) noexcept nogil
    cdef int prune(self, Position position, int depth, int alpha, int beta, int ply, bint cut, int estimate,
                   unsigned long long data) noexcept nogil
    cdef int skip_turn(self, Position position, int depth, int beta, int ply, bint cut, int estimate) noexcept nogil
    cdef int try_captures(self, Position position, int depth, int beta, int ply, bint cut) noexcept nogil
    cdef int try_moves(self, Position position, int depth, int alpha, int beta, int ply, bint cut, bint danger,
                       unsigned long long data) noexcept nogil
    cdef int skips(self, Position position, int move, int depth, int alpha, int ply, bint quiet, int history,
                   int searched) noexcept nogil
    cdef int prove_singular(self, Position position, int move, int depth, int beta, int ply, bint cut,
                            unsigned long long data) noexcept nogil
