cimport cython
from engine.core.playout cimport Playout
from engine.games.go.stones cimport StonesPosition

cdef unsigned long long SCRAMBLER
cdef unsigned char SHAPES[65536]        # bit s: a side s to move makes a good shape; index: see shape_at

cdef class PlayoutPosition(StonesPosition):
    cdef int ko                             # point that must not be retaken now, or NOWHERE
    cdef unsigned long long random
    cdef int vacancies
    cdef short vacant[361]                  # empty points of a playout, unordered
    cdef short place[361]                   # index of an empty point in ``vacant``
    cdef short kept_move[136]               # moves made and not yet unmade
    @cython.final
    cdef bint is_eye(self, int side, int point) noexcept nogil
    @cython.final
    cdef int below(self, int bound) noexcept nogil
    cdef int simulate(self, int most) noexcept nogil
    cdef void find_vacant(self) noexcept nogil
    @cython.final
    cdef void settle(self, int side, int point) noexcept nogil
    cdef int play_well(self, Playout playout, int most, int last) noexcept nogil
    @cython.final
    cdef int answer(self, int side, int last) noexcept nogil
    @cython.final
    cdef int rescue(self, int side, int slot) noexcept nogil
    @cython.final
    cdef int anywhere(self, int side) noexcept nogil
    @cython.final
    cdef int first_liberty(self, int slot) noexcept nogil
    @cython.final
    cdef int freedom_after(self, int side, int point) noexcept nogil
    @cython.final
    cdef bint endangers(self, int side, int point) noexcept nogil
    @cython.final
    cdef int shape_at(self, int point) noexcept nogil
