from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.caro.position cimport CaroPosition

cdef enum:
    NEXT = 20000                # the side to move completes five stones
    TWICE = 10000               # the opponent has two fours, and one move usually stops only one
    OPEN_THREE = 300
    ANY_FOUR = 600

cdef class Patterns(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CaroPosition own) noexcept nogil

cdef class ThreesAndFours(Evaluation):
    cdef int count(self, unsigned int stones, unsigned int free) noexcept nogil
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CaroPosition own) noexcept nogil
