from engine.core.position cimport Position

cdef class ContactPosition(Position):
    cdef int generate_contact(self, int* out) noexcept nogil
