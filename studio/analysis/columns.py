"""The columns of the list of algorithms, shared by the column headings and all rows."""

from collections.abc import Mapping
from dataclasses import dataclass

DOT, NAME, ARROW, GAP = 12, 18, 16, 8
"""Width of the colour mark, left edge of the name, width of the arrow, and space between two columns, in pixels."""
ROOMY = 24
"""Space between the columns of a wide row in pixels."""
LEAST_NAME = 72
"""Minimum width of the name in pixels. Columns are hidden to make space for it."""
WIDE = 560
"""Minimum width in pixels of a row that shows the number of nodes relative to minimax."""
NUMBERS = ("depth", "nodes", "share", "score")
"""The columns of numbers from left to right."""
DROPPED = ("share", "nodes", "depth")
"""The columns that are hidden in a narrow row, in the order in which they are hidden. The score is always shown."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The positions of the columns of a row, in pixels.

    Attributes:
        width: width of the row.
        spans: left edge and width of each visible column of numbers.
        name_right: right edge of the space for the name and the comparison with other algorithms.
        verdict_left: left edge of the comparison.
        has_words: whether the comparison is shown as text. Otherwise only its mark is shown.
    """

    width: int
    spans: Mapping[str, tuple[int, int]]
    name_right: int
    verdict_left: int
    has_words: bool

    @property
    def arrow_left(self) -> int:
        """The left edge of the arrow."""
        return self.width - ARROW


def lay_out(width: int, wanted: Mapping[str, int], name: int, verdict: int, mark: int) -> Columns:
    """Compute the columns of a row.

    Args:
        width: width of the row in pixels.
        wanted: width in pixels of each column of numbers to show.
        name: width of the widest name in pixels.
        verdict: width of the widest comparison with other algorithms in pixels, or 0 if there is none.
        mark: width of the mark in pixels, which is shown in a narrow row instead of the comparison.
    """
    shown = [each for each in NUMBERS if each in wanted]
    fixed = NAME + ARROW + GAP // 2
    gap = GAP if verdict else 0

    def room() -> int:
        return width - fixed - sum(wanted[each] + GAP for each in shown)

    for each in DROPPED:
        if LEAST_NAME + gap + verdict <= room():
            break
        if each in shown:
            shown.remove(each)
    between = ROOMY if "share" in shown else GAP
    has_words = LEAST_NAME + gap + verdict <= room()
    right = width - ARROW - GAP // 2
    spans = {}
    for each in reversed(shown):
        spans[each] = (right - wanted[each], wanted[each])
        right -= wanted[each] + between
    left = min(right - (verdict if has_words else mark), NAME + name + GAP)
    return Columns(width, spans, right, left, has_words)
