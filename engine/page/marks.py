"""The review of a record on its page: the class of each judged move, as glyphs and as data for the script."""

from typing import Any

from engine.analysis.insertion import parsed_line
from engine.analysis.verdict import KINDS, Verdict
from engine.core.evaluation import unit_of
from engine.core.language import mark
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND, Score
from engine.page.content import MoveText, score_text
from engine.picture.web import Words, both
from engine.records.tree import GameTree

OWN = {
    **{f"kind_{name}": kind.title for name, kind in KINDS.items()},
    "only": mark("only move"),
    "changed": mark("changed by the second search"),
    "unchecked": mark("not checked yet"),
    "loss": mark("→ loss"),
    "slower": mark("slower win"),
    "gone": mark("win gone"),
    "bestMove": mark("best"),
    "mistakes": mark("Mistakes"),
}
"""Texts about judged moves, by the key that the script uses."""


def mark_words() -> dict[str, Words]:
    """Return the texts about judged moves in every language."""
    return {key: both(source) for key, source in OWN.items()}


def glyph_html(verdict: Verdict | None, own: list[str]) -> str:
    """Return the glyph of a mistake or of the only good move, or an empty string. The script adds the class in words.

    Args:
        verdict: the judged move, or None.
        own: the glyphs that the record has for the move, which are not repeated.
    """
    if verdict is None:
        return ""
    is_shown = verdict.only or verdict.kind.is_error or verdict.doubts
    sign = verdict.glyph if is_shown else ""
    if not sign or sign in own:
        return ""
    return f'<b class="nag j-{verdict.kind.name}">{sign}</b>'


def packed_verdict(tree: GameTree, evaluation: str, verdict: Verdict, move_text: MoveText) -> list[Any]:
    """Return a judged move as data for the script.

    The items are the class, the loss as text or as the key of a word, the chances of winning before and after the move
    in per cent, the text of the best move, and the keys of remarks.

    Args:
        tree: the tree of the record.
        evaluation: name of the evaluation with which the move was judged.
        verdict: the judged move.
        move_text: function that returns the text of a move.
    """
    parent = tree[verdict.node].parent
    assert parent is not None
    best = parsed_line(tree, parent, verdict.line[:1])
    text = move_text(tree.position(parent), best[0]) if best else ""
    marks = (("only", verdict.only), ("changed", verdict.judgement.changed), ("unchecked", verdict.checked is False))
    remarks = [key for key, on in marks if on]
    chances = [round(100 * verdict.win_before), round(100 * verdict.win_after)]
    places = None if tree.game.shows_chance else unit_of(tree.game.name, evaluation)[1]
    return [verdict.kind.name, _loss(verdict, places), *chances, text, remarks]


def _loss(verdict: Verdict, decimals: int | None) -> str:
    """Return the loss with a minus sign, or the key of a word if a forced win or loss has no number.

    It has ``decimals`` decimals. If they are None, it is the loss of the chance of winning.
    """
    if verdict.loss is None:
        if verdict.kind.name == "forced":
            return ""
        if verdict.after.value < -WIN_BOUND:
            return "loss"
        return "slower" if verdict.after.value > WIN_BOUND else "gone"
    if not verdict.loss:
        return ""
    loss = Score(-verdict.loss, Player.FIRST)
    text = f"−{verdict.points:.1f} %" if decimals is None else score_text(loss, decimals)
    return f"≈ {text}" if verdict.judgement.approximate else text
