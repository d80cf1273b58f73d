"""The limits of a search and its reports."""

from collections.abc import Iterable
from typing import TypeGuard

from engine.core.errors import OptionError
from engine.core.outcome import Player
from engine.core.score import Score
from engine.core.values import Value, replace


class Limit(Value):
    """The conditions that end a search. None means no limit. ``depth``, ``nodes`` or ``seconds`` must be given.

    Attributes:
        depth: last depth to complete, 1 to 100 plies.
        nodes: maximum number of nodes to visit, which the search does not exceed.
        seconds: maximum wall-clock time in seconds.
        aim: target wall-clock time in seconds, at most ``seconds``, for a game with a clock. Iterative deepening ends
            after the first depth that is completed at or after ``aim``, or if the next depth would probably not be
            completed within ``seconds``. Other algorithms end at ``aim``. None means that all of ``seconds`` may be
            used.

    Raises:
        OptionError: if neither depth nor nodes nor seconds are given, or if a value is out of range.
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
        """Return the limit for an algorithm without iterative deepening. If given, ``aim`` replaces ``seconds``."""
        return self if self.aim is None else replace(self, seconds=self.aim, aim=None)


class Line(Value):
    """One of several best moves with its score and principal variation.

    Attributes:
        score: score for the side to move.
        pv: principal variation, which starts with the move.
    """

    score: Score
    pv: tuple[int, ...]

    def to_list(self) -> list[object]:
        """Return the line as plain numbers and lists for ``from_list``."""
        return [self.score.value, int(self.score.turn), list(self.pv)]

    @classmethod
    def from_list(cls, data: object) -> "Line":
        """Create a line from the result of ``to_list``.

        Raises:
            ValueError, TypeError: if ``data`` is not a line.
        """
        if not (isinstance(data, list) and len(data) == 3 and _is_integers(data[:2]) and _is_integers(data[2])):
            raise TypeError("line")
        return cls(Score(data[0], Player(data[1])), tuple(data[2]))


class Report(Value):
    """The result of a search so far, with its counters.

    Attributes:
        algorithm: identifier of the algorithm.
        depth: last completed depth, or 0 if none is completed or the algorithm does not use depths.
        seldepth: greatest ply visited so far.
        score: score for the side to move, or None if there is none.
        move: the move to play, or None if there is no legal move or an external engine resigns.
        pv: principal variation, which starts with ``move``, or an empty tuple if there is no move.
        nodes: number of positions visited since the analysis started, including the root and all iterations.
        iteration_nodes: number of positions visited in the last completed depth.
        leaf_evaluations: number of calls of the evaluation.
        comparisons: number of comparisons of a child's score with best, alpha or beta.
        cutoffs: number of nodes left because a score reached beta.
        table_hits: number of results taken from a transposition table.
        seconds: wall-clock time since the analysis started, which limits and clocks use.
        final: whether this is the last report.
        note: English remark for the user, such as "resigns", translated for display, or an empty string.
        exhausted: whether no line reached the depth limit, so that a deeper search would give the same result.
        leaves: number of leaves of the last completed depth: positions at which the depth was used up, or that have no
            moves to search because the game is over. A position that is visited again is counted again. Positions
            visited by quiescence are not counted, but the position at which it starts is one leaf.
        cpu_seconds: CPU time of the searching thread since the analysis started, or None if it was not measured, as for
            plugins and external engines.
        continued: whether the search kept data from earlier analyses, on which the report may depend.
        unfinished: whether score, move and pv are those of the moves completed in the depth after ``depth``, which was
            interrupted. Only searches with memory report such results.
        lines: the best moves, the best first, if the search was asked for more than one, otherwise empty.
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
    leaves: int = 0
    cpu_seconds: float | None = None
    continued: bool = False
    unfinished: bool = False
    lines: tuple[Line, ...] = ()

    def same_as(self, other: "Report") -> bool:
        """Whether the reports are equal except for their times."""
        return replace(self, seconds=0.0, cpu_seconds=None) == replace(other, seconds=0.0, cpu_seconds=None)

    def to_dict(self) -> dict[str, object]:
        """Return the report as plain numbers and lists for ``from_dict``."""
        result = dict(vars(self))
        result["score"] = None if self.score is None else [self.score.value, int(self.score.turn)]
        result["pv"] = list(self.pv)
        result["lines"] = [line.to_list() for line in self.lines]
        return result

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> "Report":
        """Create a report from the result of ``to_dict``.

        Raises:
            ValueError, TypeError, KeyError: if ``data`` is not a report.
        """
        values = {name: data[name] for name in cls.__fields__}
        score = values["score"]
        if score is not None:
            if not _is_integers(score) or len(score) != 2:
                raise TypeError("score")
            values["score"] = Score(score[0], Player(score[1]))
        pv = values["pv"]
        if not _is_integers(pv):
            raise TypeError("pv")
        values["pv"] = tuple(pv)
        lines = values["lines"]
        if not isinstance(lines, list):
            raise TypeError("lines")
        values["lines"] = tuple(Line.from_list(line) for line in lines)
        return cls(**values)  # type: ignore[arg-type]


def _is_integers(value: object) -> TypeGuard[list[int]]:
    """Whether a value of a JSON object is a list of integers."""
    return isinstance(value, list) and all(type(each) is int for each in value)


def last_report(reports: Iterable[Report]) -> Report | None:
    """Consume all reports of a search and return the last one, or None if there is no report."""
    last = None
    for report in reports:
        last = report
    return last
