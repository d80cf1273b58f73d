"""Files with trees: they are read as they were written, other programs can write them, and damaged ones are refused."""

import json
import random
import shutil
import struct
import subprocess
import zlib
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import KyVienError, NotationError
from engine.core.files import FileError
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.search import Spec
from engine.search.visit import Reason
from engine.searchtree.export.table import CSV_COLUMNS, tree_csv
from engine.searchtree.facts import Facts
from engine.searchtree.files import MAGIC, parse_tree, read_tree, tree_bytes, write_tree
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import Recording, record
from engine.searchtree.snapshot import empty_columns
from tests.engine.conftest import sampled
from tests.engine.searchtree.handmade import any_tree, random_tree, search

EXAMPLES = Path(__file__).parents[3] / "examples" / "search_tree"


def recorded(text: str = "alphabeta", game: str = "chess", rules: str = "", capacity: int = 50_000) -> SearchTree:
    position = find_game(game).with_rules(rules).start()
    return record(Recording(position, Spec.parse(text), Limit(depth=2), capacity=capacity))[0]


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
    tree = recorded(text, game, rules, capacity)
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
    assert [each.claim for each in tree.explain(0, "en")] == ["exact", "best", "raised_once"]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_node_with_more_children_than_its_count_can_state() -> None:
    count = 70_000
    columns = empty_columns([-1, *[0] * (count - 1)], [count, *[1] * (count - 1)])
    columns["visits"][0] = columns["tried"][0] = 65535
    columns["ply"][1:] = 1
    columns["move"] = columns["parent"].copy()
    tree = parse_tree(tree_bytes(SearchTree(Facts(moves=("a",)), columns)))
    assert len(tree.children(0)) == count - 1 and not tree.is_trimmed(0)


def test_the_header_for_c_writes_a_tree(tmp_path: Path) -> None:
    assert len((EXAMPLES / "kvtree.h").read_text(encoding="utf-8").splitlines()) <= 40
    program, path = tmp_path / "alphabeta", tmp_path / "tree.kvtree"
    subprocess.run(["cc", "-Wall", "-Werror", "-o", program, EXAMPLES / "alphabeta.c"], check=True)
    done = subprocess.run([program, path], check=True, capture_output=True, text=True)
    tree = read_tree(path)
    expected = recorded("negamax_alphabeta", "trees", "tree=cutoffs")
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
    tree = recorded("alphabeta", "trees", "tree=deep")
    lines = tree_csv(tree).splitlines()
    assert lines[0] == ",".join(CSV_COLUMNS) and len(lines) == len(tree) + 1
    assert lines[1] == "0,,0,,,,5,exact,1,2,0,2,2,4,0"
    assert lines[2] == "1,0,1,B,,,-5,terminal,1,1,1,0,0,1,0"
