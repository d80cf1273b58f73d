"""Memory and files of large trees, in bytes for each recorded node."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.query import Query, Run
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.searchtree import columns as columns_of_trees
from engine.searchtree.columns import DTYPE, NAMES, TYPES, Packing, columns_of
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from tests.engine.conftest import deep
from tests.engine.searchtree.recorded import recorded

RESIDENT, PEAK = 110, 200
"""Bytes of memory for each node of a tree in the window, and while it is recorded, written or read."""
FILE = 6.7
"""Bytes of the file of ``MEASURE`` for each node: 1.3 times those at level 6 with all columns in 64 or 32 bits."""

MEASURE = """
import json, resource, sys
from pathlib import Path
from engine.bench.measures import positions
from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.files import read_tree, write_tree
from engine.searchtree.recording import record
from studio.tree.views.bands import bands_of
from studio.tree.views.prepared import prepare

def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

step, depth, path = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
query = Query(positions(find_game("cotoan"))[6], Spec.parse("alphabeta"), "squares_and_lines", Limit(depth=depth))
small = record(Query(query.position, query.spec, "", Limit(depth=2)), capacity=1000)[0]
bands_of(small, prepare(small)), small.groups(0)
before = status("VmRSS")
tree = read_tree(path) if step == "read" else record(query, capacity=10_000_000)[0]
if step == "write":
    write_tree(path, tree)
else:
    tree.groups(0)
    prepared = prepare(tree)
    bands = bands_of(tree, prepared)
found = {"nodes": len(tree), "resident": status("VmRSS") - before, "peak": status("VmHWM") - before}
print(json.dumps(found))
"""


def measured(step: str, depth: int, path: Path) -> dict[str, float]:
    """Return the nodes, and the bytes for each of them, of one step in a separate process."""
    command = [sys.executable, "-c", MEASURE, step, str(depth), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, float] = json.loads(done.stdout)
    return {name: value if name == "nodes" else value / found["nodes"] for name, value in found.items()}


@pytest.mark.unsanitized
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(("depth", "nodes"), [(4, 202_008), pytest.param(5, 6_696_111, marks=[pytest.mark.slow, deep])])
def test_memory_and_file_of_a_tree(tmp_path: Path, depth: int, nodes: int) -> None:
    """Recorded, written and read as the window does. The smaller tree has room for what does not grow with it."""
    pytest.importorskip("PySide6")
    path = tmp_path / "a.kvtree"
    room = 4e6 / nodes
    for step in ("write", "record", "read"):
        found = measured(step, depth, path)
        assert found["nodes"] == nodes and found["peak"] <= PEAK + room, (step, found)
        assert step == "write" or found["resident"] <= RESIDENT + room, (step, found)
    assert path.stat().st_size / nodes <= FILE


def bytes_of(tree: SearchTree) -> int:
    """The memory that the arrays of a tree occupy. A repeated number is one number."""
    arrays = [*tree.columns.values(), tree.ends, tree.levels]
    return sum(each.itemsize * max(1, each.size if any(each.strides) else 1) for each in arrays)


@pytest.mark.parametrize("text", ["alphabeta", "pvs"])
def test_columns_of_a_recorded_tree(text: str) -> None:
    """Even with all columns, they need less than the buffer. Those with one number need none."""
    tree = recorded("chess", text, capacity=50_000)
    assert bytes_of(tree) <= (75 if text == "pvs" else 60) * len(tree)
    for name in NAMES:
        column = tree.column(name)
        assert column.base is None or column.strides == (0,), f"{name} keeps the buffer"
        assert (column.strides == (0,)) == (len(set(column.tolist())) == 1), name
    for name in ("serial", "subtree", "writer", "parent"):
        assert tree.column(name).itemsize == 4, name


def searched(text: str, trace: Trace) -> Trace:
    """The trace after a search from the start of chess."""
    search = Spec.parse(text).build(find_evaluation("chess"), trace=trace)
    *_, _ = search.analyse(find_game("chess")().start(), Limit(depth=5 if text == "pvs" else 3))
    return trace


def test_columns_are_those_of_the_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = searched("pvs", Trace(3000))
    visits = numpy.frombuffer(trace.data(), DTYPE)
    assert len(visits) == trace.count > 500
    for part in (1, 100, 1 << 14):
        monkeypatch.setattr(columns_of_trees, "_PART", part)
        for name, column in columns_of(trace).items():
            assert column.tolist() == visits[name].tolist(), name
    missed, total = trace.missed, trace.total
    trace.release()
    assert trace.count == 0 and trace.data() == b"" and columns_of(trace) == {}
    assert trace.total == total and trace.missed > missed


def test_the_buffer_is_freed_although_the_search_is_kept() -> None:
    kept: list[Any] = []
    query = Query(find_game("chess")().start(), Spec.parse("alphabeta"), "", Limit(depth=2))
    tree, _ = record(query, Run(on_start=kept.append))
    (search,) = kept
    assert len(tree) > 100 and search.trace.capacity == search.trace.count == 0
    assert search.trace.total == len(tree) and sum(search.trace.plies()) == len(tree)


@pytest.mark.parametrize("text", ["alphabeta", "pvs"])
def test_a_search_that_goes_on_with_a_released_trace_only_counts(text: str) -> None:
    totals = []
    for is_released in (False, True):
        trace = Trace(3000)
        if is_released:
            trace.release()
        searched(text, trace)
        assert (trace.count == 0) == is_released
        totals.append((trace.total, trace.statistics()))
    assert totals[0] == totals[1]


@pytest.mark.parametrize(
    ("parts", "size"),
    [
        ([[7, 7], [7]], 0), ([[7, 7], [8]], 4), ([[2**29], [-(2**29)]], 4), ([[1], [2**30 - 1]], 4),
        ([[1], [2**30]], 8), ([[1, 2], [2**40]], 8), ([[2**40, 2**40], [1]], 8), ([[-(2**30)], [0]], 8),
        ([[2**40], [2**40]], 0),
    ],
)  # fmt: skip
def test_numbers_of_64_bits_are_kept_in_32_if_their_sums_have_room(parts: list[list[int]], size: int) -> None:
    packing = Packing(sum(map(len, parts)), TYPES["serial"])
    for part in parts:
        packing.add(numpy.array(part, numpy.int64))
    column = packing.column()
    assert column.tolist() == [number for part in parts for number in part]
    assert (column.itemsize if column.strides != (0,) else 0) == size
