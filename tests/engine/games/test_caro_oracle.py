"""The engine and a second implementation agree: winners, legal moves, forbidden points, under every rule."""

import random
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.perft import divide, perft
from engine.core.surface import Setup
from engine.games.caro.game import FOULS
from tests.engine.conftest import sampled
from tests.engine.games.caro_oracle import Oracle, cell_of

RULES = ["", "win=exactly_five", "win=caro", "win=caro,blocked=either", "win=renju"]


def oracle_of(position: Any) -> Oracle:
    rules = position.game.rules
    return Oracle.read(rules.columns, rules.rows, rules.win, rules.blocked, str(position))


def winner(position: Any) -> str:
    outcome = position.outcome()
    if outcome is None:
        return ""
    return {None: "draw", Player.FIRST: "x", Player.SECOND: "o"}[outcome.winner]


def crossing(game: Any, rng: random.Random) -> Any:
    """A set-up of rows of one side that cross in an empty cell: where the rules differ."""
    columns, rows = game.rules.columns, game.rules.rows
    while True:
        pieces: dict[int, str] = {}
        for _ in range(rng.randint(1, 3)):
            side = rng.choice("xxo")
            middle = rng.randrange(columns), rng.randrange(rows)
            for right, up in rng.sample(((1, 0), (0, 1), (1, 1), (1, -1)), rng.randint(1, 4)):
                density = rng.choice((0.3, 0.45, 0.6, 0.9))
                first = rng.choice((-5, -3))
                for k in range(first, rng.choice((first + 6, 6))):
                    column, row = middle[0] + k * right, middle[1] + k * up
                    if not (0 <= column < columns and 0 <= row < rows) or k == 0:
                        continue
                    if rng.random() < density:
                        pieces[row * columns + column] = side
                    elif rng.random() < 0.15:
                        pieces[row * columns + column] = "o" if side == "x" else "x"
            pieces.pop(middle[1] * columns + middle[0], None)
        setup = game.empty_setup()
        setup = Setup(pieces, rng.choice(tuple(Player)), setup.counters)
        if not game.faults(setup):
            position = game.compose(setup)
            if position.outcome() is None:
                return position


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ["columns=5,rows=5", "columns=7,rows=6", "columns=9,rows=9"])
@sampled(10, 25)
@pytest.mark.diagonal("rules", "size")
def test_every_move_of_random_positions(rules: str, size: str, count: int) -> None:
    """Set-ups full of rows; after each legal move the same winner."""
    rng = random.Random(f"{rules} {size}")
    game = find_game("caro").with_rules(f"{size},{rules}" if rules else size)
    wins, asked = 0, 0
    while wins < 6 or asked < count:
        position = crossing(game, rng)
        oracle = oracle_of(position)
        moves = position.legal_moves()
        assert sorted(game.format_move(position, move) for move in moves) == sorted(oracle.moves())
        for move in moves:
            after = oracle.copy()
            after.play(cell_of(game.format_move(position, move)))
            assert winner(position.play(move)) == after.winner, f"{position} {game.format_move(position, move)}"
            wins += after.winner in ("x", "o")
        asked += 1


@pytest.mark.parametrize("rules", RULES)
def test_random_games_to_the_end(rules: str) -> None:
    rng = random.Random(rules)
    for size in ("columns=5,rows=5", "columns=6,rows=8", "columns=15,rows=15", "columns=22,rows=5"):
        game = find_game("caro").with_rules(f"{size},{rules}" if rules else size)
        position = game.start()
        oracle = oracle_of(position)
        while position.legal_moves():
            assert len(position.legal_moves()) == len(oracle.moves())
            move = rng.choice(position.likely_moves())
            oracle.play(cell_of(game.format_move(position, move)))
            position = position.play(move)
            assert winner(position) == oracle.winner
        assert oracle.moves() == []


@sampled(3, 10)
def test_forbidden_points_of_random_renju_positions(count: int) -> None:
    rng = random.Random(9)
    game = find_game("caro").with_rules("win=renju,columns=11,rows=11")
    reasons = ("", *FOULS[1:])
    seen = dict.fromkeys(reasons, 0)
    while min(seen.values()) < count:
        position = crossing(game, rng)
        oracle = oracle_of(position)
        points = position.forbidden_points
        for column, row in oracle.empty():
            if any(max(abs(column - other[0]), abs(row - other[1])) <= 2 for other in oracle.stones):
                foul = oracle.foul((column, row))
                assert reasons[points.get(row * 11 + column, 0)] == foul, f"{position} {column} {row}"
                seen[foul] += 1
            else:
                assert row * 11 + column not in points


def slow_perft(oracle: Oracle, depth: int) -> int:
    if depth == 0:
        return 1
    if oracle.winner:
        return 0
    total = 0
    for cell in oracle.empty():
        after = oracle.copy()
        after.play(cell)
        total += slow_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("rules", RULES)
def test_move_paths(rules: str) -> None:
    """Counts by first move from positions where lines are about to be won."""
    rng = random.Random(f"paths {rules}")
    game = find_game("caro").with_rules(f"columns=6,rows=5,{rules}" if rules else "columns=6,rows=5")
    for _ in range(6):
        position = crossing(game, rng)
        oracle = oracle_of(position)
        assert perft(position, 2) == perft(position, 2, bulk=False) == slow_perft(oracle, 2)
        if len(oracle.empty()) < 16:
            assert sum(dict(divide(position, 3)).values()) == slow_perft(oracle, 3)
