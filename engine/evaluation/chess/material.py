"""The sum of the weights of the pieces, which the evaluations of chess extend, and the evaluation ``material``.

A sum can be a pair, with a score of the middlegame and a score of the endgame, which are blended by the phase.
"""

from typing import Any

import cython
from cython.cimports.engine.core.bits import popcount
from cython.cimports.engine.games.chess.position import BISHOP, KNIGHT, QUEEN, ROOK

from engine.core.evaluation import Evaluation, Term
from engine.core.language import mark
from engine.core.position import Position
from engine.games.chess.position import ChessPosition

if not cython.compiled:
    HALF, FULL_PHASE = 65536, 24


def phase_of(own: ChessPosition) -> int:
    """Return the phase, from 0 (only kings and pawns are left) to 24 (middlegame)."""
    phase = (
        popcount(own.kinds[KNIGHT] | own.kinds[BISHOP]) + 2 * popcount(own.kinds[ROOK]) + 4 * popcount(own.kinds[QUEEN])
    )
    return min(phase, FULL_PHASE)


def blend(pair: int, phase: int) -> int:
    """Return the blend of a pair of scores by the phase (0 … 24), rounded towards 0."""
    ending = (pair + HALF // 2) >> 16
    middle = pair - HALF * ending
    sum = middle * phase + ending * (FULL_PHASE - phase)
    return sum // FULL_PHASE if sum >= 0 else -(-sum // FULL_PHASE)


class Weighted(Evaluation):
    """An evaluation that is the sum of the weights of White's pieces minus the sum of the weights of Black's pieces.

    The position updates the sum with each move. Subclasses define the weights and can add terms.
    """

    game = "chess"
    unit = "pawns"
    decimals = 2
    gain_scale = 100

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        if not cython.compiled:
            self.weights = [0] * 1024
        for kind in range(6):
            for square in range(64):
                self.weights[64 * kind + square] = self.weight(kind, square & 7, square >> 3)
                self.weights[64 * (kind + 8) + square] = -self.weight(kind, square & 7, 7 - (square >> 3))

    def weight(self, kind: int, file: int, rank: int) -> int:
        """Return the worth of a kind of piece on a square. ``rank`` is counted from the side of the piece.

        Raises:
            NotImplementedError: unless a subclass overrides this method.
        """
        raise NotImplementedError

    def attach(self, position: Position) -> None:
        """Compute the sum for the position. The position then updates the sum with each move."""
        own = cython.cast(ChessPosition, position)
        own.weights_owner = self
        own.weigh(self.weights)

    def evaluate(self, position: Position) -> int:
        """Return the sum for the side to move."""
        balance = cython.cast(ChessPosition, position).balance
        return -balance if position.side else balance


class Material(Weighted):
    """Value of the pieces of the side to move minus that of the enemy's pieces.

    The values are 100 for a pawn, 300 for a knight or a bishop, 500 for a rook and 900 for a queen.

    Scale 740: fitted to 300 games, for which ``examples/fit_scale.py --game chess --evaluation material --depth 4
    --games 300`` gave 738.
    """

    name = "material"
    title = "Material"
    scale = 740

    def weight(self, kind: int, file: int, rank: int) -> int:
        """Return the value of a kind of piece, which is the same on every square."""
        return (100, 300, 300, 500, 900, 0)[kind]

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return one term for each kind of piece except the king."""
        self.check(position)
        assert isinstance(position, ChessPosition)
        worth = (100, 300, 300, 500, 900)
        names = (mark("Pawns"), mark("Knights"), mark("Bishops"), mark("Rooks"), mark("Queens"))
        rows = []
        for kind in range(5):
            counts = [sum(piece == kind | 8 * side for piece, _ in position.pieces) for side in (0, 1)]
            rows.append(Term(names[kind], worth[kind] * counts[0], worth[kind] * counts[1]))
        return tuple(rows)

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces."""
        assert isinstance(position, ChessPosition)
        worth = (100, 300, 300, 500, 900, 0)
        score = sum(-worth[piece & 7] if piece & 8 else worth[piece & 7] for piece, _ in position.pieces)
        return -score if position.side else score
