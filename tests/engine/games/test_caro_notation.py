"""Texts of caro: moves, positions, what is wrong with them, in sentences."""

import random

import pytest

from engine.core.errors import IllegalMoveError, NotationError, PositionError
from engine.core.game import find_game
from engine.core.language import set_language
from engine.records.formats import pgn

START = "/".join(["15"] * 15) + " x"


def game(rules: str = ""):  # type: ignore[no-untyped-def]
    return find_game("caro").with_rules(rules)


def test_h8_is_the_centre() -> None:
    start = game().start()
    assert str(start) == START
    move = game().parse_move(start, "h8")
    assert move == 7 * 15 + 7
    for text in ("H8", " h8 "):
        assert game().parse_move(start, text) == move
    after = start.play(move)
    assert str(after) == "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o"
    assert game().surface(after).cell_name(move) == "h8"


def test_corners_of_the_greatest_board() -> None:
    large = game("columns=22,rows=22")
    position = large.start()
    for text, cell in (("a1", 0), ("v1", 21), ("a22", 21 * 22), ("v22", 483)):
        assert large.parse_move(position, text) == cell
        assert large.format_move(position, cell) == text
    assert str(position.play(483)).startswith("21x/22/")


def test_both_looks() -> None:
    for look, style, stars in (("cells", "squares", 0), ("points", "points", 5)):
        surface = game(f"look={look}").surface(game().start())
        theme = {"cells": "caro", "points": "go"}[look]
        assert (surface.theme, surface.style, len(surface.stars)) == (theme, style, stars)
    assert game("look=points").surface(game().start()).cell_name(48) == "d4"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a move such as h8"),
        ("h", "'h' is not a move such as h8"),
        ("8h", "'8h' is not a move such as h8"),
        ("h08", "'h08' is not a move such as h8"),
        ("h8x", "'h8x' is not a move such as h8"),
        ("h88", "h88: the board ends at o15"),
        ("z1", "z1: the board ends at o15"),
        ("h16", "h16: the board ends at o15"),
        ("a1", "a1: the cell is occupied"),
    ],
)
def test_moves_that_are_none(text: str, reason: str) -> None:
    position = game().start().play(0)
    with pytest.raises(NotationError) as refused:
        game().parse_move(position, text)
    assert str(refused.value) == reason
    assert isinstance(refused.value, IllegalMoveError) == (":" in reason)


def test_no_move_after_the_end() -> None:
    position = game().parse_position("15/15/15/15/15/15/15/15/15/15/15/15/15/15/xxxxx10 o")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game().parse_move(position, "h8")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty position: expected rows and side to move"),
        ("15", "position '…': expected rows, side to move and perhaps an opening stage, found 1 field"),
        ("15/15 x", "position: expected 15 rows, found 2"),
        (START.replace("15/15", "14/15", 1), "position, row 15: 14 cells instead of 15"),
        (START.replace("15/15", "x15/15", 1), "position, row 15: 16 cells instead of 15"),
        (START.replace("15/15", "15/z14", 1), "position, row 14: 'z' is not x, o or a number of empty cells"),
        (START.replace("15/15", "015/15", 1), "position, row 15: '0' is not x, o or a number of empty cells"),
        (START[:-1] + "X", "position, side to move: expected x or o, found 'X'"),
        (START + " swapped", "position: 'swapped' after the side to move needs the opening swap2"),
        (START + " a b", "position '…': expected rows, side to move and perhaps an opening stage, found 4 fields"),
    ],
)
def test_positions_that_are_none(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        game().parse_position(text)
    assert str(refused.value).replace(repr(text), "'…'") == reason


def test_an_unknown_stage() -> None:
    with pytest.raises(NotationError, match="expected one of three, choice, two, last, swapped, found 'four'"):
        game("opening=swap2").parse_position(START + " four")


def test_hostile_text_is_refused_or_read() -> None:
    rng = random.Random(3)
    for _ in range(300):
        text = list("/".join(["5x3o5"] * 15) + " x three")
        for _ in range(rng.randint(1, 6)):
            text[rng.randrange(len(text))] = rng.choice("xo/ 0123456789 \n\tzé٣")
        try:
            position = game("opening=swap2").parse_position("".join(text))
        except (NotationError, PositionError):
            continue
        assert game("opening=swap2").parse_position(str(position)) == position


def test_presets_are_rules() -> None:
    caro = find_game("caro")
    assert {name: caro.with_rules(name).rules_text() for name in caro.presets} == {
        "Tự do": "",
        "Việt Nam": "Việt Nam",
        "Gomoku": "Gomoku",
        "Swap2": "Swap2",
        "Renju": "Renju",
    }


def test_choices_are_read_in_the_users_language() -> None:
    swap2 = game("opening=swap2")
    position = swap2.start()
    for text in ("h8", "i9", "j10"):
        position = position.play(swap2.parse_move(position, text))
    for language in ("en", "vi"):
        set_language(language)
        for move in position.legal_moves()[-2:]:
            for style in ("coordinates", "record", "display"):
                assert swap2.parse_move(position, swap2.format_move(position, move, style)) == move


@pytest.mark.parametrize(
    ("text", "name"), [("8,8", "h8"), ("1, 15", "a15"), ("15,1", "o1"), ("h 8", "h8"), ("３，４", "c4"), ("4;3", "d3")]
)
def test_cells_by_numbers_and_with_spaces(text: str, name: str) -> None:
    """The column from the left, and the row as it is numbered next to the board."""
    start = game().start()
    assert game().parse_move(start, text) == game().parse_move(start, name)


@pytest.mark.parametrize(
    ("text", "error"), [("16,1", "the board ends at o15"), ("1,16", "the board ends"), ("23,1", "is not a move")]
)
def test_numbers_off_the_board(text: str, error: str) -> None:
    with pytest.raises(NotationError, match=error):
        game().parse_move(game().start(), text)


def test_a_record_with_cells_in_other_forms() -> None:
    (record,) = pgn.read('[Game "Gomoku"]\n\n1. h 8 i 9 2. 8,7 10,10 *')
    assert record.game.rules.win == "exactly_five"
    assert [record.tree.move_text(node) for node in record.tree.main_line()[1:]] == ["h8", "i9", "h7", "j10"]
