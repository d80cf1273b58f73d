"""Positions as values, and the doors through which numbers reach compiled memory."""

import random
from typing import Any

import pytest

from engine.core.game import find_game
from engine.games.cotoan.game import distances
from engine.games.cotoan.position import CotoanPosition, Tables
from tests.engine.positions import random_play


def build(
    pieces: Any = ((0, 27), (16, 115)),
    side: int = 0,
    points: tuple[int, int] = (0, 0),
    since_capture: int = 0,
    number: int = 1,
    keys: Any = (),
) -> CotoanPosition:
    game = find_game("cotoan")()
    tables = Tables(distances(game.rules), 15, 100, True, False)
    return CotoanPosition(game, tables, pieces, side, points, since_capture, number, keys)


@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": ((26, 30),)},
        {"pieces": ((10, 30),)},
        {"pieces": ((-1, 30),)},
        {"pieces": ((1, 0),)},
        {"pieces": ((1, 143),)},
        {"pieces": ((1, -5),)},
        {"pieces": ((1, 10**6),)},
        {"pieces": ((1, 30), (2, 30))},
        {"pieces": ((1, 30), (1, 31))},
        {"side": 2},
        {"side": -1},
        {"points": (91, 0)},
        {"points": (0, -1)},
        {"since_capture": -1},
        {"since_capture": 30_001},
    ],
)
def test_what_would_leave_the_board_is_refused(wrong: dict[str, Any]) -> None:
    assert build().outcome() is not None  # no pair: the set-up itself is sound
    with pytest.raises(ValueError, match=r"cannot be put|two cells|out of range"):
        build(**wrong)


@pytest.mark.parametrize("cell", [-1, 143, 10**9])
def test_cells_off_the_board_are_refused(cell: int) -> None:
    with pytest.raises((IndexError, OverflowError)):
        find_game("cotoan")().start().piece_at(cell)


def test_distances_of_another_shape_are_refused() -> None:
    with pytest.raises((IndexError, TypeError, ValueError, OverflowError)):
        Tables([[frozenset({1})]], 15, 100, True, False)


def test_a_position_never_set_up_is_harmless() -> None:
    blank = CotoanPosition.__new__(CotoanPosition)
    assert blank.legal_moves() == [] == blank.noisy_moves()
    assert blank.copy().legal_moves() == []


def test_positions_of_two_kinds_do_not_mix() -> None:
    start = find_game("cotoan")().start()
    with pytest.raises(TypeError):
        start._become("start")
    assert start != 5 and start != str(start)


def test_long_games_grow_their_memory() -> None:
    """Hundreds of quiet plies, each key kept; repetition is still seen at the end."""
    game = find_game("cotoan").with_rules("repetition=off,no_capture=none,target=none")
    position = game.start()
    names = ("i1i2", "a11a10", "i2i1", "a10a11")
    for ply in range(700):
        position = position.play(game.parse_move(position, names[ply % 4]))
    assert position.plies_since_capture == 700 and position.number == 351 and position.ply == 700
    assert position.key == game.start().key
    strict = find_game("cotoan").with_rules("no_capture=none").start()
    ends = []
    for ply in range(8):
        strict = strict.play(strict.game.parse_move(strict, names[ply % 4]))
        ends.append(strict.outcome() is not None)
    assert ends == [False] * 7 + [True]
    assert len(strict.history) == 1 + 8


def test_history_forgets_what_a_capture_made_final() -> None:
    rng = random.Random(3)
    line = random_play(find_game("cotoan").with_rules("target=none").start(), 200, rng, noisy=1.0)
    assert any(later.plies_since_capture == 0 for later in line[1:])
    for position in line:
        assert position.history[0] == position.counters[0] == position.plies_since_capture
        assert len(position.history) == 1 + position.plies_since_capture
