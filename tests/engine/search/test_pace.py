"""A search with a clock running ends where one more depth would be lost."""

import itertools
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search import pace as pace_module
from engine.search import search as search_module
from engine.search.pace import LEAST_FACTOR, MOST_FACTOR, Pace, Steadiness, time_factor
from engine.search.report import Limit, last_report
from engine.search.search import Stop, algorithms
from engine.search.spec import Spec
from engine.search.trace import Trace
from tests.engine.conftest import deep
from tests.engine.search.test_ladder import committed


@pytest.mark.parametrize(
    ("depths", "ended"),
    [
        # (nodes, seconds) of each depth; the depth it should end with; aim 1 s, most 3 s.
        ([(20, 0.1), (80, 0.3), (320, 1.2), (1280, 4.0)], 3),  # past the aim
        ([(20, 0.1), (80, 0.3), (320, 0.7), (640, 1.6)], 4),  # the fourth would take some 0.4 · 4 = 1.6 s: it fits
        ([(20, 0.01), (200, 0.1), (2000, 0.9), (20_000, 9.0)], 3),  # the fourth would take some 0.8 · 10 s
        ([(20, 0.01), (600, 0.1), (1200, 0.15), (40_000, 3.1)], 4),  # 20 → 1200 nodes: a growth of 7.7 each, not of 2
        ([(20, 0.01), (600, 0.1), (1200, 0.5), (40_000, 3.1)], 3),  # the same, but 0.4 · 7.7 s is too much
        ([(9, 0.5), (9, 0.7), (9, 0.9), (9, 0.99), (9, 1.0)], 5),  # a tree that does not grow
    ],
)
def test_when_it_ends(depths: list[tuple[int, float]], ended: int) -> None:
    pace = Pace(1.0, 3.0)
    answers = [pace.is_enough(nodes, seconds) for nodes, seconds in depths[:ended]]
    assert answers == [False] * (ended - 1) + [True]


def test_times_can_count_from_a_later_moment() -> None:
    pace = Pace(None, None)
    assert not pace.is_enough(20, 5.0) and not pace.is_enough(400, 1e9)
    pace.set_times(1.0, 3.0, 10.0)
    assert not pace.is_enough(20, 10.4)
    assert pace.is_enough(20, 11.0)


def _clock_of(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Each look at the clock is the given seconds after the last."""
    ticks = itertools.count()
    monkeypatch.setattr(search_module.time, "perf_counter", lambda: next(ticks) * seconds)


# Threats end at once here, as they need a line to make.
DEEPENING = [name for name, known in algorithms().items() if known.deepens and name != "threats"]


@pytest.mark.parametrize("name", DEEPENING)
def test_it_ends_with_a_whole_depth(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is ours: one look at the beginning, one after each depth, so every depth takes 0.4 s."""
    position = find_game("cotoan")().start()
    search = Spec.parse(name).build(find_evaluation("cotoan"), 0)
    _clock_of(monkeypatch, 0.4)
    reports = list(search.analyse(position, Limit(seconds=1e6, aim=1.0), Stop()))
    assert [each.depth for each in reports] == [1, 2, 3]
    assert [each.final for each in reports] == [False, False, True]
    assert reports[-1].seconds == pytest.approx(1.2)


@pytest.mark.parametrize("name", ["negascout", "pvs"])
def test_the_aim_counts_from_the_moment_when_the_search_is_hastened(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every depth takes a second of our clock; the search is hastened just before depth 2 ends."""
    position = find_game("cotoan")().start()
    search = Spec.parse(name).build(find_evaluation("cotoan"), 0)
    stop = Stop()
    _clock_of(monkeypatch, 1.0)
    reports = search.analyse(position, Limit(depth=100), stop)
    assert next(reports).depth == 1
    stop.hasten(Limit(seconds=1e6, aim=1.0))
    assert [(each.depth, each.final) for each in reports] == [(2, False), (3, True)]


def test_a_hastened_search_gets_the_rest_of_the_time_after_the_depth_under_way() -> None:
    stop = Stop()
    stop.hasten(Limit(seconds=1e6, aim=1e-9))
    assert stop.requested
    stop.use_all_time()
    assert not stop.requested
    stop.request()
    assert stop.requested


def test_what_cannot_deepen_ends_at_the_aim() -> None:
    assert Limit(nodes=5, seconds=3.0, aim=1.0).without_aim() == Limit(nodes=5, seconds=1.0)
    assert Limit(seconds=3.0).without_aim() == Limit(seconds=3.0)


@pytest.mark.parametrize(
    "limit", [{"seconds": 1.0, "aim": 2.0}, {"seconds": 1.0, "aim": 0.0}, {"depth": 3, "aim": 1.0}]
)
def test_an_aim_lies_within_the_seconds(limit: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="aim is"):
        Limit(**limit)  # type: ignore[arg-type]


def test_without_an_aim_all_of_the_time_is_used() -> None:
    position = find_game("cotoan")().start()
    search = Spec.parse("alphabeta").build(find_evaluation("cotoan"), 0)
    last = last_report(search.analyse(position, Limit(nodes=5000, seconds=1e6), Stop()))
    assert last is not None and last.nodes == 5000


# --- the factor of the aim --------------------------------------------------------------------------------------------

STEADY = "pvs:steady_time=on"
CHANGES = (0.0, 0.25, 0.5, 1.0, 1.5, 1.99)
FALLS = (-3.0, -0.1, 0.0, 0.05, 0.2, 1.0, 50.0)
SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)


def test_the_factor_follows_each_fact_and_is_bounded() -> None:
    for changes, fall, share in itertools.product(CHANGES, FALLS, (*SHARES, None)):
        assert LEAST_FACTOR <= time_factor(changes, fall, share) <= MOST_FACTOR
    for fall, share in itertools.product(FALLS, SHARES):
        factors = [time_factor(changes, fall, share) for changes in CHANGES]
        assert factors == sorted(factors)
    for changes, share in itertools.product(CHANGES, SHARES):
        factors = [time_factor(changes, fall, share) for fall in FALLS]
        assert factors == sorted(factors)
    for changes, fall in itertools.product(CHANGES, FALLS):
        factors = [time_factor(changes, fall, share) for share in SHARES]
        assert factors == sorted(factors, reverse=True)


def test_each_fact_alone_changes_the_factor() -> None:
    assert time_factor(0.0, 0.0, 0.5) < 1.0 < time_factor(1.0, 0.0, 0.5)
    assert time_factor(0.2, -0.2, 0.5) < time_factor(0.2, 0.0, 0.5) < time_factor(0.2, 0.2, 0.5)
    assert time_factor(0.2, 0.0, 0.5) == pytest.approx(1.0)
    assert time_factor(0.2, 0.0, 0.9) < time_factor(0.2, 0.0, 0.5) < time_factor(0.2, 0.0, 0.1)
    assert time_factor(1.99, 1.0, 0.0) == MOST_FACTOR and time_factor(0.0, -1.0, 1.0) < 0.6


def test_changes_of_the_best_move_count_less_with_each_depth() -> None:
    steadiness = Steadiness(0)
    found = [steadiness.factor_after(move, 0, None) for move in (5, 5, 7, 7, 7, 5)]
    assert found == [time_factor(changes, 0.0, None) for changes in (0, 0, 1, 0.5, 0.25, 1.125)]


def test_the_score_is_compared_with_the_mean_of_two_depths() -> None:
    steadiness = Steadiness(200)
    found = [steadiness.factor_after(5, value, 0.5) for value in (40, 20, 10, 45)]
    assert found == [time_factor(0, fall, 0.5) for fall in (0, 20 / 200, 20 / 200, -30 / 200)]
    steadiness = Steadiness(0)
    assert len({steadiness.factor_after(5, value, 0.5) for value in (40, -900, 10)}) == 1


def test_the_maximum_time_is_kept() -> None:
    """However unsteady, a search does not begin a depth that it cannot complete, and does not go on at its limit."""
    assert [Pace(1.0, 3.0).is_enough(1, seconds, 2.2) for seconds in (1.4, 1.6, 2.2)] == [False, True, True]
    pace = Pace(1.0, 1.5)
    assert [pace.is_enough(1, seconds, 2.2) for seconds in (0.7, 1.0, 1.2, 1.3, 1.5)] == [False] * 4 + [True]
    assert [Pace(1.0, 3.0).is_enough(1, 0.5, factor) for factor in (0.4, 0.6)] == [True, False]


@pytest.mark.parametrize(
    ("text", "factor", "depths"),
    [("negascout", 2.2, 3), ("pvs", 2.2, 3), (STEADY, 0.4, 1), (STEADY, 1.0, 3), (STEADY, 2.2, 6)],
)
def test_only_a_search_that_is_asked_to_multiplies_the_aim(
    text: str, factor: float, depths: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every depth takes 0.4 s of our clock."""
    monkeypatch.setattr(pace_module, "time_factor", lambda *facts: factor)
    search = Spec.parse(text).build(find_evaluation("cotoan"), 0)
    _clock_of(monkeypatch, 0.4)
    last = last_report(search.analyse(find_game("cotoan")().start(), Limit(seconds=1e6, aim=1.0), Stop()))
    assert last is not None and last.depth == depths


@deep
def test_the_facts_are_those_of_the_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the share of the nodes: it is that of the best move's branch in the trace of the last window."""
    facts: list[tuple[Any, ...]] = []
    monkeypatch.setattr(pace_module, "time_factor", lambda *values: facts.append(values) or 1.0)
    evaluation = find_evaluation("cotoan", "squares_and_lines")
    changed = 0.0
    for position in committed()[:3]:
        facts.clear()
        trace = Trace(400_000)
        search = Spec.parse(STEADY).build(evaluation, trace=trace)
        changes, before, values = 0.0, None, []
        for report in search.analyse(position, Limit(depth=6)):
            nodes = trace.nodes()
            inside = [False] * len(nodes)
            for index, node in enumerate(nodes[1:], 1):
                inside[index] = node.move == report.move if node.parent == 0 else inside[node.parent]
            assert trace.missed == 0 and report.score is not None
            changes = changes / 2 + (before is not None and before != report.move)
            fall = sum(values[-2:]) / len(values[-2:]) - report.score.value if values else 0.0
            scale = type(evaluation).scale_for(evaluation.parameters)
            assert facts[-1] == pytest.approx((changes, fall / scale if scale else 0.0, sum(inside) / len(nodes)))
            before = report.move
            values.append(report.score.value)
            changed += changes
        assert len(facts) == 6
    assert changed > 0


@deep
def test_a_single_move_gets_all_nodes_and_several_lines_have_no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    facts: list[tuple[Any, ...]] = []
    monkeypatch.setattr(pace_module, "time_factor", lambda *values: facts.append(values) or 1.0)
    position = find_game("cotoan")().start()  # no move loses by force
    for text, only in ((STEADY, position.legal_moves()[:1]), (f"{STEADY},lines=2", ())):
        search = Spec.parse(text).build(find_evaluation("cotoan"))
        assert last_report(search.analyse(position, Limit(depth=5), only=only)) is not None
        share = facts[-1][2]
        assert share is None if only == () else 0.9 < share < 1.0
