from engine.core.position cimport Position
from engine.evaluation.xiangqi.material cimport Weighted
from engine.games.xiangqi.position cimport XiangqiPosition

# Weights as pairs.
cdef int HORSE_REACH, ROOK_REACH, CANNON_REACH, LOST, AIMED

cdef int judge(XiangqiPosition own) noexcept nogil

cdef class Tapered(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil
