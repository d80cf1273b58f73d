from engine.core.position cimport Position
from engine.search.search cimport Search

cdef class Ordered(Search):
    cdef int best(self, Position position, int* moves, int count) noexcept nogil
