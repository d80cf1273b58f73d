"""The columns of a recorded tree: one numpy array for each field of a visit."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from engine.search.trace import Trace
from engine.search.visit import FIELDS, LAYOUT, NOT_EVALUATED, UNKNOWN_WRITER, Reason

Column = NDArray[Any]
Columns = dict[str, Column]

_CODES = {"q": "<i8", "i": "<i4", "h": "<i2", "H": "<u2", "B": "u1"}
DTYPE = numpy.dtype([(name, _CODES[kind]) for name, kind in FIELDS])
"""The type of one visit in ``Trace.data``."""

SNAPSHOT_TYPES: dict[str, Any] = {
    "simulations": numpy.dtype("<i4"), "mean": numpy.dtype("<i4"), "prior": numpy.dtype("<i2"),
    "proved": numpy.dtype("<i2"), "work": numpy.dtype("<i8"), "proof": numpy.dtype("<i8"),
    "disproof": numpy.dtype("<i8"),
}  # fmt: skip
"""Further columns. Of a Monte Carlo search: simulations that passed a node, the mean of their results for the side that
made the move in millionths of a win, virtual visits with which the move began, and what is proved
(``engine.search.tree``). Of a proof-number search: nodes visited, proof number and disproof number."""

BLOCK = 1 << 18
"""Number of nodes that are computed at once, so that the intermediate results take little memory."""

SPARE = ("spare", "room")
"""Fields without a meaning."""

NAMES = tuple(name for name, _ in FIELDS if name not in SPARE)
"""Names of the columns of a search with windows, in the order of ``FIELDS``."""

TYPES = {name: numpy.dtype(_CODES[kind]) for name, kind in FIELDS}
"""The type of each column. Columns of 64 bits have 32 if the numbers are small (``Packing``)."""

DEFAULTS: Mapping[str, int] = {
    "standing": NOT_EVALUATED,
    "writer": UNKNOWN_WRITER,
    "reason": int(Reason.EXACT),
    "move": -1,
}
"""Values of columns that a file lacks. The others are 0."""

assert DTYPE.itemsize == LAYOUT.size


NARROW = 1 << 30
"""Numbers of 64 bits that are all smaller than this are kept in 32 bits, in which the sum of any two has room."""

_PART = 1 << 14
"""Number of nodes of a trace that are split at once: 1.3 MB, which a processor's cache contains."""


class Packing:
    """A column that is made part by part, in as few bytes as its numbers need.

    A column in which all numbers are equal takes no memory: its array repeats one number and is read-only. Other types
    than that of 64 bits remain, so that sums and differences of columns have room.

    Args:
        count: number of nodes.
        kind: the type of the column in the model.
    """

    def __init__(self, count: int, kind: Any) -> None:
        self._count = count
        self._kind = numpy.dtype(kind)
        self._own = numpy.dtype(numpy.int32) if self._kind.itemsize == 8 else self._kind
        self._filled = 0
        self._first: Any = None
        self._column: Column | None = None

    def add(self, part: Column) -> None:
        """Add the numbers of the next nodes, at least one, which the type of the column can contain."""
        start, self._filled = self._filled, self._filled + len(part)
        if self._own != self._kind and not -NARROW < int(part.min()) <= int(part.max()) < NARROW:
            self._own = self._kind
            if self._column is not None:
                self._column = self._column.astype(self._kind)
        if self._column is None:
            self._first = part[0] if self._first is None else self._first
            if (part == self._first).all():
                return
            self._column = numpy.empty(self._count, self._own)
            self._column[:start] = self._first
        self._column[start : self._filled] = part

    def column(self) -> Column:
        """Return the column, after all its parts were added."""
        if self._column is not None:
            return self._column
        return numpy.broadcast_to(numpy.array(self._first, self._own), self._count)


def packed(columns: Mapping[str, Column]) -> Columns:
    """Return columns, which are not empty, in as few bytes as ``Packing`` does."""
    found: Columns = {}
    for name, column in columns.items():
        packing = Packing(len(column), TYPES[name] if name in TYPES else SNAPSHOT_TYPES[name])
        for start in range(0, len(column), BLOCK):
            packing.add(column[start : start + BLOCK])
        found[name] = packing.column()
    return found


def columns_of(trace: Trace) -> Columns:
    """Return the recorded nodes of a trace as columns, or an empty dictionary if there are none.

    The parts of the buffer are split in the cache of the processor, because each field is 80 bytes from the next one.
    """
    if not trace.count:
        return {}
    packings = {name: Packing(trace.count, TYPES[name]) for name in NAMES}
    for start in range(0, trace.count, _PART):
        visits = numpy.frombuffer(trace.data(start, start + _PART), DTYPE)
        for name, packing in packings.items():
            packing.add(visits[name])
    return {name: packing.column() for name, packing in packings.items()}


def nodes_by_level(levels: NDArray[numpy.int32]) -> NDArray[numpy.int32]:
    """Return all nodes, level by level from the roots down, each level in the order of visits.

    The children of a node are side by side in this order.
    """
    # Numbers of 16 bits are sorted in linear time.
    keys = levels.astype(numpy.int16) if levels.max(initial=0) < 1 << 15 else levels
    return numpy.argsort(keys, kind="stable").astype(numpy.int32)


def families(parents: Column, order: NDArray[numpy.int32]) -> Iterator[NDArray[numpy.int32]]:
    """Yield parts of ``nodes_by_level`` that contain all children of a node or none, with ``BLOCK`` nodes or few more.

    Args:
        parents: the parent of each node.
        order: the nodes in this order, or some of them.
    """
    start, count = 0, len(order)
    while start < count:
        end = min(start + BLOCK, count)
        while end < count and parents[order[end]] == parents[order[end - 1]]:
            size = min(BLOCK, count - end)
            more = parents[order[end : end + size]] != parents[order[end - 1]]
            end += int(more.argmax()) if more.any() else size
        yield order[start:end]
        start = end


def ends_of(serials: Column, sizes: Column) -> NDArray[numpy.int32]:
    """Return the index after the last recorded node below each node.

    Args:
        serials: the serial numbers, in increasing order.
        sizes: the number of visits below each node, including itself, recorded or not.
    """
    serials = numpy.ascontiguousarray(serials)
    count = len(serials)
    ends = numpy.empty(count, numpy.int32)
    is_complete = count > 0 and int(serials[-1]) - int(serials[0]) == count - 1
    for start in range(0, count, BLOCK):
        part = slice(start, min(start + BLOCK, count))
        if is_complete:
            ends[part] = numpy.minimum(numpy.arange(part.start, part.stop) + sizes[part], count)
        else:
            ends[part] = serials.searchsorted(serials[part] + sizes[part])
    return ends


def levels_of(ends: NDArray[numpy.int32]) -> NDArray[numpy.int32]:
    """Return the number of nodes that contain each node: those before it that have not ended (``ends_of``)."""
    ended = numpy.zeros(len(ends) + 1, numpy.int32)
    for start in range(0, len(ends), BLOCK):
        numpy.add.at(ended, ends[start : start + BLOCK], 1)
    levels = ended[: len(ends)]
    numpy.cumsum(levels, out=levels)
    numpy.subtract(numpy.arange(len(ends), dtype=numpy.int32), levels, out=levels)
    return levels
