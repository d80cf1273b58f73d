"""The limits of a search and its reports."""

from collections.abc import Iterable
from typing import TypeGuard

from engine.core.errors import OptionError
from engine.core.outcome import Player
from engine.core.score import Score
from engine.core.values import Value, replace

INFINITE_PROOF = 2**31 - 1
"""Proof or disproof number of an answer that is out of reach."""


class Limit(Value):
    """The conditions that end a search. None means no limit. ``depth``, ``nodes`` or ``seconds`` must be given.

    Attributes:
        depth: last depth to complete, 1 to 100 plies.
        nodes: maximum number of nodes to visit, which the search does not exceed. With several threads, it may be
            exceeded by up to 1,024 nodes a thread, because threads count their nodes together only at intervals.
        seconds: maximum wall-clock time in seconds.
        aim: target wall-clock time in seconds, at most ``seconds``, for a game with a clock. Iterative deepening ends
            after the first depth that is completed at or after ``aim``, or if the next depth would probably not be
            completed within ``seconds``. Some algorithms multiply ``aim`` by a factor after each depth
            (``engine.search.pace.time_factor``). Algorithms without depths end at ``aim``. None means that all of
            ``seconds`` may be used.

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
        visits: number of simulations of a Monte Carlo search that began with the move, or None for other searches.
        chance: estimated share of the points that the side to move gets after the move, 0 to 1, or None if there is
            none.
    """

    score: Score
    pv: tuple[int, ...]
    visits: int | None = None
    chance: float | None = None

    def to_list(self) -> list[object]:
        """Return the line as plain numbers and lists for ``from_list``. Fields that are None are omitted."""
        line: list[object] = [self.score.value, int(self.score.turn), list(self.pv)]
        return line if self.visits is None else [*line, self.visits, self.chance]

    @classmethod
    def from_list(cls, data: object) -> "Line":
        """Create a line from the result of ``to_list``.

        Raises:
            ValueError, TypeError: if ``data`` is not a line.
        """
        if not (isinstance(data, list) and len(data) in (3, 5) and _is_integers(data[:2]) and _is_integers(data[2])):
            raise TypeError("line")
        return cls(Score(data[0], Player(data[1])), tuple(data[2]), *_estimate(*data[3:]))


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
        visits: number of simulations of a Monte Carlo search that began with ``move``, or None for other searches.
        chance: estimated share of the points that the side to move gets, 0 to 1, or None if there is no estimate.
        proof: the proof number, or None if the algorithm has none. It is the least number of positions to solve before
            the side to move is known to win or, once it is known that it cannot win, before it is known not to lose.
        disproof: the disproof number, the same for the opposite answer, or None. A number of ``INFINITE_PROOF`` means
            that the answer is out of reach.
        proved: whether the score is a win, a loss or a draw that was proved from the rules. The length of a win or a
            loss is then that of the line found, and a shorter one can exist.
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
    visits: int | None = None
    chance: float | None = None
    proof: int | None = None
    disproof: int | None = None
    proved: bool = False

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
        values["visits"], values["chance"] = _estimate(values["visits"], values["chance"])
        return cls(**values)  # type: ignore[arg-type]


def _is_integers(value: object) -> TypeGuard[list[int]]:
    """Whether a value of a JSON object is a list of integers."""
    return isinstance(value, list) and all(type(each) is int for each in value)


def _estimate(visits: object = None, chance: object = None) -> tuple[int | None, float | None]:
    """Return visits and chance of a JSON object.

    Raises:
        TypeError: if they are not numbers.
        ValueError: if they are out of range.
    """
    if not (visits is None or type(visits) is int):
        raise TypeError("visits")
    if not (chance is None or type(chance) in (int, float)):
        raise TypeError("chance")
    number = None if chance is None else float(chance)  # type: ignore[arg-type]
    if (visits is not None and visits < 0) or (number is not None and not 0 <= number <= 1):
        raise ValueError("visits or chance out of range")
    return visits, number


def last_report(reports: Iterable[Report]) -> Report | None:
    """Consume all reports of a search and return the last one, or None if there is no report."""
    last = None
    for report in reports:
        last = report
    return last
