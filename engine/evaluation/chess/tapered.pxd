from engine.core.position cimport Position
from engine.evaluation.chess.material cimport Weighted
from engine.games.chess.position cimport ChessPosition

cdef int MOBILITY[6]
cdef int USUAL[6]
cdef int UNITS[6]
cdef int DANGER[64]
cdef int PASSED_PAWN[8]
cdef int DOUBLED, ISOLATED, PAIR, OPEN_FILE, HALF_OPEN_FILE, BARE

cdef int pawns(ChessPosition own, int side) noexcept nogil
cdef int activity(ChessPosition own, int side, bint mobility, bint attack) noexcept nogil
cdef int shelter(ChessPosition own, int side) noexcept nogil
cdef int harmony(ChessPosition own, int side) noexcept nogil
cdef int judge(ChessPosition own) noexcept nogil

cdef class Tapered(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil
