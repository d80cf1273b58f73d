"""The accuracy of a player in a game by several formulas, each with a 95 % interval.

The average loss is one of these formulas, too, although it is not a share of 100 and lower is better.

A formula gives each move that it counts a value and a weight, and combines them. The interval is the bootstrap's: the
percentiles 2.5 and 97.5 of the results for samples of these moves, drawn with replacement and always with the same
random numbers.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.analysis.verdict import CLEAR, Verdict
from engine.core.chance import win_chance
from engine.core.evaluation import scale_of, unit_of
from engine.core.game import find_game
from engine.core.language import mark, tr
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND, Score
from engine.core.values import Value

CURVE = 4.354
"""Factor of the loss of a move in the formula ``mean``, the one of lichess' curve."""
RESAMPLES = 1000
"""Number of samples from which the interval of an accuracy is computed."""
DECAY = 0.75
"""Factor of the accuracy for each unit of the mean loss in the formula ``katrain``."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The accuracy of a player in a game with a 95 % interval, in per cent or in the unit of a loss (``loss_unit``).

    Attributes:
        value: the result of the formula for all moves counted.
        low: lower end of the interval.
        high: upper end of the interval.
        count: number of moves counted.
    """

    value: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Played:
    """A judged move as the formulas need it.

    Attributes:
        player: the side that moved.
        before: chance of winning before the move for this side, 0 to 1.
        after: chance of winning after the move for this side, 0 to 1.
        loss: the loss in the unit of ``loss_unit``. A forced win or loss is replaced by the score with a chance of 98
            or 2 %.
        has_choice: whether there was more than one legal move.
        is_decided: whether the score before or after the move is a forced win or loss.
    """

    player: Player
    before: float
    after: float
    loss: float = 0.0
    has_choice: bool = True
    is_decided: bool = False


Counted = tuple[Player, float, float]
"""A counted move: the player, the value and the weight of the move."""
Pairs = Sequence[tuple[float, float]]
"""Values and weights of the moves of a player."""


@dataclass(frozen=True)
class Formula:
    """A formula of the accuracy.

    Attributes:
        name: identifier, as on the command line and in the JSON output.
        title: English name, translated for display.
        text: the formula in English words and symbols, translated for display. ``{unit}`` is the unit of a loss.
        source: where the formula is published.
        count: returns the counted moves of the moves of both players in order of the ply.
        combine: returns the result for one player, who has at least one move.
        is_loss: whether the result is a loss in the unit of ``loss_unit``, of which less is better, instead of an
            accuracy in per cent.
    """

    name: str
    title: str
    text: str
    source: str
    count: Callable[[Sequence[Played]], list[Counted]]
    combine: Callable[[Pairs], float]
    is_loss: bool = False


# --- the formulas -----------------------------------------------------------------------------------------------------


def _mean(pairs: Pairs) -> float:
    return math.fsum(value for value, _ in pairs) / len(pairs)


def _count_mean(moves: Sequence[Played]) -> list[Counted]:
    return [
        (each.player, 100 * math.exp(-CURVE * (each.before - each.after)), 1.0)
        for each in moves
        if each.has_choice and CLEAR <= each.before <= 1 - CLEAR
    ]


def _count_lichess(moves: Sequence[Played]) -> list[Counted]:
    """Return the accuracy of each move, weighted by the volatility of the chances around it.

    The volatility is the standard deviation of the chances in per cent in a window of 2 to 8 positions, a tenth of the
    moves, limited to 0.5 to 12.
    """
    if not moves:
        return []

    def first(player: Player, chance: float) -> float:
        return 100 * (chance if player is Player.FIRST else 1 - chance)

    chances = [first(moves[0].player, moves[0].before), *(first(each.player, each.after) for each in moves)]
    size = max(2, min(8, len(moves) // 10))
    windows = [chances[:size]] * (size - 2) + [chances[at : at + size] for at in range(len(chances) - size + 1)]
    counted = []
    for move, window in zip(moves, windows, strict=True):
        middle = math.fsum(window) / len(window)
        deviation = math.sqrt(math.fsum((each - middle) ** 2 for each in window) / len(window))
        lost = 100 * (move.before - move.after)
        # 1 is added because no analysis is perfect.
        value = 100.0 if lost <= 0 else 103.1668 * math.exp(-0.04354 * lost) - 3.1669 + 1
        counted.append((move.player, max(0.0, min(100.0, value)), max(0.5, min(12.0, deviation))))
    return counted


def _combine_lichess(pairs: Pairs) -> float:
    weighted = math.fsum(value * weight for value, weight in pairs) / math.fsum(weight for _, weight in pairs)
    harmonic = len(pairs) / math.fsum(1 / max(1.0, value) for value, _ in pairs)
    return (weighted + harmonic) / 2


def _count_katrain(moves: Sequence[Played]) -> list[Counted]:
    return [(each.player, max(0.0, each.loss), 1.0) for each in moves if each.has_choice]


def _combine_katrain(pairs: Pairs) -> float:
    return float(100 * DECAY ** _mean(pairs))


def _count_loss(moves: Sequence[Played]) -> list[Counted]:
    """Return the losses. A best move in a forced win is left out, too: its 0 would improve the mean of a won game."""
    return [(each.player, max(0.0, each.loss), 1.0) for each in moves if each.has_choice and not each.is_decided]


FORMULAS = {
    each.name: each
    for each in (
        Formula(
            "mean",
            mark("mean of the curve"),
            mark("Accuracy = 100 · mean of exp(−4.354 · d), where d is the loss of the chance of winning (0 to 1) of a "
                 "move. Only moves with a choice count, in positions with a chance of 2 to 98 %."),
            "lichess.org/page/accuracy, without its offsets, as an arithmetic mean",
            _count_mean,
            _mean,
        ),
        Formula(
            "lichess",
            mark("lichess"),
            mark("Accuracy of a move = 103.1668 · exp(−0.04354 · d) − 3.1669 + 1, at most 100, where d is the loss of "
                 "the chance of winning in per cent. Accuracy of a player = half the sum of two means of all moves: "
                 "the one weighted by how much the chances vary around the move, and the harmonic one."),
            "lichess.org/page/accuracy; github.com/lichess-org/lila, AccuracyPercent.scala",
            _count_lichess,
            _combine_lichess,
        ),
        Formula(
            "katrain",
            mark("KaTrain-like"),
            mark("Accuracy = 100 · 0.75^m, where m is the mean loss of the moves with a choice, in the unit of "
                 "scores ({unit}). A forced win or loss counts as a score with a chance of 98 or 2 %. KaTrain also "
                 "gives weights to moves by their difficulty, which it takes from a neural network."),
            "github.com/sanderland/katrain, katrain/core/ai.py",
            _count_katrain,
            _combine_katrain,
        ),
        Formula(
            "loss",
            mark("average loss"),
            mark("Average loss = mean of V − V′, where V is the score of the position and V′ its score with only the "
                 "move played, in the unit of scores ({unit}). Lower is better. Only moves with a choice "
                 "count; those with a forced win or loss in V or V′ have no loss in this unit and are left out."),
            "lichess’ average centipawn loss (github.com/lichess-org/lila, AccuracyCP.scala), without its limits",
            _count_loss,
            _mean,
            is_loss=True,
        ),
    )
}  # fmt: skip
"""The formulas by name."""
DEFAULT = "mean"


class Scoring(Value):
    """The choice of the formula, as a form."""

    formula: str = option(
        DEFAULT, "How the accuracy of a player is computed", label="Accuracy", choices=tuple(FORMULAS),
        texts=tuple(each.title for each in FORMULAS.values()),
    )  # fmt: skip


def formula_text(formula: str, game: str, evaluation: str) -> str:
    """Return a formula in words and symbols, in the language in use.

    Args:
        formula: its name.
        game: identifier of the game.
        evaluation: name of the evaluation of the review.
    """
    return tr(FORMULAS[formula].text, unit=unit_text(game, evaluation))


def loss_unit(game: str, evaluation: str) -> tuple[str, int]:
    """Return the English unit of an average loss and the number of decimals of a loss in this unit.

    It is that of the evaluation, or points of the chance of winning if scores of the game are shown as chances.
    """
    if find_game(game).shows_chance:
        return mark("points of the chance of winning"), 0
    return unit_of(game, evaluation)


def unit_text(game: str, evaluation: str) -> str:
    """Return the unit of an average loss in the language in use; scores without a unit are points."""
    return tr(loss_unit(game, evaluation)[0] or "points")


def places_of(game: str, evaluation: str) -> int:
    """Return the number of decimals of an average loss, at least one, because a mean of integers is not one."""
    return max(1, loss_unit(game, evaluation)[1])


# --- accuracies -------------------------------------------------------------------------------------------------------


def accuracy_of(counted: Pairs, formula: str = DEFAULT, resamples: int = RESAMPLES) -> Accuracy | None:
    """Return the accuracy for the counted moves of a player, or None without moves.

    Args:
        counted: value and weight of each move.
        formula: name of the formula.
        resamples: number of samples.
    """
    if not counted:
        return None
    combine, count = FORMULAS[formula].combine, len(counted)
    rng = random.Random(count)
    results = sorted(combine(rng.choices(counted, k=count)) for _ in range(resamples))
    low, high = results[int(0.025 * (resamples - 1))], results[math.ceil(0.975 * (resamples - 1))]
    return Accuracy(combine(counted), low, high, count)


def accuracies(
    moves: Sequence[Played], formula: str = DEFAULT, resamples: int = RESAMPLES
) -> tuple[Accuracy | None, Accuracy | None]:
    """Return the accuracies of FIRST and SECOND.

    Args:
        moves: the moves of both players in order of the ply.
        formula: name of the formula.
        resamples: number of samples.
    """
    counted = FORMULAS[formula].count(moves)
    first, second = (
        accuracy_of([(value, weight) for owner, value, weight in counted if owner is player], formula, resamples)
        for player in Player
    )
    return first, second


def left_out(moves: Sequence[Played], formula: str, player: Player) -> int:
    """Return the number of moves of a player that a formula does not count because of a forced win or loss."""
    if not FORMULAS[formula].is_loss:
        return 0
    return sum(each.player is player and each.has_choice and each.is_decided for each in moves)


def played(verdicts: Sequence[Verdict], game: str, evaluation: str) -> list[Played]:
    """Return judged moves for the formulas.

    Args:
        verdicts: the judged moves in order of the ply.
        game: identifier of the game.
        evaluation: name of the evaluation with which the moves were judged.
    """
    scale = scale_of(game, evaluation)
    most = scale * math.atanh(1 - 2 * CLEAR)
    unit, is_chance = 10 ** loss_unit(game, evaluation)[1], find_game(game).shows_chance

    def value_of(score: Score) -> float:
        is_forced = abs(score.value) > WIN_BOUND
        if is_chance:
            chance = win_chance(score.value, scale)
            return 100 * (min(max(chance, CLEAR), 1 - CLEAR) if is_forced else chance)
        return math.copysign(most, score.value) if is_forced else score.value

    return [
        Played(
            each.player,
            each.win_before,
            each.win_before - each.points / 100,
            0.0 if each.likely.name == "best" else max(0.0, value_of(each.before) - value_of(each.after)) / unit,
            each.kind.name != "forced",
            max(abs(each.before.value), abs(each.after.value)) > WIN_BOUND,
        )
        for each in verdicts
    ]
