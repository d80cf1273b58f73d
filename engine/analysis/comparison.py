"""Facts about a comparison of algorithms: their agreement, their best moves, and the least work.

``engine.analysis.conclusion`` describes these facts in sentences.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.analysis.measurement import least_leaves
from engine.core.score import Score
from engine.search.report import Report
from engine.search.spec import AnySpec

BASE = "minimax"
"""Identifier of the algorithm with which the work of the other algorithms is compared."""


@dataclass(frozen=True)
class Compared:
    """The results of one algorithm for one position.

    Attributes:
        spec: the algorithm.
        reports: a mapping of completed depths to reports.
        last: the last report, or None if there is none.
    """

    spec: AnySpec
    reports: Mapping[int, Report] = field(default_factory=dict)
    last: Report | None = None


@dataclass(frozen=True)
class ScoreGroup:
    """Full searches with equal scores.

    Attributes:
        score: the score of the searches at the common depth.
        members: the indices of the algorithms, in ascending order.
        moves: the distinct best moves of the searches at that depth, in the order of ``members``.
    """

    score: Score
    members: tuple[int, ...]
    moves: tuple[int, ...]


@dataclass(frozen=True)
class MoveGroup:
    """Algorithms of any kind with the same best move in their last reports.

    Attributes:
        move: the best move.
        members: the indices of the algorithms, in ascending order.
    """

    move: int
    members: tuple[int, ...]


@dataclass(frozen=True)
class Saving:
    """The work of the full search that visited the fewest nodes.

    Attributes:
        index: index of the algorithm.
        nodes: number of nodes that it visited in the iteration of the common depth.
        base_nodes: number of nodes that minimax visited in that iteration, or None if minimax is not among the full
            searches compared.
        leaves: number of leaves that it visited at that depth.
        least: the least possible number of leaves at that depth, or None at depth 1 or if it is unknown.
        is_estimate: whether ``least`` is the number for a uniform tree with as many leaves as minimax visits
            (``least_leaves``) and not that of the tree itself (``minimal_leaves``).
    """

    index: int
    nodes: int
    base_nodes: int | None
    leaves: int
    least: float | None
    is_estimate: bool = True

    @property
    def share(self) -> float | None:
        """The ratio of the nodes to those of minimax, or None if the nodes of minimax are unknown."""
        return self.nodes / self.base_nodes if self.base_nodes else None

    @property
    def times_least(self) -> float | None:
        """The ratio of the leaves to the least possible number, or None if that is unknown."""
        return self.leaves / self.least if self.least else None


@dataclass(frozen=True)
class ComparisonFacts:
    """The results of a comparison in one position. Algorithms are identified by their indices.

    Attributes:
        full: the indices of the full searches that are compared. They are sound, use no quiescence search, search the
            same moves, and have a completed depth in common.
        depth: the greatest depth that all of ``full`` completed, or 0 if ``full`` is empty.
        groups: the searches in ``full`` grouped by their scores at that depth, the largest group first.
        choices: all algorithms grouped by their best moves, the most frequent move first.
        saving: the least work of a full search other than minimax, or None if there is no such search.
    """

    full: tuple[int, ...]
    depth: int
    groups: tuple[ScoreGroup, ...]
    choices: tuple[MoveGroup, ...]
    saving: Saving | None

    @property
    def moves_differ(self) -> bool:
        """Whether the algorithms have different best moves."""
        return len(self.choices) > 1


def leaves_searched(spec: AnySpec) -> tuple[Hashable, ...] | None:
    """Return the settings that determine the leaves of a full search.

    Full searches with equal settings have equal scores at equal depth and evaluation. The result is None for an
    algorithm that is not ``sound`` with all its parameters, for a plugin and for an external engine.
    """
    if not spec.sound:
        return None
    quiescence = is_quiescent(spec)
    depth = spec.option("quiescence_depth", 0) if quiescence else 0
    return (quiescence, depth, spec.option("likely", True))


def is_quiescent(spec: AnySpec) -> bool:
    """Whether an algorithm uses quiescence search.

    A switch that is not set counts as on in the preset ``strong``, as in most games.
    """
    chosen = getattr(spec.parameters, "quiescence", False)
    if chosen == "auto":
        return bool(spec.parameters.preset == "strong")
    return chosen in (True, "on")


def has_ordering(spec: AnySpec) -> bool:
    """Whether a built-in algorithm has the parameter ``ordering``."""
    return spec.option("ordering") is not None


def compare(
    answers: Sequence[Compared], leaves: Mapping[int, int] | None = None, least: Mapping[int, int] | None = None
) -> ComparisonFacts:
    """Return the facts about one position.

    Args:
        answers: the results of each algorithm.
        leaves: a mapping of depths to numbers of leaves of minimax, used if minimax is not among the full searches.
        least: a mapping of depths to the least possible numbers of leaves, as far as they are known. At another depth,
            the number for a uniform tree is used.
    """
    full, depth = _full_searches(answers)
    saving = _saving(answers, full, depth, leaves or {}, least or {})
    return ComparisonFacts(full, depth, _groups(answers, full, depth), _choices(answers), saving)


def _full_searches(answers: Sequence[Compared]) -> tuple[tuple[int, ...], int]:
    """Return the indices of the largest set of comparable full searches, and their greatest common depth."""
    classes: dict[Hashable, list[int]] = {}
    for index, each in enumerate(answers):
        settings = leaves_searched(each.spec)
        if settings is not None and not is_quiescent(each.spec) and any(each.reports):
            classes.setdefault(settings, []).append(index)
    members = max(classes.values(), key=len, default=[])
    common = set.intersection(*(set(answers[index].reports) for index in members)) - {0} if members else set()
    return (tuple(members), max(common)) if common else ((), 0)


def _groups(answers: Sequence[Compared], full: Sequence[int], depth: int) -> tuple[ScoreGroup, ...]:
    found: dict[Score, list[int]] = {}
    for index in full:
        score = answers[index].reports[depth].score
        if score is not None:
            found.setdefault(score, []).append(index)
    groups = []
    for score, members in found.items():
        moves = [move for index in members if (move := answers[index].reports[depth].move) is not None]
        groups.append(ScoreGroup(score, tuple(members), tuple(dict.fromkeys(moves))))
    return tuple(sorted(groups, key=lambda group: -len(group.members)))


def _choices(answers: Sequence[Compared]) -> tuple[MoveGroup, ...]:
    found: dict[int, list[int]] = {}
    for index, each in enumerate(answers):
        if each.last is not None and each.last.move is not None:
            found.setdefault(each.last.move, []).append(index)
    choices = [MoveGroup(move, tuple(members)) for move, members in found.items()]
    return tuple(sorted(choices, key=lambda choice: -len(choice.members)))


def _saving(
    answers: Sequence[Compared], full: Sequence[int], depth: int, leaves: Mapping[int, int], exact: Mapping[int, int]
) -> Saving | None:
    base = next((index for index in full if answers[index].spec.name == BASE), None)
    others = [index for index in full if index != base]
    if not others:
        return None
    best = min(others, key=lambda index: answers[index].reports[depth].iteration_nodes)
    report = answers[best].reports[depth]
    base_report = answers[base].reports[depth] if base is not None else None
    most = base_report.leaves if base_report is not None else leaves.get(depth)
    least: float | None = least_leaves(most, depth) if most and depth > 1 else None
    if depth > 1:
        least = exact.get(depth, least)
    base_nodes = base_report.iteration_nodes if base_report is not None else None
    return Saving(best, report.iteration_nodes, base_nodes, report.leaves, least, depth not in exact)


@dataclass(frozen=True)
class GameFacts:
    """The results of a comparison in several positions. Positions are identified by their indices.

    Attributes:
        full: the algorithms that are full searches in every position that has full searches.
        compared: indices of the positions with at least two full searches.
        disagreeing: the elements of ``compared`` in which the scores of the full searches differ.
        moves_differ: indices of the positions in which the best moves differ.
        saving: the least work of one full search in all positions together, or None if there is no such search. Its
            attribute ``least`` is None.
        is_shallower: whether a full search completed a greater depth in a position than the one compared there.
    """

    full: tuple[int, ...]
    compared: tuple[int, ...]
    disagreeing: tuple[int, ...]
    moves_differ: tuple[int, ...]
    saving: Saving | None
    is_shallower: bool = False


def compare_game(positions: Sequence[Sequence[Compared]]) -> GameFacts:
    """Return the facts about several positions.

    Args:
        positions: for each position, the results of each algorithm.
    """
    facts = [compare(answers) for answers in positions]
    sets = [set(each.full) for each in facts if each.full]
    full = tuple(sorted(set.intersection(*sets))) if sets else ()
    compared = tuple(place for place, each in enumerate(facts) if len(each.full) > 1)
    return GameFacts(
        full,
        compared,
        tuple(place for place in compared if len(facts[place].groups) > 1),
        tuple(place for place, each in enumerate(facts) if each.moves_differ),
        _saving_of_game(positions, facts, full),
        any(
            max(answers[index].reports) > each.depth
            for answers, each in zip(positions, facts, strict=True)
            for index in each.full
        ),
    )


def _saving_of_game(
    positions: Sequence[Sequence[Compared]], facts: Sequence[ComparisonFacts], full: Sequence[int]
) -> Saving | None:
    places = [(answers, each.depth) for answers, each in zip(positions, facts, strict=True) if each.full]
    if not places:
        return None
    base = next((index for index in full if places[0][0][index].spec.name == BASE), None)
    others = [index for index in full if index != base]
    if not others:
        return None

    def total(index: int, name: str) -> int:
        return sum(getattr(answers[index].reports[depth], name) for answers, depth in places)

    best = min(others, key=lambda index: total(index, "iteration_nodes"))
    return Saving(
        best,
        total(best, "iteration_nodes"),
        None if base is None else total(base, "iteration_nodes"),
        total(best, "leaves"),
        None,
    )
