"""Evaluations of Go, defined by a reference document on Go: ``liberties`` and ``influence``."""

import cython
from cython.cimports.engine.core.bits import lowest

from engine.core.evaluation import Evaluation, register
from engine.core.position import Position
from engine.games.go.position import GoPosition

if not cython.compiled:
    WHOLE, STONE = 10_000, 1_000_000


class Liberties(Evaluation):
    """The ratio of the liberties of the side to move to the liberties of the enemy, summed over the groups of a side.

    A score must be 0 if the sides are equal, and change its sign with the side to move. Therefore the ratio q of the
    reference document is replaced by (q - 1) / (q + 1) = (own - enemy) / (own + enemy), which increases with q. The
    unit is one hundredth of one per cent.

    Scale 1,800: fitted to 300 games, for which ``examples/fit_scale.py --game go --rules size=9 --games 300`` gave
    1,795.
    """

    game = "go"
    name = "liberties"
    title = "Liberties"
    unit = "per cent of the liberties"
    decimals = 2
    scale = 1800

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move."""
        return self.judge(cython.cast(GoPosition, position))

    def judge(self, position: GoPosition) -> int:
        """Return the score of a position of Go for the side to move."""
        black = position.total[0]
        white = position.total[1]
        if black + white == 0:
            return 0
        difference = white - black if position.side else black - white
        if difference < 0:
            return -(-difference * WHOLE // (black + white))
        return difference * WHOLE // (black + white)

    def definition(self, position: Position) -> int:
        """Return the score computed from lists of groups and their liberties."""
        assert isinstance(position, GoPosition)
        black, white = (sum(len(liberties) for _, liberties in position.groups(side)) for side in range(2))
        if black + white == 0:
            return 0
        value = abs(black - white) * WHOLE // (black + white)
        return value if (black > white) == (position.side == 0) else -value


class Influence(Evaluation):
    """The distance of the stones of the player who moved last from the groups of the side to move.

    In the reference document the worth of a point is the sum of size / distance over the enemy's groups, where the
    distance is the Manhattan distance from the point to the nearest stone of the group. Here the worths of the points
    of all stones of a player are added. The value that the sum would have if every distance were 1 is subtracted, and
    the difference is divided by the number of these stones. The result is called the *worth* of the stones. It is in
    thousandths of a stone and at most 0. Among moves without a capture, the point with the greatest sum has the
    greatest worth. A captured group does not count. After a pass, every distance counts as infinite. The worth is 0 if
    the player has no stones.

    The evaluation measures closeness to enemy groups, not territory. The score for the side to move is the negated
    worth of the other side's stones, so the score is at least 0.

    Scale 15,000: reasoned from 20 enemy stones at an average distance of 4: 20 * (1 - 1/4) = 15 stones.

    Not antisymmetric: the score depends only on the stones of the player who moved last.
    """

    game = "go"
    name = "influence"
    title = "Influence of the last player's stones"
    unit = "stones"
    decimals = 3
    scale = 15_000
    antisymmetric = False

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move."""
        return self.judge(cython.cast(GoPosition, position))

    def judge(self, position: GoPosition) -> int:
        """Return the score of a position of Go for the side to move."""
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
        """Return the score computed from lists of points and groups."""
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


register(Liberties)
register(Influence)
