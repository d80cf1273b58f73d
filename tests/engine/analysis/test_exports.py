"""Copies of records for other programs."""

import random

import pytest

from engine.analysis.exports import exports_of
from engine.core.game import find_game
from engine.records import edits
from engine.records.bare import bare
from engine.records.formats import find_format, pgn
from engine.records.tree import ROOT, GameTree, Record

XIANGQI = find_game("xiangqi")()
GAME = """[Event "Giải A"]
[ECCO "C13"]
[Red "胡荣华"]
[Black "Bình"]
[Result "1-0"]
[Game "xiangqi"]

1. C2=5 {[%clk 0:10:00] pháo đầu} H8+7 2. H2+3 $4 R9=8 ({hoặc} 2... H2+3 $14 {mã} 3. R1=2) 3. R1=2 1-0
"""
KINDS = "simplified", "traditional", "ubb"


def copy_of(record: Record, kind: str) -> tuple[bytes, str]:
    return exports_of(record.game)[kind].make([record], None)


def again(record: Record, kind: str) -> Record:
    data, _ = copy_of(record, kind)
    (found,) = find_format(f"copy{exports_of(record.game)[kind].suffix}").read(data, strict=True)
    return found


def random_record(seed: int) -> Record:
    """A game with variations and comments."""
    rng = random.Random(seed)
    tree, nodes = GameTree.start(XIANGQI), [ROOT]
    while len(nodes) < 150:
        node = rng.choice(nodes[-3:])
        moves = tree.position(node).legal_moves()
        if moves:
            tree = edits.add_move(tree, node, rng.choice(moves)).apply(tree)
            nodes.append(max(tree.nodes))
    for node in rng.sample(nodes, 20):
        tree = edits.set_comment(tree, node, rng.choice(["红方优势", "炮二平五！(1-0)", "a b c"])).apply(tree)
    return Record({"White": "An", "Black": "Bình", "Result": "0-1", "Date": "2026.01.02"}, tree)


def test_chinese_pgn_has_the_tags_of_chinese_programs_in_their_order() -> None:
    (record,) = pgn.read(GAME)
    text = copy_of(record, "simplified")[0].decode()
    assert (
        text
        == """[Game "Chinese Chess"]
[Event "Giải A"]
[Round "?"]
[Date "????.??.??"]
[Site "?"]
[Red "胡荣华"]
[Black "Bình"]
[Result "1-0"]
[ECCO "C13"]
[Format "Chinese"]

1. 炮二平五 {pháo đầu} 1... 马８进７ 2. 马二进三 {??} 2... 车９平８ (2... 马２进３ {hoặc ⩲ mã} 3.
车一平二) 3. 车一平二 1-0
"""
    )


def test_traditional_characters_are_those_of_the_standard() -> None:
    (record,) = pgn.read(GAME)
    text = copy_of(record, "traditional")[0].decode()
    assert "1. 炮二平五 {pháo đầu} 1... 馬８進７ 2. 馬二進三 {??} 2... 車９平８" in text


@pytest.mark.parametrize(
    ("fen", "move", "simplified", "traditional"),
    [
        ("3k5/9/9/9/4R4/9/4R4/9/9/4K4 w - - 0 1", "e5d5", "前车平六", "前車平六"),
        ("4k4/9/9/4r4/9/4r4/9/9/9/3K5 b - - 0 1", "e6e8", "后车退２", "後車退２"),
        ("4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 w - - 0 1", "e6d6", "中兵平六", "中兵平六"),
        ("3aka3/9/9/9/9/9/9/9/9/3K5 b - - 0 1", "f9e8", "士６进５", "士６進５"),
        ("3k5/9/9/9/9/9/9/9/9/4KA3 w - - 0 1", "e0e1", "帅五进一", "帥五進一"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "d9d8", "将４进１", "將４進１"),
    ],
)
def test_moves_in_both_kinds_of_characters(fen: str, move: str, simplified: str, traditional: str) -> None:
    position = XIANGQI.parse_position(fen)
    code = XIANGQI.parse_move(position, move)
    for language, text in (("simplified", simplified), ("traditional", traditional)):
        assert XIANGQI.recorded_in(language).format_move(position, code) == text
        assert XIANGQI.parse_move(position, text) == code


@pytest.mark.parametrize("kind", KINDS)
def test_copies_are_read_again_with_all_moves_variations_and_comments(kind: str) -> None:
    for seed in range(6):
        record = random_record(seed)
        found = again(record, kind)
        assert found.tree.same_as(record.tree)
        assert {name: found.headers[name] for name in record.headers} == dict(record.headers)


@pytest.mark.parametrize(
    ("kind", "title", "encoding"),
    [
        ("simplified", "红方胜", "gbk"), ("simplified", "Giải A", "utf-8"), ("traditional", "紅方勝", "big5"),
        ("traditional", "红方胜", "utf-8"), ("ubb", "红方胜", "gbk"), ("ubb", "Giải A", "utf-8"),
    ],
)  # fmt: skip
def test_the_encoding_is_the_one_that_chinese_programs_expect(kind: str, title: str, encoding: str) -> None:
    record = Record({"Event": title}, GameTree.start(XIANGQI))
    data, _ = copy_of(record, kind)
    assert title in data.decode(encoding)
    assert again(record, kind).headers["Event"] == title


@pytest.mark.parametrize("kind", KINDS)
def test_positions_that_were_set_up_are_kept(kind: str) -> None:
    fen = "4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 b - - 3 40"
    tree = GameTree.start(XIANGQI, fen)
    tree = edits.add_move(tree, ROOT, tree.position(ROOT).legal_moves()[0]).apply(tree)
    assert again(Record({}, tree), kind).tree.same_as(tree)
    assert again(Record({}, GameTree.start(XIANGQI, fen)), kind).tree[ROOT].setup == fen


def test_what_is_not_in_a_copy_is_counted() -> None:
    (record,) = pgn.read(GAME)
    copy = bare(record)
    assert copy.notice == "Not in the copy: clocks and drawings (1)."
    assert copy_of(record, "ubb")[1] == copy_of(record, "simplified")[1] == copy.notice
    assert bare(random_record(1)).notice == "" and copy_of(record, "pgn")[1] == ""


def test_a_position_within_the_game_begins_another_game() -> None:
    fen = "4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 b - - 3 40"
    tree = random_record(2).tree
    last = tree.main_line()[-1]
    tree = edits.set_up(tree, last, fen).apply(tree)
    data, _ = copy_of(Record({"White": "An", "Result": "1-0"}, tree), "ubb")
    first, second = find_format("a.ubb").read(data, strict=True)
    assert (first.result, second.result) == ("1-0", "*") and second.headers["White"] == "An"
    assert len(first.tree) == len(tree) - 1 and second.tree[ROOT].setup == fen


def test_only_games_of_the_format_have_its_copies() -> None:
    assert set(exports_of(XIANGQI)) == {"pgn", *KINDS}
    assert set(exports_of(find_game("chess")())) == set(exports_of(find_game("go")())) == {"pgn"}
