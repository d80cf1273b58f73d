"""Files of many games: the index has the place of each, a game is read alone, and headers and positions are found."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import KyVienError, NotationError
from engine.core.files import FileError
from engine.core.game import find_game
from engine.core.language import set_language
from engine.records.collection import Collection, HeaderFilter
from engine.records.formats import find_format, pgn, sgf
from engine.records.formats.pgn import words
from engine.records.searcher import answers, request
from engine.records.tree import Record
from tests.engine.records.random_records import fewer_examples, records, stone_games

COTOAN = find_game("cotoan")()


def indexed(text: str, name: str = "x.pgn") -> Collection:
    collection = Collection.load(name, text.encode())
    for _ in collection.scan():
        pass
    return collection


GAMES = """\
[White "Nguyễn Văn Đức"]
[Black "Trần An"]
[Result "1-0"]
[Date "2024.05.12"]
[Event "Giải Xuân"]
[Game "cotoan"]

1. 9i1-i5 9a11-a7 (1... 8b11-b10) 2. 8h1-h5 1-0

[White "An"]
[Black "?"]
[Result "*"]
[Date "2025.??.??"]
[Game "cotoan"]

1. 8h1-h5 9a11-a7 2. 9i1-i5 *

[White "Bình"]
[Result "1/2-1/2"]
[Game "cotoan"]

1. 9i1-i5 nonsense 1/2-1/2

[White "Đức"]
[Date "2026.11.2"]
[Game "caro"]

1. h8 0-1
"""


def test_the_index() -> None:
    collection = indexed(GAMES)
    assert collection.is_complete
    assert [entry.headers.get("White") for entry in collection.entries] == ["Nguyễn Văn Đức", "An", "Bình", "Đức"]
    assert [entry.line for entry in collection.entries] == [1, 10, 18, 24]
    assert "Black" not in collection.entries[1].headers, "? is no name"
    assert collection.text(3).startswith('[White "Đức"]')
    assert collection.text(3).endswith("0-1")


def test_going_through_can_be_cancelled_and_reports_its_progress() -> None:
    collection = Collection.load("x.pgn", GAMES.encode())
    scan = collection.scan()
    assert collection.progress == 0
    next(scan)
    next(scan)
    assert len(collection.entries) == 2
    assert 0.3 < collection.progress < 0.8
    assert not collection.is_complete
    scan.close()
    with pytest.raises(ValueError, match="already"):
        next(collection.scan())


@fewer_examples
@given(st.lists(records(6), max_size=4))
def test_games_read_alone_are_those_read_together(several: list[Record]) -> None:
    collection = indexed(pgn.write(several))
    assert len(collection.entries) == len(several)
    for number, record in enumerate(several):
        assert collection.record(number).same_as(record)


@fewer_examples
@given(st.lists(records(6, stone_games()), max_size=4))
def test_of_sgf_too(several: list[Record]) -> None:
    text = sgf.write(several)
    collection = indexed(text, "x.sgf")
    for number, record in enumerate(sgf.read(text)):
        assert collection.record(number).same_as(record)


def test_errors_name_their_place_in_the_file() -> None:
    for name, text in (("x.pgn", GAMES), ("x.sgf", "(;SZ[9])\n\n(;SZ[9]\n;B[zz])")):
        collection = indexed(text, name)
        wrong = 2 if name == "x.pgn" else 1
        with pytest.raises(NotationError) as together:
            find_format(name).read(text, strict=True)
        (fault,) = collection.record(wrong).faults
        assert str(fault.error) == str(together.value)
        assert f"game {wrong + 1}" in str(fault.error)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (HeaderFilter(), [0, 1, 2, 3]),
        (HeaderFilter(player="duc"), [0, 3]),
        (HeaderFilter(player="ĐỨC nguyen"), [0]),
        (HeaderFilter(player="an"), [0, 1]),
        (HeaderFilter(result="1-0"), [0]),
        (HeaderFilter(result="*"), [1, 3]),
        (HeaderFilter(date="2024"), [0]),
        (HeaderFilter(date="2024..2025"), [0, 1]),
        (HeaderFilter(date="2024.6.."), [1, 3]),
        (HeaderFilter(date="..2024-05-12"), [0]),
        (HeaderFilter(date="2026.11"), [3]),
        (HeaderFilter(text="xuan 2024"), [0]),
        (HeaderFilter(text="caro", player="duc"), [3]),
    ],
)
def test_headers(query: HeaderFilter, found: list[int]) -> None:
    entries = indexed(GAMES).entries
    assert query.select(entries) == found
    assert query.select(entries[2:], 2) == [number for number in found if number >= 2]


@pytest.mark.parametrize("date", ["x", "2024 2025", "..", "20244", "2024-"])
def test_dates_that_are_none(date: str) -> None:
    with pytest.raises(NotationError, match="is not a date"):
        HeaderFilter(date=date).select([])


def test_a_position_is_found_by_whatever_moves_and_in_variations() -> None:
    collection = indexed(GAMES)
    tree = collection.record(0).tree
    last = tree.position(tree.main_line()[-1])
    assert [each[:2] for each in collection.find(last)] == [(0, 4), (1, 3), (2, None), (3, None)]
    variation = tree.position(3)
    assert [each[:2] for each in collection.find(variation, [1, 0])] == [(1, None), (0, 3)]
    assert [each.node for each in collection.find(COTOAN.start())] == [0, 0, 0, None]


def test_boards_of_another_size_are_not_the_same() -> None:
    collection = indexed("(;SZ[9])(;SZ[13])(;SZ[9];B[aa])(;GM[4]SZ[9])(;SZ[9]PL[W];W[aa])", "x.sgf")
    go = find_game("go").with_rules("9x9")
    assert [each.node for each in collection.find(go.start())] == [0, None, 0, None, None], "the other side to move"


def test_the_searching_process(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    path.write_text(GAMES, encoding="utf-8")
    collection = indexed(GAMES)
    asked = request(path, collection.digest, collection.record(1).tree.position(3), None)
    expected = [{"hit": [0, 4]}, {"hit": [1, 3]}, {"finished": 4, "unread": 0, "reason": None}]
    # A slow machine gets progress lines in between.
    assert [line for line in answers(asked) if "done" not in line] == expected
    child = subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", "engine.records.searcher"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3],
        env={**__import__("os").environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )  # fmt: skip
    assert child.stdin is not None and child.stdout is not None
    with child:
        child.stdin.write(json.dumps(asked).encode() + b"\n")
        child.stdin.flush()
        assert [line for line in map(json.loads, child.stdout) if "done" not in line] == expected
    path.write_text(GAMES + " ", encoding="utf-8")
    with pytest.raises(NotationError, match=r"x\.pgn was changed since it was opened"):
        list(answers(asked))
    path.unlink()
    with pytest.raises(FileError, match=r"x\.pgn cannot be read: the file or folder does not exist"):
        list(answers(asked))


def test_games_that_cannot_be_searched_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    text = GAMES + '\n[Game "cotoan"]\n[FEN "no board"]\n\n1. a1 *\n\n[Variant "Atomic"]\n\n1. e4 *\n'
    lines = [1 + text[: text.index(tag)].count("\n") for tag in ("[FEN", "[Variant")]
    path.write_text(text, "utf-8")
    collection = Collection.load(path, path.read_bytes())
    assert len(list(collection.scan())) == 6
    *_, last = answers(request(path, collection.digest, collection.record(0).tree.position(0)))
    assert (last["finished"], last["unread"]) == (6, 2)
    reason = KyVienError.from_dict(json.loads(json.dumps(last["reason"])))
    set_language("vi")
    assert str(reason).startswith(f"dòng {lines[0]}, ván 5: ") and "cần 6 mục" in str(reason)
    set_language("en")
    assert str(reason).startswith(f"line {lines[0]}, game 5: ")
    errors = [str(each.error) for each in collection.find(COTOAN.start()) if each.error]
    assert [error[:16] for error in errors] == [
        f"line {line}, game {game}:" for line, game in zip(lines, (5, 6), strict=True)
    ]


def test_headers_are_read_when_they_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing the games of a file does not read their tags. A filter makes its texts once."""
    read = list[str]()

    class Watched(words.PlainText):  # type: ignore[misc]
        def tags(self) -> dict[str, str]:
            read.append(self.text)
            return super().tags()

    monkeypatch.setattr(words, "PlainText", Watched)
    entries = indexed(GAMES).entries
    assert len(entries) == 4 and not read
    assert (
        HeaderFilter(player="duc").select(entries) == HeaderFilter(player="duc", text="duc").select(entries) == [0, 3]
    )
    assert len(read) == 4


def test_where_a_game_is_in_the_file() -> None:
    data = ("\n\n" + GAMES).encode()
    collection = Collection.load("x.pgn", data)
    list(collection.scan())
    for number in range(4):
        start, end = collection.span(number)
        assert data[start:end].decode() == collection.text(number)
    for encoding in ("utf-8-sig", "utf-16", "cp1258"):
        text = data.decode() if encoding != "cp1258" else '\n[White "Trần"]\n\n1. e4 *\n'.replace("ầ", "â\u0300")
        other = text.encode(encoding)
        collection = Collection.load("x.pgn", other)
        list(collection.scan())
        start, end = collection.span(0)
        first = text[: text.index("*" if encoding == "cp1258" else "1-0\n\n") + 3].strip()
        assert other[start:end].decode(encoding.removesuffix("-sig") if start else encoding).strip() == first
