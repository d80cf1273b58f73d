"""Files with trees: they are read as they were written, other programs can write them, and damaged ones are refused."""

import json
import random
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy
import pytest

import engine.searchtree.columns as columns_of_trees
from engine.core.errors import KyVienError, NotationError
from engine.core.files import FileError
from engine.core.game import find_game, games
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.search.visit import Reason
from engine.searchtree import files
from engine.searchtree.export.page import tree_page
from engine.searchtree.export.table import CSV_COLUMNS, tree_csv
from engine.searchtree.facts import TreeFacts
from engine.searchtree.files import (
    MAGIC,
    check_size,
    nodes_of_file,
    parse_tree,
    read_tree,
    tree_bytes,
    write_tree,
)
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from engine.searchtree.snapshot import empty_columns
from tests.engine.conftest import sampled
from tests.engine.searchtree.handmade import any_tree, random_tree, search
from tests.engine.searchtree.recorded import recorded

EXAMPLES = Path(__file__).parents[3] / "examples" / "search_tree"


def searched(text: str = "alphabeta", game: str = "chess", rules: str = "", capacity: int = 50_000) -> SearchTree:
    return recorded(game, text, rules=rules, capacity=capacity)


def packed(header: Any, *blocks: bytes) -> bytes:
    data = header if isinstance(header, bytes) else json.dumps(header).encode()
    return MAGIC + struct.pack("<I", len(data)) + data + b"".join(blocks)


def column(name: str, kind: str, numbers: list[int]) -> tuple[dict[str, Any], bytes]:
    block = zlib.compress(
        b"".join(number.to_bytes(int(kind[1]), "little", signed=kind[0] == "i") for number in numbers)
    )
    return {"name": name, "type": kind, "size": len(block)}, block


def small(facts: dict[str, Any] | None = None, **changes: tuple[str, list[int]]) -> bytes:
    """A tree of three nodes. A change replaces the type and the numbers of a column."""
    columns = {
        "parent": ("i4", [-1, 0, 0]), "move": ("i2", [-1, 5, 6]), "value": ("i4", [7, -7, 4]),
        "reason": ("u1", [0, 6, 6]),
    } | changes  # fmt: skip
    made = [column(name, *each) for name, each in columns.items()]
    header = {"count": 3, "facts": facts or {}, "columns": [each for each, _ in made]}
    return packed(header, *(block for _, block in made))


@pytest.mark.parametrize(
    ("text", "game", "rules", "capacity"),
    [
        ("alphabeta", "chess", "", 50_000), ("pvs", "cotoan", "", 200), ("mtdf", "trees", "tree=deep", 50_000),
        ("negascout:ordering=on", "caro", "columns=9,rows=9", 300),
    ],
)  # fmt: skip
def test_a_tree_is_read_as_it_was_written(tmp_path: Path, text: str, game: str, rules: str, capacity: int) -> None:
    tree = searched(text, game, rules, capacity)
    path = tmp_path / "a.kvtree"
    write_tree(path, tree)
    copy = read_tree(path)
    assert copy.facts == tree.facts and copy.position(0) == tree.position(0)
    assert {name: each.tolist() for name, each in copy.columns.items()} == {
        name: each.tolist() for name, each in tree.columns.items()
    }
    assert [each.text for each in copy.explain(1, "en")] == [each.text for each in tree.explain(1, "en")]
    assert tree_bytes(copy) == path.read_bytes()


def test_missing_columns_are_computed() -> None:
    tree = parse_tree(small())
    assert tree.children(0) == [1, 2] and tree.stats().by_ply == (1, 2)
    assert [tree.number("ply", node) for node in range(3)] == [0, 1, 1]
    assert [tree.number("subtree", node) for node in range(3)] == [3, 1, 1]
    assert [tree.number("rank", node) for node in range(3)] == [0, 1, 2]
    assert tree.facts.nodes == 3 and tree.is_complete
    assert tree.move_text(1) == "5" and tree.position(1) is None
    assert [each.claim for each in tree.explain(0, "en")] == ["exact", "best", "raised"]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_node_with_more_children_than_its_count_can_state() -> None:
    count = 70_000
    columns = empty_columns([-1, *[0] * (count - 1)], [count, *[1] * (count - 1)])
    columns["visits"][0] = columns["tried"][0] = 65535
    columns["ply"][1:] = 1
    columns["move"] = columns["parent"].copy()
    tree = parse_tree(tree_bytes(SearchTree(TreeFacts(moves=("a",)), columns)))
    assert len(tree.children(0)) == count - 1 and not tree.is_trimmed(0)


def test_the_header_for_c_writes_a_tree(tmp_path: Path) -> None:
    assert len((EXAMPLES / "kvtree.h").read_text(encoding="utf-8").splitlines()) <= 40
    program, path = tmp_path / "alphabeta", tmp_path / "tree.kvtree"
    subprocess.run(["cc", "-Wall", "-Werror", "-o", program, EXAMPLES / "alphabeta.c"], check=True)
    done = subprocess.run([program, path], check=True, capture_output=True, text=True)
    tree = read_tree(path)
    expected = searched("negamax_alphabeta", "trees", "tree=cutoffs")
    assert done.stdout == "3\n" and tree.facts.algorithm == "my alpha-beta"
    assert [tree.move_text(node) for node in range(6)] == ["", "a", "a", "b", "c", "b"]
    for name in ("parent", "alpha", "beta", "value", "ply", "subtree", "visits", "rank"):
        assert tree.column(name).tolist() == expected.column(name).tolist(), name
    reasons = [
        Reason.TERMINAL if each in (Reason.LEAF, Reason.TERMINAL) else each for each in expected.column("reason")
    ]
    assert tree.column("reason").tolist() == reasons
    node = tree.follow([tree.number("move", 5)])
    assert node == 5 and tree.bound_origin(5, "beta").node == 1


BAD = {
    "empty": b"",
    "other": b"%PDF-1.7 and so on",
    "length": MAGIC + struct.pack("<I", 2**31),
    "no json": packed(b"{"),
    "no count": packed({"columns": []}),
    "list": packed([]),
    "deep": packed(b"[" * 100_000),
    "count": packed({"count": 10**9, "columns": []}),
    "bool": packed({"count": True, "columns": []}),
    "columns": packed({"count": 1, "columns": [1]}),
    "size": packed({"count": 1, "columns": [{"name": "parent", "type": "i4", "size": 99}]}),
    "type": packed({"count": 1, "columns": [{"name": "parent", "type": "O8", "size": 1}]}, b"x"),
    "no columns": packed({"count": 1, "columns": []}),
    "zlib": packed({"count": 1, "columns": [{"name": "parent", "type": "i4", "size": 3}]}, b"abc"),
    "short": small(value=("i4", [7, -7])),
    "bomb": small(parent=("i4", [-1, *([0] * 10_000)])),
    "parent of root": small(parent=("i4", [0, 0, 0])),
    "later parent": small(parent=("i4", [-1, 2, 0])),
    "own parent": small(parent=("i4", [-1, 1, 0])),
    "far parent": small(parent=("i4", [-1, 0, 2**30])),
    "reason": small(reason=("u1", [0, 6, 200])),
    "value": small(value=("i4", [0, 0, 2_000_000])),
    "least value": small(value=("i4", [0, 0, -(2**31)])),
    "alpha": small(alpha=("i8", [0, 0, 2**40])),
    "serial": small(serial=("i8", [0, 5, 4])),
    "negative serial": small(serial=("i8", [-1, 5, 6])),
    "subtree": small(subtree=("i8", [2, 1, 1])),
    "overlap": small(serial=("i8", [0, 1, 2]), subtree=("i8", [3, 2, 1])),
    "ply": small(ply=("i2", [0, 2, 1])),
    "deep ply": small(ply=("i2", [139, 140, 140])),
    "visits": small(visits=("i4", [1, 0, 0])),
    "move text": small({"moves": ["a"]}),
    "negative move text": small({"moves": ["a"] * 9}, move=("i2", [-1, -5, 6])),
    "facts": small({"nodes": "many"}),
    "text list": small({"moves": [1]}),
    "kind": small({"kind": "magic"}),
    "seconds": small({"seconds": 1e300}),
    "game": small({"game": "../../etc/passwd"}),
    "rules": small({"game": "caro", "rules": "size=1000000"}),
    "position": small({"game": "chess", "position": "8/8/8 w"}),
    "history": small({"game": "chess", "position": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "history": [2**70] * 3}),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    path = tmp_path / "bad.kvtree"
    path.write_bytes(BAD[name])
    with pytest.raises(NotationError) as raised:
        read_tree(path)
    assert str(raised.value).startswith("bad.kvtree is not a tree of a search: ") and "\n" not in str(raised.value)


def test_a_column_that_ends_early_is_refused() -> None:
    for data in (zlib.compress(b"ab"), zlib.compress(b"abc")[:-1]):
        with pytest.raises(ValueError, match="shorter than stated"):
            list(files._decompressed(memoryview(data), 3))
    assert b"".join(files._decompressed(memoryview(zlib.compress(b"abc")), 3)) == b"abc"


@sampled(300, 20_000)
def test_damaged_files_never_raise_anything_else(count: int) -> None:
    data = tree_bytes(search(random_tree(4), "negascout"))
    rng = random.Random(7)
    for _ in range(count):
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 3))):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        if rng.random() < 0.2:
            del changed[rng.randrange(len(changed)) :]
        try:
            tree = parse_tree(bytes(changed))
        except KyVienError:
            continue
        for node in range(len(tree)):
            tree.explain(node, "en")
            tree.groups(node)
        tree.stats(), tree.diff(tree)


def is_nested(tree: SearchTree) -> bool:
    """Whether the innermost open node is the parent of each node, in a slow and plain way."""
    open_nodes: list[tuple[int, int]] = []
    for node in range(len(tree)):
        start = tree.number("serial", node)
        end = start + tree.number("subtree", node)
        while open_nodes and open_nodes[-1][1] <= start:
            open_nodes.pop()
        inner, last = open_nodes[-1] if open_nodes else (-1, end)
        if tree.parent(node) != inner or min(end, len(tree)) > last:
            return False
        open_nodes.append((node, end))
    return True


@sampled(60, 5000)
def test_parents_and_sizes_must_fit_together(count: int) -> None:
    refused = 0
    for seed in range(count):
        rng = random.Random(seed)
        tree = any_tree(rng)
        node = rng.randrange(1, len(tree) + 1) % len(tree)
        name, least, most = rng.choice((("parent", 0, max(node - 1, 0)), ("subtree", 1, len(tree) - node)))
        if node:
            tree.columns[name][node] = rng.randint(least, most)
        tree.columns["ply"][:] = 0
        tree.columns["visits"][:] = len(tree)
        try:
            parse_tree(tree_bytes(tree))
            assert is_nested(tree)
        except NotationError:
            assert not is_nested(tree)
            refused += 1
    assert count / 10 < refused < count * 9 / 10


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises((FileError, OSError)):
        read_tree(tmp_path / "none.kvtree")


def test_a_table_of_the_nodes() -> None:
    tree = searched("alphabeta", "trees", "tree=deep")
    lines = tree_csv(tree).splitlines()
    assert lines[0] == ",".join(CSV_COLUMNS) and len(lines) == len(tree) + 1
    assert lines[1] == "0,,0,,,,5,exact,1,2,0,2,2,4,0"
    assert lines[2] == "1,0,1,B,,,-5,terminal,1,1,1,0,0,1,0"


def test_positions_and_moves_are_checked(tmp_path: Path) -> None:
    """A side that could take the king is no position, and a move that is not legal is a number."""
    taken = {"game": "chess", "position": "R3k3/8/8/8/8/8/8/4K3 w - - 0 1"}
    path = tmp_path / "k.kvtree"
    path.write_bytes(small(taken, move=("i2", [-1, 56 | 60 << 6, 0])))
    with pytest.raises(NotationError, match=r"k\.kvtree is not a tree of a search: White is to move and could take"):
        read_tree(path)
    for game in games():
        for move in (0, 1, 77, 4095, 32_767, -2):
            tree = parse_tree(small({"game": game}, move=("i2", [-1, move, move])))
            position = tree.position(0)
            assert position is not None
            if move not in position.legal_moves():
                assert tree.move(1) is None and (move == -2 or tree.position(1) is None)
                assert tree.move_text(1) == tree.move_text(1, "display") == ("--" if move == -2 else str(move))
                tree.explain(0, "en"), tree.explain(1, "vi"), tree_page(tree)


def test_keys_of_64_bits_in_a_history() -> None:
    position = find_game("chess")().start()
    for text in ("g1f3", "g8f6", "b1c3", "b8c6", "f3g5", "f6g4", "c3b5", "c6b4"):
        position = position.play(position.game.parse_move(position, text))
    assert max(position.history) >= 2**63
    tree = record(Query(position, Spec.parse("alphabeta"), "", Limit(depth=1)))[0]
    assert parse_tree(tree_bytes(tree)).position(0) == position


def test_a_history_is_limited() -> None:
    facts = {"game": "go", "position": str(find_game("go")().start()), "history": list(range(20_001))}
    with pytest.raises(NotationError, match="20001 numbers of history"):
        parse_tree(small(facts))


def test_sizes_are_compared_before_anything_is_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    def decompress() -> Any:
        raise AssertionError("decompressed")

    monkeypatch.setattr(zlib, "decompressobj", decompress)
    listed, block = column("parent", "i4", [-1, 0, 0])
    wrong = [
        packed({"count": 10_000_000, "columns": [listed]}, block),  # more nodes than so few bytes can contain
        packed({"count": 3, "columns": [listed]}, block),  # without the other columns
        packed({"count": 3, "columns": [listed, listed]}, block, block),
        small()[:-1],
    ]
    for data in wrong:
        with pytest.raises(NotationError):
            parse_tree(data)


def test_the_number_of_nodes_is_known_before_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.kvtree"
    path.write_bytes(small())
    assert nodes_of_file(path) == 3
    check_size(path)
    monkeypatch.setattr(files, "LARGE_TREE", 2)
    with pytest.raises(KyVienError, match=r"a\.kvtree has 3 nodes, which take 0 MB of memory; add --large"):
        check_size(path)
    path.write_bytes(b"KVTREE1\n" + b"\xff" * 9)
    with pytest.raises(NotationError, match="header is damaged"):
        nodes_of_file(path)
    with pytest.raises(FileError):
        nodes_of_file(tmp_path / "none.kvtree")
    with pytest.raises(FileError):
        nodes_of_file(tmp_path)


def test_a_tree_that_could_not_be_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_NODES", 2)
    with pytest.raises(KyVienError, match="at most 2 nodes"):
        tree_bytes(searched("alphabeta", "trees"))


class AfterChecks(Stop):
    """Requested after a number of questions."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.checks = checks

    @property
    def requested(self) -> bool:
        self.checks -= 1
        return self.checks < 0


def test_reading_can_be_stopped_at_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = AfterChecks(10**6)
    data = small()
    expected = parse_tree(data, whole)
    steps = 10**6 - whole.checks
    assert steps > 10
    for checks in range(steps):
        with pytest.raises(KyVienError, match="stopped"):
            parse_tree(data, AfterChecks(checks))
    # In parts of a single node, the result is the same.
    monkeypatch.setattr(files, "BLOCK", 1)
    monkeypatch.setattr(columns_of_trees, "BLOCK", 1)
    again = parse_tree(data)
    assert again.facts == expected.facts
    for name in expected.columns:
        assert again.columns[name].tolist() == expected.columns[name].tolist(), name


@sampled(30, 2000)
def test_computed_columns_of_random_trees(count: int) -> None:
    """Compared with loops over the nodes."""
    for seed in range(count):
        rng = random.Random(seed)
        parents, path = [-1], [0]
        for node in range(1, rng.randint(2, 90)):
            del path[rng.randint(1, len(path)) :]
            parents.append(path[-1])
            path.append(node)
        count = len(parents)
        plies, sizes, ranks, children = [0] * count, [1] * count, [0] * count, [0] * count
        for node in range(1, count):
            plies[node] = plies[parents[node]] + 1
            children[parents[node]] += 1
            ranks[node] = children[parents[node]]
        for node in range(count - 1, 0, -1):
            sizes[parents[node]] += sizes[node]
        made = [
            column("parent", "i4", parents), column("move", "i1", [0] * count), column("value", "i1", [0] * count),
            column("reason", "u1", [0] * count),
        ]  # fmt: skip
        header = {"count": count, "columns": [each for each, _ in made]}
        tree = parse_tree(packed(header, *(block for _, block in made)))
        found = [tree.column(name).tolist() for name in ("ply", "subtree", "rank", "visits", "tried")]
        assert found == [plies, sizes, ranks, children, children]


MEASURE = """
import resource, sys
from engine.searchtree.files import parse_tree
data = open(sys.argv[1], "rb").read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tree = parse_tree(data)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / len(tree))
"""


@pytest.mark.unsanitized
@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is that of Linux")
@pytest.mark.parametrize("is_whole", [False, True])
def test_memory_for_each_node(tmp_path: Path, is_whole: bool) -> None:
    """Of a tree with all columns, and of one of which most are computed."""
    count = 300_000
    below = numpy.arange(count) % 100
    parents = numpy.where(below, numpy.arange(count) - below, 0)
    parents[0] = -1
    sizes = numpy.where(below, 1, 100)
    sizes[0] = count
    columns = empty_columns(parents.tolist(), sizes.tolist())
    columns["ply"][:] = numpy.where(below, 2, 1)
    columns["ply"][:100] = 1
    columns["ply"][0] = 0
    columns["visits"][:] = 65_535
    if not is_whole:
        columns = {name: columns[name] for name in ("parent", "move", "value", "reason")}
    blocks = {name: zlib.compress(each.tobytes(), 1) for name, each in columns.items()}
    listed = [
        {"name": name, "type": f"{columns[name].dtype.kind}{columns[name].dtype.itemsize}", "size": len(block)}
        for name, block in blocks.items()
    ]
    path = tmp_path / "a.kvtree"
    path.write_bytes(packed({"count": count, "columns": listed}, *blocks.values()))
    done = subprocess.run([sys.executable, "-c", MEASURE, path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) <= files.MOST_BYTES
