"""Where an entry of the transposition table that decided a node was stored: by which visit, or at least when."""

from enum import StrEnum

from engine.core.values import Value
from engine.search.visit import EARLIER_WRITER, Reason
from engine.searchtree.model import SearchTree


class StorageKind(StrEnum):
    """What is known about the visit that stored an entry.

    HERE is a visit that is recorded. BELOW is one of the recorded iteration that was counted but not recorded. WINDOW
    is one of the same iteration before the root was searched again with another window, ITERATION one of an earlier
    iteration, and ANALYSIS one of an earlier analysis. UNKNOWN is a visit of another thread, or one that a file does
    not name.
    """

    HERE = "here"
    BELOW = "below"
    WINDOW = "window"
    ITERATION = "iteration"
    ANALYSIS = "analysis"
    UNKNOWN = "unknown"


class Storage(Value):
    """The visit that stored an entry of the table.

    Attributes:
        kind: what is known about it.
        node: the node of the visit if it is recorded, the last recorded node above it if it is not, or -1 if it is no
            part of the tree.
        depth: depth of its iteration, or 0 if that is unknown.
    """

    kind: StorageKind
    node: int = -1
    depth: int = 0


def storage(tree: SearchTree, node: int) -> Storage | None:
    """Return where the entry that decided a node was stored, or None if no entry did."""
    if tree.number("reason", node) != Reason.TABLE:
        return None
    writer = tree.number("writer", node)
    depth = tree.facts.depth or tree.number("depth", 0)
    if writer >= 0:
        return _of_visit(tree, writer, depth)
    if writer > EARLIER_WRITER:
        return Storage(StorageKind.UNKNOWN)
    if writer == EARLIER_WRITER:
        return Storage(StorageKind.ANALYSIS)
    earlier = EARLIER_WRITER - writer
    return Storage(StorageKind.WINDOW if earlier == depth else StorageKind.ITERATION, depth=earlier)


def _of_visit(tree: SearchTree, serial: int, depth: int) -> Storage:
    """Return where the visit ``serial`` of the recorded iteration is in the tree."""
    node = tree.index_of(serial)
    if node is not None:
        return Storage(StorageKind.HERE, node, depth)
    above = tree.last_before(serial)
    while above >= 0 and tree.number("serial", above) + tree.number("subtree", above) <= serial:
        above = tree.parent(above)
    return Storage(StorageKind.BELOW, above, depth)
