"""Texts of judged moves: numbers, losses, chances, lines and glyphs with their colours."""

from PySide6.QtGui import QColor

from engine.analysis.insertion import parsed_line
from engine.analysis.verdict import Verdict
from engine.core.language import ngettext, tr
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND
from engine.records.tree import GameTree
from studio.board.sides import side_names
from studio.look import notation, palette, scores


def number_text(tree: GameTree, verdict: Verdict) -> str:
    """Return the number of a move as in a move list, such as ``11.`` or ``3…``."""
    return f"{tree.move_number(verdict.node)}{'…' if verdict.player is Player.SECOND else '.'}"


def move_text(tree: GameTree, verdict: Verdict) -> str:
    """Return the text of a judged move in the notation chosen for the game."""
    return notation.node_text(tree, verdict.node, short=True)


def glyph_text(verdict: Verdict) -> str:
    """Return the sign of the class of a move, in brackets if the move is unsure."""
    return verdict.glyph


def kind_color(name: str, look: palette.Theme | None = None) -> QColor:
    """Return the colour of a class of moves in a theme, by default the one in use."""
    look = look or palette.current()
    colors = {
        "best": look.good, "inaccuracy": look.inaccuracy, "mistake": look.mistake, "blunder": look.blunder,
        "missed_win": look.blunder,
    }  # fmt: skip
    return colors.get(name, look.secondary)


def loss_text(game: str, evaluation: str, verdict: Verdict) -> str:
    """Return the loss of a move in the unit of the scores, or what became of a forced win or loss.

    The loss has the sign ≈ if the search was not restricted to the move.
    """
    loss = verdict.loss
    if loss is not None:
        # Points of the chance of winning need no unit next to the chances before and after the move.
        points = scores.percent_text(-verdict.points / 100, unit="")
        text = points if scores.shows_chance(game) else scores.number_text(-loss, game, evaluation)
        return f"≈ {text}" if verdict.judgement.approximate else text
    if verdict.kind.name == "forced":
        return "–"
    if verdict.after.value < -WIN_BOUND:
        return tr("→ loss")
    if verdict.after.value > WIN_BOUND:
        return tr("slower win")
    return tr("win gone")


def chance_text(verdict: Verdict) -> str:
    """Return the chances of winning before and after a move in per cent, such as ``62 → 50``."""
    return f"{100 * verdict.win_before:.0f} → {100 * verdict.win_after:.0f}"


def best_text(tree: GameTree, verdict: Verdict) -> str:
    """Return the text of the best move in place of a judged move."""
    return " ".join(line_texts(tree, verdict, 1)) or verdict.best


def line_texts(tree: GameTree, verdict: Verdict, plies: int) -> list[str]:
    """Return the texts of the first moves of the best line in place of a judged move."""
    parent = tree[verdict.node].parent
    assert parent is not None
    return texts_of(tree, parent, parsed_line(tree, parent, verdict.line[:plies]))


def texts_of(tree: GameTree, node: int, moves: list[int]) -> list[str]:
    """Return the texts of a line of moves from a node in the notation chosen for the game."""
    position, texts = tree.position(node), []
    for move in moves:
        texts.append(notation.move_text(position, move, short=True))
        position = position.play(move)
    return texts


def coordinate_text(tree: GameTree, node: int, text: str) -> str:
    """Return the text of a move in coordinate notation in the notation chosen for the game."""
    return " ".join(texts_of(tree, node, parsed_line(tree, node, [text]))) or text


def side_of(tree: GameTree, player: Player, node: int = 0) -> str:
    """Return the name of a player's side in the language in use."""
    return tr(side_names(tree.game, tree.position(node))[player])


def fields_of(tree: GameTree, evaluation: str, verdict: Verdict, plies: int) -> dict[str, str]:
    """Return the texts of the fields of a comment on a move (``engine.analysis.insertion.Insertion.comment``)."""
    return {
        "best": best_text(tree, verdict),
        "line": " ".join(line_texts(tree, verdict, plies)),
        "loss": loss_text(tree.game.name, evaluation, verdict),
        "before": f"{100 * verdict.win_before:.0f}",
        "after": f"{100 * verdict.win_after:.0f}",
        "class": tr(verdict.kind.title),
    }


def summary(tree: GameTree, verdict: Verdict) -> str:
    """Return a sentence about a move."""
    other = side_of(tree, verdict.player.other, verdict.node)
    side = side_of(tree, verdict.player, verdict.node)
    name = verdict.kind.name
    if name == "unsure":
        kind = tr(verdict.likely.title)
        if verdict.checked is False:
            return tr("Unsure, not checked yet: probably {kind}.", kind=kind)
        return tr("Unsure: the searches do not agree on “{kind}”.", kind=kind)
    if name == "missed_win":
        return tr("{side} had a forced win and gave it away.", side=side)
    if verdict.judgement.changed:
        return tr("The best move, changed by the second search.")
    if verdict.only:
        return tr("The only good move.")
    if name == "best":
        return tr("The best move.")
    if name == "forced":
        return tr("The only legal move.")
    if verdict.after.value < -WIN_BOUND < verdict.before.value:
        return tr("A losing move: from here {side} wins by force.", side=other)
    if name == "good" and verdict.after.value > WIN_BOUND:
        return tr("A slower win.")
    return ngettext("The move costs {count} point of the chance of winning.",
                    "The move costs {count} points of the chance of winning.", round(verdict.points))  # fmt: skip
