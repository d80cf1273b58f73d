from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.cotoan.position cimport CotoanPosition

cdef class Weighted(Evaluation):
    cdef short weights[2860]            # by 143 * piece + cell
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil
