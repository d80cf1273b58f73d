"""The rows of a comparison, which contain the results of one algorithm each, and the columns of the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.analysis.comparison import Compared, leaves_searched
from engine.analysis.measurement import Measurement
from engine.core.language import mark, tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.search.report import Report
from engine.search.spec import AnySpec
from studio.analysis import figures
from studio.analysis.figures import UNKNOWN, Agreement
from studio.analysis.line import line_texts
from studio.analysis.names import names_of
from studio.analysis.parameters import parameters_text
from studio.analysis.session import Live
from studio.analysis.store import Findings
from studio.look import notation, scores

Align = Literal["left", "right", "center"]
ELAPSED = "◷"
"""Symbol before an elapsed time, which is shown if the CPU time is not known."""
PENDING = "…"
"""Text of a CPU time that is being measured."""


@dataclass
class ComparisonRow:
    """One algorithm and its results for every position compared.

    Attributes:
        spec: the algorithm.
        positions: the positions compared.
        findings: for each of ``positions``, the results, or None if there are none yet.
        number: index of the algorithm in the comparison. It does not change when the rows are sorted.
        repetition: number of earlier algorithms with the same name.
        evaluation: the evaluation of the comparison, in the format of ``parse_evaluation``.
        verdicts: for each of ``positions``, the agreement with the other sound algorithms, or None if it is unknown.
        bases: for each of ``positions``, the results of minimax with the same leaves, or None if there are none.
        measured: for each of ``positions``, the measured CPU time, or None if it is not measured.
        is_pending: whether the measurement of CPU times has not finished.
        live: counters of the running search of the algorithm, or None if no search is running.
        error: the error message if the algorithm failed, or otherwise an empty string.
    """

    spec: AnySpec
    positions: list[Position]
    findings: list[Findings | None]
    number: int = 0
    repetition: int = 0
    evaluation: str = ""
    verdicts: list[Agreement | None] = field(default_factory=list)
    bases: list[Findings | None] = field(default_factory=list)
    measured: list[Measurement | None] = field(default_factory=list)
    is_pending: bool = False
    live: Live | None = None
    error: str = ""

    @property
    def title(self) -> str:
        """The name of the algorithm in the language in use, with the parameters that are not defaults."""
        return self.titles[0]

    @property
    def titles(self) -> tuple[str, ...]:
        """The title with shorter and shorter names of the algorithm, the longest first. The parameters are complete."""
        parameters = parameters_text(self.spec)
        return tuple(name + (f" · {parameters}" if parameters else "") for name in names_of(self.spec))

    @property
    def reports(self) -> list[Report]:
        """The latest report of every position that has one, in the order of ``positions``."""
        return [each.last for each in self.findings if each is not None and each.last is not None]

    @property
    def only(self) -> Report | None:
        """The report of the position, or None if there is no report or if several positions are compared."""
        return self.reports[0] if len(self.positions) == 1 and self.reports else None

    @property
    def is_built_in(self) -> bool:
        """Whether the algorithm is neither a plugin nor an external engine. All counters are then known."""
        return self.spec.is_own

    def answer(self, place: int) -> Compared:
        """Return the results for the position with index ``place``."""
        found = self.findings[place]
        if found is None:
            return Compared(self.spec)
        return Compared(self.spec, {depth: each for depth, each in found.by_depth.items() if depth}, found.last)

    def total(self, field_name: str) -> int | None:
        """Return the sum of a counter over all reports, or None if there are no reports.

        The result is also None if the sum for a plugin or an external engine is 0, because these may omit counters.
        """
        if not self.reports:
            return None
        total = sum(getattr(each, field_name) for each in self.reports)
        return total if total or self.is_built_in else None

    # --- columns --------------------------------------------------------------------------------------------------

    def best(self) -> str | None:
        """Return the best move as text, or None if there is no result or if several positions are compared."""
        report = self.only
        if report is None or report.move is None:
            return None
        return notation.move_text(self.positions[0], report.move)

    def score(self) -> Score | None:
        """Return the score from FIRST's point of view.

        The result is None if there is no score or if several positions are compared.
        """
        report = self.only
        return report.score.pov(Player.FIRST) if report is not None and report.score is not None else None

    def score_text(self, score: Score) -> str:
        """Return a score of this comparison as text, in the unit and from the point of view shown in the window."""
        position = self.positions[0]
        return scores.score_text(score, position.turn, position.game.name, self.evaluation)

    def line(self) -> list[str]:
        """Return the texts of the moves of the principal variation.

        The list is empty if there is no report or if several positions are compared.
        """
        return line_texts(self.positions[0], self.only.pv) if self.only is not None else []

    def depth(self) -> float | None:
        """Return the mean of the completed depths over the positions, or None if no depth is completed."""
        depths = [each.depth for each in self.reports if each.depth]
        return sum(depths) / len(depths) if depths else None

    @property
    def unfinished(self) -> int:
        """The number of positions whose move and score come from an interrupted depth (``Report.unfinished``)."""
        return sum(each.unfinished for each in self.reports)

    def iteration_nodes(self) -> int | None:
        """Return the number of nodes visited at the last completed depth in all positions, or None if it is unknown."""
        return self.total("iteration_nodes") or None

    def nodes(self) -> int | None:
        """Return the number of nodes visited at all depths in all positions, or None if it is unknown."""
        if self.live is not None and len(self.positions) == 1 and self.live.nodes:
            return self.live.nodes
        return self.total("nodes")

    def of_minimax(self) -> float | None:
        """Return the ratio of the nodes at the last depth to those of minimax, or None if they are not comparable.

        They are comparable if the algorithm and minimax search the same leaves and completed the same depth in every
        position.
        """
        mine = base = 0
        for own, other in zip(self.findings, self.bases, strict=False):
            if own is None or other is None or own.deepest is None or other.deepest is None:
                return None
            if own.deepest.depth != other.deepest.depth:
                return None
            mine += own.deepest.iteration_nodes
            base += other.deepest.iteration_nodes
        return mine / base if base and mine else None

    def leaves(self) -> int | None:
        """Return the number of leaves at the last completed depth in all positions, or None if it is unknown."""
        return self.total("leaves") or None

    def comparisons(self) -> int | None:
        """Return the number of comparisons of scores in all positions, or None if it is unknown."""
        return self.total("comparisons") or None

    def cut_share(self) -> float | None:
        """Return the share (0 … 1) of nodes with a cut-off among the nodes where a cut-off is possible.

        The result is None if there are no cut-offs.
        """
        return figures.cut_share(*self.reports, quiescence=figures.is_quiescent(self.spec))

    def branching(self) -> float | None:
        """Return the mean of the effective branching factors at the greatest depth of each position.

        The result is None if no factor is known.
        """
        factors = []
        for each in self.findings:
            deepest = each.deepest if each is not None else None
            if deepest is not None:
                factor = figures.effective_branching(deepest.iteration_nodes, deepest.depth)
                if factor is not None:
                    factors.append(factor)
        return sum(factors) / len(factors) if factors else None

    def cpu_seconds(self) -> float | None:
        """Return the CPU time of a built-in algorithm in all positions, in seconds.

        The result is None if the time is not measured, or if the algorithm is not built in.
        """
        if not self.is_built_in or self.is_pending or not self.reports:
            return None
        total = 0.0
        measured = self.measured or [None] * len(self.findings)
        for found, each in zip(self.findings, measured, strict=True):
            last = found.last if found is not None else None
            if last is not None:
                total += each.cpu_seconds if each is not None else last.cpu_seconds or 0.0
        return total or None

    def seconds(self) -> float | None:
        """Return the elapsed time of all searches in seconds, or None if there is no report."""
        return sum(each.seconds for each in self.reports) if self.reports else None

    def time(self) -> tuple[float, bool] | None:
        """Return a time in seconds and whether it is a CPU time, or None if nothing was measured.

        The time is the CPU time of a built-in algorithm, or the elapsed time of a plugin or an external engine.
        """
        seconds = self.cpu_seconds() if self.is_built_in else self.seconds()
        return (seconds, self.is_built_in) if seconds else None

    def speed(self) -> float | None:
        """Return the number of nodes per second of CPU time, or None if it is unknown."""
        seconds = self.cpu_seconds()
        total = self.total("nodes")
        return total / seconds if seconds and total else None

    def agreement(self) -> tuple[int, int] | None:
        """Return the number of positions in which the algorithm agrees, and the number of comparable positions.

        The result is None if no position is comparable.
        """
        known = [each for each in self.verdicts if each is not None]
        return (sum(each.agrees for each in known), len(known)) if known else None


def base_of(rows: Sequence[ComparisonRow], row: ComparisonRow, place: int) -> Findings | None:
    """Return the results of minimax for the position with index ``place``, or None if there are none.

    The first row of minimax that searches the same leaves as ``row`` is used.
    """
    settings = leaves_searched(row.spec)
    for each in rows:
        if settings is not None and each.spec.name == "minimax" and leaves_searched(each.spec) == settings:
            return each.findings[place]
    return None


@dataclass(frozen=True)
class Column:
    """A column of the table, with functions that compute and format its values.

    Attributes:
        name: identifier used in exports.
        title: English title, translated for display.
        help: English explanation for the tool tip, translated for display.
        value: function that returns the value of a row, or None if the value is unknown.
        text: function that returns the text of a row for display.
        align: alignment of the text.
        width: minimum width in pixels.
    """

    name: str
    title: str
    help: str
    value: Callable[[ComparisonRow], Any]
    text: Callable[[ComparisonRow], str]
    align: Align = "right"
    width: int = 60


def _text(value: Callable[[ComparisonRow], Any], shown: Callable[[Any], str]) -> Callable[[ComparisonRow], str]:
    """Return a function that formats the value of a row. For an unknown value, this function returns ``UNKNOWN``."""

    def text(row: ComparisonRow) -> str:
        known = value(row)
        return UNKNOWN if known is None else shown(known)

    return text


def _score_text(row: ComparisonRow) -> str:
    score = row.score()
    return UNKNOWN if score is None else row.score_text(score)


def _depth_text(row: ComparisonRow) -> str:
    depth = row.depth()
    if depth is None:
        return "0+" if row.unfinished else UNKNOWN
    return (f"{depth:g}" if depth == int(depth) else figures.decimals(depth, 1)) + "+" * bool(row.unfinished)


def time_text(seconds: float) -> str:
    """Return a time in milliseconds as text, such as ``0.0071``, ``0.04``, ``5.8``, ``64.6``, ``120`` or ``1 200``.

    All times of the column have the same unit, so that they can be compared at a glance.
    """
    ms = 1000 * seconds
    if ms >= 99.5:
        return figures.grouped(round(ms))
    return figures.decimals(ms, 4 if ms < 0.0095 else 2 if ms < 0.95 else 1)


def _time_text(row: ComparisonRow) -> str:
    if row.is_pending and row.reports:
        return PENDING
    time = row.time()
    if time is None:
        return UNKNOWN
    return time_text(time[0]) if time[1] else f"{ELAPSED} {time_text(time[0])}"


def _agreement_text(row: ComparisonRow) -> str:
    value = row.agreement()
    if value is None:
        return UNKNOWN
    sign = "✓" if value[0] == value[1] else "✗"
    if len(row.positions) > 1:
        return f"{sign} {value[0]}/{value[1]}"
    verdict = row.verdicts[0]
    if verdict is None or verdict.depth == row.depth():
        return sign
    return f"{sign} " + tr("depth {depth}", depth=verdict.depth)


COLUMNS = (
    Column("algorithm", mark("Algorithm"), mark("The algorithm and what differs from its default parameters"),
           lambda row: row.spec.text, lambda row: row.title, "left", 164),
    Column("best", mark("Best"), mark("The move it would play"), ComparisonRow.best, _text(ComparisonRow.best, str),
           "left", 92),
    Column("positions", mark("Positions"), mark("Positions answered"), lambda row: len(row.reports),
           lambda row: str(len(row.reports))),
    Column("score", mark("Score"), mark("The score of the position"), ComparisonRow.score, _score_text),
    Column("pv", mark("Principal variation"),
           mark("The line both sides are thought to play; hover a move to see the board"), ComparisonRow.line,
           lambda row: " ".join(row.line()) or UNKNOWN, "left", 128),
    Column("depth", mark("Depth"),
           mark("Last completed depth, in plies; +: move and score are from the next depth, which was interrupted"),
           ComparisonRow.depth, _depth_text, "right", 52),
    Column("iteration_nodes", mark("Nodes, last depth"), mark("Positions visited in the last completed depth"),
           ComparisonRow.iteration_nodes, _text(ComparisonRow.iteration_nodes, figures.grouped), "right", 68),
    Column("of_minimax", mark("% of minimax"),
           mark("Nodes of the last depth relative to minimax, if both completed this depth and search the same leaves"),
           ComparisonRow.of_minimax, _text(ComparisonRow.of_minimax, figures.percent)),
    Column("leaves", mark("Leaves"),
           mark("Leaves of the last depth: positions at which the depth was used up or the game is over"),
           ComparisonRow.leaves, _text(ComparisonRow.leaves, figures.grouped), "right", 68),
    Column("nodes", mark("Nodes, all depths"), mark("Positions visited, all depths together"), ComparisonRow.nodes,
           _text(ComparisonRow.nodes, figures.grouped), "right", 68),
    Column("comparisons", mark("Comparisons"),
           mark("Comparisons of a score with the best score, alpha or beta, all depths together"),
           ComparisonRow.comparisons, _text(ComparisonRow.comparisons, figures.grouped), "right", 84),
    Column("cut", mark("Cut %"),
           mark("Nodes that ended in a cut-off, of the inner nodes where one was possible, all depths together"),
           ComparisonRow.cut_share, _text(ComparisonRow.cut_share, figures.percent), "right", 52),
    Column("cpu_seconds", mark("CPU, ms"),
           mark("CPU time of the search in milliseconds. Shorter searches are repeated until 50 ms are measured; the"
                " median is shown. ◷: elapsed time of a plugin or an external engine"),
           ComparisonRow.time, _time_text, "right", 76),
    Column("speed", mark("Nodes/CPU s"), mark("Nodes of all depths per second of CPU time"), ComparisonRow.speed,
           _text(ComparisonRow.speed, figures.compact)),
    Column("agree", mark("Agrees"),
           mark("Whether full searches have equal scores at equal depth, evaluation and quiescence"),
           ComparisonRow.agreement, _agreement_text, "right", 56),
)  # fmt: skip
COLUMN = {column.name: number for number, column in enumerate(COLUMNS)}
OF_ONE_POSITION = ("best", "score", "pv")
"""Columns that are shown only if a single position is compared."""
OF_SEVERAL_POSITIONS = ("positions",)
"""Columns that are shown only if several positions are compared."""


def sort_key(row: ComparisonRow, column: Column) -> Any:
    """Return the sort key of a row for a column, or None if the value is unknown."""
    if column.name == "algorithm":
        return row.title.casefold()
    value = column.value(row)
    if column.name == "score":
        return None if value is None else value.value
    if column.name == "agree":
        return None if value is None else value[0] / value[1]
    if column.name == "cpu_seconds":
        return None if value is None else value[0]
    return value or None
