"""Scores: integers in the evaluation's unit, for the side to move. Forced wins exceed every evaluation.

A win in *n* plies is ``WIN - n``, so that a shorter win is the greater score; a loss is its negative.

The constants are repeated in ``position.pxd`` for the compiled modules, which cannot read them here;
``tests/engine/core/test_constants.py`` compares both.
"""

from engine.core.outcome import Player
from engine.core.values import Value

WIN = 1_000_000
INFINITY = 1_001_000
MAX_MOVES = 512
"""Maximum number of legal moves in a position."""
MAX_PLY = 128
"""Maximum number of moves that a search has made and not yet unmade."""
WIN_BOUND = WIN - 1_000
"""Scores above it are forced wins, scores below ``-WIN_BOUND`` forced losses; an evaluation must stay between them."""


class Score(Value):
    """A value from the point of view of ``turn``: positive is good for that player."""

    value: int
    turn: Player

    def pov(self, player: Player) -> "Score":
        """Return the same score from ``player``'s point of view."""
        return self if player == self.turn else Score(-self.value, player)

    @property
    def win_in(self) -> int | None:
        """Return the plies to a forced win (negative for a forced loss), or None if no win is forced."""
        if self.value > WIN_BOUND:
            return WIN - self.value
        if self.value < -WIN_BOUND:
            return -WIN - self.value
        return None

    def format(self) -> str:
        """Return ``+7``, ``−3``, ``0``, or ``#5`` / ``#−5`` for a win / loss in five plies."""
        plies = self.win_in
        if plies is not None:
            return f"#{plies}" if self.value > 0 else f"#−{-plies}"
        if self.value == 0:
            return "0"
        return f"+{self.value}" if self.value > 0 else f"−{-self.value}"
