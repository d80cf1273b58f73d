from engine.core.contact cimport ContactPosition
from engine.core.position cimport Position
from engine.search.minimax cimport Minimax

cdef class MinimaxReduce(Minimax):
    cdef bint defines_contact
    cdef int generate(self, Position position, int* moves, int ply) noexcept nogil
