from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.trees.position cimport TreePosition

cdef class Static(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, TreePosition own) noexcept nogil
