from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.xiangqi.position cimport XiangqiPosition

# Weights as pairs: middlegame + endgame << 16.
cdef int HORSE_REACH, ROOK_REACH, CANNON_REACH, LOST, AIMED

cdef class Weighted(Evaluation):
    cdef int weights[1260]              # by 90 * (7 * side + kind) + cell; negative for SECOND
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil

cdef class Tapered(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil

cdef int _tapered(XiangqiPosition own) noexcept nogil
