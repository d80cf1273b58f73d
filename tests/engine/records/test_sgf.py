"""SGF: what we write is read back as it was, what others write is kept, rubbish gives a sentence and nothing else."""

import dataclasses
import re

from hypothesis import given

from engine.core.game import find_game
from engine.records.edits import set_comment
from engine.records.formats import find_format, sgf
from engine.records.tree import ROOT, GameTree, Record
from tests.engine.records.random_records import records, stone_games


def only(text: str) -> Record:
    (record,) = sgf.read(text)
    return record


def line_of(record: Record) -> str:
    return " ".join(record.tree.move_text(node) or "set-up" for node in record.tree.main_line()[1:])


def holdable(record: Record) -> Record:
    """The record as SGF holds it: without tabs in comments, lone surrogates, placeholders, a set-up of the start."""
    tree = record.tree
    if tree[ROOT].setup == tree.game.format_position(tree.game.start()):
        tree = tree.with_nodes({ROOT: dataclasses.replace(tree[ROOT], setup=None)})
    for number, node in tree.nodes.items():
        text = re.sub("[\t\f\v]", " ", node.comment)
        text = re.sub("[\ud800-\udfff]", "\ufffd", re.sub(r"\r\n?", "\n", text))
        tree = set_comment(tree, number, text).apply(tree)
    headers = {
        name: text for name, text in record.headers.items() if text not in ("?", "") and (name, text) != ("Result", "*")
    }
    return Record(headers, tree)


@given(records(kinds=stone_games()))
def test_round_trip(record: Record) -> None:
    text = sgf.write([record])
    read = only(text)
    expected = holdable(record)
    assert dict(read.headers) == dict(expected.headers)
    assert read.game == record.game
    assert read.tree.same_as(expected.tree)
    read.tree.check()
    assert sgf.write([read]) == sgf.write([expected])


def test_looks_like_this() -> None:
    text = (
        "(;FF[4]AP[Ky Vien:0.1.0]CA[UTF-8]DT[2026-11-02]GM[1]KM[6.5]PB[An]PW[B\\]x]\n"
        "RE[B+R]RU[Korean]SZ[9];B[ee]BL[100.5]C[hay\\\\]TR[aa][bb](;W[cc];B[gg])(;TE[1]\n"
        "W[dd];B[];W[];C[end]TB[aa][bb]))\n"
    )
    record = only(text)
    assert sgf.write([record]) == text
    assert record.game.rules_text() == "size=9,rule_set=japanese,komi=6.5"
    assert dict(record.headers) == {
        "Date": "2026.11.02", "White": "An", "Black": "B]x", "Result": "1-0", "Termination": "resignation",
    }  # fmt: skip
    assert line_of(record) == "E5 C7 G3"


def test_found_by_name_and_by_looks() -> None:
    assert find_format("a/b.SGF").name == find_format(text=" (;GM[1])").name == "sgf"


def test_a_game_without_moves() -> None:
    game = find_game("go")()
    assert only(sgf.write([Record({}, GameTree.start(game))])).same_as(Record({}, GameTree.start(game)))
