from engine.core.position cimport Position
from engine.search.search cimport Search

cdef class Greedy(Search):
    cdef int root(self, Position position, int depth) noexcept nogil
