"""Keys of positions in the opening books of PolyGlot.

Source: M. Van den Bergh, *The PolyGlot book format* (hgm.nubati.net/book_format.html). The numbers are in the file
``resources/openings/polyglot.txt``.
"""

from functools import cache
from pathlib import Path

from engine.games.chess.position import ChessPosition

_CASTLING, _PASSING, _WHITE = 768, 772, 780


@cache
def _numbers() -> tuple[int, ...]:
    import resources

    path = Path(resources.__path__[0], "openings", "polyglot.txt")
    lines = path.read_text(encoding="ascii").splitlines()
    return tuple(int(word, 16) for line in lines if not line.startswith("#") for word in line.split())


def book_key(position: ChessPosition) -> int:
    """Return the key of 64 bits: the numbers of all facts of the position, combined by exclusive or.

    PolyGlot counts a pawn that may be captured en passant even if the capture would leave the king in check. Such a
    position has another key here, as it has no such capture.
    """
    numbers = _numbers()
    # Pieces are in the order black pawn, white pawn, black knight and so on, squares from a1 to h8.
    places = [128 * (piece & 7) + 64 * (1 - (piece >> 3)) + cell for piece, cell in position.pieces]
    places += [_CASTLING + right for right, rook in enumerate(position.castling_rooks) if rook is not None]
    if position.en_passant is not None:
        places.append(_PASSING + (position.en_passant & 7))
    if position.turn == 0:
        places.append(_WHITE)
    key = 0
    for place in places:
        key ^= numbers[place]
    return key
