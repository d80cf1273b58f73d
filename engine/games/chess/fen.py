"""Parsing and formatting of FEN, and the starting positions of Chess960."""

import re
from collections.abc import Mapping

from engine.core.cells import read_turn
from engine.core.errors import NotationError
from engine.core.outcome import Player
from engine.core.surface import Setup
from engine.games.chess.pieces import CELLS, FILES, IDS, KING, ROOK, square
from engine.games.chess.position import ChessPosition

RIGHTS = ("white_short", "white_long", "black_short", "black_long")
USUAL_START = 518

_KNIGHTS = [(a, b) for a in range(5) for b in range(a + 1, 5)]


def back_rank(number: int) -> str:
    """Return White's first rank in the Chess960 starting position ``number`` (0 to 959), ``RNBQKBNR`` for 518."""
    rank = [""] * 8
    number, light = divmod(number, 4)
    rank[2 * light + 1] = "B"
    number, dark = divmod(number, 4)
    rank[2 * dark] = "B"
    number, queen = divmod(number, 6)
    rank[[i for i in range(8) if not rank[i]][queen]] = "Q"
    empty = [i for i in range(8) if not rank[i]]
    for knight in _KNIGHTS[number]:
        rank[empty[knight]] = "N"
    for piece in "RKR":
        rank[rank.index("")] = piece
    return "".join(rank)


def read(text: str, is_960: bool) -> Setup:
    """Return the set-up that a FEN describes. For the optional fields, see ``write``.

    Args:
        text: the FEN.
        is_960: whether castling rights name the files of rooks, as in Chess960.

    Raises:
        NotationError: if the text is malformed.
    """
    fields = text.split()
    if not fields:
        raise NotationError("empty position: expected ranks, side to move, castling, en passant, two numbers")
    if not 2 <= len(fields) <= 6:
        raise NotationError(
            "position {text!r}: expected 6 fields (ranks, side to move, castling, en passant square, plies without "
            "progress, move number), found {count}",
            text=text,
            count=len(fields),
        )
    pieces = CELLS.read(fields[0])
    turn = read_turn(fields[1], "wb")
    counters = dict.fromkeys(RIGHTS, 0)
    counters |= read_rights(pieces, fields[2] if len(fields) > 2 else "-", is_960)
    passing = fields[3] if len(fields) > 3 else "-"
    if passing != "-" and not re.fullmatch("[a-h][36]", passing):
        raise NotationError("position, en passant: expected - or a square like e3, found {text!r}", text=passing)
    if passing != "-" and passing[1] != ("6" if turn is Player.FIRST else "3"):
        raise NotationError(
            "position, en passant: {text} is impossible, as the side to move is {side}", text=passing, side=fields[1]
        )
    counters["en_passant"] = 0 if passing == "-" else FILES.index(passing[0]) + 1
    for name, place, missing in (("waited", 4, "0"), ("number", 5, "1")):
        word = fields[place] if len(fields) > place else missing
        if not re.fullmatch(r"[0-9]{1,5}", word):
            raise NotationError("position, {name}: expected a number, found {text!r}", name=name, text=word)
        counters[name] = int(word)
    # Many programs write 0 for the first move.
    counters["number"] = max(1, counters["number"])
    return Setup(pieces, turn, counters)


def read_rights(pieces: Mapping[int, str], text: str, is_960: bool) -> dict[str, int]:
    """Return the counters of the castling rights in the field ``text``, in Chess960 if ``is_960``.

    The value of a right is 1, or in Chess960 the number of the rook's file, counted from 1.

    Raises:
        NotationError: if the field is malformed.
    """
    if text == "-":
        return {}
    rights: dict[str, int] = {}
    for letter in text:
        side = 0 if letter.isupper() else 1
        home, upper = 56 * side, letter.upper()
        king = next((f for f in range(8) if pieces.get(home + f) == IDS[KING | side << 3]), None)
        rooks = [f for f in range(8) if pieces.get(home + f) == IDS[ROOK | side << 3]]
        if upper == "K":
            short, file = True, max(rooks, default=7) if is_960 else 7
        elif upper == "Q":
            short, file = False, min(rooks, default=0) if is_960 else 0
        elif upper in "ABCDEFGH" and letter.isascii():
            file = FILES.index(upper.lower())
            short = king is None or file > king
        else:
            raise NotationError("position, castling: expected some of KQkq or -, found {text!r}", text=text)
        name = RIGHTS[2 * side + (0 if short else 1)]
        if name in rights:
            raise NotationError("position, castling: {text!r} names a right twice", text=text)
        if not is_960 and file != (7 if short else 0):
            raise NotationError("position, castling: {text!r} names a rook of Chess960; choose those rules", text=text)
        rights[name] = file + 1 if is_960 else 1
    return rights


def write(position: ChessPosition) -> str:
    """Return the FEN of a position with all six fields, or the X-FEN in Chess960.

    The fields are the ranks from 8 to 1, separated by ``/``, the side to move (``w`` or ``b``), the castling rights,
    the en passant square, the plies without a capture or pawn move, and the move number. The last four fields are
    optional in a text that is read: their defaults are no rights, no square, 0 and 1. In Chess960 a right can be the
    letter of the rook's file (Shredder-FEN), and K and Q denote the outermost rooks (X-FEN).
    """
    board = {cell: IDS[piece] for piece, cell in position.pieces}
    rights = ""
    for i, rook in enumerate(position.castling_rooks):
        if rook is None:
            continue
        home = 56 * (i >> 1)
        rooks = [cell for cell in range(home, home + 8) if board.get(cell) == IDS[ROOK | i >> 1 << 3]]
        outermost = rook == (max(rooks) if i & 1 == 0 else min(rooks))
        rights += "KQkq"[i] if outermost else (FILES if i > 1 else FILES.upper())[rook & 7]
    passing = position.en_passant
    return (
        f"{CELLS.write(board)} {'wb'[position.side]} {rights or '-'} {'-' if passing is None else square(passing)} "
        f"{position.plies_waited} {position.number}"
    )


def rook_square(setup: Setup, right: int, is_960: bool) -> int | None:
    """Return the square of the rook of a castling right in a set-up, or None if the right is lost.

    Args:
        setup: the set-up, whose counters contain the rights.
        right: index in ``RIGHTS``.
        is_960: whether the counters are numbers of files, as in Chess960.
    """
    value = setup.counters.get(RIGHTS[right], 0)
    if not value:
        return None
    if is_960:
        return 56 * (right >> 1) + value - 1
    return 56 * (right >> 1) + (0 if right & 1 else 7)


def passing_square(setup: Setup) -> int | None:
    """Return the en passant square that the counters of a set-up specify, or None if there is none."""
    file = setup.counters.get("en_passant", 0)
    return (40 if setup.turn is Player.FIRST else 16) + file - 1 if file else None
