"""The nodes of a tree as bands, one for each ply, whose widths are numbers of visits."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from engine.searchtree.model import SearchTree
from studio.tree.prepared import FATES, Prepared

NOTHING = len(FATES)
"""Number of the fate of a pixel without a node."""


@dataclass(frozen=True, eq=False)
class Band:
    """The nodes of one ply, in the order of visits.

    Attributes:
        nodes: the nodes.
        starts, ends: where the effort of each node begins and ends, such as serial numbers of visits.
        covered: for each fate, breakpoints and the effort of nodes of this fate before each of
            them.
    """

    nodes: NDArray[Any]
    starts: NDArray[Any]
    ends: NDArray[Any]
    covered: tuple[tuple[NDArray[Any], NDArray[Any]] | None, ...]


def bands_of(tree: SearchTree, prepared: Prepared) -> list[Band]:
    """Return the bands of a tree, from the ply of the root to the greatest ply recorded."""
    if not len(tree):
        return []
    parents = tree.column("parent")
    ply = tree.column("ply").astype(numpy.int64)
    # Another search of the same position lies in the band of its parent.
    own = (parents < 0) | (ply != ply[numpy.maximum(parents, 0)])
    own[0] = True
    found = []
    order = numpy.flatnonzero(own)
    order = order[numpy.argsort(ply[order], kind="stable")]
    bounds = numpy.searchsorted(ply[order], numpy.arange(int(ply.max()) + 2))
    for number in range(int(ply[0]), len(bounds) - 1):
        nodes = order[bounds[number] : bounds[number + 1]]
        starts = prepared.starts[nodes]
        ends = starts + prepared.widths[nodes]
        fates = prepared.fates[nodes]
        covered: list[tuple[NDArray[Any], NDArray[Any]] | None] = []
        for fate in range(len(FATES)):
            mine = fates == fate
            if not mine.any():
                covered.append(None)
                continue
            places = numpy.empty(2 * int(mine.sum()), numpy.float64)
            places[0::2], places[1::2] = starts[mine], ends[mine]
            sums = numpy.zeros(len(places))
            totals = numpy.cumsum(ends[mine] - starts[mine])
            sums[1::2] = totals
            sums[2::2] = totals[:-1]
            covered.append((places, sums))
        found.append(Band(nodes, starts, ends, tuple(covered)))
    return found


def fates_of_pixels(band: Band, low: float, high: float, width: int) -> NDArray[Any]:
    """Return the number of the fate that covers most of each pixel, or ``NOTHING``.

    Args:
        band: the band.
        low: serial number at the left edge of the first pixel.
        high: serial number at the right edge of the last pixel.
        width: number of pixels.
    """
    edges = numpy.linspace(low, high, width + 1)
    shares = numpy.zeros((len(FATES) + 1, width))
    for fate, covered in enumerate(band.covered):
        if covered is not None:
            shares[fate] = numpy.diff(numpy.interp(edges, *covered))
    pixel = (high - low) / width
    shares[NOTHING] = numpy.maximum(0.0, pixel - shares[:NOTHING].sum(axis=0))
    # A pixel that is mostly empty still shows that something is there.
    shares[NOTHING][shares[:NOTHING].sum(axis=0) > 0.02 * pixel] = 0.0
    result: NDArray[Any] = shares.argmax(axis=0)
    return result


def wide_nodes(band: Band, low: float, high: float, least: float) -> Sequence[int]:
    """Return the places in the band of the nodes between ``low`` and ``high`` with at least ``least`` visits."""
    first = int(numpy.searchsorted(band.ends, low, "right"))
    last = int(numpy.searchsorted(band.starts, high, "left"))
    wide = numpy.flatnonzero(band.ends[first:last] - band.starts[first:last] >= least) + first
    found: list[int] = wide.tolist()
    return found


def node_at(band: Band, serial: float) -> int:
    """Return the node whose part of the tree contains a visit, or -1."""
    place = int(numpy.searchsorted(band.starts, serial, "right")) - 1
    if place < 0 or serial >= band.ends[place]:
        return -1
    return int(band.nodes[place])
