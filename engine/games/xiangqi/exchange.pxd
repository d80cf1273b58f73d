cdef enum:
    NONE = -1               # no attacker

cdef bint is_free(const unsigned char* board, unsigned int gone, int cell) noexcept nogil
cdef int least_attacker(const unsigned char* board, const unsigned char* squares, unsigned int gone, int side,
                        int target, int file, int rank) noexcept nogil
cdef bint wins_exchange(const unsigned char* board, const unsigned char* squares, int file, int rank, int move,
                        int need) noexcept nogil
