"""One recorded game of each registered game, every answer written out. ``--update-golden`` rewrites; read the diff."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.evaluation import NETWORK, evaluations, find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from tests.engine.positions import FINISHED

SEED, PLIES = 1221, 60  # cờ toán: five captures, won by points


def drawing(position: Any) -> Iterator[str]:
    surface = position.game.surface(position)
    for row in range(surface.rows - 1, -1, -1):
        cells = (surface.pieces.get(row * surface.columns + column, ".") for column in range(surface.columns))
        yield f"{surface.row_names[row]:>3} " + " ".join(f"{cell:2}" for cell in cells).rstrip()
    yield "    " + " ".join(f"{name:2}" for name in surface.column_names).rstrip()


def wrapped(words: list[str], width: int = 100) -> Iterator[str]:
    line = " "
    for word in words:
        if len(line) + 1 + len(word) > width:
            yield line
            line = " "
        line += " " + word
    if line.strip():
        yield line


def answers(position: Any) -> Iterator[str]:
    """All facts of a position."""
    game = position.game
    yield f"position {position}"
    yield f"key {position.key:016x}"
    yield f"counters {position.counters}"
    yield from drawing(position)
    for tally in game.tallies(position):
        yield f"{tally.label} {tally.values} of {tally.target}, taken {tally.pieces}"
    outcome = position.outcome()
    if outcome is None:
        for name in evaluations(game.name):
            if name != NETWORK:  # training changes it
                yield f"{name} {find_evaluation(game.name, name).score(position)}"
    moves = position.legal_moves()
    yield f"legal moves {len(moves)}"
    yield from wrapped([game.format_move(position, move, "coordinates") for move in moves])
    noisy = [game.format_move(position, move, "display") for move in position.noisy_moves()]
    yield f"noisy moves {len(noisy)}"
    yield from (f"  {name}" for name in noisy)
    for player in Player:
        attacked = [game.surface(position).cell_name(shape.target) for shape in game.attacks(position, player)]
        yield f"{game.sides[player]} attacks {' '.join(attacked) or '–'}"
    if outcome is not None:
        winner = "nobody" if outcome.winner is None else game.sides[outcome.winner]
        yield f"outcome {outcome.result}, {winner} by {outcome.termination.value}"


def playthrough(name: str) -> Iterator[str]:
    game = find_game(name)()
    rng = random.Random(SEED)
    position = game.start()
    yield f"# A game of {name}: random moves, now and then a noisy one; see test_playthrough.py."
    yield f"rules {game.rules_text() or 'default'}"
    for ply in range(PLIES):
        yield ""
        yield f"ply {ply}"
        yield from answers(position)
        moves = position.legal_moves()
        if not moves:
            return
        noisy = position.noisy_moves()
        move = rng.choice(noisy) if noisy and rng.random() < 0.5 else rng.choice(moves)
        yield f"move {game.format_move(position, move)}"
        position = position.play(move)


@pytest.mark.parametrize("name", FINISHED)
def test_playthrough(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"playthroughs/{name}.txt", "\n".join(playthrough(name)) + "\n")
