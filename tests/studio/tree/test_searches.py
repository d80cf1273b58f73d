"""Recordings, comparisons and searches of the Tree workspace, performed when the test wants, and their sentences."""

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.tree.pair.comparer import Comparer
from studio.tree.recording import recorder
from studio.tree.recording.recorder import Recorded, TreeRecorder, Wanted, why_not
from studio.tree.recording.searches import DEPTH, NODES, Searches, has_depth
from studio.tree.views import notes
from tests.studio import driver
from tests.studio.tree.recorded import changed, recorded

ALPHABETA, MINIMAX, MCTS = Spec.parse("alphabeta"), Spec.parse("minimax"), Spec.parse("mcts")


@pytest.fixture
def parts(session: AnalysisSession) -> SimpleNamespace:
    script = driver.Script(session)
    made = TreeRecorder(session)
    return SimpleNamespace(script=script, recorder=made, session=session, comparer=Comparer(session, made))


def wanted(text: str = "alphabeta", depth: int = 1, **values: Any) -> Wanted:
    position = values.pop("position", find_game("tictactoe")().start())
    query = Query(position, Spec.parse(text), "", Limit(depth=depth), values.pop("seed", 0))
    return Wanted(query, **values)


def altered(asked: Wanted, **values: Any) -> Wanted:
    """Return the same wish with another query."""
    return dataclasses.replace(asked, query=dataclasses.replace(asked.query, **values))


# --- recordings -------------------------------------------------------------------------------------------------------


def played(*moves: str) -> Any:
    """The position of chess after some moves."""
    game = find_game("chess")()
    position = game.start()
    for text in moves:
        position = position.play(game.parse_move(position, text))
    return position


def test_a_tree_is_kept_for_its_search_only(parts: SimpleNamespace, qtbot: QtBot) -> None:
    """Each part of the search makes another tree: also the history, on which repetitions depend."""
    one = played("Nf3", "Nf6", "Ng1", "Ng8")
    other = played("Nc3", "Nc6", "Nb1", "Nb8")
    assert (one.key, one.counters) == (other.key, other.counters) and one.history != other.history
    asked = wanted(position=one)
    parts.recorder.record(asked)
    assert parts.recorder.is_running and parts.recorder.wanted is asked and parts.recorder.find(asked) is None
    with qtbot.waitSignal(parts.recorder.recorded) as heard, qtbot.waitSignal(parts.recorder.ended):
        parts.script.perform()
    assert not parts.recorder.is_running and parts.recorder.wanted is None
    found: Recorded = heard.args[0]
    assert found.wanted is asked and parts.recorder.find(wanted(position=one, ply=7)) is found
    variants = [
        {"position": other}, {"position": played("Nf3", "Nf6")}, {"spec": MINIMAX}, {"evaluation": "material"},
        {"limit": Limit(depth=2)}, {"limit": Limit(depth=1, nodes=9)}, {"seed": 1},
    ]  # fmt: skip
    for each in variants:
        assert parts.recorder.find(altered(asked, **each)) is None, each
    assert parts.recorder.find(dataclasses.replace(asked, report=found.report)) is found


def test_the_last_trees_used_are_kept(parts: SimpleNamespace) -> None:
    asked = [wanted(depth=1, seed=seed) for seed in range(recorder.MOST_KEPT + 2)]
    for each in asked[: recorder.MOST_KEPT]:
        parts.recorder.record(each)
        parts.script.perform()
    assert parts.recorder.find(asked[0]) is not None
    parts.recorder.record(asked[recorder.MOST_KEPT])
    parts.script.perform()
    kept = [parts.recorder.find(each) is not None for each in asked]
    assert kept == [True, False, *[True] * (recorder.MOST_KEPT - 1), False]


def test_a_recording_is_stopped_dropped_and_replaced(parts: SimpleNamespace, qtbot: QtBot) -> None:
    made, script = parts.recorder, parts.script
    made.stop()
    made.drop()
    assert not script.stopped and not script.dropped and made.depth == 0 and made.plies() == []
    made.record(wanted())
    first = made.number
    made.record(wanted(depth=2))
    assert script.dropped == [first] and made.number != first and made.opening == -1
    made.stop()
    assert script.stopped == [made.number] and made.is_running
    with qtbot.waitSignal(made.ended):
        made.drop()
    assert not made.is_running and not script.tasks
    # Results of others are not taken.
    with qtbot.assertNotEmitted(made.recorded), qtbot.assertNotEmitted(made.failed):
        parts.session.returned.emit(3, recorded("cuts"))
        parts.session.failed.emit(3, "other")
        parts.session.finished.emit(3)
    made.record(altered(wanted(), spec=EngineSpec("strong", "none")))
    with qtbot.waitSignal(made.failed) as failed, qtbot.assertNotEmitted(made.recorded):
        script.perform()
    assert failed.args == ["strong does not show its tree."] and not made.is_running


@pytest.mark.parametrize(("usual", "least", "capacity"), [(None, 0, recorder.CAPACITY), (50, 0, 50), (50, 80, 80)])
def test_the_capacity_of_a_recording(
    parts: SimpleNamespace, qtbot: QtBot, usual: int | None, least: int, capacity: int
) -> None:
    parts.recorder.capacity = usual
    parts.recorder.record(wanted("minimax", 2), least)
    with qtbot.waitSignal(parts.recorder.recorded) as heard:
        parts.script.perform()
    assert heard.args[0].capacity == capacity
    assert (len(heard.args[0].tree) <= capacity) and heard.args[0].tree.is_complete == (capacity > 82)


def test_a_node_is_opened_by_repeating_the_search(parts: SimpleNamespace, qtbot: QtBot) -> None:
    found = recorded("every", 30)
    node = next(each for each in range(len(found.tree)) if found.tree.is_trimmed(each))
    parts.recorder.open(changed(found, query=None), node)
    assert not parts.recorder.is_running
    parts.recorder.open(found, node)
    serial = found.tree.number("serial", node)
    assert parts.recorder.opening == serial and parts.recorder.wanted is found.wanted
    with qtbot.waitSignal(parts.recorder.opened) as heard, qtbot.assertNotEmitted(parts.recorder.recorded):
        parts.script.perform()
    larger, which = heard.args
    assert which == serial and len(larger.tree) > len(found.tree) and parts.recorder.opening == -1
    assert parts.recorder.find(found.wanted) is larger and larger.report is found.report
    parts.recorder.open(found, node)
    parts.recorder.stop()
    with qtbot.waitSignal(parts.recorder.failed) as failed:
        parts.script.perform()
    assert failed.args[0] and not parts.recorder.is_running


@pytest.mark.parametrize(
    ("report", "same", "doubt"),
    [
        ({}, True, ""), ({"depth": 2}, None, ""), ({"iteration_nodes": 1}, False, recorder.NO_REPEAT),
        ({"score": Score(77, Player.FIRST)}, False, recorder.NO_REPEAT), ({"pv": ()}, False, recorder.NO_REPEAT),
        ({"iteration_nodes": 1, "continued": True}, False, recorder.MEMORY), (None, None, ""),
    ],
)  # fmt: skip
def test_the_tree_of_a_row_is_compared_with_its_report(report: Any, same: bool | None, doubt: str) -> None:
    for name in ("cuts", "again"):
        found = recorded(name)
        card = None if report is None else replace(found.report, **report)
        made = changed(found, wanted=dataclasses.replace(found.wanted, report=card))
        assert (made.is_same, made.doubt) == (same, doubt)
        words = {True: "✓ same as the row at depth 3", False: "✗ differs from the row at depth 3", None: ""}[same]
        assert notes.same_text(made) == words
    no_depth = changed(made, {"depth": 0}, report=replace(found.report, depth=0))
    assert notes.same_text(no_depth) == ""


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [("alphabeta", "tictactoe", ""), ("mcts", "tictactoe", ""), ("pn", "tictactoe", ""), ("greedy", "tictactoe", ""),
     ("random", "tictactoe", "Random does not keep a tree."), ("threats", "caro", "")],
)  # fmt: skip
def test_why_a_tree_cannot_be_recorded(text: str, game: str, words: str) -> None:
    position = find_game(game)().start()
    spec = Spec.parse(text)
    reason = why_not(Wanted(Query(position, spec, "", Limit(depth=1))))
    assert reason == words or (bool(words) and "does not keep a tree" in reason)
    over = position
    while over.has_legal_move():
        over = over.play(over.legal_moves()[0])
    assert words or why_not(Wanted(Query(over, spec, "", Limit(depth=1)))).startswith("There is no legal move")
    engine = Wanted(Query(position, EngineSpec("strong", "none"), "", Limit(depth=1)))
    assert why_not(engine).startswith("strong is an external engine")


# --- which search -----------------------------------------------------------------------------------------------------


def test_the_search_of_an_algorithm_at_the_cursor(session: AnalysisSession, document: Document) -> None:
    searches, choice = Searches(document, session), session.choice
    choice.set_budget(Budget("nodes", 777))
    script = driver.Script(session)
    made = searches.of_spec(ALPHABETA, 0)
    assert (made.query.spec, made.query.limit, made.report, made.ply) == (
        ALPHABETA,
        Limit(depth=DEPTH, nodes=NODES),
        None,
        8,
    )
    assert made.query.position == document.position
    assert searches.of_spec(MCTS, 0).query.limit == Limit(nodes=777)
    assert searches.of_spec(ALPHABETA, 2).query.limit == Limit(depth=2)
    # The depth that the analysis reached, with the report of the depth that is asked for.
    (query,) = choice.queries(document.position, specs=[ALPHABETA])
    (number,) = session.start([query])
    reports = [driver.report(query, Score(depth, document.position.turn), depth=depth) for depth in (1, 2, 3)]
    script.answer(number, *reports)
    for depth, limit, report in ((0, 3, 3), (2, 2, 2), (3, 3, 3), (5, 5, 3)):
        made = searches.of_spec(ALPHABETA, depth)
        assert made.query.limit == Limit(depth=limit) and made.report.depth == report
    choice.set_budget(Budget("depth", 6))
    assert searches.of_spec(MCTS, 0).query.limit == searches.of_spec(MINIMAX, 0).query.limit == Limit(depth=6)
    choice.set_budget(Budget("seconds", 2))
    assert searches.of_spec(MCTS, 0).query.limit == Limit(nodes=NODES)
    assert searches.default().query.spec == choice.reference_spec
    # The same search elsewhere.
    here = searches.of_spec(ALPHABETA, 2)
    assert searches.moved_here(here) is here and searches.moved_here(None).query.spec == choice.reference_spec
    document.back()
    moved = searches.moved_here(here)
    assert (moved.query.position, moved.ply, moved.query.limit) == (document.position, 7, Limit(depth=2))


@pytest.mark.parametrize(
    ("limit", "depth", "expected"),
    [
        (Limit(depth=5), None, Limit(depth=5)), (Limit(depth=5), 3, Limit(depth=3)),
        (Limit(nodes=9), None, Limit(nodes=9)),
        (Limit(seconds=1.0), None, Limit(depth=DEPTH, nodes=NODES)), (Limit(seconds=1.0), 4, Limit(depth=4)),
        (Limit(depth=5), 0, Limit(depth=5)), (Limit(seconds=2.0, aim=1.0), None, Limit(depth=DEPTH, nodes=NODES)),
    ],
)  # fmt: skip
def test_the_search_of_a_query(
    session: AnalysisSession, document: Document, limit: Limit, depth: int | None, expected: Limit
) -> None:
    (query,) = session.choice.queries(document.position, specs=[ALPHABETA])
    query = dataclasses.replace(query, limit=limit, seed=5)
    report = None if depth is None else driver.report(query, Score(1, Player.FIRST), depth=depth)
    made = Searches(document, session).of_query(query, report, 8)
    assert (made.query.limit, made.report, made.ply, made.query.seed, made.query.spec) == (
        expected,
        report,
        8,
        5,
        ALPHABETA,
    )


def test_algorithms_with_depths() -> None:
    found = {text: has_depth(Spec.parse(text)) for text in ("alphabeta", "pvs", "mcts", "pn", "greedy")}
    assert found == {"alphabeta": True, "pvs": True, "mcts": False, "pn": False, "greedy": False}
    assert not has_depth(EngineSpec("strong", "none"))


# --- comparisons ------------------------------------------------------------------------------------------------------


def test_the_larger_tree_is_on_the_left(parts: SimpleNamespace, qtbot: QtBot) -> None:
    large, small = recorded("every"), recorded("shallow")
    for one, other in ((large, small), (small, large)):
        parts.comparer.pair(one, other)
        with qtbot.waitSignal(parts.comparer.compared) as heard:
            parts.script.perform()
        pairs, first, second = heard.args
        assert (first, second) == (large, small) and (pairs.first, pairs.second) == (large.tree, small.tree)
    parts.comparer.compare(small, large)
    parts.comparer.compare(large, small)
    assert len(parts.script.tasks) == 1 and parts.script.dropped
    parts.comparer.drop()
    assert not parts.script.tasks
    parts.comparer.pair(large, recorded("scout"))
    with qtbot.waitSignal(parts.comparer.failed) as failed, qtbot.assertNotEmitted(parts.comparer.compared):
        parts.script.perform()
    assert "different positions" in failed.args[0]


@pytest.mark.parametrize(
    ("facts", "limit"),
    [({}, Limit(depth=2)), ({"depth": 0, "limit_depth": 5}, Limit(depth=5)),
     ({"depth": 0, "limit_depth": None}, Limit(depth=2)),
     ({"depth": 0, "limit_depth": None, "limit_nodes": 44}, Limit(nodes=44)),
     ({"depth": 0, "limit_depth": 6, "limit_nodes": 44}, Limit(depth=6, nodes=44)),
     ({"limit_nodes": 44}, Limit(depth=2))],
)  # fmt: skip
def test_the_other_search_has_the_same_limit(parts: SimpleNamespace, facts: dict[str, Any], limit: Limit) -> None:
    found = changed(recorded("every"), {"seed": 3, **facts})
    parts.comparer.compare_with(found, ALPHABETA)
    asked = parts.recorder.wanted
    assert (asked.query.spec, asked.query.limit, asked.query.seed, asked.query.evaluation) == (ALPHABETA, limit, 3, "")
    assert asked.query.position == found.tree.position(0)


def test_a_missing_tree_is_recorded_and_compared_once(parts: SimpleNamespace, qtbot: QtBot) -> None:
    comparer, found = parts.comparer, recorded("every")
    comparer.compare_with(recorded("visits"), ALPHABETA)
    assert not parts.recorder.is_running, "only trees with windows are compared"
    comparer.compare_with(found, ALPHABETA)
    asked = parts.recorder.wanted
    other = changed(recorded("shallow"), wanted=asked)
    assert not comparer.takes(None, other) and not comparer.takes(found, other), "the first result decides"
    comparer.compare_with(found, ALPHABETA)
    other = changed(recorded("shallow"), wanted=parts.recorder.wanted)
    assert comparer.takes(found, other) and not comparer.takes(found, other)
    parts.script.perform()
    comparer.compare_with(found, ALPHABETA)
    assert not parts.recorder.is_running, "a tree recorded before is compared at once"
    with qtbot.waitSignal(comparer.compared):
        parts.script.perform()
    for forgets in (False, True):
        comparer.expect(wanted("minimax", 2))
        if forgets:
            comparer.forget_missing()
        comparer.compare_expected(found)
        assert parts.recorder.is_running != forgets
        parts.recorder.drop()
        comparer.forget_missing()
    comparer.expect(altered(wanted(), spec=EngineSpec("strong", "none")))
    with qtbot.waitSignal(comparer.failed) as failed:
        comparer.compare_expected(found)
    assert "external engine" in failed.args[0]


# --- sentences --------------------------------------------------------------------------------------------------------


def test_how_much_is_recorded() -> None:
    whole, part = recorded("every"), recorded("every", 30)
    here, there = whole.tree.position(0), whole.tree.position(1)
    facts, kept = part.tree.facts, len(part.tree)
    assert notes.count_text(whole) == f"{len(whole.tree)} nodes, all kept"
    assert notes.count_text(part) == f"{facts.nodes} nodes, complete to ply {facts.complete_to_ply}"
    assert notes.note_text(whole, here) == ""
    assert notes.note_text(whole, there) == "This is the tree of the position after ply 0."
    complete = sum(facts.by_ply[: facts.complete_to_ply + 1])
    shown = (
        f"{facts.nodes} nodes. Shown: all down to ply {facts.complete_to_ply} ({complete}); "
        f"those below ({facts.nodes - kept}) are "
    )
    assert notes.note_text(part, here) == shown + "counted and open on demand."
    stopped = changed(part, {"unrepeatable": "it was stopped before its limit"})
    assert notes.note_text(stopped, here) == (
        shown + "only counted.  This search does not repeat itself: it was stopped before its limit."
    )
    file = changed(part, query=None, file="a.kvtree", wanted=None)
    assert notes.note_text(file, there) == (
        "This tree is from the file a.kvtree: minimax, depth 2.  " + shown + "counted and are not in the file."
    )
    snapshot = changed(part, {"kind": "visits"})
    assert notes.note_text(snapshot, here) == (
        f"{facts.nodes} nodes, of which those down to ply {facts.complete_to_ply} ({complete}) are kept."
    )
    for values, words in (
        ({"algorithm": ""}, "This tree is from the file a.kvtree."),
        ({"depth": 0}, "This tree is from the file a.kvtree: minimax."),
    ):
        assert notes.note_text(changed(whole, values, file="a.kvtree", wanted=None), here) == words
    assert "names no search" in notes.not_in_file_text(file)
    assert "does not repeat itself: it was stopped" in notes.not_in_file_text(
        changed(file, {"unrepeatable": "it was stopped"})
    )


def test_titles_of_trees() -> None:
    assert notes.title_with_depth(recorded("every")) == "Minimax · depth 2"
    quiet = notes.title_with_depth(recorded("quiet"))
    assert quiet.startswith("NegaScout · ") and quiet.endswith(" · depth 2") and len(quiet.split(" · ")) >= 3
    assert notes.title_with_depth(changed(recorded("every"), {"depth": 0})) == "Minimax"
    assert recorded("every").title == "Minimax"
    assert changed(recorded("every"), file="a.kvtree", wanted=None).title == "a.kvtree"
    assert changed(recorded("every"), file="a.kvtree").title == "a.kvtree"
