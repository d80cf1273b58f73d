"""Static exchange evaluation of xiangqi: what the captures on one cell gain.

The functions read the arrays of ``XiangqiPosition`` and change none of them. A piece that has captured is marked in a
bit set, because its cell is then empty: it no longer blocks a horse, an elephant or a line, nor is it the screen of a
cannon. The attackers are therefore found again after each capture.
"""

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.engine.games.xiangqi.tables import (
        ADVISER,
        ADVISER_COUNT,
        ADVISER_TO,
        BETWEEN,
        CANNON,
        COLUMN,
        ELEPHANT,
        ELEPHANT_COUNT,
        ELEPHANT_EYE,
        ELEPHANT_TO,
        EMPTY,
        HORSE,
        KIND,
        KING_COUNT,
        KING_TO,
        LEG,
        OFF,
        PAWN,
        ROOK,
        ROW,
        VALUE,
    )
else:
    from engine.games.xiangqi.tables import (
        ADVISER,
        ADVISER_COUNT,
        ADVISER_TO,
        BETWEEN,
        CANNON,
        COLUMN,
        ELEPHANT,
        ELEPHANT_COUNT,
        ELEPHANT_EYE,
        ELEPHANT_TO,
        EMPTY,
        HORSE,
        KIND,
        KING_COUNT,
        KING_TO,
        LEG,
        OFF,
        PAWN,
        ROOK,
        ROW,
        VALUE,
    )

    NONE = -1
    SLOTS = [0] * 16


@cython.infer_types(None)
def _fill_tables() -> None:
    for index, slot in enumerate((11, 12, 13, 14, 15, 1, 2, 3, 4, 5, 6, 9, 10, 7, 8, 0)):
        SLOTS[index] = slot


_fill_tables()


def attacks(board: Any, gone: int, piece: int, cell: int, target: int, file: int, rank: int) -> bool:
    """Whether a piece could capture an enemy piece on a cell, regardless of the safety of its king.

    Args:
        board: pieces by cell, before the exchange.
        gone: bit set of the pieces that are no longer on the cells where ``board`` has them.
        piece: the piece, which is not in ``gone``.
        cell: its cell.
        target: the cell of the enemy piece.
        file: occupancy of the file of ``target``.
        rank: occupancy of the rank of ``target``.
    """
    kind = KIND[piece & 15]
    row, column = ROW[target], COLUMN[target]
    if kind == ROOK or kind == CANNON:
        if COLUMN[cell] == column:
            between = file & BETWEEN[row][ROW[cell]]
        elif ROW[cell] == row:
            between = rank & BETWEEN[column][COLUMN[cell]]
        else:
            return False
        return between == 0 if kind == ROOK else between != 0 and between & (between - 1) == 0
    if kind == HORSE:
        leg = LEG[cell][target]
        return leg != OFF and (board[leg] == EMPTY or gone >> board[leg] & 1 != 0)
    if kind == PAWN:
        if COLUMN[cell] == column:
            return target == (cell - 9 if piece >> 4 else cell + 9)
        return ROW[cell] == row and abs(cell - target) == 1 and (row < 5 if piece >> 4 else row > 4)
    found = cython.declare(cython.bint, False)
    if kind == ADVISER:
        for i in range(ADVISER_COUNT[cell]):
            if ADVISER_TO[cell][i] == target:
                found = True
    elif kind == ELEPHANT:
        for i in range(ELEPHANT_COUNT[cell]):
            if ELEPHANT_TO[cell][i] == target:
                eye = ELEPHANT_EYE[cell][i]
                found = board[eye] == EMPTY or gone >> board[eye] & 1 != 0
    else:
        for i in range(KING_COUNT[cell]):
            if KING_TO[cell][i] == target:
                found = True
    return found


def least_attacker(board: Any, squares: Any, gone: int, side: int, target: int, file: int, rank: int) -> int:
    """Return the least valuable piece of ``side`` that attacks a cell, or ``NONE``.

    The arguments are those of ``attacks``, and ``squares`` contains the cell of each piece, ``OFF`` once captured.
    """
    for i in range(16):
        piece = side << 4 | SLOTS[i]
        cell = squares[piece]
        if cell != OFF and gone >> piece & 1 == 0 and attacks(board, gone, piece, cell, target, file, rank):
            return piece
    return NONE


def wins_exchange(board: Any, squares: Any, file: int, rank: int, move: int, need: int) -> bool:
    """Whether the enemy cannot gain ``need`` or more by captures on the target of a move, beginning with its piece.

    Each side captures with its least valuable attacker, or stops if capturing does not pay. Pins are ignored, but a
    king does not capture a piece that the enemy still attacks, nor on an open file with the enemy king.

    Args:
        board: pieces by cell, before the move.
        squares: cell of each piece, or ``OFF``.
        file: occupancy of the file of the target, before the move.
        rank: occupancy of the rank of the target, before the move.
        move: a legal move.
        need: gain in the unit of ``Position.gain``, at least 1.
    """
    origin = move & 255
    target = move >> 8
    row, column = ROW[target], COLUMN[target]
    piece = cython.declare(cython.int, board[origin])
    side = piece >> 4
    value = VALUE[7 * side + KIND[piece & 15]][target]
    if value < need:
        return True
    gone = cython.declare(cython.uint, cython.cast(cython.uint, 1) << piece)
    if board[target] != EMPTY:
        gone |= cython.cast(cython.uint, 1) << board[target]
    file |= 1 << row
    rank |= 1 << column
    if COLUMN[origin] == column:
        file &= ~(1 << ROW[origin])
    elif ROW[origin] == row:
        rank &= ~(1 << COLUMN[origin])
    # In each round, ``by`` must gain at least ``need`` by captures, the first of which takes a piece of ``value``.
    by = cython.declare(cython.int, side ^ 1)
    while value >= need:
        piece = least_attacker(board, squares, gone, by, target, file, rank)
        if piece == NONE:
            break
        need = value - need + 1
        value = VALUE[7 * by + KIND[piece & 15]][target]
        gone |= cython.cast(cython.uint, 1) << piece
        cell = squares[piece]
        if COLUMN[cell] == column:
            file &= ~(1 << ROW[cell])
        elif ROW[cell] == row:
            rank &= ~(1 << COLUMN[cell])
        by ^= 1
        if piece & 15 == 0:
            # The king does not capture if it could then be captured. Otherwise, the exchange is over.
            enemy = squares[by << 4]
            faced = cython.declare(cython.bint, COLUMN[enemy] == column and file & BETWEEN[row][ROW[enemy]] == 0)
            if faced or least_attacker(board, squares, gone, by, target, file, rank) != NONE:
                return by == side
            return by != side
    return by != side
