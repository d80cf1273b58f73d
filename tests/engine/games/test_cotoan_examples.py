"""The thirteen worked examples of the rules, drawn, and the complete table of captures."""

import pytest

from engine.core.outcome import Outcome, Player, Termination
from engine.games.cotoan.game import Cotoan, Rules, distances, sums
from tests.engine.games.drawing import attacked, captures, cell, draw, position_of

# 1-3: 8 behind 5.
EIGHT_FIVE = """
 6  .  .  .  r5
 5  .  .  .  r8
"""


def test_1_three_beyond_the_front_piece() -> None:
    position = draw(" 9  .  .  .  b9" + EIGHT_FIVE)
    assert captures(position) == ["8d5x9d9"]
    move = position.game.parse_move(position, "d5d9")
    shape = position.game.shape(position, move)
    assert (shape.origin, shape.target, shape.captured, shape.support, shape.hint) == (
        cell("d5"),
        cell("d9"),
        (cell("d9"),),
        (cell("d6"),),
        "8−5",
    )
    after = position.play(move)
    standing = position.game.surface(after).pieces
    assert standing[cell("d9")] == "r8" and standing[cell("d6")] == "r5" and cell("d5") not in standing
    assert after.score_points == (9, 0)


def test_2_the_quotient_and_a_screen() -> None:
    screened = """
 9  .  .  .  b9
 7  .  .  .  b4
"""
    assert captures(draw(screened + EIGHT_FIVE)) == ["8d5x4d7"]


@pytest.mark.parametrize("screen", ["b4", "r4"])
def test_3_a_piece_of_either_side_screens(screen: str) -> None:
    assert captures(draw(f" 9  .  .  .  b9\n 8  .  .  .  {screen}" + EIGHT_FIVE)) == []


def test_4_backward() -> None:
    assert captures(draw(EIGHT_FIVE + " 2  .  .  .  b3")) == ["5d6x3d2"]
    assert attacked(EIGHT_FIVE, "d6") == ["d2"]


ONE_TWO = """
 5  .  .  .  .  r1 r2 .  .  .
"""


def test_5_one_and_two_as_in_the_figure() -> None:
    assert attacked(ONE_TWO, "e5") == ["g5", "h5", "i5"]
    assert attacked(ONE_TWO, "f5") == ["b5", "c5", "d5"]
    assert attacked(ONE_TWO, "e5", "mod_small=off") == ["h5", "i5"]
    assert attacked(ONE_TWO, "f5", "mod_small=off") == ["b5", "c5", "d5"]


TWO_ONE_DIAGONAL = """
 6  .  .  .  .  r2 .  .  .  .
 5  .  .  .  .  .  r1 .  .  .
"""


def test_6_diagonal_as_in_the_figure() -> None:
    assert attacked(TWO_ONE_DIAGONAL, "e6") == ["i2", "h3", "g4"]
    assert attacked(TWO_ONE_DIAGONAL, "f5") == ["d7", "c8", "b9"]
    assert attacked(TWO_ONE_DIAGONAL, "f5", "mod_small=off") == ["c8", "b9"]


def test_7_off_the_board() -> None:
    assert attacked(" 7  .  r4 r2 .  .  .  .  .  .", "b7") == ["e7", "i7"]


def test_8_a_sum_of_ten_is_void() -> None:
    assert attacked(" 4  .  .  r4\n 3  .  .  r6", "c3") == ["c5", "c6", "c8"]
    assert attacked(" 4  .  .  r6\n 3  .  .  r4", "c3") == ["c8"]


def test_9_taking_the_zero() -> None:
    position = draw(" 6  .  .  .  .  r3\n 5  .  .  .  .  r7")
    assert captures(position) == ["7e5x0e10#"]
    after = position.play(position.game.parse_move(position, "e5e10"))
    assert after.outcome() == Outcome(Player.FIRST, Termination.ZERO)
    assert after.legal_moves() == [] and after.score_points == (0, 0)
    assert captures(draw(" 6  .  .  .  .  r1\n 5  .  .  .  .  r9")) == []


def test_10_five_results() -> None:
    nine_four = """
 4  .  .  r4 .  .  .  .  .  .
 3  .  r9 .  .  .  .  .  .  .
"""
    assert attacked(nine_four, "b3") == ["d5", "e6", "f7", "h9", "i10"]


def test_11_the_longest_capture() -> None:
    position = draw("11  b1\n 2  r2\n 1  r7")
    assert captures(position) == ["7a1x1a11"]


def test_12_the_zero_as_front_piece() -> None:
    behind_zero = """
 7  .  .  .  .  b9
 1  .  .  .  .  r5
"""
    assert captures(draw(behind_zero)) == []
    assert captures(draw(behind_zero, rules="zero_helper=on")) == ["5e1x9e7"]


def test_13_blue_captures_downwards() -> None:
    downwards = """
 7  .  .  .  b8
 6  .  .  .  b5
 3  .  .  .  r9
"""
    assert captures(draw(downwards, turn="b")) == ["8d7x9d3"]
    assert captures(draw(downwards, turn="r")) == []


# The table of the rules, section 5b: distances from the front piece; rows rear, columns front.
TABLE = """
    -   123   134  145   156  167  178  189  19
   123   -    256  268   27   28   249  26   128
   234  156    -   237   358  389  13   134  237
   345  268   127   -    49   4    148  24   346
   456  1237  1258 19     -   15   25   35   45
   567  2348  2389 124   1     -   236  468  456
   678  13459 124  138   125  123   -   567  367
   789  46    1245 24    13   1248 156   -   278
   89   1478  2367 12356 145  1345 1236 127   -
"""
CELLS = {
    (rear, front): set(map(int, digits.replace("-", "")))
    for rear, line in enumerate(TABLE.strip().splitlines(), 1)
    for front, digits in enumerate(line.split(), 1)
    if rear != front
}


def reached(rear: int, front: int, rules: str = "") -> set[int]:
    """Distances at which ``rear`` on a1 takes a piece beyond ``front`` on a2: all nine are on the board."""
    found = set()
    for distance in range(1, 10):
        position = position_of({13: "r0", 85: "b0", 0: f"r{rear}", 9: f"r{front}", 9 + 9 * distance: "b1"}, rules=rules)
        if any(position.game.shape(position, move).support == (9,) for move in position.noisy_moves()):
            found.add(distance)
    return found


def test_the_whole_table_by_captures_on_the_board() -> None:
    assert len(CELLS) == 72
    assert {pair: reached(*pair) for pair in CELLS} == CELLS
    assert [pair for pair, numbers in CELLS.items() if len(numbers) == 5] == [(7, 2), (9, 4)]


def test_the_table_without_the_remainder_of_a_smaller_piece() -> None:
    kept = {(2, 6), (4, 6), (5, 7), (5, 9)}
    expected = {
        (rear, front): numbers - {rear} if front > rear and (rear, front) not in kept else numbers
        for (rear, front), numbers in CELLS.items()
    }
    assert sum(expected[pair] != CELLS[pair] for pair in CELLS) == 32
    assert {pair: reached(*pair, "mod_small=off") for pair in CELLS} == expected
    assert expected[1, 2] == {2, 3}


@pytest.mark.parametrize("rear", range(1, 10))
def test_a_zero_in_front_gives_the_rear_piece_itself(rear: int) -> None:
    """From e1 over the zero on e2. The eighth square beyond holds the other zero, which hides the ninth."""
    pieces = {13: "r0", 85: "b0", 4: f"r{rear}"}
    found = set()
    for distance in range(1, 9):
        board = pieces if distance == 8 else {**pieces, 13 + 9 * distance: "b1"}
        if position_of(board, rules="zero_helper=on").noisy_moves():
            found.add(distance)
    assert found == ({rear} if rear < 9 else set())
    assert position_of({**pieces, 40: "b1"}).noisy_moves() == []


# Other options, counted from the rules by hand.
@pytest.mark.parametrize(
    "rules, rear, front, expected",
    [
        ("ops=a", 8, 5, {3}),
        ("ops=s", 8, 5, {3}),
        ("ops=s", 5, 8, set()),
        ("ops=s,abs_sub=on", 5, 8, {3}),
        ("ops=m", 8, 5, set()),  # 40: a zero is void
        ("ops=m", 7, 8, {6}),
        ("ops=d", 8, 5, {1}),
        ("ops=d,quotient=exact-only", 8, 5, set()),
        ("ops=d,quotient=exact-only", 8, 4, {2}),
        ("ops=r", 8, 5, {3}),
        ("ops=r", 5, 8, {5}),
        ("ops=r,mod_small=off", 5, 8, set()),
        ("ops=", 8, 5, set()),
        ("abs_sub=on", 5, 8, {3, 5}),
    ],
)
def test_options(rules: str, rear: int, front: int, expected: set[int]) -> None:
    assert reached(rear, front, rules) == expected


def test_distances_are_the_sums_that_count() -> None:
    """The table of the engine, its explanations for the calculator, and the table of the rules are one."""
    table = distances(Rules())
    for (rear, front), numbers in CELLS.items():
        assert table[rear][front] == numbers
        assert {each.distance for each in sums(Rules(), rear, front) if each.allowed} == numbers
    assert all(table[rear][0] == table[0][rear] == table[rear][rear] == frozenset() for rear in range(1, 10))


def test_explanations() -> None:
    assert [(each.text, each.result, each.distance, each.reason) for each in sums(Rules(), 5, 8)] == [
        ("5−8", -3, 0, "the difference is negative"),
        ("5+8", 13, 3, ""),
        ("5×8", 40, 0, "result 0 does not count"),
        ("5:8", 0, 0, "result 0 does not count"),
        ("5 mod 8", 5, 5, ""),
    ]


def test_reckonings_of_a_piece() -> None:
    position = draw(" 9  .  .  .  b9" + EIGHT_FIVE)
    rows = position.game.reckonings(position, cell("d5"))
    name = position.game.surface(position).cell_name
    assert [(row.text, row.target and name(row.target), row.verdict) for row in rows] == [
        ("8−5 = 3", "d9", "captures"),
        ("8+5 = 13 → 3", "d9", "captures"),
        ("8×5 = 40 → 0", None, "result 0 does not count"),
        ("8:5 = 1", "d7", "nothing to take"),
        ("8 mod 5 = 3", "d9", "captures"),
    ]
    assert {row.move for row in rows if row.move is not None} == {position.game.parse_move(position, "d5d9")}
    assert position.game.reckonings(position, cell("e2")) == [] == position.game.reckonings(position, 99)
    assert position.game.reckonings(position, cell("a1")) == []


def test_presets() -> None:
    rules = {name: Cotoan.with_rules(preset=name).rules for name in Cotoan.presets}
    assert rules["Chuẩn"] == Rules()
    assert rules["HUST-15"] == Rules(repetition=False, no_capture=None)
    assert rules["HUST-25"] == Rules(mod_small=False, target=25)
    assert rules["UIT"] == Rules(zero_helper=True)
    assert rules["MChess"] == Rules(zero_helper=True, mod_small=False)
    assert rules["Trẻ em"] == Rules(ops="as")


def test_blue_may_begin() -> None:
    position = Cotoan.with_rules("first=blue").start()
    assert position.turn is Player.SECOND
    assert len(position.legal_moves()) == 87
    after = position.play(position.legal_moves()[0])
    assert (position.number, after.number, after.turn) == (1, 2, Player.FIRST)
