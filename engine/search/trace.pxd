cdef enum:
    EXACT = 0
    CUTOFF = 1
    FAIL_LOW = 2
    TABLE = 3
    STAND_PAT = 4
    TERMINAL = 5
    LEAF = 6
    STOPPED = 7

cdef struct Visit:
    int parent
    int move
    int ply
    int depth
    int alpha
    int beta
    int value
    int reason
    int children

cdef class Trace:
    cdef Visit* visits
    cdef readonly int capacity
    cdef readonly int count
    cdef readonly long long missed          # nodes not recorded because the buffer was full
    cdef int current
    cdef int outside                        # open nodes that were not recorded
    cdef void clear(self) noexcept nogil
    cdef void enter(self, int move, int ply, int depth, int alpha, int beta) noexcept nogil
    cdef void leave(self, int value, int reason) noexcept nogil
