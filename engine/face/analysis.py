"""Analyses of the library: one position, one algorithm."""

from collections.abc import Iterable
from typing import Any

from engine.asking.query import answer
from engine.core.errors import SearchError
from engine.core.evaluation import Evaluation, find_evaluation
from engine.core.language import Plural, tr
from engine.face.algorithms import AlgorithmLike, as_spec, limit_of, seed_of
from engine.face.interruptible import run
from engine.face.position import Position, PositionLike, as_position
from engine.face.score import Score
from engine.face.table import html_table
from engine.face.text import counted
from engine.search.plain import line_texts, report_object
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.spec import AnySpec


class Analysis:
    """The result of an algorithm for a position.

    Attributes:
        position: the position that was analysed.
        spec: the algorithm with its parameters.
        reports: the reports of all depths, of which the last one is final.

    Args:
        position: the position that was analysed.
        spec: the algorithm with its parameters.
        reports: the reports, at least one.
    """

    def __init__(self, position: Position, spec: AnySpec, reports: Iterable[Report]) -> None:
        self.position = position
        self.spec = spec
        self.reports = tuple(reports)

    @property
    def report(self) -> Report:
        """The last report, with all counters and moves as numbers."""
        return self.reports[-1]

    @property
    def algorithm(self) -> str:
        """The algorithm as on the command line, ``NAME`` or ``NAME:k=v,…``."""
        return self.spec.text

    @property
    def score(self) -> Score | None:
        """The score for the side to move in the units of the evaluation, or None if there is none."""
        score = self.report.score
        return None if score is None else Score(score.value, score.turn)

    @property
    def move(self) -> str | None:
        """The move to play in coordinate notation, or None if there is no legal move."""
        return next(iter(self.pv), None)

    @property
    def pv(self) -> list[str]:
        """The principal variation in coordinate notation."""
        return line_texts(self.position.core, self.report.pv)

    @property
    def nodes(self) -> int:
        """The number of positions visited, including the root and all depths."""
        return self.report.nodes

    @property
    def depth(self) -> int:
        """The last completed depth, or 0 if none was completed."""
        return self.report.depth

    @property
    def unfinished(self) -> bool:
        """Whether move and score are those of the moves completed in the next depth, which was interrupted.

        Only searches with memory report such results; the others repeat those of the last completed depth.
        """
        return self.report.unfinished

    @property
    def seconds(self) -> float:
        """The wall-clock time in seconds."""
        return self.report.seconds

    @property
    def row(self) -> dict[str, Any]:
        """The last report as a dictionary, as ``kyvien-engine analyse --json`` prints it."""
        return self._row(self.report)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The reports of all depths as dictionaries, for ``pandas.DataFrame(analysis.rows)``."""
        return [self._row(report) for report in self.reports]

    def _row(self, report: Report) -> dict[str, Any]:
        return report_object(self.position.core, self.spec.parameters, report, is_external=self.spec.is_external)

    def __repr__(self) -> str:
        score = self.score
        parts = [
            "no score" if score is None else score.text,
            f"depth {self.depth}",
            counted(Plural("{count} node", "{count} nodes"), self.nodes),
            " ".join(self.pv) or "no move",
        ]
        return f"Analysis({self.algorithm}: {', '.join(parts)})"

    def _repr_html_(self) -> str:
        return f"{self.position.svg(arrows=self.report.pv[:1])}{analysis_table([self])}"


def analysis_table(analyses: Iterable[Analysis]) -> str:
    """Return an HTML table of analyses, with one row for each."""
    header = (
        tr("Algorithm"), tr("Score"), tr("Depth"), tr("Nodes"), tr("Cut-offs"), tr("Seconds"),
        tr("Principal variation"),
    )  # fmt: skip
    rows = [
        (
            each.algorithm,
            None if (score := each.score) is None else score.text,
            each.depth,
            each.nodes,
            each.report.cutoffs,
            each.seconds,
            " ".join(line_texts(each.position.core, each.report.pv, "display")),
        )
        for each in analyses
    ]
    return html_table(header, rows)


def analyse(
    position: PositionLike,
    algorithm: AlgorithmLike = "pvs",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluation: str = "",
    seed: int = 0,
    only: Iterable[str | int] = (),
) -> Analysis:
    """Analyse a position with one algorithm.

    Ctrl+C, or the button of a notebook, stops the search.

    Args:
        position: a position, or the name of a game for its start position.
        algorithm: the algorithm, as ``"negascout"`` or ``"negascout:ordering=on"``, or an object of the engine.
        depth: last depth to complete, in plies. Without any limit, it is 3.
        nodes: maximum number of positions to visit.
        seconds: maximum time in seconds.
        evaluation: name of an evaluation of the game, or an empty string for the game's default.
        seed: random seed.
        only: the moves to which the search is restricted at the root, or empty for all.

    Raises:
        KyVienError: if an argument is not valid. The message is one sentence.
    """
    root, spec = as_position(position), as_spec(algorithm)
    find_evaluation(root.game.name, evaluation)
    limit = limit_of([spec], depth, nodes, seconds)
    moves = tuple(root.number(each) for each in only)
    return Analysis(root, spec, reports_of(root, spec, limit, evaluation, seed, moves))


def reports_of(
    position: Position, spec: AnySpec, limit: Limit, evaluation: str, seed: int, only: tuple[int, ...] = ()
) -> list[Report]:
    """Return all reports of an algorithm. The search runs in a thread, so that Ctrl+C can stop it.

    Raises:
        SearchError: if a plugin or an external engine fails, or gives no answer.
        KeyboardInterrupt: if the user interrupts the search.
    """
    query = Query(position.core, spec, evaluation, limit, seed_of(seed), only=only)
    reports = run(lambda stop: list(answer(query, Run(stop))))
    if not reports:
        raise SearchError("{name} gave no answer", name=spec.name)
    return reports


def evaluate(position: PositionLike, evaluation: str | Evaluation = "") -> Score:
    """Return the score of an evaluation for the side to move, without a search.

    If the game is over, the result is the final value of the position instead.

    Args:
        position: a position, or the name of a game for its start position.
        evaluation: name of an evaluation of the game, or an empty string for the game's default.

    Raises:
        OptionError: if the game has no such evaluation.
    """
    root = as_position(position)
    judge = find_evaluation(root.game.name, evaluation) if isinstance(evaluation, str) else evaluation
    final = root.final_value()
    return Score(judge.score(root.core) if final is None else final, root.turn)
