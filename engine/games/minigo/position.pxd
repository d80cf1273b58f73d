from engine.games.go.stones cimport StonesPosition

cdef unsigned long long WON_KEY[2]

cdef class MinigoPosition(StonesPosition):
    cdef bint free                          # all points allowed except suicide
    cdef bint centre                        # the first stone must be in the centre
    cdef int won                            # 1 + the side that captured, or 0
    cdef readonly int root_side             # the side to move when an evaluation was attached
    cdef unsigned long long chosen[6]
    cdef int write(self, unsigned long long* points, int* out) noexcept nogil
    cdef int freedom_at(self, int point) noexcept nogil
