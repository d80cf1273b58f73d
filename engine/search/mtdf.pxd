from engine.core.position cimport Position
from engine.search.search cimport Search
from engine.search.table cimport Table

cdef enum:
    NO_GAME_HAS = 65536         # a move that no game has, because moves have 16 bits

cdef class MTDF(Search):
    cdef readonly Table table
    cdef int guess
    cdef bint by_path                       # whether an entry belongs to a path of moves instead of a position
    cdef unsigned long long keys[129]       # key of the lower bound, by ply
    cdef long long stamps[129]              # of the present node, by ply
    cdef int first_guess(self) noexcept nogil
    cdef int test(self, Position position, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef void follow(self, Position position, int depth, int value, int ply) noexcept nogil
    cdef int sorted_moves(self, Position position, int ply) noexcept nogil
    cdef void identify(self, Position position, int ply) noexcept nogil
    cdef unsigned long long upper_key(self, int ply) noexcept nogil
    cdef bint recalls(self, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef bint decides(self, unsigned long long data, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef bint is_known_leaf(self, int depth, int ply) noexcept nogil
    cdef void keep_exact(self, int value, int depth, int ply) noexcept nogil
    cdef void keep_bound(self, int value, int move, int depth, int beta, int ply) noexcept nogil
