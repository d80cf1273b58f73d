"""Classes of moves and chances of winning."""

import math

import pytest

from engine.analysis.verdict import KINDS, Thresholds, Verdict, verdict_of, verdicts_of
from engine.core.chance import chance_value, win_chance
from engine.core.evaluation import evaluations
from engine.core.game import find_game, games
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records import edits
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote, GameTree


def score_of(chance: float, scale: int) -> int:
    """Return the score with about this chance of winning."""
    return round(scale * math.atanh(2 * chance - 1))


def judge(before: int, after: int, other: int | None = None, thresholds: Thresholds | None = None) -> Verdict:
    """Return the verdict on 1… e5 in chess, with scores for Black."""
    game = find_game("chess")()
    tree = GameTree.start(game)
    for text in ("e4", "e5"):
        node = len(tree) - 1
        tree = edits.add_move(tree, node, game.parse_move(tree.position(node), text)).apply(tree)
    black = Player.SECOND
    found = Judgement(
        ("c7c5",), Score(before, black), Score(after, black), 5, None if other is None else Score(other, black)
    )
    return verdict_of(tree, 2, found, "material", thresholds)


def test_a_score_equal_to_the_scale_is_worth_88_per_cent() -> None:
    assert win_chance(0, 380) == 0.5
    assert round(win_chance(380, 380), 3) == 0.881
    assert win_chance(-380, 380) == pytest.approx(1 - win_chance(380, 380))
    assert (win_chance(WIN - 20, 380), win_chance(20 - WIN, 380), win_chance(7, 0)) == (1.0, 0.0, 0.5)


@pytest.mark.parametrize("name", list(games()))
def test_every_evaluation_has_a_scale_for_the_chance_of_winning(name: str) -> None:
    for each in evaluations(name).values():
        assert each.scale > 0, each.name


@pytest.mark.parametrize(
    ("points", "kind"),
    [(9, "good"), (11, "inaccuracy"), (19, "inaccuracy"), (21, "mistake"), (29, "mistake"), (31, "blunder")],
)
def test_classes_by_loss_of_the_chance_of_winning(points: int, kind: str) -> None:
    scale = evaluations("chess")["material"].scale
    verdict = judge(score_of(0.6, scale), score_of(0.6 - points / 100, scale))
    assert verdict.kind.name == kind
    assert verdict.points == pytest.approx(points, abs=0.2)
    assert verdict.loss == verdict.before.value - verdict.after.value > 0
    assert (verdict.move, verdict.player) == ("e7e5", Player.SECOND)


def test_a_loss_equal_to_a_threshold_belongs_to_the_worse_class() -> None:
    scale = evaluations("chess")["material"].scale
    points = 100 * (win_chance(100, scale) - win_chance(0, scale))
    assert judge(100, 0, thresholds=Thresholds(mistake=math.floor(points))).kind.name == "mistake"
    assert judge(100, 0, thresholds=Thresholds(5, math.ceil(points))).kind.name == "inaccuracy"
    assert judge(WIN - 3, WIN - 5, thresholds=Thresholds(1, 1, 1, 1)).kind.name == "good"
    # Exactly 50 points: from an even position into a forced loss.
    assert judge(0, 4 - WIN, thresholds=Thresholds(blunder=50)).kind.name == "blunder"
    assert judge(0, 4 - WIN, thresholds=Thresholds(blunder=51)).kind.name == "mistake"


@pytest.mark.parametrize(
    ("before", "after", "kind", "loss"),
    [
        (WIN - 3, WIN - 3, "best", 0),
        (WIN - 3, WIN - 9, "good", None),
        (WIN - 3, 2000, "missed_win", None),
        (WIN - 3, 4 - WIN, "missed_win", None),
        (0, 4 - WIN, "blunder", None),
        (8 - WIN, 4 - WIN, "good", None),
        (30, 30, "best", 0),
    ],
)
def test_forced_wins_and_losses(before: int, after: int, kind: str, loss: int | None) -> None:
    verdict = judge(before, after)
    assert (verdict.kind.name, verdict.loss) == (kind, loss)
    assert verdict.to_dict()["class"] == kind
    assert 0 <= verdict.win_after <= verdict.win_before <= 1


def test_a_move_into_a_forced_loss_is_a_mistake_unless_the_position_was_decided() -> None:
    scale = evaluations("chess")["material"].scale
    lost, bad, worse = 4 - WIN, chance_value(0.05, scale), chance_value(0.01, scale)
    assert judge(bad, lost).kind.name == "mistake" and judge(bad, worse).kind.name == "good"
    assert judge(worse, lost).kind.name == "good"
    assert judge(bad, lost, thresholds=Thresholds(3, 4, 5)).kind.name == "blunder"
    assert judge(6 - WIN, lost).kind.name == "good"


def test_only_a_best_move_that_is_much_better_than_the_next_is_the_only_one() -> None:
    assert judge(0, 0, -500).only
    assert not judge(0, 0, -50).only
    assert not judge(0, 0).only
    assert not judge(0, -300, -500).only
    assert not judge(WIN - 3, WIN - 3, WIN - 5).only
    assert judge(0, 0, -50, Thresholds(only=1)).only


def test_the_only_legal_move_is_forced_and_has_no_loss() -> None:
    game = find_game("chess")()
    tree = GameTree.start(game, "k7/8/1K6/8/8/8/8/7R b - - 0 1")
    tree = edits.add_move(tree, ROOT, game.parse_move(tree.position(ROOT), "Kb8")).apply(tree)
    verdict = verdict_of(tree, 1, Judgement(("a8b8",), Score(0, Player.FIRST), Score(0, Player.FIRST)), "")
    assert (verdict.kind.name, verdict.loss, verdict.only) == ("forced", None, False)


def test_verdicts_are_those_of_the_notes_of_one_algorithm() -> None:
    game = find_game("chess")()
    tree = GameTree.start(game)
    tree = edits.add_move(tree, ROOT, game.parse_move(tree.position(ROOT), "e4")).apply(tree)
    found = Judgement(("e2e4",), Score(3, Player.FIRST), Score(3, Player.FIRST), 4)
    notes = [EvaluationNote("pvs", 5, judgement=found), EvaluationNote("minimax", 2)]
    tree = edits.add_evaluations(tree, {1: notes}).apply(tree)
    assert [each.judgement for each in verdicts_of(tree, "pvs", "")] == [found]
    assert verdicts_of(tree, "minimax", "") == verdicts_of(tree, "pvs", "material") == []
    # A deeper note without a judgement keeps that of the note that it replaces, and the deeper judgement remains.
    later = edits.add_evaluations(tree, {1: [EvaluationNote("pvs", 9)]}).apply(tree)
    assert later[1].evaluations[0] == EvaluationNote("pvs", 9, judgement=found)
    flat = Judgement(("d2d4",), Score(3, Player.FIRST), Score(1, Player.FIRST), 2)
    last = edits.add_evaluations(later, {1: [EvaluationNote("pvs", 9, judgement=flat)]}).apply(later)
    assert last[1].evaluations[0].judgement == found


def test_every_class_has_a_name_and_only_errors_have_glyphs_of_pgn() -> None:
    assert list(KINDS) == [
        "best", "good", "inaccuracy", "mistake", "blunder", "missed_win", "forced", "unsure",
    ]  # fmt: skip
    assert {each.name for each in KINDS.values() if each.nag} == {each.name for each in KINDS.values() if each.is_error}
