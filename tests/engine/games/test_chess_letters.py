"""Moves of chess with the letters of other languages, and with figurines."""

from typing import Any

import pytest

from engine.core.dialects import table
from engine.core.errors import IllegalMoveError, NotationError
from engine.core.game import find_game

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


@pytest.mark.parametrize("text", ["Yf3", "Sf9", "SS", "S", "♘", "e8=Y"])
def test_words_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError):
        CHESS.parse_move(CHESS.parse_position(ONE_EACH), text)


def test_each_entry_has_a_source() -> None:
    assert all(entry["source"].strip() and entry["piece"] in "KQRBNP" for entry in table("chess_letters"))
