"""The nodes of a tree as bands, one for each ply, whose widths are numbers of visits."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from engine.searchtree.columns import BLOCK
from engine.searchtree.model import SearchTree
from studio.tree.views.prepared import FATES, Prepared

NOTHING = len(FATES)
"""Number of the fate of a pixel without a node."""


@dataclass(frozen=True, eq=False)
class Band:
    """The nodes of one ply, in the order of visits.

    Attributes:
        nodes: the nodes.
        starts, ends: where the effort of each node begins and ends, such as serial numbers of visits.
        covered: for each fate, where the effort of each of its nodes begins, and the sum of that of the nodes before
            it, with the sum of all as a further element.
    """

    nodes: NDArray[Any]
    starts: NDArray[Any]
    ends: NDArray[Any]
    covered: tuple[tuple[NDArray[Any], NDArray[Any]] | None, ...]


def bands_of(tree: SearchTree, prepared: Prepared) -> list[Band]:
    """Return the bands of a tree, from the ply of the root to the greatest ply recorded."""
    if not len(tree):
        return []
    found = []
    for nodes in _by_ply(tree):
        starts = prepared.starts[nodes]
        ends = starts + prepared.widths[nodes]
        fates = prepared.fates[nodes]
        covered: list[tuple[NDArray[Any], NDArray[Any]] | None] = []
        for fate in range(len(FATES)):
            mine = fates == fate
            if not mine.any():
                covered.append(None)
                continue
            sums = numpy.zeros(int(mine.sum()) + 1, starts.dtype)
            numpy.cumsum(ends[mine] - starts[mine], out=sums[1:])
            covered.append((starts[mine], sums))
        found.append(Band(nodes, starts, ends, tuple(covered)))
    return found


def _by_ply(tree: SearchTree) -> list[NDArray[numpy.int32]]:
    """Return the nodes of each ply, without those that lie in the band of their parent: other searches of its position.

    The first ply is that of the root.
    """
    parents, ply = tree.column("parent"), tree.column("ply")
    # The others are sorted to the end.
    last = int(ply.max()) + 1
    keys = numpy.empty(len(tree), numpy.int16)
    for start in range(0, len(tree), BLOCK):
        part = slice(start, start + BLOCK)
        own = (parents[part] < 0) | (ply[part] != ply[numpy.maximum(parents[part], 0)])
        keys[part] = numpy.where(own, ply[part], last)
    counts = numpy.bincount(keys, minlength=last + 1)
    order = numpy.argsort(keys, kind="stable").astype(numpy.int32)
    bounds = numpy.cumsum(counts)[int(ply[0]) : -1]
    return numpy.split(order[: bounds[-1]], bounds[:-1])


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
            shares[fate] = numpy.diff(_covered_before(edges, *covered))
    pixel = (high - low) / width
    shares[NOTHING] = numpy.maximum(0.0, pixel - shares[:NOTHING].sum(axis=0))
    # A pixel that is mostly empty still shows that something is there.
    shares[NOTHING][shares[:NOTHING].sum(axis=0) > 0.02 * pixel] = 0.0
    result: NDArray[Any] = shares.argmax(axis=0)
    return result


def _covered_before(edges: NDArray[Any], starts: NDArray[Any], sums: NDArray[Any]) -> NDArray[Any]:
    """Return the effort of the nodes of one fate before each edge (``Band.covered``)."""
    # Whole numbers of the type of ``starts``: ``searchsorted`` would convert all of them to another type.
    places = starts.searchsorted(numpy.floor(edges).astype(starts.dtype), "right")
    before = numpy.maximum(places - 1, 0)
    covered: NDArray[Any] = sums[before] + numpy.clip(edges - starts[before], 0, sums[places] - sums[before])
    return covered


def wide_nodes(band: Band, low: float, high: float, least: float) -> Sequence[int]:
    """Return the places in the band of the nodes between ``low`` and ``high`` with at least ``least`` visits."""
    first = bisect_right(band.ends, low)
    last = bisect_left(band.starts, high)
    wide = numpy.flatnonzero(band.ends[first:last] - band.starts[first:last] >= least) + first
    found: list[int] = wide.tolist()
    return found


def node_at(band: Band, serial: float) -> int:
    """Return the node whose part of the tree contains a visit, or -1."""
    place = bisect_right(band.starts, serial) - 1
    if place < 0 or serial >= band.ends[place]:
        return -1
    return int(band.nodes[place])
