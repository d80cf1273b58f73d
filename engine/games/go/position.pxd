from engine.core.position cimport Position
from engine.games.go.playouts cimport PlayoutPosition

cdef enum:
    SEEN = 1024             # counters in the filter of earlier boards

    SIMPLE = 0              # forbidden: retaking a ko at once
    POSITIONAL = 1          # forbidden: repeating an earlier board
    SITUATIONAL = 2         # forbidden: repeating an earlier board with the same side to move

cdef unsigned long long KO_KEY[361]
cdef unsigned long long PASS_KEY[3]
cdef unsigned long long PRISONER_KEY

cdef class PackedRules:
    cdef readonly bint area
    cdef readonly int superko
    cdef readonly bint no_result
    cdef readonly bint suicide
    cdef readonly bint no_surrounded
    cdef readonly int compensation

cdef class GoPosition(PlayoutPosition):
    cdef PackedRules packed
    cdef int passes                         # consecutive passes just made
    cdef int first_key                      # earlier keys are ignored (japanese: those before the last pass)
    cdef int peak                           # most stones on any earlier board
    cdef bint repeated                      # a board was repeated: no result
    cdef unsigned short seen[1024]          # number of ``keys`` that end in these bits
    cdef unsigned long long open_points[6]
    cdef unsigned long long chosen[6]
    cdef short kept_ko[136]
    cdef short kept_passes[136]
    cdef int kept_first[136]
    cdef short kept_peak[136]
    cdef bint kept_repeated[136]
    cdef PlayoutPosition ground             # the board of playouts, or None
    cdef void remember(self, unsigned long long key, int amount) noexcept nogil
    cdef unsigned long long situation(self) noexcept nogil
    cdef unsigned long long position_key(self) noexcept nogil
    cdef bint known(self, unsigned long long key) noexcept nogil
    cdef bint recurs(self, int side, int point) noexcept nogil
    cdef int allowed(self, unsigned long long* target) noexcept nogil
    cdef int write(self, unsigned long long* points, int* out) noexcept nogil
    cdef int score(self) noexcept nogil
    cdef bint is_lonely(self, int row, int column) noexcept nogil

cdef class Playouts:
    cdef readonly int count
    cdef readonly int black_wins
    cdef readonly int white_wins
    cdef readonly long long moves
    cdef readonly long long margin
    cdef int black[361]
    cdef int white[361]
    cdef int points
    cdef void run(self, GoPosition position, GoPosition board, int count, int most) noexcept nogil
