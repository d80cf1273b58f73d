from engine.core.position cimport Position
from engine.search.search cimport Search

cdef class Negamax(Search):
    cdef int root(self, Position position, int depth) noexcept nogil
    cdef int negamax(self, Position position, int depth, int ply) noexcept nogil
