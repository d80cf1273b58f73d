"""The formulas of the accuracy, with the published examples of lichess, and their intervals."""

import math
import random
from itertools import pairwise

import pytest

from engine.analysis.accuracy import (
    FORMULAS,
    Accuracy,
    Played,
    accuracies,
    accuracy_of,
    left_out,
    loss_unit,
    places_of,
    played,
    unit_text,
)
from engine.analysis.verdict import verdict_of
from engine.core.evaluation import evaluations, scale_of
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records import edits
from engine.records.judgement import Judgement
from engine.records.tree import GameTree


def moves_of(losses: list[float], before: float = 0.5) -> list[Played]:
    return [Played(Player.FIRST, before, before - loss) for loss in losses]


def test_the_default_is_the_mean_of_the_curve() -> None:
    assert accuracies([]) == (None, None)
    perfect = Accuracy(100, 100, 100, 7)
    assert accuracies(moves_of([0.0] * 7)) == (perfect, None)
    (found, _) = accuracies(moves_of([0.0, 0.1, 0.5]))
    assert found is not None
    # By hand: exp(-0.4354) = 0.64701, exp(-2.177) = 0.11338.
    assert found.value == pytest.approx((100 + 64.701 + 11.338) / 3, abs=0.01)
    assert found.low < found.value < found.high
    assert accuracies(moves_of([0.0, 0.1, 0.5])) == (found, None)


def test_only_moves_with_a_choice_in_undecided_positions_count() -> None:
    moves = [
        Played(Player.FIRST, 0.5, 0.4),
        Played(Player.FIRST, 0.5, 0.4, has_choice=False),
        Played(Player.FIRST, 0.99, 0.4),
        Played(Player.FIRST, 0.01, 0.0),
    ]
    (found, _) = accuracies(moves)
    assert found is not None and found.count == 1


def test_the_interval_covers_the_mean_about_as_often_as_stated() -> None:
    rng = random.Random(1)
    shares = [100 * math.exp(-4.354 * loss) for loss in [0.0] * 12 + [0.03] * 4 + [0.08] * 3 + [0.3]]
    truth = sum(shares) / len(shares)
    covered = 0
    for _ in range(100):
        found = accuracy_of([(each, 1.0) for each in rng.choices(shares, k=40)], resamples=60)
        assert found is not None
        covered += found.low <= truth <= found.high
    assert 85 <= covered <= 99


# --- lichess ----------------------------------------------------------------------------------------------------------


def lichess(scores: list[int], first: Player = Player.FIRST) -> tuple[float, float]:
    """Return the accuracies for centipawns of White after each ply, where ``first`` has the first move.

    The score before the first move is 15, and chances are those of lichess (lichess.org/page/accuracy).
    """
    chances = [1 / (1 + math.exp(-0.00368208 * each)) for each in (15, *scores)]
    moves = []
    for at, (before, after) in enumerate(pairwise(chances)):
        player = Player((first + at) % 2)
        moves.append(Played(player, *((before, after) if player is Player.FIRST else (1 - before, 1 - after))))
    white, black = accuracies(moves, "lichess", resamples=2)
    assert white is not None and black is not None
    return white.value, black.value


@pytest.mark.parametrize(
    ("scores", "first", "white", "black"),
    [
        ([15, 15], 0, (100, 1), (100, 1)),
        ([-900, -900], 0, (10, 5), (100, 1)),
        ([15, 900], 0, (100, 1), (10, 5)),
        ([-900, 0], 0, (10, 5), (10, 5)),
        ([15] * 20, 0, (100, 1), (100, 1)),
        ([*[15] * 20, -900], 0, (50, 5), (100, 1)),
        ([*[15] * 21, 900], 0, (100, 1), (50, 5)),
        ([-50, 15] * 5, 0, (76, 8), (76, 8)),
        ([-50, 15] * 50, 0, (76, 8), (76, 8)),
        ([-135, 15] * 50, 0, (54, 8), (54, 8)),
        ([-435, 15] * 50, 0, (20, 8), (20, 8)),
        ([900, 900], 1, (100, 1), (10, 5)),
        ([15, -900], 1, (10, 5), (100, 1)),
        ([900, 0], 1, (10, 5), (10, 5)),
    ],
)
def test_the_examples_that_lichess_publishes(
    scores: list[int], first: int, white: tuple[int, int], black: tuple[int, int]
) -> None:
    """The games, results and tolerances are those of lichess' own tests (lila, AccuracyPercentTest.scala)."""
    found = lichess(scores, Player(first))
    assert found == (pytest.approx(white[0], abs=white[1]), pytest.approx(black[0], abs=black[1]))


def test_a_move_of_lichess_by_hand() -> None:
    # One move of each side: windows of two positions. 103.1668 · exp(−0.4354) − 3.1669 + 1 = 64.583.
    moves = [Played(Player.FIRST, 0.6, 0.5), Played(Player.SECOND, 0.5, 0.5)]
    white, black = accuracies(moves, "lichess")
    assert white is not None and white.value == pytest.approx(64.583, abs=0.001)
    assert black is not None and black.value == 100
    # Three moves of one side, whose windows are (60, 50), (50, 50) and (50, 50): weights of 5, 0.5 and 0.5.
    moves = [Played(Player.FIRST, 0.6, 0.5), Played(Player.FIRST, 0.5, 0.5), Played(Player.FIRST, 0.5, 0.5)]
    (found, _) = accuracies(moves, "lichess")
    weighted, harmonic = (5 * 64.583 + 0.5 * 200) / 6, 3 / (1 / 64.583 + 0.02)
    assert found is not None and found.value == pytest.approx((weighted + harmonic) / 2, abs=0.001)


@pytest.mark.parametrize(("moves", "size"), [(10, 2), (25, 2), (39, 3), (60, 6), (85, 8), (99, 8), (200, 8)])
def test_the_window_of_lichess_is_a_tenth_of_the_moves_from_2_to_8(moves: int, size: int) -> None:
    """One chance differs from all others, so that the windows with it alone have a weight above the least one."""
    chances = [0.5] * (moves + 1)
    chances[moves // 2] = 0.9
    played_moves = [Played(Player.FIRST, before, after) for before, after in pairwise(chances)]
    weights = [weight for _, _, weight in FORMULAS["lichess"].count(played_moves)]
    assert len(weights) == moves and sum(weight > 0.5 for weight in weights) == size


# --- KaTrain ----------------------------------------------------------------------------------------------------------


def chess_moves(scores: list[tuple[int, int]]) -> list[Played]:
    """Return moves of White and Black in turn with scores before and after them for the side that moved."""
    game = find_game("chess")()
    tree = GameTree.start(game)
    for text in ("e4", "e5", "d4", "d5", "c4")[: len(scores)]:
        node = len(tree) - 1
        tree = edits.add_move(tree, node, game.parse_move(tree.position(node), text)).apply(tree)
    verdicts = []
    for node, (before, after) in enumerate(scores, 1):
        player = Player((node - 1) % 2)
        judgement = Judgement(("a2a3",), Score(before, player), Score(after, player))
        verdicts.append(verdict_of(tree, node, judgement, "material"))
    return played(verdicts, "chess", "material")


def test_the_formula_of_katrain_is_that_of_the_mean_loss_in_units() -> None:
    found, other = accuracies(chess_moves([(150, 50), (0, 0), (300, 4 - WIN)]), "katrain")
    # 1 pawn, and 3 pawns and the score with a chance of 2 %.
    most = evaluations("chess")["material"].scale * math.atanh(0.96)
    assert found is not None and found.value == pytest.approx(100 * 0.75 ** ((1 + 3 + most / 100) / 2))
    assert other == Accuracy(100, 100, 100, 1)


# --- average loss -----------------------------------------------------------------------------------------------------


def test_the_average_loss_is_in_the_unit_of_the_evaluation_and_leaves_forced_results_out() -> None:
    forced = 4 - WIN
    # White loses 0.9 and 0 pawns, and is mated after two moves that have no loss in pawns, one of them the best one.
    moves = chess_moves([(120, 30), (0, 40), (70, 70), (15, 15), (300, forced)])
    first, second = accuracies(moves, "loss")
    assert (first, left_out(moves, "loss", Player.FIRST)) == (Accuracy(0.45, 0, 0.9, 2), 1)
    assert (second, left_out(moves, "loss", Player.SECOND)) == (Accuracy(0, 0, 0, 2), 0)
    moves = chess_moves([(120, 20), (0, 0), (-forced, -forced)])
    first, _ = accuracies(moves, "loss")
    assert (first, left_out(moves, "loss", Player.FIRST)) == (Accuracy(1, 1, 1, 1), 1)
    moves = chess_moves([(forced, forced)])
    assert accuracies(moves, "loss") == (None, None) and left_out(moves, "loss", Player.FIRST) == 1
    assert left_out(moves, "mean", Player.FIRST) == 0


def test_in_go_a_loss_is_in_points_of_the_chance_of_winning() -> None:
    scale = scale_of("go", "liberties")
    tree = GameTree.start(find_game("go")())
    scores = [(0, round(-scale * math.atanh(0.2))), (0, 0), (round(scale * math.atanh(0.5)), 0), (0, 0), (4 - WIN,) * 2]
    for text in ("E5", "C3", "G7", "C7", "G3"):
        tree = edits.add_move(tree, len(tree) - 1, tree.game.parse_move(tree.position(len(tree) - 1), text)).apply(tree)
    verdicts = []
    for node, (before, after) in enumerate(scores, 1):
        player = Player((node - 1) % 2)
        judgement = Judgement(("A1",), Score(before, player), Score(after, player))
        verdicts.append(verdict_of(tree, node, judgement, "liberties"))
    moves = played(verdicts, "go", "liberties")
    # Black falls from 50 to 40 % and from 75 to 50 %, and then loses by force.
    first, second = accuracies(moves, "loss")
    assert first is not None and (first.value, first.count) == (pytest.approx(17.5, abs=0.05), 2)
    assert second == Accuracy(0, 0, 0, 2)
    assert left_out(moves, "loss", Player.FIRST) == 1
    assert (loss_unit("go", "liberties"), places_of("go", "liberties")) == (("points of the chance of winning", 0), 1)
    assert unit_text("chess", "material") == "pawns"
    katrain, _ = accuracies(moves, "katrain")
    assert katrain is not None and katrain.value == pytest.approx(100 * 0.75 ** (35 / 3), abs=0.05)


def test_only_moves_with_a_choice_have_an_average_loss() -> None:
    moves = [Played(Player.FIRST, 0.5, 0.5, 3, has_choice=False), Played(Player.FIRST, 0.5, 0.5, 1)]
    forced = [Played(Player.FIRST, 1, 1, 0, has_choice=False, is_decided=True)]
    assert accuracies(moves + forced, "loss") == (Accuracy(1, 1, 1, 1), None)
    assert left_out(moves + forced, "loss", Player.FIRST) == 0


@pytest.mark.parametrize("name", list(FORMULAS))
def test_every_formula_is_100_or_no_loss_without_losses_and_gets_worse_with_them(name: str) -> None:
    def result(loss: float) -> float:
        moves = [Played(Player(at % 2), 0.5, 0.5 - loss, 10 * loss) for at in range(20)]
        found = accuracies(moves, name, resamples=200)
        assert found[0] is not None and found[0].low <= found[0].value + 1e-9
        return found[0].value

    if FORMULAS[name].is_loss:
        assert result(0) == 0 < result(0.05) < result(0.2)
    else:
        assert result(0) == 100 > result(0.05) > result(0.2) > 0
