from engine.core.position cimport Position

cdef class Evaluation:
    cdef readonly object parameters
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil
