"""Names of the pieces and squares of chess, and queries of a position that several modules of the game use."""

from engine.core.cells import Cells
from engine.core.language import Plural, mark
from engine.core.outcome import Player
from engine.core.surface import PieceKind
from engine.games.chess.position import ChessPosition

FILES = "abcdefgh"
LETTERS = "PNBRQK"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
NAMES = (mark("pawn"), mark("knight"), mark("bishop"), mark("rook"), mark("queen"), mark("king"))
VALUES = (1, 3, 3, 5, 9, 0)
"""Values of captured pieces in points, by kind."""

IDS = {kind | side << 3: f"{'wb'[side]}{letter.lower()}" for side in (0, 1) for kind, letter in enumerate(LETTERS)}
PIECES = {name: piece for piece, name in IDS.items()}
SYMBOLS = {piece: LETTERS[piece & 7].lower() if piece >> 3 else LETTERS[piece & 7] for piece in IDS}
KINDS = tuple(
    PieceKind(
        id=IDS[kind | side << 3],
        name=f"{colour} {NAMES[kind]}",
        player=Player(side),
        label=SYMBOLS[kind | side << 3],
        limit={PAWN: 8, KING: 1}.get(kind),
        cells=frozenset(range(8, 56)) if kind == PAWN else None,
    )
    for side, colour in ((0, "White"), (1, "Black"))
    for kind in (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
)
CELLS = Cells(
    FILES, 8, {IDS[piece]: symbol for piece, symbol in SYMBOLS.items()}, number="[1-8]",
    wrong_rows=Plural(
        "position: expected {count} rank, found {found}", "position: expected {count} ranks, found {found}"
    ),
    wrong_sign=mark("position, rank {row}: {text!r} is not a piece (PNBRQK, pnbrqk) or a number of empty squares"),
    wrong_row=Plural(
        "position, rank {row}: {count} square instead of {columns}",
        "position, rank {row}: {count} squares instead of {columns}",
    ),
)  # fmt: skip
square = CELLS.name


def is_castling(position: ChessPosition, origin: int, target: int) -> bool:
    """Whether a move is castling, which is a king's move to the square of a rook of its side."""
    mover, met = position.piece_at(origin), position.piece_at(target)
    return mover & 7 == KING and mover < 16 and met < 16 and met >> 3 == mover >> 3


def king_target(origin: int, rook: int) -> int:
    """Return the square of a king on ``origin`` after castling with the rook on ``rook``."""
    return (origin & 56) + (6 if rook > origin else 2)


def is_capture(position: ChessPosition, move: int) -> bool:
    """Whether a legal move is a capture, including captures en passant."""
    origin, target = move & 63, move >> 6 & 63
    met = position.piece_at(target)
    if met < 16:
        return bool(met >> 3 != position.side)
    return position.piece_at(origin) & 7 == PAWN and (target - origin) & 7 != 0


def king_of(position: ChessPosition, side: int) -> int:
    """Return the square of a side's king."""
    return next(cell for piece, cell in position.pieces if piece == KING | side << 3)
