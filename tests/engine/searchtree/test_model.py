"""The model of a tree: structure, positions, fates, principal variation, folding, parts recorded later, statistics."""

from collections import Counter
from typing import Any

import numpy
import pytest

from engine.core.errors import SearchError
from engine.core.game import find_game
from engine.search.query import Query, Run
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.search.visit import Flag, Reason
from engine.searchtree.folding import RowKind
from engine.searchtree.model import PASS, SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import open_node, record
from tests.engine.conftest import COMPILED, deep, few, sampled
from tests.engine.searchtree.handmade import random_tree, search
from tests.engine.searchtree.recorded import recorded

ALGORITHMS = ("minimax", "alphabeta", "negascout:ordering=on,quiescence=on", "pvs", "mtdf", "threats", "greedy")


def query(text: str, game: str = "cotoan", depth: int = 3) -> Query:
    """A search of the start position."""
    return Query(find_game(game)().start(), Spec.parse(text), "", Limit(depth=depth))


def same(one: SearchTree, other: SearchTree) -> bool:
    return len(one) == len(other) and all((one.column(name) == other.column(name)).all() for name in one.columns)


@pytest.mark.parametrize("text", ALGORITHMS)
def test_structure(text: str) -> None:
    tree, report = record(query(text, "tictactoe"))
    assert tree.is_complete and tree.roots == [0]
    assert tree.facts.nodes + tree.facts.elsewhere == report.iteration_nodes
    parents = tree.column("parent").tolist()
    children = Counter(parents)
    for node in range(len(tree)):
        below = tree.children(node)
        assert [parents[each] for each in below] == [node] * len(below) and len(below) == children[node]
        assert tree.end(node) == node + tree.number("subtree", node)
        path = tree.path(node)
        assert path[0] == 0 and path[-1] == node
        assert [parents[each] for each in path] == [-1, *path[:-1]]
        assert tree.index_of(tree.number("serial", node)) == node
        assert not tree.is_trimmed(node)
    assert tree.index_of(len(tree)) is None and tree.follow([987]) is None


@pytest.mark.parametrize("text", ALGORITHMS)
@pytest.mark.parametrize("game", few(("chess", "cotoan", "tictactoe", "go"), ("tictactoe",)))
def test_positions_are_those_of_the_moves(text: str, game: str) -> None:
    tree = recorded(game, text)
    for node in range(0, len(tree), 7):
        position: Any = find_game(game)().start()
        for move in tree.line(node):
            position = position.after_pass() if move == PASS else position.play(move)
        assert tree.position(node) == position and tree.side(node) == position.side
        if node and not tree.is_same_position(node) and tree.number("move", node) != PASS:
            before = tree.position(tree.parent(node))
            assert before is not None
            assert before.game.parse_move(before, tree.move_text(node)) == tree.number("move", node)
            assert tree.follow(tree.line(node)) is not None


@pytest.mark.parametrize(
    "text", ["minimax", "alphabeta", "negamax", "negamax_alphabeta", "negascout", "pvs:preset=sound"]
)
@sampled(6, 100)
def test_the_principal_variation_is_that_of_the_report(text: str, count: int) -> None:
    for seed in range(count):
        from tests.engine.searchtree.handmade import at

        tree, report = record(Query(at(random_tree(seed)), Spec.parse(text), "", Limit(depth=8)))
        assert tuple(tree.number("move", node) for node in tree.pv[1:]) == report.pv
        assert report.score is not None and tree.number("value", 0) == report.score.value


@pytest.mark.parametrize("text", ALGORITHMS)
def test_bounds_and_fates(text: str) -> None:
    tree = recorded("cotoan", text)
    for node in range(0, len(tree), 1 + len(tree) // 2000):
        visit, (low, high) = tree.visit(node), tree.bounds(node)
        fate = tree.fate(node)
        assert (low is None) == (fate is Fate.LOW) and (high is None) == (fate is Fate.CUT)
        if fate is Fate.CUT and visit.reason is not Reason.MATE_DISTANCE:
            assert visit.value >= visit.beta
        elif fate is Fate.LOW:
            assert visit.value <= visit.alpha
        assert visit.is_null_window == (visit.beta - visit.alpha == 1)
        best = tree.best_child(node)
        if visit.reason in (Reason.CUTOFF, Reason.EXACT) and visit.tried and visit.depth > 0 and text != "threats":
            assert best is not None and tree.number("value", best) == -visit.value


@pytest.mark.parametrize("text", ALGORITHMS)
def test_rows_show_every_child_once_and_fold_no_important_one(text: str) -> None:
    tree, _ = record(query(text, "cotoan", 3 if COMPILED and text != "minimax" else 2), capacity=20_000)
    folded = 0
    for node in range(0, len(tree), 1 if len(tree) < 500 else len(tree) // 400):
        rows = tree.groups(node)
        ghosts = [row for row in rows if row.kind is RowKind.GHOSTS]
        assert [each for row in rows for each in row.nodes] == tree.children(node)
        assert tree.is_trimmed(node) or sum(row.visits for row in rows) == tree.number("subtree", node) - 1
        assert [row.moves for row in ghosts] == [tree.visit(node).never_tried] * len(ghosts) and ghosts == rows[
            -1:
        ] * len(ghosts)
        for row in rows:
            if row.kind is not RowKind.RUN:
                continue
            folded += 1
            alike = {(tree.number("reason", each), tree.fate(each)) for each in row.nodes}
            assert len(alike) == 1 and next(iter(alike))[0] == row.reason and row.moves == len(row.nodes) > 1
            replies = {tree.number("tried", each) for each in row.nodes}
            assert replies == {row.replies} if row.reason is Reason.CUTOFF else row.replies == 0
            assert not set(row.nodes) & set(tree.pv)
            assert not any(tree.is_again(each) or tree.is_probe(each) for each in row.nodes)
            assert not set(row.nodes) & set(tree.raises(node))
            if tree.number("reason", node) == Reason.CUTOFF:
                assert tree.children(node)[-1] not in row.nodes
        if folded and rows and rows[0].kind is RowKind.RUN:
            kept = rows[0].nodes[0]
            assert any(row.nodes == (kept,) for row in tree.groups(node, (kept,)))
    assert folded


def test_a_run_has_one_fate_and_its_cuts_one_number_of_replies() -> None:
    # Nodes that searched all their moves fold, however many these are.
    tree = recorded("cotoan", "minimax")
    rows = tree.groups(0)
    numbers = {tree.number("tried", each) for row in rows if row.kind is RowKind.RUN for each in row.nodes}
    assert len(rows) < 20 and len(numbers) > 5
    tree = recorded("cotoan", "alphabeta")
    runs = [row for row in tree.groups(0) if row.kind is RowKind.RUN]
    assert runs and all((row.replies > 0) == (row.reason is Reason.CUTOFF) for row in runs)
    assert all(tree.number("tried", each) == row.replies for row in runs if row.replies for each in row.nodes)


def test_moves_never_looked_at() -> None:
    tree = recorded("cotoan", "alphabeta", 3 if COMPILED else 2)
    seen = 0
    for node in range(len(tree)):
        if tree.number("reason", node) == Reason.CUTOFF:
            position = tree.position(node)
            assert position is not None
            looked_at = {tree.number("move", each) for each in tree.children(node)}
            assert tree.ghosts(node) == [move for move in position.legal_moves() if move not in looked_at]
            seen += len(tree.ghosts(node))
        if seen > 500:
            break
    assert seen


@pytest.mark.parametrize("text", ["minimax", "negascout:ordering=on", "pvs", "mtdf", "best_first"])
def test_a_trimmed_node_is_opened_by_repeating_the_search(text: str) -> None:
    """What is opened equals the record of everything; other nodes keep their serial numbers."""
    whole, _ = record(query(text, "tictactoe", 4))
    part, _ = record(query(text, "tictactoe", 4), capacity=max(2, len(whole) // 3))
    assert not part.is_complete and part.facts.complete_to_ply < whole.facts.complete_to_ply
    trimmed = [node for node in range(len(part)) if part.is_trimmed(node)]
    node = max(trimmed, key=lambda each: part.number("subtree", each))
    opened = open_node(part, node, query(text, "tictactoe", 4))
    serial, size = part.number("serial", node), part.number("subtree", node)
    place, there = opened.index_of(serial), whole.index_of(serial)
    assert place is not None and there is not None and opened.end(place) - place == size
    for name in whole.columns:
        if name != "parent":
            assert (opened.column(name)[place : place + size] == whole.column(name)[there : there + size]).all()
    for each in range(len(opened)):
        twin = whole.index_of(opened.number("serial", each))
        above, over = opened.parent(each), whole.parent(twin or 0)
        assert (above < 0) == (over < 0)
        assert above < 0 or opened.number("serial", above) == whole.number("serial", over)
    while True:  # opening all of them gives the whole tree
        trimmed = [each for each in range(len(opened)) if opened.is_trimmed(each)]
        if not trimmed or len(trimmed) > 40:
            break
        opened = open_node(opened, trimmed[0], query(text, "tictactoe", 4))
    assert trimmed or same(opened, whole)


def test_a_part_that_does_not_fit_is_complete_to_a_lower_ply() -> None:
    tree, _ = record(query("minimax", "tictactoe", 4), capacity=100)
    opened = open_node(tree, 1, query("minimax", "tictactoe", 4), capacity=100)
    assert len(tree) < len(opened) <= len(tree) + 99
    assert opened.children(1)


@pytest.mark.parametrize(
    ("text", "limit", "reason"),
    [
        ("alphabeta", Limit(seconds=0.05), "its limit is a time"),
        pytest.param("pvs:threads=2", Limit(depth=3), "it uses several threads", marks=deep),
    ],
)
def test_a_search_that_does_not_repeat_itself_reports_it(text: str, limit: Limit, reason: str) -> None:
    asked = Query(find_game("cotoan")().start(), Spec.parse(text), "", limit)
    tree, _ = record(asked, capacity=10)
    assert tree.facts.unrepeatable == reason
    with pytest.raises(SearchError, match=f"{reason}; search again with a limit of nodes or depth"):
        open_node(tree, 0, asked)


def test_a_search_that_was_stopped_does_not_repeat_itself() -> None:
    stop = Stop()
    seen = []
    run = Run(stop, on_start=lambda search: (seen.append(search), stop.hasten(Limit(nodes=50))))
    tree, _ = record(query("negamax", "cotoan", 3), run)
    assert tree.facts.unrepeatable and seen and tree.facts.depth < 3


def test_another_search_is_refused_when_a_node_is_opened() -> None:
    tree, _ = record(query("alphabeta", "tictactoe", 4), capacity=100)
    with pytest.raises(SearchError, match="did not repeat itself"):
        open_node(tree, 1, query("negamax", "tictactoe", 4))


@pytest.mark.parametrize("name", ["random", "ordered"])
def test_an_algorithm_without_a_tree_is_refused(name: str) -> None:
    with pytest.raises(SearchError, match=f"{name} has no tree to keep"):
        record(query(name))


def test_the_tree_of_a_limit_of_nodes_is_that_of_the_last_completed_depth() -> None:
    position = find_game("cotoan")().start()
    nodes = 9000 if COMPILED else 3000
    tree, report = record(Query(position, Spec.parse("alphabeta"), "", Limit(nodes=nodes)))
    expected, _ = record(Query(position, Spec.parse("alphabeta"), "", Limit(depth=report.depth)))
    assert tree.facts.depth == report.depth and same(tree, expected)


def test_finding_moves() -> None:
    tree = recorded("chess", "alphabeta")
    found = [*tree.find("Nf3")]
    assert found and {tree.move_text(node, "display") for node in found} == {"Nf3"}
    assert found == [*tree.find("g1f3")] and [*tree.find("nf3", found[0])] == found[1:]
    assert [*tree.find("  ")] == []


def test_statistics_do_not_depend_on_the_capacity() -> None:
    whole, part = (record(query("negascout", "cotoan", 2), capacity=each)[0].stats() for each in (100_000, 5))
    assert whole == part
    assert whole.nodes == sum(whole.by_ply) == sum(whole.by_reason.values())
    assert whole.cutoffs == whole.by_reason["cutoff"] == sum(whole.by_cut_rank)
    assert whole.branching is not None and 80 < whole.branching < 100
    assert whole.first_cuts is not None and 0 < whole.first_cuts < 1
    assert whole.effective_branching is not None
    total = sum(whole.effective_branching**ply for ply in range(len(whole.by_ply)))
    assert total == pytest.approx(whole.nodes)


def test_flags_and_columns_have_their_types() -> None:
    tree = search(random_tree(2), "negascout")
    assert tree.column("alpha").dtype == numpy.dtype("<i4") and tree.column("serial").dtype == numpy.dtype("<i4")
    assert any(tree.visit(node).flags & Flag.REPEATED for node in range(len(tree))) or tree.facts.repeated == 0
