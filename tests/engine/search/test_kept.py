"""The search of a seat: its memory is kept from move to move, and reaches no other question, seat or thread."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import engine.asking.process as process
import engine.asking.query as query_module
from engine.analysis.measurement import measure
from engine.analysis.review import review_record
from engine.asking.query import answer
from engine.core.game import find_game
from engine.core.values import replace
from engine.records import edits
from engine.records.tree import ROOT, GameTree, Record
from engine.search.kept import KeptSearch
from engine.search.query import Query, Run
from engine.search.report import Limit, Report, last_report
from engine.search.search import Search, Stop
from engine.search.spec import Spec
from tests.engine.cli.command import run
from tests.engine.conftest import COMPILED

DEPTH = Limit(depth=2)
COUNTING = "counting"

in_process = pytest.mark.skipif(not COMPILED, reason="in slow mode, the search runs in a child process")


def analyse(
    kept: KeptSearch,
    text: str = COUNTING,
    game: str = "nim",
    rules: str = "",
    evaluation: str = "",
    seed: int = 0,
    after: Report | None = None,
    on_start: Callable[[Search], object] | None = None,
) -> Report:
    position = find_game(game).with_rules(rules).start()
    query = Query(position, Spec.parse(text), evaluation, DEPTH, seed)
    last = last_report(kept.analyse(query, Run(after=after, on_start=on_start)))
    assert last is not None
    return last


def test_memory_is_kept_until_it_is_forgotten(counting: Any) -> None:
    kept = KeptSearch()
    first, second = analyse(kept), analyse(kept)
    assert (first.nodes, second.nodes) == (1, 2)
    assert (first.continued, second.continued) == (False, True)
    kept.forget()
    third, fourth = analyse(kept), analyse(kept)
    assert (third.nodes, fourth.nodes) == (1, 2)
    assert third.same_as(first) and fourth.same_as(second)


def test_a_prepared_search_is_used_by_the_next_analysis_which_is_not_continued(counting: Any) -> None:
    position = find_game("nim")().start()
    query = Query(position, Spec.parse(COUNTING), "", DEPTH)
    kept, built = KeptSearch(), list[Search]()
    kept.prepare(query)
    assert analyse(kept, on_start=built.append).same_as(analyse(KeptSearch()))
    second = analyse(kept, on_start=built.append)
    kept.prepare(query)
    third = analyse(kept, on_start=built.append)
    assert built == [built[0]] * 3 and built[0].positions == [position], "prepared once, and then as it is"  # type: ignore[attr-defined]
    assert (second.nodes, third.nodes, third.continued) == (2, 3, True), "the memory of a game is kept"
    kept.forget()
    kept.prepare(query)
    assert not analyse(kept).continued
    assert KeptSearch().prepare(replace(query, spec=Spec.parse("minimax"))) is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("name", ["cotoan", "chess", "nim"])
def test_a_prepared_strong_search_gives_the_same_report(name: str) -> None:
    position = find_game(name)().start()
    kept = KeptSearch()
    kept.prepare(Query(position, Spec.parse("pvs"), "", DEPTH))
    assert analyse(kept, "pvs", name).same_as(analyse(KeptSearch(), "pvs", name))


def test_seats_share_nothing(counting: Any) -> None:
    kept, other = KeptSearch(), KeptSearch()
    assert [analyse(each).nodes for each in (kept, other, kept, kept, other)] == [1, 1, 2, 3, 2]


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "caro"}, {"rules": "misere=on"}, {"text": "counting:colour=1"}, {"evaluation": "other"}, {"seed": 1},
    ],
    ids=lambda changed: next(iter(changed)),
)  # fmt: skip
def test_another_kind_of_analysis_has_another_search(counting: Any, changed: dict[str, Any]) -> None:
    kept = KeptSearch()
    assert [analyse(kept).nodes, analyse(kept).nodes] == [1, 2]
    different = analyse(kept, **changed)
    assert (different.nodes, different.continued) == (1, False)
    assert analyse(kept, **changed).nodes == 2
    # The first search was replaced, so its memory does not return.
    assert analyse(kept).nodes == 1


@pytest.mark.parametrize("text", ["random", "negascout:vary=on", "greedy"])
@pytest.mark.parametrize("seed", [0, 5])
def test_an_algorithm_without_memory_is_built_for_every_analysis(text: str, seed: int) -> None:
    assert not Spec.parse(text).remembers
    kept = KeptSearch()
    searches: list[Search] = []
    evaluation = {"random": None}.get(text, "material")
    for _ in range(2):
        report = analyse(kept, text, "cotoan", evaluation=evaluation or "", seed=seed, on_start=searches.append)
        query = Query(find_game("cotoan")().start(), Spec.parse(text), evaluation or "", DEPTH, seed)
        expected = last_report(answer(query))
        assert expected is not None and report.same_as(expected) and not report.continued
    assert searches[0] is not searches[1]
    assert [each.seed for each in searches] == [seed, seed]


def test_only_an_algorithm_without_memory_continues_from_a_report(counting: Any) -> None:
    kept = KeptSearch()
    report = analyse(kept, "negamax", "cotoan")
    assert analyse(kept, "negamax", "cotoan", after=report).depth == 2
    one = last_report(
        kept.analyse(Query(find_game("cotoan")().start(), Spec.parse("negamax"), "", Limit(depth=1)), Run())
    )
    assert one is not None
    continued = analyse(kept, "negamax", "cotoan", after=one)
    assert continued.depth == 2 and continued.nodes == report.nodes
    # The memory is not in the report, so a search with memory would begin at depth 2 without it.
    assert analyse(kept, after=one).depth == 1


# --- threads ----------------------------------------------------------------------------------------------------------


def test_two_threads_never_use_a_search_at_once(counting: Any) -> None:
    kept = KeptSearch()
    counting.gate = threading.Event()
    found: list[Report] = []
    first, second = (threading.Thread(target=lambda: found.append(analyse(kept))) for _ in range(2))
    first.start()
    assert counting.entered.wait(20)
    # An analysis that is stopped while it waits ends without a report, although the first one has not ended.
    stop = Stop()
    stop.request()
    position = find_game("nim")().start()
    assert list(kept.analyse(Query(position, Spec.parse(COUNTING), "", DEPTH), Run(stop))) == []
    second.start()
    counting.gate.set()
    first.join(20)
    second.join(20)
    assert [each.nodes for each in found] == [1, 2]
    assert counting.overlaps == 0


@pytest.mark.parametrize("text", [COUNTING, "negascout"])
def test_an_analysis_within_another_one_is_refused(counting: Any, text: str) -> None:
    kept = KeptSearch()
    position = find_game("nim")().start()
    reports = kept.analyse(Query(position, Spec.parse(text), "", DEPTH), Run())
    next(reports)
    with pytest.raises(RuntimeError, match="in use"):
        analyse(kept, text)
    reports.close()
    analyse(kept, text)


def test_forgetting_during_an_analysis_affects_the_next_one(counting: Any) -> None:
    kept = KeptSearch()
    reports = kept.analyse(Query(find_game("nim")().start(), Spec.parse(COUNTING), "", DEPTH), Run())
    assert next(reports).nodes == 1
    kept.forget()
    assert list(reports) == []
    assert analyse(kept).nodes == 1


# --- questions --------------------------------------------------------------------------------------------------------


@in_process
def test_equal_questions_have_equal_reports(counting: Any) -> None:
    query = Query(find_game("nim")().start(), Spec.parse(COUNTING), "", DEPTH)
    kept = KeptSearch()
    first, second = (list(answer(query)) for _ in range(2))
    assert [each.nodes for each in (*first, *second)] == [1, 1]
    assert not any(each.continued for each in (*first, *second))
    assert [each.nodes for _ in range(2) for each in answer(query, Run(kept=kept))] == [1, 2]
    # A continued query would begin at the next depth, without the memory of the first one.
    assert [each.depth for each in answer(query, Run(after=first[0]))] == [1]


def test_every_measurement_has_a_new_search(counting: Any) -> None:
    query = Query(find_game("nim")().start(), Spec.parse(COUNTING), "", DEPTH)
    report = analyse(KeptSearch())
    measured = measure(query, report, Stop(), 0.004)
    assert measured is not None and measured.runs >= 3
    assert counting.counts() == [1] * measured.runs


@in_process
def test_a_review_forgets_before_every_position(counting: Any) -> None:
    game = find_game("nim")()
    tree = GameTree.start(game)
    moves = [game.parse_move(tree.position(ROOT), "c-1")]
    tree = edits.add_line(tree, ROOT, moves).apply(tree)
    spec = Spec.parse(COUNTING)
    review_record(Record({}, tree), [spec, spec], "", DEPTH)
    assert len(counting.counts()) >= 4 and set(counting.counts()) == {1}


@in_process
def test_commands_forget_before_every_question(counting: Any, capsys: pytest.CaptureFixture[str]) -> None:
    compared = run(capsys, "compare", "--game", "nim", "--algorithms", "counting;counting", "--depth", "1")
    assert [each["nodes"] for each in compared] == [1, 1]
    analysed = run(capsys, "analyse", "--game", "nim", "--algorithm", COUNTING, "--depth", "1")
    assert analysed["nodes"] == 1
    assert set(counting.counts()) == {1}


@pytest.mark.parametrize(("text", "continues"), [(COUNTING, False), ("negamax", True)])
def test_in_slow_mode_a_search_with_memory_begins_at_depth_one(
    counting: Any, monkeypatch: pytest.MonkeyPatch, text: str, continues: bool
) -> None:
    """The child process has no memory of the report from which it would continue."""
    found: list[Any] = []

    class Mute(process.Child):
        def __init__(self, request: Any, name: str) -> None:
            found.append(request["after"])

        def answers(self, stop: Stop, seconds: float | None = None) -> Iterator[Any]:
            yield from ()

        def close(self) -> None:
            pass

    monkeypatch.setattr(query_module, "slow_mode", lambda: True)
    monkeypatch.setattr(process, "Child", Mute)
    report = analyse(KeptSearch())
    query = Query(find_game("nim")().start(), Spec.parse(text), "", DEPTH)
    assert list(answer(query, Run(after=report))) == ([report] if continues and not report.final else [])
    assert found == [report.to_dict() if continues else None]
