"""The fates of all nodes at once, and rows that are not folded."""

import pytest

from engine.searchtree.folding import RowKind
from engine.searchtree.node import Fate
from tests.engine.searchtree.recorded import recorded


@pytest.mark.parametrize("spec", ["alphabeta", "negascout:quiescence=on,ordering=on", "pvs"])
@pytest.mark.parametrize("game", ["chess", "cotoan"])
def test_the_fates_of_all_nodes_are_those_of_each_node(game: str, spec: str) -> None:
    tree = recorded(game, spec, 3)
    order = list(Fate)
    fates = tree.fates()
    nodes = range(0, len(tree), max(1, len(tree) // 500))
    assert [order[fates[node]] for node in nodes] == [tree.fate(node) for node in nodes]


@pytest.mark.parametrize(("game", "spec"), [("tictactoe", "mcts"), ("tictactoe", "pn"), ("nim", "pn")])
def test_the_fates_of_searches_without_windows_are_those_of_each_node(game: str, spec: str) -> None:
    tree = recorded(game, spec, nodes=300)
    order = list(Fate)
    assert tree.facts.kind != "windows"
    assert [order[each] for each in tree.fates()] == [tree.fate(node) for node in range(len(tree))]


def test_a_child_that_is_kept_divides_its_run() -> None:
    tree = recorded("cotoan", "alphabeta", 2)
    run = next(row for row in tree.groups(0) if row.kind is RowKind.RUN and len(row.nodes) > 2)
    kept = run.nodes[1]
    rows = tree.groups(0, (kept,))
    assert any(row.kind is RowKind.NODE and row.nodes == (kept,) for row in rows)
    assert [node for row in rows for node in row.nodes] == [node for row in tree.groups(0) for node in row.nodes]
