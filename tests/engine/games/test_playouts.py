"""Playouts and priors of positions, in every game: what Monte Carlo searches ask of a position."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.core.game import find_game, games
from engine.core.outcome import Player
from engine.core.playout import Playout
from engine.core.score import MAX_PLY
from tests.engine.conftest import COMPILED, sampled
from tests.engine.games.test_exchange import random_positions
from tests.engine.games.test_hooks import facts

FIRST_WON, DRAWN, SECOND_WON, UNFINISHED = 2, 1, 0, 3
every_game = pytest.mark.parametrize("name", sorted(games()))
some = sampled(60 if COMPILED else 4, 1_000)


def winner_of(result: int) -> Player | None:
    return {FIRST_WON: Player.FIRST, SECOND_WON: Player.SECOND, DRAWN: None}[result]


def replayed(position: Any, playout: Playout, *, allows: bool) -> Any:
    """The position after the moves of a playout, or None if a rule that playouts of the game omit forbids one."""
    for number, move in enumerate(playout.played):
        if allows and position.is_finished and set(playout.played[number:]) == {position.game.size**2}:
            return position  # A playout does not count a pass before it, and so ends one pass later.
        if move not in position.legal_moves():
            assert allows and not position.is_finished, (str(position), move)
            assert move != position.ko_point and not position.is_suicide(move)
            return None
        position = position.play(move)
    return position


@every_game
@some
def test_a_playout_is_a_game_and_restores_the_position(name: str, count: int) -> None:
    """Its moves are legal, its result is that of the game it played, and the position is as before."""
    finished = compared = 0
    playout = Playout(7)
    for position, _ in random_positions(name, count):
        before = facts(position)
        after = position.played_out(playout)
        assert facts(after) == before == facts(position)
        assert 0 <= playout.count == len(playout.played) <= playout.most
        end = replayed(position, playout, allows=name == "go")  # Superko is not looked at.
        if playout.result == UNFINISHED:
            assert playout.count >= min(MAX_PLY, playout.most)
            continue
        finished += 1
        if end is None:
            continue
        outcome = end.outcome()
        if name == "go" and position.game.rules.rule_set == "japanese":  # Counted by area.
            continue
        if outcome is None:
            assert name == "go"  # A pass before the playout, or too many moves.
            continue
        compared += 1
        assert outcome.winner == winner_of(playout.result), (str(position), playout.played)
    assert finished > 0 or name in ("chess", "xiangqi", "cotoan")
    assert compared > finished // 2 or not finished


@every_game
def test_a_playout_ends_after_the_moves_allowed(name: str) -> None:
    position = find_game(name)().start()
    playout = Playout(3)
    playout.most = 0
    position.played_out(playout)
    assert (playout.count, playout.result) == (0, UNFINISHED)
    playout.most = 2
    position.played_out(playout)
    assert playout.count == 2 or (playout.count < 2 and playout.result != UNFINISHED)
    for most in (-1, 1201):
        playout.most = most
        with pytest.raises(ValueError, match="playout"):
            position.played_out(playout)


@every_game
@some
def test_equal_seeds_give_equal_playouts(name: str, count: int) -> None:
    different = 0
    for position, rng in random_positions(name, max(2, count // 20)):
        seed = rng.getrandbits(64)
        first, second, third = Playout(seed), Playout(seed), Playout(seed + 1)
        for each in (first, second, third):
            position.played_out(each)
        assert (first.played, first.result) == (second.played, second.result)
        first.reseed(seed)
        position.played_out(first)
        assert first.played == second.played
        different += third.played != first.played
    assert different > 0 or name == "trees" or not COMPILED


@every_game
@some
def test_priors_are_in_range(name: str, count: int) -> None:
    """A game that defines none treats all of its moves alike."""
    found = set()
    for position, _ in random_positions(name, count):
        for move in position.legal_moves():
            found.add(position.prior_of(move))
    assert all(-100 <= prior <= 100 for prior in found)
    assert (len(found) > 1) == (name in ("caro", "go", "minigo"))


@pytest.mark.parametrize("name", ["nim", "tictactoe", "trees"])
def test_every_move_is_drawn_if_a_game_prefers_none(name: str) -> None:
    position = find_game(name)().start()
    playout = Playout(1)
    seen = {}
    for _ in range(1000):
        position.played_out(playout)
        seen[playout.played[0]] = seen.get(playout.played[0], 0) + 1
    moves = position.legal_moves()
    assert sorted(seen) == sorted(moves)
    assert min(seen.values()) > 500 // len(moves)


def drawn(text: str) -> Any:
    """A position of Go 5×5 from a drawing with X (black, to move), O and dots."""
    game = find_game("go").with_rules("size=5")
    rows = [row.split() for row in text.strip().split("\n")][::-1]
    start = game.start()
    surface, setup = game.surface(start), game.setup(start)
    stones = {
        5 * r + c: surface.stone(Player("XO".index(sign)))
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign != "."
    }
    return game.compose(replace(setup, pieces=stones))


def test_priors_of_go() -> None:
    """A capture is better than an empty point, and an own eye and self-atari are worse."""
    position = drawn("""
        X . X . .
        X X X . .
        . . . . .
        O O . X O
        . O . X .
    """)
    prior = {move: position.prior_of(move) for move in position.legal_moves()}
    eye, pocket, capture, quiet = 4 * 5 + 1, 0, 2 * 5 + 4, 4 * 5 + 4
    assert prior[eye] == min(prior.values()) < 0
    assert pocket not in prior or prior[pocket] < 0
    assert (capture in prior and prior[quiet] < prior[13]) or prior[capture] >= prior[quiet]


def answers(position: Any, moves: list[str], count: int = 200) -> dict[str, int]:
    """How often each point is the first move of a playout after ``moves``."""
    game, here = position.game, position
    line = []
    for text in moves:
        line.append(game.parse_move(here, text))
        here = here.play(line[-1])
    playout, seen = Playout(), Counter()
    playout.most = 1
    for seed in range(count):
        playout.reseed(seed)
        assert facts(position.played_out(playout, line)) == facts(position)
        seen[game.format_move(here, playout.played[0])] += 1
    return dict(seen)


def test_playouts_of_go_answer_the_last_move() -> None:
    """Most playouts save a group that the last move put in atari, or capture a group that put itself in atari."""
    start = find_game("go").with_rules("size=9").start()
    saved = answers(start, ["E5", "E6", "A1", "D5", "A9", "F5"])
    assert saved.get("E4", 0) > 150
    taken = answers(start, ["E4", "J9", "D5", "J8", "E6", "E5"])
    assert taken.get("F5", 0) > 150


def test_playouts_of_go_fill_no_eyes() -> None:
    """In a finished game both sides pass, so the board is counted as it is."""
    position = drawn("""
        . X O . O
        X X O O O
        X . X O .
        X X X O O
        . X O O .
    """)
    playout = Playout()
    for seed in range(50):
        playout.reseed(seed)
        position.played_out(playout)
        assert playout.count < 20
        assert not {4 * 5, 4 * 5 + 3, 2 * 5 + 1, 2 * 5 + 4, 0, 4} & {
            move for at, move in enumerate(playout.played) if at % 2 == (move in (4 * 5 + 3, 2 * 5 + 4, 4))
        }
