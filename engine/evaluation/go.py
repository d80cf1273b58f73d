"""Evaluations of Go: the seed's two, ``liberties`` and ``influence``."""

import cython

from engine.core.evaluation import Evaluation, register
from engine.core.position import Position
from engine.games.go.position import GoPosition

if cython.compiled:
    from cython.cimports.engine.core.bits import lowest
else:
    from engine.core.bits_pure import lowest

    WHOLE, STONE = 10_000, 1_000_000


class Liberties(Evaluation):
    """The seed's first: own liberties / enemy liberties, summed over the groups.

    As a score must be 0 where the sides are equal and change its sign with the side, the quotient q is given as
    (q − 1) / (q + 1) = (own − enemy) / (own + enemy), in ten-thousandths: it grows as the quotient does.
    """

    game = "go"
    name = "liberties"
    title = "Liberties"
    unit = "ten-thousandths"
    scale = 2500

    def evaluate(self, position: Position) -> int:
        """Score for the side to move."""
        return self.judge(cython.cast(GoPosition, position))

    def judge(self, position: GoPosition) -> int:
        """Score for the side to move."""
        black = position.total[0]
        white = position.total[1]
        if black + white == 0:
            return 0
        difference = white - black if position.side else black - white
        if difference < 0:
            return -(-difference * WHOLE // (black + white))
        return difference * WHOLE // (black + white)

    def definition(self, position: Position) -> int:
        """By counting the liberties of every group."""
        assert isinstance(position, GoPosition)
        black, white = (sum(len(liberties) for _, liberties in position.groups(side)) for side in range(2))
        if black + white == 0:
            return 0
        value = abs(black - white) * WHOLE // (black + white)
        return value if (black > white) == (position.side == 0) else -value


register(Liberties)


class Influence(Evaluation):
    """The seed's second, which values the stones of the player who moved last.

    To the document a point is worth Σ over the enemy's groups of size / distance, the Manhattan distance from the point
    to the group's nearest stone. Here the value of a player's stones is the sum of that over all of them, less what it
    would be if every distance were 1, divided by their number: in thousandths of a stone, 0 at best. Of several points
    without a capture the one with the greatest sum in the document's sense gives the greatest value; and a captured
    group counts against nobody any more. A pass is nowhere: as if every distance were infinite.

    It judges contact, not territory; for the side to move it is the negative of the other's, so it is never below 0.
    """

    game = "go"
    name = "influence"
    title = "Influence of the last player's stones"
    unit = "thousandths of a stone"
    scale = 15_000

    def evaluate(self, position: Position) -> int:
        """Score for the side to move."""
        return self.judge(cython.cast(GoPosition, position))

    def judge(self, position: GoPosition) -> int:
        """Score for the side to move."""
        side = position.side
        mover = side ^ 1
        if position.stone_count[mover] == 0:
            return 0
        if position.passes:
            return 1000 * position.stone_count[side]
        size = position.geometry.size
        lost = cython.declare(cython.longlong, 0)
        for w in range(position.words):
            word = position.stones[mover][w]
            while word:
                point = 64 * w + lowest(word)
                word &= word - 1
                row = point // size
                column = point % size
                for v in range(position.words):
                    stones = position.stones[side][v]
                    while stones:
                        slot = 64 * v + lowest(stones)
                        stones &= stones - 1
                        if position.chain[slot] == slot:
                            nearest = cython.declare(cython.int, 64)
                            stone = slot
                            while True:
                                distance = abs(stone // size - row) + abs(stone % size - column)
                                if distance < nearest:
                                    nearest = distance
                                stone = position.next[stone]
                                if stone == slot:
                                    break
                            lost += position.count[slot] * (STONE - STONE // nearest)
        return lost // 1000 // position.stone_count[mover]

    def definition(self, position: Position) -> int:
        """By the formula."""
        assert isinstance(position, GoPosition)
        size = position.size
        mine = position.stone_points[1 - position.side]
        if not mine:
            return 0
        if position.passes_made:
            return 1000 * len(position.stone_points[position.side])
        lost = 0
        for point in mine:
            for stones, _ in position.groups(position.side):
                nearest = min(abs(each // size - point // size) + abs(each % size - point % size) for each in stones)
                lost += len(stones) * (STONE - STONE // nearest)
        return lost // 1000 // len(mine)


register(Influence)
