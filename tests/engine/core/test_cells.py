"""Boards of cells as text, the names of their cells, and the faults of set-ups."""

import random
from typing import Any

import pytest

from engine.core.cells import Cells, read_numbers, read_turn
from engine.core.errors import KyVienError, NotationError, PositionError
from engine.core.outcome import Player
from engine.core.surface import Counter, Setup

SIGNS = {"king": "K", "two": "t2", "block": "#"}
NUMBERED = Cells("abcd", 3, SIGNS, aliases={"k": "king"}, stray=".{1,2}")
DOTTED = Cells("abcd", 3, SIGNS, first=0, dotted=True)
LONG = Cells("abcdefghijkl", 1, SIGNS, number="[1-9][0-9]?")


@pytest.mark.parametrize(
    ("cells", "text", "pieces"),
    [
        (NUMBERED, "4/4/4", {}),
        (NUMBERED, "3K/t22#/1K1t2", {11: "king", 4: "two", 7: "block", 1: "king", 3: "two"}),
        (DOTTED, "...K/t2..#/.K.t2", {11: "king", 4: "two", 7: "block", 1: "king", 3: "two"}),
        (LONG, "10K1", {10: "king"}),
        (LONG, "12", {}),
    ],
)
def test_boards_both_ways(cells: Cells, text: str, pieces: dict[int, str]) -> None:
    assert cells.read(text) == pieces
    assert cells.write(pieces) == text


@pytest.mark.parametrize("cells", [NUMBERED, DOTTED, LONG])
def test_random_boards_are_read_as_they_are_written(cells: Cells) -> None:
    rng = random.Random(27)
    for _ in range(100):
        places = rng.sample(range(len(cells)), rng.randint(0, len(cells)))
        pieces = {cell: rng.choice(sorted(SIGNS)) for cell in places}
        assert cells.read(cells.write(pieces)) == pieces


def test_other_signs_are_read_and_pieces_without_a_sign_are_not_written() -> None:
    assert NUMBERED.read("k3/4/112") == {8: "king"}
    assert NUMBERED.write({0: "mark", 1: "king"}) == "4/4/1K2"


@pytest.mark.parametrize(
    ("cells", "text", "message"),
    [
        (NUMBERED, "4/4", "position: expected 3 rows, found 2"),
        (NUMBERED, "", "position: expected 3 rows, found 1"),
        (NUMBERED, "4/4x/4", "position, row 2: 'x' is not a piece or an empty cell"),
        (NUMBERED, "4/xyz/4", "position, row 2: 'xy' is not a piece or an empty cell"),
        (NUMBERED, "4/4/0", "position, row 1: '0' is not a piece or an empty cell"),
        (NUMBERED, "4/3/4", "position, row 2: 3 cells instead of 4"),
        (NUMBERED, "KKKKK/4/4", "position, row 3: 5 cells instead of 4"),
        (DOTTED, "..../4/....", "position, row 1: '4' is not a piece or an empty cell"),
        (DOTTED, "..../..../.", "position, row 0: 1 cell instead of 4"),
        (LONG, "99", "position, row 1: 99 cells instead of 12"),
    ],
)
def test_faulty_boards(cells: Cells, text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        cells.read(text)
    assert str(error.value) == message


def test_names() -> None:
    assert [NUMBERED.name(cell) for cell in (0, 5, 11)] == ["a1", "b2", "d3"]
    assert [DOTTED.name(cell) for cell in (0, 5, 11)] == ["a0", "b1", "d2"]
    assert [NUMBERED.cell(name) for name in ("a1", "b2", "d3", "A1", "e1", "a4", "a01", "")] == [0, 5, 11] + [None] * 5


def test_faults_of_pieces() -> None:
    def lonely(cell: int, piece: str) -> KyVienError | None:
        return PositionError("{cell} is lonely", cell=cell) if piece == "king" else None

    setup = Setup({12: "king", 5: "queen", 3: "king", -1: "two", 2: "two"}, Player.FIRST)
    assert [str(fault) for fault in NUMBERED.faults(setup, SIGNS, lonely)] == [
        "cell -1 is not on the board",
        "3 is lonely",
        "b2: unknown piece 'queen'",
        "cell 12 is not on the board",
    ]
    assert NUMBERED.faults(Setup({2: "two"}, Player.FIRST), SIGNS) == []


def test_sides_and_numbers() -> None:
    assert [read_turn(word, "wb") for word in "wb"] == list(Player)
    for word in ("", "wb", "W", "x"):
        with pytest.raises(NotationError) as error:
            read_turn(word, "wb")
        assert str(error.value) == f"position, side to move: expected w or b, found {word!r}"
    counters = (Counter("points", "Points", 0, 9), Counter("number", "Number", 1, 9))
    found: list[Any] = [read_numbers(counters, words) for words in ([], ["7"], ["7", "99999"])]
    assert found == [{"points": 0, "number": 1}, {"points": 7, "number": 1}, {"points": 7, "number": 99999}]
    for word in ("", "-1", "٣", "100000", "1.5"):
        with pytest.raises(NotationError) as error:
            read_numbers(counters, [word])
        assert str(error.value) == f"position, points: expected a number, found {word!r}"
