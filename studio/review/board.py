"""What the Review workspace adds to the board: the best move, the sign of a mistake, and the tries of a retry."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from engine.analysis.insertion import parsed_line
from engine.analysis.verdict import Verdict
from engine.core.language import tr
from engine.records.tree import GameTree
from studio.board.arrows import Arrow
from studio.board.picture import Mark
from studio.board.shared import Overlay
from studio.board.sides import side_names
from studio.document.values import algorithm_title
from studio.look import palette
from studio.review import words
from studio.review.retry import Retry
from studio.review.review import GameReview
from studio.widgets.evaluation_bar import BarScore

if TYPE_CHECKING:
    from engine.core.position import Position


def overlay_of(
    tree: GameTree, cursor: int, review: GameReview, retry: Retry, play: Callable[[int], object], *, is_hidden: bool
) -> Overlay:
    """Return what the board shows at a node: the best move and the score of a judged move, or the state of a retry.

    Args:
        tree: the tree of the record.
        cursor: the node.
        review: the judged moves.
        retry: the search for a better move by the user.
        play: function that is called with the user's move in a retry.
        is_hidden: whether evaluations are hidden until the user guesses a move.
    """
    if retry.is_active:
        return Overlay(_arrows_of_tries(tree, retry), play=play, is_locked=retry.is_over or retry.is_judging)
    verdict, node = review.verdict_at(cursor), tree[cursor]
    if verdict is None or is_hidden or node.parent is None or node.move is None:
        return Overlay()
    marks = []
    shape = tree.game.shape(tree.position(node.parent), node.move)
    if shape.target is not None and verdict.kind.is_error:
        # Boards are light in both themes.
        color = words.kind_color(verdict.kind.name, palette.light())
        marks.append(Mark(shape.target, color, "glyph", words.glyph_text(verdict)))
    return Overlay(_best_arrow(tree, verdict, review), marks, _score(tree, verdict, review))


def _score(tree: GameTree, verdict: Verdict, review: GameReview) -> BarScore | None:
    """Return the score of the position after a judged move by the reviewer, or None if there is no reviewer."""
    if review.source is None:
        return None
    algorithm, evaluation = review.source
    position, name = tree.position(verdict.node), algorithm.partition(":")[0]
    score = verdict.after.pov(position.turn)
    sides, color = side_names(tree.game, position), palette.algorithm_color(name)
    return BarScore(score, algorithm_title(algorithm), color, position.turn, sides, tree.game.name, evaluation)


def _best_arrow(tree: GameTree, verdict: Verdict, review: GameReview) -> list[Arrow]:
    """Return the arrow of the best move in place of a judged move, in the colour of the reviewer."""
    parent, source = tree[verdict.node].parent, review.source
    if parent is None or source is None or verdict.best == verdict.move:
        return []
    moves = parsed_line(tree, parent, verdict.line[:1])
    color = palette.algorithm_color(source[0].partition(":")[0])
    arrows = [_arrow(tree.position(parent), move, color, 0.8, tr("The best move")) for move in moves]
    return [arrow for arrow in arrows if arrow.target >= 0]


def _arrows_of_tries(tree: GameTree, retry: Retry) -> list[Arrow]:
    """Return the arrow of the best move if it may be shown, or those of the last reply and of the first hint."""
    look, arrows = palette.current(), []
    if retry.is_over:
        arrows = [_arrow(retry.position, move, look.good, 0.8, tr("The best move")) for move in retry.line[:1]]
        return [arrow for arrow in arrows if arrow.target >= 0]
    last = retry.attempts[-1].found if retry.attempts else None
    if last is not None and last.reply is not None:
        after = retry.position.play(last.move)
        arrows.append(_arrow(after, last.reply, look.secondary, 0.5, tr("The reply to your try")))
    if retry.hints and retry.line:
        cell = tree.game.shape(retry.position, retry.line[0]).origin
        if cell is not None:
            arrows.append(Arrow(-1, cell, look.gold, 0.5, tip=tr("The piece of the best move")))
    return [arrow for arrow in arrows if arrow.target >= 0]


def _arrow(position: "Position", move: int, color: QColor, weight: float, tip: str) -> Arrow:
    """Return the arrow of a move. Its target is −1 if the move has no cell, as for a pass."""
    shape = position.game.shape(position, move)
    origin = -1 if shape.origin is None else shape.origin
    return Arrow(origin, -1 if shape.target is None else shape.target, color, weight, tip=tip)
