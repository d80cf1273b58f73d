r"""The file format ``.kvtree``, which any program can write: a header in JSON and columns compressed with zlib.

A file consists of

- the eight bytes ``KVTREE1\n``;
- the length of the header in bytes, as an unsigned number of 32 bits, little-endian;
- the header, a JSON object in UTF-8 with the keys ``count`` (number of nodes), ``facts`` (an object with the fields of
  ``engine.searchtree.facts.Facts``, all optional) and ``columns``: a list of objects with ``name``, ``type`` and
  ``size``, the number of bytes of the compressed column;
- the columns in this order, each one a zlib stream (RFC 1950) of ``count`` numbers of its ``type``: ``i1``, ``u1``,
  ``i2``, ``u2``, ``i4``, ``u4`` or ``i8``, signed or unsigned with this number of bytes, little-endian.

The columns are those of ``engine.search.visit.FIELDS``. ``parent`` (index of the parent, which precedes the node, or -1
for the root), ``move``, ``value`` and ``reason`` (a number of ``engine.search.visit.Reason``) are required. Nodes are
in the order of visits. If they are missing, ``serial``, ``ply``, ``subtree``, ``visits``, ``tried`` and ``rank`` are
computed, ``alpha`` and ``beta`` infinite, and others ``engine.searchtree.columns.DEFAULTS`` or 0: this program writes
none that is so. Each column has the smallest type for its numbers.
Columns with other names are ignored. A program that has no numbers for its moves writes their texts into
``facts.moves``, and indices of this list into the column ``move``.
"""

import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy

from engine.core.errors import KyVienError, NotationError, OptionError, SearchError
from engine.core.evaluation import stated_name
from engine.core.files import read_bytes, write_bytes
from engine.core.game import find_game
from engine.core.language import Plural, mark, tr
from engine.core.position import Position
from engine.core.score import INFINITY
from engine.core.values import replace
from engine.search.search import Stop
from engine.search.visit import EARLIER_WRITER, NOT_EVALUATED, Reason
from engine.searchtree.columns import (
    BLOCK,
    DEFAULTS,
    NAMES,
    SNAPSHOT_TYPES,
    TYPES,
    Column,
    Columns,
    Packing,
    ends_of,
    levels_of,
)
from engine.searchtree.facts import TreeFacts
from engine.searchtree.model import SearchTree

MAGIC = b"KVTREE1\n"
MOST_NODES = 10_000_000
LARGE_TREE = 1_000_000
"""Number of nodes above which a user is asked before a file is read."""
MOST_BYTES = 150
"""Memory for each node while a file is read, in bytes."""
LEVEL = 1
"""Level of the compression of columns. Level 6 takes five times as long for files that are a sixth smaller."""
DEFLATE_RATIO = 1040
"""No zlib stream is this many times longer when it is decompressed (RFC 1951: a code of 2 bits for 258 bytes)."""
MOST_LEVELS = 512
MOST_HEADER = 256 << 20
MOST_COUNT = 65535
MOST_PLY = 139
REQUIRED = ("parent", "move", "value", "reason")
KNOWN_TYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "i8")
WITH_DEFAULT = {
    **{name: DEFAULTS.get(name, 0) for name in NAMES
       if name not in (*REQUIRED, "serial", "ply", "subtree", "visits", "tried", "rank")},
    "alpha": -INFINITY, "beta": INFINITY,
}  # fmt: skip
"""Columns of which a file that lacks them has the same number for all nodes."""

NO_TREE = mark("it is not a .kvtree file")
BAD_HEADER = mark("its header is damaged")
BAD_COLUMN = mark("its column {name} is missing, damaged or out of range")
BAD_ORDER = mark("a node does not follow its parent")


def write_tree(path: Path, tree: SearchTree) -> None:
    """Write a tree to a file.

    Raises:
        FileError: if the file cannot be written.
        OptionError: if the tree has more than ``MOST_NODES`` nodes, which could not be read.
    """
    write_bytes(path, tree_bytes(tree))


def tree_bytes(tree: SearchTree) -> bytes:
    """Return the contents of a ``.kvtree`` file.

    Raises:
        OptionError: if the tree has more than ``MOST_NODES`` nodes, which could not be read.
    """
    if len(tree) > MOST_NODES:
        raise OptionError("a file has at most {most} nodes; this tree has {count}", most=MOST_NODES, count=len(tree))
    columns, blocks = [], []
    for name in (*NAMES, *SNAPSHOT_TYPES):
        if name in tree.columns and not _is_default(name, tree.columns[name]):
            kind, block = _compressed(tree.columns[name])
            blocks.append(block)
            columns.append({"name": name, "type": kind, "size": len(block)})
    stated = replace(tree.facts, evaluation=stated_name(tree.facts.game, tree.facts.evaluation))
    facts = {name: value for name, value in stated.to_dict().items() if value not in ([], None, "")}
    header = json.dumps({"count": len(tree), "facts": facts, "columns": columns}, ensure_ascii=False).encode()
    return b"".join([MAGIC, struct.pack("<I", len(header)), header, *blocks])


def _is_default(name: str, column: Column) -> bool:
    """Whether a reader computes a column that is missing, in a short time."""
    if name == "serial":
        return int(column[0]) == 0 and int(column[-1]) == len(column) - 1
    if name not in WITH_DEFAULT or column[0] != WITH_DEFAULT[name]:
        return False
    return all((column[start : start + BLOCK] == column[0]).all() for start in range(0, len(column), BLOCK))


def _compressed(column: Column) -> tuple[str, bytes]:
    """Return the smallest type that the numbers of a column need, and their bytes compressed."""
    least, most = int(column.min()), int(column.max())
    kind = next(each for each in KNOWN_TYPES if numpy.iinfo(each).min <= least and most <= numpy.iinfo(each).max)
    packer = zlib.compressobj(LEVEL)
    pieces = []
    for start in range(0, len(column), BLOCK):
        part = column[start : start + BLOCK].astype(numpy.dtype(kind).newbyteorder("<"))
        pieces.append(packer.compress(part.tobytes()))
    return kind, b"".join([*pieces, packer.flush()])


def read_tree(path: Path, stop: Stop | None = None) -> SearchTree:
    """Read a tree from a file.

    Args:
        path: the file.
        stop: object that ends the reading from another thread.

    Raises:
        FileError: if the file cannot be read.
        NotationError: if it is not a valid tree.
        SearchError: if the reading was stopped.
    """
    try:
        return parse_tree(read_bytes(path), stop)
    except _BadTreeError as error:
        raise error.of_file(path) from None


def nodes_of_file(path: Path) -> int:
    """Return the number of nodes that the header of a file states, without reading its nodes.

    Raises:
        FileError: if the file cannot be read.
        NotationError: if it is not a valid tree.
    """
    try:
        try:
            with path.open("rb") as file:
                data = file.read(len(MAGIC) + 4)
                data += file.read(_size_of_header(data))
        except (OSError, ValueError):
            data = read_bytes(path)  # raises the error in the words of other files
        return _Header(data).count
    except _BadTreeError as error:
        raise error.of_file(path) from None


def memory_for(nodes: int) -> int:
    """Return how many bytes of memory the reading of a tree takes at most."""
    return nodes * MOST_BYTES


def check_size(path: Path) -> None:
    """Check that a file has at most ``LARGE_TREE`` nodes, for a program that must not ask.

    Raises:
        FileError: if the file cannot be read.
        NotationError: if it is not a valid tree.
        OptionError: if it has more nodes.
    """
    nodes = nodes_of_file(path)
    if nodes > LARGE_TREE:
        raise OptionError(
            Plural("{file} has {count} node, which takes {size} MB of memory; add {option} to read it",
                   "{file} has {count} nodes, which take {size} MB of memory; add {option} to read it"),
            file=path.name, count=nodes, size=memory_for(nodes) // 10**6, option="--large",
        )  # fmt: skip


class _BadTreeError(NotationError):
    """Raised for data that is not a tree. The message is the reason."""

    def of_file(self, path: Path) -> NotationError:
        """Return the error that names the file."""
        reason = tr(self.template, **self.values)
        return NotationError("{file} is not a tree of a search: {reason}", file=path.name, reason=reason)


def _size_of_header(data: bytes) -> int:
    """Return the size of the header in bytes, from the beginning of a file."""
    if data[: len(MAGIC)] != MAGIC or len(data) < len(MAGIC) + 4:
        raise _BadTreeError(NO_TREE)
    (size,) = struct.unpack_from("<I", data, len(MAGIC))
    if size > MOST_HEADER:
        raise _BadTreeError(BAD_HEADER)
    return int(size)


class _Header:
    """The header of a file, checked without decompressing a column.

    Args:
        data: the contents of the file, or its beginning with the whole header.

    Attributes:
        count: number of nodes.
        facts: the facts.
        columns: name, type and size of each column that is stored.
        end: number of bytes before the first column.
    """

    def __init__(self, data: bytes) -> None:
        size = _size_of_header(data)
        start = len(MAGIC) + 4
        self.end = start + size
        if self.end > len(data):
            raise _BadTreeError(BAD_HEADER)
        try:
            header = json.loads(data[start : self.end])
            count, listed = header["count"], [(each["name"], each["type"], each["size"]) for each in header["columns"]]
            self.facts = TreeFacts.from_dict(header.get("facts", {}))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise _BadTreeError(BAD_HEADER) from None
        if type(count) is not int or not 1 <= count <= MOST_NODES or len(listed) > 100:
            raise _BadTreeError(BAD_HEADER)
        self.count: int = count
        self.columns: list[tuple[str, str, int]] = listed
        seen = set()
        for name, kind, length in listed:
            if not isinstance(name, str) or name in seen or kind not in KNOWN_TYPES:
                raise _BadTreeError(BAD_HEADER)
            if type(length) is not int or not 0 < length < 2**40:
                raise _BadTreeError(BAD_HEADER)
            if count * int(kind[1]) > DEFLATE_RATIO * length:
                raise _BadTreeError(BAD_COLUMN, name=name)
            seen.add(name)
        for name in REQUIRED:
            if name not in seen:
                raise _BadTreeError(BAD_COLUMN, name=name)


def parse_tree(data: bytes, stop: Stop | None = None) -> SearchTree:
    """Return the tree in the contents of a file.

    Nothing is decompressed before the numbers and sizes of the header fit each other and ``data``. At most
    ``MOST_BYTES`` bytes of memory are needed for each node, in addition to ``data``.

    Args:
        data: the contents of the file.
        stop: object that ends the reading from another thread.

    Raises:
        NotationError: if it is not a valid tree.
        SearchError: if the reading was stopped.
    """
    header = _Header(data)
    count, facts = header.count, header.facts
    if sum(length for _, _, length in header.columns) > len(data) - header.end:
        raise _BadTreeError(BAD_HEADER)
    root = _root(facts)
    work = _Blocks(count, stop)
    columns: Columns = {}
    place = header.end
    view = memoryview(data)
    for name, kind, length in header.columns:
        if name in NAMES or name in SNAPSHOT_TYPES:
            columns[name] = _column(name, kind, view[place : place + length], work)
        place += length
    complete = _completed(columns, work)
    _check(complete, facts, work)
    return SearchTree(_counted(facts, complete, work), complete, root)


class _Blocks:
    """The parts of the columns on which the checks work, so that they need little memory and can be stopped.

    Args:
        count: number of nodes.
        stop: object that ends the reading, or None.
    """

    def __init__(self, count: int, stop: Stop | None) -> None:
        self.count = count
        self._stop = stop

    def go_on(self) -> None:
        """Check that the reading has not been stopped.

        Raises:
            SearchError: if it has.
        """
        if self._stop is not None and self._stop.requested:
            raise SearchError("the reading of the tree was stopped")

    def __iter__(self) -> Iterator[slice]:
        for start in range(0, self.count, BLOCK):
            self.go_on()
            yield slice(start, min(start + BLOCK, self.count))

    def of(self, start: int, end: int) -> Iterator[slice]:
        """Yield the parts of the nodes from ``start`` to before ``end``."""
        for place in range(start, end, BLOCK):
            self.go_on()
            yield slice(place, min(place + BLOCK, end))


def _column(name: str, kind: str, block: memoryview, work: _Blocks) -> Any:
    """Return a column from its compressed bytes, in the type that the model uses."""
    wanted = numpy.dtype(f"<{kind}" if kind[1] != "1" else kind)
    model: Any = TYPES[name] if name in TYPES else SNAPSHOT_TYPES[name]
    limits = numpy.iinfo(model)
    column, waiting = Packing(work.count, model), b""
    try:
        for piece in _decompressed(block, work.count * wanted.itemsize):
            work.go_on()
            piece = waiting + piece
            whole = len(piece) // wanted.itemsize
            waiting = piece[whole * wanted.itemsize :]
            found = numpy.frombuffer(piece, wanted, whole)
            if whole and (int(found.min()) < limits.min or int(found.max()) > limits.max):
                raise _BadTreeError(BAD_COLUMN, name=name)
            if whole:
                column.add(found)
    except (zlib.error, ValueError):
        raise _BadTreeError(BAD_COLUMN, name=name) from None
    return column.column()


def _decompressed(block: memoryview, size: int) -> Iterator[bytes]:
    """Yield the ``size`` bytes of a zlib stream in parts.

    Raises:
        ValueError, zlib.error: if the stream is damaged, or longer or shorter.
    """
    packer = zlib.decompressobj()
    for place in range(0, len(block), 65536):
        rest: bytes | memoryview = block[place : place + 65536]
        while len(rest):
            piece = packer.decompress(rest, 1 << 20)
            size -= len(piece)
            if size < 0 or packer.unused_data:
                raise ValueError("longer than stated")
            yield piece
            rest = packer.unconsumed_tail
    if size or not packer.eof:
        raise ValueError("shorter than stated")


def _completed(columns: Columns, work: _Blocks) -> Columns:
    """Return all columns. Those that are missing are computed, or have their default."""
    count, parents = work.count, columns["parent"]
    for block in work:
        part = parents[block]
        if (part < -1).any() or (part >= numpy.arange(block.start, block.stop)).any():
            raise _BadTreeError(BAD_ORDER)
    complete: Columns = {name: column for name, column in columns.items() if name in SNAPSHOT_TYPES}
    for name in NAMES:
        if name in columns:
            complete[name] = columns[name]
        elif name in WITH_DEFAULT:
            packing = Packing(count, TYPES[name])
            packing.add(numpy.broadcast_to(numpy.array(WITH_DEFAULT[name], TYPES[name]), count))
            complete[name] = packing.column()
    if "serial" not in columns:
        complete["serial"] = numpy.arange(count, dtype=numpy.int32)
    if not columns.keys() >= {"ply", "subtree"}:
        depths = _depths(parents, work)
        if "ply" not in columns:
            complete["ply"] = numpy.minimum(depths, MOST_PLY + 1).astype(TYPES["ply"])
        if "subtree" not in columns:
            complete["subtree"] = _sizes(parents, depths, work)
        del depths
    if not columns.keys() >= {"visits", "tried"}:
        children = _children(parents, work)
        for name in ("visits", "tried"):
            if name not in columns:
                complete[name] = numpy.minimum(children, MOST_COUNT).astype(TYPES[name])
        del children
    if "rank" not in columns:
        complete["rank"] = _ranks(parents, work)
    return {name: complete[name] for name in (*NAMES, *SNAPSHOT_TYPES) if name in complete}


def _depths(parents: Column, work: _Blocks) -> Column:
    """Return the number of ancestors of each node, which must be less than ``MOST_LEVELS``.

    In each step, ``above`` is an ancestor twice as far away.
    """
    depths = (parents >= 0).astype(numpy.uint16)
    above = numpy.maximum(parents, 0)
    reach = 1
    while True:
        work.go_on()
        further = depths[above]
        if not further.any():
            return depths
        if reach >= MOST_LEVELS:
            raise _BadTreeError(BAD_COLUMN, name="ply")
        reach *= 2
        depths += further
        above = above[above]


def _sizes(parents: Column, depths: Column, work: _Blocks) -> Column:
    """Return the number of nodes below each node, including itself, adding the deepest nodes to their parents first."""
    sizes = numpy.ones(work.count, numpy.int32)
    order = numpy.argsort(depths, kind="stable").astype(numpy.int32)
    ends = numpy.cumsum(numpy.bincount(depths))
    for level in range(len(ends) - 1, 0, -1):
        for block in work.of(int(ends[level - 1]), int(ends[level])):
            nodes = order[block]
            numpy.add.at(sizes, parents[nodes], sizes[nodes])
    return sizes


def _children(parents: Column, work: _Blocks) -> Column:
    """Return the number of recorded children of each node."""
    children = numpy.zeros(work.count, numpy.int32)
    for block in work:
        part = parents[block]
        numpy.add.at(children, part[part >= 0], 1)
    return children


def _ranks(parents: Column, work: _Blocks) -> Column:
    """Return the place of each node among the children of its parent, from 1, or 0 for the first node."""
    order = numpy.argsort(parents, kind="stable").astype(numpy.int32)
    ranks = numpy.empty(work.count, TYPES["rank"])
    first = parents[order[0]], 0  # a parent, and the place in ``order`` of its first child
    for block in work:
        nodes = order[block]
        above = parents[nodes]
        places = numpy.arange(block.start, block.stop)
        is_new = numpy.empty(len(nodes), bool)
        is_new[0] = above[0] != first[0]
        is_new[1:] = above[1:] != above[:-1]
        starts = numpy.maximum.accumulate(numpy.where(is_new, places, first[1]))
        ranks[nodes] = numpy.minimum(places - starts + 1, MOST_COUNT)
        first = above[-1], int(starts[-1])
    ranks[0] = 0
    return ranks


def _check(columns: Columns, facts: TreeFacts, work: _Blocks) -> None:
    """Check the ranges of columns and how they fit together."""
    extra = {"visits": ("simulations", "mean", "prior", "proved"), "proof": ("work", "proof", "disproof")}.get(
        facts.kind, ()
    )
    for name in extra:
        if name not in columns:
            raise _BadTreeError(BAD_COLUMN, name=name)
    children = _children(columns["parent"], work)
    last = -1
    for block in work:
        part = {name: column[block] for name, column in columns.items()}
        parents, serial = part["parent"], part["serial"]
        ply = part["ply"].astype(numpy.int32)
        steps = (ply - columns["ply"][numpy.maximum(parents, 0)])[parents >= 0]
        wrong = {
            "serial": int(serial[0]) <= last or (numpy.diff(serial) <= 0).any(),
            "writer": ((part["writer"] >= serial) | (part["writer"] < EARLIER_WRITER - MOST_PLY)).any(),
            "subtree": (part["subtree"] < 1).any() or (part["subtree"] > 2**60).any(),
            "reason": (part["reason"] >= len(Reason)).any(),
            "ply": (ply < 0).any() or (ply > MOST_PLY).any() or ((steps < 0) | (steps > 1)).any(),
            "visits": (part["visits"] < numpy.minimum(children[block], MOST_COUNT)).any(),
            "move": bool(facts.moves)
            and ((part["move"] >= len(facts.moves)).any() or (part["move"][parents >= 0] < 0).any()),
            "standing": (
                (part["standing"] != NOT_EVALUATED) & (numpy.abs(part["standing"].astype(numpy.int64)) > INFINITY)
            ).any(),
        }
        for name in ("alpha", "beta", "value"):
            wrong[name] = (numpy.abs(part[name].astype(numpy.int64)) > INFINITY).any()
        for name in extra:
            wrong[name] = name not in ("prior", "proved") and (part[name] < 0).any()
        for name, is_wrong in wrong.items():
            if is_wrong:
                raise _BadTreeError(BAD_COLUMN, name=name)
        last = int(serial[-1])
    del children
    if not _is_nested(columns, work):
        raise _BadTreeError(BAD_COLUMN, name="subtree")


def _is_nested(columns: Columns, work: _Blocks) -> bool:
    """Whether the visits below each node are those that its serial number and its size include.

    That is so if every node ends within its parent, and is contained in one node more than its parent, or in none.
    """
    ends = ends_of(columns["serial"], columns["subtree"])
    work.go_on()
    levels = levels_of(ends)
    for block in work:
        parents = columns["parent"][block]
        above = numpy.maximum(parents, 0)
        own = ends[block]
        within = (numpy.arange(block.start, block.stop) < ends[above]) & (own <= ends[above])
        within &= levels[block] == levels[above] + 1
        if not numpy.where(parents < 0, levels[block] == 0, within).all():
            return False
    return True


def _counted(facts: TreeFacts, columns: Columns, work: _Blocks) -> TreeFacts:
    """Return the facts with counts taken from the columns if the file has none."""
    if facts.nodes:
        return facts
    nodes = 0
    by_ply, by_reason = numpy.zeros(MOST_PLY + 1, int), numpy.zeros(len(Reason), int)
    for block in work:
        nodes += int(columns["subtree"][block][columns["parent"][block] < 0].sum())
        by_ply += numpy.bincount(columns["ply"][block], minlength=len(by_ply))
        by_reason += numpy.bincount(columns["reason"][block], minlength=len(by_reason))
    deepest = int(numpy.flatnonzero(by_ply)[-1])
    return replace(
        facts,
        nodes=nodes,
        complete_to_ply=deepest,
        by_ply=tuple(by_ply[: deepest + 1].tolist()),
        by_reason=tuple(by_reason.tolist()),
    )


def _root(facts: TreeFacts) -> Position | None:
    """Return the position at the root, or None if the file names no game.

    Raises:
        NotationError: if there is no such game, rule or position.
    """
    if not facts.game:
        return None
    try:
        game = find_game(facts.game).with_rules(facts.rules)
        if not facts.position:
            return game.start()
        position: Position = game.restore(facts.position, facts.history)
    except KyVienError as error:
        raise _BadTreeError("{reason}", reason=str(error)) from None
    return position
