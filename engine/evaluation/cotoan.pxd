from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.cotoan.position cimport CotoanPosition

cdef int RACE[46][128]              # by target, 0 for none, and points: weight of the points still needed
cdef int NEAREST[3][12][8]          # by kind of line, distance, and own (0), enemy (1) or border (4, 5)

cdef class Weighted(Evaluation):
    cdef short weights[2860]            # by 143 * piece + cell
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil

cdef class SquaresAndLines(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CotoanPosition own) noexcept nogil
    cdef int nearest(self, CotoanPosition own, int side) noexcept nogil
