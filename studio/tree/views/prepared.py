"""What the views of a tree compute once for all its nodes, in the thread that records it."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from engine.search.visit import NOT_EVALUATED, PROBE_FLAGS, Flag
from engine.searchtree.columns import BLOCK, families, nodes_by_level
from engine.searchtree.events import Event, EventKind
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate

FATES = tuple(Fate)
"""The fates by their number in ``Prepared.fates``."""
CUT = FATES.index(Fate.CUT)
_RANGE = 1 << 23
"""More than the difference of any two values."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """Arrays with one number for each node of a tree, and numbers that follow from them.

    A replay is a sequence of events: each node is entered once and left once.

    Attributes:
        parents: parent of the node, or -1.
        starts: place of the node on a line as long as the effort of the search, where its own effort begins.
        widths: effort that it took: visits below it, or simulations.
        levels: number of ancestors.
        ends: index after the last recorded node below it.
        fates: number of the fate in ``FATES``.
        rose: whether the node raised alpha of its parent.
        again: whether the node searches a move again.
        quiet: whether the node belongs to quiescence.
        cut_events: numbers of the events in which nodes are left that were cut off, in order.
        deepest: greatest level.
    """

    parents: NDArray[Any]
    starts: NDArray[Any]
    widths: NDArray[Any]
    levels: NDArray[Any]
    ends: NDArray[Any]
    fates: NDArray[Any]
    rose: NDArray[Any]
    again: NDArray[Any]
    quiet: NDArray[Any]
    cut_events: NDArray[Any]
    deepest: int

    def size(self, node: int) -> int:
        """Return the number of recorded nodes below a node, including the node itself."""
        return int(self.ends[node]) - node

    @property
    def events(self) -> int:
        """The number of events."""
        return 2 * len(self.parents)

    def entered(self, node: int) -> int:
        """Return the number of the event in which a node is entered."""
        return 2 * node - int(self.levels[node])

    def left(self, node: int) -> int:
        """Return the number of the event in which a node is left."""
        return 2 * int(self.ends[node]) - int(self.levels[node]) - 1

    def after(self, event: Event | None) -> int:
        """Return the number of the event after which an event of a replay in steps has happened.

        Before the first step, that is None, it is 0. A decision follows the event in which its child is left.
        """
        if event is None:
            return 0
        if event.kind is EventKind.ENTER:
            return self.entered(event.visit)
        return self.left(event.child if event.is_decision else event.visit)

    def last_entered(self, event: int) -> int:
        """Return the last node that was entered at an event."""
        # A node is entered in the event of twice its index, less its level.
        most = min(len(self.parents), (event + self.deepest) // 2 + 1)
        return bisect_right(range(most), event, lo=min(most, event // 2), key=self.entered) - 1

    def at_event(self, event: int) -> int:
        """Return the node that is entered or left in an event."""
        node = self.last_entered(event)
        # After the last node entered, itself and then its ancestors are left, one in each event.
        for _ in range(event - self.entered(node) - 1):
            node = int(self.parents[node])
        return node


def prepare(tree: SearchTree) -> Prepared:
    """Compute the arrays of a tree, and those that the tree itself computes when they are first needed."""
    parents, levels, ends, fates = tree.column("parent"), tree.levels, tree.ends, tree.fates()
    if len(tree):
        tree.children(0)
        _ = tree.pv
    order = nodes_by_level(levels)
    probes, again = _probes(tree)
    widths = tree.column(tree.width_column)
    is_serial = tree.width_column == "subtree"
    cut = numpy.flatnonzero(fates == CUT).astype(numpy.int32)
    return Prepared(
        parents=parents,
        starts=tree.column("serial") if is_serial else _starts(parents, levels, widths),
        widths=widths, levels=levels, ends=ends, fates=fates, rose=_rose(tree, order, probes, fates),
        again=again, quiet=tree.column("depth") < 0, cut_events=numpy.sort(2 * ends[cut] - levels[cut] - 1),
        deepest=int(levels.max(initial=0)),
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


def _probes(tree: SearchTree) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return whether each node is a root or a probe (``SearchTree.is_probe``), and whether it searches a move again."""
    parents, plies, flags = tree.column("parent"), tree.column("ply"), tree.column("flags")
    probes, again = numpy.empty(len(tree), bool), numpy.empty(len(tree), bool)
    for start in range(0, len(tree), BLOCK):
        part = slice(start, start + BLOCK)
        above = parents[part]
        probes[part] = flags[part] & int(PROBE_FLAGS) != 0
        probes[part] |= (above < 0) | (plies[part] == plies[numpy.maximum(above, 0)])
        again[part] = (flags[part] & int(Flag.REPEATED) != 0) & ~probes[part]
    return probes, again


def _rose(tree: SearchTree, order: NDArray[Any], probes: NDArray[Any], fates: NDArray[Any]) -> NDArray[Any]:
    """Return whether each node raised alpha of its parent, when its value is compared with those of earlier siblings.

    A move that is searched again counts with its last value, as in ``SearchTree.raises``.

    Args:
        tree: the tree.
        order: its nodes, level by level.
        probes: whether each node is no move.
        fates: the fates.
    """
    rose = numpy.zeros(len(tree), bool)
    if tree.facts.kind != "windows":
        return rose
    parents, moves, values = (tree.column(name) for name in ("parent", "move", "value"))
    for family in families(parents, order):
        nodes = family[~probes[family] & (fates[family] != FATES.index(Fate.UNKNOWN))]
        if not len(nodes):
            continue
        # The last visit of a move is the one followed by another move of the same parent.
        above, played = parents[nodes], moves[nodes]
        last = numpy.append((above[1:] != above[:-1]) | (played[1:] != played[:-1]), True)
        nodes, above = nodes[last], above[last]
        mine = -values[nodes].astype(numpy.int64)
        # The greatest value of earlier siblings: each parent has a separate range of numbers, above those before it.
        group = numpy.cumsum(numpy.append(False, above[1:] != above[:-1])) * _RANGE
        running = numpy.maximum.accumulate(mine + group)
        before = numpy.append(-_RANGE, running[:-1]) - group
        nodes, above, mine = (each[mine > before] for each in (nodes, above, mine))
        rose[nodes[mine > _floors(tree, above)]] = True
    return rose


def _floors(tree: SearchTree, nodes: NDArray[Any]) -> NDArray[Any]:
    """Return alpha of nodes when they begin with their first move (``SearchTree.floor_at_start``)."""
    alpha, standing = tree.column("alpha")[nodes], tree.column("standing")[nodes]
    evaluated = (tree.column("depth")[nodes] <= 0) & (standing != NOT_EVALUATED)
    floors: NDArray[Any] = numpy.where(evaluated, numpy.maximum(alpha, standing), alpha)
    return floors
