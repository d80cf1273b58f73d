"""The evaluation of MiniGo, as defined by the reference document on MiniGo."""

import random
import statistics
from typing import Any

import cython
from cython.cimports.engine.core.bits import lowest, popcount
from cython.cimports.engine.games.go.stones import ALL

from engine.core.evaluation import Evaluation, register
from engine.core.language import mark
from engine.core.options import option
from engine.core.position import Position
from engine.core.values import Value
from engine.games.minigo.position import MinigoPosition

if not cython.compiled:
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


class AtariParameters(Value):
    """The parameters of ``Atari``."""

    noise: bool = option(
        False, "Multiply each part by a random number, normal with mean 1 and deviation 0.1", label="Noise"
    )
    seed: int = option(0, "Random seed of the noise", label="Seed of the noise", minimum=0, maximum=2**31 - 1)
    dangerous: str = option(
        "sure",
        "Score of a dangerous liberty: a certain win, as in the reference document, or half of it, as in its program",
        label="Dangerous liberties",
        choices=("sure", "half"),
        texts=(mark("A certain win"), mark("Half of a win")),
    )
    root_to_move: bool = option(
        False,
        "Evaluate as if the side to move at the root were always to move, as the program of the reference document "
        "does: at odd depths it is the wrong side",
        label="Root's side to move",
        aliases=("seed_sign",),
    )
    shared: str = option(
        "common",
        "Common: liberties that belong to several groups. Surplus: all liberties minus the number of groups, as in the "
        "text of the reference document",
        label="Shared liberties",
        choices=("common", "surplus"),
        texts=(mark("Common"), mark("Surplus")),
    )


class Counts:
    """Groups and liberties of one side, counted from lists of groups for ``Atari.definition``.

    Attributes:
        atari: number of groups with one liberty.
        pairs: list of the sets of liberties of all groups with exactly two liberties.
        shared: sum of the liberties of all groups, minus the number of different points among these liberties.
        points: set of the points that are liberties.
        surplus: sum of the liberties of all groups, minus the number of groups.
    """

    def __init__(self, position: MinigoPosition, side: int) -> None:
        groups = [set(liberties) for _, liberties in position.groups(side)]
        self.atari = sum(len(each) == 1 for each in groups)
        self.pairs = [each for each in groups if len(each) == 2]
        self.points = set().union(*groups)
        self.shared = sum(len(each) for each in groups) - len(self.points)
        self.surplus = sum(len(each) for each in groups) - len(groups)

    def dangerous(self) -> list[int]:
        """Return the liberties shared by two or more groups with exactly two liberties, in ascending order."""
        points = sorted({point for pair in self.pairs for point in pair})
        return [point for point in points if sum(point in pair for pair in self.pairs) >= 2]


class Atari(Evaluation):
    """Points for groups in atari and for *dangerous* liberties, which two groups with exactly two liberties share.

    The score for the side to move is the first of the following that applies, where ``sure`` is 1000 minus the number
    of moves made minus 1:

    1. An enemy group is in atari: ``sure``.
    2. More than one group of the side to move is in atari: ``-sure``.
    3. The enemy has a dangerous liberty: ``sure``.
    4. A dangerous liberty of the side to move cannot be saved: ``-sure``. A dangerous liberty can be saved if any
       liberty of the groups that share it is also a liberty of an enemy group.
    5. Otherwise: the number of enemy groups with two liberties minus that of friendly ones, plus the same difference of
       shared liberties. The shared liberties of a side are the sum of its groups' liberties minus the number of
       different points among them, or with ``shared=surplus`` minus the number of groups.

    With ``noise``, scores are in hundredths of a point, and each of the two parts of score 5 is multiplied by a number
    from the normal distribution N(1, 0.1). The numbers are determined by the random seeds and the position, so that
    equal positions have equal noise.

    No stone leaves the board before the end of the game, so the number of moves made is the number of stones.

    This evaluation differs from the text of the reference document on MiniGo in two respects. The text defines the
    number of shared liberties as all liberties minus the number of *groups* (``shared=surplus``), so that a single
    stone has three. Here, as probably in the program of the document, shared liberties are those of more than one
    group, and a single stone has none. The text defines 0.1 as the *variance* of the noise. Here, as in the call
    ``normal(1, 0.1)`` of the program, 0.1 is the standard deviation.

    The table of the reference document on MiniGo was made by a program that uses half of ``1000 - moves`` for a
    dangerous liberty (``dangerous=half``) and never changes the point of view (``root_to_move=on``). The greedy player,
    with Black, wins 58 % of the games against the alpha-beta search of that program at depth 3, but 6 % against a
    search with the correct sign.

    Scale 1,700: fitted to 1,000 games, for which ``examples/fit_scale.py --game minigo --games 1000`` gave 1,719. With
    ``noise`` the scale is 170,000, for which the fit gave 201,726.

    Not antisymmetric: the side to move can capture an enemy group in atari, and save a friendly one.

    Args:
        parameters: ``AtariParameters``, or None for the defaults.
        seed: random seed of the search, combined with the one in the parameters.
    """

    game = "minigo"
    name = "atari"
    aliases = ("seed",)
    title = "Atari and dangerous liberties"
    unit = "points"
    scale = 1700
    antisymmetric = False
    Parameters = AtariParameters

    def __init__(self, parameters: Any = None, seed: int = 0) -> None:
        super().__init__(parameters)
        self.noise = self.parameters.noise
        self.root_to_move = self.parameters.root_to_move
        self.half = self.parameters.dangerous == "half"
        self.by_groups = self.parameters.shared == "surplus"
        self.salt = random.Random(f"{self.parameters.seed} {seed}").getrandbits(64)

    @classmethod
    def scale_for(cls, parameters: Any) -> int:
        """Return the scale in the unit of the scores, which is a point, or a hundredth of a point with noise."""
        return cls.scale * (NOISY_SCALE if parameters.noise else 1)

    @classmethod
    def decimals_for(cls, parameters: Any) -> int:
        """Return 2 if the parameters have noise, because scores are then in hundredths of a point, or 0 otherwise."""
        return 2 if parameters.noise else 0

    def with_seed(self, seed: int) -> Evaluation:
        """Return an evaluation with the noise of ``seed``, or this evaluation if the parameters have no noise."""
        return Atari(self.parameters, seed) if self.parameters.noise else self

    def attach(self, position: Position) -> None:
        """Store the side to move in ``position.root_side``, because ``position`` is the root of the search."""
        own = cython.cast(MinigoPosition, position)
        own.root_side = own.side

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move."""
        if self.root_to_move and position.side != cython.cast(MinigoPosition, position).root_side:
            return -self.judge(cython.cast(MinigoPosition, position), position.side ^ 1)
        return self.judge(cython.cast(MinigoPosition, position), position.side)

    def judge(self, position: MinigoPosition, side: int) -> int:
        """Return the score for ``side`` as if it were to move."""
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
        """Whether ``side`` has a dangerous liberty. All its dangerous liberties are stored in ``position.chosen``."""
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
        """Whether all dangerous liberties of ``side`` in ``position.chosen`` can be saved."""
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
        """Return score 5 of the list in the docstring of the class for ``side``, with noise if that is selected."""
        enemy = side ^ 1
        pairs = cython.declare(cython.int, 0)
        for w in range(position.words):
            pairs += popcount(position.pairs[enemy][w]) - popcount(position.pairs[side][w])
        shared = position.total[enemy] - position.total[side]
        if self.by_groups:
            shared += self.groups(position, side) - self.groups(position, enemy)
        else:
            shared += position.distinct(side) - position.distinct(enemy)
        if not self.noise:
            return pairs + shared
        word = cython.declare(cython.ulonglong, ((position.key ^ self.salt) * SCRAMBLER) & ALL)
        first = NORMAL[(word >> 52) & 4095]
        second = NORMAL[(word >> 40) & 4095]
        # From thousandths to hundredths of a point, rounded towards 0.
        value = pairs * first + shared * second
        return value // 10 if value >= 0 else -((-value) // 10)

    def groups(self, position: MinigoPosition, side: int) -> int:
        """Return the number of groups of ``side``, which is the number of points that are the slot of a group."""
        found = cython.declare(cython.int, 0)
        for point in range(position.points):
            if position.board[point] == side and position.chain[point] == point:
                found += 1
        return found

    def definition(self, position: Position) -> int:
        """Return the score computed from lists of groups and their liberties."""
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
        shared = enemy.shared - own.shared if self.parameters.shared == "common" else enemy.surplus - own.surplus
        parts = len(enemy.pairs) - len(own.pairs), shared
        if not self.parameters.noise:
            return sum(parts)
        bits = (position.key ^ self.salt) * 11400714819323198485 % 2**64
        normal = statistics.NormalDist(1.0, 0.1)
        factors = (normal.inv_cdf(((bits >> shift) % 4096 + 0.5) / 4096) for shift in (52, 40))
        return int(sum(part * round(1000 * factor) for part, factor in zip(parts, factors, strict=True)) / 10)


register(Atari)
