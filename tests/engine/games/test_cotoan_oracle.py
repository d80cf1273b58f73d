"""The engine's cờ toán against a second, independent generator: moves, captures, points, ends, texts."""

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.game import find_game
from tests.engine.conftest import few, sampled
from tests.engine.games.cotoan_oracle import Oracle, move_name
from tests.engine.positions import random_cotoan_text, random_game

TERMINATIONS = {"zero", "points", "repetition", "no capture", "no pair left", "no legal move"}


def compare(position: Any, oracle: Oracle) -> tuple[str | None, str] | None:
    """Both must agree on everything; the outcome is returned."""
    game = position.game
    assert game.format_position(position) == oracle.text()
    where = f"{position} under {game!r}"
    expected = oracle.moves()
    moves = position.legal_moves()
    names = [game.format_move(position, move, "coordinates") for move in moves]
    assert len(set(moves)) == len(moves), where
    assert sorted(names) == sorted(move_name(move) for move in expected), where
    captures = {move_name(move): f"{piece[0]}{piece[1]}" for move, piece in expected.items() if piece is not None}
    standing = game.surface(position).pieces
    ours = {game.format_move(position, move, "coordinates"): game.shape(position, move) for move in moves}
    assert {name: standing[shape.captured[0]] for name, shape in ours.items() if shape.captured} == captures, where
    noisy = {game.format_move(position, move, "coordinates") for move in position.noisy_moves()}
    assert noisy == set(captures), where
    outcome = position.outcome()
    found = None
    if outcome is not None:
        found = (None if outcome.winner is None else "rb"[outcome.winner], outcome.termination.value)
    assert found == oracle.outcome(), where
    return found


@pytest.mark.parametrize("seed", few(range(3), (0,)))
def test_random_setups_under_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    captures = 0
    for _ in range(400):
        game = random_game(find_game("cotoan"), rng)
        text = random_cotoan_text(rng)
        if game.rules.target and min(map(int, text.split()[2:4])) >= game.rules.target:
            continue
        position = game.parse_position(text)
        compare(position, Oracle.read(game.rules, text))
        captures += len(position.noisy_moves())
    assert captures > 100, "set-ups too peaceful to test captures"


def takes_a_zero(oracle: Oracle) -> bool:
    """Whether a move of the side to move captures the zero; whether the game is over is not asked."""
    return any(piece is not None and piece[1] == 0 for piece in oracle.pseudo_moves().values())


@pytest.mark.parametrize("seed", few(range(3), (0,)))
def test_a_zero_in_danger_and_the_moves_out_of_it(seed: int) -> None:
    """Quiescence stands pat if the other side, had it the move, could not take the zero."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(250):
        game = random_game(find_game("cotoan"), rng)
        board, side, *rest = random_cotoan_text(rng).split()
        if game.rules.target and min(map(int, rest[:2])) >= game.rules.target:
            continue
        position = game.parse_position(" ".join((board, side, *rest)))
        if position.outcome() is not None:
            continue
        other = Oracle.read(game.rules, " ".join((board, "rb"[side == "r"], *rest)))
        assert position.stands_pat == (not takes_a_zero(other)), f"{position} under {game!r}"
        if position.stands_pat:
            continue
        oracle = Oracle.read(game.rules, game.format_position(position))
        safe = []
        for move in oracle.moves():
            after = oracle.play(move)
            if after.outcome() is not None or not takes_a_zero(after):
                safe.append(move_name(move))
        found = [game.format_move(position, move, "coordinates") for move in position.evasions()]
        first = game.format_move(position, position.legal_moves()[0], "coordinates")
        assert sorted(found) == (sorted(safe) or [first]), f"{position} under {game!r}"
        seen["lost" if not safe else "safe"] += 1
    assert seen["lost"] and seen["safe"]


def walk(seed: int, plies: int) -> tuple[str | None, str] | None:
    """Random play in step, from a random set-up or the start; how it ended."""
    rng = random.Random(seed)
    game = random_game(find_game("cotoan"), rng)
    text = random_cotoan_text(rng) if rng.random() < 0.8 else game.format_position(game.start())
    if game.rules.target and min(map(int, text.split()[2:4])) >= game.rules.target:
        return None
    position, oracle = game.parse_position(text), Oracle.read(game.rules, text)
    end = compare(position, oracle)
    for _ in range(plies):
        if end is not None:
            break
        found = oracle.moves()
        captures = sorted(move for move, taken in found.items() if taken is not None)
        move = rng.choice(captures if captures and rng.random() < 0.3 else sorted(found))
        position, oracle = position.play(game.parse_move(position, move_name(move))), oracle.play(move)
        end = compare(position, oracle)
    return end


@sampled(25, 60)
def test_random_play_under_random_rules_meets_every_end(count: int) -> None:
    ends = Counter((walk(seed, 40) or (None, "unfinished"))[1] for seed in range(count))
    assert set(ends) >= TERMINATIONS - {"repetition", "no legal move"}, ends


@pytest.mark.parametrize("zero_helper", [False, True])
@sampled(10, 25)
def test_repetition_and_exhaustion_with_few_pieces(zero_helper: bool, count: int) -> None:
    """Two small pieces a side, boxed in a corner, soon repeat; each position is compared on the way."""
    rng = random.Random(7)
    game = find_game("cotoan").with_rules(f"zero_helper={'on' if zero_helper else 'off'},target=none,no_capture=60")
    ends: Counter[str] = Counter()
    for _ in range(count):
        text = "b1b27/4b04/9/9/9/9/9/9/9/4r04/r1r27 r 0 0 0 1"
        position, oracle = game.parse_position(text), Oracle.read(game.rules, text)
        for _ in range(70):
            end = compare(position, oracle)
            if end is not None:
                ends[end[1]] += 1
                break
            # Stay near: go back where the last but one ply came from, most of the time.
            moves = sorted(oracle.moves())
            near = [move for move in moves if move[1][0] <= 2 and (move[1][1] <= 2 or move[1][1] >= 10)]
            move = rng.choice(near or moves)
            position = position.play(game.parse_move(position, move_name(move)))
            oracle = oracle.play(move)
    assert ends["repetition"] > count // 5, ends


def test_side_without_a_move() -> None:
    """Red's only piece, a 1 in a corner, is walled in; points decide."""
    wall = "9/4b04/9/9/9/9/9/9/9/b2b32r04/r1b47 r {} 0 1"
    for points, winner in (("0 0", None), ("0 3", "b"), ("4 3", "r")):
        text = wall.format(points)
        position = find_game("cotoan")().parse_position(text)
        oracle = Oracle.read(position.game.rules, text)
        assert compare(position, oracle) == (winner, "no legal move")
