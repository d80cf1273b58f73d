"""Texts of moves and glyphs in a move list."""

from dataclasses import dataclass

from PySide6.QtGui import (
    QColor,
)

from engine.core.language import tr
from engine.records.tree import GameTree
from studio.look import notation, palette

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Signs of the first six numeric annotation glyphs. Other glyphs are printed as ``$n``."""

MOST_GLYPHS = 20
"""Maximum number of glyphs shown after a move."""

COMMENT_MARK = "❞"


def glyphs(nags: tuple[int, ...]) -> str:
    """Return the annotation glyphs ``nags`` as text, separated by spaces, such as ``!? $14``."""
    text = " ".join(GLYPHS.get(nag, f"${nag}") for nag in nags[:MOST_GLYPHS])
    return text if len(nags) <= MOST_GLYPHS else f"{text} …"


def glyph_color(nags: tuple[int, ...]) -> QColor | None:
    """Return the colour of the first glyph that has a colour, or None if there is none."""
    if not nags:
        return None
    look = palette.current()
    colors = {1: look.good, 3: look.good, 2: look.mistake, 4: look.blunder, 6: look.inaccuracy, 5: look.inaccuracy}
    return next((colors[nag] for nag in nags if nag in colors), None)


@dataclass(frozen=True, slots=True)
class MoveLabel:
    """The parts of a move's text in the move list.

    Attributes:
        move: the text of the move, or “Set up” for a set-up position.
        arithmetic: the arithmetic of the move, such as ``9−8``, or an empty string.
        nags: the numbers of the annotation glyphs of the move.
        has_comment: whether the move has a comment.
    """

    move: str
    arithmetic: str
    nags: tuple[int, ...]
    has_comment: bool

    @property
    def marked(self) -> str:
        """The move with its glyphs."""
        return f"{self.move} {glyphs(self.nags)}" if self.nags else self.move

    @property
    def short(self) -> str:
        """The move with its glyphs, and ``❞`` if it has a comment."""
        return f"{self.marked} {COMMENT_MARK}" if self.has_comment else self.marked

    @property
    def full(self) -> str:
        """The text of ``short`` with the arithmetic in brackets after the move."""
        text = f"{self.move} ({self.arithmetic})" if self.arithmetic else self.move
        words = [text, glyphs(self.nags), COMMENT_MARK if self.has_comment else ""]
        return " ".join(word for word in words if word)


def label_of(tree: GameTree, node: int) -> MoveLabel:
    """Return the label of a node in the notation chosen for the game."""
    each = tree.nodes[node]
    short = notation.node_text(tree, node, short=True) or tr("Set up")
    rest = "" if each.move is None else notation.node_text(tree, node).removeprefix(short).strip()
    return MoveLabel(short, rest.removeprefix("(").removesuffix(")"), each.nags, bool(each.comment))
