"""The two searches by which a move is judged, and the order of the searches of a review."""

import random
from itertools import pairwise
from typing import Any

import pytest

from engine.analysis.checking import checker_for
from engine.analysis.judging import CHECK, DEEP, SHALLOW, Judging, JudgingTask, settled, shallow_limit
from engine.analysis.review import judge
from engine.analysis.verdict import verdict_of
from engine.asking.query import answer
from engine.core.evaluation import Evaluation, find_evaluation
from engine.core.game import find_game, games
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND, Score
from engine.core.values import replace
from engine.records import edits
from engine.records.tree import ROOT, GameTree
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from tests.engine.conftest import COMPILED, deep, sampled
from tests.engine.positions import random_play

TWO_ROOKS = "k7/8/8/8/8/8/1R6/2R4K w - - 0 1"
"""1. Ra1 mates at once, and any other move with a rook on the b-file one move later."""
STALEMATE = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"
"""1. Qg7 mates, and 1. Qg6 is stalemate."""


def recorded(position: Any, moves: list[int]) -> GameTree:
    """Return the tree of a record that starts at a position."""
    game = position.game
    tree = GameTree.start(game, game.format_position(position))
    return edits.add_line(tree, ROOT, moves).apply(tree)


def judged(tree: GameTree, spec: Spec, limit: Limit, **options: Any) -> Judging:
    judging = Judging(tree, spec, options.pop("evaluation", ""), limit, **options)
    judge(judging, Stop())
    assert judging.is_finished
    return judging


def random_tree(name: str, rng: random.Random) -> GameTree:
    game = find_game(name)()
    start = random_play(game.start(), rng.randrange(8), rng)[-1]
    tree = GameTree.start(game, game.format_position(start))
    position, moves = tree.position(ROOT), []
    for _ in range(4):
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    return edits.add_line(tree, ROOT, moves).apply(tree) if moves else tree


@pytest.mark.parametrize("name", list(games()))
@sampled(1, 125)
def test_the_loss_is_that_of_two_searches_of_minimax(name: str, count: int, monkeypatch: Any) -> None:
    """The oracle is minimax alone: the score of a move is that of the next position, one ply less deep."""
    monkeypatch.setattr("engine.analysis.judging.CONTRADICTION", 1000.0)
    rng = random.Random(f"{name} {count}")
    depth = 2 if COMPILED and name in ("nim", "tictactoe", "trees", "minigo", "chess") else 1
    for _ in range(count):
        tree = random_tree(name, rng)
        spec = Spec.parse(rng.choice(("alphabeta", "negascout", "negascout:ordering=on")))
        judging = judged(tree, spec, Limit(depth=depth))
        line = tree.main_line()
        assert set(judging.judgements) == set(line[1:])
        for before, node in pairwise(line):
            found, position = judging.judgements[node], tree.position(before)
            player, move = position.turn, tree[node].move
            mine, played = found.before.pov(player).value, found.after.pov(player).value
            assert mine >= played
            # Caro searches only likely moves, but always the move played.
            value, alone = _minimax(position, depth, None), _minimax(position, depth, move)
            known = [value, alone, *(_minimax(tree.position(each), depth, None) for each in line)]
            if all(abs(each) <= WIN_BOUND for each in known):
                assert (mine, played, found.changed) == (max(value, alone), alone, alone > value)
            elif alone > WIN_BOUND:
                assert mine >= played > WIN_BOUND
            elif value < -WIN_BOUND:
                assert mine < -WIN_BOUND
            verdict = verdict_of(tree, node, found, "")
            assert verdict.loss is None or verdict.loss == mine - played >= 0
            assert 0 <= verdict.win_after <= verdict.win_before <= 1
            assert (verdict.kind.name in ("best", "forced")) == (mine == played or len(position.legal_moves()) == 1)
            if all(abs(each) <= WIN_BOUND for each in known):
                best = tree.game.parse_move(position, found.best)
                assert _minimax(position, depth, best) == mine


def _minimax(position: Any, depth: int, move: int | None) -> int:
    search = Spec.parse("minimax").build(find_evaluation(position.game.name))
    *_, report = search.analyse(position, Limit(depth=depth), only=() if move is None else (move,))
    assert report.score is not None
    return report.score.value


def test_a_move_that_is_not_likely_is_considered_if_it_was_played() -> None:
    """Caro searches only cells near the stones; a stone in the corner was played nevertheless."""
    game = find_game("caro")()
    position = game.start()
    moves = []
    for text in ("h8", "h9"):
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    corner = min(position.legal_moves())
    tree = recorded(game.start(), [*moves, corner])
    found = judged(tree, Spec.parse("alphabeta"), Limit(depth=2)).judgements[3]
    assert found.after.pov(Player.FIRST).value < found.before.pov(Player.FIRST).value


@deep
@pytest.mark.parametrize("limit", [Limit(nodes=20_000), Limit(depth=4)])
def test_a_slower_win_is_no_mistake(limit: Limit) -> None:
    """Lichess' puzzle on one's own mistakes asks for the quickest mate (lila #15104)."""
    game = find_game("chess")()
    start = game.parse_position(TWO_ROOKS)
    for text in ("Rb3", "Rc3", "Kg1"):
        tree = recorded(start, [game.parse_move(start, "Rb4")])
        tree = edits.add_line(tree, ROOT, [game.parse_move(start, text)]).apply(tree)
        tree = edits.delete(tree, 1).apply(tree)  # the number of the node is not that of a pass
        verdict = verdict_of(tree, 2, judged(tree, Spec.parse("pvs"), limit).judgements[2], "")
        assert verdict.before.win_in == 1
        assert verdict.after.win_in == 3
        assert (verdict.kind.name, verdict.loss, verdict.win_after) == ("good", None, 1.0)


@deep
@pytest.mark.parametrize("limit", [Limit(depth=4), Limit(nodes=5_000), Limit(depth=30, nodes=5_000)])
@pytest.mark.parametrize("name", ["pvs", "alphabeta", "mtdf"])
def test_a_much_slower_win_is_no_mistake(name: str, limit: Limit) -> None:
    """1. Qa5 delays a mate in one by more plies than the search of the review looks ahead."""
    game = find_game("chess")()
    start = game.parse_position(STALEMATE)
    tree = recorded(start, [game.parse_move(start, "Qa5")])
    verdict = verdict_of(tree, 1, judged(tree, Spec.parse(name), limit).judgements[1], "")
    assert (verdict.before.win_in, verdict.kind.name, verdict.loss, verdict.win_after) == (1, "good", None, 1.0)


@deep
def test_the_nodes_of_every_search_after_a_win_are_limited() -> None:
    """PVS completes depth 30 in some hundred nodes before a mate in one, but not after another move."""
    game = find_game("chess")()
    start = game.parse_position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    tree = recorded(start, [game.parse_move(start, "h3")])
    judging = Judging(tree, Spec.parse("pvs"), "", Limit(depth=30, nodes=5_000))
    while (task := judging.take()) is not None:
        limit = task.query.limit
        assert limit.nodes is not None or (limit.depth or 100) < 8
        judging.give(task, list(answer(task.query)))
    verdict = verdict_of(tree, 1, judging.judgements[1], "")
    assert (verdict.before.win_in, verdict.kind.name) == (1, "missed_win")


def test_a_search_without_a_result_is_repeated_to_depth_1() -> None:
    game = find_game("chess")()
    start = game.parse_position(STALEMATE)
    tree = recorded(start, [game.parse_move(start, "Qg6")])
    judging = Judging(tree, Spec.parse("alphabeta"), "", Limit(depth=3))
    asked: list[tuple[int, int | None]] = []
    while (task := judging.take()) is not None:
        asked.append((task.node, task.query.limit.depth))
        fails = task.query.limit.depth == 3 and task.node == ROOT
        judging.give(task, [] if fails else list(answer(task.query)))
    assert (ROOT, 3) in asked and (ROOT, 1) in asked
    assert verdict_of(tree, 1, judging.judgements[1], "").kind.is_error


def test_a_win_that_is_given_away_is_a_missed_win() -> None:
    game = find_game("chess")()
    start = game.parse_position(STALEMATE)
    tree = recorded(start, [game.parse_move(start, "Qg6")])
    verdict = verdict_of(tree, 1, judged(tree, Spec.parse("alphabeta"), Limit(depth=3)).judgements[1], "")
    assert (verdict.kind.name, verdict.loss, verdict.win_before, verdict.win_after) == ("missed_win", None, 1.0, 0.5)


def test_every_move_is_judged_also_the_last_and_one_after_a_pass() -> None:
    """Lichess skips some blunders (lila #14489, #17799) and hides the best move after a pass (lila #20855)."""
    game = find_game("go")()
    start = game.start()
    moves, position = [], start
    for text in ("E5", "pass", "D4", "pass", "pass"):
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    assert position.outcome() is not None
    tree = recorded(start, moves)
    found = judged(tree, Spec.parse("alphabeta"), Limit(depth=1), has_shallow=False).judgements
    assert list(found) == [1, 2, 3, 4, 5]
    assert all(each.best != "" for each in found.values())


def test_the_move_played_becomes_the_best_one_if_the_second_search_prefers_it() -> None:
    game = find_game("tictactoe")()
    tree = recorded(game.start(), [game.parse_move(game.start(), "a1")])
    judging = Judging(tree, Spec.parse("alphabeta"), "", Limit(nodes=300), with_rest=False)
    task = judging.take()
    while task is not None:
        reports = list(answer(task.query))
        other = next(move for move in tree.position(ROOT).legal_moves() if move != tree[1].move)
        reports = [_with_value(each, -5) if task.node else _with_value(each, 3, other) for each in reports]
        judging.give(task, reports)
        task = judging.take()
    found = judging.judgements[1]
    assert found.changed
    assert found.best == tree.move_text(1, "coordinates")
    assert found.before.value == found.after.value == 5
    assert verdict_of(tree, 1, found, "").loss == 0


def _with_value(report: Any, value: int, move: int | None = None) -> Any:
    changes: dict[str, Any] = {"score": Score(value, report.score.turn)}
    if move is not None:
        changes |= {"move": move, "pv": (move,)}
    return replace(report, **changes)


def test_the_result_of_an_interrupted_depth_is_not_used() -> None:
    *_, report = Spec.parse("greedy").build(Evaluation()).analyse(find_game("tictactoe")().start(), Limit(depth=1))
    partial = replace(report, unfinished=True)
    assert settled([report, partial]) is report
    assert settled([partial]) is None


def test_the_full_pass_takes_the_greatest_losses_first() -> None:
    game = find_game("tictactoe")()
    position, moves = game.start(), []
    for text in ("b2", "b1", "a1", "a2", "c3"):
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    tree = recorded(game.start(), moves)
    judging = Judging(tree, Spec.parse("alphabeta"), "", Limit(nodes=100_000), has_shallow=True, with_rest=False)
    order: list[JudgingTask] = []
    while (task := judging.take()) is not None:
        order.append(task)
        judging.give(task, list(answer(task.query)))
        if task.stage == DEEP and len([each for each in order if each.stage == DEEP]) == 1:
            # After the first pass, every move has a judgement.
            assert set(judging.judgements) == {1, 2, 3, 4, 5}
    stages = [each.stage for each in order]
    assert stages == sorted(stages) and set(stages) == {SHALLOW, DEEP}
    first = next(each for each in order if each.stage == DEEP)
    # 1… b1 loses by force, 2… a2 does not lose anything more.
    assert first.node == 1
    nodes = [each.node for each in order if each.stage == DEEP and each.step == "all"]
    assert sorted(nodes) == list(range(6))
    assert shallow_limit(Limit(nodes=100_000)) == Limit(nodes=5000)
    assert shallow_limit(Limit(depth=3)) == Limit(depth=3, nodes=5000)


@pytest.mark.parametrize("is_checked", [False, True])
def test_the_progress_of_a_review_grows_with_each_search(is_checked: bool) -> None:
    """The first pass is short. The checks take most of the time, if they follow at once."""
    game, spec = find_game("tictactoe")(), Spec.parse("pvs")
    position, moves = game.start(), []
    for text in ("b2", "b1", "a1", "a2", "c3"):
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    checker = checker_for(game, spec) if is_checked else None
    judging = Judging(recorded(game.start(), moves), spec, "", Limit(nodes=400), has_shallow=True, checker=checker)
    assert judging.moves == {1, 2, 3, 4, 5} and judging.progress == 0
    shares: list[tuple[int, float]] = []
    while (task := judging.take()) is not None:
        judging.give(task, list(answer(task.query)))
        shares.append((judging.stage, judging.progress))
    assert [share for _, share in shares] == sorted(share for _, share in shares) and shares[-1][1] == 1
    most = 0.3 if is_checked else 1.0
    last = dict(shares[:-1])
    assert last[SHALLOW] <= 0.05 * most < last[DEEP] <= 0.8 * most
    if is_checked:
        assert {share for stage, share in shares if stage == CHECK} >= {1.0} and last[CHECK] > 0.3


def test_a_search_that_was_interrupted_is_taken_again() -> None:
    tree = recorded(find_game("tictactoe")().start(), [4])
    judging = Judging(tree, Spec.parse("alphabeta"), "", Limit(depth=2))
    task = judging.take()
    assert task is not None
    judging.put_back(task)
    assert judging.take() == task
    judging.put_back(task)
    judge(judging, Stop())
    assert judging.is_finished and set(judging.judgements) == {1}
