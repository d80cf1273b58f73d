"""The columns of a recorded tree: one numpy array for each field of a visit."""

from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

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
"""The type of each column."""

DEFAULTS: Mapping[str, int] = {
    "standing": NOT_EVALUATED,
    "writer": UNKNOWN_WRITER,
    "reason": int(Reason.EXACT),
    "move": -1,
}
"""Values of columns that a file lacks. The others are 0."""

assert DTYPE.itemsize == LAYOUT.size


def split(data: bytes) -> Columns:
    """Return the columns of ``Trace.data``. They are views of ``data``, which is not copied."""
    visits = numpy.frombuffer(data, DTYPE)
    return {name: visits[name] for name in NAMES}


def ends_of(serials: Column, sizes: Column) -> NDArray[numpy.int32]:
    """Return the index after the last recorded node below each node.

    Args:
        serials: the serial numbers, in increasing order.
        sizes: the number of visits below each node, including itself, recorded or not.
    """
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
