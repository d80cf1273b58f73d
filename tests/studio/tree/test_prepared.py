"""The arrays of a tree against slow definitions, and the layout of small trees."""

import numpy
import pytest

from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from studio.tree.views.bands import NOTHING, bands_of, fates_of_pixels, node_at
from studio.tree.views.prepared import Prepared, prepare
from studio.tree.views.rows import FILTERS, Filter, FilteredRows, Unfolding, matching

SPECS = ("alphabeta", "negascout:quiescence=on,ordering=on", "pvs", "mtdf", "mcts")


@pytest.fixture(scope="module", params=SPECS)
def recorded(request: pytest.FixtureRequest) -> tuple[SearchTree, Prepared]:
    limit = Limit(nodes=400) if request.param == "mcts" else Limit(depth=3)
    position = find_game("tictactoe" if request.param == "mcts" else "chess")().start()
    tree = record(Query(position, Spec.parse(request.param), "", limit), capacity=3000)[0]
    return tree, prepare(tree)


def test_levels_sizes_and_events(recorded: tuple[SearchTree, Prepared]) -> None:
    tree, prepared = recorded
    sizes = [1] * len(tree)
    for node in range(len(tree) - 1, 0, -1):
        sizes[tree.parent(node)] += sizes[node]
    assert [prepared.size(node) for node in range(len(tree))] == sizes
    assert prepared.levels.tolist() == [len(tree.path(node)) - 1 for node in range(len(tree))]
    events: list[int] = []

    def visit(node: int) -> None:
        events.append(node)
        for child in tree.children(node):
            visit(child)
        events.append(node)

    visit(0)
    assert [prepared.at_event(number) for number in range(prepared.events)] == events
    assert [events.index(node) for node in range(len(tree))] == [prepared.entered(node) for node in range(len(tree))]
    last = {node: place for place, node in enumerate(events)}
    assert all(prepared.left(node) == place for node, place in last.items())
    for place, node in enumerate(events):
        assert prepared.last_entered(place) == max(events[: place + 1]), node


def test_alpha_rose_where_the_model_has_it(recorded: tuple[SearchTree, Prepared]) -> None:
    tree, prepared = recorded
    if tree.facts.kind != "windows":
        assert not prepared.rose.any()
        return
    for node in range(0, len(tree), max(1, len(tree) // 200)):
        raised = {child for child in tree.children(node) if prepared.rose[child]}
        own = {child for child in tree.raises(node) if tree.parent(child) == node}
        assert raised == own


def test_bands_cover_each_pixel_once(recorded: tuple[SearchTree, Prepared]) -> None:
    tree, prepared = recorded
    bands = bands_of(tree, prepared)
    low, high = float(prepared.starts[0]), float(prepared.starts[0] + prepared.widths[0])
    for band in bands:
        assert (band.starts[1:] >= band.ends[:-1]).all(), "nodes of one ply lie side by side"
        for place in range(0, len(band.nodes), 7):
            assert node_at(band, float(band.starts[place])) == band.nodes[place]
    assert set(fates_of_pixels(bands[0], low, high, 100)) == {int(prepared.fates[0])}
    # Wide enough, every node has separate pixels, with its own fate.
    band, width = bands[1], int(high - low) * 4
    pixels = fates_of_pixels(band, low, high, width)
    for place, node in enumerate(band.nodes):
        begin, end = (int((each[place] - low) * 4) for each in (band.starts, band.ends))
        assert set(pixels[begin:end]) <= {int(prepared.fates[node])}
    assert (pixels[: int((band.starts[0] - low) * 4)] == NOTHING).all()


def test_every_filter_keeps_ancestors(recorded: tuple[SearchTree, Prepared]) -> None:
    tree, prepared = recorded
    for name in FILTERS:
        rows = FilteredRows(tree, prepared, [name])
        nodes = set(rows.nodes.tolist())
        wanted = set(numpy.flatnonzero(matching(tree, prepared, name)).tolist())
        assert wanted <= nodes and 0 in nodes
        assert all(tree.parent(node) in nodes for node in nodes - {0})
        assert nodes == {0, *(each for node in wanted for each in tree.path(node))}
    assert matching(tree, prepared, Filter.PV)[0]


def test_rows_show_every_child_once(recorded: tuple[SearchTree, Prepared]) -> None:
    tree, prepared = recorded
    unfolding = Unfolding(tree, prepared)
    unfolding.open_to(2)
    folded = [node for row in unfolding.rows() for node in (row.row.nodes if row.row is not None else (row.node,))]
    assert len(folded) == len(set(folded))
    assert {node for node in folded if prepared.levels[node] <= 1} == {0, *tree.children(0)}
    unfolding.fold_all(False)
    shown = [node for row in unfolding.rows() for node in (row.row.nodes if row.row is not None else (row.node,))]
    assert sorted(shown) == [node for node in range(len(tree)) if prepared.levels[node] <= 2]
    unfolding.fold_all(True)
    deepest = int(prepared.levels.argmax())
    unfolding.reveal(deepest)
    assert any(row.is_node and row.node == deepest for row in unfolding.rows())
