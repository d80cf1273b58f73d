from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.caro.position cimport CaroPosition

cdef enum:
    NEXT = 20000                # bonus: the side to move can complete five
    TWICE = 10000               # penalty: the opponent has two fours, and one move usually stops only one
    OPEN_THREE = 300
    ANY_FOUR = 600
    MOST_CELLS = 9000           # greatest score without bonus and penalty

cdef int TURN, OWN_WORTH, OTHER_WORTH       # weights of threat_cells
cdef int CELLS[2][7][5]                     # by side to move or not, kind of threat, and number of cells, at most 4

cdef class Patterns(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CaroPosition own) noexcept nogil

cdef class ThreatCells(Evaluation):
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CaroPosition own) noexcept nogil

cdef class ThreesAndFours(Evaluation):
    cdef int count(self, unsigned int stones, unsigned int free) noexcept nogil
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int judge(self, CaroPosition own) noexcept nogil
