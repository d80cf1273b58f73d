"""The figures of a comparison: CPU time of short searches, leaves of minimax, least leaves of alpha-beta."""

import itertools
import time
from dataclasses import replace
from pathlib import Path

import pytest

import engine.analysis.measurement as measurement_module
from engine.analysis.measurement import count_leaves, least_leaves, mean_branching, measure
from engine.asking.external import EngineSpec
from engine.asking.plugin import PluginSpec
from engine.asking.query import answer
from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from engine.search.spec import AnySpec, Spec


def query_of(text: str, game: str = "cotoan", rules: str = "", **limit: float) -> Query:
    position = find_game(game).with_rules(rules).start()
    return Query(position, Spec.parse(text), "", Limit(**(limit or {"depth": 2})))  # type: ignore[arg-type]


def answered(query: Query) -> Report:
    last = last_report(answer(query))
    assert last is not None
    return last


class Clock:
    """A clock of CPU time that moves on by each of some steps in turn, at every second look."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, steps: list[float]) -> None:
        self.looks = 0
        self._now = 0.0
        self._steps = itertools.cycle(steps)
        monkeypatch.setattr(time, "thread_time", self._look)

    def _look(self) -> float:
        self.looks += 1
        if self.looks % 2 == 0:
            self._now += next(self._steps)
        return self._now


# --- CPU time ---------------------------------------------------------------------------------------------------------


def test_a_short_search_is_repeated_until_enough_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """10 ms, then runs of 4, 30 and 8 ms: the sum passes 50 ms with the third, and the median is 9 ms."""
    query = query_of("greedy")
    report = replace(answered(query), cpu_seconds=0.010)
    Clock(monkeypatch, [0.004, 0.030, 0.008])
    measured = measure(query, report, Stop())
    assert measured is not None
    assert (measured.runs, measured.nodes) == (4, report.nodes)
    assert measured.cpu_seconds == pytest.approx(0.009)
    assert measured.nodes_per_second == pytest.approx(report.nodes / 0.009)


def test_a_long_search_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    query = query_of("negascout")
    report = replace(answered(query), cpu_seconds=0.05)
    monkeypatch.setattr(Spec, "build", None)
    measured = measure(query, report, Stop())
    assert measured is not None and (measured.cpu_seconds, measured.runs) == (0.05, 1)


@pytest.mark.parametrize("limit", [{"depth": 2}, {"nodes": 777}, {"nodes": 88}, {"seconds": 1e-9}, {"depth": 99}])
@pytest.mark.parametrize("text", ["alphabeta", "negascout:ordering=on", "greedy", "threats"])
@pytest.mark.diagonal("text", "limit")
def test_each_repetition_is_the_same_search(
    text: str, limit: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where elapsed time or the user ended the first: limits are exact in nodes."""
    if limit == {"depth": 99}:
        query = query_of(text, "trees", **limit)
    else:
        query = query_of(text, **limit)
    report = answered(query)
    if not report.nodes:  # uncompiled, another process was stopped before it began
        assert measure(query, report, Stop()) is None
        return
    seen: list[Report | None] = []

    def spy(reports: object) -> Report | None:
        seen.append(last_report(reports))  # type: ignore[arg-type]
        return seen[-1]

    monkeypatch.setattr(measurement_module, "last_report", spy)
    Clock(monkeypatch, [0.02])
    assert measure(query, replace(report, cpu_seconds=0.02), Stop()) is not None
    assert len(seen) >= 1
    assert all(each is not None and each.same_as(report) for each in seen)


def test_a_stop_ends_the_repetitions() -> None:
    query = query_of("greedy")
    stop = Stop()
    report = replace(answered(query), cpu_seconds=0.001)
    stop.request()
    measured = measure(query, report, stop)
    assert measured is not None and (measured.cpu_seconds, measured.runs) == (0.001, 1)


def test_a_coarse_clock_gives_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs of three seem to take no time, as under a clock that ticks every 16 ms."""
    query = query_of("greedy")
    report = replace(answered(query), cpu_seconds=0.0)
    Clock(monkeypatch, [0.0, 0.016])
    measured = measure(query, report, Stop())
    assert measured is not None and measured.runs == 9
    assert measured.cpu_seconds == pytest.approx(4 * 0.016 / 9)


@pytest.mark.parametrize("spec", [PluginSpec(Path("a.py"), "a", "A"), EngineSpec("a", "a", (), "uci")])
def test_programs_of_others_are_not_measured(spec: AnySpec) -> None:
    query = query_of("greedy")
    report = answered(query)
    assert measure(replace(query, spec=spec), report, Stop()) is None
    assert measure(query, replace(report, cpu_seconds=None), Stop()) is None
    assert measure(query, replace(report, nodes=0), Stop()) is None


# --- leaves -----------------------------------------------------------------------------------------------------------


def test_trees_by_hand() -> None:
    """Two moves at each of two plies: four leaves, of which alpha-beta must see 2 + 2 − 1. Three moves: nine, and five.

    At the odd depth 3 with two moves each, the least is 2² + 2¹ − 1.
    """
    figures = {"two_or_eight": (2, 4, 2.0, 3.0), "cutoffs": (2, 9, 3.0, 5.0), "deep": (4, 6, 6**0.25, 0.0)}
    figures["four_plies"] = (4, 16, 2.0, 7.0)
    for tree, (depth, leaves, b, least) in figures.items():
        query = query_of("alphabeta", "trees", f"tree={tree}")
        assert count_leaves(query, depth, Stop()) == leaves
        assert mean_branching(leaves, depth) == pytest.approx(b)
        assert least == 0.0 or least_leaves(leaves, depth) == pytest.approx(least)
    assert least_leaves(8, 3) == pytest.approx(5.0)
    assert least_leaves(7, 1) == pytest.approx(7.0), "at depth 1 every move must be seen"


def test_the_count_is_that_of_minimax() -> None:
    for text, rules, game in (
        ("negascout:quiescence=on", "", "cotoan"),
        ("alphabeta:likely=off", "rows=9,columns=9", "caro"),
        ("alphabeta", "rows=9,columns=9", "caro"),
        ("minimax", "", "nim"),
    ):
        query = query_of(text, game, rules)
        likely = "likely=off" if "off" in text else ""
        for depth in (1, 2):
            base = replace(query, spec=Spec.parse(f"minimax:{likely}"), limit=Limit(depth=depth))
            assert count_leaves(query, depth, Stop()) == answered(base).leaves


def test_a_count_without_an_end_is_unknown() -> None:
    query = query_of("alphabeta")
    assert count_leaves(query, 3, Stop(), most=100_000) is None
    assert count_leaves(query, 2, Stop(), most=100_000) is not None
    stop = Stop()
    stop.request()
    assert count_leaves(query, 2, stop) is None
    some = replace(query, only=tuple(query.position.legal_moves()[:2]))
    assert count_leaves(some, 1, Stop()) == 2


def test_a_tree_that_ends_has_all_its_leaves() -> None:
    assert count_leaves(query_of("alphabeta", "trees"), 50, Stop()) == 4
