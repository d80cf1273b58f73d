cdef enum:
    NONE = -1               # no attacker

cdef unsigned char SLOTS[16]                    # the slots of a side, least valuable pieces first, king last

cdef bint attacks(const unsigned char* board, unsigned int gone, int piece, int cell, int target, int file,
                  int rank) noexcept nogil
cdef int least_attacker(const unsigned char* board, const unsigned char* squares, unsigned int gone, int side,
                        int target, int file, int rank) noexcept nogil
cdef bint wins_exchange(const unsigned char* board, const unsigned char* squares, int file, int rank, int move,
                        int need) noexcept nogil
