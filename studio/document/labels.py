"""How a move list writes moves, glyphs and scores."""

from PySide6.QtGui import (
    QColor,
)

from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import EvaluationNote, GameTree
from studio.look import notation, palette

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Glyphs of the first six numeric annotation glyphs; the others are printed as ``$n``."""


def glyphs(nags: tuple[int, ...]) -> str:
    """The glyphs of a move: ``!?``, ``$14``."""
    return " ".join(GLYPHS.get(nag, f"${nag}") for nag in nags)


def glyph_color(nags: tuple[int, ...]) -> QColor | None:
    """The colour of a move's glyph; None where it has none of its own."""
    look = palette.current()
    colors = {1: look.good, 3: look.good, 2: look.mistake, 4: look.blunder, 6: look.inaccuracy, 5: look.inaccuracy}
    return next((colors[nag] for nag in nags if nag in colors), None)


def score_text(note: EvaluationNote) -> str:
    """A note's score as FIRST sees it: ``+7``, ``#3``; of a foreign note its text."""
    return note.score.pov(Player.FIRST).format() if note.score is not None else note.text


def shown_note(notes: tuple[EvaluationNote, ...]) -> EvaluationNote | None:
    """The note shown in the list: the deepest; among equals the first."""
    return max(notes, key=lambda note: note.depth or 0, default=None)


def move_label(tree: GameTree, node: int, *, short: bool = False) -> str:
    """A move with its glyphs and a mark where there is a comment; a set-up as a word."""
    each = tree.nodes[node]
    text = tr("Set up") if each.move is None else notation.node_text(tree, node, short=short)
    if each.nags:
        text += f" {glyphs(each.nags)}"
    return f"{text} ❞" if each.comment else text


def line_text(tree: GameTree, node: int, most: int = 6) -> str:
    """The first moves of a line, numbered: ``12… 8d5x9d9 13. 9i1-i9 …``."""
    words = []
    line = tree.main_line(node)
    for count, each in enumerate(line[:most]):
        parent = tree.nodes[each].parent
        first = parent is None or tree.position(parent).turn is Player.FIRST
        if first or count == 0:
            words.append(f"{tree.move_number(each)}{'.' if first else '…'}")
        words.append(notation.node_text(tree, each, short=True) or tr("Set up"))
    if len(line) > most:
        words.append("…")
    return " ".join(words)
