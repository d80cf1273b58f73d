from engine.core.position cimport Position
from engine.evaluation.xiangqi.material cimport Weighted
from engine.games.xiangqi.position cimport XiangqiPosition

# Weights as pairs.
cdef int HORSE_EASE, ROOK_EASE, CANNON_EASE, ROOK_AIM, HORSE_AIM, CANNON_AIM, SECOND, THIRD
cdef int EMPTY_FILE, ONE_SCREEN, TWO_SCREENS, FLANK, ON_ROOK, ON_PIECE, LINKED_PAWNS, LINKED_ELEPHANTS
cdef int ADVISER_CANNON, ADVISER_OTHER, ELEPHANT_CANNON, ELEPHANT_OTHER, OPEN_KING, TEMPO

cdef enum:
    FULL_FACTOR = 16        # factor of an endgame score that is not reduced
    NO_ATTACKERS = 2        # factor for a side without rooks, horses, cannons and pawns

cdef class ThreatsSafety(Weighted):
    cdef int evaluate(self, Position position) noexcept nogil

cdef int _is_present(XiangqiPosition own, int piece) noexcept nogil
cdef int _threat(XiangqiPosition own, int side, int cell, bint is_rook) noexcept nogil
cdef int _lines(XiangqiPosition own, int side, int cell, bint is_rook) noexcept nogil
cdef int _aim(XiangqiPosition own, int side, int cell, bint is_rook) noexcept nogil
cdef int _facing(XiangqiPosition own, int king, int cell) noexcept nogil
cdef int _attack(XiangqiPosition own, int side) noexcept nogil
cdef int _defence(XiangqiPosition own, int side) noexcept nogil
cdef int _factor_of(XiangqiPosition own, int strong) noexcept nogil
cdef int _assess(XiangqiPosition own) noexcept nogil
