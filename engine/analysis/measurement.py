"""Measures for comparing searches of one position: CPU times, and numbers of leaves of minimax and of alpha-beta."""

import math
import statistics
from dataclasses import dataclass

from engine.core.evaluation import Evaluation
from engine.search.query import Query
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from engine.search.spec import Spec

MEASURED_SECONDS = 0.05
"""CPU time to measure in total, in seconds. A shorter search is repeated."""

MOST_NODES = 50_000_000
"""Maximum number of nodes visited to count leaves, which takes some seconds in compiled code."""


@dataclass(frozen=True)
class Measurement:
    """The CPU time of a search.

    Attributes:
        cpu_seconds: median of the CPU times of all runs, or 0 if the system's clock is too coarse to measure them.
        nodes: number of positions visited in each run.
        runs: number of runs, including the first.
    """

    cpu_seconds: float
    nodes: int
    runs: int

    @property
    def nodes_per_second(self) -> float | None:
        """The nodes per CPU second, or None if no time was measured."""
        return self.nodes / self.cpu_seconds if self.cpu_seconds > 0 else None


def measurement_object(time: Measurement | None) -> dict[str, object]:
    """Return the measurement of a search in a comparison as plain data.

    ``cpu_seconds`` is the median of the CPU times of all runs and replaces the field of the report. ``runs`` is the
    number of runs, including the first. ``nodes_per_second`` is the number of nodes per CPU second. Without a
    measurement, as for a plugin or an external engine, ``runs`` is 1 and ``nodes_per_second`` is None.
    """
    if time is None:
        return {"runs": 1, "nodes_per_second": None}
    return {"cpu_seconds": time.cpu_seconds, "runs": time.runs, "nodes_per_second": time.nodes_per_second}


def measure(query: Query, report: Report, stop: Stop, seconds: float = MEASURED_SECONDS) -> Measurement | None:
    """Return the CPU time of a finished search.

    The search is repeated until ``seconds`` are measured in total. Each repetition is a new search that visits
    the same nodes, because elapsed time does not limit it. It runs in the calling thread. If the clock is so coarse
    that the median is 0, the mean is returned.

    Args:
        query: the query that was answered.
        report: the last report of the query, whose search must have started from the beginning.
        stop: flag that ends the repetitions. An incomplete repetition is not counted.
        seconds: CPU time to measure in total.

    Returns:
        The measurement, or None for a plugin or an external engine, or if the report has no CPU time or no nodes.
    """
    spec = query.spec
    if not spec.is_own or report.cpu_seconds is None or not report.nodes:
        return None
    times = [report.cpu_seconds]
    # A limit of the nodes visited ends a search where a limit of time had ended the first.
    limit = Limit(depth=query.limit.depth, nodes=report.nodes)
    if report.cpu_seconds < seconds:
        # A search does not change its evaluation, whose tables can take longer to build than a short search.
        evaluation = spec.find_evaluation(query.position.game.name, query.evaluation)
    while sum(times) < seconds:
        search = spec.build(evaluation, query.seed)
        last = last_report(search.analyse(query.position, limit, stop, only=query.only))
        if stop.requested or last is None or last.cpu_seconds is None:
            break
        times.append(last.cpu_seconds)
    return Measurement(statistics.median(times) or statistics.fmean(times), report.nodes, len(times))


def count_leaves(query: Query, depth: int, stop: Stop, most: int = MOST_NODES) -> int | None:
    """Return the number of leaves of minimax at a depth, without evaluating them.

    The moves are those that the search of the query considers, which are all moves or only the likely moves. The report
    of a minimax search to this depth contains the same number.

    Args:
        query: the query, whose limit is not used.
        depth: depth of the tree, at least 1. If the tree ends before this depth, all of its leaves are counted.
        stop: flag that ends the count.
        most: maximum number of nodes to visit, including those of smaller depths.

    Returns:
        The number, or None if the count was stopped or reached ``most``.
    """
    spec = Spec.make("minimax", likely=query.spec.option("likely", True))
    search = spec.build(Evaluation(), query.seed)
    last = last_report(search.analyse(query.position, Limit(depth=depth, nodes=most), stop, only=query.only))
    if last is None or not (last.depth == depth or last.exhausted):
        return None
    return last.leaves


def mean_branching(leaves: int, depth: int) -> float:
    """Return the number of moves b at each node of a uniform tree with L leaves at depth d, which is b = L^(1/d)."""
    return float(leaves ** (1 / depth))


def least_leaves(leaves: int, depth: int) -> float:
    """Return the least number of leaves that alpha-beta visits in the uniform tree with ``leaves`` leaves at ``depth``.

    If the best move is first at every node, the number is b^⌈d/2⌉ + b^⌊d/2⌋ − 1. For other trees, this is an estimate.
    Source: D. Knuth and R. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), theorem 1.
    """
    b = mean_branching(leaves, depth)
    return float(b ** math.ceil(depth / 2) + b ** (depth // 2) - 1)
