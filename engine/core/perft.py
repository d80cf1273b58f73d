"""Perft, which counts the paths of moves from a position, to verify a move generator."""

from collections.abc import Iterator
from typing import Any

import cython
from cython.cimports.engine.core.position import MAX_MOVES, MAX_PLY

from engine.core.position import Position

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc


def count_leaves(position: Position, depth: int, bulk: bool, buffer: Any) -> int:
    """Return the number of paths of ``depth`` moves from ``position``, which is unchanged afterwards.

    If ``bulk`` is true, the moves of the last ply are counted without being made. In compiled code, ``buffer`` has room
    for ``depth * MAX_MOVES`` moves. In uncompiled code, it is a list of ``depth`` lists of ``MAX_MOVES`` moves.
    """
    if depth == 0:
        return 1
    if position.stops_perft():
        return 0
    if cython.compiled:
        moves = buffer + (depth - 1) * MAX_MOVES
    else:
        moves = buffer[depth - 1]
    count = position.generate(moves)
    if bulk and depth == 1:
        return count
    total = cython.declare(cython.longlong, 0)
    for i in range(count):
        position.make(moves[i])
        total += count_leaves(position, depth - 1, bulk, buffer)
        position.unmake(moves[i])
    return total


def perft(position: Position, depth: int, *, bulk: bool = True) -> int:
    """Return the number of paths of ``depth`` moves from ``position``.

    Args:
        position: the initial position, which is not modified.
        depth: number of moves in a path, 0 to 127.
        bulk: whether the moves of the last ply are counted without being made.

    Raises:
        ValueError: if ``depth`` is out of range.
    """
    if not 0 <= depth < MAX_PLY:
        raise ValueError(f"depth {depth}: must be 0 to {MAX_PLY - 1}")
    own = cython.declare(Position, position.copy())
    plies = cython.declare(cython.int, depth)
    total = cython.declare(cython.longlong, 0)
    at_once = cython.declare(cython.bint, bulk)
    if cython.compiled:
        buffer = cython.cast(
            cython.p_int, malloc(cython.cast(cython.size_t, (plies + 1) * MAX_MOVES) * cython.sizeof(cython.int))
        )
        if buffer == cython.NULL:
            raise MemoryError
        with cython.nogil:
            total = count_leaves(own, plies, at_once, buffer)
        free(buffer)
    else:
        total = count_leaves(own, plies, at_once, [[0] * MAX_MOVES for _ in range(plies)])
    return total


def divide(position: Position, depth: int, *, bulk: bool = True) -> Iterator[tuple[int, int]]:
    """Yield each legal move with the result of ``perft(depth - 1)`` with ``bulk`` for the position after the move.

    Raises:
        ValueError: if ``depth`` is less than 1 or greater than 128.
    """
    if depth < 1:
        raise ValueError("divide needs a depth of at least 1")
    for move in position.legal_moves():
        yield move, perft(position.play(move), depth - 1, bulk=bulk)
