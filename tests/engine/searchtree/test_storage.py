"""The visit that stored an entry of the table: it is the right one, and what it found is what the entry proves."""

from collections import Counter
from typing import Any

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.score import WIN_BOUND
from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import EARLIER_WRITER, UNKNOWN_WRITER, Flag, Reason
from engine.searchtree.columns import columns_of
from engine.searchtree.files import parse_tree, tree_bytes
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import open_node, record
from engine.searchtree.storage import StorageKind, storage
from tests.engine.conftest import COMPILED, deep, sampled
from tests.engine.searchtree.handmade import random_tree, search
from tests.engine.searchtree.recorded import recorded

SEARCHES = (
    ("tictactoe", "mtdf", 6),
    ("cotoan", "pvs", 4),
    ("tictactoe", "pvs:preset=sound,quiescence=off", 6),
    ("chess", "pvs", 6),
)[:: 1 if COMPILED else 2]


def query_of(game: str, spec: str, depth: int) -> Query:
    return Query(find_game(game)().start(), Spec.parse(spec), "", Limit(depth=depth))


def from_here(tree: SearchTree, node: int) -> int:
    """The value of a node, with a win or a loss counted from its position."""
    value, ply = tree.number("value", node), tree.number("ply", node)
    if abs(value) <= WIN_BOUND:
        return value
    return value + ply if value > 0 else value - ply


def depth_of(tree: SearchTree, node: int) -> int:
    """The depth that a node stores, which it changes if it is extended or shortened, or pruned by a capture."""
    visit = tree.visit(node)
    if visit.reason is Reason.PROBCUT:
        return visit.depth - 3
    return max(0, visit.depth + bool(visit.flags & Flag.EXTENDED) - bool(visit.flags & Flag.SHORTENED))


def check(tree: SearchTree, node: int, other: SearchTree, place: int) -> None:
    """What the visit ``place`` of ``other`` found in the same position is what the entry proves at ``node``."""
    assert tree.position(node).key == other.position(place).key  # type: ignore[union-attr]
    assert from_here(tree, node) == from_here(other, place)
    assert tree.number("stored", node) == depth_of(other, place)
    here, there = tree.fate(node), other.fate(place)
    assert (
        there
        in {
            Fate.CUT: (Fate.CUT, Fate.EXACT, Fate.LEAF),
            Fate.LOW: (Fate.LOW, Fate.EXACT, Fate.LEAF),
            Fate.EXACT: (Fate.EXACT, Fate.LEAF, Fate.CUT if tree.number("value", node) > 0 else Fate.LOW),
        }[here]
    )


@pytest.mark.parametrize(("game", "spec", "depth"), SEARCHES)
def test_the_visit_named_found_what_the_entry_proves(game: str, spec: str, depth: int) -> None:
    tree = recorded(game, spec, depth)
    kinds: Counter[StorageKind] = Counter()
    for node in range(len(tree)):
        found = storage(tree, node)
        assert (found is None) == (tree.number("reason", node) != Reason.TABLE)
        if found is None:
            assert tree.number("writer", node) == UNKNOWN_WRITER
            continue
        kinds[found.kind] += 1
        if kinds[found.kind] > 200:
            continue
        if found.kind is StorageKind.HERE:
            assert found.depth == depth and tree.end(found.node) <= node
            check(tree, node, tree, found.node)
        elif found.kind is StorageKind.WINDOW:
            assert found.depth == depth and tree.facts.elsewhere > 0
        else:
            assert found.kind is StorageKind.ITERATION and 1 <= found.depth < depth
    assert kinds[StorageKind.HERE]


@deep
def test_the_depth_named_has_such_a_visit() -> None:
    """The tree of that depth, recorded alone, has a visit that found what the entry proves."""
    spec = "pvs:aspiration=off"
    tree = recorded("cotoan", spec, 4)
    depths: Counter[int] = Counter()
    for node in range(len(tree)):
        found = storage(tree, node)
        if found is None or found.kind is not StorageKind.ITERATION:
            continue
        depths[found.depth] += 1
        if depths[found.depth] > 10:
            continue
        earlier = recorded("cotoan", spec, found.depth)
        key = tree.position(node).key  # type: ignore[union-attr]
        wanted = (from_here(tree, node), tree.number("stored", node))
        alike = [
            place
            for place in range(len(earlier))
            if (from_here(earlier, place), depth_of(earlier, place)) == wanted and earlier.position(place).key == key  # type: ignore[union-attr]
        ]
        assert alike
    assert len(depths) > 1


@sampled(10, 200)
def test_it_is_the_last_visit_that_stored_the_bound(count: int) -> None:
    """In trees by hand a position has one path and one depth: the last visit with the right bound wrote the entry."""
    tried = 0
    for seed in range(count):
        tree = search(random_tree(seed), "mtdf")
        for node in range(len(tree)):
            found = storage(tree, node)
            if found is None:
                continue
            fate = tree.fate(node)
            before = [
                each
                for each in range(node)
                if tree.line(each) == tree.line(node) and tree.end(each) <= node
                and tree.number("reason", each) != Reason.TABLE and tree.fate(each) in (fate, Fate.LEAF)
                and tree.number("reason", each) != Reason.EXACT
            ]  # fmt: skip
            assert (found.kind, found.node) == (StorageKind.HERE, before[-1])
            tried += 1
    assert tried > count


def test_a_visit_that_is_not_recorded_is_found_by_opening_the_node_above() -> None:
    query, whole = query_of("tictactoe", "mtdf", 6), recorded("tictactoe", "mtdf", 6)
    upper = record(query, capacity=150)[0]
    last = max(node for node in range(len(upper)) if upper.is_trimmed(node))
    tree = open_node(upper, last, query, capacity=10_000)
    below = [node for node in range(len(tree)) if (found := storage(tree, node)) and found.kind is StorageKind.BELOW]
    for node in below:
        found = storage(tree, node)
        writer = whole.index_of(tree.number("writer", node))
        assert found is not None and writer is not None and tree.index_of(tree.number("writer", node)) is None
        path = [whole.number("serial", each) for each in whole.path(writer)]
        place = path.index(tree.number("serial", found.node))
        assert all(tree.index_of(serial) is None for serial in path[place + 1 :])
    node, serial = below[0], tree.number("serial", below[0])
    above, sentence = storage(tree, node), tree.explain(node, "en")[-1]
    assert above is not None and "below" in sentence.text and "counted but not recorded" in sentence.text
    opened = open_node(tree, above.node, query, capacity=10_000)
    again = opened.index_of(serial)
    assert again is not None
    place_found = storage(opened, again)
    assert place_found is not None and place_found.kind is StorageKind.HERE
    check(opened, again, opened, place_found.node)


@deep
@pytest.mark.parametrize("entries", [4, 64, 1024])
def test_replaced_entries_name_their_own_visits(entries: int) -> None:
    """In a small table entries replace each other; a trace changes nothing in the search."""
    for spec, game, depth in (("pvs", "cotoan", 4), ("mtdf", "tictactoe", 4)):
        position, trace, reports = find_game(game)().start(), Trace(500_000), []
        for kept in (trace, None):
            made: Any = Spec.parse(spec).build(find_evaluation(game), trace=kept)
            if spec == "pvs":
                [*_] = made.analyse(position, Limit(depth=1))
            made.use_table(entries)
            *_, report = made.analyse(position, Limit(depth=depth))
            reports.append(report)
        assert reports[0].same_as(reports[1])
        facts = replace(recorded("cotoan", "pvs", 4).facts, depth=depth, nodes=trace.total)
        tree = SearchTree(facts, columns_of(trace), position)
        for node in range(len(tree)):
            found = storage(tree, node)
            if found is not None and found.kind is StorageKind.HERE:
                check(tree, node, tree, found.node)


def test_a_second_analysis_names_the_first_one() -> None:
    trace = Trace(100_000)
    made = Spec.parse("pvs").build(find_evaluation("cotoan"), trace=trace)
    position = find_game("cotoan")().start()
    for _ in range(2):
        [*_] = made.analyse(position, Limit(depth=3))
    writers = {node.writer for node in trace.nodes() if node.reason is Reason.TABLE}
    assert EARLIER_WRITER in writers


def test_files_keep_the_visits_and_other_programs_need_not_name_them() -> None:
    tree = recorded("cotoan", "pvs", 4)
    node = next(each for each in range(len(tree)) if (found := storage(tree, each)) and found.kind is StorageKind.HERE)
    again = parse_tree(tree_bytes(tree))
    assert storage(again, node) == storage(tree, node)
    columns = {name: column for name, column in tree.columns.items() if name != "writer"}
    other = parse_tree(tree_bytes(SearchTree(tree.facts, columns, tree.position(0))))
    found = storage(other, node)
    assert found is not None and found.kind is StorageKind.UNKNOWN
    assert "It is not recorded which visit stored the entry." in [each.text for each in other.explain(node, "en")]


def test_the_sentence_names_depth_ply_and_moves() -> None:
    tree = recorded("cotoan", "pvs", 4)
    for node in range(len(tree)):
        found = storage(tree, node)
        if found is None or found.kind is not StorageKind.HERE:
            continue
        said = next(each for each in tree.explain(node, "en") if each.claim == "stored_here")
        moves, position = [], tree.position(0)
        for move in tree.line(found.node):
            moves.append(str(position.game.format_move(position, move, "display")))  # type: ignore[union-attr]
            position = position.play(move) if move >= 0 else position.after_pass()  # type: ignore[union-attr]
        ply = tree.number("ply", found.node)
        assert said.text == f"The entry was stored during this search to depth 4, at ply {ply} after {' '.join(moves)}."
        assert [(part.node, part.line) for part in said.parts if part.node >= 0] == [
            (found.node, tree.line(found.node))
        ]
        return
    raise AssertionError


@pytest.mark.parametrize("depth", [3, 4])
def test_muted_visits_belong_to_their_iteration(depth: int) -> None:
    """The lines after the first one are searched after the recorded tree, and their entries are found a depth later."""
    position = find_game("cotoan")().start()
    tree = record(Query(position, Spec.parse("pvs:lines=4"), "squares_and_lines", Limit(depth=depth)))[0]
    found = [each for node in range(len(tree)) if (each := storage(tree, node))]
    kinds = Counter(each.kind for each in found)
    assert tree.facts.elsewhere and kinds[StorageKind.ITERATION] and kinds[StorageKind.HERE]
    for node in range(len(tree)):
        place = storage(tree, node)
        if place is not None and place.kind is StorageKind.HERE:
            check(tree, node, tree, place.node)
