from engine.core.position cimport Position
from engine.evaluation.chess.material cimport Weighted
from engine.games.chess.position cimport ChessPosition

cdef enum:
    FULL_FACTOR = 16        # factor of an endgame score that is not reduced
    STRUCTURES = 1024       # entries of the cache
    OFFSET = 1073741824     # added to a pair, which is then not negative

cdef unsigned long long STRUCTURE_CACHE[4 * 1024]
cdef unsigned long long ALL, MIXER
cdef int DISTANCE[64][64]
cdef unsigned long long OUTPOSTS[2]             # squares of an outpost, by side
cdef int GRIP[64]
cdef int OUTPOST[6]
cdef int MOBILITY[6]
cdef int USUAL[6]
cdef int UNITS[6]
cdef int CHECK_UNITS[6]
cdef int URGENCY[8]
cdef int PASSED_PAWN[8]
cdef int BY_PAWN, BY_MINOR, BY_ROOK, HANGING, HANGING_PAWN, WEAK_UNITS, TEMPO
cdef int ENEMY_KING, OWN_KING, BLOCKED, FREE, BEHIND, SHADED
cdef int PAIR, OPEN_FILE, HALF_OPEN_FILE, BARE, DOUBLED, ISOLATED
cdef int SUPPORTED, PHALANX, BACKWARD, SHIELD, STORM

cdef int structure(ChessPosition own, int side) noexcept nogil
cdef int factor_of(ChessPosition own, int strong) noexcept nogil
cdef int assess(ChessPosition own) noexcept nogil

cdef class ThreatsSafety(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil
