"""Classes of the moves of a game from the scores that a review found.

The chance of winning of a side with the score s is ``1 / (1 + exp(-2 s / scale))``, with the scale of the evaluation
(``Evaluation.scale``). It is the share that the evaluation bar shows, and the prediction by which the scales were
fitted. The loss of a move in points is the difference of the chances before and after it in per cent.
"""

import math
from dataclasses import dataclass

from engine.core.evaluation import scale_of
from engine.core.language import mark, tr
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND, Score
from engine.core.values import Value
from engine.records.judgement import Judgement
from engine.records.tree import GameTree

CLEAR = 0.02
"""A position is decided if the chance of winning is less than this, or greater than 1 minus this."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of moves.

    Attributes:
        name: identifier, as in the JSON output.
        title: English name, translated for display.
        glyph: sign of the class, or an empty string.
        nag: number of the annotation glyph in PGN, or None.
        is_error: whether a move of this class is a mistake, which the commands for mistakes visit.
    """

    name: str
    title: str
    glyph: str = ""
    nag: int | None = None
    is_error: bool = False


KINDS = {
    each.name: each
    for each in (
        Kind("best", mark("best move"), "✓"),
        Kind("good", mark("good move")),
        Kind("inaccuracy", mark("inaccuracy"), "?!", 6, is_error=True),
        Kind("mistake", mark("mistake"), "?", 2, is_error=True),
        Kind("blunder", mark("blunder"), "??", 4, is_error=True),
        Kind("missed_win", mark("missed win"), "#?", 2, is_error=True),
        Kind("forced", mark("only legal move")),
    )
}
"""The classes of moves by name."""

ONLY_GLYPH = "□"
"""Sign of a move that was the only good one."""


class Thresholds(Value):
    """Limits between the classes of moves, in points of the chance of winning.

    A loss that is equal to a threshold belongs to the worse class.
    """

    inaccuracy: int = option(
        5, "Least loss of an inaccuracy", label="Inaccuracy", minimum=1, maximum=100, unit="points"
    )
    mistake: int = option(10, "Least loss of a mistake", label="Mistake", minimum=1, maximum=100, unit="points")
    blunder: int = option(20, "Least loss of a blunder", label="Blunder", minimum=1, maximum=100, unit="points")
    only: int = option(
        10, "Least distance of the only good move from the next best one", label="Only move", minimum=1, maximum=100,
        unit="points",
    )  # fmt: skip


def win_chance(value: int, scale: int) -> float:
    """Return the chance of winning, 0 to 1, of a side with a score. A forced win is 1, and a forced loss 0.

    Without a scale, all other scores are worth 0.5.
    """
    if value > WIN_BOUND:
        return 1.0
    if value < -WIN_BOUND:
        return 0.0
    return (1 + math.tanh(value / scale)) / 2 if scale else 0.5


def _is_win(score: Score) -> bool:
    return score.value > WIN_BOUND


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged move of a record with its class. Scores and chances are those of the side that moved.

    Attributes:
        node: the node of the record after the move.
        ply: plies from the root to the node.
        player: the side that moved.
        move: the move in coordinate notation.
        judgement: the judgement.
        before: score of the position before the move.
        after: score of the position with only this move.
        win_before: chance of winning before the move, 0 to 1.
        win_after: chance of winning after the move, 0 to 1.
        kind: the class, one of ``KINDS``.
        only: whether the move is the best one, and the next best one is worse by at least ``Thresholds.only``.
    """

    node: int
    ply: int
    player: Player
    move: str
    judgement: Judgement
    before: Score
    after: Score
    win_before: float
    win_after: float
    kind: Kind
    only: bool

    @property
    def loss(self) -> int | None:
        """The loss in the unit of scores, or None.

        It is 0 for a best move. It is None if the move was the only legal one, or if it is not the best move and one of
        the scores is a forced win or loss.
        """
        if self.kind.name == "forced":
            return None
        if self.kind.name == "best":
            return 0
        if self.before.win_in is not None or self.after.win_in is not None:
            return None
        return self.before.value - self.after.value

    @property
    def points(self) -> float:
        """The loss in points of the chance of winning, 0 to 100. It is 0 for a best move."""
        return 0.0 if self.kind.name == "best" else 100 * (self.win_before - self.win_after)

    def to_dict(self) -> dict[str, object]:
        """Return the fields of the JSON output of a review.

        ``changed`` and ``approximate`` (``Judgement``) are present only if they are true.
        """
        marks = {name: True for name in ("changed", "approximate") if getattr(self.judgement, name)}
        return {
            "ply": self.ply, "move": self.move, "best": self.judgement.best, "loss": self.loss,
            "win_before": self.win_before, "win_after": self.win_after, "class": self.kind.name, "only": self.only,
            **marks,
        }  # fmt: skip


def search_note(judgement: Judgement) -> str:
    """Return how the score after a move was found, in the language in use, or an empty text for a restricted search."""
    if not judgement.approximate:
        return ""
    is_deep = judgement.depth is not None and judgement.depth > 1
    return tr("≈ searched after the move, one ply less deep") if is_deep else tr("≈ searched after the move")


def verdict_of(
    tree: GameTree, node: int, judgement: Judgement, evaluation: str, thresholds: Thresholds | None = None
) -> Verdict:
    """Return the class of a judged move.

    Args:
        tree: the tree of the record.
        node: the node after the move.
        judgement: the judgement of the move.
        evaluation: name of the evaluation with which the move was judged.
        thresholds: the thresholds, or None for the defaults.

    Raises:
        ValueError: if no move leads to the node.
    """
    parent = tree[node].parent
    if parent is None or tree[node].move is None:
        raise ValueError(f"no move leads to node {node}")
    thresholds = thresholds or Thresholds()
    position, scale = tree.position(parent), scale_of(tree.game.name, evaluation)
    player = position.turn
    before, after = judgement.before.pov(player), judgement.after.pov(player)
    win_before, win_after = win_chance(before.value, scale), win_chance(after.value, scale)
    is_forced = len(position.legal_moves()) == 1
    kind = _kind(before, after, 100 * (win_before - win_after), thresholds, is_forced=is_forced)
    only = False
    if kind.name == "best" and judgement.other is not None:
        other = win_chance(judgement.other.pov(player).value, scale)
        only = _reaches(100 * (win_before - other), thresholds.only)
    move = tree.move_text(node, "coordinates")
    return Verdict(
        node, tree.ply(node), player, move, judgement, before, after, win_before, win_after, kind, only
    )  # fmt: skip


def verdicts_of(
    tree: GameTree, algorithm: str, evaluation: str, thresholds: Thresholds | None = None, start: int = 0
) -> list[Verdict]:
    """Return the classes of the moves of the main line below ``start`` that an algorithm judged, in order of the ply.

    Args:
        tree: the tree of a record with notes.
        algorithm: the algorithm as in the notes.
        evaluation: the evaluation as in the notes.
        thresholds: the thresholds, or None for the defaults.
        start: the node before the first move.
    """
    found = []
    for node in tree.main_line(start)[1:]:
        for note in tree[node].evaluations:
            if (note.algorithm, note.evaluation) == (algorithm, evaluation) and note.judgement is not None:
                found.append(verdict_of(tree, node, note.judgement, evaluation, thresholds))
                break
    return found


def _kind(before: Score, after: Score, points: float, thresholds: Thresholds, *, is_forced: bool) -> Kind:
    """Return the class of a move with these scores for the side that moved."""
    if is_forced:
        return KINDS["forced"]
    if after.value >= before.value:
        return KINDS["best"]
    if _is_win(before):
        # A slower win is still a win.
        return KINDS["good" if _is_win(after) else "missed_win"]
    for name in ("blunder", "mistake", "inaccuracy"):
        if _reaches(points, getattr(thresholds, name)):
            return KINDS[name]
    return KINDS["good"]


def _reaches(points: float, threshold: float) -> bool:
    """Whether a difference is at least a threshold, up to the rounding of floating-point numbers."""
    return points >= threshold - 1e-9
