"""The tree that a search visited, recorded in a buffer of limited size for display."""

import enum
from typing import Any

import cython

from engine.core.values import Value

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc


class Reason(enum.IntEnum):
    """The reason why a node returned its value. The numbers are equal to those in ``trace.pxd``."""

    EXACT = 0
    CUTOFF = 1
    FAIL_LOW = 2
    TABLE = 3
    STAND_PAT = 4
    TERMINAL = 5
    LEAF = 6
    STOPPED = 7


class TraceNode(Value):
    """One visit of a search to a position.

    Attributes:
        parent: index of the parent in the result of ``Trace.nodes``, or -1 for the root.
        move: the move that led to the position, or -1 for the root.
        ply: distance from the root.
        depth: number of plies still to search. It is 0 or less in quiescence.
        alpha: lower bound of the window, for the side to move.
        beta: upper bound of the window, for the side to move.
        value: returned value, for the side to move, or 0 if the search was stopped in the node.
        reason: reason why the value was returned.
        children: number of children visited.
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


if not cython.compiled:
    EXACT, CUTOFF, FAIL_LOW, TABLE, STAND_PAT, TERMINAL, LEAF, STOPPED = Reason

    class _Visit:
        """One entry of the buffer in interpreted code. Compiled code uses the C struct of ``trace.pxd`` instead."""

        __slots__ = ("alpha", "beta", "children", "depth", "move", "parent", "ply", "reason", "value")

        def __init__(self) -> None:
            self.alpha = self.beta = self.children = self.depth = self.move = 0
            self.parent = self.ply = self.reason = self.value = 0


class Trace:
    """The first ``capacity`` nodes of the last iteration of a search.

    Args:
        capacity: maximum number of nodes to record, 1 to 10,000,000 (36 bytes each).

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

    def enter(self, move: int, ply: int, depth: int, alpha: int, beta: int) -> None:
        """Record the start of a node, or count it in ``missed`` if the buffer is full."""
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
            )
            for i in range(self.count)
        ]
