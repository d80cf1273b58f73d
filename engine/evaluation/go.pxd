from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.go.position cimport GoPosition

cdef enum:
    WHOLE = 10000           # ``liberties`` is in hundredths of one per cent
    STONE = 1000000         # sums in ``influence`` are in millionths of a stone

cdef class Liberties(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, GoPosition position) noexcept nogil

cdef class Influence(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, GoPosition position) noexcept nogil
