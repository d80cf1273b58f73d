"""Bitboards for the structure of the pawns, used by the evaluations of chess."""

import cython

if not cython.compiled:
    from engine.games.chess.squares import NOT_FILE_A, NOT_FILE_H

    FILE_SQUARES, BESIDE = [0] * 8, [0] * 8
    AHEAD, SPAN = [[0] * 64 for _ in range(2)], [[0] * 64 for _ in range(2)]

    # In compiled code, these are inline functions of the ``.pxd``.

    def pawn_attacks(pawns: int, side: int) -> int:
        """Return a bitboard of the squares that the pawns of a side attack."""
        if side:
            return (pawns & NOT_FILE_A) >> 9 | (pawns & NOT_FILE_H) >> 7
        return (pawns & NOT_FILE_A) << 7 | (pawns & NOT_FILE_H) << 9

    def passed_pawns(mine: int, theirs: int, side: int) -> int:
        """Return a bitboard of the passed pawns among ``mine``, the pawns of a side. ``theirs`` are the enemy pawns.

        A pawn is not passed if it is behind a friendly pawn on its file, or behind an enemy pawn on its file or an
        adjacent one.
        """
        stops = mine | theirs | (theirs & NOT_FILE_A) >> 1 | (theirs & NOT_FILE_H) << 1
        if side:
            stops <<= 8
            for ranks in (8, 16, 32):
                stops |= stops << ranks
        else:
            stops >>= 8
            for ranks in (8, 16, 32):
                stops |= stops >> ranks
        return mine & ~stops

    def bare_files(king: int, guards: int) -> int:
        """Return how many of the king's file and the adjacent files have no pawn of ``guards``."""
        files = range(max(0, king % 8 - 1), min(7, king % 8 + 1) + 1)
        return sum(FILE_SQUARES[file] & guards == 0 for file in files)


@cython.infer_types(None)
def _fill_tables() -> None:
    files = [0x0101_0101_0101_0101 << file for file in range(8)]
    for file in range(8):
        FILE_SQUARES[file] = files[file]
        beside = (files[file - 1] if file else 0) | (files[file + 1] if file < 7 else 0)
        BESIDE[file] = beside
        for rank in range(8):
            square = 8 * rank + file
            above = sum(0xFF << 8 * other for other in range(rank + 1, 8))
            below = sum(0xFF << 8 * other for other in range(rank))
            for side, ahead in ((0, above), (1, below)):
                AHEAD[side][square] = ahead & files[file]
                SPAN[side][square] = ahead & (files[file] | beside)


_fill_tables()
