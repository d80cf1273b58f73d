"""Figures of merit that are computed from reports, as numbers or as short texts for display."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.comparison import is_quiescent as is_quiescent  # re-exported
from engine.analysis.comparison import leaves_searched
from engine.core.language import ngettext, tr
from engine.core.outcome import Player
from engine.core.score import Score
from engine.search.report import INFINITE_PROOF, Report
from engine.search.spec import AnySpec
from studio.analysis.store import Findings
from studio.look.scores import decimals as decimals  # re-exported

UNKNOWN = "—"
"""Text for an unknown figure, which must not be shown as 0."""

# --- numbers ----------------------------------------------------------------------------------------------------------


def cut_share(*reports: Report, quiescence: bool) -> float | None:
    """Return the share (0 … 1) of nodes with a cutoff among the nodes where a cutoff is possible.

    Without quiescence search, a leaf cannot have a cutoff, and is not counted. With quiescence search, all nodes are
    counted, because every node can stand pat. The result is None if there are no cutoffs.
    """
    cut = sum(each.cutoffs for each in reports)
    could = sum(each.nodes if quiescence else each.nodes - each.leaf_evaluations for each in reports)
    return cut / could if cut and could > 0 else None


def effective_branching(nodes: int, depth: int) -> float | None:
    """Return the effective branching factor: the number b for which b + b² + … + b^depth = ``nodes`` − 1.

    The result is None for depth 0. It is also None for fewer than ``depth`` + 2 nodes, where b would not exceed 1.
    Source: Russell and Norvig, *Artificial Intelligence*, 3.6.1.
    """
    if depth < 1 or nodes <= depth + 1:
        return None
    # b^depth alone is less than nodes; a greater initial bound would overflow.
    low, high = 1.0, nodes ** (1 / depth)
    for _ in range(60):
        middle = (low + high) / 2
        if sum(middle**k for k in range(1, depth + 1)) < nodes - 1:
            low = middle
        else:
            high = middle
    return low


def share_of(findings: Findings, base: Findings) -> tuple[int, float] | None:
    """Return the greatest depth that both searches completed, and the ratio of their numbers of nodes at that depth.

    The ratio is the number of nodes in ``findings`` divided by the number of nodes in ``base``. The result is None if
    no depth was completed by both searches.
    """
    common = findings.by_depth.keys() & base.by_depth.keys() - {0}
    if not common:
        return None
    depth = max(common)
    return depth, findings.by_depth[depth].iteration_nodes / max(1, base.by_depth[depth].iteration_nodes)


# --- the ladder -------------------------------------------------------------------------------------------------------


def rung(spec: AnySpec) -> tuple[object, ...] | None:
    """Return the settings that sound algorithms must share to have equal scores at equal depth and evaluation.

    The result is None for an algorithm that is not sound, for a plugin and for an external engine.
    """
    return leaves_searched(spec)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Comparison of an algorithm with the others that must find the same score.

    Attributes:
        depth: the depth at which the scores are compared. If scores differ, this is the least depth at which they do.
            Otherwise, this is the greatest depth that all algorithms completed. If there is none, this is the greatest
            depth that the algorithm and another algorithm completed.
        own: the score of the algorithm at that depth, for the side to move.
        other: a different score found by another algorithm at that depth, or None if all scores are equal.
        found: the index and the score of every algorithm that completed that depth, including the algorithm itself.
    """

    depth: int
    own: Score
    other: Score | None
    found: tuple[tuple[int, Score], ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether all scores are equal."""
        return self.other is None


def ladder(specs: Sequence[AnySpec], findings: Sequence[Findings | None]) -> list[Agreement | None]:
    """Compare each algorithm with the algorithms that must find the same score, and return the verdicts in order.

    The verdict is None for a plugin, an external engine or an algorithm that is not sound. It is also None if the
    algorithm has no completed depth in common with any algorithm with which it is compared.
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    for index, spec in enumerate(specs):
        group, mine = rung(spec), findings[index]
        if group is not None and mine is not None and mine.by_depth:
            groups.setdefault(group, []).append(index)
    verdicts: list[Agreement | None] = [None] * len(specs)
    for members in groups.values():
        scores = {index: _scores(findings[index]) for index in members}
        for index in members:
            others = {k: each for k, each in scores.items() if k != index}
            verdicts[index] = _verdict(index, scores[index], others)
    return verdicts


def _scores(findings: Findings | None) -> dict[int, Score]:
    """Return the scores of the completed depths, by depth."""
    reports = findings.by_depth if findings is not None else {}
    return {depth: report.score for depth, report in reports.items() if report.score is not None}


def _verdict(index: int, mine: Mapping[int, Score], others: Mapping[int, Mapping[int, Score]]) -> Agreement | None:
    """Compare the scores of algorithm ``index`` with those of the others. Return None if they share no depth.

    ``mine`` contains the scores of the algorithm by depth. ``others`` contains the same for each other index.
    """
    shared = {depth for each in others.values() for depth in each} & mine.keys()
    if not shared:
        return None
    differing = [
        depth for depth in shared if any(each.get(depth, mine[depth]) != mine[depth] for each in others.values())
    ]
    common = shared.intersection(*(each.keys() for each in others.values()))
    depth = min(differing) if differing else max(common or shared)
    found = {index: mine[depth]} | {k: each[depth] for k, each in others.items() if depth in each}
    other = next((score for score in found.values() if score != mine[depth]), None)
    return Agreement(depth, mine[depth], other, tuple(sorted(found.items())))


def base_of(specs: Sequence[AnySpec], findings: Sequence[Findings | None], index: int) -> Findings | None:
    """Return the findings of the baseline of algorithm ``index``, or None if there are none.

    The baseline is the first minimax search with the same quiescence search, or the first minimax search if there is
    none.
    """
    candidates = [i for i, spec in enumerate(specs) if spec.is_own and spec.name == "minimax"]
    same = [i for i in candidates if rung(specs[i]) == rung(specs[index])]
    chosen = (same or candidates)[:1]
    return findings[chosen[0]] if chosen else None


# --- texts ------------------------------------------------------------------------------------------------------------


def compact(count: float) -> str:
    """Return a count with at most three significant digits, such as ``987``, ``41.2k``, ``3.05M`` or ``1.20G``."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size * 0.9995:
            scaled = count / size
            return decimals(scaled, 0 if scaled >= 99.95 else 1 if scaled >= 9.995 else 2) + unit
    return str(round(count))


def proof_numbers(proof: int | None, disproof: int | None, *, short: bool = False) -> str:
    """Return the proof and disproof numbers of a search as text, or an empty string if it has none.

    The short text is “pn 41.2k · dn 7”, with the usual abbreviations.
    """
    if proof is None or disproof is None:
        return ""
    shown = ["∞" if number >= INFINITE_PROOF else compact(number) for number in (proof, disproof)]
    if short:
        return f"pn {shown[0]} · dn {shown[1]}"
    return tr("proof {proof}, disproof {disproof}", proof=shown[0], disproof=shown[1])


def grouped(count: int) -> str:
    """Return a count with thin spaces as thousands separators, such as ``812 344`` or ``−1``."""
    return f"{count:,}".replace(",", "\u2009").replace("-", "−")


def nodes_text(count: int) -> str:
    """Return a number of nodes, such as ``812 344 nodes``, in the language in use."""
    return ngettext("{count} node", "{count} nodes", count, count=grouped(count))


def depth_text(report: Report) -> str:
    """Return the depth of a report, such as ``4/12`` or ``4+/12``, or an empty string for a search without depths.

    The greatest ply visited follows if it is greater. The sign ``+`` means that move and score are those of the moves
    completed in the next depth, which was interrupted.
    """
    if report.depth == 0 and not report.unfinished:
        return ""
    beyond = f"/{report.seldepth}" if report.seldepth > report.depth else ""
    return f"{report.depth}{'+' * report.unfinished}{beyond}"


def percent(share: float | None) -> str:
    """Return a share (1 means 100 %) as text, such as ``5.1 %``, ``78 %`` or ``0.04 %``, or a dash if it is None."""
    if share is None:
        return UNKNOWN
    value = 100 * share
    places = 0 if value >= 9.95 or value == 0 else 1 if value >= 0.95 else 2
    return f"{decimals(value, places)}\u202f%"


def duration(seconds: float) -> str:
    """Return a duration as text, such as ``12 ms``, ``3.1 s`` or ``2:05`` (minutes and seconds)."""
    if seconds < 0.9995:
        return f"{decimals(1000 * seconds, 0 if seconds >= 0.01 else 1)}\u202fms"
    if seconds < 99.95:
        return f"{decimals(seconds, 1)}\u202fs"
    return f"{round(seconds) // 60}:{round(seconds) % 60:02}"


def score_text(report: Report | None, player: Player | None = None) -> str:
    """Return the score of a report as text, or a dash if there is no report or no score.

    The score is from the point of view of ``player``, or of the side to move if ``player`` is None.
    """
    if report is None or report.score is None:
        return UNKNOWN
    return (report.score if player is None else report.score.pov(player)).format()


def speed(nodes: int, seconds: float) -> float | None:
    """Return nodes per second, or None if the time is too short (under 0.2 ms) or the nodes are not reported."""
    return nodes / seconds if nodes > 1 and seconds >= 0.0002 else None


def closeness(scores: Mapping[int, int], best: int) -> dict[int, float]:
    """Return the closeness of each score to ``best``, as a dictionary with the keys of ``scores``.

    The scale is linear, from 0.35 for the worst score to 1 for ``best``. The result determines the widths of arrows.
    """
    if not scores:
        return {}
    spread = max(1, best - min(scores.values()))
    return {key: 0.35 + 0.65 * (1 - (best - value) / spread) for key, value in scores.items()}
