"""How long to think with a clock running."""

from dataclasses import dataclass

from engine.core.outcome import Player
from engine.search.report import Limit

OVERHEAD_SECONDS = 0.03
"""What a move costs beside the search: pipes, the other program, a busy machine."""
RESERVE_SHARE = 0.1
RESERVE_SECONDS = 0.3
"""So much of the time left is never planned with, nor this share, up to half of it: a machine may stand still."""
INCREMENT_SHARE = 0.9
"""Share of the increment that is spent at once; the rest keeps the clock from running low."""
EXPECTED_MOVES = 25
"""Moves still to come where nobody says how many."""
STRETCH = 3.0
"""A move takes at most this many times what is allotted, to complete a depth."""
LEAST_SECONDS = 0.002
LAG_KEPT = 0.9
"""Share of the lag that is still reckoned with a move later: a machine that stood still will do so again."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What both sides have left.

    Attributes:
        seconds: of FIRST and SECOND.
        increments: seconds added after each move, of FIRST and SECOND.
        moves_to_go: moves until time is added anew; None: the time is for the whole game.
        most: no move may take longer than so many seconds; None: only the clock counts.
    """

    seconds: tuple[float, float]
    increments: tuple[float, float] = (0.0, 0.0)
    moves_to_go: int | None = None
    most: float | None = None

    def allot(self, player: Player, lag: float = 0.0) -> float:
        """Seconds that ``player`` should think about its move.

        An even share of what is left and most of the increment, at most a third of what is left.

        Args:
            player: who is to move.
            lag: seconds by which moves have lately come later than was allotted.
        """
        share, ceiling = self._plan(player, lag)
        return max(LEAST_SECONDS, min(share - lag, ceiling))

    def limit(self, player: Player, lag: float = 0.0) -> Limit:
        """The limit of a search for ``player``: aims at what is allotted, and never takes so much that the flag falls.

        Args:
            player: who is to move.
            lag: seconds by which moves have lately come later than was allotted.
        """
        share, ceiling = self._plan(player, lag)
        aim = max(LEAST_SECONDS, min(share - lag, ceiling))
        return Limit(seconds=max(aim, min(STRETCH * share - lag, ceiling)), aim=aim)

    def _plan(self, player: Player, lag: float) -> tuple[float, float]:
        """Seconds that a move has on average, lag included, and the most that it may have, without."""
        left = max(0.0, self.seconds[player])
        usable = left - max(RESERVE_SHARE * left, min(RESERVE_SECONDS, left / 2)) - OVERHEAD_SECONDS - lag
        moves = EXPECTED_MOVES if self.moves_to_go is None else max(1, self.moves_to_go)
        ceiling = usable if moves == 1 else usable / 3
        if self.most is not None:
            ceiling = min(ceiling, self.most * (1 - RESERVE_SHARE) - OVERHEAD_SECONDS - lag)
        return usable / moves + INCREMENT_SHARE * self.increments[player], ceiling


def next_lag(lag: float, late: float) -> float:
    """The lag to reckon with after a move that took ``late`` seconds more than was allotted (less: below 0)."""
    return max(LAG_KEPT * lag, late)
