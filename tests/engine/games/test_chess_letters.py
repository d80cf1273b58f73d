"""Moves of chess with the letters of other languages, and with figurines."""

from typing import Any

import pytest

from engine.core.dialects import table
from engine.core.errors import IllegalMoveError, NotationError
from engine.core.game import find_game
from engine.records.formats import find_format

CHESS: Any = find_game("chess")()
# Each piece of White can move to a square that no other can reach.
ONE_EACH = "8/4P1k1/8/2N5/8/5Q2/8/R1B3K1 w - - 0 1"
MOVES = {"K": "h2", "Q": "h5", "R": "a7", "B": "d2", "N": "d7"}


@pytest.mark.parametrize("entry", table("chess_letters"), ids=lambda entry: f"{entry['language']} {entry['letter']}")
def test_every_letter(entry: dict[str, str]) -> None:
    """A letter of English is English."""
    position = CHESS.parse_position(ONE_EACH)
    piece, letter = entry["piece"], entry["letter"]
    right = CHESS.parse_move(position, "e8=Q" if piece == "P" else piece + MOVES[piece])
    text = f"{letter}e8=Q" if piece == "P" else letter + MOVES[piece]
    if letter in "KQRBNP" and letter != piece:
        with pytest.raises(IllegalMoveError):
            CHESS.parse_move(position, text)
    else:
        assert CHESS.parse_move(position, text) == right


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e8=D", "e8=Q"), ("e8D+", "e8=Q"), ("e8=♕", "e8=Q"), ("e8♕#", "e8=Q"), ("e8=J", "e8=N"), ("e8=С", "e8=B"),
        ("♔h2!", "Kh2"), ("♜a7", "Ra7"), ("Кd7", "Nd7"), ("Крh2", "Kh2"), ("Dd5+", "Qd5"), ("D3d5", None),
        ("Dfd5", "Qd5"),
    ],
)  # fmt: skip
def test_promotions_signs_and_distinctions(text: str, move: str | None) -> None:
    position = CHESS.parse_position(ONE_EACH)
    right = CHESS.parse_move(position, move or "Qd5")
    assert CHESS.parse_move(position, text) == right


def test_a_letter_of_several_pieces_is_the_one_that_can_move() -> None:
    """T is the rook in German and the bishop in Vietnamese."""
    position = CHESS.parse_position("7k/8/8/8/8/8/8/R1B3K1 w - - 0 1")
    assert CHESS.parse_move(position, "Td2") == CHESS.parse_move(position, "Bd2")
    assert CHESS.parse_move(position, "Ta4") == CHESS.parse_move(position, "Ra4")
    both = CHESS.parse_position("7k/8/8/8/8/4B3/8/R5K1 w - - 0 1")
    with pytest.raises(IllegalMoveError, match="several pieces"):
        CHESS.parse_move(both, "Tc1")
    with pytest.raises(IllegalMoveError, match="several pieces"):  # a knight in German, and a bishop in Czech
        CHESS.parse_move(CHESS.parse_position(ONE_EACH), "e8=S")


def record_of(text: str) -> Any:
    (record,) = find_format("x.pgn").read(f'[White "An"]\n\n{text} *\n')
    assert not record.faults
    return record.tree


@pytest.mark.parametrize(
    "text",
    [
        # The king goes to a square that a rook could reach, and the other way round.
        "1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 4. O-O Cf6 5. Rh1 O-O 6. Tg1 Te8 7. Tf1 Rh8 8. De2 De7",
        "1. e4 e5 2. Cf3 Cc6 3. Ac4 Ac5 4. O-O Cf6 5. Rh1 O-O 6. Tg1 Te8 7. Tf1 Rh8 8. De2 De7",
        "1. e4 e5 2. Cf3 Cc6 3. Bc4 Bc5 4. O-O Cf6 5. Rh1 O-O 6. Tg1 Te8 7. Tf1 Rh8 8. De2 De7",
        "1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. O-O Sf6 5. Kh1 O-O 6. Tg1 Te8 7. Tf1 Kh8 8. De2 De7",
        "1. e4 e5 2. Pf3 Pc6 3. Lc4 Lc5 4. O-O Pf6 5. Kh1 O-O 6. Tg1 Te8 7. Tf1 Kh8 8. De2 De7",
    ],
    ids=["French", "Spanish", "Portuguese", "German", "Dutch"],
)
def test_the_letters_of_a_record_decide_its_language(text: str) -> None:
    english = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Kh1 O-O 6. Rg1 Re8 7. Rf1 Kh8 8. Qe2 Qe7"
    read, right = record_of(text), record_of(english)
    assert [read.move_text(node) for node in read.main_line()] == [right.move_text(node) for node in right.main_line()]


def test_promotions_in_the_language_of_a_record() -> None:
    """R is a king in French, to which no pawn is promoted, and C a knight."""
    tree = record_of("1. h4 g5 2. hxg5 h6 3. gxh6 Fg7 4. h7 Rf8 5. hxg8=C Txg8 6. Cf3 Fh8 7. Tg1")
    assert [tree.move_text(node) for node in tree.main_line()][8:] == ["Kf8", "hxg8=N", "Rxg8", "Nf3", "Bh8", "Rg1"]


def test_letters_of_no_single_language_are_read_one_by_one() -> None:
    tree = record_of("1. e4 e5 2. Sf3 Nc6 3. ♗c4 Bc5 4. Qe2 Qe7")
    assert [tree.move_text(node) for node in tree.main_line()][3:] == ["Nf3", "Nc6", "Bc4", "Bc5", "Qe2", "Qe7"]


@pytest.mark.parametrize("text", ["Yf3", "Sf9", "SS", "S", "♘", "e8=Y"])
def test_words_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError):
        CHESS.parse_move(CHESS.parse_position(ONE_EACH), text)


def test_each_entry_has_a_source() -> None:
    assert all(entry["source"].strip() and entry["piece"] in "KQRBNP" for entry in table("chess_letters"))
