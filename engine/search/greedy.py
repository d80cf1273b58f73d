"""Greedy: the algorithm that plays the move after which the evaluation is best."""

import random
from typing import Any

from cython.cimports.engine.core.position import INFINITY, WIN

from engine.core.language import Plural
from engine.core.options import option
from engine.core.position import Position
from engine.core.values import Value
from engine.search.search import Search, register


class GreedyParameters(Value):
    """Parameters of ``Greedy``."""

    random_ties: bool = option(
        False, "Choose at random among moves of equal score; off: the first generated", label="Random among ties"
    )
    among: int = option(
        1,
        "Choose at random among this many of the best moves; a move seen to win at once is always played",
        label="Among the best",
        minimum=1,
        maximum=20,
        unit=Plural("move", "moves"),
    )


class Greedy(Search):
    """A search of one ply. Among moves with equal scores, the first one tried is chosen.

    With ``random_ties`` the moves are tried in a random order, else in the order generated. If the parameter ``among``
    is greater than 1, one of that many best moves is chosen at random. The seed of the search and the position
    determine both choices.
    """

    name = "greedy"
    title = "Greedy"
    Parameters = GreedyParameters
    deepens = False
    is_limited = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.shuffling = self.parameters.random_ties
        self.among = self.parameters.among
        self.rank = 0

    def iterate(self, position: Position, depth: int) -> int:
        """Choose the rank of the move to play, then search as ``Search.iterate`` does."""
        if self.among > 1:
            chance = random.Random(f"rank {self.seed} {position.key} {position.counters}")
            self.rank = chance.randrange(self.among)
        return super().iterate(position, depth)

    def root(self, position: Position, depth: int) -> int:
        """Return the score after the chosen move, for the side to move. ``depth`` is always 1."""
        moves = self.moves_at(0)
        best = -INFINITY
        if self.settles(position, depth, -INFINITY, INFINITY, 0):
            return self.value
        count = self.generate(position, moves, 0)
        for i in range(count):
            position.make(moves[i])
            self.path[1] = moves[i]
            self.settles(position, 0, -INFINITY, INFINITY, 1)
            position.unmake(moves[i])
            if self.stopping:
                return 0
            self.comparisons += 1
            self.scores[i] = -self.value
            if -self.value > best:
                best = -self.value
                self.extend_pv(moves[i], 0)
        if self.among > 1 and count > 0 and best < WIN - 1:
            chosen = self.ranked(count, self.rank % min(self.among, count))
            best = self.scores[chosen]
            self.extend_pv(moves[chosen], 0)
        return self.leave(best, -INFINITY, INFINITY)

    def ranked(self, count: int, rank: int) -> int:
        """Return the index of the move with ``rank`` better ones. Of equal moves, the first is the better one."""
        for i in range(count):
            better = 0
            for j in range(count):
                if self.scores[j] > self.scores[i] or (self.scores[j] == self.scores[i] and j < i):
                    better += 1
            if better == rank:
                return i
        return 0


register(Greedy)
