from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.minigo.position cimport MinigoPosition

cdef enum:
    SURE = 1000             # score of a certain win before the first move, 1 less per move made
    NOISY_SCALE = 100       # with noise, scores are in hundredths of a point

cdef unsigned long long SCRAMBLER
cdef short NORMAL[4096]                 # quantiles of N(1, 0.1) in thousandths

cdef class Atari(Evaluation):
    cdef bint noise
    cdef bint root_to_move
    cdef bint half
    cdef bint by_groups
    cdef readonly unsigned long long salt
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, MinigoPosition position, int side) noexcept nogil
    cdef bint dangerous(self, MinigoPosition position, int side) noexcept nogil
    cdef bint saveable(self, MinigoPosition position, int side) noexcept nogil
    cdef int groups(self, MinigoPosition position, int side) noexcept nogil
    cdef int balance(self, MinigoPosition position, int side) noexcept nogil
