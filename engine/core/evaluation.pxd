from engine.core.position cimport Position

cdef class Evaluation:
    cdef readonly object parameters
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil

cdef class KeyEvaluation(Evaluation):
    cdef unsigned long long salt
    cdef unsigned long long factor
    cdef int evaluate(self, Position position) noexcept nogil
