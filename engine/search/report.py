"""What a search is asked and what it answers."""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.errors import OptionError
from engine.core.outcome import Player
from engine.core.score import Score


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop; what is None does not count. At least one must be given.

    Attributes:
        depth: last depth to complete, 1 to 100 plies.
        nodes: most nodes to visit, exact.
        seconds: most wall-clock seconds.
        aim: wall-clock seconds, at most ``seconds``, that should be used: for a game with a clock. A search that
            deepens ends with a depth after which the next one would hardly be completed within ``seconds``, or that
            was completed after ``aim``; others end at ``aim``. None: ``seconds`` may all be used.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    aim: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise OptionError("a limit is needed: depth, nodes or seconds")
        for name, value, most in (
            ("depth", self.depth, 100),
            ("nodes", self.nodes, 2**62),
            ("seconds", self.seconds, 1e9),
        ):
            if value is not None and not 0 < value <= most:
                raise OptionError(
                    "{name} is {value}: must be more than 0 and at most {most}", name=name, value=value, most=most
                )
        if self.aim is not None and not (self.seconds is not None and 0 < self.aim <= self.seconds):
            raise OptionError(
                "{name} is {value}: must be more than 0 and at most {most}",
                name="aim", value=self.aim, most=self.seconds or 0,
            )  # fmt: skip

    def without_aim(self) -> "Limit":
        """The same for whoever knows no depths: what was aimed at is the most."""
        return self if self.aim is None else dataclasses.replace(self, seconds=self.aim, aim=None)


@dataclass(frozen=True, slots=True)
class Report:
    """One complete statement of a search.

    Attributes:
        algorithm: its identifier.
        depth: last completed depth; 0 if none was, or where depth means nothing.
        seldepth: greatest ply visited so far.
        score: for the side to move; None where the algorithm has none.
        move: the move it would play; None only where there is none.
        pv: principal variation, its first move is ``move``.
        nodes: positions visited since the analysis began, the root and every deepening included.
        iteration_nodes: of them, those of the last completed depth.
        leaf_evaluations: calls of the evaluation.
        comparisons: tests of a child's score against best, alpha or beta.
        cutoffs: nodes left because a score reached beta.
        table_hits: answers from a transposition table.
        seconds: wall-clock time since the analysis began.
        final: whether it is the last report.
        note: English, translated where shown: something to know ("depth means nothing here").
        exhausted: whether every line examined was followed to its end: a deeper search would find the same.
    """

    algorithm: str
    depth: int
    seldepth: int
    score: Score | None
    move: int | None
    pv: tuple[int, ...]
    nodes: int
    iteration_nodes: int
    leaf_evaluations: int
    comparisons: int
    cutoffs: int
    table_hits: int
    seconds: float
    final: bool
    note: str = ""
    exhausted: bool = False

    def same_as(self, other: "Report") -> bool:
        """Whether all but the seconds are equal."""
        return dataclasses.replace(self, seconds=0.0) == dataclasses.replace(other, seconds=0.0)

    def to_dict(self) -> dict[str, object]:
        """Plain numbers and lists, read back by ``from_dict``."""
        result = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        result["score"] = None if self.score is None else [self.score.value, int(self.score.turn)]
        result["pv"] = list(self.pv)
        return result

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> "Report":
        """The report that ``to_dict`` described.

        Raises:
            ValueError, TypeError, KeyError: if it is not one.
        """
        values = {field.name: data[field.name] for field in dataclasses.fields(cls)}
        score = values["score"]
        if score is not None:
            if not isinstance(score, list):
                raise TypeError("score")
            values["score"] = Score(int(score[0]), Player(score[1]))
        pv = values["pv"]
        if not isinstance(pv, list):
            raise TypeError("pv")
        values["pv"] = tuple(int(move) for move in pv)
        return cls(**values)  # type: ignore[arg-type]


def last_report(reports: Iterable[Report]) -> Report | None:
    """Wait for a search to end; its last report, None if it was stopped before it had any."""
    last = None
    for report in reports:
        last = report
    return last
