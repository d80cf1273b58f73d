cdef enum:
    MOST_THREADS = 64

cdef class Team:
    cdef unsigned long long counts[64]          # nodes of each member, written by its thread only
    cdef readonly int size
    cdef void count(self, int member, long long nodes) noexcept nogil
    cdef long long total(self) noexcept nogil
