cdef enum:
    MOST_PLAYED = 1200      # most moves of a playout

    SECOND_WON = 0          # results: half points of FIRST, or UNFINISHED
    DRAWN = 1
    FIRST_WON = 2
    UNFINISHED = 3

cdef unsigned long long ALL_BITS
cdef unsigned long long FACTOR

cdef class Playout:
    cdef public int most                    # most moves to make
    cdef readonly int made                  # moves made on the position before the playout and not yet unmade
    cdef readonly int result
    cdef readonly int count                 # moves made
    cdef unsigned long long random
    cdef unsigned short moves[1200]
    cdef int below(self, int bound) noexcept nogil
