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
in the order of visits. If they are missing, ``ply`` and ``subtree`` are computed, and ``alpha`` and ``beta`` infinite.
Columns with other names are ignored. A program that has no numbers for its moves writes their texts into
``facts.moves``, and indices of this list into the column ``move``.
"""

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy

from engine.core.errors import KyVienError, NotationError
from engine.core.files import read_bytes, write_bytes
from engine.core.game import find_game
from engine.core.language import mark, tr
from engine.core.position import Position
from engine.core.score import INFINITY
from engine.core.values import replace
from engine.search.visit import EARLIER_WRITER, NOT_EVALUATED, Reason
from engine.searchtree.columns import DEFAULTS, NAMES, SNAPSHOT_TYPES, TYPES, Columns, ends_of, levels_of
from engine.searchtree.facts import Facts
from engine.searchtree.model import SearchTree

MAGIC = b"KVTREE1\n"
MOST_NODES = 10_000_000
MOST_HEADER = 256 << 20
MOST_COUNT = 65535
MOST_PLY = 139
REQUIRED = ("parent", "move", "value", "reason")
KNOWN_TYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "i8")

NO_TREE = mark("it is not a .kvtree file")
BAD_HEADER = mark("its header is damaged")
BAD_COLUMN = mark("its column {name} is missing, damaged or out of range")
BAD_ORDER = mark("a node does not follow its parent")


def write_tree(path: Path, tree: SearchTree) -> None:
    """Write a tree to a file.

    Raises:
        FileError: if the file cannot be written.
    """
    write_bytes(path, tree_bytes(tree))


def tree_bytes(tree: SearchTree) -> bytes:
    """Return the contents of a ``.kvtree`` file."""
    columns, blocks = [], []
    for name, column in tree.columns.items():
        blocks.append(zlib.compress(numpy.ascontiguousarray(column).tobytes(), 6))
        columns.append({"name": name, "type": f"{column.dtype.kind}{column.dtype.itemsize}", "size": len(blocks[-1])})
    facts = {name: value for name, value in tree.facts.to_dict().items() if value not in ([], None, "")}
    header = json.dumps({"count": len(tree), "facts": facts, "columns": columns}, ensure_ascii=False).encode()
    return b"".join([MAGIC, struct.pack("<I", len(header)), header, *blocks])


def read_tree(path: Path) -> SearchTree:
    """Read a tree from a file.

    Raises:
        FileError: if the file cannot be read.
        NotationError: if it is not a valid tree.
    """
    try:
        return parse_tree(read_bytes(path))
    except _BadTreeError as error:
        reason = tr(error.template, **error.values)
        raise NotationError("{file} is not a tree of a search: {reason}", file=path.name, reason=reason) from None


class _BadTreeError(NotationError):
    """Raised for data that is not a tree. The message is the reason."""


def parse_tree(data: bytes) -> SearchTree:
    """Return the tree in the contents of a file.

    Raises:
        NotationError: if it is not a valid tree.
    """
    if data[: len(MAGIC)] != MAGIC or len(data) < len(MAGIC) + 4:
        raise _BadTreeError(NO_TREE)
    place = len(MAGIC) + 4
    (size,) = struct.unpack_from("<I", data, len(MAGIC))
    if size > min(MOST_HEADER, len(data) - place):
        raise _BadTreeError(BAD_HEADER)
    try:
        header = json.loads(data[place : place + size])
        count, listed = header["count"], [(each["name"], each["type"], each["size"]) for each in header["columns"]]
        facts = Facts.from_dict(header.get("facts", {}))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _BadTreeError(BAD_HEADER) from None
    if type(count) is not int or not 1 <= count <= MOST_NODES or len(listed) > 100:
        raise _BadTreeError(BAD_HEADER)
    place += size
    columns: Columns = {}
    for name, kind, length in listed:
        if kind not in KNOWN_TYPES or type(length) is not int or not 0 < length <= len(data) - place:
            raise _BadTreeError(BAD_HEADER)
        if name in NAMES or name in SNAPSHOT_TYPES:
            columns[name] = _column(name, kind, data[place : place + length], count)
        place += length
    complete = _completed(columns, count)
    _check(complete, facts)
    return SearchTree(_counted(facts, complete), complete, _root(facts))


def _column(name: str, kind: str, block: bytes, count: int) -> Any:
    """Return a column from its compressed bytes, in the type that the model uses."""
    wanted = numpy.dtype(f"<{kind}" if kind[1] != "1" else kind)
    packer = zlib.decompressobj()
    try:
        plain = packer.decompress(block, count * wanted.itemsize + 1)
    except zlib.error:
        raise _BadTreeError(BAD_COLUMN, name=name) from None
    if len(plain) != count * wanted.itemsize or not packer.eof:
        raise _BadTreeError(BAD_COLUMN, name=name)
    found = numpy.frombuffer(plain, wanted)
    model: Any = TYPES[name] if name in TYPES else SNAPSHOT_TYPES[name]
    limits = numpy.iinfo(model)
    if int(found.min()) < limits.min or int(found.max()) > limits.max:
        raise _BadTreeError(BAD_COLUMN, name=name)
    return found.astype(model)


def _completed(columns: Columns, count: int) -> Columns:
    """Return all columns. Those that are missing are computed, or have their default."""
    for name in REQUIRED:
        if name not in columns:
            raise _BadTreeError(BAD_COLUMN, name=name)
    parents = columns["parent"]
    if parents[0] != -1 or (parents < -1).any() or (parents >= numpy.arange(count)).any():
        raise _BadTreeError(BAD_ORDER)
    complete: Columns = {name: column for name, column in columns.items() if name in SNAPSHOT_TYPES}
    for name in NAMES:
        complete[name] = columns.get(name, numpy.full(count, DEFAULTS.get(name, 0), TYPES[name]))
    if "alpha" not in columns:
        complete["alpha"] = numpy.full(count, -INFINITY, TYPES["alpha"])
    if "beta" not in columns:
        complete["beta"] = numpy.full(count, INFINITY, TYPES["beta"])
    if "serial" not in columns:
        complete["serial"] = numpy.arange(count, dtype=TYPES["serial"])
    if columns.keys() >= {"ply", "subtree", "visits", "tried", "rank"}:
        return complete
    above = parents.tolist()
    if "ply" not in columns:
        plies = [0] * count
        for node in range(1, count):
            plies[node] = plies[above[node]] + 1 if above[node] >= 0 else 0
        complete["ply"] = numpy.minimum(plies, MOST_PLY + 1).astype(TYPES["ply"])
    if "subtree" not in columns:
        sizes = [1] * count
        for node in range(count - 1, 0, -1):
            if above[node] >= 0:
                sizes[above[node]] += sizes[node]
        complete["subtree"] = numpy.array(sizes, TYPES["subtree"])
    children = numpy.bincount(parents + 1, minlength=count + 1)[1:]
    for name in ("visits", "tried"):
        if name not in columns:
            complete[name] = numpy.minimum(children, MOST_COUNT).astype(TYPES[name])
    if "rank" not in columns:
        places: dict[int, int] = {}
        ranks = [places[each] for each in above if not places.update({each: places.get(each, 0) + 1})]
        complete["rank"] = numpy.minimum(ranks, MOST_COUNT).astype(TYPES["rank"])
        complete["rank"][0] = 0
    return complete


def _check(columns: Columns, facts: Facts) -> None:
    """Check the ranges of columns and how they fit together."""
    parents = columns["parent"]
    count = len(parents)
    children = numpy.bincount(parents + 1, minlength=count + 1)[1:]
    ply = columns["ply"].astype(numpy.int64)
    steps = ply[1:] - ply[numpy.maximum(parents[1:], 0)]
    wrong = {
        "serial": (columns["serial"] < 0).any() or (numpy.diff(columns["serial"]) <= 0).any(),
        "writer": ((columns["writer"] >= columns["serial"]) | (columns["writer"] < EARLIER_WRITER - MOST_PLY)).any(),
        "subtree": ((columns["subtree"] < 1).any() or (columns["subtree"] > 2**60).any() or not _is_nested(columns)),
        "reason": (columns["reason"] >= len(Reason)).any(),
        "ply": (ply < 0).any() or (ply > MOST_PLY).any() or ((steps < 0) | (steps > 1))[parents[1:] >= 0].any(),
        "visits": (columns["visits"] < numpy.minimum(children, MOST_COUNT)).any(),
        "move": bool(facts.moves)
        and ((columns["move"] >= len(facts.moves)).any() or (columns["move"][parents >= 0] < 0).any()),
        "standing": (
            (columns["standing"] != NOT_EVALUATED) & (numpy.abs(columns["standing"].astype(numpy.int64)) > INFINITY)
        ).any(),
    }
    for name in {"visits": ("simulations", "mean", "prior", "proved"), "proof": ("work", "proof", "disproof")}.get(
        facts.kind, ()
    ):
        wrong[name] = name not in columns or (name not in ("prior", "proved") and (columns[name] < 0).any())
    for name in ("alpha", "beta", "value"):
        wrong[name] = (numpy.abs(columns[name].astype(numpy.int64)) > INFINITY).any()
    for name, is_wrong in wrong.items():
        if is_wrong:
            raise _BadTreeError(BAD_COLUMN, name=name)


def _is_nested(columns: Columns) -> bool:
    """Whether the visits below each node are those that its serial number and its size include.

    That is so if every node ends within its parent, and is contained in one node more than its parent, or in none.
    """
    parents = columns["parent"]
    ends = ends_of(columns["serial"], columns["subtree"])
    levels = levels_of(ends)
    roots = parents < 0
    within = (numpy.arange(len(ends)) < ends[parents]) & (ends <= ends[parents]) & (levels == levels[parents] + 1)
    return bool(numpy.where(roots, levels == 0, within).all())


def _counted(facts: Facts, columns: Columns) -> Facts:
    """Return the facts with counts taken from the columns if the file has none."""
    if facts.nodes:
        return facts
    tops = columns["parent"] < 0
    return replace(
        facts,
        nodes=int(columns["subtree"][tops].sum()),
        complete_to_ply=int(columns["ply"].max()),
        by_ply=tuple(numpy.bincount(columns["ply"]).tolist()),
        by_reason=tuple(numpy.bincount(columns["reason"], minlength=len(Reason)).tolist()),
    )


def _root(facts: Facts) -> Position | None:
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
    except (ValueError, IndexError, TypeError, OverflowError):
        raise _BadTreeError(BAD_HEADER) from None
    return position
