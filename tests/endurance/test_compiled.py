"""Compiled and uncompiled games agree move by move, in random games under random rules."""

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import find_game, games
from tests.endurance.stalls import ROOT
from tests.engine.conftest import COMPILED
from tests.engine.positions import random_game

pytestmark = [
    pytest.mark.slow, pytest.mark.unsanitized, pytest.mark.skipif(not COMPILED, reason="not compiled"),
]  # fmt: skip
GAMES = 30
MOST_PLIES = 80
PROGRAM = """
import sys
from tests.endurance.test_compiled import facts
for line in facts(sys.argv[1], int(sys.argv[2])):
    print(line)
"""


def facts(name: str, seed: int) -> Iterator[str]:
    """Play random games; yield a line for each ply with a digest of everything that a search uses."""
    for number in range(GAMES):
        rng = random.Random(f"{name} {seed} {number}")
        game = random_game(find_game(name), rng)
        position = game.start()
        judges = [find_evaluation(name, each) for each in evaluations(name)]
        for ply in range(MOST_PLIES):
            moves = position.legal_moves()
            scores = [judge.score(position) for judge in judges] if moves else []
            seen = (
                str(position), position.key, moves, position.noisy_moves(), str(position.outcome()), position.history,
                scores, [str(game.shape(position, move)) for move in moves[:20]],
            )  # fmt: skip
            digest = hashlib.sha256(repr(seen).encode()).hexdigest()[:16]
            yield f"game {number} ({game.rules_text()}), ply {ply}: {digest} {position!s:.60}".replace("\n", " ")
            if not moves:
                break
            position = position.play(rng.choice(moves))


@pytest.mark.parametrize("name", sorted(games()))
def test_games_agree_move_by_move(name: str, seed: int, figure: Callable[[str], None]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, str(seed)],
        capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "KYVIEN_PURE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    uncompiled, compiled = done.stdout.splitlines(), list(facts(name, seed))
    for ours, theirs in zip(compiled, uncompiled, strict=True):
        assert ours == theirs
    figure(f"{name}, seed {seed}: {GAMES} games, {len(compiled)} positions equal in both modes")
