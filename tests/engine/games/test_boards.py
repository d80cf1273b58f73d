"""Impossible boards from outside are refused in one sentence, by every way into a position."""

import pickle

import pytest

from engine.core.errors import KyVienError, PositionError
from engine.core.game import MOST_HISTORY, find_game, games
from engine.games.chess.position import ChessPosition
from tests.engine.games.boards import WAYS, send

TAKES_KING = "R3k3/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.unsanitized  # tests/endurance/test_boards.py tries more of them there
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", sorted(games()))
@pytest.mark.diagonal("name", "way")
def test_some_boards(name: str, way: str) -> None:
    """In this process, where a failure shows its traceback."""
    accepted = sum(send(name, way, f"{name} {way} {number}") for number in range(12))
    assert accepted > 0 or name == "trees"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("chess", TAKES_KING, "could take the king"),
        ("chess", "4k3/8/8/8/8/8/4p3/3K4 b - - 0 1", "could take the king"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "face each other"),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/3RK4 w - - 0 1", "in check"),
    ],
)
def test_a_king_that_can_be_taken(name: str, text: str, reason: str) -> None:
    game = find_game(name)()
    for read in (game.parse_position, lambda text: game.restore(text, ()), lambda text: game.restore(text, (0,))):
        with pytest.raises(PositionError, match=reason):
            read(text)
    restore = game.start().__reduce__()[0]
    with pytest.raises(PositionError, match=reason):
        restore(game, text, ())


def test_the_constructor_of_chess_refuses_it_too() -> None:
    game = find_game("chess")()
    pieces = [(3, 56), (13, 60), (5, 4)]
    with pytest.raises(ValueError, match="could take the king"):
        ChessPosition(game, pieces, 0, (None,) * 4, None, 0, 1, (100, 3))
    assert ChessPosition(game, pieces, 1, (None,) * 4, None, 0, 1, (100, 3)).is_check


def test_captures_of_the_side_that_gives_check() -> None:
    """They are shown next to the board, although no position has this side to move."""
    game = find_game("chess")()
    position = game.parse_position("4k3/4r3/8/b7/8/2P5/3PQ3/4K3 b - - 0 1")
    assert not position.is_check
    position = game.parse_position("4k3/8/8/b3p3/8/2P5/3PQ3/4K3 w - - 0 1").play(12 | 36 << 6)  # Qe2xe5+
    attacks = game.attacks(position, position.turn.other)
    assert [(shape.origin, shape.target) for shape in attacks] == [(36, 32)]  # the queen takes the bishop, not the king


def test_a_history_is_limited() -> None:
    for name in ("chess", "xiangqi", "go", "cotoan", "caro", "minigo"):
        start = find_game(name)().start()
        with pytest.raises(PositionError, match="20001 numbers of history"):
            start.game.restore(str(start), (0,) * (MOST_HISTORY + 1))


@pytest.mark.parametrize("number", [-1, 2**64, 10**30, 1.5, None, "x"])
def test_a_history_of_senseless_numbers(number: object) -> None:
    for name in ("chess", "xiangqi", "go", "cotoan"):
        start = find_game(name)().start()
        with pytest.raises(KyVienError):
            start.game.restore(str(start), (0, number, 5))  # type: ignore[arg-type]


def test_a_counter_may_exceed_the_limit_of_a_set_up_by_play() -> None:
    position = find_game("chess")().parse_position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 9999").play(60 | 52 << 6)
    assert position.number == 10_000
    assert pickle.loads(pickle.dumps(position)) == position
