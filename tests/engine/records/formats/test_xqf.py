"""Games of XQStudio: read from files that a second, plain writer makes here, disguised and not."""

import random
import struct
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import KyVienError, NotationError
from engine.core.game import find_game
from engine.records.collection import Collection
from engine.records.formats import find_format, recognise
from engine.records.formats.xqf import _TEXTS, Xqf
from engine.records.text import encode
from engine.records.tree import ROOT, GameTree

GAME = find_game("xiangqi")()
START = (0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83)


class Step(NamedTuple):
    """A move in ICCS with its comment, the moves after it and its alternatives."""

    move: str
    comment: str = ""
    after: tuple[Any, ...] = ()


def place(square: str) -> int:
    return 10 * (ord(square[0]) - ord("a")) + int(square[1])


def text_field(text: str, room: int) -> bytes:
    data = text.encode("gb18030")
    return (bytes([len(data)]) + data).ljust(room, b"\0")


class Writer:
    """Writes a file of a version with given key bytes: mask, four for or, sum, pieces, origins, targets."""

    def __init__(self, version: int, keys: bytes = bytes(9)) -> None:
        self.version, self.raw = version, keys
        mask, ors, (total, pieces, origins, targets) = keys[0], keys[1:5], keys[5:9]
        if version <= 10:
            self.keys, self.lengths, self.stream = (0, 0, 0), 0, bytes(32)
            return
        first = (pieces * pieces * 54 + 221) * pieces % 256
        second = (origins * origins * 54 + 221) * first % 256
        third = (targets * targets * 54 + 221) * second % 256
        self.keys = first, second, third
        self.lengths = (total * 256 + pieces) % 32000 + 767
        four = [(a & mask) | b for a, b in zip((total, pieces, origins, targets), ors, strict=True)]
        self.stream = bytes(b & four[i % 4] for i, b in enumerate(b"[(C) Copyright Mr. Dong Shiwei.]"))

    def write(self, steps: tuple[Step, ...], comment: str = "", places: tuple[int, ...] | None = None) -> bytes:
        pieces = list(places or (*START, *(10 * (p // 10) + 9 - p % 10 for p in START)))
        coded = [(p + self.keys[0]) % 256 for p in pieces]
        if self.version >= 12:
            coded = [coded[(i + self.keys[0] + 1) % 32] for i in range(32)]
        head = b"XQ" + bytes([self.version, self.raw[0]]) + bytes(4) + self.raw[1:5] + self.raw[5:9]
        head += bytes(coded) + bytes((0, 0, 0, 1)) + bytes(12 + 16)
        head = head.ljust(208, b"\0") + text_field("全國賽", 64) + text_field("1999", 16) + text_field("廣州", 16)
        head += text_field("甲", 16) + text_field("乙", 16)
        self.body = b""
        self.node(24, 32, bool(steps), False, comment)
        self.steps(steps)
        body = bytes((b + self.stream[i % 32]) % 256 for i, b in enumerate(self.body))
        return head.ljust(1024, b"\0") + body

    def steps(self, steps: tuple[Step, ...]) -> None:
        for number, step in enumerate(steps):
            origin, target = place(step.move[:2]), place(step.move[2:])
            another = number + 1 < len(steps)
            shifted = (origin + 24 + self.keys[1]) % 256, (target + 32 + self.keys[2]) % 256
            self.node(*shifted, bool(step.after), another, step.comment)
            self.steps(step.after)

    def node(self, origin: int, target: int, follows: bool, another: bool, comment: str) -> None:
        data = comment.encode("gb18030")
        if self.version <= 10:
            flags = (0xF0 if follows else 0) | (0x0F if another else 0)
            self.body += bytes((origin, target, flags, 0)) + struct.pack("<I", len(data)) + data
            return
        flags = (0x80 if follows else 0) | (0x40 if another else 0) | (0x20 if data else 0)
        self.body += bytes((origin, target, flags, 0))
        if data:
            self.body += struct.pack("<I", len(data) + self.lengths) + data


KEYS = bytes((0x5A, 3, 128, 17, 64, 91, 200, 33, 7))
VERSIONS = [(10, bytes(9)), (11, KEYS), (12, KEYS), (18, KEYS), (18, bytes(9))]
TREE = (
    Step(
        "h2e2",
        "中炮",
        (
            Step("h9g7", "", (Step("h0g2", "", (Step("i9h9"),)), Step("b0c2"))),
            Step("b9c7", "反宮馬"),
            Step("h7e7"),
        ),
    ),
    Step("c3c4", "仙人指路", (Step("h7g7"),)),
)


def lines(tree: GameTree, node: int = ROOT) -> list[Any]:
    return [
        [tree.move_text(child, "coordinates"), tree[child].comment, lines(tree, child)] for child in tree[node].children
    ]


def expected(steps: tuple[Step, ...]) -> list[Any]:
    return [[step.move, step.comment, expected(step.after)] for step in steps]


@pytest.mark.parametrize("version, keys", VERSIONS)
def test_the_tree_is_read(version: int, keys: bytes) -> None:
    (record,) = Xqf().read(Writer(version, keys).write(TREE, "開始"))
    assert lines(record.tree) == expected(TREE)
    assert record.tree[ROOT].comment == "開始" and record.tree[ROOT].setup is None
    assert dict(record.headers) == {
        "Event": "全國賽", "Date": "1999", "Site": "廣州", "White": "甲", "Black": "乙", "Result": "1-0",
    }  # fmt: skip


@pytest.mark.parametrize("version, keys", VERSIONS)
def test_a_set_up_with_captured_pieces(version: int, keys: bytes) -> None:
    gone = (165,) * 15
    places = (0, *gone[:3], 40, *gone[:11], *gone[:4], 39, *gone[:11])
    (record,) = Xqf().read(Writer(version, keys).write((Step("d9d8"),), places=places))
    # The first move shows whose it is.
    assert str(record.tree.position(ROOT)) == "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1"


def test_files_are_found_by_name_and_by_looks() -> None:
    data = Writer(18, KEYS).write(TREE)
    kind, text = recognise("game.XQF", data)
    assert kind.name == "xqf" and len(kind.games(text)) == 1
    assert find_format(text=text).name == "xqf"


def test_rules_are_those_of_the_game_given() -> None:
    text = Writer(10).write(TREE).decode("latin-1")
    draws = find_game("xiangqi").with_rules("repetition=draw")
    assert Xqf().read_game(text, 0, draws).game == draws
    assert Xqf().read_game(text, 0, find_game("chess")()).game == GAME


def test_nothing_is_written() -> None:
    (record,) = Xqf().read(Writer(10).write(TREE))
    with pytest.raises(NotationError, match="not written"):
        Xqf().write([record])


def test_faults_give_the_place() -> None:
    with pytest.raises(NotationError, match=r"byte 1033: h0h1: the piece cannot move in this way"):
        Xqf().read(Writer(10).write((Step("h0h1", "", (Step("h9g7"),)),)))
    data = Writer(10).write((Step("h2e2", "", (Step("h9g7"),)),))
    with pytest.raises(NotationError, match="ends too early"):
        Xqf().read(data[:-6])
    with pytest.raises(NotationError, match="no game 1"):
        Xqf().read_game("XQ")


def test_an_impossible_move_ends_its_line_and_is_reported() -> None:
    """As in files that XQStudio wrote: what can be read is not lost to what cannot."""
    after = (Step("h9g7", "still there", (Step("h0g2"),)), Step("b9c7"))
    gone = Step("h9h8", "lost", (Step("a0a1", "", (Step("a9a8"),)), Step("b0a2")))
    record = Xqf().read_game(
        Writer(18, KEYS).write((Step("h2e2", "Pháo", (gone, *after)), Step("b2e2"))).decode("latin-1")
    )
    first = record.tree[record.tree[ROOT].children[0]]
    assert first.comment.startswith("Pháo\nbyte ") and "h9h8: the piece cannot move in this way" in first.comment
    assert lines(record.tree) == [["h2e2", first.comment, expected(after)], ["b2e2", "", []]]


@given(seed=st.integers(0, 2**32))
def test_damaged_files_end_in_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(Writer(*rng.choice(VERSIONS)).write(TREE))
    for _ in range(rng.randint(1, 6)):
        data[rng.choice((rng.randrange(len(data)), rng.randrange(1024, len(data)), rng.randrange(60)))] = rng.randrange(
            256
        )
    del data[rng.randint(900, len(data)) :]
    try:
        Xqf().read(bytes(data))
    except KyVienError as error:
        assert str(error)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1258", "tcvn3", "gb18030"])
def test_vietnamese_texts(encoding: str) -> None:
    """All texts of a file have one encoding, which is recognised, or chosen by the reader."""
    names = {"Event": "Giải cờ tướng toàn quốc", "White": "Nguyễn Văn A", "Black": "Trần"}
    if encoding == "gb18030":
        names = {"Event": "全国象棋赛", "White": "王天一", "Black": "许银川"}
    data = bytearray(Writer(10).write((Step("h2e2"),)))
    for tag, (start, room) in _TEXTS.items():
        field = encode(names.get(tag, ""), encoding) or b""
        data[start : start + room] = bytes([len(field)]) + field.ljust(room - 1, b"\0")
    (record,) = find_format("x.xqf").read(bytes(data))
    assert {tag: record.headers[tag] for tag in names} == names
    collection = Collection.load("x.xqf", bytes(data))
    list(collection.scan())
    assert list(collection.encodings) == [encoding]
    assert collection.entries[0].headers["White"] == names["White"]
    chosen = Collection.load("x.xqf", bytes(data), "cp1252")
    list(chosen.scan())
    assert chosen.entries[0].headers["White"] != names["White"] and chosen.encodings == {"cp1252": False}
    assert chosen.record(0).headers["White"] == chosen.entries[0].headers["White"]


@pytest.mark.parametrize("data", [b"", b"XQ", b"abc", b"XQ\x12" + bytes(1020)])
def test_a_file_without_a_header_has_no_game(data: bytes) -> None:
    collection = Collection.load("a.xqf", data)
    assert not list(collection.scan()) and not collection.encodings
