"""The tree that a search visited, recorded in a buffer of limited size for display."""

import enum
from typing import Any

import cython

from engine.core.values import Value

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc


class Reason(enum.IntEnum):
    """The reason why a node returned its value. The numbers are equal to those in ``trace.pxd``.

    CYCLE is a position that occurred before in the search, MATE_DISTANCE a node in which no win or loss can be shorter
    than one found elsewhere. RAZORED, FUTILE, NULL_MOVE, PROBCUT and SINGULAR are nodes that were pruned after a search
    of captures, by their evaluation, after a pass, by a capture that a reduced search confirmed, and because two moves
    exceed the window.
    """

    EXACT = 0
    CUTOFF = 1
    FAIL_LOW = 2
    TABLE = 3
    STAND_PAT = 4
    TERMINAL = 5
    LEAF = 6
    STOPPED = 7
    CYCLE = 8
    MATE_DISTANCE = 9
    RAZORED = 10
    FUTILE = 11
    NULL_MOVE = 12
    PROBCUT = 13
    SINGULAR = 14


class Skip(enum.IntEnum):
    """The reason why moves were not searched. The numbers are equal to those in ``trace.pxd``.

    LATE moves are late in the order of quiet moves, FUTILE moves gain too little, HISTORY are moves with bad
    statistics, and EXCHANGE moves lose material on their target.
    """

    LATE = 0
    FUTILE = 1
    HISTORY = 2
    EXCHANGE = 3


class TraceNode(Value):
    """One visit of a search to a position.

    Attributes:
        parent: index of the parent in the result of ``Trace.nodes``, or -1 for the root.
        move: the move that led to the position, -1 for the root, or -2 for a pass that the rules do not allow.
        ply: distance from the root.
        depth: number of plies still to search. It is 0 or less in quiescence.
        alpha: lower bound of the window, for the side to move.
        beta: upper bound of the window, for the side to move.
        value: returned value, for the side to move, or 0 if the search was stopped in the node.
        reason: reason why the value was returned.
        children: number of children visited. A child with the ply of its parent is another search of the same
            position, for example to confirm that a move may be pruned.
        reduced: number of plies by which the depth was reduced. It is negative if the depth was extended.
        skipped: numbers of moves that were not searched, by ``Skip``.
    """

    parent: int
    move: int
    ply: int
    depth: int
    alpha: int
    beta: int
    value: int
    reason: Reason
    children: int
    reduced: int = 0
    skipped: tuple[int, ...] = (0, 0, 0, 0)


if not cython.compiled:
    EXACT, CUTOFF, FAIL_LOW, TABLE, STAND_PAT, TERMINAL, LEAF, STOPPED, *_ = Reason
    CYCLE, MATE_DISTANCE, RAZORED, FUTILE, NULL_MOVE, PROBCUT, SINGULAR = list(Reason)[STOPPED + 1 :]
    SKIPPED_LATE, SKIPPED_FUTILE, SKIPPED_HISTORY, SKIPPED_EXCHANGE = Skip
    SKIP_KINDS = len(Skip)

    class _Visit:
        """One entry of the buffer in interpreted code. Compiled code uses the C struct of ``trace.pxd`` instead."""

        __slots__ = (
            "alpha", "beta", "children", "depth", "move", "parent", "ply", "reason", "reduced", "skipped", "value",
        )  # fmt: skip

        def __init__(self) -> None:
            self.alpha = self.beta = self.children = self.depth = self.move = 0
            self.parent = self.ply = self.reason = self.value = self.reduced = 0
            self.skipped = [0] * SKIP_KINDS


class Trace:
    """The first ``capacity`` nodes of the last iteration of a search.

    Args:
        capacity: maximum number of nodes to record, 1 to 10,000,000 (56 bytes each).

    Attributes:
        count: number of nodes recorded.
        missed: number of nodes not recorded because the buffer was full.

    Raises:
        ValueError: if ``capacity`` is out of range.
        MemoryError: if the buffer cannot be allocated.
    """

    if not cython.compiled:
        visits: Any

    def __init__(self, capacity: int = 100_000) -> None:
        if not 1 <= capacity <= 10_000_000:
            raise ValueError(f"capacity {capacity}: must be 1 to 10,000,000")
        if cython.compiled:
            free(self.visits)
            self.visits = cython.cast(
                cython.pointer(Visit),  # type: ignore[name-defined]  # noqa: F821 - a C struct of trace.pxd
                malloc(cython.cast(cython.size_t, capacity) * cython.sizeof(Visit)),  # type: ignore[name-defined]  # noqa: F821
            )
            if self.visits == cython.NULL:
                raise MemoryError
        else:
            self.visits = [_Visit() for _ in range(capacity)]
        self.capacity = capacity
        self.clear()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.visits)

    def clear(self) -> None:
        """Remove all recorded nodes and set the counters to 0."""
        self.count = 0
        self.missed = 0
        self.current = -1
        self.outside = 0
        self.next_reduced = 0

    def enter(self, move: int, ply: int, depth: int, alpha: int, beta: int) -> None:
        """Record the start of a node, or count it in ``missed`` if the buffer is full."""
        reduced = self.next_reduced
        self.next_reduced = 0
        if self.count >= self.capacity:
            self.missed += 1
            self.outside += 1
            return
        if self.current >= 0:
            self.visits[self.current].children += 1
        self.visits[self.count].parent = self.current
        self.visits[self.count].move = move
        self.visits[self.count].ply = ply
        self.visits[self.count].depth = depth
        self.visits[self.count].alpha = alpha
        self.visits[self.count].beta = beta
        self.visits[self.count].value = 0
        self.visits[self.count].reason = STOPPED
        self.visits[self.count].children = 0
        self.visits[self.count].reduced = reduced
        for i in range(SKIP_KINDS):
            self.visits[self.count].skipped[i] = 0
        self.current = self.count
        self.count += 1

    def leave(self, value: int, reason: int) -> None:
        """Record the value of the innermost open node and the reason why it was returned."""
        if self.outside:
            self.outside -= 1
            return
        self.visits[self.current].value = value
        self.visits[self.current].reason = reason
        self.current = self.visits[self.current].parent

    def reduce(self, plies: int) -> None:
        """Record that the depth of the next node is reduced by ``plies``, or extended if the number is negative."""
        self.next_reduced = plies

    def skip(self, kind: int) -> None:
        """Count a move of the innermost open node that is not searched. ``kind`` is a ``Skip``."""
        if self.outside == 0:
            self.visits[self.current].skipped[kind] += 1

    def nodes(self) -> list[TraceNode]:
        """Return the recorded nodes in the order of visits. A parent precedes its children."""
        return [
            TraceNode(
                self.visits[i].parent,
                self.visits[i].move,
                self.visits[i].ply,
                self.visits[i].depth,
                self.visits[i].alpha,
                self.visits[i].beta,
                self.visits[i].value,
                Reason(self.visits[i].reason),
                self.visits[i].children,
                self.visits[i].reduced,
                tuple([self.visits[i].skipped[kind] for kind in range(SKIP_KINDS)]),
            )
            for i in range(self.count)
        ]
