from engine.core.position cimport Position
from engine.search.search cimport Search

cdef class Minimax(Search):
    cdef int root(self, Position position, int depth) noexcept nogil
    cdef int minimax(self, Position position, int depth, int ply) noexcept nogil
