"""What the views of a tree compute once for all its nodes, in the thread that records it."""

from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from engine.search.visit import NOT_EVALUATED, PROBE_FLAGS, Flag
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate

FATES = tuple(Fate)
"""The fates by their number in ``Prepared.fates``."""
CUT = FATES.index(Fate.CUT)
_RANGE = 1 << 23
"""More than the difference of any two values."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """Arrays with one number for each node of a tree.

    A replay is a sequence of events: each node is entered once and left once.

    Attributes:
        starts: place of the node on a line as long as the effort of the search, where its own effort begins.
        widths: effort that it took: visits below it, or simulations.
        levels: number of ancestors.
        sizes: number of recorded nodes below, including the node itself.
        fates: number of the fate in ``FATES``.
        rose: whether the node raised alpha of its parent.
        again: whether the node searches a move again.
        quiet: whether the node belongs to quiescence.
        entered, left: number of the event in which the node is entered, or left.
        at_event: node of each event.
        cut_events: numbers of the events in which nodes are left that were cut off, in order.
    """

    starts: NDArray[Any]
    widths: NDArray[Any]
    levels: NDArray[Any]
    sizes: NDArray[Any]
    fates: NDArray[Any]
    rose: NDArray[Any]
    again: NDArray[Any]
    quiet: NDArray[Any]
    entered: NDArray[Any]
    left: NDArray[Any]
    at_event: NDArray[Any]
    cut_events: NDArray[Any]


def prepare(tree: SearchTree) -> Prepared:
    """Compute the arrays of a tree, and those that the tree itself computes when they are first needed."""
    parents = numpy.ascontiguousarray(tree.column("parent")).astype(numpy.int64)
    count = len(parents)
    nodes = numpy.arange(count, dtype=numpy.int64)
    levels, sizes = tree.levels, tree.ends - nodes
    fates = tree.fates()
    entered = 2 * nodes - levels
    left = entered + 2 * sizes - 1
    at_event = numpy.empty(2 * count, numpy.int32)
    at_event[entered] = nodes
    at_event[left] = nodes
    flags = tree.column("flags")
    above = numpy.maximum(parents, 0)
    inside = parents >= 0
    same_ply = inside & (tree.column("ply") == tree.column("ply")[above])
    probes = (flags & int(PROBE_FLAGS) != 0) | same_ply | ~inside
    if count:
        tree.children(0)
        _ = tree.pv
    widths = tree.column(tree.width_column).astype(numpy.int64)
    starts = tree.column("serial").astype(numpy.int64)
    if tree.width_column != "subtree":
        starts = _starts(parents, levels, widths)
    return Prepared(
        starts=starts,
        widths=widths,
        levels=levels, sizes=sizes, fates=fates, rose=_rose(tree, parents, probes),
        again=(flags & int(Flag.REPEATED) != 0) & ~probes, quiet=tree.column("depth") < 0, entered=entered, left=left,
        at_event=at_event, cut_events=numpy.sort(left[fates == CUT]),
    )  # fmt: skip


def _starts(parents: NDArray[Any], levels: NDArray[Any], widths: NDArray[Any]) -> NDArray[Any]:
    """Return where each node begins, if the children of a node lie side by side from its beginning on."""
    starts = numpy.zeros(len(parents), numpy.int64)
    for level in range(1, int(levels.max(initial=0)) + 1):
        nodes = numpy.flatnonzero(levels == level)
        above = parents[nodes]
        before = numpy.cumsum(widths[nodes]) - widths[nodes]
        first = numpy.append(True, above[1:] != above[:-1])
        base = numpy.maximum.accumulate(numpy.where(first, before, 0))
        starts[nodes] = starts[above] + before - base
    return starts


def _rose(tree: SearchTree, parents: NDArray[Any], probes: NDArray[Any]) -> NDArray[Any]:
    """Return whether each node raised alpha of its parent, when its value is compared with those of earlier siblings.

    A move that is searched again counts with its last value, as in ``SearchTree.raises``.
    """
    count = len(parents)
    rose = numpy.zeros(count, bool)
    values = -tree.column("value").astype(numpy.int64)
    if tree.facts.kind != "windows":
        return rose
    stopped = tree.fates() == FATES.index(Fate.UNKNOWN)
    standing = tree.column("standing").astype(numpy.int64)
    floors = tree.column("alpha").astype(numpy.int64)
    evaluated = (tree.column("depth") <= 0) & (standing != NOT_EVALUATED)
    floors = numpy.where(evaluated, numpy.maximum(floors, standing), floors)
    able = numpy.flatnonzero(~probes & ~stopped)
    if not len(able):
        return rose
    # The last visit of a move is the one followed by another move of the same parent.
    order = able[numpy.argsort(parents[able], kind="stable")]
    moves = tree.column("move")[order]
    ends = numpy.append((parents[order][1:] != parents[order][:-1]) | (moves[1:] != moves[:-1]), True)
    order = order[ends]
    mine, above = values[order], parents[order]
    # The greatest value of earlier siblings: each parent has a separate range of numbers, above those before it.
    group = numpy.cumsum(numpy.append(False, above[1:] != above[:-1])) * _RANGE
    running = numpy.maximum.accumulate(mine + group)
    before = numpy.append(-_RANGE, running[:-1]) - group
    rose[order[(mine > before) & (mine > floors[above])]] = True
    return rose
