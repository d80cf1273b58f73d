"""Position texts and moves of cờ toán, both ways, and the errors of wrong ones."""

from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, NotationError, PositionError
from engine.core.game import find_game
from engine.core.outcome import Outcome, Player, Termination
from engine.core.surface import Setup
from tests.engine.games.drawing import captures, draw

START = "b9b8b7b6b5b4b3b2b1/4b04/9/9/9/9/9/9/9/4r04/r1r2r3r4r5r6r7r8r9 r 0 0 0 1"
RANKS = START.split()[0]


def game(rules: str = "") -> Any:
    return find_game("cotoan").with_rules(rules)


def test_the_start() -> None:
    position = game().start()
    assert str(position) == START
    surface = game().surface(position)
    names = {surface.cell_name(cell): piece for cell, piece in surface.pieces.items()}
    assert names == {
        **{f"{'abcdefghi'[i]}1": f"r{i + 1}" for i in range(9)},
        **{f"{'abcdefghi'[i]}11": f"b{9 - i}" for i in range(9)},
        "e2": "r0",
        "e10": "b0",
    }
    assert {surface.cell_name(cell) for cell in surface.crossed} == {"e2", "e10"}
    assert (surface.columns, surface.rows, surface.style) == (9, 11, "squares")
    assert position.turn is Player.FIRST and len(position.legal_moves()) == 87


def test_counters_run() -> None:
    position = game().start()
    for name, text in (
        ("i1i9", "r1r2r3r4r5r6r7r81 b 0 0 1 1"),
        ("a11a3", "r1r2r3r4r5r6r7r81 r 0 0 2 2"),
        ("i9i8", "r1r2r3r4r5r6r7r81 b 0 0 3 2"),
    ):
        position = position.play(game().parse_move(position, name))
        assert str(position).endswith("4r04/" + text)


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "empty position"),
        ("   ", "empty position"),
        (RANKS, "found 1"),
        (START + " 5", "found 7"),
        (START.replace("/9/", "/", 1), "expected 11 ranks, found 10"),
        (START.replace("/9/", "/9/9/", 1), "found 12"),
        (START.replace("/9/", "/8/", 1), "rank 9: 8 squares"),
        (START.replace("4b04", "4b05"), "rank 10: 10 squares"),
        (START.replace("4b04", "4b0"), "rank 10: 5 squares"),
        (START.replace("b9b8", "x9b8"), "rank 11: 'x9'"),
        (START.replace("r8r9", "r8r"), "rank 1: 'r'"),
        (START.replace("/9/", "/0/", 1), "rank 9: '0'"),
        (START.replace(" r ", " w "), "expected r or b, found 'w'"),
        (START.replace("r 0 0", "r x 0"), "red_points: expected a number, found 'x'"),
        (START.replace("0 0 1", "-1 0 1"), "found '-1'"),
        (START.replace("0 0 1", "0 ² 1"), "found '²'"),
    ],
)
def test_texts_that_are_no_position(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        game().parse_position(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "text, words",
    [
        (START.replace("/9/", "/r18/", 1), "r1 is on both a1 and a9"),
        (START.replace("4r04", "3r05"), "r0 on d2: this zero may only be on e2"),
        (START.replace("4b04", "4r04"), "r0 is on both e2 and e10"),
        (START.replace("4r04", "9").replace("4b04", "9"), "both zeros are missing"),
        (START.replace("r 0 0", "r 46 0"), "red_points is 46: must be 0 to 45"),
        (START.replace("r 0 0", "r 0 99"), "blue_points is 99"),
        (START.replace("0 0 1", "0 0 0"), "number is 0"),
        (START.replace("r 0 0", "r 15 15"), "both sides have reached the target of 15"),
    ],
)
def test_positions_that_no_rule_allows(text: str, words: str) -> None:
    with pytest.raises(PositionError) as caught:
        game().parse_position(text)
    assert words in str(caught.value)


def test_every_fault_is_named() -> None:
    setup = Setup({0: "r0", 1: "r0", 99: "b1", 5: "k7"}, Player.FIRST, {"red_points": -1, "number": 0})
    assert len(game().faults(setup)) == 6


def test_finished_positions_are_readable() -> None:
    for text, outcome in (
        (START.replace("4b04", "9"), Outcome(Player.FIRST, Termination.ZERO)),
        (START.replace("4r04", "9"), Outcome(Player.SECOND, Termination.ZERO)),
        (START.replace("r 0 0", "r 15 3"), Outcome(Player.FIRST, Termination.POINTS)),
        (START.replace("r 0 0", "r 3 15"), Outcome(Player.SECOND, Termination.POINTS)),
        (START.replace("0 0 1", "0 100 1"), Outcome(None, Termination.NO_CAPTURE)),
        (START.replace("0 0 0 1", "0 2 100 1"), Outcome(Player.SECOND, Termination.NO_CAPTURE)),
        ("9/4b04/9/9/9/9/9/9/b98/4r04/r18 r 4 3 0 1", Outcome(Player.FIRST, Termination.NO_PAIR)),
    ):
        position = game().parse_position(text)
        assert position.outcome() == outcome and str(position) == text
        assert position.legal_moves() == [] == position.noisy_moves()
    assert game("target=none").parse_position(START.replace("r 0 0", "r 45 45")).outcome() is None
    assert game("no_capture=none").parse_position(START.replace("0 0 1", "0 5000 1")).outcome() is None
    assert game("zero_helper=on").parse_position("9/4b04/9/9/9/9/9/9/9/4r04/r18 r 4 3 0 1").outcome() is None


def capturing() -> Any:
    """8d5 behind 5d6 takes the 9 on d9; 7e5 behind 3e6 takes the zero."""
    return draw(" 9  .  .  .  b9\n 6  .  .  .  r5 r3\n 5  .  .  .  r8 r7\n 1  r1")


def test_three_styles() -> None:
    position = capturing()
    assert captures(position) == ["7e5x0e10#", "8d5x9d9"]
    rules = position.game
    expected = {
        "d5d9": ("d5d9", "8d5x9d9", "8d5x9d9 (8−5)"),
        "e5e10": ("e5e10", "7e5x0e10#", "7e5x0e10# (7−3)"),
        "a1a2": ("a1a2", "1a1-a2", "1a1-a2"),
    }
    for name, texts in expected.items():
        move = rules.parse_move(position, name)
        assert (
            tuple(rules.format_move(position, move, style) for style in ("coordinates", "record", "display")) == texts
        )


def test_the_arithmetic_shown_skips_what_is_switched_off() -> None:
    for ops, text in (("asmdr", "8−5"), ("amdr", "8+5"), ("mdr", "8 mod 5"), ("r", "8 mod 5")):
        position = draw(" 9  .  .  .  b9\n 6  .  .  .  r5\n 5  .  .  .  r8", rules=f"ops={ops}")
        (move,) = position.noisy_moves()
        assert position.game.format_move(position, move, "display") == f"8d5x9d9 ({text})"


@pytest.mark.parametrize(
    "text",
    [
        "d5d9",
        "8d5d9",
        "8d5x9d9",
        "d5xd9",
        "d5x9d9",
        "8d5xd9",
        " 8d5x9d9 ",
        "8d5x9d9 (8−5)",
        "8d5x9d9(8-5)",
        "8d5x9d9 (anything)",
    ],
)
def test_what_readers_accept(text: str) -> None:
    position = capturing()
    assert position.game.format_move(position, position.game.parse_move(position, text), "coordinates") == "d5d9"


@pytest.mark.parametrize("text", ["7e5x0e10#", "e5e10#", "e5xe10", "e5x0e10"])
def test_the_hash_may_be_left_out(text: str) -> None:
    position = capturing()
    assert position.game.format_move(position, position.game.parse_move(position, text), "coordinates") == "e5e10"


@pytest.mark.parametrize(
    "text", ["", "d5", "d5d12", "j5d9", "d5-d9-", "8d5d9d9", "e2e4 e7e5", "0-0", "d5+d9", "0e2-e3", "d0d5"]
)
def test_what_is_no_move(text: str) -> None:
    position = capturing()
    with pytest.raises(NotationError, match="is not a move") as caught:
        position.game.parse_move(position, text)
    assert not isinstance(caught.value, IllegalMoveError)


@pytest.mark.parametrize(
    "text, words",
    [
        ("c3c4", "c3 is empty"),
        ("d9d8", "not the mover's"),
        ("9d5d9", "the piece on d5 is 8"),
        ("8d5x7d9", "7 is not on d9"),
        ("8d5x7d4", "7 is not on d4"),
        ("8d5-d9", "d9 is not empty"),
        ("8d5xd4", "d4 is empty"),
        ("8d5x9d9#", "there is no zero on d9"),
        ("a1a2#", "there is no zero on a2"),
        ("e2e3", "the zero never moves"),
        ("d5d5", "another square"),
        ("d5f6", "straight lines"),
        ("d5d6", "d6 is occupied by a piece of the same side"),
        ("a1a3", "at most 1"),
        ("d5d8", "d6 is in the way"),
        ("a1d9", "straight lines"),
        ("e6e10", "a piece of the same side next to the capturer"),
    ],
)
def test_illegal_moves_are_explained(text: str, words: str) -> None:
    position = capturing()
    with pytest.raises(IllegalMoveError) as caught:
        position.game.parse_move(position, text)
    assert str(caught.value).startswith(text) and words in str(caught.value)


def test_captures_that_fail_are_explained() -> None:
    for drawing, text, words in (
        (" 8  .  .  .  b9\n 6  .  .  .  r5\n 5  .  .  .  r8", "d5d8", "no calculation of 8 and 5 gives 2"),
        (" 9  .  .  .  b9\n 8  .  .  .  b4\n 6  .  .  .  r5\n 5  .  .  .  r8", "d5d9", "d8 is in the way"),
    ):
        position = draw(drawing)
        with pytest.raises(IllegalMoveError, match=words):
            position.game.parse_move(position, text)


def test_no_move_in_a_finished_game() -> None:
    position = capturing()
    over = position.play(position.game.parse_move(position, "e5e10"))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.game.parse_move(over, "d9d8")


def test_points_beyond_a_set_up_are_restored() -> None:
    """By play a side may reach more points than a set-up may name."""
    position = draw(" 9  .  .  .  b9\n 6  .  .  .  r5\n 5  .  .  .  r8", rules="target=none", red=45)
    after = position.play(position.noisy_moves()[0])
    assert after.score_points == (54, 0)
    assert after.game.restore(str(after), after.history) == after
    with pytest.raises(PositionError, match="red_points is 54"):
        after.game.parse_position(str(after))


def test_tallies() -> None:
    position = draw(" 9  .  .  .  b9\n 6  .  .  .  r5\n 5  .  .  .  r8", red=3)
    (tally,) = position.game.tallies(position.play(position.noisy_moves()[0]))
    assert (tally.values, tally.target) == ((12, 0), 15)
    assert tally.pieces[0] == tuple(f"b{value}" for value in range(1, 10))
    assert "r8" not in tally.pieces[1] and "r1" in tally.pieces[1]
