"""MTD(f) and SSS*: the value is that of minimax, passes close in on it, and the table only saves work."""

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.evaluation import KeyEvaluation
from engine.core.game import find_game, games
from engine.core.handmade import parse_tree
from engine.core.score import INFINITY
from engine.games.trees.position import TreePosition
from engine.search.report import Limit, Report, last_report
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import Reason, TraceNode
from tests.engine.conftest import COMPILED, deep, sampled
from tests.engine.positions import to_and_fro
from tests.engine.search.plain import scrambled
from tests.engine.search.test_ladder import paths_of, sparse
from tests.engine.search.test_pvs import evaluation_for, final, roots

NAMES = ["mtdf", "best_first"]
ROOM = 400_000 if COMPILED else 40_000


def traced(text: str, position: Any, depth: int, evaluation: Any) -> tuple[Report, list[TraceNode]]:
    trace = Trace(ROOM)
    report = final(text, position, Limit(depth=depth), evaluation, trace)
    assert trace.missed == 0
    return report, trace.nodes()


def passes_of(nodes: list[TraceNode]) -> list[TraceNode]:
    """The searches of the root, in order: the passes, and the one that follows the principal variation."""
    return [node for node in nodes if node.parent == 0]


def evaluated(nodes: list[TraceNode]) -> Counter[tuple[int, ...]]:
    """How often each leaf, as a path of moves, was searched and not found in the table."""
    return Counter(
        path
        for path, node in zip(paths_of(nodes), nodes, strict=True)
        if node.reason is Reason.TERMINAL or node.reason is Reason.LEAF
    )


@deep
@sampled(2, 60)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.diagonal("name", "game")
def test_equals_negascout_in_every_game(game: str, name: str, count: int) -> None:
    """Also in those in which positions can recur, with and without quiescence and ordering, for any table size."""
    compared = 0
    evaluation = evaluation_for(game)
    for options in ("", "quiescence=on", "ordering=on", "ordering=on,quiescence=on"):
        depth = 2 if game == "go" or (game == "caro" and options != "ordering=on") else 3
        wanted = [final(f"negascout:{options}", each, Limit(depth=depth), evaluation) for each in roots(game, count)]
        for entries in (0, 4, 256):
            search = Spec.parse(f"{name}:{options}").build(evaluation)
            if entries:
                search.use_table(entries)  # type: ignore[attr-defined]
            for position, expected in zip(roots(game, count), wanted, strict=True):
                found = last_report(search.analyse(position, Limit(depth=depth)))
                assert found is not None and found.depth == expected.depth
                assert found.score == expected.score, f"{options}, {entries} entries, {position}"
                if "ordering" not in options:
                    assert found.pv == expected.pv, f"{options}, {entries} entries, {position}"
                compared += 1
    assert compared == 12 * count


@deep
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["7k/8/8/1p6/1P6/8/8/K7 w - - 0 1", "8/8/8/8/1p6/1P1k4/8/1K6 w - - 0 1"])
@pytest.mark.diagonal("name", "text")
def test_a_repetition_on_one_path_is_not_one_on_another(text: str, name: str) -> None:
    """Kings that have moved to and fro: a position reached by other moves may or may not occur for the third time.

    If the entries belonged to positions, a few of these values would differ.
    """
    draws = 0
    for seed in range(60):
        position, seen = to_and_fro(find_game("chess")().parse_position(text), seed)
        for depth in (5, 6):
            limit, evaluation = Limit(depth=depth), KeyEvaluation(seed)
            expected = final("negamax_alphabeta:ordering=on", position, limit, evaluation)
            assert final(f"{name}:ordering=on", position, limit, evaluation).score == expected.score, f"{position}"
        draws += max(seen.count(key) for key in seen) == 2
    assert draws > 20


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_of_another_depth_is_not_used(name: str) -> None:
    """In nim, taking one piece three times leads to the same position as taking three, two plies deeper."""
    search = Spec.parse(name).build(evaluation_for("nim"))
    for heaps in ("first=3,second=3,third=2", "first=4,second=2,third=1", "first=5,second=1,third=1", "first=4"):
        position = find_game("nim").with_rules(heaps).start()
        for depth in (2, 3, 4, 5):
            report = last_report(search.analyse(position, Limit(depth=depth)))
            expected = final("negamax", position, Limit(depth=depth), evaluation_for("nim"))
            assert report is not None and (report.score, report.pv) == (expected.score, expected.pv)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("quiescence", ["", "quiescence=on"])
@sampled(6, 30)
@pytest.mark.diagonal("name", "quiescence")
def test_passes_narrow_the_bounds_until_they_meet(name: str, quiescence: str, count: int) -> None:
    """Every pass has a null window within the bounds proved before, and a search of one line confirms the value."""
    seen = set()
    for seed in range(count):
        position, evaluation = sparse(300 + seed, 5), scrambled(seed % 3)
        report, nodes = traced(f"{name}:{quiescence}", position, 3 if COMPILED else 2, evaluation)
        assert report.score is not None
        value = report.score.value
        *passes, line = passes_of(nodes)
        lower, upper = -INFINITY, INFINITY
        for each in passes:
            assert each.ply == 0 and each.beta == each.alpha + 1 and lower < upper
            assert lower <= each.alpha and each.beta <= upper
            if each.value >= each.beta:
                lower = each.value
            else:
                upper = each.value
            assert lower <= value <= upper
            seen.add(each.value >= each.beta)
        assert lower == upper == value and len(passes) >= 2
        assert (line.ply, line.alpha, line.beta, line.value) == (0, value - 1, value + 1, value)
        assert (nodes[0].alpha, nodes[0].beta, nodes[0].value) == (-INFINITY, INFINITY, value)
    assert seen == {False, True}


def test_the_first_guess_of_best_first_is_above_all_scores() -> None:
    """So every pass but the last fails low."""
    for seed in range(5):
        _, nodes = traced("best_first", sparse(310 + seed, 5), 2, scrambled(1))
        *passes, last, _ = passes_of(nodes)
        assert passes[0].beta == INFINITY
        assert all(each.value <= each.alpha for each in passes) and last.value >= last.beta
        assert [each.beta for each in (*passes[1:], last)] == [each.value for each in passes]


def test_the_first_guess_is_the_value_of_the_last_depth() -> None:
    position, evaluation = sparse(310, 5), scrambled(1)
    trace = Trace(ROOM)
    search = Spec.parse("mtdf").build(evaluation, trace=trace)
    guess = 0
    for report in search.analyse(position, Limit(depth=3 if COMPILED else 2)):
        assert passes_of(trace.nodes())[0].beta == guess
        assert report.score is not None
        guess = report.score.value
    before = final("mtdf", position, Limit(depth=1), evaluation)
    (report,) = search.analyse(position, Limit(depth=2), after=before)
    assert before.score is not None and passes_of(trace.nodes())[0].beta == before.score.value != 0
    assert [*search.analyse(position, Limit(depth=1))] and passes_of(trace.nodes())[0].beta == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", ["", "ordering=on"])
@sampled(4, 20)
@pytest.mark.diagonal("name", "options")
def test_no_leaf_is_evaluated_twice_in_a_depth(name: str, options: str, count: int) -> None:
    """The table has room for all of them, in games with and without positions that recur."""
    repeated = 0
    for seed in range(count):
        caro = find_game("caro").with_rules("columns=8,rows=8").start()
        rng = random.Random(seed)
        for _ in range(6):
            caro = caro.play(rng.choice(caro.likely_moves()))
        for position, evaluation in ((sparse(320 + seed, 5), scrambled(1)), (caro, evaluation_for("caro"))):
            report, nodes = traced(f"{name}:{options}", position, 2, evaluation)
            searched = evaluated(nodes)
            assert max(searched.values()) == 1
            assert sum(searched.values()) == report.leaves
            repeated += sum(node.reason is Reason.TABLE and node.depth == 0 for node in nodes)
    assert repeated > 0, "leaves were needed again and were in the table"


@deep
@pytest.mark.parametrize("name", NAMES)
def test_transpositions_share_an_entry_only_where_positions_cannot_recur(name: str) -> None:
    """In caro, two stones in either order give one position. In cờ toán, an entry belongs to one order, as in SSS*."""
    hits = {}
    for game, position in (("caro", find_game("caro")().start()), ("cotoan", find_game("cotoan")().start())):
        for _ in range(2):
            position = position.play(position.likely_moves()[0])
        evaluation = evaluation_for(game)
        report, nodes = traced(name, position, 3, evaluation)
        paths = paths_of(nodes)
        searched = {path for path, node in zip(paths, nodes, strict=True) if node.reason is not Reason.TABLE}
        hits[game] = sum(
            node.reason is Reason.TABLE and path not in searched for path, node in zip(paths, nodes, strict=True)
        )
        assert report.table_hits > 0
    assert (hits["caro"] > 0) == (name == "mtdf") and hits["cotoan"] == 0


def test_an_analysis_leaves_nothing_behind() -> None:
    """Its table belongs to one depth, so that an analysis after another one equals the first."""
    position, evaluation = sparse(330, 5), scrambled(1)
    search = Spec.parse("mtdf").build(evaluation)
    assert not search.remembers
    first = [*search.analyse(position, Limit(depth=3))]
    again = [*search.analyse(position, Limit(depth=3))]
    assert all(one.same_as(other) for one, other in zip(first, again, strict=True))
    assert first[-1].table_hits > 0


def random_tree(rng: random.Random) -> Any:
    """The root of a random tree of at most 60 nodes whose leaves have few different values."""
    while True:
        texts = [str(rng.randint(-4, 4)) for _ in range(rng.randint(8, 40))]
        while len(texts) > 1:
            sizes = []
            while sum(sizes) < len(texts):
                sizes.append(min(rng.randint(1, 4), len(texts) - sum(sizes)))
            groups = [[texts.pop(0) for _ in range(size)] for size in sizes]
            texts = [group[0] if len(group) == 1 and rng.random() < 0.5 else f"({' '.join(group)})" for group in groups]
        tree = parse_tree(texts[0])
        if 9 < len(tree.values) <= 60:
            return TreePosition(find_game("trees")(), tree, 0)


@sampled(150 if COMPILED else 20, 3000)
def test_best_first_searches_no_leaf_that_alphabeta_skips(count: int) -> None:
    """In random trees, with equal values: the leaves are among those of alpha-beta, and each is searched once."""
    rng = random.Random(7)
    saved = 0
    for _ in range(count):
        position = random_tree(rng)
        depth = max(position.tree.depths)
        report, nodes = traced("best_first", position, depth, evaluation_for("trees"))
        best, other = traced("alphabeta", position, depth, evaluation_for("trees"))
        assert report.score == best.score and report.pv == best.pv
        mine, theirs = evaluated(nodes), evaluated(other)
        assert mine.keys() <= theirs.keys() and max(mine.values()) == 1
        assert report.leaves == len(mine) <= best.leaves
        saved += len(theirs) - len(mine)
    assert saved > count


@deep
@pytest.mark.parametrize("game", ["caro", "chess", "cotoan", "minigo", "nim", "tictactoe", "xiangqi"])
@sampled(3, 20)
def test_best_first_searches_no_leaf_that_alphabeta_skips_in_games(game: str, count: int) -> None:
    """Also where positions recur and where orders of moves lead to equal positions."""
    for position in roots(game, count):
        depth = 2 if game in ("caro", "cotoan", "minigo") else 3
        search = Spec.parse("best_first:table_mb=64").build(evaluation_for(game), trace=Trace(4_000_000))
        report = last_report(search.analyse(position, Limit(depth=depth)))
        best = final("alphabeta", position, Limit(depth=depth), evaluation_for(game), trace := Trace(4_000_000))
        assert report is not None and search.trace is not None and trace.missed == search.trace.missed == 0
        mine, theirs = evaluated(search.trace.nodes()), evaluated(trace.nodes())
        assert mine.keys() <= theirs.keys() and report.leaves <= best.leaves
