"""Moves in words, both ways, in every notation and dialect."""

import random
from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, NotationError
from engine.core.game import find_game
from engine.core.language import language, set_language
from tests.engine.conftest import sampled
from tests.engine.positions import random_position

GAME = find_game("xiangqi")()
TANDEMS = {
    "rooks": "5k3/9/4P4/4P4/2PRP4/3R5/9/9/9/3AKA3 w - - 0 1",
    "pair": "3k5/9/4P4/4P4/2P1N4/4N4/C8/C8/9/3AKA3 w - - 0 1",
    "four": "3k5/4P4/4P4/4P4/9/9/4P4/9/9/4K4 w - - 0 1",
    "two files": "3k5/9/3P1P3/3P1P3/9/9/9/9/4A4/3AK4 w - - 0 1",
    "three and two": "3k5/9/3P1P3/3P1P3/5P3/9/9/9/4A4/3AK4 w - - 0 1",
    "black": "3ak4/4a4/9/9/9/2p3p2/2p3p2/9/9/2BAK4 b - - 0 1",
}


def name(position: Any, move: str, notation: str) -> str:
    return position.game.notate(position, position.game.parse_move(position, move), notation)


@pytest.mark.parametrize(
    "move, vietnamese, wxf, chinese",
    [
        ("h2e2", "P2-5", "C2=5", "炮二平五"),
        ("h0g2", "M2.3", "H2+3", "馬二進三"),
        ("c3c4", "B7.1", "P7+1", "兵七進一"),
        ("e0e1", "Tg5.1", "K5+1", "帥五進一"),
        ("d0e1", "S6.5", "A6+5", "仕六進五"),
        ("g0e2", "T3.5", "E3+5", "相三進五"),
        ("i0i2", "X1.2", "R1+2", "車一進二"),
        ("b2b1", "P8/1", "C8-1", "炮八退一"),
    ],
)
def test_red_names(move: str, vietnamese: str, wxf: str, chinese: str) -> None:
    start = GAME.start()
    assert [name(start, move, each) for each in GAME.notations] == [vietnamese, wxf, chinese, move]


def test_black_counts_from_its_own_right() -> None:
    position = GAME.start().play(GAME.parse_move(GAME.start(), "h2e2"))
    assert [name(position, "h9g7", each) for each in GAME.notations] == ["M8.7", "H8+7", "馬８進７", "h9g7"]


@pytest.mark.parametrize(
    "case, move, names",
    [
        ("rooks", "d5d6", ("Xt.1", "R++1", "前車進一")),
        ("rooks", "d4d2", ("Xs/2", "R--2", "後車退二")),
        ("rooks", "e6f6", ("Bg-4", "25=4", "中兵平四")),
        ("pair", "e7e8", ("Bt.1", "P++1", "前兵進一")),
        ("four", "e3e4", ("B45.1", "45+1", "四兵進一")),
        ("two files", "f7f8", ("Bt4.1", "14+1", "一兵進一")),
        ("two files", "d6c6", ("Bs6-7", "26=7", "四兵平七")),
        ("black", "g3h3", ("Bt7-8", "17=8", "三卒平８")),
    ],
)
def test_several_on_a_file(case: str, move: str, names: tuple[str, str, str]) -> None:
    position = GAME.parse_position(TANDEMS[case])
    assert tuple(name(position, move, each) for each in GAME.notations[:3]) == names


@pytest.mark.parametrize("case", TANDEMS)
@pytest.mark.parametrize("notation", GAME.notations)
def test_names_in_tandems_are_read_back(case: str, notation: str) -> None:
    position: Any = GAME.parse_position(TANDEMS[case])
    moves = position.legal_moves()
    names = [GAME.notate(position, move, notation) for move in moves]
    assert len(set(names)) == len(names)
    assert [GAME.parse_move(position, each) for each in names] == moves


@sampled(60, 300)
def test_every_notation_names_every_move(count: int) -> None:
    rng = random.Random(3)
    for _ in range(count):
        position = random_position("xiangqi", rng.randrange(2**32), 60)
        for notation in GAME.notations:
            moves = position.legal_moves()
            names = [position.game.notate(position, move, notation) for move in moves]
            assert len(set(names)) == len(names)
            assert [position.game.parse_move(position, each) for each in names] == moves


@pytest.mark.parametrize(
    "text", ["炮二平五", "砲２平５", "包2平5", "C2=5", "c2=5", "C2.5", "P2-5", "p2-5", "H2-E2", "h2e2", " h2-e2 "]
)
def test_dialects(text: str) -> None:
    assert GAME.parse_move(GAME.start(), text) == 25 | 22 << 8


@pytest.mark.parametrize("text", ["马二进三", "傌二進三", "H2+3", "N2+3", "M2.3"])
def test_dialects_of_a_horse(text: str) -> None:
    assert GAME.parse_move(GAME.start(), text) == 7 | 24 << 8


@pytest.mark.parametrize("text", ["+C=5", "C+=5", "前炮平五", "前砲平5", "Pt-5"])
def test_front_cannon(text: str) -> None:
    position = GAME.parse_position("3k5/9/9/9/9/7C1/9/7C1/9/4K4 w")
    assert GAME.format_move(position, GAME.parse_move(position, text), "coordinates") == "h4e4"


def test_a_dot_is_forward_in_vietnamese_and_sideways_in_wxf_where_only_that_is_legal() -> None:
    position = GAME.parse_position("3k5/9/9/9/2P6/9/9/9/9/4K4 w")
    assert GAME.format_move(position, GAME.parse_move(position, "P7.6"), "coordinates") == "c5d5"


@pytest.mark.parametrize(
    "text, error, reason",
    [
        ("hello", NotationError, "is not a move"),
        ("C2?5", NotationError, "is not a move"),
        ("", NotationError, "is not a move"),
        ("R5=4", IllegalMoveError, "no piece matches"),
        ("C2+9", IllegalMoveError, "cannot move in this way"),
        ("H2+5", IllegalMoveError, "cannot move in this way"),
        ("R1+5", IllegalMoveError, "in the way"),
        ("前車進一", IllegalMoveError, "no piece matches"),
    ],
)
def test_refusals(text: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        GAME.parse_move(GAME.start(), text)


def test_people_see_the_notation_of_the_rules() -> None:
    for notation, text in (("vietnamese", "P2-5"), ("wxf", "C2=5"), ("chinese", "炮二平五"), ("iccs", "h2e2")):
        game: Any = find_game("xiangqi").with_rules(f"notation={notation}")
        move = game.parse_move(game.start(), "h2e2")
        assert game.format_move(game.start(), move, "display") == text == game.notate(game.start(), move)
        assert game.format_move(game.start(), move, "record") == "C2=5"
        assert game.format_move(game.start(), move, "coordinates") == "h2e2"


@pytest.mark.parametrize(("code", "text"), [("vi", "P2-5"), ("en", "C2=5")])
def test_the_language_decides_if_the_rules_name_no_notation(code: str, text: str) -> None:
    """English players write C2=5. Records and engine protocols do not depend on the language."""
    start = GAME.start()
    move = GAME.parse_move(start, "h2e2")
    before = language()
    try:
        set_language(code)
        assert GAME.format_move(start, move, "display") == text == GAME.notate(start, move)
        assert GAME.format_move(start, move, "record") == "C2=5"
        assert GAME.format_move(start, move, "coordinates") == "h2e2"
        fixed: Any = find_game("xiangqi").with_rules("notation=chinese")
        assert fixed.format_move(fixed.start(), move, "display") == "炮二平五"
    finally:
        set_language(before)


@pytest.mark.parametrize("notation", GAME.notations[:3])
def test_file_names_are_those_that_moves_are_written_with(notation: str) -> None:
    names = GAME.file_names(notation)
    assert names is not None and GAME.file_names() == GAME.file_names("vietnamese")
    for text, player in (("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1", 0), ("3k4r/9/9/9/9/9/9/9/9/5K3 b - - 0 1", 1)):
        position = GAME.parse_position(text)
        for move in position.legal_moves():
            coordinates = GAME.format_move(position, move, "coordinates")
            if coordinates[0] not in "ai" or coordinates[0] == coordinates[2]:
                continue
            written = GAME.notate(position, move, notation)
            files = ["abcdefghi".index(coordinates[place]) for place in (0, 2)]
            assert [written[1], written[-1]] == [names[player][file] for file in files]


def test_letters_name_files_for_both() -> None:
    assert GAME.file_names("iccs") is None


# --- words and notations of other programs ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Pháo 2 bình 5", "h2e2"), ("phao 2 binh 5", "h2e2"), ("PHÁO 2 BÌNH 5", "h2e2"), ("Pháo 2 sang 5", "h2e2"),
        ("Mã 8 tấn 7", "b0c2"), ("Mã 2 tiến 3", "h0g2"), ("Ngựa 2 tấn 3", "h0g2"), ("Xe 1 tấn 1", "i0i1"),
        ("Chốt 3 tấn 1", "g3g4"), ("Tốt 7 tấn 1", "c3c4"), ("Binh 3 tấn 1", "g3g4"), ("Sĩ 4 tấn 5", "f0e1"),
        ("Tướng 5 tấn 1", "e0e1"), ("Tượng 3 tấn 5", "g0e2"), ("tuong 5 tan 1", "e0e1"), ("tuong 3 tan 5", "g0e2"),
        ("P2 - 5", "h2e2"), ("P2–5", "h2e2"), ("P2—5", "h2e2"), ("P2−5", "h2e2"), ("P2=5", "h2e2"), ("M2+3", "h0g2"),
        ("C3.1", "g3g4"), ("C2.5", "h2e2"), ("Ｐ２－５", "h2e2"), ("炮 二 平 五", "h2e2"), ("炮２平５", "h2e2"),
        ("Che3", "h2e2"), ("Cbe2", "b2e2"), ("Nhg3", "h0g2"), ("Hg2", "h0g2"), ("Ee2", None), ("Ege2", "g0e2"),
        ("Bge3", "g0e2"),
        ("Pe5", "e3e4"), ("e5", "e3e4"), ("Chxh9", "h2h9"), ("Chxh10", "h2h9"), ("Rii2", None), ("Ri1", "i0i1"),
        ("Ri2", None),
    ],
)  # fmt: skip
def test_words_and_notations_of_other_programs(text: str, move: str | None) -> None:
    """The result is None if two pieces, or two ways to count ranks, fit a text."""
    if move is None:
        with pytest.raises(IllegalMoveError, match=r"several pieces|from 0 or from 1"):
            GAME.parse_move(GAME.start(), text)
    else:
        assert GAME.format_move(GAME.start(), GAME.parse_move(GAME.start(), text), "coordinates") == move


@pytest.mark.parametrize(
    ("case", "text", "move"),
    [
        ("rooks", "Xe trước tấn 1", "d5d6"), ("rooks", "Tiền xe tấn 1", "d5d6"), ("rooks", "Xe sau thoái 2", "d4d2"),
        ("rooks", "Tốt giữa bình 4", "e6f6"), ("pair", "Binh trước tiến 1", "e7e8"),
        ("two files", "Binh trước 4 tấn 1", "f7f8"),
        ("two files", "Bt4+1", "f7f8"), ("four", "Tốt 45 tấn 1", "e3e4"), ("two files", "前四进一", "f7f8"),
        ("two files", "后六平七", "d6c6"), ("black", "前７平８", "g3h3"), ("black", "后3进1", "c4c3"),
    ],
)  # fmt: skip
def test_tandems_in_words_and_by_their_older_names(case: str, text: str, move: str) -> None:
    position = GAME.parse_position(TANDEMS[case])
    try:
        found = GAME.format_move(position, GAME.parse_move(position, text), "coordinates")
    except IllegalMoveError as error:
        found = str(error)
    assert found == move or (text == "后3进1" and "c3 is occupied" in found)


def test_the_front_of_two_pairs_by_its_older_name() -> None:
    position = GAME.parse_position("3k5/9/9/2P3P2/2P3P2/9/9/9/9/4K4 w")
    for text, move in (("前七进一", "c6c7"), ("前三进一", "g6g7"), ("后七平六", "c5d5"), ("前七平八", "c6b6")):
        assert GAME.format_move(position, GAME.parse_move(position, text), "coordinates") == move
    with pytest.raises(IllegalMoveError, match="no piece matches"):
        GAME.parse_move(position, "前五进一")


def test_a_letter_of_two_alphabets() -> None:
    """C is a cannon in WXF and a pawn in Vietnamese; a move that both explain is refused."""
    position = GAME.parse_position("3k5/9/9/9/9/6P2/9/6C2/9/4K4 w")
    with pytest.raises(IllegalMoveError, match="several pieces can make this move"):
        GAME.parse_move(position, "C3.1")
    assert GAME.format_move(position, GAME.parse_move(position, "C3.2"), "coordinates") == "g2h2"


def test_a_rank_that_decides_how_ranks_are_counted() -> None:
    start = GAME.start()
    after = start.play(GAME.parse_move(start, "h2e2"))
    assert GAME.format_move(after, GAME.parse_move(after, "h10g8"), "coordinates") == "h9g7"
    assert GAME.format_move(after, GAME.parse_move(after, "H10-G8"), "coordinates") == "h9g7"
    with pytest.raises(NotationError):
        GAME.parse_move(after, "h10h0")
    with pytest.raises(IllegalMoveError, match="h3 is empty"):
        GAME.parse_move(start, "h3e3")  # a single move in coordinates is in ICCS, as engines write it


@pytest.mark.parametrize(
    "text", ["Pháo 5", "Pháo 2 5", "2 bình 5", "Hậu 2 bình 5", "Pháo 2 bình 0", "Cz3", "Ch11", "进一", "前進", "P - 5"]
)
def test_words_that_are_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move"):
        GAME.parse_move(GAME.start(), text)
