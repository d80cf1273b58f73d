"""Tries to find a better move, judged by their loss, and other orders of the moves of the best line."""

from typing import Any

import pytest

from engine.analysis.insertion import Insertion, filled, insert_lines
from engine.analysis.judging import LATER_NODES
from engine.analysis.retry import Try, judge_try, query_of, reaches
from engine.analysis.verdict import Thresholds, Verdict, verdict_of, verdicts_of
from engine.asking.query import answer
from engine.core.evaluation import scale_of
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records import edits
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote, GameTree
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.conftest import deep

CHESS = find_game("chess")()


def tree_of(texts: str, setup: str | None = None) -> GameTree:
    tree = GameTree.start(CHESS, setup)
    for text in texts.split():
        node = tree.main_line()[-1]
        tree = edits.add_move(tree, node, CHESS.parse_move(tree.position(node), text)).apply(tree)
    return tree


def moves_of(texts: str, position: Any) -> list[int]:
    moves = []
    for text in texts.split():
        moves.append(CHESS.parse_move(position, text))
        position = position.play(moves[-1])
    return moves


@pytest.mark.parametrize(
    ("line", "move", "is_reached"),
    [
        ("Nf3 Nf6 d4 d5", "Nf3", True),
        ("Nf3 Nf6 d4 d5", "d4", True),
        ("Nf3 Nf6 d4 d5", "e4", False),
        ("Nf3 Nf6", "d4", False),
        ("e4 e5 Nf3 Nc6 Bb5", "Nf3", True),
        # The bishop cannot move before the pawn.
        ("e4 e5 Bb5 a6", "Nc3", False),
    ],
)
def test_another_order_of_the_best_line_is_accepted(line: str, move: str, is_reached: bool) -> None:
    """Lichess refuses a transposition (lila #4933)."""
    position = CHESS.start()
    assert reaches(position, moves_of(move, position)[0], moves_of(line, position)) is is_reached


def judged(texts: str, best: str, before: int, after: int, depth: int = 2, setup: str | None = None) -> Verdict:
    tree = tree_of(texts, setup)
    node = tree.main_line()[-1]
    player = tree.position(tree.main_line()[-2]).turn
    judgement = Judgement((best,), Score(before, player), Score(after, player), depth)
    return verdict_of(tree, node, judgement, "material")


def tried(verdict: Verdict, tree: GameTree, text: str, thresholds: Thresholds | None = None) -> Try:
    parent = tree[verdict.node].parent
    assert parent is not None
    position = tree.position(parent)
    move = CHESS.parse_move(position, text)
    query = query_of(tree, verdict, move, Spec.parse("alphabeta"), "material", Limit(nodes=5))
    assert query.only == (move,)
    assert query.limit == (Limit(nodes=LATER_NODES) if verdict.before.win_in else Limit(depth=verdict.judgement.depth))
    line = [CHESS.parse_move(position, verdict.judgement.best)]
    return judge_try(
        query, list(answer(query)), verdict, line, scale_of("chess", "material"), thresholds or Thresholds()
    )


def test_a_try_is_judged_by_its_loss_and_not_by_a_list() -> None:
    """White's queen is attacked; every move that saves it is right, whichever the review named."""
    setup = "4k3/8/8/2p5/3Q4/8/8/4K3 w - - 0 1"
    tree, verdict = tree_of("Ke2", setup), judged("Ke2", "d4d1", 800, -100, 2, setup)
    assert tried(verdict, tree, "Qd2").is_right
    right = tried(verdict, tree, "Qxc5")
    assert right.is_right and right.points == 0
    wrong = tried(verdict, tree, "Kd1")
    assert not wrong.is_right and wrong.points > 20
    assert wrong.reply == moves_of("Kd1 cxd4", tree.position(ROOT))[1]


def test_a_slower_win_is_right_and_a_draw_is_not() -> None:
    setup = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"
    tree, verdict = tree_of("Qg6", setup), judged("Qg6", "g5g7", WIN - 1, 0, 4, setup)
    assert verdict.kind.name == "missed_win"
    assert tried(verdict, tree, "Kf7").is_right
    assert tried(verdict, tree, "Qg7").is_right
    assert not tried(verdict, tree, "Qg6").is_right


@deep
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_a_much_slower_win_is_right(depth: int) -> None:
    """The search of the review ended at a mate in one, which does not show the depth that a slower one needs."""
    setup = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"
    tree, verdict = tree_of("Qg6", setup), judged("Qg6", "g5g7", WIN - 1, 0, depth, setup)
    for text in ("Kf7", "Qg3", "Qh4", "Qa5"):
        assert tried(verdict, tree, text).is_right
    assert not tried(verdict, tree, "Qg6").is_right


def test_all_best_lines_are_one_edit() -> None:
    tree = tree_of("e4 e5 Nf3")
    lines = {1: (("d2d4", "d7d5", "c2c4"), 50, -500), 2: (("c7c5",), -9, 900)}
    notes = {
        node: [EvaluationNote("pvs", judgement=Judgement(line, *(Score(each, Player.FIRST) for each in scores)))]
        for node, (line, *scores) in lines.items()
    }
    tree = edits.add_evaluations(tree, notes).apply(tree)
    verdicts = verdicts_of(tree, "pvs", "")
    wanted = Insertion(plies=2, with_comment=True, comment="{best} {other} ({class})")
    edit = insert_lines(tree, verdicts, wanted, lambda each: {"best": each.judgement.best, "class": each.kind.name})
    after = edit.apply(tree)
    after.check()
    assert [after.move_text(node) for node in after.below(after[ROOT].children[1])] == ["d4", "d5"]
    assert (after[1].comment, after[1].nags, after[2].nags) == ("d2d4 {other} (blunder)", (4,), (4,))
    assert edit.inverse().apply(after) == tree
    assert insert_lines(
        after, verdicts, wanted, lambda each: {"best": each.judgement.best, "class": each.kind.name}
    ).is_empty
    only = insert_lines(tree, verdicts, Insertion(frozenset(("mistake",))), lambda _: {})
    assert only.is_empty
    assert filled("{a}{b}", {"a": "{b}", "b": "1"}) == "{b}1"
