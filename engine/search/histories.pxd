cdef enum:
    HISTORY_LIMIT = 16384       # greatest magnitude of an entry
    GAIN_CLASSES = 8

cdef class Histories:
    cdef readonly int traits
    cdef short* main            # by trait of a quiet move
    cdef short* capture         # by trait of a capture and class of its gain
    cdef short* after           # by trait of an earlier move and trait of a quiet move; NULL if there are too many
    cdef int* reply             # by trait of a move: the last move that refuted it, or -1
    cdef short* error           # by trait of the last move: how far the evaluation was off, 256 times
    cdef int quiet(self, int trait, int last, int earlier) noexcept nogil
    cdef int captures(self, int trait, int gain) noexcept nogil
    cdef void reward(self, int trait, int last, int earlier, int bonus) noexcept nogil
    cdef void reward_capture(self, int trait, int gain, int bonus) noexcept nogil
    cdef void learn_reply(self, int last, int move) noexcept nogil
    cdef int reply_to(self, int last) noexcept nogil
    cdef int correction(self, int last) noexcept nogil
    cdef void correct(self, int last, int difference, int depth) noexcept nogil

cdef short changed(int entry, int bonus) noexcept nogil
cdef int gain_class(int gain) noexcept nogil
cdef int quotient(int number, int divisor) noexcept nogil
