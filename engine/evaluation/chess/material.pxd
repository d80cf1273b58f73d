from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.chess.position cimport ChessPosition

cdef enum:
    HALF = 65536            # a pair of scores is middlegame + HALF * endgame
    FULL_PHASE = 24

cdef int phase_of(ChessPosition own) noexcept nogil
cdef int blend(int pair, int phase) noexcept nogil

cdef class Weighted(Evaluation):
    cdef int weights[1024]                      # by 64 * piece + square
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil
