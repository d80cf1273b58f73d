"""Evaluations of caro: equal to their definitions everywhere, and by hand where a picture is small."""

import random

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.surface import Setup
from engine.evaluation import caro
from tests.engine.conftest import sampled
from tests.engine.games.test_caro_oracle import RULES, crossing

PATTERNS, FOURS = find_evaluation("caro", "patterns"), find_evaluation("caro", "threes_and_fours")
CELLS = find_evaluation("caro", "threat_cells")


def test_threat_cells_is_the_default() -> None:
    assert type(find_evaluation("caro")) is type(CELLS)


@pytest.mark.parametrize("rules", [*RULES, "opening=swap2"])
@pytest.mark.parametrize("size", ["columns=5,rows=7", "columns=15,rows=15", "columns=22,rows=10"])
@sampled(2, 8)
@pytest.mark.diagonal("rules", "size")
def test_definitions(rules: str, size: str, count: int) -> None:
    """After set-up and after each move of a game, as kept move by move."""
    rng = random.Random(f"{rules} {size}")
    game = find_game("caro").with_rules(f"{size},{rules}" if rules else size)
    for number in range(count):
        position = game.start() if number == 0 or game.counters else crossing(game, rng)
        for _ in range(25):
            for evaluation in (PATTERNS, FOURS, CELLS):
                assert evaluation.score(position) == evaluation.definition(position), f"{evaluation.name} {position}"
            read = game.restore(str(position), position.history)
            assert read.window_sums == position.window_sums
            moves = position.likely_moves()
            position = position.play(rng.choice(moves))
            if position.outcome() is not None:
                break


def on_row(row: str, rules: str = "", turn: str = "x") -> tuple[int, int]:
    """Both evaluations with one row of stones in the middle of the board, o's view."""
    game = find_game("caro").with_rules(rules)
    text = "/".join([*["15"] * 7, row, *["15"] * 7])
    position = game.parse_position(f"{text} {turn}")
    return PATTERNS.score(position), FOURS.score(position)


def test_one_stone() -> None:
    """Twenty windows of one stone."""
    assert on_row("7x7") == (20, 0)
    assert on_row("7x7", turn="o") == (-20, 0)


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("7xxx5", 300),
        ("6oxxx5", 0),
        ("xxx12", 0),
        ("7xx1x4", 0),
        ("6xxxx5", 600),
        ("5oxxxx5", 600),
        ("5oxxxxo4", 0),
        ("xxxxo10", 600 - 600),
        ("3xxx2ooo4", 0),
        ("3xxx2oooo3", 300 - 600),
    ],
)
def test_open_threes_and_fours(row: str, value: int) -> None:
    assert on_row(row)[1] == value
    assert on_row(row, turn="o")[1] == -value


def test_patterns_knows_what_can_win() -> None:
    """Only windows of the row itself differ by rule; cells are numbered from 0."""
    free, caro, strict = (on_row("3oxxx2o5", rules)[0] for rules in ("", "win=caro", "win=caro,blocked=either"))
    # x in 4-8 is between two o; o in 7-11 is next to an x.
    assert (caro, strict) == (free - 45, free - 45 + 1)
    free, exact = (on_row("3xxx2x6", rules)[0] for rules in ("", "win=exactly_five"))
    # Five in 3-7, 4-8, 0-4, 5-9 or 6-10 would be six: three, three, two, two stones and one.
    assert exact == free - 45 - 45 - 8 - 8 - 1


def test_the_side_to_move_completes_its_four() -> None:
    x, o = on_row("6xxxx5")[0], on_row("6xxxx5", turn="o")[0]
    assert x > 20_000 and -10_000 > o > -20_000


def test_law_of_threat_cells() -> None:
    """What the score gains by the move is what the weights of the two sides differ by: on an empty board, the turn."""
    game = find_game("caro")()
    weights = caro.WEIGHTS
    empty = game.start()
    assert CELLS.score(empty) == weights["turn"]
    # An open three of x: x makes a straight four or a four at four cells, o only blocks.
    three = "/".join([*["15"] * 7, "7xxx5", *["15"] * 7])
    mover, waiter = (CELLS.score(game.parse_position(f"{three} {turn}")) for turn in "xo")
    assert mover > 443 > 0 > waiter and mover + waiter > weights["turn"]
    # The side that completes its four first wins.
    fours = "/".join([*["15"] * 7, "2oxxxx2ooooxo", *["15"] * 7])
    assert all(CELLS.score(game.parse_position(f"{fours} {turn}")) > 15_000 for turn in "xo")


def test_law_of_patterns() -> None:
    """On the same board, both sides' scores add up to the bonuses of the side to move: 20,000 for a four to complete.

    Two or more fours of the opponent cost 10,000 only a side that has none.
    """
    rng, sums = random.Random(3), set()
    game = find_game("caro").with_rules("columns=7,rows=7")
    for _ in range(300):
        cells = rng.sample(range(49), 24)
        pieces = {cell: "xo"[number % 2] for number, cell in enumerate(cells)}
        setups = [Setup(pieces, player) for player in Player]
        if any(game.faults(setup) for setup in setups):
            continue
        x, o = (game.compose(setup) for setup in setups)
        if x.outcome() is None and o.outcome() is None:
            sums.add(PATTERNS.score(x) + PATTERNS.score(o))
    assert sums == {0, 20_000, 10_000, 40_000}
