"""Texts of moves, glyphs and scores in a move list."""

from PySide6.QtGui import (
    QColor,
)

from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import EvaluationNote, GameTree
from studio.look import foreign, notation, palette

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Signs of the first six numeric annotation glyphs; the others are printed as ``$n``."""

MOST_GLYPHS = 20
"""Maximum number of glyphs shown at a move."""


def glyphs(nags: tuple[int, ...]) -> str:
    """Return annotation glyphs as text, separated by spaces, such as ``!? $14``."""
    text = " ".join(GLYPHS.get(nag, f"${nag}") for nag in nags[:MOST_GLYPHS])
    return text if len(nags) <= MOST_GLYPHS else f"{text} …"


def glyph_color(nags: tuple[int, ...]) -> QColor | None:
    """Return the colour of the first glyph that has a colour, or None if there is none."""
    look = palette.current()
    colors = {1: look.good, 3: look.good, 2: look.mistake, 4: look.blunder, 6: look.inaccuracy, 5: look.inaccuracy}
    return next((colors[nag] for nag in nags if nag in colors), None)


def note_score_text(note: EvaluationNote) -> str:
    """Return the score of a note from the point of view of FIRST (``+7``, ``#3``), or its text if it has no score."""
    return note.score.pov(Player.FIRST).format() if note.score is not None else foreign.name(note.text, 40)


def shown_note(notes: tuple[EvaluationNote, ...]) -> EvaluationNote | None:
    """Return the note to show in the move list, the first with the greatest depth, or None if there are no notes."""
    return max(notes, key=lambda note: note.depth or 0, default=None)


def move_label(tree: GameTree, node: int, *, short: bool = False) -> str:
    """Return the text of a node in the move list, with its move, its glyphs, and ``❞`` if it has a comment.

    Args:
        tree: the tree.
        node: the number of the node. The text of a set-up is the words “Set up”.
        short: whether to omit the arithmetic of the move, in games whose notation includes it.
    """
    each = tree.nodes[node]
    text = tr("Set up") if each.move is None else notation.node_text(tree, node, short=short)
    if each.nags:
        text += f" {glyphs(each.nags)}"
    return f"{text} ❞" if each.comment else text


def line_text(tree: GameTree, node: int, most: int = 6) -> str:
    """Return the first ``most`` moves of the line that begins at ``node``, such as ``12… 8d5x9d9 13. 9i1-i9 …``."""
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
