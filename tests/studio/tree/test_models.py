"""The models of the Tree workspace against slow definitions: rows, folding, events, bands, cells and pairs."""

from itertools import pairwise, product

import numpy
import pytest
from pytestqt.qtbot import QtBot

from engine.core.language import set_language
from engine.picture import fates
from engine.search.visit import Flag, Reason
from engine.searchtree.difference import Class
from engine.searchtree.explanation import value_text
from engine.searchtree.folding import LEAST_RUN, RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.analysis import figures
from studio.tree.pair import pairs as pairs_module
from studio.tree.pair.pairs import ONLY_SECOND, SIGNS, PairRow, Pairs
from studio.tree.views import texts
from studio.tree.views.bands import NOTHING, bands_of, fates_of_pixels, node_at, wide_nodes
from studio.tree.views.cells import GHOST_NAMES, TreeRowTexts
from studio.tree.views.columns import COLUMNS, DROPPED, LEAST_MOVE, OF_KIND, columns_of, fitting, title_of
from studio.tree.views.prepared import prepare
from studio.tree.views.rows import FILTERS, Filter, OutlineRow, Unfolding, matching
from studio.tree.views.shown import ShownTree
from studio.tree.views.texts import View
from tests.studio.tree.recorded import SEARCHES, WINDOWS, nodes_of, opened, recorded, shown

TRIMMED = ("every", 30)
"""A tree whose nodes of ply 2 do not all fit."""


# --- rows -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WINDOWS)
def test_rows_are_those_of_the_open_nodes_at_each_ply(name: str) -> None:
    made = shown(name)
    tree, prepared = recorded(name).tree, recorded(name).prepared
    made.fold_all(False)
    for ply in (1, 2, 3, 1):
        made.open_to(ply)
        assert [row.node for row in made.rows if row.is_node] == [
            node for node in range(len(tree)) if prepared.levels[node] <= ply
        ]
        for row in made.rows:
            if row.is_node:
                assert row.level == prepared.levels[row.node]
                assert made.can_open(row) == bool(tree.children(row.node))
                assert made.is_open(row) == (prepared.levels[row.node] < ply and made.can_open(row))
        assert all(made.place_of(row.node) == place for place, row in enumerate(made.rows) if row.is_node)
    assert made.row_at(-1) is None and made.row_at(len(made.rows)) is None and made.place_of(len(tree)) == -1


@pytest.mark.parametrize("name", ["cuts", "every"])
def test_runs_are_unfolded_and_folded_again(qtbot: QtBot, name: str) -> None:
    made = shown(name)
    tree = recorded(name).tree
    folded = list(made.rows)
    runs = [(place, row) for place, row in enumerate(folded) if row.kind is RowKind.RUN]
    assert runs and all(len(row.row.nodes) >= LEAST_RUN for _, row in runs)
    for place, row in reversed(runs):
        assert all(made.place_of(node) == place for node in row.row.nodes)
        assert made.can_open(row) and not made.is_open(row)
        with qtbot.waitSignal(made.rows_changed):
            made.toggle(place)
        assert [each.node for each in made.rows[place : place + len(row.row.nodes)]] == list(row.row.nodes)
    assert nodes_of(made.rows) == nodes_of(folded) and not any(row.kind is RowKind.RUN for row in made.rows)
    made.fold_all(True)
    assert made.rows == folded
    # A node in a run is taken out of it when it is selected, and only it.
    _, run = runs[-1]
    node = run.row.nodes[-1]
    made.choose(node)
    assert made.rows[made.place_of(node)] == OutlineRow(RowKind.NODE, node, run.level)
    assert nodes_of(made.rows) == nodes_of(folded)
    assert tree.parent(node) in made.unfolding.open


@pytest.mark.parametrize("name", ["cuts", "scout"])
def test_moves_never_looked_at_are_listed_below_their_row(name: str) -> None:
    made, cells = shown(name), None
    tree, cells = recorded(name).tree, TreeRowTexts(made)
    made.fold_all(False)
    made.open_to(3)
    ghosts = [(place, row) for place, row in enumerate(made.rows) if row.kind is RowKind.GHOSTS]
    assert ghosts
    for place, row in ghosts[:1] + ghosts[-1:]:
        moves = tree.ghosts(row.node)
        count = len(moves)
        assert tree.visit(row.node).never_tried == count and not made.is_open(row) and made.can_open(row)
        assert cells.move_cell(row) == ("1 move not looked at" if count == 1 else f"{count} moves not looked at")
        position = tree.position(row.node)
        names = [position.game.format_move(position, move, "display") for move in moves]
        listed = ", ".join(names[:GHOST_NAMES]) + (" …" if count > GHOST_NAMES else "")
        assert cells.ghost_names(tree, row.node) == listed
        assert all(cells.cell(row, column.name) == "" for column in COLUMNS)
        before = list(made.rows)
        made.toggle(place)
        below = made.rows[place + 1 : place + 1 + count]
        assert [each.move for each in below] == moves and all(each.level == row.level + 1 for each in below)
        assert [cells.move_cell(each) for each in below] == names
        assert made.is_open(row) and not any(made.can_open(each) or made.is_open(each) for each in below)
        made.toggle(place)
        assert made.rows == before
    assert cells.ghost_names(tree, next(node for node in range(len(tree)) if not tree.ghosts(node))) == ""


@pytest.mark.parametrize("name", WINDOWS)
def test_each_filter_and_all_together(name: str) -> None:
    made = shown(name)
    tree, prepared = recorded(name).tree, recorded(name).prepared
    slow = {
        Filter.CUTS: [tree.fate(node) is Fate.CUT for node in range(len(tree))],
        Filter.PV: [node in tree.pv for node in range(len(tree))],
        Filter.ROSE: [bool(prepared.rose[node]) for node in range(len(tree))],
        Filter.AGAIN: [tree.is_again(node) and node not in tree.roots for node in range(len(tree))],
        Filter.QUIET: [tree.number("depth", node) < 0 for node in range(len(tree))],
    }
    unfiltered = list(made.rows)
    for names in ((), *((each,) for each in FILTERS), FILTERS, (Filter.PV, Filter.CUTS)):
        made.set_filters(names)
        assert made.filters == tuple(names)
        if not names:
            assert made.rows == unfiltered
            continue
        wanted = {node for node in range(len(tree)) if any(slow[each][node] for each in names)}
        nodes = sorted({0, *(above for node in wanted for above in tree.path(node))})
        assert [row.node for row in made.rows] == nodes == [row.node for row in made.rows[:]]
        assert [made.place_of(node) for node in nodes] == list(range(len(nodes)))
        missing = next((node for node in range(len(tree)) if node not in nodes), None)
        assert missing is None or made.place_of(missing) == -1
        assert not any(made.can_open(row) or made.is_open(row) for row in made.rows)
        made.toggle(0)
        made.choose(len(tree) - 1)
        assert len(made.rows) == len(nodes) and made.selected == len(tree) - 1
        made.choose(0)
    made.set_filters(())
    assert made.rows[made.place_of(len(tree) - 1)] is not None


@pytest.mark.parametrize("run", ["folded", "unfolded", "taken out", "none"])
def test_a_larger_tree_of_the_same_search_keeps_what_is_open(run: str) -> None:
    """Open nodes, unfolded runs, listed moves, nodes taken out of runs, selection and pin, by serial number."""
    made = shown(*TRIMMED)
    tree = recorded(*TRIMMED).tree
    trimmed = [node for node in range(len(tree)) if made.is_trimmed(node)]
    assert trimmed
    made.open_to(2)
    made.fold_all(run != "none")
    first = next((row for row in made.rows if row.kind is RowKind.RUN), None)
    if run == "unfolded":
        made.toggle(made.place_of(first.node))
    elif run == "taken out":
        made.choose(first.row.nodes[2])
    made.choose(trimmed[-1])
    made.toggle_pin(tree.children(0)[1])
    made.show_event(3)
    node = trimmed[0]
    serial, pinned = tree.number("serial", node), tree.number("serial", made.pinned)
    selected = tree.number("serial", made.selected)
    before = [(row.kind, [tree.number("serial", each) for each in nodes_of([row])]) for row in made.rows]
    larger = opened(*TRIMMED, node)
    assert len(larger) > len(tree)
    made.extend(larger, prepare(larger), serial)
    place = larger.index_of(serial)
    after = [
        (row.kind, [larger.number("serial", each) for each in nodes_of([row])])
        for row in made.rows
        if row.kind is RowKind.GHOSTS or larger.parent(row.node) != place
    ]
    assert after == before and made.unfolding.folds == (run != "none")
    assert place in made.unfolding.open and nodes_of(made.rows).count(larger.children(place)[0]) == 1
    assert larger.number("serial", made.selected) == selected and larger.number("serial", made.pinned) == pinned
    assert made.event_number is None and made.tree is larger


def test_listed_moves_and_runs_are_carried_to_a_tree_with_more_nodes() -> None:
    tree, prepared = recorded("cuts").tree, recorded("cuts").prepared
    before = Unfolding(tree, prepared)
    run = next(row for row in before.rows() if row.kind is RowKind.RUN)
    before.toggle(run)
    before.open_to(3)
    ghost = next(row for row in before.rows() if row.kind is RowKind.GHOSTS)
    before.toggle(ghost)
    after = before.carry_to(tree, prepared)
    assert after.rows() == before.rows() and after.is_listed(ghost.node)
    after.toggle(ghost)
    assert before.is_listed(ghost.node) and not after.is_listed(ghost.node)
    assert Unfolding(tree, prepared).rows() != before.rows()


# --- selection and events ---------------------------------------------------------------------------------------------


def test_a_selection_is_announced_once_and_opens_the_nodes_above(qtbot: QtBot) -> None:
    made = shown("cuts")
    tree = recorded("cuts").tree
    deep = int(recorded("cuts").prepared.levels.argmax())
    heard: list[int] = []
    made.chosen.connect(heard.append)
    made.choose(deep, reveals=False)
    assert made.place_of(deep) == -1 and heard == [deep]
    made.choose(deep)
    assert made.place_of(deep) > 0 and heard == [deep]
    assert {row.node for row in made.rows if row.is_node} >= set(tree.path(deep))
    for node in (-1, len(tree)):
        made.choose(node)
        made.toggle_pin(node)
    assert made.selected == deep and made.pinned == -1
    pins: list[int] = []
    made.pinned_changed.connect(lambda: pins.append(made.pinned))
    for node in (3, 5, 5, 5):
        made.toggle_pin(node)
    assert pins == [3, 5, -1, 5]
    with qtbot.waitSignal(made.view_changed):
        made.set_view(View.MOVER)
    with qtbot.assertNotEmitted(made.view_changed):
        made.set_view(View.MOVER)
    made.set_filters((Filter.PV,))
    made.show_event(2)
    made.show_tree(recorded("every").tree, recorded("every").prepared)
    assert (made.selected, made.pinned, made.filters, made.event_number) == (0, -1, (), None)
    assert heard[-1] == 0 and made.view is View.MOVER
    made.clear()
    assert (made.tree, made.rows, made.selected, heard[-1]) == (None, [], -1, -1)
    for call in (lambda: made.choose(0), lambda: made.show_event(3), lambda: made.open_to(2), lambda: made.toggle(0)):
        call()
    assert made.selected == -1 and made.is_known(0) and made.is_reached(0)


@pytest.mark.parametrize("name", WINDOWS)
def test_what_is_known_at_each_event(name: str) -> None:
    """A node is reached once it was entered, and known once it was left, as a walk through the tree finds."""
    made = shown(name)
    tree = recorded(name).tree
    reached: set[int] = set()
    known: set[int] = set()
    events: list[int] = []

    def walk(node: int) -> None:
        for is_end in (False, True):
            (known if is_end else reached).add(node)
            number = len(events)
            events.append(node)
            if number % 7 == 0 or number < 4:
                made.show_event(number)
                assert made.selected == node and made.event_number == number
                for each in range(0, len(tree), 1 + len(tree) // 40):
                    assert made.is_known(each) == (each in known) and made.is_reached(each) == (each in reached)
            if not is_end:
                for child in tree.children(node):
                    walk(child)

    walk(0)
    made.show_event(10**9)
    assert made.event_number == len(events) - 1
    made.show_event(-5)
    assert made.event_number == 0
    steps: list[int | None] = []
    made.stepped.connect(lambda: steps.append(made.event_number))
    for number in (3, 3, None, None):
        made.show_event(number)
    assert steps == [3, None] and made.is_known(len(tree) - 1)


def test_a_trimmed_node_asks_to_be_opened(qtbot: QtBot) -> None:
    made = shown(*TRIMMED)
    made.open_to(2)
    made.fold_all(False)
    trimmed = [row for row in made.rows if row.is_node and made.is_trimmed(row.node)]
    tree = recorded(*TRIMMED).tree
    assert trimmed and all(tree.number("visits", row.node) and not tree.children(row.node) for row in trimmed)
    before = list(made.rows)
    with qtbot.waitSignal(made.opening_asked) as asked:
        made.toggle(made.place_of(trimmed[-1].node))
    assert asked.args == [trimmed[-1].node] and made.rows == before and made.can_open(trimmed[-1])


# --- bands ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*WINDOWS, "visits"])
def test_bands_against_the_nodes(name: str) -> None:
    tree, prepared = recorded(name).tree, recorded(name).prepared
    bands = bands_of(tree, prepared)
    plies = [tree.number("ply", node) for node in range(len(tree))]
    own = [
        node
        for node in range(len(tree))
        if node == 0 or tree.parent(node) < 0 or plies[tree.parent(node)] != plies[node]
    ]
    assert [band.nodes.tolist() for band in bands] == [
        [node for node in own if plies[node] == ply] for ply in range(plies[0], max(plies) + 1)
    ]
    whole = int(prepared.starts[0] + prepared.widths[0])
    for band in bands:
        parts = [(int(prepared.starts[n]), int(prepared.starts[n] + prepared.widths[n]), int(n)) for n in band.nodes]
        step = max(1, whole // 300)
        for serial in range(int(prepared.starts[0]), whole + 2, step):
            for at in (serial, serial + 0.5):
                found = [node for start, end, node in parts if start <= at < end]
                assert node_at(band, at) == (found[-1] if found else -1), (name, at)
        for start, end, node in parts[:20]:
            assert node_at(band, end - 0.01) == node
            assert node_at(band, end) != node and (start == 0 or node_at(band, start - 0.01) != node)
        for low, high, least in ((0, whole, 1), (0, whole, 3), (whole / 4, whole / 2, 2)):
            found = [
                place
                for place, (start, end, _) in enumerate(parts)
                if end > low and start < high and end - start >= least
            ]
            assert list(wide_nodes(band, low, high, least)) == found
    width = 50
    for band in bands[:3]:
        pixels = fates_of_pixels(band, prepared.starts[0], whole, width)
        edges = numpy.linspace(prepared.starts[0], whole, width + 1)
        for pixel, (left, right) in enumerate(pairwise(edges)):
            share: dict[int, float] = {}
            for start, end, node in (
                (float(s), float(e), n)
                for s, e, n in ((prepared.starts[n], prepared.starts[n] + prepared.widths[n], n) for n in band.nodes)
            ):
                inside = min(end, right) - max(start, left)
                if inside > 0:
                    share[int(prepared.fates[node])] = share.get(int(prepared.fates[node]), 0.0) + inside
            if sum(share.values()) > 0.02 * (right - left):
                assert share[int(pixels[pixel])] >= max(share.values()) - 1e-6
            else:
                assert pixels[pixel] == NOTHING
    empty = SearchTree(tree.facts, {name: column[:0] for name, column in tree.columns.items()}, tree.position(0))
    assert bands_of(empty, prepare(empty)) == []


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "view"), list(product(SEARCHES, View)))
def test_each_cell_of_each_node(name: str, view: View) -> None:
    made = shown(name)
    made.set_view(view)
    tree, cells = recorded(name).tree, TreeRowTexts(made)
    facts, places = tree.facts, tree.facts.decimals
    whole = facts.nodes if facts.kind == "windows" else tree.number(tree.width_column, 0)
    columns = columns_of(tree)
    assert [column.name for column in columns] == list(OF_KIND[facts.kind])
    for node in range(0, len(tree), 1 + len(tree) // 60):
        row = OutlineRow(RowKind.NODE, node, 0)
        turned = view is View.FIRST and tree.side(node) == 1
        visit, value = tree.visit(node), tree.number("value", node)
        share = f"{100 * tree.number(tree.width_column, node) / whole:.1f}\u202f%"
        tried = f"{visit.tried} of {visit.generated}" if visit.generated else str(visit.tried or "")
        expected = {"share": share, "moves": tried, "nodes": figures.grouped(tree.number(tree.width_column, node))}
        if facts.kind == "windows":
            ends = [tree.number(end, node) for end in ("alpha", "beta")]
            low, high = (-ends[1], -ends[0]) if turned else ends
            fate = tree.fate(node)
            bound = {Fate.CUT: "least", Fate.LOW: "most"}.get(fate, "exact")
            if turned and bound != "exact":
                bound = "most" if bound == "least" else "least"
            expected |= {
                "window": f"{value_text(low, places)} … {value_text(high, places)}",
                "value": f"{fates.SIGNS[bound]}{value_text(-value if turned else value, places)}".strip(),
            }
            assert texts.bound_of(tree, node, view) == bound and texts.sign(tree, node, view) == (-1 if turned else 1)
            assert texts.short_value_text(tree, node, view) == expected["value"]
            assert texts.line_text(tree, node, view).endswith(
                f" · {expected['value']} · {texts.reason_text(tree, node)}"
            )
        elif facts.kind == "visits":
            mean = tree.number("mean", node) / 1e6
            mean = mean if turned else 1 - mean
            simulations = tree.number("simulations", node)
            expected |= {
                "simulations": figures.grouped(simulations),
                "mean": f"{100 * mean:.1f}\u202f%" if simulations else "",
            }
            assert texts.short_value_text(tree, node, view) == expected["mean"]
        else:
            assert texts.short_value_text(tree, node, view) == ""
            for each in ("proof", "disproof"):
                number = tree.number(each, node)
                expected[each] = "∞" if number >= 2**31 - 1 else figures.grouped(number)
        found = {column.name: cells.cell(row, column.name) for column in columns}
        assert {key: found[key] for key in found if key in expected} == {
            key: expected[key] for key in found if key in expected
        }
        line = cells.row_text(OutlineRow(RowKind.NODE, node, 2), columns)
        assert line.startswith(f"        {cells.move_cell(row)}\t") or not any(found.values())
        assert line.split("\t")[1:] == "\t".join(found.values()).rstrip().split("\t")
        if tree.parent(node) < 0:
            assert cells.move_cell(row) == "root"
        elif not tree.is_same_position(node) and not tree.is_probe(node):
            assert cells.move_cell(row) == tree.move_text(node, "display")


def test_cells_during_a_replay() -> None:
    made = shown("cuts")
    cells, tree = TreeRowTexts(made), recorded("cuts").tree
    made.open_to(3)
    for number in (0, 5, 40):
        made.show_event(number)
        for row in made.rows:
            if row.is_node:
                values = [cells.cell(row, name) for name in ("why", "moves", "nodes", "share")]
                assert (
                    all(values) == (made.is_known(row.node) and bool(tree.number("visits", row.node))) or not values[1]
                )
                assert (cells.cell(row, "value") == "…") == (made.is_reached(row.node) and not made.is_known(row.node))
                assert bool(cells.cell(row, "window")) == made.is_reached(row.node)
                assert ("★" in [word for word, _ in cells.tags(row)]) == (
                    row.node in tree.pv and row.node > 0 and made.is_known(0)
                )
            elif row.kind is RowKind.RUN:
                known = made.is_known(row.row.nodes[-1])
                total = sum(tree.number("subtree", node) for node in row.row.nodes)
                assert cells.cell(row, "nodes") == (figures.grouped(total) if known else "")
                share = f"{100 * total / tree.facts.nodes:.1f}\u202f%"
                assert cells.cell(row, "share") == (share if known else "") and cells.cell(row, "value") == ""


@pytest.mark.parametrize("name", WINDOWS)
def test_the_tags_of_each_node(name: str) -> None:
    made = shown(name)
    tree, prepared, cells = recorded(name).tree, recorded(name).prepared, TreeRowTexts(made)
    made.toggle_pin(1)
    made.opening = 2
    for view in View:
        made.set_view(view)
        for node in range(len(tree)):
            tags = [word for word, _ in cells.tags(OutlineRow(RowKind.NODE, node, 0))]
            reduced = tree.number("reduced", node)
            parent = tree.parent(node)
            rises = parent >= 0 and bool(prepared.rose[node])
            up = not (view is View.FIRST and parent >= 0 and tree.side(parent) == 1)
            assert tags == [
                *(["★"] if node in tree.pv and parent >= 0 else []), *(["α ↑" if up else "β ↓"] if rises else []),
                *(["B"] if node == 1 else []), *(["searched again"] if prepared.again[node] else []),
                *(["searching again…"] if node == 2 else []), *([f"reduced by {reduced}"] if reduced > 0 else []),
                *(["extended"] if reduced < 0 or (not reduced and tree.number("flags", node) & Flag.EXTENDED) else []),
            ]  # fmt: skip
    assert cells.tags(OutlineRow(RowKind.GHOSTS, 0, 1)) == []


@pytest.mark.parametrize("name", ["cuts", "every", "scout"])
def test_the_text_of_each_run(name: str) -> None:
    made = shown(name)
    tree, cells = recorded(name).tree, TreeRowTexts(made)
    made.open_to(4)
    runs = [row for row in made.rows if row.kind is RowKind.RUN]
    assert runs
    for view, row in product(View, runs):
        made.set_view(view)
        nodes = row.row.nodes
        count, reason = len(nodes), Reason(tree.number("reason", nodes[0]))
        text = cells.move_cell(row)
        values = sorted({texts.value_of(tree, node, view) for node in nodes})
        if reason is Reason.CUTOFF:
            replies = tree.number("tried", nodes[0])
            assert text == (
                f"{count} moves, each refuted by its first reply" if replies == 1
                else f"{count} moves, each refuted by reply {replies}"
            )  # fmt: skip
        elif len(values) == 1:
            assert text == f"{count} moves, {texts.value_text(tree, nodes[0], view)} each"
        elif texts.bound_of(tree, nodes[0], view) == "exact":
            low, high = (value_text(value, tree.facts.decimals) for value in (values[0], values[-1]))
            assert text == f"{count} moves, {low} … {high}"
        else:
            assert text.startswith(f"{count} moves, ") and text.endswith(" each")


def test_sentences_of_reasons_and_views() -> None:
    tree = recorded("cuts").tree
    assert set(texts.REASON_TIPS) == set(Reason) - {reason for reason in Reason if reason not in texts.REASON_TIPS}
    for node in range(len(tree)):
        tip = texts.reason_tip(tree, node)
        assert tip.startswith(texts.REASON_TIPS[tree.visit(node).reason])
        assert ("≈" in tip) == ("≈" in texts.reason_text(tree, node)) == (not tree.visit(node).is_proved)
    assert texts.view_names("chess") == ("For White", "For the side to move")
    assert texts.view_names("")[1] == "For the side to move"
    assert texts.open_text(True) != texts.open_text(False) and "not come here" in texts.open_text(False)


def test_columns_are_dropped_in_their_order(qtbot: QtBot) -> None:
    from PySide6.QtGui import QFontMetrics

    from studio.look import style

    metrics = QFontMetrics(style.font(tabular=True))
    for name in ("cuts", "visits", "proof"):
        columns = columns_of(recorded(name).tree)
        names = [column.name for column in columns]
        gone: list[str] = []
        for room in range(1400, 300, -20):
            shown_columns = fitting(columns, metrics, room)
            kept = [column.name for column, _, _ in shown_columns]
            now = [each for each in DROPPED if each in names and each not in kept]
            assert now == [each for each in DROPPED if each in names][: len(now)], "in this order"
            assert len(now) >= len(gone) and kept == [each for each in names if each not in now]
            gone = now
            left = shown_columns[0][1]
            assert left >= LEAST_MOVE or len(now) == len([each for each in DROPPED if each in names])
            edges = [(start, width) for _, start, width in shown_columns]
            assert all(one[0] + one[1] == two[0] for one, two in pairwise(edges))
            assert edges[-1][0] + edges[-1][1] == room
            assert all(width >= metrics.horizontalAdvance(column.sample) for column, _, width in shown_columns)
        assert gone == [each for each in DROPPED if each in names]
    assert columns_of(None) == columns_of(recorded("cuts").tree)
    titles = {column.name: title_of(column) for column in COLUMNS}
    assert (titles["window"], titles["share"], titles["value"]) == ("(α, β)", "%", "Value")
    set_language("vi")
    assert all(
        (title_of(column) != titles[column.name]) == (column.name not in ("window", "share")) for column in COLUMNS
    )


# --- pairs ------------------------------------------------------------------------------------------------------------


def paired(first: str, second: str, value: int | None = None) -> Pairs:
    """Return the pairs of two trees, of which the second has another value at its exact nodes of ply 1."""
    one, two = recorded(first), recorded(second)
    tree = two.tree
    if value is not None:
        columns = dict(tree.columns)
        columns["value"] = columns["value"].copy()
        for node in tree.children(0)[:value]:
            columns["value"][node] += 5
        tree = SearchTree(tree.facts, columns, tree.position(0))
    return Pairs(one.tree, tree, one.prepared, prepare(tree), one.tree.diff(tree))


def every(pairs: Pairs) -> list[PairRow]:
    """Open all pairs and return the rows."""
    while True:
        closed = [
            row.pairs[0] for row in pairs.rows()
            if not row.is_run and row.pairs[0] not in pairs.open and pairs.can_open(row.pairs[0])
        ]  # fmt: skip
        runs = [row for row in pairs.rows() if row.is_run]
        if not closed and not runs:
            return pairs.rows()
        pairs.open |= set(closed)
        for row in runs:
            pairs.toggle(row)


COUPLES = (
    ("every", "shallow"),
    ("shallow", "every"),
    ("whole", "part"),
    ("part", "whole"),
    ("cuts", "again"),
    ("again", "cuts"),
    ("cuts", "cuts"),
)


@pytest.mark.parametrize(("first", "second"), COUPLES)
def test_rows_of_pairs_and_what_was_never_looked_at(first: str, second: str) -> None:
    pairs = paired(first, second)
    rows = every(pairs)
    one, two = pairs.first, pairs.second
    shown_pairs = [row.pairs[0] for row in rows]
    assert len(set(shown_pairs)) == len(shown_pairs)
    assert sorted(pair[0] for pair in shown_pairs if pair[0] >= 0) == list(range(len(one)))
    assert sorted(pair[1] for pair in shown_pairs if pair[1] >= 0) == list(range(len(two)))
    for row in rows:
        node, partner = row.pairs[0]
        assert node < 0 or (int(pairs.partner[node]) if pairs.partner[node] >= 0 else -1) == partner
        assert row.kind == pairs.kind_of((node, partner)) == (ONLY_SECOND if node < 0 else row.kind)
        tree, mine = (one, node) if node >= 0 else (two, partner)
        assert row.level == len(tree.path(mine)) - 1
        assert pairs.can_open((node, partner)) == bool(
            (node >= 0 and one.children(node)) or (partner >= 0 and two.children(partner))
        )
        if min(node, partner) < 0:
            assert pairs.never_looked_at(row) == slowly(pairs, row)
    counts = {kind: sum(row.kind == kind for row in rows) for kind in SIGNS}
    assert counts == pairs.counts


def slowly(pairs: Pairs, row: PairRow) -> int | None:
    """What the tree that lacks the node did with the topmost node above it that it lacks."""
    lacking, own, partner = (
        (pairs.first, pairs.second, pairs.back) if row.pairs[0][0] < 0 else (pairs.second, pairs.first, pairs.partner)
    )
    node = max(row.pairs[0])
    path = own.path(node)
    top = next(each for each in path if partner[each] < 0)
    place = lacking.path(int(partner[own.parent(top)]))[-1]
    seen = {lacking.number("move", each) for each in lacking.places_of_moves(place)}
    is_never = not own.is_same_position(top) and own.number("move", top) not in seen
    if top == node:
        return int(is_never)
    return 1 if is_never else None


@pytest.mark.parametrize(("first", "second"), COUPLES)
def test_filters_of_pairs_list_the_classes(first: str, second: str) -> None:
    pairs = paired(first, second)
    whole = {row.pairs[0]: row for row in every(pairs)}
    for kinds in (*((kind,) for kind in SIGNS), (Class.SAME, ONLY_SECOND), tuple(SIGNS)):
        pairs.filters = kinds
        rows = pairs.rows()
        assert len(rows) == sum(pairs.counts[kind] for kind in kinds)
        assert {row.pairs[0] for row in rows} == {pair for pair, row in whole.items() if row.kind in kinds}
        assert all(row == whole[row.pairs[0]] for row in rows)
        firsts = [row.pairs[0][0] for row in rows if row.pairs[0][0] >= 0]
        assert firsts == sorted(firsts)
    pairs.filters = ()
    different = sorted(
        pair for pair, row in whole.items() if row.kind in (Class.OTHER_BOUND, Class.OTHER_VALUE)
    )  # fmt: skip
    at = (0, 0)
    for wanted in [*different, *different[:1]] if different and different[0][0] > 0 else different[1:]:
        at = pairs.next_difference(at) or (-1, -1)
        assert at == wanted
    if not different:
        assert pairs.next_difference((0, 0)) is None


def test_a_selected_pair_is_taken_out_of_its_run(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = paired("every", "shallow")
    deep = int(recorded("every").prepared.levels.argmax())
    pair = (deep, int(pairs.partner[deep]))
    assert not any(pair in row.pairs for row in pairs.rows())
    pairs.reveal(pair)
    assert PairRow((pair,), 2, pairs.kind_of(pair)) in pairs.rows()
    run = next(row for row in pairs.rows() if row.is_run)
    pairs.toggle(run)
    assert all(PairRow((each,), run.level, pairs.kind_of(each)) in pairs.rows() for each in run.pairs)
    opened_row = next(row for row in pairs.rows() if not row.is_run and pairs.can_open(row.pairs[0]) and row.level == 1)
    before = len(pairs.rows())
    pairs.toggle(opened_row)
    pairs.toggle(opened_row)
    assert len(pairs.rows()) == before
    monkeypatch.setattr(pairs_module, "MOST_FILTERED", 3)
    pairs.filters = (Class.ONLY,)
    assert len(pairs.rows()) == 3


@pytest.mark.parametrize(
    ("first", "second", "wrong", "words"),
    [
        ("every", "shallow", None, "B looked at {share} of A’s nodes, at no other, and no value contradicts."),
        (
            "shallow",
            "every",
            None,
            "B looked at {share} as many nodes as A, {count} of them new, and no value contradicts.",
        ),
        ("every", "every", 1, "One value contradicts the other. This is a fault unless evaluation or depth differ."),
        ("every", "every", 3, "3 values contradict each other. This is a fault unless evaluation or depth differ."),
    ],
)
def test_the_sentence_about_two_trees(first: str, second: str, wrong: int | None, words: str) -> None:
    pairs = paired(first, second, wrong)
    ratio = pairs.second.facts.nodes / pairs.first.facts.nodes
    share = f"{ratio:.1f} times" if ratio >= 1.5 else figures.percent(ratio)
    assert pairs.summary("A", "B") == words.format(share=share, count=pairs.counts[ONLY_SECOND])
    assert pairs.counts[Class.OTHER_VALUE] == (wrong or 0)


def test_an_empty_state_has_no_rows() -> None:
    made = ShownTree()
    assert (made.rows, made.selected, made.tree) == ([], -1, None)
    made.fold_all(True)
    assert not matching(recorded("cuts").tree, recorded("cuts").prepared, Filter.QUIET).any()
