"""What the rules pages state about every move: in random games, by the shapes of the moves.

``tests/engine/guide/statements.toml`` names the sentences and, for each, the test of it.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.game import Game, find_game
from engine.core.surface import MoveShape

pytestmark = pytest.mark.unsanitized  # the moves of random games, as in test_contract.py and test_hooks.py


def moves(name: str, rules: str = "", games: int = 5) -> Iterator[tuple[Any, Game, MoveShape]]:
    """Yield every legal move of the positions of random games, with the position and the game."""
    game = find_game(name).with_rules(rules)
    for seed in range(games):
        rng, position = random.Random(f"{name} {seed}"), game.start()
        for _ in range(60):
            legal = position.legal_moves()
            if not legal:
                break
            yield from ((position, game, game.shape(position, move)) for move in legal)
            position = position.play(rng.choice(legal))


@pytest.mark.parametrize("name", ["caro", "tictactoe"])
def test_marks_are_never_moved_or_removed(name: str) -> None:
    for position, game, shape in moves(name, games=2):
        before = game.surface(position).pieces
        after = game.surface(position.play(shape.move)).pieces
        assert after.items() >= before.items() and len(after) == len(before) + 1
        assert shape.origin is None and not shape.captured


def test_the_zero_never_moves_and_is_never_the_rear_piece() -> None:
    """The rear piece is the one that moves in a capture."""
    captures = 0
    for position, game, shape in moves("cotoan"):
        pieces = game.surface(position).pieces
        assert shape.origin is not None and pieces[shape.origin][1] != "0"
        captures += bool(shape.captured)
    assert captures > 30


def test_a_move_without_a_front_piece_never_captures() -> None:
    plain = 0
    for position, game, shape in moves("cotoan", games=2):
        pieces = game.surface(position).pieces
        if not shape.support:
            plain += 1
            assert not shape.captured and shape.target not in pieces
            assert sorted(game.surface(position.play(shape.move)).pieces.values()) == sorted(pieces.values())
        else:
            assert shape.captured == (shape.target,)
    assert plain > 1000


def test_the_one_moves_one_square() -> None:
    """A piece n moves 1 to n squares along a line."""
    for position, game, shape in moves("cotoan", games=2):
        surface = game.surface(position)
        if shape.support:
            continue
        assert shape.origin is not None and shape.target is not None
        rows = abs(shape.origin // surface.columns - shape.target // surface.columns)
        columns = abs(shape.origin % surface.columns - shape.target % surface.columns)
        assert 1 <= max(rows, columns) <= int(surface.pieces[shape.origin][1])
        assert 0 in (rows, columns) or rows == columns


def test_a_soldier_never_moves_back() -> None:
    sideways = 0
    for position, game, shape in moves("xiangqi"):
        surface = game.surface(position)
        if shape.origin is None or shape.target is None or surface.pieces[shape.origin] not in ("rp", "bp"):
            continue
        forward = 1 if surface.pieces[shape.origin] == "rp" else -1
        rows = shape.target // surface.columns - shape.origin // surface.columns
        across = (shape.origin // surface.columns >= 5) == (forward == 1)
        assert rows == forward or (rows == 0 and across)
        sideways += rows == 0
    assert sideways > 5


def test_a_move_of_nim_takes_one_counter_to_a_whole_heap() -> None:
    whole = 0
    for position, game, shape in moves("nim"):
        before, after = (game.surface(each).pieces.keys() for each in (position, position.play(shape.move)))
        taken = before - after
        columns = {cell % game.surface(position).columns for cell in taken}
        assert taken and after < before and len(columns) == 1, "at least one counter, of one heap"
        whole += not {cell for cell in after if cell % game.surface(position).columns in columns}
    assert whole > 5, "at most the whole heap"


@pytest.mark.parametrize(("size", "most"), [(7, 4), (8, 4), (9, 9), (12, 4), (13, 9), (19, 9)])
def test_small_boards_and_even_ones_have_at_most_four_handicap_stones(size: int, most: int) -> None:
    game = find_game("go").with_rules(f"size={size},handicap=9")
    assert len(game.surface(game.start()).pieces) == most


def test_with_a_half_point_no_game_of_go_is_a_draw() -> None:
    game = find_game("go").with_rules("size=5,komi=0.5")
    for seed in range(8):
        rng, position = random.Random(seed), game.start()
        while legal := position.legal_moves():
            position = position.play(rng.choice(legal))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner is not None
