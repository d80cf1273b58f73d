"""Results in every usual form."""

import pytest

from engine.core.dialects import table
from engine.core.game import find_game
from engine.records.collection import Collection, HeaderFilter
from engine.records.formats import find_format, sgf
from engine.records.results import GameEnd, read_result

CHESS, XIANGQI, GO = (find_game(name).sides for name in ("chess", "xiangqi", "go"))
DRAW = "1/2-1/2"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", "1-0"), ("1–0", "1-0"), ("1—0", "1-0"), ("1−0", "1-0"), ("1 - 0", "1-0"), ("1:0", "1-0"),
        (" 1‑0 ", "1-0"),
        ("0-1", "0-1"), ("0:1", "0-1"), ("０－１", "0-1"), ("½-½", DRAW), ("½–½", DRAW), ("½", DRAW), ("1/2", DRAW),
        ("1/2-1/2", DRAW), ("1/2 - 1/2", DRAW), ("1/2:1/2", DRAW), ("0.5-0.5", DRAW), ("0,5-0,5", DRAW),
        ("=", DRAW), ("*", "*"),
        ("draw", DRAW), ("Remis", DRAW), ("hòa", DRAW), ("Hoà", DRAW), ("+:-", "1-0"), ("-:+", "0-1"), ("?", "*"),
        ("White wins", "1-0"), ("Black won", "0-1"), ("White loses", "0-1"), ("Trắng thắng", "1-0"),
        ("Trắng thua", "0-1"),
    ],
)  # fmt: skip
def test_results_of_chess(text: str, result: str) -> None:
    assert read_result(text, CHESS) == GameEnd(result)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("红胜", "1-0"), ("紅勝", "1-0"), ("黑胜", "0-1"), ("黑勝", "0-1"), ("红方胜", "1-0"), ("红先胜", "1-0"),
        ("红负", "0-1"),
        ("先胜", "1-0"), ("先负", "0-1"), ("和棋", DRAW), ("和局", DRAW), ("先和", DRAW), ("Đỏ thắng", "1-0"),
        ("đen thắng", "0-1"), ("Bên đen thua", "1-0"), ("Red wins", "1-0"), ("R+", "1-0"), ("1-0", "1-0"),
        ("hòa cờ", DRAW),
    ],
)  # fmt: skip
def test_results_of_xiangqi(text: str, result: str) -> None:
    assert read_result(text, XIANGQI) == GameEnd(result)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("B+R", GameEnd("1-0", "resignation")), ("w+resign", GameEnd("0-1", "resignation")),
        ("B+T", GameEnd("1-0", "time")),
        ("W+Time", GameEnd("0-1", "time")), ("B+F", GameEnd("1-0", "forfeit")),
        ("B+Forfeit", GameEnd("1-0", "forfeit")),
        ("W+", GameEnd("0-1")), ("B+3.5", GameEnd("1-0", margin="3.5")), ("B+3.5 points", GameEnd("1-0", margin="3.5")),
        ("W+2 1/2", GameEnd("0-1", margin="2.5")), ("W+2½", GameEnd("0-1", margin="2.5")),
        ("W+½", GameEnd("0-1", margin="0.5")),
        ("B+1,5", GameEnd("1-0", margin="1.5")), ("B + 12 pts.", GameEnd("1-0", margin="12")), ("0", GameEnd(DRAW)),
        ("Jigo", GameEnd(DRAW)), ("持碁", GameEnd(DRAW)), ("Void", GameEnd("*")), ("?", GameEnd("*")),
        ("白胜43.5目", GameEnd("0-1", margin="43.5")), ("黑中盘胜", GameEnd("1-0", "resignation")),
        ("黑胜", GameEnd("1-0")),
        ("白中盤勝", GameEnd("0-1", "resignation")), ("白番中押し勝ち", GameEnd("0-1", "resignation")),
        ("黒半目勝ち", GameEnd("1-0", margin="0.5")), ("黒番2目半勝ち", GameEnd("1-0", margin="2.5")),
        ("흑 불계승", GameEnd("1-0", "resignation")), ("백 3집반승", GameEnd("0-1", margin="3.5")),
        ("黑胜3/4子", GameEnd("1-0", margin="1.5")), ("白胜1又1/4子", GameEnd("0-1", margin="2.5")),
        ("白超时负", GameEnd("1-0", "time")), ("Black wins by resignation", GameEnd("1-0", "resignation")),
        ("White won on time", GameEnd("0-1", "time")), ("Black resigns", GameEnd("0-1", "resignation")),
        ("白认输", GameEnd("1-0", "resignation")), ("Đen thắng 2,5 điểm", GameEnd("1-0", margin="2.5")),
        ("Trắng thắng do hết giờ", GameEnd("0-1", "time")), ("Đen xin thua", GameEnd("0-1", "resignation")),
        ("White wins on disconnection", GameEnd("0-1", rest="disconnection")),
    ],
)  # fmt: skip
def test_results_of_go(text: str, right: GameEnd) -> None:
    assert read_result(text, GO) == right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1-0 (time)", GameEnd("1-0", "time")), ("1-0, White mates", GameEnd("1-0", rest="white mates")),
        ("1/2-1/2 by agreement", GameEnd(DRAW, rest="by agreement")),
        ("0-1 {Black forfeits}", GameEnd("0-1", rest="black forfeits")),
        ("1-0 on time", GameEnd("1-0", "time")), ("0-1 resigns", GameEnd("0-1", "resignation")),
    ],
)  # fmt: skip
def test_results_with_a_reason(text: str, right: GameEnd) -> None:
    assert read_result(text, CHESS) == right


@pytest.mark.parametrize(
    "text",
    ["", "x", "win", "B", "黑先活", "B+R, W+5", "2-0", "1-1", "White wins, Black wins", "drawer", "+"],
)
def test_text_that_is_no_result(text: str) -> None:
    assert read_result(text, CHESS) is read_result(text, GO) is None


def test_a_colour_that_no_side_has_is_no_result() -> None:
    assert read_result("白胜", XIANGQI) is read_result("红胜", CHESS) is None


def test_each_entry_has_a_source() -> None:
    assert all(entry["source"].strip() for entry in table("results"))
    words = [(entry["kind"], entry["word"].casefold()) for entry in table("results")]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ("B+Forfeit", {"Result": "1-0", "Termination": "forfeit"}),
        ("白胜43.5目", {"Result": "0-1", "Margin": "43.5"}),
        ("黑中盘胜", {"Result": "1-0", "Termination": "resignation"}),
        ("B+3.50", {"Result": "1-0", "Margin": "3.50"}),
        ("黑先活", {}),
    ],
)
def test_results_of_sgf_and_their_words(text: str, headers: dict[str, str]) -> None:
    (record,) = sgf.read(f"(;GM[1]SZ[9]RE[{text}];B[ee])")
    assert {name: record.headers[name] for name in record.headers} == headers
    assert f"RE[{text}]" in sgf.write([record])


def test_the_filter_finds_results_in_every_form() -> None:
    texts = ["1-0", "1:0", "White wins", "½-½", "0.5-0.5", "0–1", "unfinished"]
    text = "".join(f'[Result "{each}"]\n\n1. e4 *\n\n' for each in texts)
    text += '[Game "xiangqi"]\n[Result "黑胜"]\n\n1. C2=5 *\n'
    collection = Collection(text.encode(), find_format("x.pgn"))
    list(collection.scan())
    found = [HeaderFilter(result=each).select(collection.entries) for each in ("1-0", DRAW, "0-1", "*")]
    assert found == [[0, 1, 2], [3, 4], [5, 7], [6]]
