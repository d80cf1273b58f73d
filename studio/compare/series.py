"""The data of the chart, computed from the rows of a comparison."""

from collections.abc import Mapping, Sequence

from engine.analysis.comparison import is_quiescent, leaves_searched
from engine.analysis.measurement import least_leaves, mean_branching
from studio.compare.chart import ChartData, Series
from studio.compare.rows import ComparisonRow


def chart_data(rows: Sequence[ComparisonRow], counted: Mapping[int, int]) -> ChartData:
    """Return the data of the chart.

    Without quiescence it shows leaves of full searches, and the lines of minimax and of the least possible number. If
    an algorithm uses quiescence, the leaves are not those of minimax; the chart then shows nodes, without lines.

    Args:
        rows: the algorithms in order.
        counted: leaves of minimax by depth in the only position, used if minimax is not compared.
    """
    searches = [row for row in rows if row.is_built_in and any(_depths(row))]
    is_leaves = not any(is_quiescent(row.spec) for row in searches)
    series = []
    for row in searches:
        values = _means(row, "leaves" if is_leaves else "iteration_nodes")
        # An algorithm that looks one ply ahead has no depths to compare.
        if values and (leaves_searched(row.spec) is not None or max(values) > 1):
            series.append(Series(row.spec.name, row.title, row.repetition, values))
    count = len(rows[0].positions) if rows else 0
    if not is_leaves or not series:
        return ChartData(tuple(series), is_leaves=is_leaves, positions=count)
    minimax, least = _lines(searches, counted, count)
    deepest = max((depth for each in series for depth in each.values), default=0)
    minimax = {depth: value for depth, value in minimax.items() if depth <= deepest}
    branching = mean_branching(round(minimax[max(minimax)]), max(minimax)) if minimax and count == 1 else 0.0
    return ChartData(tuple(series), minimax, {depth: least[depth] for depth in minimax}, branching, True, count)


def _depths(row: ComparisonRow) -> set[int]:
    """Return the depths that the algorithm completed in every position with a result."""
    found = [set(each.by_depth) for each in row.findings if each is not None]
    return set.intersection(*found) - {0} if found else set()


def _means(row: ComparisonRow, name: str) -> dict[int, float]:
    """Return the mean of a counter over the positions for each depth, without those that are 0."""
    answered = [each for each in row.findings if each is not None]
    means = {
        depth: sum(getattr(each.by_depth[depth], name) for each in answered) / len(answered)
        for depth in sorted(_depths(row))
    }
    return {depth: value for depth, value in means.items() if value}


def _lines(
    rows: Sequence[ComparisonRow], counted: Mapping[int, int], count: int
) -> tuple[dict[int, float], dict[int, float]]:
    """Return the leaves of minimax and the least leaves by depth, each as a mean over the positions."""
    base = next((row for row in rows if row.spec.name == "minimax"), None)
    if base is None:
        leaves = {depth: float(each) for depth, each in counted.items()} if count == 1 else {}
        return leaves, {depth: least_leaves(round(each), depth) for depth, each in leaves.items()}
    answered = [each for each in base.findings if each is not None]
    minimax = _means(base, "leaves")
    least = {
        depth: sum(least_leaves(each.by_depth[depth].leaves, depth) for each in answered) / len(answered)
        for depth in minimax
    }
    return minimax, least
