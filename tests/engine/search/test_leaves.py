"""The leaves of a report: positions of the last depth at which the depth was used up, or without moves to search."""

import random
from typing import Any

import pytest

from engine.core.evaluation import Evaluation, evaluations, find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import Reason
from tests.engine.conftest import COMPILED, sampled
from tests.engine.positions import random_play
from tests.engine.search.test_ladder import ORDERED, REPEATING, SOUND, spec

EVERY = [
    *(spec(name) for name in SOUND),
    *(spec(name, "ordering=on", "quiescence=on") for name in ORDERED),
    "negamax:quiescence=on,quiescence_depth=2",
    "minimax_reduce",
    "greedy",
    "threats",
]
ROOM = 6_000 if COMPILED else 2_000


def search(text: str, position: Any, limit: Limit, trace: Trace | None = None) -> list[Report]:
    name = position.game.name
    judge = find_evaluation(name) if evaluations(name) else Evaluation()
    return [*Spec.parse(text).build(judge, trace=trace).analyse(position, limit)]


def leaves_of(trace: Trace) -> int:
    """The nodes of the trace with no child but those of quiescence, whose depth is less than 0.

    A node whose score was in a table is not a leaf.
    """
    nodes = trace.nodes()
    assert trace.missed == 0
    parents = {node.parent for node in nodes if node.depth >= 0}
    return sum(
        1
        for index, node in enumerate(nodes)
        if node.depth >= 0 and index not in parents and node.reason is not Reason.TABLE
    )


@pytest.mark.parametrize("text", EVERY)
@pytest.mark.parametrize("game", ["nim", "tictactoe", "trees", "cotoan", "caro", "chess", "minigo"])
@sampled(2, 6)
@pytest.mark.diagonal("text", "game")
def test_leaves_are_what_the_trace_shows(text: str, game: str, count: int) -> None:
    compared = 0
    for seed in range(count):
        start = find_game(game).with_rules({"minigo": "size=5", "trees": "tree=deep"}.get(game, "")).start()
        plies = {"nim": seed % 4, "trees": seed % 2, "tictactoe": seed, "minigo": 3 + seed}.get(game, 40)
        line = random_play(start, plies, random.Random(seed))
        position = next(each for each in reversed(line) if each.legal_moves())
        for depth in (1, 2, 3, 4):
            trace = Trace(ROOM)
            last = search(text, position, Limit(depth=depth, nodes=ROOM), trace)[-1]
            if last.depth < depth and not last.exhausted:
                break
            assert last.leaves == leaves_of(trace), f"{text} on {position} at depth {depth}"
            assert 1 <= last.leaves <= last.iteration_nodes
            compared += 1
    assert compared


def test_the_tree_by_hand() -> None:
    """((3 12 8) (2 4 6) (1 5 2)): alpha-beta sees all of the first branch, then one leaf of each other branch."""
    position = find_game("trees").with_rules("tree=cutoffs").start()
    for name, leaves in {"minimax": [3, 9], "negamax": [3, 9], "alphabeta": [3, 5], "negascout": [3, 5]}.items():
        assert [report.leaves for report in search(name, position, Limit(depth=2))] == leaves
    assert search("greedy", position, Limit(depth=1))[-1].leaves == 3


def test_a_finished_branch_is_a_leaf_at_every_depth() -> None:
    """Nim, one heap of two: take two and win, or take one, after which the other takes the last."""
    position = find_game("nim").with_rules("first=2,second=0,third=0").start()
    assert [report.leaves for report in search("minimax", position, Limit(depth=9))] == [2, 2]


def test_a_side_without_a_move_is_a_leaf() -> None:
    """A stalemate is one leaf at the depth at which it is evaluated, and one at the next, where it is noticed."""
    position = find_game("chess")().parse_position("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")
    move = position.game.parse_move(position, "Qf7")
    for name in SOUND:
        reports = Spec.make(name).build(Evaluation()).analyse(position, Limit(depth=9), only=(move,))
        assert [report.leaves for report in reports] == [1, 1]


@pytest.mark.parametrize("name", SOUND)
def test_an_interrupted_depth_does_not_count(name: str) -> None:
    position = find_game("cotoan")().start()
    first = search(name, position, Limit(depth=1))[-1]
    for nodes in (first.nodes + 1, first.nodes + 50):
        last = search(name, position, Limit(nodes=nodes))[-1]
        assert (last.depth, last.nodes, last.leaves) == (1, nodes, first.leaves)
    assert first.leaves >= 87
    assert first.leaves == first.iteration_nodes - 1 or name in REPEATING, "at depth 1 all but the root are leaves"
    assert search(name, position, Limit(nodes=10))[-1].leaves == 0


@pytest.mark.parametrize("name", ["random", "ordered"])
def test_without_a_search_there_are_none(name: str) -> None:
    assert search(name, find_game("nim")().start(), Limit(depth=1))[-1].leaves == 0
