from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position

cdef class Unknown(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
