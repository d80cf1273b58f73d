"""The seed's evaluation of MiniGo, as its document describes it."""

import random
import statistics
from dataclasses import dataclass
from typing import Any

import cython

from engine.core.evaluation import Evaluation, register
from engine.core.options import option
from engine.core.position import Position
from engine.games.minigo.position import MinigoPosition

if cython.compiled:
    from cython.cimports.engine.core.bits import lowest, popcount
    from cython.cimports.engine.games.go.stones import ALL
else:
    from engine.core.bits_pure import lowest, popcount
    from engine.games.go.stones import ALL

    SURE, NOISY_SCALE, SCRAMBLER = 1000, 100, 0
    NORMAL = [0] * 4096


@cython.infer_types(None)
def _fill_tables() -> None:
    global SCRAMBLER
    SCRAMBLER = 11400714819323198485
    normal = statistics.NormalDist(1.0, 0.1)
    for i in range(4096):
        NORMAL[i] = round(1000 * normal.inv_cdf((i + 0.5) / 4096))


_fill_tables()


@dataclass(frozen=True, slots=True)
class SeedParameters:
    """Parameters of ``Seed``."""

    noise: bool = option(
        False, "Multiply each part by a random number, normal with mean 1 and deviation 0.1", label="Noise"
    )
    seed: int = option(0, "Of the noise", label="Seed of the noise", minimum=0, maximum=2**31 - 1)
    dangerous: str = option(
        "sure",
        "What a dangerous liberty is worth: a sure win, as the document says, or half of it, as its program does",
        label="Dangerous liberties",
        choices=("sure", "half"),
    )
    seed_sign: bool = option(
        False,
        "Judge as the document's program does: as if the player who searches were always the next to move, which at "
        "odd depths is the wrong side",
        label="Sign as in the document",
    )


class Counts:
    """What the evaluation of one side looks at, counted slowly for ``definition``.

    Attributes:
        atari: groups with one liberty.
        pairs: liberties of the groups with exactly two.
        shared: liberties of all groups less the points that are one.
        points: the points that are a liberty of some group.
    """

    def __init__(self, position: MinigoPosition, side: int) -> None:
        groups = [set(liberties) for _, liberties in position.groups(side)]
        self.atari = sum(len(each) == 1 for each in groups)
        self.pairs = [each for each in groups if len(each) == 2]
        self.points = set().union(*groups)
        self.shared = sum(len(each) for each in groups) - len(self.points)

    def dangerous(self) -> list[int]:
        """The points shared by two groups with exactly two liberties."""
        points = sorted({point for pair in self.pairs for point in pair})
        return [point for point in points if sum(point in pair for pair in self.pairs) >= 2]


class Seed(Evaluation):
    """For the side to move, with ``sure = 1000 - moves made``.

    An enemy group in atari: ``sure - 1``; else more than one own group in atari: ``-(sure - 1)``; else, with a
    *dangerous* liberty being one that two groups of exactly two liberties share: if the enemy has one: ``sure - 1``; if
    an own one cannot be saved: ``-(sure - 1)``. It can if it, or another liberty of the groups that share it, is a
    liberty of an enemy group. Otherwise the enemy's groups with two liberties less the own, plus the enemy's shared
    liberties (sum over the groups, less the number of points) less the own; with ``noise`` each of the two parts times
    a number from N(1, 0.1), which the seed and the position decide, so that every search sees the same.

    As no stone leaves the board before the end, the moves made are the stones on it.

    The document's table comes from a program that gives half of ``1000 - moves`` for a dangerous liberty
    (``dangerous=half``) and never changes the point of view (``seed_sign=on``): so Black's greedy player wins 58 %
    against its alpha-beta of three plies; with the sign right 6 %.

    Args:
        parameters: ``SeedParameters``; None: the defaults.
        seed: of the noise, beside the one in the parameters.
    """

    game = "minigo"
    name = "seed"
    title = "Atari and dangerous liberties (reference document)"
    unit = "points"
    scale = 1000
    Parameters = SeedParameters

    def __init__(self, parameters: Any = None, seed: int = 0) -> None:
        super().__init__(parameters)
        self.noise = self.parameters.noise
        self.wrong_side = self.parameters.seed_sign
        self.half = self.parameters.dangerous == "half"
        self.salt = random.Random(f"{self.parameters.seed} {seed}").getrandbits(64)

    def with_seed(self, seed: int) -> Evaluation:
        """The same with other noise, if it has noise."""
        return Seed(self.parameters, seed) if self.parameters.noise else self

    def attach(self, position: Position) -> None:
        """Note who searches."""
        own = cython.cast(MinigoPosition, position)
        own.root_side = own.side

    def evaluate(self, position: Position) -> int:
        """Score for the side to move."""
        if self.wrong_side and position.side != cython.cast(MinigoPosition, position).root_side:
            return -self.judge(cython.cast(MinigoPosition, position), position.side ^ 1)
        return self.judge(cython.cast(MinigoPosition, position), position.side)

    def judge(self, position: MinigoPosition, side: int) -> int:
        """Score for ``side`` as if it were to move."""
        enemy = side ^ 1
        scale = NOISY_SCALE if self.noise else 1
        sure = (SURE - position.stone_count[0] - position.stone_count[1] - 1) * scale
        own_atari = cython.declare(cython.int, 0)
        for w in range(position.words):
            if position.atari[enemy][w]:
                return sure
            own_atari += popcount(position.atari[side][w])
        if own_atari > 1:
            return -sure
        danger = cython.declare(cython.int, sure)
        if self.half:
            danger = (sure + scale) // 2
        if self.dangerous(position, enemy):
            return danger
        if self.dangerous(position, side) and not self.saveable(position, side):
            return -danger
        return self.balance(position, side)

    def dangerous(self, position: MinigoPosition, side: int) -> bool:
        """Whether two groups of ``side`` with exactly two liberties share one; ``chosen`` becomes all such points."""
        found = cython.declare(cython.bint, False)
        words = position.words
        for w in range(words):
            position.scratch[w] = position.chosen[w] = 0
        for w in range(words):
            word = position.pairs[side][w]
            while word:
                first = (64 * w + lowest(word)) * words
                word &= word - 1
                for k in range(words):
                    both = position.liberties[first + k] & position.scratch[k]
                    position.scratch[k] |= position.liberties[first + k]
                    if both:
                        position.chosen[k] |= both
                        found = True
        return found

    def saveable(self, position: MinigoPosition, side: int) -> bool:
        """Whether all the dangerous liberties in ``chosen`` can be saved."""
        words = position.words
        position.spread(position.stones[side ^ 1], position.scratch)
        for w in range(words):
            word = position.chosen[w]
            while word:
                bit = word & (0 - word) & ALL
                word ^= bit
                saved = cython.declare(cython.bint, False)
                for v in range(words):
                    slots = position.pairs[side][v]
                    while slots:
                        first = (64 * v + lowest(slots)) * words
                        slots &= slots - 1
                        if position.liberties[first + w] & bit:
                            for k in range(words):
                                if position.liberties[first + k] & position.scratch[k]:
                                    saved = True
                if not saved:
                    return False
        return True

    def balance(self, position: MinigoPosition, side: int) -> int:
        """Groups with two liberties and shared liberties, the enemy's less the own."""
        enemy = side ^ 1
        pairs = cython.declare(cython.int, 0)
        for w in range(position.words):
            pairs += popcount(position.pairs[enemy][w]) - popcount(position.pairs[side][w])
        shared = position.total[enemy] - position.distinct(enemy) - position.total[side] + position.distinct(side)
        if not self.noise:
            return pairs + shared
        word = cython.declare(cython.ulonglong, ((position.key ^ self.salt) * SCRAMBLER) & ALL)
        first = NORMAL[(word >> 52) & 4095]
        second = NORMAL[(word >> 40) & 4095]
        # Thousandths times points, in hundredths; rounded towards minus infinity by a shift of the sign.
        value = pairs * first + shared * second
        return value // 10 if value >= 0 else -((-value) // 10)

    def definition(self, position: Position) -> int:
        """By looking at the groups; the noise, which has no other definition, is left out."""
        assert isinstance(position, MinigoPosition)
        side = position.side
        own, enemy = Counts(position, side), Counts(position, side ^ 1)
        scale = NOISY_SCALE if self.parameters.noise else 1
        sure = (SURE - sum(len(each) for each in position.stone_points) - 1) * scale
        if enemy.atari:
            return sure
        if own.atari > 1:
            return -sure
        danger = sure if self.parameters.dangerous == "sure" else (sure + scale) // 2
        if enemy.dangerous():
            return danger
        for point in own.dangerous():
            union = set().union(*(pair for pair in own.pairs if point in pair))
            if not union & enemy.points:
                return -danger
        return scale * (len(enemy.pairs) - len(own.pairs) + enemy.shared - own.shared)


register(Seed)
