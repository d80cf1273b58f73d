"""The data of the chart, computed from the rows of a comparison."""

from collections.abc import Mapping, Sequence

from engine.analysis.comparison import is_quiescent, leaves_searched
from engine.analysis.measurement import least_leaves, mean_branching
from studio.compare.chart import ChartBars, ChartData
from studio.compare.rows import ComparisonRow


def chart_data(
    rows: Sequence[ComparisonRow], counted: Mapping[int, int], exact: Mapping[int, int] | None = None
) -> ChartData:
    """Return the data of the chart.

    If no algorithm uses quiescence search, the chart shows numbers of leaves. It then has a line for the leaves of
    minimax and a line for the least possible number of leaves. Otherwise the leaves cannot be compared with those of
    minimax, and the chart shows numbers of nodes without lines.

    Args:
        rows: the rows in the order of the algorithms.
        counted: a mapping of depths to numbers of leaves of minimax, used if one position and not minimax is compared.
        exact: a mapping of depths to the least possible numbers of leaves of one position. If it lacks a depth of the
            chart, the numbers for uniform trees are shown instead.
    """
    searches = [row for row in rows if row.is_built_in and any(_depths(row))]
    is_leaves = not any(is_quiescent(row.spec) for row in searches)
    series = []
    for row in searches:
        values = _means(row, "leaves" if is_leaves else "iteration_nodes")
        # An algorithm that looks one ply ahead has no depths to compare.
        if values and (leaves_searched(row.spec) is not None or max(values) > 1):
            series.append(ChartBars(row.spec.name, row.title, row.repetition, values))
    count = len(rows[0].positions) if rows else 0
    if not is_leaves or not series:
        return ChartData(tuple(series), is_leaves=is_leaves, positions=count)
    minimax, least = _lines(searches, counted, count)
    deepest = max((depth for each in series for depth in each.values), default=0)
    minimax = {depth: value for depth, value in minimax.items() if depth <= deepest}
    branching = mean_branching(round(minimax[max(minimax)]), max(minimax)) if minimax and count == 1 else 0.0
    is_exact = count == 1 and bool(minimax) and minimax.keys() <= (exact or {}).keys()
    if is_exact and exact is not None:
        least = {depth: float(leaves) for depth, leaves in exact.items()}
    return ChartData(
        tuple(series), minimax, {depth: least[depth] for depth in minimax}, branching, True, count, is_exact
    )


def _depths(row: ComparisonRow) -> set[int]:
    """Return the depths that the algorithm completed in all positions that have a result."""
    found = [set(each.by_depth) for each in row.findings if each is not None]
    return set.intersection(*found) - {0} if found else set()


def _means(row: ComparisonRow, name: str) -> dict[int, float]:
    """Return a mapping of depths to the mean of a counter over the positions. Means of 0 are omitted."""
    answered = [each for each in row.findings if each is not None]
    means = {
        depth: sum(getattr(each.by_depth[depth], name) for each in answered) / len(answered)
        for depth in sorted(_depths(row))
    }
    return {depth: value for depth, value in means.items() if value}


def _lines(
    rows: Sequence[ComparisonRow], counted: Mapping[int, int], count: int
) -> tuple[dict[int, float], dict[int, float]]:
    """Return the number of leaves of minimax and the least possible number of leaves.

    Both are mappings of depths to means over the positions.
    """
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
