"""Static exchange evaluation of xiangqi: what the captures on one cell gain.

The functions read the arrays of ``XiangqiPosition`` and change none of them. A piece that has captured is marked in a
bit set, because its cell is then empty: it no longer blocks a horse, an elephant or a line, nor is it the screen of a
cannon. The attackers are therefore found again after each capture.
"""

from typing import Any

import cython
from cython.cimports.engine.games.xiangqi.tables import (
    ADVISER_COUNT,
    ADVISER_TO,
    BETWEEN,
    CELLS,
    COLUMN,
    ELEPHANT_COUNT,
    ELEPHANT_EYE,
    ELEPHANT_TO,
    EMPTY,
    KIND,
    KING_COUNT,
    KING_TO,
    LEG,
    OFF,
    ROW,
    VALUE,
)

if not cython.compiled:
    NONE = -1


def is_free(board: Any, gone: int, cell: int) -> bool:
    """Whether a cell of the board is empty, or became empty because its piece is in the bit set ``gone``."""
    return board[cell] == EMPTY or gone >> board[cell] & 1 != 0


def least_attacker(board: Any, squares: Any, gone: int, side: int, target: int, file: int, rank: int) -> int:
    """Return the least valuable piece of ``side`` that could capture on a cell, or ``NONE``.

    The safety of the king of ``side`` is ignored.

    Args:
        board: pieces by cell, before the exchange.
        squares: cell of each piece before the exchange, or ``OFF``.
        gone: bit set of the pieces that are no longer on these cells.
        side: the side of the attackers.
        target: the cell.
        file: present occupancy of the file of ``target``.
        rank: present occupancy of the rank of ``target``.
    """
    own = side << 4
    row, column = ROW[target], COLUMN[target]
    in_palace = cython.declare(cython.bint, 3 <= column <= 5 and (row < 3 or row > 6))
    cell = target + 9 if side else target - 9
    if 0 <= cell < CELLS and 11 <= board[cell] - own < 16 and gone >> board[cell] & 1 == 0:
        return board[cell]
    if row < 5 if side else row > 4:
        if column > 0 and 11 <= board[target - 1] - own < 16 and gone >> board[target - 1] & 1 == 0:
            return board[target - 1]
        if column < 8 and 11 <= board[target + 1] - own < 16 and gone >> board[target + 1] & 1 == 0:
            return board[target + 1]
    if in_palace:
        for i in range(ADVISER_COUNT[target]):
            piece = board[ADVISER_TO[target][i]]
            if 1 <= piece - own < 3 and gone >> piece & 1 == 0:
                return piece
    for i in range(ELEPHANT_COUNT[target]):
        piece = board[ELEPHANT_TO[target][i]]
        if 3 <= piece - own < 5 and gone >> piece & 1 == 0 and is_free(board, gone, ELEPHANT_EYE[target][i]):
            return piece
    for piece in range(own + 5, own + 7):
        leg = LEG[squares[piece]][target]
        if leg != OFF and gone >> piece & 1 == 0 and is_free(board, gone, leg):
            return piece
    # The cannons, which need one piece in between, then the rooks.
    for i in range(4):
        slot = 9 + i if i < 2 else 5 + i
        cell = squares[own + slot]
        if COLUMN[cell] == column:
            between = file & BETWEEN[row][ROW[cell]]
        elif ROW[cell] == row:
            between = rank & BETWEEN[column][COLUMN[cell]]
        else:
            continue
        if slot < 9:
            hits = cython.declare(cython.bint, between == 0)
        else:
            hits = between != 0 and between & (between - 1) == 0
        if hits and gone >> (own + slot) & 1 == 0:
            return own + slot
    if in_palace:
        for i in range(KING_COUNT[target]):
            if KING_TO[target][i] == squares[own]:
                return own
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
