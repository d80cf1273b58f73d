"""Evaluations of caro: ``patterns``, whose sums the position updates with each move, and ``threes_and_fours``.

Both scores are the points of the side to move minus the points of the opponent. The score of ``patterns`` also contains
a bonus or a penalty for fours, which depends on the side to move.
"""

from typing import Any

import cython

from engine.core.evaluation import Evaluation, register
from engine.core.position import Position
from engine.games.caro.lines import WINDOW_WORTH
from engine.games.caro.position import CaroPosition

if cython.compiled:
    from cython.cimports.engine.core.bits import popcount
    from cython.cimports.engine.games.caro.lines import FOUR, PAD
else:
    from engine.core.bits_pure import popcount
    from engine.games.caro.lines import FOUR, PAD

    NEXT, TWICE, OPEN_THREE, ANY_FOUR = 20_000, 10_000, 300, 600


class Patterns(Evaluation):
    """Points for *windows*, which are five cells in a row.

    A window counts for a side if it contains no stone of the other side, and if five stones there would win by the
    rules of the game, given the cells next to its ends. With one, two, three or four stones it is worth 1, 8, 45 or
    250 points. The side to move gets 20,000 points if it has a window with four stones. Otherwise it loses 10,000
    points if the opponent has two or more windows with four stones.

    Scale 180: fitted to 1,000 games, for which ``examples/fit_scale.py --game caro --games 1000`` gave 183.

    Not antisymmetric: the side to move completes its own four stones before the opponent can block them.
    """

    game = "caro"
    name = "patterns"
    title = "Patterns"
    unit = "points"
    scale = 180
    antisymmetric = False

    def evaluate(self, position: Position) -> int:
        """Return the worth of the windows of the side to move minus the opponent's, with the bonus or penalty."""
        return self.judge(cython.cast(CaroPosition, position))

    def judge(self, own: CaroPosition) -> int:
        """Return the score of a position of caro for the side to move."""
        colour = own.side ^ own.swapped
        mine = own.sums[colour]
        theirs = own.sums[colour ^ 1]
        score = cython.declare(cython.int, mine & (FOUR - 1))
        score -= theirs & (FOUR - 1)
        if mine >= FOUR:
            score += NEXT
        elif theirs >= 2 * FOUR:
            score -= TWICE
        return score

    def definition(self, position: Position) -> int:
        """Return the score computed from every window of the board."""
        assert isinstance(position, CaroPosition)
        worth, fours = _windows(position)
        own, other = position.colour, 1 - position.colour
        score = worth[own] - worth[other]
        if fours[own]:
            return score + NEXT
        return score - TWICE if fours[other] >= 2 else score


def _windows(position: CaroPosition) -> tuple[list[int], list[int]]:
    """Return the worth of the windows that count, and the number of such windows with four stones.

    Both are lists that are indexed by colour.
    """
    rules = position.game.rules
    board = {cell: colour for colour, cell in position.pieces}
    columns, rows = rules.columns, rules.rows

    def at(column: int, row: int) -> int | None:
        """Return the colour of the stone on a cell, or None if the cell is empty or off the board."""
        return board.get(row * columns + column) if 0 <= column < columns and 0 <= row < rows else None

    worth, fours = [0, 0], [0, 0]
    for row in range(rows):
        for column in range(columns):
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if not (0 <= column + 4 * right < columns and row + 4 * up < rows):
                    continue
                stones = [at(column + k * right, row + k * up) for k in range(5)]
                ends = at(column - right, row - up), at(column + 5 * right, row + 5 * up)
                for colour in range(2):
                    count = stones.count(colour)
                    if 1 - colour in stones or not 0 < count < 5 or not _wins(rules, colour, ends):
                        continue
                    worth[colour] += WINDOW_WORTH[count]
                    fours[colour] += count == 4
    return worth, fours


def _wins(rules: Any, colour: int, ends: tuple[int | None, int | None]) -> bool:
    """Whether five stones of ``colour`` in a row win.

    ``ends`` are the colours of the stones next to both ends of the row, or None if there is no stone.
    """
    longer = colour in ends
    blocked = ends.count(1 - colour)
    if rules.win == "exactly_five" or (rules.win == "renju" and colour == 0):
        return not longer
    if rules.win == "caro":
        return longer or blocked < (2 if rules.blocked == "both" else 1)
    return True


class ThreesAndFours(Evaluation):
    """Evaluation from a course project on caro (2024), with 300 points per open three and 600 points per four.

    Threes and fours are *unbroken* lines of exactly three or four stones of one side, in a row, a column or a diagonal.
    An *open three* has an empty cell at both ends. A *four* has an empty cell at one end or at both.

    The evaluation ignores the winning rule in use and whether there is room for five stones.

    Scale 640: fitted to 1,000 games, for which ``examples/fit_scale.py --game caro --evaluation threes_and_fours
    --games 1000`` gave 641.
    """

    game = "caro"
    name = "threes_and_fours"
    aliases = ("seed",)
    title = "Threes and fours"
    unit = "points"
    scale = 640

    def evaluate(self, position: Position) -> int:
        """Return the points for the open threes and fours of the side to move, minus the opponent's."""
        return self.judge(cython.cast(CaroPosition, position))

    def judge(self, own: CaroPosition) -> int:
        """Return the score of a position of caro for the side to move."""
        score = 0
        for i in range(own.geometry.long_count):  # shorter lines have no open three and no four
            word = own.geometry.long_lines[i]
            crosses = own.words[0][word]
            noughts = own.words[1][word]
            # Three or more in a row, the common case being none.
            if (crosses & crosses >> 1 & crosses >> 2) | (noughts & noughts >> 1 & noughts >> 2):
                free = cython.declare(cython.uint, ((1 << own.geometry.lengths[word]) - 1) << PAD)
                free &= ~(crosses | noughts)
                score += self.count(crosses, free) - self.count(noughts, free)
        return -score if own.side ^ own.swapped else score

    def count(self, stones: int, free: int) -> int:
        """Return the points of one side on one line, given bit sets of its stones and of the empty cells."""
        three = stones & stones >> 1 & stones >> 2 & ~(stones >> 3) & ~(stones << 1)
        four = stones & stones >> 1 & stones >> 2 & stones >> 3 & ~(stones >> 4) & ~(stones << 1)
        return OPEN_THREE * popcount(three & free << 1 & free >> 3) + ANY_FOUR * popcount(
            four & (free << 1 | free >> 4)
        )

    def definition(self, position: Position) -> int:
        """Return the score computed from the board, line by line."""
        assert isinstance(position, CaroPosition)
        board = {cell: colour for colour, cell in position.pieces}
        columns, rows = position.game.rules.columns, position.game.rules.rows
        score = 0
        for cell, colour in board.items():
            column, row = cell % columns, cell // columns
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):

                def at(k: int, column: int = column, row: int = row, right: int = right, up: int = up) -> int | None:
                    """Return the colour of the stone ``k`` steps away, -1 for an empty cell, or None off the board."""
                    across, along = column + k * right, row + k * up
                    if not (0 <= across < columns and 0 <= along < rows):
                        return None
                    return board.get(along * columns + across, -1)

                if at(-1) == colour:
                    continue
                length = next(k for k in range(1, 24) if at(k) != colour)
                free = [at(-1), at(length)].count(-1)
                value = OPEN_THREE if length == 3 and free == 2 else ANY_FOUR if length == 4 and free else 0
                score += -value if colour else value
        return -score if position.colour else score


register(Patterns)
register(ThreesAndFours)
