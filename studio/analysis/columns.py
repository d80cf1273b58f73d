"""The columns of the list of algorithms, which all rows and the heads above them share."""

from collections.abc import Mapping
from dataclasses import dataclass

DOT, NAME, ARROW, GAP = 12, 18, 16, 8
"""Width of the mark in the algorithm's colour, left edge of the name, width of the arrow and space between columns."""
ROOMY = 24
"""Space between the columns of a wide row in px."""
LEAST_NAME = 72
"""Width in px that the name keeps; columns are dropped for it."""
WIDE = 560
"""Width in px from which a row shows the nodes relative to minimax."""
NUMBERS = ("depth", "nodes", "share", "score")
"""Columns of numbers from left to right."""
DROPPED = ("share", "nodes", "depth")
"""Columns without which a narrow row is shown, the first one dropped first. The score is always shown."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Places of the columns of a row in px.

    Attributes:
        width: width of the row.
        spans: left edge and width of each visible column of numbers.
        name_right: right edge of the space that the name and the comparison with other algorithms share.
        verdict_left: left edge of the comparison.
        has_words: whether the comparison is shown with its words, not only as a mark.
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
    """Return the columns of a row.

    Args:
        width: width of the row in px.
        wanted: width of each column of numbers that is wanted, in px.
        name: width of the widest name in px.
        verdict: width of the widest comparison with other algorithms in px, 0 if there is none.
        mark: width of the mark alone, which a narrow row shows in place of the comparison.
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
