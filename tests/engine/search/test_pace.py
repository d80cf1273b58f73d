"""A search with a clock running ends where one more depth would be lost."""

import itertools

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search import search as search_module
from engine.search.pace import Pace
from engine.search.report import Limit, last_report
from engine.search.search import Spec, Stop, algorithms


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
    """Each look at the clock is so many seconds after the last."""
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
