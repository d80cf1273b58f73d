"""The pieces and symmetries of xiangqi, for tables of endings.

The tables are valid under ``repetition=draw``: a repetition is a draw for both sides, also if one of them gives
check or chases.
Under the Asian rules their wins remain wins, because the winner never needs to repeat a position, but a draw can be a
win if one side must repeat checks or chases to hold it. The limit of plies without a capture is ignored.
"""

from engine.core.endings import Endings, mirrored
from engine.games.xiangqi.notation import ADVISER, CANNON, ELEPHANT, HORSE, KING, PAWN, ROOK

_KINDS = (KING, ROOK, CANNON, HORSE, PAWN, ADVISER, ELEPHANT)
_ALL = tuple(range(90))

ENDINGS = Endings(
    letters="KRCHPAE",
    pieces=(_KINDS, tuple(7 + kind for kind in _KINDS)),
    cells=(
        tuple(9 * row + column for row in range(3) for column in (3, 4, 5)),
        _ALL,
        _ALL,
        _ALL,
        tuple(cell for cell in range(27, 90) if cell >= 45 or cell % 9 % 2 == 0),
        (3, 5, 13, 21, 23),
        (2, 6, 18, 22, 26, 38, 42),
    ),
    limits=(1, 2, 2, 2, 5, 2, 2),
    # The board is turned by 180°, not mirrored, but both are symmetries.
    swap=tuple(89 - cell for cell in _ALL),
    symmetries=(_ALL, mirrored(9, 10)),
    synonyms=(("N", "H"), ("B", "E")),
    rules="repetition=draw",
    materials=tuple(f"K{piece}K{rest}" for piece in "RCHP" for rest in ("", "A", "E", "AA", "AE", "EE")),
)
