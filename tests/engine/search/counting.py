"""A search with memory whose reports state how much it remembers."""

import threading
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from engine.core.options import option
from engine.core.position import Position
from engine.core.score import Score
from engine.core.values import Value
from engine.search.report import Limit, Report
from engine.search.search import Search, Stop


class CountingParameters(Value):
    """A parameter that changes nothing but the specification."""

    colour: int = option(0, "Changes nothing", label="Colour", minimum=0, maximum=9)


class Counting(Search):
    """A search whose ``nodes`` are the number of its analyses since ``forget``, the present one included.

    Attributes:
        log: the number of the search, counted from 1, and its ``nodes``, for every analysis of every search.
        positions: the positions for which ``make_ready`` was called.
        gate: if it is not None, an analysis waits until it is set.
        entered: set when an analysis begins.
        overlaps: number of analyses that began during another analysis of the same search.
    """

    name = "counting"
    title = "Counting"
    Parameters = CountingParameters
    needs_evaluation = False
    deepens = False
    remembers = True
    log: ClassVar[list[tuple[int, int]]] = []
    built: ClassVar[int] = 0
    gate: ClassVar[threading.Event | None] = None
    entered: ClassVar[threading.Event] = threading.Event()
    overlaps: ClassVar[int] = 0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        Counting.built += 1
        self.number = Counting.built
        self.seen = 0
        self.is_busy = False
        self.positions: list[Position] = []

    def forget(self) -> None:
        self.seen = 0

    def make_ready(self, position: Position) -> None:
        self.positions.append(position)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        stop: Stop | None = None,
        after: Report | None = None,
        only: Sequence[int] = (),
    ) -> Iterator[Report]:
        Counting.overlaps += self.is_busy
        self.is_busy = True
        self.seen += 1
        Counting.log.append((self.number, self.seen))
        Counting.entered.set()
        if Counting.gate is not None:
            assert Counting.gate.wait(20)
        move = (*only, *position.legal_moves())[0]
        depth = 1 if after is None else after.depth + 1
        self.is_busy = False
        yield Report(
            self.name, depth, depth, Score(0, position.turn), move, (move,), self.seen, self.seen, 0, 0, 0, 0, 0.001,
            True, cpu_seconds=0.001,
        )  # fmt: skip

    @classmethod
    def counts(cls) -> list[int]:
        """Return the numbers of analyses that the searches reported, in order."""
        return [seen for _, seen in cls.log]
