"""Moves, checks and ends against pyffish (Fairy-Stockfish), which is independent; skipped without it."""

import random
import re
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.outcome import Termination

pyffish = pytest.importorskip("pyffish")
pytestmark = pytest.mark.oracle

GAME = find_game("xiangqi").with_rules("repetition=none,no_capture=none")
POSITIONS = 2_500


def theirs(text: str) -> str:
    """A move with ranks from 0 instead of from 1."""
    return re.sub(r"([a-i])([0-9]+)", lambda match: f"{match[1]}{int(match[2]) - 1}", text)


def random_positions(seed: int, count: int) -> list[Any]:
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        position: Any = GAME.start()
        for _ in range(rng.choice((60, 200, 400))):
            found.append(position)
            moves, noisy = position.legal_moves(), position.noisy_moves()
            if not moves:
                break
            position = position.play(rng.choice(noisy if noisy and rng.random() < 0.3 else moves))
    return found


def test_moves_checks_and_ends() -> None:
    ends = 0
    for position in random_positions(1, POSITIONS):
        text = str(position)
        ours = {GAME.format_move(position, move, "coordinates") for move in position.legal_moves()}
        assert ours == {theirs(move) for move in pyffish.legal_moves("xiangqi", text, [])}, text
        assert position.in_check == pyffish.gives_check("xiangqi", text, []), text
        king = [cell for side, kind, cell in position.pieces if (side, kind) == (position.side, 0)]
        assert list(GAME.checked(position)) == (king if position.in_check else []), text
        over = not ours
        assert (position.outcome() is not None) == over
        if over:
            ends += 1
            outcome = position.outcome()
            assert outcome.winner is position.turn.other and outcome.termination is Termination.NO_MOVE
            assert pyffish.game_result("xiangqi", text, []) < 0
    assert ends > 3


def test_wxf_names() -> None:
    """The names of moves, with two or more of a kind on a file."""
    tandems = [
        "5k3/9/4P4/4P4/2PRP4/3R5/9/9/9/3AKA3 w - - 0 1",
        "3k5/9/4P4/4P4/2P1N4/4N4/C8/C8/9/3AKA3 w - - 0 1",
        "3k5/4P4/4P4/4P4/9/9/4P4/9/9/4K4 w - - 0 1",
        "3k5/9/3P1P3/3P1P3/9/9/9/9/4A4/3AK4 w - - 0 1",
        "2bak4/4a4/9/9/9/2p3p2/2p3p2/9/9/3AK4 b - - 0 1",
    ]
    positions = [GAME.parse_position(text) for text in tandems] + random_positions(2, 600)
    for position in positions:
        text = str(position)
        for move in position.legal_moves():
            origin, target = (f"{'abcdefghi'[cell % 9]}{cell // 9 + 1}" for cell in (move & 255, move >> 8))
            name = pyffish.get_san("xiangqi", text, origin + target, False, pyffish.NOTATION_XIANGQI_WXF)
            ours = GAME.notate(position, move, "wxf")
            # Fairy-Stockfish writes front and rear only where both pieces can go that way; we, as people do, always.
            assert ours == name or (ours[1] in "+-" and name[1].isdigit() and name[2:] == ours[2:]), text
            assert GAME.parse_move(position, name) == move
