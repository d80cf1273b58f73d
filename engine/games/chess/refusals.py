"""Errors with the reason why a set-up is not a legal position of chess, or why a move is illegal."""

from collections import Counter as Bag

from engine.core.errors import IllegalMoveError, KyVienError, PositionError
from engine.core.language import Plural, tr
from engine.core.outcome import Player
from engine.core.surface import Setup
from engine.games.chess.fen import passing_square, rook_square
from engine.games.chess.pieces import (
    BISHOP,
    IDS,
    KING,
    KNIGHT,
    NAMES,
    PAWN,
    PIECES,
    QUEEN,
    ROOK,
    king_of,
    king_target,
    square,
)
from engine.games.chess.position import ChessPosition, attackers_in


class WayOfMovingError(IllegalMoveError):
    """Error for a move that is impossible for a piece of its kind in any position."""


# --- set-ups ----------------------------------------------------------------------------------------------------------


def count_faults(setup: Setup) -> list[KyVienError]:
    """Return the faults in the numbers of pieces of each side.

    A side has a fault if it has no king or several kings, too many pawns, or more pieces than promotions can explain.
    """
    faults: list[KyVienError] = []
    bag = Bag(setup.pieces.values())
    for side, name in ((0, "White"), (1, "Black")):
        count = [bag[IDS[kind | side << 3]] for kind in range(6)]
        if count[KING] == 0:
            faults.append(PositionError("{side} has no king", side=tr(name)))
        elif count[KING] > 1:
            faults.append(
                PositionError(Plural("{side} has {count} king", "{side} has {count} kings"), side=tr(name),
                              count=count[KING])
            )  # fmt: skip
        promoted = sum(max(0, count[kind] - (1 if kind == QUEEN else 2)) for kind in (KNIGHT, BISHOP, ROOK, QUEEN))
        if count[PAWN] > 8:
            faults.append(
                PositionError(
                    Plural("{side} has {count} pawn; eight at most", "{side} has {count} pawns; eight at most"),
                    side=tr(name), count=count[PAWN],
                )
            )  # fmt: skip
        elif promoted > 8 - count[PAWN]:
            faults.append(
                PositionError(
                    "{side} has more pieces than its missing pawns allow (more than at the start: {promoted}, missing "
                    "pawns: {pawns})",
                    side=tr(name),
                    promoted=promoted,
                    pawns=8 - count[PAWN],
                )
            )
    return faults


def right_faults(setup: Setup, is_960: bool) -> list[KyVienError]:
    """Return a fault for each castling right whose king or rook is not on a square from which castling is possible."""
    faults: list[KyVienError] = []
    for right in range(4):
        rook = rook_square(setup, right, is_960)
        if rook is None:
            continue
        side, short = right >> 1, right & 1 == 0
        words = {
            "side": tr("White") if side == 0 else tr("Black"),
            "castling": tr("short castling") if short else tr("long castling"),
        }
        king = next(cell for cell, piece in setup.pieces.items() if piece == IDS[KING | side << 3])
        home = 56 * side
        if not is_960 and king != home + 4:
            faults.append(
                PositionError("{side}, {castling}: the king must be on {square}", **words, square=square(home + 4))
            )
        elif is_960 and not (king >> 3 == home >> 3 and 0 < king & 7 < 7):
            faults.append(
                PositionError("{side}, {castling}: the king must be on the first rank, but not in a corner", **words)
            )
        elif setup.pieces.get(rook) != IDS[ROOK | side << 3]:
            faults.append(
                PositionError("{side}, {castling}: there is no rook on {square}", **words, square=square(rook))
            )
        elif (rook > king) != short:
            faults.append(
                PositionError(
                    "{side}, {castling}: the rook on {square} is on the other side of the king",
                    **words,
                    square=square(rook),
                )
            )
    return faults


def passing_faults(setup: Setup) -> list[KyVienError]:
    """Return a list with a fault if no pawn can have just passed over the en passant square, or else an empty list."""
    passing = passing_square(setup)
    if passing is None:
        return []
    ahead, pawn = (8, "bp") if setup.turn is Player.FIRST else (-8, "wp")
    if setup.pieces.get(passing - ahead) != pawn:
        return [
            PositionError(
                "en passant on {square}: there is no enemy pawn on {pawn}",
                square=square(passing),
                pawn=square(passing - ahead),
            )
        ]
    for cell in (passing, passing + ahead):
        if cell in setup.pieces:
            return [
                PositionError(
                    "en passant on {square}: the pawn passed over {cell}, which is not empty",
                    square=square(passing),
                    cell=square(cell),
                )
            ]
    return []


def check_faults(setup: Setup) -> list[KyVienError]:
    """Return a list with a fault if the checks on the board are impossible, or else an empty list.

    The side that moved last must not be in check, and at most two of its pieces may give check.
    """
    kings = {piece: cell for cell, piece in setup.pieces.items() if piece in ("wk", "bk")}
    mover, other = ("wk", "bk") if setup.turn is Player.FIRST else ("bk", "wk")
    pieces = [(PIECES[piece], cell) for cell, piece in setup.pieces.items()]
    checks = attackers_in(pieces, kings[other], setup.turn)
    if checks:
        return [
            PositionError(
                "{side} is to move and could take the king: {square} attacks {king}",
                side=tr("White") if setup.turn is Player.FIRST else tr("Black"),
                square=square(checks[0]),
                king=square(kings[other]),
            )
        ]
    checks = attackers_in(pieces, kings[mover], setup.turn.other)
    if len(checks) > 2:
        return [
            PositionError(
                "three pieces give check at once, on {squares}; a move can uncover two at most",
                squares=", ".join(square(cell) for cell in checks),
            )
        ]
    return []


# --- moves ------------------------------------------------------------------------------------------------------------


def castling_refusal(position: ChessPosition, short: bool) -> KyVienError:
    """Return an error with the reason why castling is illegal for the side to move.

    ``short`` selects short castling if it is true, and long castling otherwise.
    """
    side = position.side
    rook = position.castling_rooks[2 * side + (0 if short else 1)]
    if rook is None:
        return IllegalMoveError("the king or that rook has moved before; the right to castle is lost")
    king = king_of(position, side)
    if position.is_check:
        return IllegalMoveError("castling out of check is illegal")
    king_goes = king_target(king, rook)
    rook_goes = king_goes - 1 if short else king_goes + 1
    for cell in range(min(king, rook, king_goes, rook_goes), max(king, rook, king_goes, rook_goes) + 1):
        on_way = min(king, king_goes) <= cell <= max(king, king_goes)
        on_way = on_way or min(rook, rook_goes) <= cell <= max(rook, rook_goes)
        if on_way and cell not in (king, rook) and position.piece_at(cell) < 16:
            return IllegalMoveError("the piece on {square} is in the way", square=square(cell))
    for cell in range(min(king, king_goes), max(king, king_goes) + 1):
        attackers = position.attackers_of(cell, Player(1 - side))
        if attackers:
            return IllegalMoveError(
                "the king may not castle over or onto {square}, which {attacker} attacks",
                square=square(cell),
                attacker=square(attackers[0]),
            )
    return IllegalMoveError("the king would be in check")


def move_refusal(
    position: ChessPosition,
    kind: int | None,
    origin: int | None,
    file: int | None,
    rank: int | None,
    target: int,
    is_960: bool,
) -> KyVienError:
    """Return an error with the reason why no legal move fits the arguments.

    Args:
        position: the position.
        kind: kind of the piece that moves, or None if it is unspecified.
        origin: square of the piece, or None if it is unspecified.
        file: file of the piece, counted from 0, or None if it is unspecified.
        rank: rank of the piece, counted from 0, or None if it is unspecified.
        target: square to which the piece moves.
        is_960: whether the castling of Chess960 applies.
    """
    side = position.side
    if origin is not None:
        piece = position.piece_at(origin)
        if piece == 16:
            return IllegalMoveError("{square} is empty", square=square(origin))
        if piece >> 3 != side:
            return IllegalMoveError("the piece on {square} is not the mover's", square=square(origin))
        if kind is not None and piece & 7 != kind:
            return IllegalMoveError(
                "the piece on {square} is a {piece}", square=square(origin), piece=tr(NAMES[piece & 7])
            )
        return _refusal_from(position, origin, target, is_960)
    starts = [
        cell
        for piece, cell in position.pieces
        if piece == (kind or 0) | side << 3
        and (file is None or cell & 7 == file)
        and (rank is None or cell >> 3 == rank)
    ]
    reasons = [_refusal_from(position, cell, target, is_960) for cell in starts]
    # Of several pieces, the first that could make the move in another position is most likely meant.
    for reason in reasons:
        if not isinstance(reason, WayOfMovingError):
            return reason
    if len(reasons) == 1:
        return reasons[0]
    return IllegalMoveError("no {piece} can move to {square}", piece=tr(NAMES[kind or 0]), square=square(target))


def _refusal_from(position: ChessPosition, origin: int, target: int, is_960: bool) -> KyVienError:
    """Return an error with the reason why the mover's piece on ``origin`` may not move to ``target``."""
    side, piece, met = position.side, position.piece_at(origin), position.piece_at(target)
    kind = piece & 7
    rise, run = (target >> 3) - (origin >> 3), (target & 7) - (origin & 7)
    if origin == target:
        return IllegalMoveError("a move must end on another square")
    to_rook = met == ROOK | side << 3
    if kind == KING and rise == 0 and (to_rook or (abs(run) == 2 and not is_960)):
        return castling_refusal(position, run > 0)
    if met < 16 and met >> 3 == side:
        return IllegalMoveError("{square} is occupied by a piece of the same side", square=square(target))
    words = {"piece": tr(NAMES[kind]), "origin": square(origin), "target": square(target)}
    cannot = WayOfMovingError("the {piece} on {origin} cannot move to {target}", **words)
    if kind == PAWN:
        ahead = 1 if side == 0 else -1
        if abs(run) == 1 and rise == ahead:
            if met == 16:
                return IllegalMoveError("a pawn moves diagonally only to capture; {target} is empty", **words)
        elif run == 0 and rise in (ahead, 2 * ahead):
            for cell in range(origin + 8 * ahead, target + 8 * ahead, 8 * ahead):
                if position.piece_at(cell) < 16:
                    return IllegalMoveError("the piece on {square} is in the way", square=square(cell))
            if rise == 2 * ahead and origin >> 3 != (1 if side == 0 else 6):
                return IllegalMoveError("a pawn moves two squares only from its initial square")
        else:
            return cannot
    elif kind == KNIGHT:
        if {abs(rise), abs(run)} != {1, 2}:
            return cannot
    elif kind == KING:
        if max(abs(rise), abs(run)) > 1:
            return cannot
    else:
        straight, diagonal = rise == 0 or run == 0, abs(rise) == abs(run)
        if not ((straight and kind in (ROOK, QUEEN)) or (diagonal and kind in (BISHOP, QUEEN))):
            return cannot
        length = max(abs(rise), abs(run))
        step = 8 * (rise // length) + run // length
        for cell in range(origin + step, target, step):
            if position.piece_at(cell) < 16:
                return IllegalMoveError("the piece on {square} is in the way", square=square(cell))
    if kind == KING:
        attackers = position.attackers_of(target, Player(1 - side))
        if attackers:
            return IllegalMoveError(
                "the king may not move to {square}, which {attacker} attacks",
                square=square(target),
                attacker=square(attackers[0]),
            )
        return IllegalMoveError("the king would be in check")
    if position.is_check:
        return IllegalMoveError("the king is in check, and this does not end it")
    return IllegalMoveError("the piece on {square} is pinned; the king would be in check", square=square(origin))
