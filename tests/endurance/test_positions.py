"""Hostile texts of positions, moves and rules, set-ups and illegal moves, under every rule option of every game."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import KyVienError, NotationError, PositionError
from engine.core.game import games
from engine.core.outcome import Player
from engine.core.surface import Setup
from tests.endurance.cases import Tally, run_cases
from tests.engine.positions import random_position, random_setup
from tests.engine.records.formats.test_contract import PIECES

every_game = pytest.mark.parametrize("name", sorted(games()))
TRIES = 12
"""Hostile texts of each kind for each position."""


def damaged(text: str, others: list[str], rng: random.Random) -> str:
    """Return a text with some letters exchanged, or with a part of another one."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        put = rng.choice((rng.choice(PIECES), rng.choice(others)[: rng.randrange(9)], rng.choice(text or " ")))
        text = text[:at] + put + text[at + rng.choice((0, 1, 1, 2, 9)) :]
    return text


def check_text(position: Any, text: str) -> None:
    """Read a text as a position, which then reads itself and has legal moves with names."""
    try:
        read = position.game.parse_position(text)
    except (NotationError, PositionError) as error:
        assert str(error).strip() and "\n" not in str(error).replace(text, ""), text
        return
    again = position.game.parse_position(str(read))
    assert (str(again), again.key) == (str(read), read.key), text
    moves = read.legal_moves()
    if moves:
        move = moves[len(text) % len(moves)]
        assert position.game.parse_move(read, position.game.format_move(read, move)) == move, text


def check_move(position: Any, text: str) -> None:
    """Read a text as a move, which is legal then."""
    try:
        move = position.game.parse_move(position, text)
    except NotationError as error:
        assert str(error).strip(), text
    else:
        assert move in position.legal_moves(), text


def check_setup(game: Any, rng: random.Random) -> None:
    """Compose a set-up with wrong pieces, cells and numbers, or find its faults."""
    setup = random_setup(game, rng)
    pieces, counters = dict(setup.pieces), dict(setup.counters)
    surface = game.surface(game.compose(setup))
    cells = surface.rows * surface.columns
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(3)
        if kind == 0:
            pieces[rng.randrange(-2, cells + 2)] = rng.choice([*(each.id for each in surface.kinds), "?", "r", ""])
        elif kind == 1 and pieces:
            del pieces[rng.choice(sorted(pieces))]
        elif game.counters:
            counters[rng.choice(game.counters).name] = rng.choice((-1, 0, 1, 46, 10_000, 2**40))
    broken = Setup(pieces, rng.choice(tuple(Player)), counters)
    faults = game.faults(broken)
    if faults:
        with pytest.raises(PositionError):
            game.compose(broken)
    else:
        composed = game.compose(broken)
        assert str(game.parse_position(str(composed))) == str(composed)
        composed.legal_moves()


def check_rules(game: Any, rng: random.Random) -> None:
    """Read a damaged text of rules."""
    presets = [*type(game).presets, "", "size=9", "komi=1e9"]
    text = damaged(game.rules_text() or rng.choice(presets), presets, rng)
    try:
        read = type(game).with_rules(text)
    except KyVienError as error:
        assert str(error).strip(), text
    else:
        assert type(game).with_rules(read.rules_text()) == read, text


def fuzz(name: str, seed: int, count: int) -> Tally:
    def case(rng: random.Random) -> int:
        position = random_position(name, rng.randrange(2**32), rng.choice((0, 3, 10, 40)))
        game, moves = position.game, position.legal_moves()
        names = [game.format_move(position, move, rng.choice(game.notations or ("",))) for move in moves[:40]] or [""]
        texts = [str(position), str(game.start()), *names]
        legal = set(moves)
        for _ in range(TRIES):
            check_text(position, damaged(str(position), texts, rng))
            check_move(position, damaged(rng.choice(names), texts, rng))
            number = rng.choice((rng.randrange(2**16), rng.randrange(-5, 400), 2**31 - 1, -(2**31), 2**70))
            if number not in legal:
                with pytest.raises(ValueError, match="not a legal move"):
                    position.play(number)
        for _ in range(2):
            check_setup(game, rng)
            check_rules(game, rng)
        assert position.legal_moves() == moves
        return 3 * TRIES + 4

    return run_cases(f"positions and moves of {name}", seed, count, case)


@every_game
def test_some_positions(name: str, seed: int) -> None:
    fuzz(name, seed, 400)


@pytest.mark.slow
@every_game
def test_many_positions(name: str, seed: int, figure: Callable[[str], None]) -> None:
    figure(str(fuzz(name, seed, 35_000)))
