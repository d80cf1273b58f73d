"""Answers about a recorded tree as plain data: windows, values and moves of nodes, and nodes opened by repetition."""

import csv
import io

import numpy
import pytest

from engine.core.errors import OptionError
from engine.core.game import find_game
from engine.core.language import LANGUAGES
from engine.core.score import INFINITY
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.visit import Reason
from engine.searchtree.answers import moves_at, moves_of_root, node_object, open_path, why_object
from engine.searchtree.columns import SNAPSHOT_TYPES
from engine.searchtree.export.table import tree_csv
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import record
from tests.engine.searchtree.recorded import recorded

TREES = (("tictactoe", "alphabeta", 3), ("tictactoe", "minimax", 2), ("nim", "pvs", 4), ("tictactoe", "mtdf", 3))


def query(game: str, text: str, depth: int) -> Query:
    return Query(find_game(game)().start(), Spec.parse(text), "", Limit(depth=depth))


@pytest.mark.parametrize(("game", "text", "depth"), TREES)
def test_numbers_are_those_of_the_side_to_move_at_the_root(game: str, text: str, depth: int) -> None:
    tree = recorded(game, text, depth)
    for node in range(0, len(tree), 1 + len(tree) // 60):
        made = node_object(tree, node)
        turned = tree.side(node) != tree.side(0)
        ends = [-tree.number(end, node) if turned else tree.number(end, node) for end in ("alpha", "beta")]
        low, high = ends[::-1] if turned else ends
        value = -tree.number("value", node) if turned else tree.number("value", node)
        assert made["alpha"] == (None if low <= -INFINITY else low)
        assert made["beta"] == (None if high >= INFINITY else high)
        assert made["value"] == value
        assert (made["reason"], made["proved"]) == (tree.reason_text(node), tree.visit(node).is_proved)
        # A value beyond those of evaluations is a win in some plies.
        assert ("win_in" in made) == (abs(value) > 20_000)


@pytest.mark.parametrize(("game", "text", "depth"), TREES)
def test_the_nodes_of_the_moves_add_up(game: str, text: str, depth: int) -> None:
    tree = recorded(game, text, depth)
    moves = [*moves_at(tree, 0)]
    assert 1 + sum(each["nodes"] for each in moves) == tree.facts.nodes
    names = [each["move"] for each in moves]
    assert [each.get("again", False) for each in moves] == [name in names[:place] for place, name in enumerate(names)]
    assert set(names) == {tree.move_text(child) for child in tree.places_of_moves(0)}
    again, whole = moves_of_root(tree, query(game, text, depth), 10_000)
    assert again is tree and whole == moves
    for child in tree.children(0)[:2]:
        below = [*moves_at(tree, child)]
        assert 1 + sum(each["nodes"] for each in below) == tree.number("subtree", child)
        assert [each["move"] for each in below] == [
            tree.move_text(each) for each in tree.children(child) if not tree.is_same_position(each)
        ]


def test_a_search_without_windows_has_its_own_numbers() -> None:
    for text, nodes, wanted in (("mcts", 60, {"simulations", "mean"}), ("pn", 300, {"proof", "disproof"})):
        tree = recorded("tictactoe", text, nodes=nodes)
        made = node_object(tree, 1)
        assert wanted <= set(made) <= set(SNAPSHOT_TYPES)
        assert made == {name: tree.number(name, 1) for name in made}


def test_why_a_node_has_its_value() -> None:
    tree = recorded("tictactoe", "alphabeta", 3)
    kinds = set()
    for node in range(len(tree)):
        made, visit = why_object(tree, node), tree.visit(node)
        assert (made["visited"], made["generated"], made["nodes"]) == (visit.tried, visit.generated, visit.subtree)
        assert {key: made[key] for key in node_object(tree, node)} == node_object(tree, node)
        for code in LANGUAGES:
            sentences = tree.explain(node, code, side=tree.side(0))
            assert made["text"][code] == " ".join(each.text for each in sentences)
        fate, source = tree.fate(node), made["bound_from"]
        if fate not in (Fate.CUT, Fate.LOW):
            assert source is None
            continue
        origin = tree.bound_origin(node, "beta" if fate is Fate.CUT else "alpha")
        assert source["kind"] == str(origin.kind)
        kinds.add(fate)
        if origin.node > 0:
            assert (source["ply"], source["move"]) == (tree.number("ply", origin.node), tree.move_text(origin.node))
    assert kinds == {Fate.CUT, Fate.LOW}


def test_the_value_of_a_node_that_was_stopped_is_unknown() -> None:
    tree = recorded("tictactoe", "alphabeta", 3)
    columns = {**tree.columns, "reason": numpy.array(tree.columns["reason"])}
    columns["reason"][2] = int(Reason.STOPPED)
    stopped = SearchTree(tree.facts, columns, tree.position(0))
    assert node_object(stopped, 2)["value"] is None and node_object(tree, 2)["value"] is not None


@pytest.mark.parametrize("capacity", [1, 5, 30, 10_000])
def test_a_node_is_opened_by_repeating_the_search(capacity: int) -> None:
    asked, whole = query("tictactoe", "alphabeta", 3), recorded("tictactoe", "alphabeta", 3)
    small, _ = record(asked, capacity=capacity)
    deep = max(range(len(whole)), key=lambda node: (whole.number("ply", node), node))
    inner = whole.parent(deep)
    for node in (deep, inner):
        line = whole.line(node)
        waits: list[float] = []
        opened, found = open_path(small, line, asked, capacity, whole=node == inner, on_repeat=waits.append)
        assert opened.line(found) == line and opened.number("value", found) == whole.number("value", node)
        assert bool(waits) == (capacity < 10_000) and all(each >= 0 for each in waits)
        if node == inner:
            assert len(opened.children(found)) == len(whole.children(node))
    missing = next(node for node in range(len(whole)) if whole.ghosts(node))
    line = (*whole.line(missing), whole.ghosts(missing)[0])
    names = " ".join([*(whole.move_text(each) for each in whole.path(missing)[1:]), ""])
    with pytest.raises(OptionError, match="the search did not visit the position after these moves") as caught:
        open_path(whole, line, asked, 10_000, whole=False)
    assert str(caught.value).startswith(names)


@pytest.mark.parametrize(("game", "text", "depth"), TREES)
def test_the_table_of_a_tree_has_the_numbers_of_each_visit(game: str, text: str, depth: int) -> None:
    tree = recorded(game, text, depth)
    lines = list(csv.DictReader(io.StringIO(tree_csv(tree))))
    assert len(lines) == len(tree)
    for node, line in enumerate(lines):
        visit = tree.visit(node)
        parent = tree.parent(node)
        ends = ["" if abs(end) == INFINITY else str(end) for end in (visit.alpha, visit.beta)]
        assert line == {
            "node": str(visit.serial), "parent": "" if parent < 0 else str(tree.number("serial", parent)),
            "ply": str(visit.ply), "move": tree.move_text(node), "alpha": ends[0], "beta": ends[1],
            "value": str(visit.value), "reason": visit.reason.name.lower(), "proved": str(int(visit.is_proved)),
            "depth": str(visit.depth), "rank": str(visit.rank), "tried": str(visit.tried),
            "generated": str(visit.generated), "nodes": str(visit.subtree), "reduced": str(visit.reduced),
        }  # fmt: skip
    assert [line["parent"] for line in lines[:2]] == ["", lines[0]["node"]]
