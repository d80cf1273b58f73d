from engine.core.evaluation cimport Evaluation
from engine.core.position cimport Position
from engine.games.chess.position cimport ChessPosition

cdef enum:
    HALF = 65536            # a pair of scores is middlegame + HALF * endgame
    FULL_PHASE = 24
    FULL_FACTOR = 16        # factor of an endgame score that is not reduced
    STRUCTURES = 1024       # entries of the cache
    OFFSET = 1073741824     # added to a pair, which is then not negative

cdef unsigned long long FILE_SQUARES[8]
cdef unsigned long long BESIDE[8]               # the files adjacent to a file
cdef unsigned long long AHEAD[2][64]            # the squares in front of a square on its file, by side
cdef unsigned long long SPAN[2][64]             # the same squares, and those in front on the adjacent files
cdef int MOBILITY[6]
cdef int USUAL[6]
cdef int UNITS[6]
cdef int DANGER[64]
cdef int PASSED_PAWN[8]
cdef int DOUBLED, ISOLATED, PAIR, OPEN_FILE, HALF_OPEN_FILE, BARE

# The tables of ThreatsSafety.
cdef unsigned long long STRUCTURE_CACHE[4 * 1024]
cdef unsigned long long ALL, MIXER
cdef int DISTANCE[64][64]
cdef unsigned long long OUTPOSTS[2]             # squares of an outpost, by side
cdef int GRIP[64]
cdef int OUTPOST[6]
cdef int EASE[6]
cdef int CHECK_UNITS[6]
cdef int URGENCY[8]
cdef int NEW_PASSED[8]
cdef int BY_PAWN, BY_MINOR, BY_ROOK, HANGING, HANGING_PAWN, WEAK_UNITS, TEMPO
cdef int ENEMY_KING, OWN_KING, BLOCKED, FREE, BEHIND, SHADED
cdef int NEW_PAIR, NEW_OPEN, NEW_HALF_OPEN, NEW_BARE, NEW_DOUBLED, NEW_ISOLATED
cdef int SUPPORTED, PHALANX, BACKWARD, SHIELD, STORM

cdef int pawns(ChessPosition own, int side) noexcept nogil
cdef int activity(ChessPosition own, int side, bint mobility, bint attack) noexcept nogil
cdef int shelter(ChessPosition own, int side) noexcept nogil
cdef int harmony(ChessPosition own, int side) noexcept nogil
cdef int phase_of(ChessPosition own) noexcept nogil
cdef int judge(ChessPosition own) noexcept nogil
cdef unsigned long long pawn_attacks(ChessPosition own, int side) noexcept nogil
cdef unsigned long long passed_pawns(ChessPosition own, int side) noexcept nogil
cdef int structure(ChessPosition own, int side) noexcept nogil
cdef int factor_of(ChessPosition own, int strong) noexcept nogil
cdef int assess(ChessPosition own) noexcept nogil
cdef int blend(int pair, int phase) noexcept nogil

cdef class Weighted(Evaluation):
    cdef int weights[1024]                      # by 64 * piece + square
    cdef void attach(self, Position position) except *
    cdef int evaluate(self, Position position) noexcept nogil

cdef class Tapered(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil

cdef class ThreatsSafety(Tapered):
    cdef int evaluate(self, Position position) noexcept nogil
