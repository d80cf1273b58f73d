"""The contracts of the strong search: presets that keep the minimax value, bounds, memory, wins, lines and threads."""

import math
import random
import re
import statistics
import threading
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.core.evaluation import KeyEvaluation, evaluations, find_evaluation
from engine.core.game import find_game, games
from engine.core.score import INFINITY, WIN, WIN_BOUND
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.search.switches import REFINEMENTS, preset_values
from engine.search.table_pure import NO_EVALUATION, NO_MOVE
from engine.search.trace import Trace
from engine.search.visit import Reason, Skip, TraceNode
from tests.engine.conftest import COMPILED, GOLDEN, deep, sampled
from tests.engine.positions import cotoan_position, random_cotoan_text, to_and_fro
from tests.engine.search.plain import scrambled

WITHOUT_HISTORY = {
    "cotoan": "no_capture=none,repetition=off",
    "caro": "",
    "minigo": "",
    "nim": "",
    "tictactoe": "",
    "trees": "",
}
"""Games, with rules, in which the value of a position does not depend on the moves that led to it."""


def evaluation_for(game: str) -> Any:
    return find_evaluation(game) if evaluations(game) else KeyEvaluation(3)


def roots(game: str, count: int, rules: str = "") -> Iterator[Any]:
    """Positions with legal moves, from random games."""
    for seed in range(count):
        rng = random.Random(f"{game} {seed}")
        position = find_game(game).with_rules(rules).start()
        for _ in range(rng.choice((0, 2, 5, 12, 30, 60))):
            after = position.play(rng.choice(position.legal_moves()))
            if not after.has_legal_move():
                break
            position = after
        yield position


def final(text: str, position: Any, limit: Limit, evaluation: Any, trace: Trace | None = None) -> Report:
    report = last_report(Spec.parse(text).build(evaluation, trace=trace).analyse(position, limit))
    assert report is not None
    return report


# --- presets that keep the minimax value --------------------------------------------------------------------------


@sampled(6, 60)
@pytest.mark.parametrize("preset", ["plain", "sound"])
@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.diagonal("preset", "game")
def test_presets_equal_negascout(game: str, preset: str, count: int) -> None:
    """At equal depth, with and without quiescence, on several positions in a row with a table that is kept."""
    compared = 0
    for options in ("", ",quiescence=on"):
        search = Spec.parse(f"pvs:preset={preset}{options}").build(evaluation_for(game))
        for position in roots(game, count):
            for depth in (
                (1, 2, 3) if COMPILED and game != "go" and (game, options) != ("caro", ",quiescence=on") else (1, 2)
            ):
                expected = final(f"negascout:ordering=on{options}", position, Limit(depth=depth), evaluation_for(game))
                found = last_report(search.analyse(position, Limit(depth=depth)))
                assert found is not None and found.score is not None and expected.score is not None
                if found.depth == expected.depth == depth:
                    assert found.score == expected.score, f"{preset}{options} at depth {depth} of {position}"
                    compared += 1
    assert compared > count


@deep
@pytest.mark.parametrize("game, depth", [("chess", 4), ("xiangqi", 4), ("cotoan", 3), ("caro", 3)])
def test_the_preset_sound_visits_few_more_nodes_than_plain(game: str, depth: int) -> None:
    """Equal values, and at most 1.1 times the nodes on average (figures: ``sound.py`` in ``examples/strength``)."""
    ratios = []
    for position in roots(game, 10):
        sound, plain, wide = (
            final(f"pvs:preset={each}", position, Limit(depth=depth), evaluation_for(game))
            for each in ("sound", "plain", "sound,aspiration=on")
        )
        if sound.depth == plain.depth == depth:
            assert sound.score == plain.score == wide.score, str(position)
            ratios.append(math.log(sound.iteration_nodes / plain.iteration_nodes))
    assert len(ratios) >= 6 and math.exp(statistics.mean(ratios)) <= 1.1


@deep
@sampled(3, 40)
@pytest.mark.parametrize("game", sorted(WITHOUT_HISTORY))
def test_a_table_of_any_size_changes_no_value(game: str, count: int) -> None:
    """Small tables replace entries all the time; a fixed depth, the preset that cuts by the table at equal depth."""
    evaluation = scrambled(2) if game == "cotoan" else KeyEvaluation(4)
    search: Any = Spec.parse("pvs:preset=sound").build(evaluation)
    for position in roots(game, count, WITHOUT_HISTORY[game]):
        depth = 3 if game == "caro" else 4
        values = {final("pvs:preset=sound,table=off", position, Limit(depth=depth), evaluation).score}
        for entries in (4, 16, 1024, 1 << 20):
            last_report(search.analyse(position, Limit(depth=1)))
            search.use_table(entries)
            report = last_report(search.analyse(position, Limit(depth=depth)))
            assert report is not None
            values.add(report.score)
        assert len(values) == 1, str(position)


def subtree(nodes: list[TraceNode], root: Any) -> Iterator[tuple[TraceNode, Any]]:
    """Every recorded node with its position, except those after a pass or a move that leaves the king in check."""
    positions: list[Any] = []
    for node in nodes:
        if node.parent < 0:
            positions.append(root)
        else:
            parent = positions[node.parent]
            is_known = parent is not None and node.move >= 0 and node.move in parent.legal_moves()
            positions.append(parent.play(node.move) if is_known else None)
        if positions[-1] is not None:
            yield node, positions[-1]


@deep
@sampled(2, 30)
@pytest.mark.parametrize("game", sorted(set(WITHOUT_HISTORY) - {"trees"}))  # the leaves of a tree have any score
def test_every_window_gets_a_true_bound(game: str, count: int) -> None:
    """For each node: r ≤ alpha ⇒ v ≤ r; r ≥ beta ⇒ v ≥ r; else r = v.

    The evaluation is scrambled, and the table was filled by searches of other depths and of another position.
    """
    evaluation = scrambled(1) if game == "cotoan" else KeyEvaluation(1)
    checked = 0

    @cache
    def minimax(position: Any, depth: int) -> int:
        outcome = position.outcome()
        if outcome is not None:
            return 0 if outcome.winner is None else WIN if outcome.winner == position.turn else -WIN
        if depth == 0:
            return int(evaluation.score(position))
        return max(-shifted(minimax(position.play(move), depth - 1)) for move in position.likely_moves())

    def shifted(value: int) -> int:
        return value - 1 if value > WIN_BOUND else value + 1 if value < -WIN_BOUND else value

    for position in roots(game, count, WITHOUT_HISTORY[game]):
        minimax.cache_clear()  # Positions take gigabytes.
        trace = Trace(400)
        search = Spec.parse("pvs:preset=sound").build(evaluation, trace=trace)
        rng = random.Random(5)
        neighbour = position.play(rng.choice(position.legal_moves()))
        for root, depth in ((position, 1), (neighbour, 3), (position, 3), (position, 2)):
            if root.has_legal_move():
                last_report(search.analyse(root, Limit(depth=depth)))
        for node, at in subtree(trace.nodes(), position):
            if node.reason in (Reason.MATE_DISTANCE, Reason.STOPPED) or node.depth > 2:
                continue
            value = minimax(at, node.depth)
            for _ in range(node.ply):  # from the plies of the node to the plies of the root
                value = shifted(value)
            if node.value >= node.beta:
                assert value >= node.value, f"{node} at {at}"
            elif node.value <= node.alpha:
                assert value <= node.value, f"{node} at {at}"
            else:
                assert value == node.value, f"{node} at {at}"
            checked += 1
    assert checked > 3


@deep
@pytest.mark.parametrize("entries", [64, 1 << 16])
@pytest.mark.parametrize("game", sorted(set(WITHOUT_HISTORY) - {"trees"}))
@pytest.mark.diagonal("entries", "game")
def test_random_windows_get_true_bounds(game: str, entries: int) -> None:
    """R ≤ alpha ⇒ v ≤ r; r ≥ beta ⇒ v ≥ r; else r = v, with a table filled by other windows, depths and positions."""
    evaluation = scrambled(3) if game == "cotoan" else KeyEvaluation(6)
    rng, seen = random.Random(game), {"low": 0, "high": 0, "inside": 0}
    search: Any = Spec.parse("pvs:preset=sound").build(evaluation)
    for root in roots(game, 8, WITHOUT_HISTORY[game]):
        children = [root.play(move) for move in root.legal_moves()]
        around = [root, *[each for each in children if each.has_legal_move()][:4]]
        values = {}
        for place, position in enumerate(around):
            for depth in (1, 2, 3) if game != "caro" else (1, 2):
                score = final("negamax_alphabeta:ordering=on", position, Limit(depth=depth), evaluation).score
                assert score is not None
                value = score.value
                values[place, depth] = value - (value > WIN_BOUND) + (value < -WIN_BOUND)
        last_report(search.analyse(root, Limit(depth=2)))
        search.use_table(entries)
        for _ in range(60):
            place, depth = rng.choice(list(values))
            value = values[place, depth]
            alpha = value + rng.choice((-1, 0, rng.randint(-60, 60), rng.choice(list(values.values())) - value))
            beta = alpha + rng.choice((1, 1, 2, rng.randint(1, 80)))
            alpha, beta = max(alpha, -INFINITY), min(beta, INFINITY)
            found = search.score_in_window(around[place], depth, alpha, beta)
            case = f"depth {depth}, window {alpha} {beta}, score {found}, value {value} of {around[place]}"
            if found <= alpha:
                assert value <= found, case
            elif found >= beta:
                assert value >= found, case
            else:
                assert value == found, case
            seen["low" if found <= alpha else "high" if found >= beta else "inside"] += 1
    assert min(seen.values()) > 20


@deep
@pytest.mark.parametrize("game", ["caro", "cotoan", "minigo", "tictactoe"])
def test_an_interrupted_search_stores_nothing_untrue(game: str) -> None:
    """Whatever the number of nodes after which it was stopped, the table that remains changes no value."""
    evaluation = evaluation_for(game)
    for position in roots(game, 2, WITHOUT_HISTORY[game]):
        expected = {
            depth: final("pvs:preset=sound,table=off", position, Limit(depth=depth), evaluation).score
            for depth in (2, 3)
        }
        search = Spec.parse("pvs:preset=sound").build(evaluation)
        for nodes in range(1, 900, 29):
            for depth, value in expected.items():
                search.forget()
                last_report(search.analyse(position, Limit(nodes=nodes)))
                found = last_report(search.analyse(position, Limit(depth=depth)))
                assert found is not None and found.score == value, f"depth {depth} after {nodes} nodes of {position}"


@deep
@pytest.mark.parametrize("text", ["7k/8/8/1p6/1P6/8/8/K7 w - - 0 1", "8/8/8/8/1p6/1P1k4/8/1K6 w - - 0 1"])
def test_a_table_filled_by_another_path_changes_no_value(text: str) -> None:
    """Kings that have moved to and fro: the same position, reached by other moves, may be drawn by repetition or not.

    One search with one table is asked about many such positions.
    """
    search, draws = Spec.parse("pvs:preset=sound").build(KeyEvaluation(7)), 0
    for seed in range(60):
        position, seen = to_and_fro(find_game("chess")().parse_position(text), seed)
        for depth in (4, 5):
            expected = final("negascout:ordering=on", position, Limit(depth=depth), KeyEvaluation(7))
            found = last_report(search.analyse(position, Limit(depth=depth)))
            assert found is not None and found.score == expected.score, f"seed {seed}, depth {depth}, {position}"
        draws += max(seen.count(key) for key in seen) == 2
    assert draws > 20


@pytest.mark.parametrize("game", ["caro", "chess", "cotoan", "minigo", "xiangqi"])
def test_a_move_of_the_table_that_is_not_legal_is_not_made(game: str) -> None:
    """As if another position had the same key. The search is that without such entries."""
    rng = random.Random(game)
    for position in roots(game, 3):
        legal = position.legal_moves()
        search = Spec.parse("pvs:preset=sound").build(evaluation_for(game))
        expected = final("pvs:preset=sound", position, Limit(depth=2), evaluation_for(game))
        last_report(search.analyse(position, Limit(depth=1)))  # makes the table
        search.forget()
        for move in [None, *legal]:
            after = position if move is None else position.play(move)
            wrong = next(each for each in iter(lambda: rng.randrange(NO_MOVE), None) if each not in after.legal_moves())
            search.table.store(after.key, wrong, 0, NO_EVALUATION, 200, 0)  # type: ignore[attr-defined]
        found = last_report(search.analyse(position, Limit(depth=2)))
        assert found is not None and found.same_as(expected), str(position)


@sampled(6, 60)
@pytest.mark.parametrize("game", sorted(games()))
def test_mate_distance_changes_no_value(game: str, count: int) -> None:
    for position in roots(game, count):
        depth = 2 if game == "go" else 3
        on, off = (
            final(f"pvs:preset=sound,mate_distance={value}", position, Limit(depth=depth), evaluation_for(game)).score
            for value in ("on", "off")
        )
        assert on == off, str(position)


# --- the strong preset --------------------------------------------------------------------------------------------


def check_line(position: Any, pv: tuple[int, ...]) -> Any:
    for move in pv:
        assert move in position.legal_moves()
        position = position.play(move)
    return position


@sampled(5, 100)
@pytest.mark.parametrize("game", sorted(games()))
def test_lines_are_legal_and_reports_do_not_depend_on_the_trace(game: str, count: int) -> None:
    for position in roots(game, count):
        limit = Limit(nodes=4000 if COMPILED else 150)
        trace = Trace(1_000_000)
        plain, traced = (final("pvs", position, limit, evaluation_for(game), each) for each in (None, trace))
        assert plain.same_as(traced)
        assert plain.move == (plain.pv or [None])[0]
        check_line(position, plain.pv)
        recorded = trace.nodes()
        assert sum(node.parent < 0 for node in recorded) == 1
        assert all(recorded[node.parent].visits > 0 for node in recorded if node.parent >= 0)


@deep
@pytest.mark.parametrize("game", ["chess", "cotoan", "xiangqi"])
def test_a_node_in_danger_or_near_a_win_is_not_pruned(game: str) -> None:
    """Neither by a pass nor by the evaluation; and no answer to a check is left out in quiescence."""
    pruned = dangers = 0
    for position in roots(game, 12):
        trace = Trace(60_000)
        final("pvs", position, Limit(nodes=20_000), evaluation_for(game), trace)
        for node, at in subtree(trace.nodes(), position):
            if node.reason in (Reason.NULL_MOVE, Reason.RAZORED, Reason.FUTILE, Reason.PROBCUT):
                assert not at.is_in_danger, f"{node} at {at}"
                assert node.alpha > -WIN_BOUND and node.beta < WIN_BOUND, f"{node} at {at}"
                pruned += 1
            if node.depth <= 0 and node.reason not in (Reason.TABLE, Reason.TERMINAL) and not at.stands_pat:
                assert not any(node.skipped), f"{node} at {at}"
                dangers += 1
    assert pruned > 100 and dangers > 5


@deep
@pytest.mark.parametrize("game", ["chess", "cotoan", "minigo", "xiangqi"])
def test_quiet_moves_that_endanger_the_opponent_are_not_skipped(game: str) -> None:
    """With the switch ``danger_exemption``, a node that skips moves tries all checks; without it, some are skipped."""
    missed = {"on": 0, "off": 0}
    for value in missed:
        for position in roots(game, 6):
            trace = Trace(60_000)
            search = Spec.parse(f"pvs:danger_exemption={value},razoring=on,singular=off,answers=off")
            last_report(search.build(evaluation_for(game), trace=trace).analyse(position, Limit(nodes=20_000)))
            nodes = trace.nodes()
            tried: dict[int, set[int]] = {node.serial: set() for node in nodes}
            for node in nodes:
                if node.rank:
                    tried[nodes[node.parent].serial].add(node.move)
            for node, at in subtree(nodes, position):
                if node.depth > 0 and node.reason is Reason.FAIL_LOW and any(node.skipped):
                    for move in set(at.legal_moves()) - tried[node.serial]:
                        missed[value] += at.gain_of(move) <= 0 and at.is_danger_after(move)
    assert missed["on"] == 0 < missed["off"]


@deep
@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_quiet_evasions_are_skipped_after_two_moves_that_do_not_all_lose(game: str) -> None:
    """The moves tried before are at least two, one of them does not lose, and captures are never skipped."""
    skipped = {"on": 0, "off": 0}
    for value in skipped:
        for position in roots(game, 6):
            trace = Trace(60_000)
            search = Spec.parse(f"pvs:few_evasions={value}")
            last_report(search.build(evaluation_for(game), trace=trace).analyse(position, Limit(nodes=20_000)))
            nodes = trace.nodes()
            tried: dict[int, set[int]] = {node.serial: set() for node in nodes}
            for node in nodes:
                if node.rank:
                    tried[nodes[node.parent].serial].add(node.move)
            for node, at in subtree(nodes, position):
                if node.depth <= 0 and node.skipped[Skip.LATE] and node.reason is Reason.FAIL_LOW:
                    skipped[value] += 1
                    assert at.is_in_danger and len(tried[node.serial]) >= 2 and node.value > -WIN_BOUND
                    left = set(at.legal_moves()) - tried[node.serial]
                    assert len(left) == node.skipped[Skip.LATE] and all(at.gain_of(move) <= 0 for move in left)
    assert skipped["off"] == 0 < skipped["on"]


@deep
@pytest.mark.parametrize("text", ["8/8/3R4/8/1k2R3/7K/8/8 b - - 39 92", "8/4k3/1K6/P7/1P6/5P2/3Q4/3R4 w - - 7 50"])
def test_a_win_after_a_pass_is_no_win(text: str) -> None:
    """In both, the side that passes mates soon, but a pass is not a move of the game."""
    trace = Trace(60_000)
    final(
        "pvs:danger_exemption=off,razoring=on",
        find_game("chess")().parse_position(text),
        Limit(depth=9),
        evaluation_for("chess"),
        trace,
    )
    passed = [node for node in trace.nodes() if node.reason is Reason.NULL_MOVE]
    assert passed and all(node.value < WIN_BOUND for node in passed)


@deep
def test_a_limit_at_the_end_of_a_depth_or_a_window_leaves_the_tree_before_it() -> None:
    position = find_game("chess")().parse_position(
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    )
    trace = Trace(100_000)
    for nodes in range(300, 420):
        final("pvs", position, Limit(nodes=nodes), evaluation_for("chess"), trace)
        recorded = trace.nodes()
        assert sum(node.parent < 0 for node in recorded) == 1, nodes
    final("pvs", position, Limit(nodes=1), evaluation_for("chess"), trace)
    assert len(trace.nodes()) <= 1


@deep
@sampled(5, 60)
@pytest.mark.parametrize("game", ["caro", "chess", "cotoan", "minigo", "nim", "tictactoe", "xiangqi"])
def test_wins_are_real(game: str, count: int) -> None:
    """A win in n plies, n at most 5 (in caro 3), is confirmed by a search that keeps the minimax value.

    It searches one ply more, because it notices only there that a side has no move.
    """
    found = 0
    for position in roots(game, 6 * count):
        report = final("pvs", position, Limit(nodes=3000), evaluation_for(game))
        plies = None if report.score is None else report.score.win_in
        if plies is None or not 0 < abs(plies) <= (3 if game == "caro" else 5) or report.score is None:
            continue
        found += 1
        sound = final("negascout:ordering=on,likely=off", position, Limit(depth=abs(plies) + 1), evaluation_for(game))
        assert sound.score is not None and sound.score.win_in is not None
        assert (sound.score.value > 0) == (report.score.value > 0), str(position)
        assert abs(sound.score.win_in) <= abs(plies), str(position)
    assert found or game in ("chess", "xiangqi")


@pytest.mark.slow
@deep
def test_tactics_of_chess_with_few_nodes() -> None:
    """Win at Chess with 10,000 nodes per position: 107 when written. A search that finds fewer needs a reason."""
    game, right, tried = find_game("chess")(), 0, 0
    for line in (GOLDEN / "chess" / "wac300.epd").read_text(encoding="utf-8").splitlines():
        match = re.match(r"(\S+ \S+ \S+ \S+) .*?bm ([^;]+);", line)
        if match is None:
            continue
        position = game.parse_position(match[1])
        tried += 1
        best = {game.parse_move(position, word) for word in match[2].split()}
        right += final("pvs", position, Limit(nodes=10_000), evaluation_for("chess")).move in best
    assert tried == 300 and right >= 95, right


@deep
def test_tactics_of_cotoan_with_few_nodes() -> None:
    """Forced wins of three plies and more with a single winning move, which proof-number search proves."""
    found = tried = 0
    for seed in range(400):
        position = cotoan_position(random_cotoan_text(random.Random(f"zero {seed}")))
        moves = position.legal_moves()
        proof = final("pn", position, Limit(nodes=20_000), None) if len(moves) > 1 else None
        if proof is None or proof.score is None or proof.score.value < 0 or len(proof.pv) < 3:
            continue
        others = [move for move in moves if move != proof.move]
        other = last_report(Spec.parse("pn").build(None).analyse(position, Limit(nodes=20_000), only=others))
        if other is not None and other.score is not None and other.score.value > 0:
            continue
        tried += 1
        report = final("pvs", position, Limit(nodes=4000), evaluation_for("cotoan"))
        found += report.move == proof.move
    assert tried >= 10 and found >= 0.9 * tried, (found, tried)


def test_the_line_of_a_stopped_depth_continues_with_moves_of_the_table() -> None:
    """Otherwise a best move that failed high last would be the whole line."""
    lengths = {"on": 0, "off": 0}
    for game in ("cotoan", "caro", "chess"):
        position = find_game(game)().start()
        for nodes in range(300, 6000 if COMPILED else 900, 103):
            for table in lengths:
                report = final(f"pvs:table={table}", position, Limit(nodes=nodes), evaluation_for(game))
                check_line(position, report.pv)
                assert len(report.pv) <= report.seldepth + 1
                lengths[table] += report.unfinished and len(report.pv) == 1
    assert lengths["on"] == 0 < lengths["off"]


def test_a_stopped_depth_keeps_its_best_completed_move() -> None:
    """With every number of nodes: the line is legal, and the result changes within a depth, too."""
    position = find_game("chess")().start()
    unfinished = 0
    for nodes in range(200, 4000 if COMPILED else 700, 97):
        report = final("pvs", position, Limit(nodes=nodes), evaluation_for("chess"))
        assert report.nodes == nodes and report.final
        check_line(position, report.pv)
        assert report.move is not None and report.score is not None
        unfinished += report.unfinished
    assert unfinished > 2
    textbook = [final("negascout", position, Limit(nodes=nodes), evaluation_for("chess")) for nodes in (300, 900)]
    assert not any(report.unfinished for report in textbook)


# --- memory -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(games()))
def test_forgetting_makes_a_search_new(game: str) -> None:
    limit = Limit(nodes=3000 if COMPILED else 120)
    search = Spec.parse("pvs").build(evaluation_for(game))
    positions = list(roots(game, 4))
    fresh = [final("pvs", position, limit, evaluation_for(game)) for position in positions]
    differences = 0
    for position, expected in zip(positions, fresh, strict=True):
        again = last_report(search.analyse(position, limit))
        assert again is not None
        differences += not expected.same_as(again)
        search.forget()
        reset = last_report(search.analyse(position, limit))
        assert reset is not None and expected.same_as(reset)
    if game in ("chess", "cotoan", "xiangqi"):
        assert differences, "the memory of a search has an effect"


def test_another_game_does_not_find_the_memory_of_the_first() -> None:
    """The same object asked about a game with other rules answers like a new one."""
    search = Spec.parse("pvs").build(evaluation_for("cotoan"))
    limit = Limit(nodes=2000 if COMPILED else 100)
    one, two = find_game("cotoan")().start(), find_game("cotoan").with_rules("target=20").start()
    last_report(search.analyse(one, limit))
    after = last_report(search.analyse(two, limit))
    assert after is not None and after.same_as(final("pvs", two, limit, evaluation_for("cotoan")))


# --- switches -----------------------------------------------------------------------------------------------------


def test_presets_are_as_described() -> None:
    for game in games().values():
        plain, sound, strong = (preset_values(game, preset) for preset in ("plain", "sound", "strong"))
        assert set(plain) == set(sound) == set(strong) == set(REFINEMENTS)
        assert {name for name, value in plain.items() if value} <= {name for name, value in sound.items() if value}
        assert not any(strong[name] for name in game.unsuitable)
        assert set(game.unsuitable) | set(game.search_values) <= set(REFINEMENTS)


# --- several lines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["caro", "chess", "cotoan", "minigo", "xiangqi"])
def test_lines_are_the_best_moves(game: str) -> None:
    """In the preset sound: the scores are those of the best moves, each with its own move, and the best is first."""
    depth = 2
    for position in roots(game, 3):
        moves = position.legal_moves()[:12]
        search = Spec.parse("pvs:preset=sound,lines=3").build(evaluation_for(game))
        report = last_report(search.analyse(position, Limit(depth=depth), only=moves))
        assert report is not None
        singles = {}
        for move in moves:
            single = Spec.parse("negascout").build(evaluation_for(game))
            answer = last_report(single.analyse(position, Limit(depth=depth), only=[move]))
            assert answer is not None and answer.score is not None
            singles[move] = answer.score.value
        expected = sorted(singles.values(), reverse=True)[:3]
        assert [line.score.value for line in report.lines] == expected
        assert [singles[line.pv[0]] for line in report.lines] == expected
        assert len({line.pv[0] for line in report.lines}) == len(report.lines)
        assert report.pv == report.lines[0].pv and report.score == report.lines[0].score
        assert Report.from_dict(report.to_dict()) == report


# --- threads ------------------------------------------------------------------------------------------------------


@deep
@sampled(12, 200)
def test_all_threads_end(count: int) -> None:
    """Stopped at random moments, by closing the generator, by its flag or by a limit of nodes."""
    before = set(threading.enumerate())  # a thread of another test may still end
    rng = random.Random(9)
    position = find_game("xiangqi")().start()
    for number in range(count):
        search = Spec.parse("pvs:threads=4,table_mb=1").build(evaluation_for("xiangqi"))
        stop = Stop()
        limit = Limit(nodes=20_000) if number % 3 == 0 else Limit(seconds=60.0)
        reports = search.analyse(position, limit, stop)
        next(reports)
        if number % 3 == 1:
            threading.Timer(rng.random() / 50, stop.request).start()
            last = last_report(reports)
            assert last is not None and last.final
        elif number % 3 == 2:
            for _ in range(rng.randrange(6)):
                next(reports)
            reports.close()  # type: ignore[attr-defined]
        else:
            last = last_report(reports)
            assert last is not None and 20_000 <= last.nodes <= 20_000 + 4 * 1024 + 4
    deadline = time.monotonic() + 10
    while set(threading.enumerate()) - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not set(threading.enumerate()) - before


@deep
@pytest.mark.parametrize("game", ["caro", "minigo", "tictactoe"])
def test_threads_keep_the_value(game: str) -> None:
    """In the preset sound, at a fixed depth, the value does not depend on the number of threads."""
    for position in roots(game, 6):
        values = {
            final(
                f"pvs:preset=sound,threads={threads},table_mb=1", position, Limit(depth=4), evaluation_for(game)
            ).score
            for threads in (1, 2, 4)
        }
        assert len(values) == 1, str(position)


def test_windows_are_never_crossed() -> None:
    trace = Trace(200_000)
    for game in ("chess", "cotoan"):
        for position in roots(game, 3):
            final("pvs", position, Limit(nodes=3000 if COMPILED else 150), evaluation_for(game), trace)
            for node in trace.nodes():
                assert -INFINITY <= node.alpha < node.beta <= INFINITY, node


def test_an_upper_bound_that_is_a_win_is_no_win() -> None:
    """After e6, x answers g6. Its entry has at some time the result that o wins at best."""
    caro = find_game("caro")()
    position = caro.parse_position("15/15/15/15/5x9/7x7/5o9/7x7/8x6/5o1o7/15/15/15/15/15 o")
    for report in Spec.parse("pvs").build(evaluation_for("caro")).analyse(position, Limit(nodes=100_000)):
        assert report.score is not None and report.score.win_in is None


@pytest.mark.parametrize("entries", [64, 1 << 16])
def test_a_win_that_was_found_is_not_lost_again(entries: int) -> None:
    """The first analysis needs 60,000 nodes. Those of the later moves have 300, and a table that forgets."""
    caro = find_game("caro")()
    text = "15/15/15/4o10/5x1o1o5/4xoxxxxo4/3oxoox1x5/4o1xxoxx4/5xxoxoox3/4ooxooxo1o2/6ox1xx4/8xo1o3/9o5/15/15 x"
    position = caro.parse_position(text)
    search = Spec.parse("pvs").build(evaluation_for("caro"))
    report = last_report(search.analyse(position, Limit(nodes=60_000)))
    assert report is not None and report.score is not None
    left = report.score.win_in
    assert left is not None and left > 9 and len(report.pv) >= left - 1, "the line is complete, or ends with a four"
    search.use_table(entries)  # type: ignore[attr-defined]
    while left > 3:
        position = position.play(report.pv[0]).play(report.pv[1])
        left -= 2
        report = last_report(search.analyse(position, Limit(nodes=300)))
        assert report is not None and report.score is not None and report.score.win_in is not None
        check_line(position, report.pv)
        assert 0 < report.score.win_in <= left
        left = report.score.win_in
    search.forget()
    fresh = last_report(search.analyse(caro.parse_position(text), Limit(nodes=300)))
    assert fresh is not None and fresh.score is not None and fresh.score.win_in is None
