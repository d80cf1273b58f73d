"""Ordered: the algorithm that plays the move ranked first by the game's move ordering, without a search."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import cython
from cython.cimports.engine.core.position import MAX_MOVES

from engine.core.options import option
from engine.core.position import Position
from engine.core.values import Value
from engine.search.report import Limit, Report
from engine.search.search import Search, Stop, register
from engine.search.stopwatch import Stopwatch


class OrderedParameters(Value):
    """Parameters of ``Ordered``."""

    random_ties: bool = option(
        False, "Choose at random among moves of equal rank; off: the first generated", label="Random among ties"
    )


class Ordered(Search):
    """The choice of the move that ``Position.order`` ranks highest, as a baseline that uses only move ordering.

    In MiniGo, this algorithm is the greedy player of the reference document, which chooses the liberty shared by the
    most enemy groups.
    """

    name = "ordered"
    title = "Best by move order"
    Parameters = OrderedParameters
    deepens = False
    records_windows = False
    is_limited = False
    needs_evaluation = False

    def analyse(
        self,
        position: Position,
        limit: Limit,
        stop: Stop | None = None,
        after: Report | None = None,
        only: Sequence[int] = (),
    ) -> Iterator[Report]:
        """Yield one report. It contains the move but no score or, if the game is over, the score but no move.

        Raises:
            ValueError: if a move of ``only`` is not legal.
        """
        watch = Stopwatch()
        self.nodes = 1
        if not self.choose_from(position, only):
            yield self.over(position, watch)
            return
        moves = self.first_moves(position)
        move = moves[0]
        if self.parameters.random_ties:
            move = random.Random(f"{self.seed} {position.key} {position.ply}").choice(moves)
        yield self.report(0, None, (move,), 1, watch)

    def first_moves(self, position: Position) -> list[int]:
        """Return the moves of the highest rank, in the order generated. There must be a legal move."""
        own = cython.declare(Position, position.copy())
        moves = cython.declare(cython.int[MAX_MOVES])
        count = self.best(own, moves, self.generate(own, moves, 0))
        return [moves[i] for i in range(count)]

    def best(self, position: Position, moves: Any, count: int) -> int:
        """Remove all of the ``count`` moves except those of the highest rank, and return the number of moves left."""
        highest = cython.declare(cython.int, -1)
        kept = cython.declare(cython.int, 0)
        for i in range(count):
            rank = position.order(moves[i])
            if rank > highest:
                highest = rank
                kept = 0
            if rank == highest:
                moves[kept] = moves[i]
                kept += 1
        return kept


register(Ordered)
