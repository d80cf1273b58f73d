"""What is remembered of positions, and when asking again is pointless."""

import dataclasses

import pytest

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from studio.analysis.store import Findings, ReportStore


def report(depth: int, nodes: int, score: int | None = 0) -> Report:
    value = None if score is None else Score(score, Player.FIRST)
    return Report("negascout", depth, depth, value, 5, (5,), nodes, nodes, 0, 0, 0, 0, 0.1, False)


def query(text: str = "negascout", limit: Limit | None = None, rules: str = "", position: str = "") -> Query:
    game = find_game("cotoan").with_rules(rules)
    return Query(
        game.parse_position(position) if position else game.start(),
        Spec.parse(text),
        "material",
        limit or Limit(depth=3),
    )


def test_deepest_is_kept_and_each_depth_once() -> None:
    findings = Findings()
    for each in (report(1, 80), report(2, 400), report(2, 9_000)):
        findings.add(each)
    # What a stopped depth spent belongs to no depth: work goes on from the report of the completed one.
    assert findings.deepest == report(2, 400)
    assert findings.last == report(2, 9_000)
    findings.add(report(1, 80))
    assert findings.last == report(2, 9_000)


def test_report_without_score_is_no_place_to_go_on_from() -> None:
    findings = Findings()
    findings.add(report(0, 1, None))
    assert findings.deepest is None
    assert findings.last is not None


@pytest.mark.parametrize(
    ("limit", "spent", "answers"),
    [
        (Limit(depth=2), None, True),
        (Limit(depth=3), None, False),
        (Limit(nodes=500), None, False),
        (Limit(nodes=500), Limit(nodes=500), True),
        (Limit(nodes=900), Limit(nodes=500), False),
        (Limit(depth=2, nodes=500), None, False),
    ],
)
def test_when_asking_again_is_pointless(limit: Limit, spent: Limit | None, answers: bool) -> None:
    findings = Findings(spent=spent)
    findings.add(report(2, 400))
    assert findings.answers(limit) is answers


def test_key_distinguishes_questions() -> None:
    start = "b9b8b7b6b5b4b3b2b1/4b04/9/9/9/9/9/9/9/4r04/r1r2r3r4r5r6r7r8r9 r 0 0 {} 1"
    base = query()
    same = dataclasses.replace(base, limit=Limit(nodes=7))
    assert ReportStore.key(base) == ReportStore.key(same)
    others = [
        query("negascout:ordering=on"), query("alphabeta"), query(rules="target=20"), query(position=start.format(40)),
        dataclasses.replace(base, seed=1), dataclasses.replace(base, evaluation="material_safety"),
    ]  # fmt: skip
    keys = {ReportStore.key(each) for each in [base, *others]}
    assert len(keys) == len(others) + 1


def test_least_recently_used_goes() -> None:
    store = ReportStore(most=2)
    first, second, third = query(), query("alphabeta"), query("minimax")
    store.add(first, report(1, 1))
    store.add(second, report(1, 1))
    store.find(first)
    store.add(third, report(1, 1))
    assert [store.find(each) is not None for each in (first, second, third)] == [True, False, True]


def test_the_deepest_report_of_a_search_without_depths_is_the_last_one() -> None:
    findings = Findings()
    for nodes in (400, 5000):
        findings.add(report(0, nodes))
    assert findings.deepest is findings.last and findings.last is not None and findings.last.nodes == 5000
    findings.add(report(2, 6000))
    findings.add(report(2, 7000))
    assert findings.deepest is not None and findings.deepest.nodes == 6000
