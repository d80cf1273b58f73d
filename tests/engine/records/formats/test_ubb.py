"""UBB text of the board DhtmlXQ."""

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine as kv
from engine.core.errors import NotationError
from engine.core.game import find_game
from engine.records import edits
from engine.records.collection import Collection
from engine.records.faults import ENDED, KEPT
from engine.records.formats import find_format, recognise
from engine.records.formats.ubb import Ubb
from engine.records.formats.ubb.fields import read_value, write_value
from engine.records.tree import ROOT, GameTree, Record
from tests.engine.records.formats.test_contract import check_text, plain_record

UBB = Ubb()
XIANGQI = find_game("xiangqi")
START = "8979695949392919097717866646260600102030405060708012720323436383"
"""The starting position, with the pieces from Red's right."""
GAME = f"""[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_title]Ván mẫu[/DhtmlXQ_title]
[DhtmlXQ_binit]{START}[/DhtmlXQ_binit]
[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]
[DhtmlXQ_move_1_3_2]19270010[/DhtmlXQ_move_1_3_2]
[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_comment0]mở đầu||hai dòng||[/DhtmlXQ_comment0]
[DhtmlXQ_comment1]pháo đầu[/DhtmlXQ_comment1]
[DhtmlXQ_comment0_4]xe[/DhtmlXQ_comment0_4]
[DhtmlXQ_comment1_2]m\\u00E3 2&nbsp;ti\\u1EBFn 3[/DhtmlXQ_comment1_2]
[DhtmlXQ_comment2_4]cuối[/DhtmlXQ_comment2_4]
[DhtmlXQ_event]Giải A[/DhtmlXQ_event]
[DhtmlXQ_redteam]HCM[/DhtmlXQ_redteam]
[DhtmlXQ_red]HCM An[/DhtmlXQ_red]
[DhtmlXQ_blackname]Bình[/DhtmlXQ_blackname]
[DhtmlXQ_black]Bình[/DhtmlXQ_black]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_gametype]慢棋[/DhtmlXQ_gametype]
[DhtmlXQ_length]4[/DhtmlXQ_length]
[/DhtmlXQ]
"""


def only(text: str) -> Record:
    (record,) = UBB.read(text)
    return record


def game_of(**fields: str) -> str:
    return "".join(f"[DhtmlXQ_{name}]{text}[/DhtmlXQ_{name}]\n" for name, text in fields.items())


def lines(tree: GameTree, node: int = ROOT) -> list[str]:
    """Every line from a node to its end, as texts of moves."""
    own = tree.move_text(node, "coordinates")
    below = [line for child in tree[node].children for line in lines(tree, child)]
    return [f"{own} {line}".strip() for line in below or [""]]


def comments(tree: GameTree) -> dict[str, str]:
    """The comments, by the moves that lead to them."""
    paths = {node: " ".join(tree.move_text(each, "coordinates") for each in tree.path(node)[1:]) for node in tree.nodes}
    return {paths[node]: tree[node].comment for node in tree.nodes if tree[node].comment}


def test_moves_variations_comments_and_headers_are_read() -> None:
    record = only(GAME)
    assert lines(record.tree) == ["h2e2 h9g7 h0g2 i9h9", "h2e2 b9c7 h0g2", "h2e2 b9c7 b0c2 a9b9"]
    assert comments(record.tree) == {
        "": "mở đầu\nhai dòng",
        "h2e2": "pháo đầu",
        "h2e2 h9g7 h0g2 i9h9": "xe",
        "h2e2 b9c7": "mã 2 tiến 3",
        "h2e2 b9c7 b0c2 a9b9": "cuối",
    }
    assert record.faults == () and record.tree[ROOT].setup is None
    assert dict(record.headers) == {
        "Title": "Ván mẫu", "Event": "Giải A", "RedTeam": "HCM", "White": "An", "Black": "Bình", "Result": "1-0",
        "DhtmlXQ_gametype": "慢棋",
    }  # fmt: skip


def test_what_is_written_is_read_again_with_all_headers_and_comments() -> None:
    record = only(GAME)
    text = UBB.write([record])
    assert only(text).same_as(record)
    assert "[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]" in text
    assert "[DhtmlXQ_move_1_3_2]19270010[/DhtmlXQ_move_1_3_2]" in text
    assert "[DhtmlXQ_red]HCM An[/DhtmlXQ_red]" in text and "[DhtmlXQ_length]4[/DhtmlXQ_length]" in text


def test_tags_without_a_field_and_rules_are_kept() -> None:
    tree = plain_record(XIANGQI.with_rules("Lặp là hòa"), random.Random(1), 20).tree
    record = Record({"Event": "a", "ECO": "B00", "Termination": "time", "X-1": " | ||\n[DhtmlXQ] "}, tree)
    again = only(UBB.write([record]))
    assert again.same_as(record) and again.game.rules_text() == "Lặp là hòa"


def test_several_games_are_found_with_and_without_their_frames() -> None:
    second = game_of(title="hai", movelist="1747") + game_of(title="ba", movelist="0908")
    text = f"<html><p>{GAME}</p>\nlời bàn\n<center>[DhtmlXQiFrame]<br>{second}<br>[/DhtmlXQiFrame]</center>{GAME}"
    records = check_text(UBB, text)
    assert [record.headers.get("Event") for record in records] == ["Giải A", "hai", "ba", "Giải A"]
    assert [lines(record.tree)[0][:4] for record in records] == ["h2e2", "b2e2", "a0a1", "h2e2"]
    assert [each.line for each in UBB.games(text)] == [1, 24, 26, 28]
    assert UBB.games(text)[1].headers["Event"] == "hai"


@pytest.mark.parametrize("fen", ["", "3ak4/9/9/9/9/9/4R4/9/9/4K4 b - - 7 31"])
def test_a_position_that_was_set_up_is_read_with_its_side_to_move(fen: str) -> None:
    points = "46" + "99" * 3 + "49" + "99" * 11 + "99" * 3 + "30" + "40" + "99" * 11
    text = game_of(binit=points, movelist="4050", **({"fen": fen} if fen else {}))
    record = only(text)
    setup = record.tree[ROOT].setup
    assert setup is not None and setup.split()[:2] == ["3ak4/9/9/9/9/9/4R4/9/9/4K4", "b"]
    assert setup.endswith("7 31") == bool(fen) and lines(record.tree) == ["e9f9"]
    written = UBB.write([record])
    assert f"[DhtmlXQ_binit]{points}[/DhtmlXQ_binit]" in written and only(written).same_as(record)


def test_without_moves_the_side_to_move_is_the_one_that_is_possible() -> None:
    points = "46" + "99" * 3 + "39" + "99" * 11 + "99" * 4 + "40" + "99" * 11
    record = only(game_of(binit=points))
    assert (record.tree[ROOT].setup or "").split()[1] == "b", "Black is in check"


@pytest.mark.parametrize(
    ("fields", "reason", "kept"),
    [
        ({"movelist": "774770627747"}, "h2e2: h2 is empty", "7747"),
        ({"movelist": "774770629947"}, "a move leads off the board", "9947"),
        ({"movelist": "77477062796"}, "'796' is not a move", "movelist: 796"),
        ({"movelist": "77477062", "move_0_9_1": "7967"}, "a ply that does not exist", "move_0_9_1: 7967"),
        ({"movelist": "77477062", "move_4_2_5": "1022"}, "a ply that does not exist", "move_4_2_5: 1022"),
        ({"movelist": "77477062", "comment9": "xa"}, "for a ply that does not exist", "xa"),
        ({"movelist": "77477062", "comment3_2": "xa"}, "for a ply that does not exist", "xa"),
        ({"movelist": "77477062", "move_x": "xa"}, "the field move_x is unknown", "move_x: xa"),
        ({"fen": "9/9", "binit": START, "movelist": "77477062"}, "expected 10 ranks", ""),
    ],
)
def test_faults_end_no_game(fields: dict[str, str], reason: str, kept: str) -> None:
    record = only(game_of(**fields))
    (fault,) = record.faults
    assert reason in str(fault.reason), str(fault)
    assert fault.done in (ENDED, KEPT) or not kept
    assert lines(record.tree)[0].split() == ["h2e2", "h9g7"]
    assert kept in "\n".join(comments(record.tree).values())
    assert only(UBB.write([record])).tree.same_as(record.tree)


def test_a_variation_after_an_illegal_move_departs_from_the_moves_that_were_read() -> None:
    record = only(game_of(movelist="774770627747", move_0_2_1="1022", move_0_4_2="1022"))
    assert lines(record.tree) == ["h2e2 h9g7", "h2e2 b9c7"] and len(record.faults) == 2


def test_a_field_that_is_not_closed_ends_before_the_next_one() -> None:
    text = f"[DhtmlXQ][DhtmlXQ_title]một[DhtmlXQ_movelist]7747[DhtmlXQ_comment1]xa\n\n{GAME}"
    first, second = UBB.read(text)
    assert lines(first.tree) == ["h2e2"] and comments(first.tree) == {"h2e2": "xa"} and len(first.faults) == 3
    assert second.faults == () and first.headers["Event"] == "một"


def test_words_between_the_fields_are_kept() -> None:
    record = only(GAME.replace("[DhtmlXQ_comment1]", "<br>lời&nbsp;lạ<br>[DhtmlXQ_comment1]"))
    assert record.tree[ROOT].comment.endswith("\nlời lạ") and "unexpected 'lời lạ'" in str(record.faults[0])


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"binit": "12", "movelist": "7747"}, "the field binit needs 64 digits, found 2"),
        ({"binit": "99" * 32, "movelist": "7747"}, "Red general is missing"),
        ({"tag_Rules": "x=1", "movelist": "7747"}, "x"),
    ],
)
def test_a_game_without_rules_or_first_position_is_refused(fields: dict[str, str], reason: str) -> None:
    with pytest.raises(NotationError, match=r"^line \d+, game 1: ") as caught:
        UBB.read(game_of(**fields))
    assert reason in str(caught.value)


@given(st.text(st.sampled_from("|[]\\/u0057dDhtmlXQ_&ltgnbsp;amp \n\t\rạ马\x1f")) | st.text())
def test_every_text_is_written_so_that_it_is_read_again(text: str) -> None:
    written = write_value(text)
    assert read_value(written) == text and "\n" not in written
    (record,) = UBB.read(game_of(movelist="7747", comment1=written))
    assert record.tree[record.tree.main_line()[-1]].comment == text


def test_what_the_format_cannot_hold_is_refused_by_name() -> None:
    tree = only(GAME).tree
    glyph = edits.toggle_nag(tree, 1, 1).apply(tree)
    with pytest.raises(NotationError, match="holds no glyphs, evaluations, clocks"):
        UBB.write([Record({}, glyph)])
    with pytest.raises(NotationError, match="only records of Xiangqi"):
        UBB.write([Record({}, GameTree.start(find_game("chess")()))])


SIMPLIFIED = "四川蒋全胜先和河北李来群", "红方先走当头炮，黑方跳马应着，以下双方均势。"
TRADITIONAL = "四川蔣全勝先和河北李來群", "紅方先走當頭炮，黑方跳馬應著，以下雙方均勢。"


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "utf-16"])
def test_a_file_is_read_in_the_encodings_of_chinese_programs(encoding: str, tmp_path: Path) -> None:
    title, comment = TRADITIONAL if encoding == "big5" else SIMPLIFIED
    text = game_of(title=title, movelist="77477062", comment1=comment)
    path = tmp_path / "game.ubb"
    path.write_bytes(text.encode(encoding))
    (record,) = kv.read(path)
    assert record.core.same_as(only(text))
    found, _ = recognise("download.txt", text.encode(encoding))
    assert found.name == "ubb", "recognised without the suffix"


def test_one_edited_game_leaves_the_bytes_of_the_others() -> None:
    data = (GAME + GAME.replace("An[", "Ân[")).encode("gb18030")
    collection = Collection.load("games.ubb", data)
    assert len(list(collection.scan())) == 2
    start, end = collection.span(1)
    assert data[start:end].decode("gb18030").strip() == GAME.replace("An[", "Ân[").strip()
    assert collection.entries[0].headers["White"] == "An"


def test_text_is_recognised_when_it_is_pasted() -> None:
    assert find_format(text=GAME).name == "ubb"
    assert find_format(text='[Event "x"]\n\n{[DhtmlXQ_title]} 1. e4 *').name == "pgn"


@pytest.mark.parametrize("suffix", [".cbl", ".CBR"])
def test_files_of_ccbridge_are_refused_by_the_name_of_the_program(suffix: str) -> None:
    with pytest.raises(
        NotationError, match=rf"^game\{suffix} is a file of CCBridge \(象棋桥\), which is not read; .*\.ubb"
    ):
        recognise(f"game{suffix}", b"CCBridge Record\0\0\0")


@pytest.mark.parametrize(
    "piece",
    [
        *"[]|/ \\<&\n", "[DhtmlXQ]", "[/DhtmlXQ]", "[DhtmlXQ_title]", "[DhtmlXQ_a]", "[DhtmlXQ_a]x[/DhtmlXQ_a]", "[ / ",
        "[DhtmlXQ_a]{}[/DhtmlXQ_a]", "[DhtmlXQ_", "[DhtmlXQ_comment1]x[/DhtmlXQ_comment1]", "\\u", "&lt;", "<a", "7747",
        "[DhtmlXQ_move_0_1_1]7747[/DhtmlXQ_move_0_1_1]", "[DhtmlXQ_move_1_2_1]7062[/DhtmlXQ_move_1_2_1]",
    ],
)  # fmt: skip
def test_long_hostile_texts_end_soon(piece: str) -> None:
    """In a second each at most; a reader in quadratic time takes ten."""
    many = "".join(piece.replace("{}", str(number)) for number in range(6_000 // len(piece)))
    for text in (
        many,
        f"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]{many}",
        f"[DhtmlXQ_comment0]{many}[/DhtmlXQ_comment0]",
    ):
        with contextlib.suppress(NotationError):
            for record in UBB.read(text):
                with contextlib.suppress(NotationError):
                    UBB.write([record])
    assert read_value(write_value(many)) == many
