"""Forcing moves and the answers to them, by plain definitions. Those of caro are in ``test_caro_search``."""

from typing import Any

import pytest

from engine.core.game import find_game, games
from tests.engine.conftest import COMPILED, sampled
from tests.engine.games.test_exchange import random_positions
from tests.engine.games.test_hooks import king_attacked, zero_attacked

ATTACKED = {"chess": king_attacked, "xiangqi": king_attacked, "cotoan": zero_attacked}
THREATENING = {*ATTACKED, "caro"}
some = sampled(120 if COMPILED else 6, 3_000)


def wins(position: Any, move: int) -> bool:
    """Whether a move ends the game by a rule other than the lack of a legal move, and its side wins."""
    after = position.play(move)
    return bool(after.is_finished and after.outcome().winner is position.turn)


@pytest.mark.parametrize("name", sorted(games()))
def test_which_games_define_threats(name: str) -> None:
    found = 0
    for position, _ in random_positions(name, 60 if COMPILED else 10):
        assert position.defines_threats == (name in THREATENING)
        found += bool(position.forcing_moves(2) or position.forced_answers())
        if name not in THREATENING:
            assert not found
    assert found or name not in THREATENING or not COMPILED


@pytest.mark.parametrize("name", sorted(ATTACKED))
@some
def test_forcing_moves_attack_what_decides_the_game(name: str, count: int) -> None:
    """All of them and no other, in the order of the legal moves; a move of cờ toán that wins at once is alone."""
    found = won = 0
    for position, _ in random_positions(name, count):
        moves = position.legal_moves()
        at_once = [move for move in moves if wins(position, move)] if name == "cotoan" else []
        expected = at_once[:1] or [
            move
            for move in moves
            if not (name == "cotoan" and position.play(move).is_finished) and ATTACKED[name](position.play(move))
        ]
        assert position.forcing_moves(1) == position.forcing_moves(2) == expected, (str(position), position.game)
        found += len(expected)
        won += len(at_once)
    assert found or not COMPILED
    assert won or name != "cotoan" or not COMPILED


@pytest.mark.parametrize("name", sorted(ATTACKED))
@some
def test_a_move_that_is_no_answer_loses_at_once(name: str, count: int) -> None:
    """There are answers exactly where there is a threat and a legal move."""
    threatened = omitted = 0
    for position, _ in random_positions(name, count):
        answers, moves = position.forced_answers(), position.legal_moves()
        assert bool(answers) == bool(moves and ATTACKED[name](position)), str(position)
        if not answers:
            continue
        threatened += 1
        assert set(answers) <= set(moves)
        for move in set(moves) - set(answers):
            after = position.play(move)
            assert any(wins(after, reply) for reply in after.legal_moves()), (str(position), move)
            omitted += 1
        if name != "cotoan":
            assert answers == moves
    assert threatened or not COMPILED
    assert omitted or name != "cotoan" or not COMPILED


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("chess", "6k1/5ppp/8/8/8/8/8/RK6 w - - 0 1", "Ra8#"),
        ("xiangqi", "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1", ""),
    ],
)
def test_a_mate_is_a_forcing_move(name: str, text: str, key: str) -> None:
    position = find_game(name)().parse_position(text)
    after = {move: position.play(move) for move in position.legal_moves()}
    mates = [move for move, each in after.items() if each.is_in_danger and each.outcome() is not None]
    assert mates and set(mates) <= set(position.forcing_moves())
    assert not key or position.game.parse_move(position, key) in mates


def test_a_draw_is_possible_unless_the_game_excludes_it() -> None:
    for name in sorted(games()):
        for position, _ in random_positions(name, 40 if COMPILED else 5):
            outcomes = [position.play(move).outcome() for move in position.legal_moves()[:20]]
            if any(each is not None and each.winner is None for each in outcomes):
                assert position.can_be_drawn, name
            assert position.can_be_drawn == (name not in ("minigo", "nim"))
