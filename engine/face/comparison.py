"""Comparisons of the library: one position, several algorithms."""

from collections.abc import Iterable, Sequence
from typing import Any

from engine.analysis.conclusion import conclude_plainly
from engine.analysis.measurement import Measurement, measure, measurement_object
from engine.core.evaluation import find_evaluation
from engine.face.algorithms import AlgorithmLike, as_specs, limit_of
from engine.face.analysis import Analysis, analysis_table, reports_of
from engine.face.position import Position, PositionLike, as_position
from engine.search.query import Query
from engine.search.search import Stop


class Comparison:
    """The results of several algorithms for one position.

    Attributes:
        position: the position that was analysed.
        analyses: the result of each algorithm.

    Args:
        position: the position that was analysed.
        analyses: the result of each algorithm.
        times: for each algorithm, the CPU time that was measured, or None.
        evaluation: the evaluation of the searches, or an empty string for the game's default.
    """

    def __init__(
        self,
        position: Position,
        analyses: Sequence[Analysis],
        times: Sequence[Measurement | None],
        evaluation: str = "",
    ) -> None:
        self.position = position
        self.analyses = tuple(analyses)
        self._times = tuple(times)
        self._evaluation = evaluation

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The results as dictionaries, as ``kyvien-engine compare --json`` prints them.

        ``pandas.DataFrame(comparison.rows)`` makes a table of them.
        """
        return [{**each.row, **measurement_object(time)} for each, time in zip(self.analyses, self._times, strict=True)]

    @property
    def conclusion(self) -> str:
        """Sentences about the agreement of the algorithms and the least work, in the current language."""
        results = [(each.spec, each.reports) for each in self.analyses]
        found = conclude_plainly(self.position.core, results, self._evaluation)
        return " ".join(filter(None, (found.main_text, found.notes_text)))

    def __len__(self) -> int:
        return len(self.analyses)

    def __getitem__(self, place: int) -> Analysis:
        return self.analyses[place]

    def __repr__(self) -> str:
        return "\n".join(["Comparison(", *(f"  {each!r}," for each in self.analyses), ")"])

    def _repr_html_(self) -> str:
        return analysis_table(self.analyses)


def compare(
    position: PositionLike,
    algorithms: AlgorithmLike | Iterable[AlgorithmLike],
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluation: str = "",
    seed: int = 0,
    repeat: bool = False,
) -> Comparison:
    """Analyse a position with several algorithms.

    Args:
        position: a position, or the name of a game for its start position.
        algorithms: the algorithms, as ``["minimax", "alphabeta:ordering=on"]``.
        depth: last depth to complete, in plies. Without any limit, it is 3.
        nodes: maximum number of positions to visit.
        seconds: maximum time in seconds.
        evaluation: name of an evaluation of the game, or an empty string for the game's default.
        seed: random seed.
        repeat: whether short searches are repeated until their CPU times are exact to some per cent, as on the command
            line (``runs``, ``cpu_seconds`` and ``nodes_per_second``). For tiny searches this takes a second or two.

    Raises:
        KyVienError: if an argument is not valid. The message is one sentence.
    """
    root, specs = as_position(position), as_specs(algorithms)
    find_evaluation(root.game.name, evaluation)
    limit = limit_of(specs, depth, nodes, seconds)
    analyses, times = [], []
    for spec in specs:
        analyses.append(Analysis(root, spec, reports_of(root, spec, limit, evaluation, seed)))
        query = Query(root.core, spec, evaluation, limit, seed)
        times.append(measure(query, analyses[-1].report, Stop()) if repeat else None)
    return Comparison(root, analyses, times, evaluation)
