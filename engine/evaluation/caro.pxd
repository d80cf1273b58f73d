from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.caro.position cimport CaroPosition

cdef enum:
    NEXT = 20000                # to complete a five with the next move
    TWICE = 10000               # two fours of the opponent, of which one move mostly stops one only
    OPEN_THREE = 300
    ANY_FOUR = 600

cdef class Patterns(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CaroPosition own) noexcept nogil

cdef class Seed(Evaluation):
    cdef int count(self, unsigned int stones, unsigned int free) noexcept nogil
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CaroPosition own) noexcept nogil
