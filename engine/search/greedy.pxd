from engine.core.position cimport Position
from engine.search.search cimport Search

cdef class Greedy(Search):
    cdef int among, rank
    cdef int root(self, Position position, int depth) noexcept nogil
    cdef int ranked(self, int count, int rank) noexcept nogil
