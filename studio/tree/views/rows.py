"""The rows of the outline: the nodes that are open, with runs of equal siblings folded."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy
from numpy.typing import NDArray

from engine.searchtree.folding import Row, RowKind
from engine.searchtree.model import SearchTree
from studio.tree.views.prepared import CUT, Prepared


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """One row of the outline.

    Attributes:
        kind: what the row shows.
        node: the node, or the first node of a run, or the parent of moves never looked at.
        level: indentation.
        row: the folded row, or None for a node.
        move: a move that was never looked at, if the row shows only this one, or -1.
    """

    kind: RowKind
    node: int
    level: int
    row: Row | None = None
    move: int = -1

    @property
    def is_node(self) -> bool:
        """Whether the row shows a single node."""
        return self.kind is RowKind.NODE


class Filter:
    """Names of the filters, each of which shows some nodes and their ancestors."""

    CUTS, PV, ROSE, AGAIN, QUIET = "cuts", "pv", "rose", "again", "quiet"


FILTERS = (Filter.CUTS, Filter.PV, Filter.ROSE, Filter.AGAIN, Filter.QUIET)


def matching(tree: SearchTree, prepared: Prepared, name: str) -> NDArray[Any]:
    """Return whether each node passes a filter."""
    if name == Filter.PV:
        wanted = numpy.zeros(len(tree), bool)
        wanted[list(tree.pv)] = True
        return wanted
    columns: dict[str, NDArray[Any]] = {
        Filter.CUTS: prepared.fates == CUT, Filter.ROSE: prepared.rose, Filter.AGAIN: prepared.again,
        Filter.QUIET: prepared.quiet,
    }  # fmt: skip
    return columns[name]


class FilteredRows(Sequence[OutlineRow]):
    """The nodes that pass a filter, with all their ancestors, in the order of visits. Rows are made when needed."""

    def __init__(self, tree: SearchTree, prepared: Prepared, names: Sequence[str]) -> None:
        wanted = numpy.zeros(len(tree), bool)
        for name in names:
            wanted |= matching(tree, prepared, name)
        parents = tree.column("parent")
        frontier = parents[wanted]
        while len(frontier):
            frontier = numpy.unique(frontier[frontier >= 0])
            frontier = frontier[~wanted[frontier]]
            wanted[frontier] = True
            frontier = parents[frontier]
        if len(tree):
            wanted[0] = True
        self.nodes = numpy.flatnonzero(wanted)
        self._levels = prepared.levels

    def __len__(self) -> int:
        return len(self.nodes)

    @overload
    def __getitem__(self, index: int) -> OutlineRow: ...

    @overload
    def __getitem__(self, index: slice) -> list[OutlineRow]: ...

    def __getitem__(self, index: int | slice) -> OutlineRow | list[OutlineRow]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        node = int(self.nodes[index])
        return OutlineRow(RowKind.NODE, node, int(self._levels[node]))

    def place_of(self, node: int) -> int:
        """Return the row of a node, or that of its nearest ancestor with a row, or -1."""
        place = int(numpy.searchsorted(self.nodes, node))
        return place if place < len(self.nodes) and self.nodes[place] == node else -1


class Unfolding:
    """Which nodes are open, which runs are unfolded, and the rows that follow from both.

    Args:
        tree: the tree.
        prepared: its arrays.

    Attributes:
        open: the open nodes.
        folds: whether runs are folded.
    """

    def __init__(self, tree: SearchTree, prepared: Prepared) -> None:
        self.tree, self._prepared = tree, prepared
        self.open: set[int] = {0} if len(tree) else set()
        self.folds = tree.facts.kind == "windows"
        self._unfolded: set[int] = set()
        self._listed: set[int] = set()
        self._kept: dict[int, set[int]] = {}
        self._groups: dict[int, list[Row]] = {}

    def rows(self) -> list[OutlineRow]:
        """Return all rows."""
        if not len(self.tree):
            return []
        return [OutlineRow(RowKind.NODE, 0, 0), *self.rows_below(0)]

    def rows_below(self, node: int) -> list[OutlineRow]:
        """Return the rows below a node, in the order of visits, or none if it is closed."""
        if node not in self.open:
            return []
        levels, found = self._prepared.levels, list[OutlineRow]()
        # An explicit stack: quiescence can be deeper than Python's.
        stack: list[OutlineRow] = self._own(node, int(levels[node]) + 1)[::-1]
        while stack:
            row = stack.pop()
            found.append(row)
            if row.is_node and row.node in self.open:
                stack += self._own(row.node, row.level + 1)[::-1]
        return found

    def _own(self, node: int, level: int) -> list[OutlineRow]:
        """Return the rows of the children of one node."""
        found = []
        for row in self._grouped(node):
            if row.kind is RowKind.RUN and self.folds and row.nodes[0] not in self._unfolded:
                found.append(OutlineRow(RowKind.RUN, row.nodes[0], level, row))
            elif row.kind is RowKind.GHOSTS:
                found.append(OutlineRow(RowKind.GHOSTS, node, level, row))
                if node in self._listed:
                    found += [OutlineRow(RowKind.GHOSTS, node, level + 1, row, move) for move in self.tree.ghosts(node)]
            else:
                found += [OutlineRow(RowKind.NODE, each, level) for each in row.nodes]
        return found

    def _grouped(self, node: int) -> list[Row]:
        rows = self._groups.get(node)
        if rows is None:
            rows = self._groups[node] = self.tree.groups(node, self._kept.get(node, ()))
        return rows

    def reveal(self, node: int) -> bool:
        """Open all ancestors of a node and take it out of its run. Return whether rows changed."""
        changed = False
        for child in self.tree.path(node)[1:]:
            parent = self.tree.parent(child)
            if parent not in self.open:
                self.open.add(parent)
                changed = True
            if self.folds:
                run = next((each for each in self._grouped(parent) if child in each.nodes), None)
                if run is not None and run.kind is RowKind.RUN and run.nodes[0] not in self._unfolded:
                    self._kept.setdefault(parent, set()).add(child)
                    self._groups.pop(parent)
                    changed = True
        return changed

    def toggle(self, row: OutlineRow) -> None:
        """Open or close a node, unfold a run, or list the moves that were never looked at."""
        if row.kind is RowKind.RUN:
            self._unfolded.add(row.node)
        elif row.kind is RowKind.GHOSTS:
            self._listed ^= {row.node}
        else:
            self.open ^= {row.node}

    def fold_all(self, folds: bool) -> None:
        """Fold all runs again, or unfold all."""
        self.folds = folds
        self._unfolded.clear()
        self._kept.clear()
        self._groups.clear()

    def open_to(self, ply: int) -> None:
        """Open exactly the nodes above a ply, apart from those without children."""
        levels = self._prepared.levels
        # A node with recorded children is followed by one of them.
        parents = numpy.flatnonzero((levels[:-1] < ply) & (levels[1:] > levels[:-1]))
        self.open = set(parents.tolist()) | {0}

    def is_listed(self, node: int) -> bool:
        """Whether the moves of a node that were never looked at are listed."""
        return node in self._listed

    def carry_to(self, tree: SearchTree, prepared: Prepared) -> "Unfolding":
        """Return the same for a tree with more nodes of the same search."""
        made = Unfolding(tree, prepared)
        made.folds = self.folds

        def moved(nodes: "set[int]") -> set[int]:
            places = (tree.index_of(self.tree.number("serial", node)) for node in nodes)
            return {place for place in places if place is not None}

        made.open, made._unfolded, made._listed = moved(self.open), moved(self._unfolded), moved(self._listed)
        for parent, kept in self._kept.items():
            place = tree.index_of(self.tree.number("serial", parent))
            if place is not None:
                made._kept[place] = moved(kept)
        return made
