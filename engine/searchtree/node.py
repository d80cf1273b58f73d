"""One node of a recorded tree: what was recorded about it, and what became of it."""

from enum import StrEnum

from engine.core.values import Value
from engine.search.visit import Flag, Reason


class Fate(StrEnum):
    """What became of a node, which determines its colour: its value is exact, at least or at most a number, or a leaf.

    UNKNOWN is a node in which the search was stopped.
    """

    EXACT = "exact"
    CUT = "cut"
    LOW = "low"
    LEAF = "leaf"
    UNKNOWN = "unknown"


class Visit(Value):
    """One node of a tree. Values and windows are for the side to move at the node.

    Attributes:
        node: index in the tree.
        serial: number of the visit in the order of visits.
        parent: index of the parent, or -1.
        move: the move that led to the node, -1 for the root, or ``PASS``.
        ply: distance from the root.
        depth: number of plies still to search. It is 0 or less in quiescence.
        alpha, beta: the window.
        value: the value returned.
        reason: why it was returned.
        subtree: number of visits below the node, including itself, recorded or not.
        visits: number of visits of children, recorded or not.
        generated: number of moves generated, or 0 if none were.
        tried: number of moves searched.
        rank: place of the move among those that the parent tried, from 1, or 0 if it is not one of them.
        reduced: plies by which the depth was reduced, negative if it was extended.
        stored: depth of the entry of the table that decided the node.
        writer: serial number of the visit that wrote this entry, or a negative number (``engine.search.visit``).
        standing: evaluation of the position, or None.
        flags: further facts.
        skipped: numbers of moves not searched because of the reasons ``Skip``.
    """

    node: int
    serial: int
    parent: int
    move: int
    ply: int
    depth: int
    alpha: int
    beta: int
    value: int
    reason: Reason
    subtree: int
    visits: int
    generated: int
    tried: int
    rank: int
    reduced: int
    stored: int
    writer: int
    standing: int | None
    flags: Flag
    skipped: tuple[int, int, int, int]

    @property
    def is_null_window(self) -> bool:
        """Whether the window contains no value, so that the search only asked a question."""
        return self.beta - self.alpha == 1

    @property
    def is_proved(self) -> bool:
        """Whether the value follows from the nodes below without an assumption, such as a reduction or a null move."""
        return not self.flags & Flag.ASSUMED

    @property
    def never_tried(self) -> int:
        """Number of moves that were generated and never looked at, apart from those skipped for a reason."""
        return max(0, self.generated - self.tried - sum(self.skipped)) if self.generated else 0


FATES = {
    **dict.fromkeys(
        (Reason.CUTOFF, Reason.STAND_PAT, Reason.FUTILE, Reason.NULL_MOVE, Reason.PROBCUT, Reason.SINGULAR,
         Reason.MATE_DISTANCE),
        Fate.CUT,
    ),
    **dict.fromkeys((Reason.FAIL_LOW, Reason.RAZORED), Fate.LOW),
    **dict.fromkeys((Reason.LEAF, Reason.TERMINAL, Reason.CYCLE), Fate.LEAF),
    Reason.STOPPED: Fate.UNKNOWN,
}  # fmt: skip
"""The fate of a node by its reason, apart from TABLE, whose value decides. The others are exact."""
