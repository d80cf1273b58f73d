cdef enum:
    EXACT = 0
    CUTOFF = 1
    FAIL_LOW = 2
    TABLE = 3
    STAND_PAT = 4
    TERMINAL = 5
    LEAF = 6
    STOPPED = 7
    CYCLE = 8
    MATE_DISTANCE = 9
    RAZORED = 10
    FUTILE = 11
    NULL_MOVE = 12
    PROBCUT = 13
    SINGULAR = 14
    SKIPPED_LATE = 0            # kinds of moves that were not searched
    SKIPPED_FUTILE = 1
    SKIPPED_HISTORY = 2
    SKIPPED_EXCHANGE = 3
    SKIP_KINDS = 4

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
    int reduced
    int skipped[4]

cdef class Trace:
    cdef Visit* visits
    cdef readonly int capacity
    cdef readonly int count
    cdef readonly long long missed          # nodes not recorded because the buffer was full
    cdef int current
    cdef int outside                        # open nodes that were not recorded
    cdef int next_reduced                   # plies by which the next node is reduced
    cdef void clear(self) noexcept nogil
    cdef void enter(self, int move, int ply, int depth, int alpha, int beta) noexcept nogil
    cdef void leave(self, int value, int reason) noexcept nogil
    cdef void reduce(self, int plies) noexcept nogil
    cdef void skip(self, int kind) noexcept nogil
