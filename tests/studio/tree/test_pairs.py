"""Two trees of one position, aligned node by node."""

import pytest

from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.difference import Class
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from studio.analysis import figures
from studio.tree.pair.pairs import ONLY_SECOND, Pairs
from studio.tree.views.prepared import prepare


def recorded(spec: str, capacity: int = 200_000) -> SearchTree:
    position = find_game("tictactoe")().start()
    return record(Query(position, Spec.parse(spec), "", Limit(depth=3)), capacity=capacity)[0]


def paired(first: SearchTree, second: SearchTree) -> Pairs:
    return Pairs(first, second, prepare(first), prepare(second), first.diff(second))


def test_alpha_beta_visits_only_nodes_of_minimax() -> None:
    pairs = paired(recorded("minimax"), recorded("alphabeta"))
    assert pairs.counts[ONLY_SECOND] == pairs.counts[Class.OTHER_VALUE] == 0
    assert pairs.counts[Class.ONLY] > 0
    assert "at no other, and no value contradicts" in pairs.summary("Minimax", "Alpha-beta")
    back = paired(recorded("alphabeta"), recorded("minimax"))
    assert back.counts[ONLY_SECOND] == pairs.counts[Class.ONLY]
    assert back.counts[Class.ONLY] == 0


def test_nodes_below_a_trimmed_ply_are_not_compared() -> None:
    whole, trimmed = recorded("minimax"), recorded("minimax", capacity=100)
    assert not trimmed.is_complete
    pairs = paired(whole, trimmed)
    assert paired(trimmed, whole).counts[ONLY_SECOND] == 0
    assert pairs.ply == trimmed.facts.complete_to_ply
    assert pairs.counts[Class.ONLY] == 0 and pairs.counts[Class.SAME] == len(trimmed)


def test_the_share_is_that_of_the_numbers_shown_also_of_trimmed_trees() -> None:
    first, second = recorded("minimax", capacity=100), recorded("alphabeta")
    share = figures.percent(second.facts.nodes / first.facts.nodes)
    assert share != figures.percent(1)
    assert f"looked at {share} of" in paired(first, second).summary("Minimax", "Alpha-beta")


def test_rows_contain_every_pair_of_an_open_node() -> None:
    pairs = paired(recorded("minimax"), recorded("alphabeta"))
    pairs.open = {(0, 0), *pairs.children((0, 0))}
    shown = [pair for row in pairs.rows() for pair in row.pairs]
    wanted = [(0, 0), *pairs.children((0, 0))]
    wanted += [each for pair in pairs.children((0, 0)) for each in pairs.children(pair)]
    assert sorted(shown) == sorted(wanted)
    assert any(row.is_run for row in pairs.rows())


def test_the_next_difference_is_a_common_node_and_begins_again() -> None:
    pairs = paired(recorded("minimax"), recorded("alphabeta"))
    found = [(0, 0)]
    for _ in range(pairs.counts[Class.OTHER_BOUND] + 1):
        following = pairs.next_difference(found[-1])
        assert following is not None and following[1] >= 0
        found.append(following)
    assert found[-1] == found[1]
    pairs.reveal(found[1])
    assert any(row.pairs == (found[1],) for row in pairs.rows())


def test_equal_trees_have_no_difference() -> None:
    pairs = paired(recorded("alphabeta"), recorded("alphabeta"))
    assert pairs.next_difference((0, 0)) is None
    assert pairs.counts[Class.SAME] == len(pairs.first)


@pytest.mark.parametrize("kind", [Class.ONLY, Class.OTHER_BOUND])
def test_a_filter_lists_the_nodes_of_a_class(kind: Class) -> None:
    pairs = paired(recorded("minimax"), recorded("alphabeta"))
    pairs.filters = (kind,)
    assert len(pairs.rows()) == pairs.counts[kind]


@pytest.mark.parametrize(("first", "second"), [("alphabeta", "mtdf"), ("mtdf", "alphabeta")])
def test_a_move_seen_in_another_visit_was_looked_at(first: str, second: str) -> None:
    """MTD(f) searches the root again and again, so that its moves are below nodes that alpha-beta does not have."""
    pairs = paired(recorded(first), recorded(second))
    alone = [row for row in pairs.rows() if min(row.pairs[0]) < 0]
    assert alone and all(pairs.never_looked_at(row) == 0 for row in alone)
    row = next(row for row in alone if pairs.can_open(row.pairs[0]))
    pairs.open.add(row.pairs[0])
    below = pairs.rows()[pairs.rows().index(row) + 1]
    assert below.level > row.level and pairs.never_looked_at(below) is None


def test_moves_after_a_cut_were_never_looked_at() -> None:
    pairs = paired(recorded("minimax"), recorded("alphabeta"))
    pairs.open |= {(node, int(pairs.partner[node])) for node in pairs.first.children(0)}
    for row in pairs.rows():
        if min(row.pairs[0]) < 0:
            assert pairs.never_looked_at(row) == len(row.pairs)
