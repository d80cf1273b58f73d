"""Scores of positions, which are integers in the evaluation's unit for the side to move.

The score of a forced win is greater than every evaluation. A win in *n* plies is ``WIN - n``, so that a shorter win has
a greater score. A loss in *n* plies is ``n - WIN``.

The constants are repeated in ``position.pxd`` for compiled modules, which need them as C constants. The test
``tests/engine/core/test_constants.py`` compares the two files.
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
"""Bound of evaluations: higher scores are forced wins, and scores below ``-WIN_BOUND`` are forced losses."""
NO_CYCLE = 2_000_000
"""Result of ``Position.cycle_score`` if the position is not repeated."""
NEAR_LIMIT = 20
"""Maximum number of plies until the end of the game by a counter for which ``Position.is_near_limit`` is true."""
MOST_PRIOR = 100
"""Greatest magnitude of a result of ``Position.prior``."""
MOST_PLACED = 8
"""Maximum number of pieces that ``Position.put_pieces`` and ``Position.list_pieces`` describe."""
MOST_CELLS = 512
"""Maximum number of bytes that ``Position.write_cells`` writes."""


class Score(Value):
    """A value from the point of view of the player ``turn``. Positive values are good for that player."""

    value: int
    turn: Player

    def pov(self, player: Player) -> "Score":
        """Return the same score from ``player``'s point of view."""
        return self if player == self.turn else Score(-self.value, player)

    @property
    def win_in(self) -> int | None:
        """The number of plies to a forced win, negative for a forced loss, or None for other scores."""
        if self.value > WIN_BOUND:
            return WIN - self.value
        if self.value < -WIN_BOUND:
            return -WIN - self.value
        return None

    def format(self) -> str:
        """Return the score as text, such as ``+7``, ``−3`` or ``0``.

        A win in five plies is written ``#5``, and a loss in five plies is written ``#−5``.
        """
        plies = self.win_in
        if plies is not None:
            return f"#{plies}" if self.value > 0 else f"#−{-plies}"
        if self.value == 0:
            return "0"
        return f"+{self.value}" if self.value > 0 else f"−{-self.value}"
