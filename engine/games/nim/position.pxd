from engine.core.position cimport Position

cdef enum:
    HEAPS = 5
    MOST = 9                # counters in a heap

cdef unsigned long long HEAP_KEY[5][10]
cdef unsigned long long SIDE_KEY

cdef class NimPosition(Position):
    cdef int heap[5]
    cdef int total                          # counters left
    cdef bint misere                        # the player who takes the last one loses
    cdef void change(self, int index, int difference) noexcept nogil
