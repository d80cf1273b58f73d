"""Records of xiangqi as other programs write them: encodings, notations, tags."""

import random
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, NotationError
from engine.core.game import find_game
from engine.records.collection import Collection, HeaderFilter
from engine.records.formats import find_format, pgn
from engine.records.tree import Record
from tests.engine.conftest import GOLDEN

FILES = sorted((GOLDEN / "xiangqi").glob("*.pgn"))


def only(data: str | bytes) -> Record:
    (record,) = pgn.read(data)
    return record


def moves_of(record: Record) -> list[int]:
    return [record.tree[node].move or 0 for node in record.tree.main_line()[1:]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_master_games_and_mates(path: Path) -> None:
    record = only(path.read_bytes())
    assert record.game.name == "xiangqi" and record.result != "*"
    assert {"White", "Black"} <= set(record.headers) and "Red" not in record.headers
    moves = moves_of(record)
    assert len(moves) > 8
    end = record.tree.position(record.tree.main_line()[-1])
    if path.stem.startswith("mate") and end.outcome() is not None:
        assert end.outcome().result == record.result
    # Ours is read back the same.
    assert moves_of(only(pgn.write([record]))) == moves


def test_there_are_files() -> None:
    assert len(FILES) == 12
    ended = [only(path.read_bytes()).tree for path in FILES]
    assert any(tree.position(tree.main_line()[-1]).outcome() is not None for tree in ended)


def test_players_may_go_on_where_our_rules_end() -> None:
    """game-071 repeats a check for the third time, and the players went on."""
    record = only((GOLDEN / "xiangqi" / "game-071.pgn").read_bytes())
    assert record.game.rules_text() == "" and not record.faults
    line = record.tree.main_line()
    ends = [ply for ply, node in enumerate(line) if record.tree.position(node).outcome() is not None]
    assert ends and ends[0] < len(line) - 1 and record.tree.position(line[ends[0]]).has_legal_move()
    assert only((GOLDEN / "xiangqi" / "game-000.pgn").read_bytes()).game == find_game("xiangqi")()


GAME = """[Game "Chinese Chess"]
[Red "甲"]
[Black "乙"]
{tags}
{moves} *
"""
OPENING = {
    "iccs": "1. h2e2 h9g7 2. h0g2 i9h9",
    "ICCS": "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
    "wxf": "1. C2=5 H8+7 2. H2+3 R9=8",
    "vietnamese": "1. P2-5 M8.7 2. M2.3 X9-8",
    "chinese": "1. 炮二平五 馬８進７ 2. 馬二進三 車９平８",
    "simplified": "1. 炮二平五 马8进7 2. 马二进三 车9平8",
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "big5hkscs"])
@pytest.mark.parametrize("notation", OPENING)
def test_notations_and_encodings(notation: str, encoding: str) -> None:
    if notation == "simplified" and encoding == "big5hkscs":
        pytest.skip("Big5 has no simplified characters")
    text = GAME.format(tags="", moves=OPENING[notation])
    if encoding in ("gb18030", "big5hkscs") and notation not in ("chinese", "simplified"):
        # Only the names show the encoding; a comment in passing does.
        text = text.replace(" *", " {炮二平五 馬二進三} *")
    record = only(text.encode(encoding))
    assert moves_of(record) == moves_of(only(GAME.format(tags="", moves=OPENING["iccs"])))
    assert record.headers["White"] == "甲" and record.headers["Black"] == "乙"


def test_a_position_from_tags() -> None:
    tags = '[FEN "3k5/9/9/9/9/9/9/9/R8/4K4 r - - 0 1"]\n[Format "WXF"]\n'
    record = only(GAME.format(tags=tags, moves="1. R9=8 K4+1"))
    assert len(moves_of(record)) == 2 and "Format" not in record.headers
    with pytest.raises(NotationError, match=r"line 7, game 1, ply 1: R1=8: no piece matches this notation"):
        pgn.read(GAME.format(tags=tags, moves="1. R1=8"), strict=True)


def test_a_list_of_other_programs_games_names_players_and_finds_positions() -> None:
    """Their tags are Red and Chinese Chess: both were passed over by the list of a file's games."""
    text = "\n".join(GAME.format(tags="", moves=OPENING[each]) for each in ("iccs", "chinese", "wxf"))
    collection = Collection(text.encode(), find_format("a.pgn"))
    list(collection.scan())
    assert [(each.headers["White"], each.headers["Black"]) for each in collection.entries] == [("甲", "乙")] * 3
    assert HeaderFilter(player="甲").select(collection.entries) == [0, 1, 2]
    game = find_game("xiangqi")()
    position = game.start()
    for move in ("h2e2", "h9g7"):
        position = position.play(game.parse_move(position, move))
    assert [each.node for each in collection.find(position)] == [2, 2, 2]


@pytest.mark.parametrize("notation", OPENING)
def test_other_programs_know_what_is_written(notation: str) -> None:
    """Tags as xqbase.com describes them; a format that the text no longer has is not claimed."""
    record = only(GAME.format(tags='[Format "Chinese"]\n', moves=OPENING[notation]))
    text = pgn.write([record])
    head, _, moves = text.partition("\n\n")
    for tag in ('[Game "Chinese Chess"]', '[Red "甲"]', '[Black "乙"]', '[Format "WXF"]'):
        assert head.count(tag) == 1
    assert "White" not in head and head.count("[Format") == head.count("[Game") == 1
    assert moves.split()[:3] == ["1.", "C2=5", "H8+7"]
    again = only(text)
    assert again.headers == record.headers and moves_of(again) == moves_of(record)
    assert pgn.write([again]) == text


@pytest.mark.parametrize(
    "text",
    [
        "1. 炮二平五 马８进７ 2. 马二进三 卒７进１ *", "１．炮二平五　马８进７　２．马二进三　卒７进１ *",
        "1、炮二平五，马８进７；2、马二进三，卒７进１。 *", "炮二平五马８进７马二进三卒７进１ *",
        "1.炮二平五马8进7 2.马二进三卒7进1 *",
        "1. Pháo 2 bình 5 Mã 8 tấn 7 2. Mã 2 tấn 3 Tốt 7 tấn 1 *", "1. P2 - 5 M8 . 7 2. M2.3 C7.1 *",
        "1. P2–5 M8+7 2. M2+3 C7+1 *", "1. C2=5 h8+7 2. H2+3 p7+1 *",
        "1. Che2 Hg7 2. Hg2 Pg5 *", "1. Che3 Nhg8 2. Nhg3 g6 *",
    ],
)  # fmt: skip
@pytest.mark.parametrize("tag", ["", '[Game "Chinese Chess"]\n', '[Variant "Xiangqi"]\n'])
def test_the_same_game_in_many_words(text: str, tag: str) -> None:
    """Also without a tag that names the game."""
    (record,) = pgn.read(f"{tag}\n{text}", find_game("chess")())
    tree = record.tree
    assert record.game.name == "xiangqi"
    assert [tree.move_text(node) for node in tree.main_line()[1:]] == ["C2=5", "H8+7", "H2+3", "P7+1"]


def san(position: Any, move: int, base: int, letters: str) -> str:
    """Write a move as pychess.org (``base`` 1) and WinBoard (``base`` 0) do, with the rank of the piece if needed."""
    kind = position.piece_at(move & 255)[1]
    names = ["abcdefghi"[cell % 9] + str(cell // 9 + base) for cell in (move & 255, move >> 8)]
    same = [
        each
        for each in position.legal_moves()
        if each >> 8 == move >> 8 and (each & 255) % 9 == (move & 255) % 9 and position.piece_at(each & 255)[1] == kind
    ]
    return letters[kind] + (names[0] if len(same) > 1 else names[0][0]) + names[1]


@pytest.mark.parametrize(("base", "letters"), [(0, "KAEHRCP"), (1, "KAENRCP"), (1, "KABNRCP"), (0, ""), (1, "")])
def test_whole_games_with_ranks_counted_from_0_or_from_1(base: int, letters: str) -> None:
    """A single move is often open, because a rook can go to both ranks. The record decides."""
    rng = random.Random(f"{base}{letters}")
    game = find_game("xiangqi")()
    refused = 0
    for _ in range(20):
        position: Any = game.start()
        texts, moves = [], []
        while len(moves) < 60 and position.legal_moves() and position.outcome() is None:
            moves.append(rng.choice(position.legal_moves()))
            if letters:
                texts.append(san(position, moves[-1], base, letters))
                try:
                    game.parse_move(position, texts[-1])
                except IllegalMoveError:
                    refused += 1
            else:
                cells = ["abcdefghi"[cell % 9] + str(cell // 9 + base) for cell in (moves[-1] & 255, moves[-1] >> 8)]
                texts.append("".join(cells))
            position = position.play(moves[-1])
        (record,) = pgn.read(f'[Variant "xiangqi"]\n\n{" ".join(texts)} *')
        assert moves_of(record) == moves
    assert refused > 0 or not letters


def test_the_letters_of_a_record_decide_what_c_is() -> None:
    """A cannon in WXF with dots, and a pawn in Vietnamese."""
    fen = '[Game "xiangqi"]\n[FEN "3k5/9/9/9/9/6P2/9/6C2/9/4K3R w"]\n\n'
    with pytest.raises(NotationError, match="several pieces"):
        pgn.read(f"{fen}1. C3.1 *", strict=True)
    vietnamese = only(f"{fen}1. C3.1 Tg4.1 2. X1.1 *").tree
    assert vietnamese.move_text(1) == "P3+1"
