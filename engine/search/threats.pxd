from engine.core.position cimport Position
from engine.search.search cimport Search

cdef class Threats(Search):
    cdef int level
    cdef int proved             # plies to the proved win, or 0
    cdef int root(self, Position position, int depth) noexcept nogil
    cdef bint forces(self, Position position, int depth, int ply) noexcept nogil
    cdef bint attack(self, Position position, int depth, int ply) noexcept nogil
    cdef bint defend(self, Position position, int depth, int ply) noexcept nogil
    cdef int best_at_once(self, Position position) noexcept nogil
