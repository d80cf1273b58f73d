"""A slow minimax written for the tests alone, and an evaluation without any sense: what searches are compared with."""

import random
from functools import cache
from typing import Any

from engine.core.outcome import Player, Termination
from engine.core.score import WIN
from engine.evaluation.cotoan import Weighted


class Scrambled(Weighted):
    """Every piece on every square is worth a random number: no two lines look alike, so slips cannot hide.

    Equal seeds give equal numbers.
    """

    name = "scrambled"

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.table = {(index, cell): rng.randint(-300, 300) for index in range(20) for cell in range(143)}
        super().__init__()

    def weight(self, side: int, value: int, cell: int) -> int:
        return self.table[10 * side + value, cell]

    def definition(self, position: Any) -> int:
        total = 0
        for piece, cell in position.pieces:
            side, digit = piece >> 4, piece & 15
            total += self.table[10 * side + digit, cell] * (-1 if side else 1)
        return total if position.turn is Player.FIRST else -total


NO_MOVE = (Termination.NO_MOVE, Termination.CHECKMATE, Termination.STALEMATE)
"""The ends that a search notices only where it asks for moves."""


def plain_minimax(position: Any, depth: int, evaluation: Any, quiescence: int | None = None, ply: int = 0) -> int:
    """Score for the side to move by walking the whole tree with ``play``, ``outcome`` and ``definition`` only.

    A side without a legal move is noticed where moves are asked for, that is above the last ply.

    Args:
        position: the root.
        depth: plies to search.
        evaluation: judges the leaves by its definition.
        quiescence: plies of captures, and of evasions out of danger, after the last one; None: none.
        ply: distance from the root.
    """
    outcome = position.outcome()
    unseen = outcome is not None and outcome.termination in NO_MOVE and (not quiescence or position.stands_pat)
    if outcome is not None and (depth > 0 or not unseen):
        if outcome.winner is None:
            return 0
        return WIN - ply if outcome.winner == position.turn else ply - WIN
    if depth > 0:
        moves, best = position.legal_moves(), -WIN
    elif quiescence and not position.stands_pat:
        moves, best, quiescence = position.evasions(), -WIN, quiescence - 1
    else:
        best = evaluation.definition(position)
        moves = position.noisy_moves() if quiescence else []
        quiescence = quiescence and quiescence - 1
    left = max(depth - 1, 0)
    for move in moves:
        best = max(best, -plain_minimax(position.play(move), left, evaluation, quiescence, ply + 1))
    return best


@cache
def scrambled(seed: int) -> Scrambled:
    """The scrambled evaluation of a seed."""
    return Scrambled(seed)
