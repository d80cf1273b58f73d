from engine.core.position cimport Position

cdef class Evaluation:
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil
