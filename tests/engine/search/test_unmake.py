"""Searches of every game with an evaluation made of the key: an ``unmake`` that does not restore the key is noticed.

The expected value is that of a minimax that copies positions and never calls ``unmake``.
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.evaluation import KeyEvaluation
from engine.core.game import games
from engine.core.options import options_of
from engine.core.score import INFINITY, WIN_BOUND
from engine.search.report import Limit
from engine.search.search import algorithms
from engine.search.spec import Spec
from tests.engine.conftest import COMPILED, sampled
from tests.engine.positions import random_position

SOUND = [name for name, algorithm in algorithms().items() if algorithm.sound]
MOST_LEAVES = 1500 if COMPILED else 40
EVALUATION = KeyEvaluation(5)


def roots(game: str, count: int) -> list[tuple[Any, tuple[int, ...]]]:
    """Positions that are not over, each with as many of its moves as a search to depth 2 may have."""
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        plies = rng.choice((0, 2, 5, 20, 60))
        position = random_position(game, seed, plies)
        while position.is_finished and plies:  # In a short game most of these positions are the end.
            plies //= 2
            position = random_position(game, seed, plies)
        moves = position.legal_moves()
        if moves:
            found.append((position, tuple(rng.sample(moves, min(len(moves), max(2, MOST_LEAVES // len(moves)))))))
    return found


def searched(position: Any, name: str, depth: int, quiescence: int, moves: Sequence[int], **options: str) -> int:
    """The value that an algorithm finds, considering these moves at the root."""
    if quiescence:
        options |= {"quiescence": "on", "quiescence_depth": str(quiescence)}
    options["likely"] = "off"
    known = {option.name for option in options_of(algorithms()[name].Parameters)}
    text = f"{name}:{','.join(f'{key}={value}' for key, value in options.items() if key in known)}"
    *_, report = Spec.parse(text).build(EVALUATION).analyse(position, Limit(depth=depth), only=tuple(moves))
    assert report.score is not None
    return report.score.value


def copied(position: Any, depth: int, quiescence: int, moves: Sequence[int], ply: int = 0) -> int:
    """The same value found with ``play``, which copies positions.

    Args:
        position: a position that is not over.
        depth: plies to search.
        quiescence: plies of quiescence after them.
        moves: the moves considered in this position; those of quiescence if the depth is 0.
        ply: distance from the root.
    """
    if depth == 0 and (not quiescence or position.stands_pat):
        best, moves = EVALUATION.definition(position), moves if quiescence else ()
    else:
        best = -INFINITY
    left, calm = (depth - 1, quiescence) if depth else (0, quiescence - 1)
    for move in moves:
        after = position.play(move)
        noticed = after.is_finished or left or (calm and not after.stands_pat)
        if after.outcome() is not None and noticed:
            # A search with one move at the root finds how it ends without depending on what ``unmake`` leaves.
            value = searched(position, "negamax", min(left, 1) + 1, calm, [move])
            value += -ply if value > WIN_BOUND else ply if value < -WIN_BOUND else 0
        else:
            further = after.legal_moves() if left else after.noisy_moves() if after.stands_pat else after.evasions()
            value = -copied(after, left, calm, further, ply + 1)
        best = max(best, value)
    return best


@pytest.mark.parametrize("quiescence", [0, 2])
@pytest.mark.parametrize("game", list(games()))
@sampled(6, 24)
@pytest.mark.diagonal("quiescence", "game")
def test_the_key_is_restored(game: str, quiescence: int, count: int) -> None:
    values = set()
    for position, moves in roots(game, count):
        depth = 1 if quiescence else 2
        chosen = moves[:8] if quiescence else moves
        expected = copied(position, depth, quiescence, chosen)
        values.add(expected)
        for name in SOUND:
            found = searched(position, name, depth, quiescence, chosen, ordering="on")
            assert found == expected, f"{name}: {position}"
    assert len(values) > 1


def test_equal_positions_have_equal_scores() -> None:
    position = random_position("tictactoe", 1, 3)
    assert KeyEvaluation(1).score(position) == KeyEvaluation(1).score(position.copy())
    assert len({KeyEvaluation(seed).score(position) for seed in range(20)}) > 10
