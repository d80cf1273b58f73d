from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.chess.position cimport ChessPosition

cdef enum:
    HALF = 65536            # a pair of scores is middlegame + HALF * endgame
    FULL_PHASE = 24

cdef unsigned long long FILE_SQUARES[8]
cdef unsigned long long BESIDE[8]               # the files adjacent to a file
cdef unsigned long long AHEAD[2][64]            # the squares in front of a square on its file, by side
cdef unsigned long long SPAN[2][64]             # and on the adjacent files
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
cdef int phase_of(ChessPosition own) noexcept nogil
cdef int judge(ChessPosition own) noexcept nogil
cdef int blend(int pair, int phase) noexcept nogil

cdef class Weighted(Evaluation):
    cdef int weights[1024]                      # 64 * piece + square
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil

cdef class Tapered(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil
