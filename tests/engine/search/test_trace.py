"""A trace: complete upper plies, exact counts, ranges of a repeated search, and equal records in both modes."""

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.core.evaluation import KeyEvaluation, find_evaluation
from engine.core.game import find_game
from engine.core.values import replace
from engine.search.report import Limit, Report
from engine.search.search import algorithms
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import LAYOUT, PROBE_FLAGS, Flag, Reason, Skip, TraceNode
from tests.engine.conftest import COMPILED, deep, few

GAMES = ("caro", "chess", "cotoan", "go", "minigo", "nim", "tictactoe", "trees", "xiangqi")
QUICK = ("tictactoe", "trees")
ROOM = 200_000
WITHOUT_TREE = {"mcts", "ordered", "pn", "random"}
SPECS = [name for name in sorted(algorithms()) if name not in WITHOUT_TREE]
SPECS += ["negascout:ordering=on,quiescence=on", "pvs:preset=sound", "pvs:lines=3"]


def depth_of(text: str, game: str) -> int:
    if text.startswith("pvs:lines") or not COMPILED:
        return 2
    if game == "go" and text in ("best_first", "mtdf", "pvs:preset=sound"):
        return 1
    if text.startswith("pvs"):
        return 3 if "sound" in text else 5
    return 2 if game in ("go", "caro", "xiangqi", "chess") or text.startswith(("minimax", "negamax")) else 3


@cache
def run(text: str, game: str, capacity: int = ROOM, first: int = 0, last: int | None = None) -> tuple[Trace, Report]:
    trace = Trace(capacity, first, last)
    search = Spec.parse(text).build(KeyEvaluation(3), trace=trace)
    *_, report = search.analyse(find_game(game)().start(), Limit(depth=depth_of(text, game)))
    return trace, report


def cut_at(nodes: list[TraceNode], ply: int) -> list[TraceNode]:
    """The nodes down to a ply, with the parents counted again."""
    places: dict[int, int] = {-1: -1}
    kept = []
    for index, node in enumerate(nodes):
        if node.ply <= ply:
            places[index] = len(kept)
            kept.append(replace(node, parent=places[node.parent]))
    return kept


@pytest.mark.parametrize("game", few(GAMES, QUICK))
@pytest.mark.parametrize("text", SPECS)
@pytest.mark.diagonal("game", "text")
def test_a_full_trace_is_the_whole_one_cut_at_a_ply(text: str, game: str) -> None:
    whole, report = run(text, game)
    nodes = whole.nodes()
    assert len(nodes) == whole.total and whole.total + whole.elsewhere == report.iteration_nodes
    plies = Counter(node.ply for node in nodes)
    tried = 0
    for ply in range(max(plies)):
        room = sum(count for at, count in plies.items() if at <= ply)
        for capacity in {room, room + plies[ply + 1] - 1}:
            if capacity == len(nodes):
                continue
            trace, part = run(text, game, capacity)
            assert part.same_as(report)
            assert trace.complete_to_ply == ply
            assert trace.nodes() == cut_at(nodes, ply)
            assert trace.statistics() == whole.statistics()
            assert (trace.total, trace.repeated, trace.elsewhere) == (whole.total, whole.repeated, whole.elsewhere)
            tried += 1
    assert tried or max(plies) == 0


@pytest.mark.parametrize("game", few(GAMES, QUICK))
@pytest.mark.parametrize("text", SPECS)
@pytest.mark.diagonal("game", "text")
def test_a_range_of_a_repeated_search_is_that_part_of_the_whole(text: str, game: str) -> None:
    nodes = run(text, game)[0].nodes()
    inner = [index for index, node in enumerate(nodes) if node.subtree > 2]
    for index in inner[1 :: max(1, len(inner) // 4)]:
        node = nodes[index]
        trace, _ = run(text, game, ROOM, node.serial, node.serial + node.subtree)
        expected = [replace(each, parent=max(each.parent - index, -1)) for each in nodes[index : index + node.subtree]]
        assert trace.nodes() == expected
    assert len(inner) > 1 or text in ("greedy", "threats") or game in ("trees", "nim", "go")


@pytest.mark.parametrize("game", few(GAMES, QUICK))
@pytest.mark.parametrize("text", SPECS)
@pytest.mark.diagonal("game", "text")
def test_counts_are_those_of_the_nodes(text: str, game: str) -> None:
    trace, _ = run(text, game)
    nodes = trace.nodes()
    children: list[list[TraceNode]] = [[] for _ in nodes]
    sizes = [1] * len(nodes)
    for index in range(len(nodes) - 1, 0, -1):
        sizes[nodes[index].parent] += sizes[index]
        children[nodes[index].parent].insert(0, nodes[index])
    cuts: Counter[int] = Counter()
    again = 0
    for index, (node, below) in enumerate(zip(nodes, children, strict=True)):
        assert (node.serial, node.subtree, node.visits) == (index, sizes[index], len(below))
        moves = [each for each in below if each.ply > node.ply and not each.flags & PROBE_FLAGS]
        runs = [[*run] for _, run in itertools.groupby(moves, key=lambda each: each.move)]
        assert node.tried == len(runs)
        for rank, visits in enumerate(runs, 1):
            assert {each.rank for each in visits} == {rank}
            assert [bool(each.flags & Flag.REPEATED) for each in visits] == [False] + [True] * (len(visits) - 1)
            again += len(visits) - 1
        if not text.startswith("threats"):
            assert node.tried + sum(node.skipped) <= node.generated or not node.tried
        if node.reason is Reason.CUTOFF:
            cuts[min(node.tried, 64)] += 1
    found = trace.statistics()
    assert found["by_ply"] == [count for _, count in sorted(Counter(node.ply for node in nodes).items())]
    assert found["by_reason"] == [sum(node.reason is reason for node in nodes) for reason in Reason]
    assert found["by_cut_rank"] == [cuts[rank] for rank in range(65)]
    assert trace.repeated == again


@pytest.mark.slow
def test_a_value_rests_on_assumptions_only_where_a_step_proves_nothing() -> None:
    for text in ("negascout:ordering=on,quiescence=on", "pvs:preset=sound", "mtdf"):
        assert not any(node.flags & Flag.ASSUMED for node in run(text, "cotoan")[0].nodes())
    nodes = run("pvs", "chess")[0].nodes()
    for index, node in enumerate(nodes):
        own = node.reason in (Reason.RAZORED, Reason.FUTILE, Reason.NULL_MOVE, Reason.PROBCUT, Reason.SINGULAR)
        below = [each for each in nodes[index : index + node.subtree] if each.parent == index]
        if own:
            assert node.flags & Flag.ASSUMED
        if node.reason is Reason.CUTOFF and below[-1].flags & Flag.ASSUMED and not below[-1].flags & PROBE_FLAGS:
            assert node.flags & Flag.ASSUMED
        if not node.flags & (Flag.ASSUMED | Flag.EXTENDED):
            last = below[-1:] if node.reason is Reason.CUTOFF else below
            assert not any(each.flags & Flag.ASSUMED for each in last if each.rank and each.rank != last[-1].rank)
            assert node.reason is Reason.CUTOFF or not sum(node.skipped)


@pytest.mark.slow
@deep
def test_every_step_of_the_strong_search_leaves_a_record() -> None:
    """Each switch that prunes, reduces or extends appears where it is on, and does not where it is off."""
    text = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
    position = find_game("chess")().parse_position(text)

    def steps(spec: str) -> set[str]:
        trace = Trace(2_000_000)
        *_, _ = Spec.parse(spec).build(find_evaluation("chess"), trace=trace).analyse(position, Limit(depth=10))
        found = set()
        for node in trace.nodes():
            found.add(node.reason.name)
            found.update(flag.name or "" for flag in node.flags)
            found.update(f"SKIPPED_{kind.name}" for kind in Skip if node.skipped[kind] and node.depth > 0)
            found.update(f"QUIET_{kind.name}" for kind in Skip if node.skipped[kind] and node.depth <= 0)
            if node.reduced > 0 and node.rank:
                found.add("REDUCED")
        return found

    marks = {
        "null_move": {"NULL_MOVE", "AFTER_PASS"}, "late_reductions": {"REDUCED"}, "late_pruning": {"SKIPPED_LATE"},
        "reverse_futility": {"FUTILE"}, "razoring": {"RAZORED", "RAZORING"}, "probcut": {"TRYING_CAPTURE"},
        "history_pruning": {"SKIPPED_HISTORY"}, "danger_extension": {"EXTENDED"}, "singular": {"EXCLUDING"},
        "internal_reduction": {"SHORTENED"}, "delta": {"QUIET_FUTILE"}, "table": {"TABLE", "TABLE_MOVE"},
        "killers": {"KILLER_MOVE"}, "futility": {"SKIPPED_FUTILE"},
    }  # fmt: skip
    everything = steps("pvs:razoring=on")
    missing = {name for name, found in marks.items() if not found & everything}
    assert missing <= {"history_pruning", "futility", "probcut"}
    for name in set(marks) - missing - {"table"}:
        # A move that is not singular is reduced, too.
        other = ",singular=off" if name == "late_reductions" else ""
        assert not marks[name] & steps(f"pvs:{name}=off{other}"), name


def test_equal_records_in_both_modes(golden: Callable[[str, str], None]) -> None:
    """The digests were written by compiled code, and hold for both modes."""
    digests = {}
    for text in SPECS:
        for game in ("tictactoe", "trees", "minigo"):
            trace = Trace(300)
            search = Spec.parse(text).build(KeyEvaluation(3), trace=trace)
            [*_] = search.analyse(find_game(game)().start(), Limit(depth=2))
            counts = json.dumps(trace.statistics(), sort_keys=True).encode()
            digests[f"{text} {game}"] = hashlib.sha256(trace.data() + counts).hexdigest()[:16]
    golden("traces.json", json.dumps(digests, indent=1) + "\n")


def test_an_interrupted_search_has_open_nodes() -> None:
    trace = Trace(1000)
    search = Spec.parse("negamax").build(KeyEvaluation(3), trace=trace)
    *_, report = search.analyse(find_game("cotoan")().start(), Limit(nodes=500))
    nodes = trace.nodes()
    stopped = [node for node in nodes if node.reason is Reason.STOPPED]
    assert stopped[0] is nodes[0] and nodes[0].subtree == trace.total
    assert trace.statistics()["by_reason"][Reason.STOPPED] == len(stopped)
    assert all(node.subtree == trace.total - node.serial for node in stopped)
    assert sum(trace.statistics()["by_reason"]) == trace.total < report.nodes


def test_a_node_has_80_bytes() -> None:
    trace, _ = run("minimax", "tictactoe")
    assert LAYOUT.size == 80 and len(trace.data()) == 80 * trace.count


@pytest.mark.parametrize("arguments", [(0,), (-1,), (10_000_001,), (10, -1), (10, 5, 5), (10, 5, 4)])
def test_arguments_are_bounded(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"capacity|visits"):
        Trace(*arguments)
