"""Figures of merit: small numbers worked out by hand."""

import pytest

from engine.core.language import set_language
from engine.core.outcome import Player
from engine.core.score import Score
from engine.search.report import Report
from engine.search.spec import Spec
from studio.analysis import figures
from studio.analysis.store import Findings


def findings(*scores: int, nodes: int = 100) -> Findings:
    """Depth 1, 2 … with these scores."""
    made = Findings()
    for depth, score in enumerate(scores, 1):
        made.add(
            Report(
                "x", depth, depth, Score(score, Player.FIRST), 1, (1,), nodes * depth, nodes, 60, 0, 10, 0, 0.5, False
            )
        )
    return made


def specs(*texts: str) -> list[figures.AnySpec]:
    return [Spec.parse(text) for text in texts]


def test_ladder_compares_at_the_greatest_depth_that_all_completed() -> None:
    verdicts = figures.ladder(
        specs("minimax", "alphabeta", "negascout"), [findings(1, 2), findings(1, 2, 3, 9), findings(1, 2, 3)]
    )
    assert [(verdict.depth, verdict.agrees) for verdict in verdicts if verdict] == [(2, True)] * 3
    assert verdicts[1] is not None
    assert [(index, score.value) for index, score in verdicts[1].found] == [(0, 2), (1, 2), (2, 2)]


def test_ladder_reports_the_least_depth_that_differs_although_all_agree_at_a_lower_one() -> None:
    verdicts = figures.ladder(
        specs("minimax", "alphabeta", "negascout"), [findings(1, 2), findings(1, 2, 3, 9), findings(1, 2, 4, 8)]
    )
    assert [(verdict.depth, verdict.agrees) for verdict in verdicts if verdict] == [(2, True), (3, False), (3, False)]
    assert verdicts[2] is not None and verdicts[2].other is not None
    assert (verdicts[2].own.value, verdicts[2].other.value) == (4, 3)


def test_ladder_shows_the_two_values() -> None:
    verdicts = figures.ladder(specs("minimax", "negamax"), [findings(1, 7), findings(1, 5)])
    assert [(verdict.own.value, verdict.other.value) for verdict in verdicts if verdict and verdict.other] == [
        (7, 5),
        (5, 7),
    ]


def test_ladder_has_only_sound_searches_of_equal_quiescence() -> None:
    texts = ("greedy", "random", "minimax", "alphabeta:quiescence=on", "negascout:quiescence=on,quiescence_depth=4")
    assert figures.ladder(specs(*texts), [findings(1)] * 5) == [None] * 5
    # The depth of a quiescence that is off means nothing.
    verdicts = figures.ladder(specs("minimax", "alphabeta:quiescence_depth=4,ordering=on"), [findings(1)] * 2)
    assert all(verdict is not None and verdict.agrees for verdict in verdicts)


def test_ladder_waits_for_reports() -> None:
    assert figures.ladder(specs("minimax", "negamax"), [findings(1), None]) == [None, None]
    assert figures.ladder(specs("minimax", "negamax"), [findings(1), Findings()]) == [None, None]


def test_effective_branching_factor() -> None:
    # Russell and Norvig: a solution at depth 5 with 52 nodes generated has b* = 1.92.
    assert figures.effective_branching(53, 5) == pytest.approx(1.92, abs=0.005)
    assert figures.effective_branching(1 + 10 + 100 + 1000, 3) == pytest.approx(10)
    assert figures.effective_branching(88, 1) == pytest.approx(87)
    assert figures.effective_branching(1, 0) is None
    # A forced line to the greatest depth: 1250^100 is no number.
    b = figures.effective_branching(2500, 100)
    assert b is not None
    assert sum(b**k for k in range(1, 101)) == pytest.approx(2499)


def test_cut_share_leaves_leaves_out() -> None:
    report = findings(0).last
    assert report is not None
    assert figures.cut_share(report, quiescence=False) == pytest.approx(10 / 40)
    assert figures.cut_share(report, quiescence=True) == pytest.approx(10 / 100)


def test_share_of_minimax_at_the_common_depth() -> None:
    assert figures.share_of(findings(0, 0, nodes=5), findings(0, 0, 0, nodes=100)) == (2, 0.05)
    assert figures.share_of(findings(0), Findings()) is None


def test_base_is_the_minimax_with_the_same_quiescence() -> None:
    chosen = specs("minimax", "minimax:quiescence=on", "alphabeta:quiescence=on", "greedy")
    found = [findings(1), findings(2), findings(3), findings(4)]
    assert figures.base_of(chosen, found, 2) is found[1]
    assert figures.base_of(chosen, found, 3) is found[0]
    assert figures.base_of(chosen[2:], found[2:], 0) is None


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0"), (987, "987"), (999.6, "1.00k"), (1000, "1.00k"), (41_203, "41.2k"), (200_000, "200k"),
     (999_960, "1.00M"), (3_049_000, "3.05M"), (12_345_678_901, "12.3G")],
)  # fmt: skip
def test_compact(count: float, text: str) -> None:
    assert figures.compact(count) == text


def test_texts() -> None:
    assert figures.grouped(812344) == "812\u2009344"
    assert [figures.percent(each) for each in (None, 1, 0.051, 0.78, 0.0004)] == [
        "—", "100\u202f%", "5.1\u202f%", "78\u202f%", "0.04\u202f%",
    ]  # fmt: skip
    assert [figures.duration(each) for each in (0.0031, 0.25, 3.14, 125)] == [
        "3.1\u202fms", "250\u202fms", "3.1\u202fs", "2:05",
    ]  # fmt: skip
    set_language("vi")
    assert figures.compact(41_203) == "41,2k"


def test_closeness_orders_arrows() -> None:
    weights = figures.closeness({0: 7, 1: 7, 2: -3, 3: 2}, 7)
    assert weights[0] == weights[1] == 1
    assert weights[0] > weights[3] > weights[2] >= 0.35


@pytest.mark.parametrize(
    ("depth", "seldepth", "unfinished", "text"),
    [(4, 4, False, "4"), (4, 12, False, "4/12"), (4, 12, True, "4+/12"), (0, 1, True, "0+/1"), (0, 9, False, "")],
)
def test_the_depth_shows_whether_the_next_one_was_interrupted(
    depth: int, seldepth: int, unfinished: bool, text: str
) -> None:
    report = Report(
        "pvs", depth, seldepth, Score(5, Player.FIRST), 1, (1,), 9, 4, 3, 2, 1, 0, 0.5, True, unfinished=unfinished
    )  # fmt: skip
    assert figures.depth_text(report) == text
