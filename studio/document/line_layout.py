"""The layout of a row of the move list that shows a variation or a comment. The words are arranged in lines."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF

LINE = 20
"""Height of a line in px."""
EDGE = 4
"""Space above the first line and below the last line in px."""
INDENT = 12
"""Width of one level of variations in px."""
MOST_LEVELS = 8
"""Number of levels with different indentations. Deeper levels are indented like the last of these levels."""
GAP = 5
"""Space between two words in px."""
BAR = 10
"""Distance in px between the bar of a level and the first word."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a row.

    Attributes:
        text: the text of the word.
        node: the node of a move, or None for a move number or a word of a comment.
        joins: whether the next word must be in the same line, as after a move number.
    """

    text: str
    node: int | None = None
    joins: bool = False


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word with its rectangle, in px from the top left corner of the row."""

    word: Word
    box: QRectF


@dataclass(frozen=True, slots=True)
class Lines:
    """The words of a row with their rectangles.

    Attributes:
        words: the words that are shown.
        height: height of the row in px.
        is_cut: whether words are omitted at the end, and an ellipsis is shown instead.
    """

    words: tuple[PlacedWord, ...]
    height: int
    is_cut: bool

    def at(self, x: float, y: float) -> PlacedWord | None:
        """Return the word of the move whose rectangle contains the point (``x``, ``y``), or None if there is none."""
        return next((each for each in self.words if each.word.node is not None and each.box.contains(x, y)), None)

    def box_of(self, node: int) -> QRectF | None:
        """Return the rectangle of the move of ``node``, or None if the move is not shown."""
        return next((each.box for each in self.words if each.word.node == node), None)


def lay_out(
    words: Iterator[Word], advance: Callable[[str], float], left: float, right: float, most: int | None
) -> Lines:
    """Arrange words in lines from ``left`` to ``right``.

    Words are read only until the lines are full. The time for a row that is cut does not depend on its number of moves.

    Args:
        words: the words in order.
        advance: a function that returns the width of a text in px.
        left: left edge of the lines in px.
        right: right edge of the lines in px.
        most: maximum number of lines, or None for no limit.
    """
    placed: list[PlacedWord] = []
    x, line = left, 0
    group: list[tuple[Word, float]] = []
    for word in words:
        group.append((word, advance(word.text)))
        if word.joins:
            continue
        width = sum(each for _, each in group) + GAP * (len(group) - 1)
        if x > left and x + width > right:
            x, line = left, line + 1
        if most is not None and line >= most:
            _make_room(placed, advance("…"), right)
            placed.append(PlacedWord(Word("…"), _box(_end(placed, left), most - 1, advance("…"))))
            return Lines(tuple(placed), most * LINE + 2 * EDGE, True)
        for each, size in group:
            placed.append(PlacedWord(each, _box(x, line, size)))
            x += size + GAP
        group = []
    return Lines(tuple(placed), (line + 1) * LINE + 2 * EDGE, False)


def _box(x: float, line: int, width: float) -> QRectF:
    return QRectF(x, EDGE + line * LINE, width, LINE)


def _end(placed: list[PlacedWord], left: float) -> float:
    return placed[-1].box.right() + GAP if placed else left


def _make_room(placed: list[PlacedWord], width: float, right: float) -> None:
    """Remove words from the end until an ellipsis fits in the last line. The first word of the line is kept."""
    while len(placed) > 1 and (
        placed[-1].word.joins
        or (placed[-1].box.right() + GAP + width > right and placed[-2].box.top() == placed[-1].box.top())
    ):
        placed.pop()
