from engine.core.position cimport Position
from engine.search.search cimport Search

cdef class NegaScout(Search):
    cdef int root(self, Position position, int depth) noexcept nogil
    cdef int negascout(self, Position position, int depth, int alpha, int beta, int ply) noexcept nogil
