from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.xiangqi.position cimport XiangqiPosition

cdef class Weighted(Evaluation):
    cdef int weights[1260]              # by 90 * (7 * side + kind) + cell; negative for SECOND
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil
