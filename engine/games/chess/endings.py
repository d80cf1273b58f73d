"""The pieces and symmetries of chess, for tables of endings.

The tables ignore the limit of moves without progress and repetitions, and contain no position with castling rights.
"""

from engine.core.endings import Endings, composed, mirrored
from engine.games.chess.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

_KINDS = (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
_ALL = tuple(range(64))
_FILES = mirrored(8, 8)
_RANKS = tuple(cell ^ 56 for cell in _ALL)
_DIAGONAL = tuple((cell & 7) << 3 | cell >> 3 for cell in _ALL)
_STRAIGHT = (_ALL, _FILES, _RANKS, composed(_FILES, _RANKS))

ENDINGS = Endings(
    letters="KQRBNP",
    pieces=(_KINDS, tuple(kind | 8 for kind in _KINDS)),
    cells=(*[_ALL] * 5, tuple(range(8, 56))),
    limits=(1, 9, 10, 10, 10, 8),
    swap=_RANKS,
    symmetries=_STRAIGHT[:2],
    free_symmetries=(*_STRAIGHT[2:], *(composed(each, _DIAGONAL) for each in _STRAIGHT)),
    directed="P",
    one_sided="P",
    materials=("KQK", "KRK", "KPK", "KBBK", "KBNK"),
)
