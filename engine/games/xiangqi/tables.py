"""Tables for the moves of xiangqi: targets of each piece from each cell, lines, keys, and values of captures.

A cell is ``9 * row + column``. The tables of rooks and cannons are indexed by the place on a line and the occupancy of
the line. The tables do not change after the import.
"""

import random
from typing import Any

import cython

if not cython.compiled:
    CELLS, OFF, EMPTY, BORDER = 90, 90, 32, 64
    KING, ADVISER, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(7)
    ROW, COLUMN, KIND, WORTH = [0] * 91, [0] * 91, [0] * 16, [0] * 7
    BETWEEN = [[0] * 16 for _ in range(16)]
    COUNT = [0] * 1024
    FILE_QUIET, FILE_HIT, FILE_JUMP = ([[0] * 1024 for _ in range(10)] for _ in range(3))
    RANK_QUIET, RANK_HIT, RANK_JUMP = ([[0] * 512 for _ in range(9)] for _ in range(3))
    KING_COUNT, ADVISER_COUNT, ELEPHANT_COUNT, HORSE_COUNT = ([0] * 90 for _ in range(4))
    KING_TO, ADVISER_TO, ELEPHANT_TO, ELEPHANT_EYE = ([[0] * 4 for _ in range(90)] for _ in range(4))
    HORSE_TO, HORSE_LEG = ([[0] * 8 for _ in range(90)] for _ in range(2))
    PAWN_COUNT = [[0] * 90 for _ in range(2)]
    PAWN_TO = [[[0] * 3 for _ in range(90)] for _ in range(2)]
    LEG = [[0] * 90 for _ in range(91)]
    PIECE_KEY, VALUE = ([[0] * 90 for _ in range(14)] for _ in range(2))
    SIDE_KEY = 0


@cython.infer_types(None)
def _reached(place: Any, occupancy: Any, length: Any) -> tuple[Any, Any, Any]:
    """Return three bit sets of the places on a line that a rook or cannon on ``place`` meets in both directions.

    The sets contain the empty places up to the first piece, the first pieces, and the second pieces.
    """
    quiet = hit = jump = 0
    for step in (1, -1):
        met = 0
        at = place + step
        while 0 <= at < length and met < 2:
            if occupancy >> at & 1:
                met += 1
                if met == 1:
                    hit |= 1 << at
                else:
                    jump |= 1 << at
            elif met == 0:
                quiet |= 1 << at
            at += step
    return quiet, hit, jump


@cython.infer_types(None)
def _fill_tables() -> None:
    global SIDE_KEY
    rng = random.Random(20050901)  # any random seed will do, but it must never change
    ROW[OFF] = COLUMN[OFF] = 15
    for kind, worth in enumerate((9, 2, 2, 4, 9, 4, 1)):
        WORTH[kind] = worth
    for slot, kind in enumerate((0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6)):
        KIND[slot] = kind
    for first in range(16):
        for second in range(16):
            mask = 0
            for at in range(min(first, second) + 1, max(first, second)):
                mask |= 1 << at
            BETWEEN[first][second] = mask
    for occupancy in range(1024):
        COUNT[occupancy] = occupancy.bit_count()
    for place in range(10):
        for occupancy in range(1024):
            FILE_QUIET[place][occupancy], FILE_HIT[place][occupancy], FILE_JUMP[place][occupancy] = _reached(
                place, occupancy, 10
            )
    for place in range(9):
        for occupancy in range(512):
            RANK_QUIET[place][occupancy], RANK_HIT[place][occupancy], RANK_JUMP[place][occupancy] = _reached(
                place, occupancy, 9
            )
    for origin in range(91):
        for target in range(90):
            LEG[origin][target] = OFF
    for cell in range(90):
        row, column = cell // 9, cell % 9
        ROW[cell], COLUMN[cell] = row, column
        counts = [0] * 6
        for rise in (-2, -1, 0, 1, 2):
            for run in (-2, -1, 0, 1, 2):
                to_row, to_column = row + rise, column + run
                if not (0 <= to_row < 10 and 0 <= to_column < 9):
                    continue
                target = 9 * to_row + to_column
                reach = sorted((abs(rise), abs(run)))
                home = to_column in (3, 4, 5) and to_row not in (3, 4, 5, 6)
                if reach == [0, 1] and home:
                    KING_TO[cell][counts[0]] = target
                    counts[0] += 1
                elif reach == [1, 1] and home and column in (3, 4, 5):
                    ADVISER_TO[cell][counts[1]] = target
                    counts[1] += 1
                elif reach == [2, 2] and (row < 5) == (to_row < 5):
                    ELEPHANT_TO[cell][counts[2]] = target
                    ELEPHANT_EYE[cell][counts[2]] = 9 * (row + rise // 2) + column + run // 2
                    counts[2] += 1
                elif reach == [1, 2]:
                    leg = cell + (9 * (rise // 2) if abs(rise) == 2 else run // 2)
                    HORSE_TO[cell][counts[3]] = target
                    HORSE_LEG[cell][counts[3]] = leg
                    LEG[cell][target] = leg
                    counts[3] += 1
                if reach == [0, 1]:
                    for side in (0, 1):
                        if rise == (-1 if side else 1) or (rise == 0 and (row < 5 if side else row > 4)):
                            PAWN_TO[side][cell][counts[4 + side]] = target
                            counts[4 + side] += 1
        KING_COUNT[cell], ADVISER_COUNT[cell], ELEPHANT_COUNT[cell], HORSE_COUNT[cell] = counts[:4]
        PAWN_COUNT[0][cell], PAWN_COUNT[1][cell] = counts[4:]
    for index in range(14):
        for cell in range(90):
            PIECE_KEY[index][cell] = rng.getrandbits(64)
            VALUE[index][cell] = (0, 200, 200, 400, 900, 450, 100)[index % 7]
            if index % 7 == PAWN and (cell < 45 if index == 13 else cell >= 45):
                VALUE[index][cell] = 200  # it has crossed the river
    SIDE_KEY = rng.getrandbits(64)


_fill_tables()
