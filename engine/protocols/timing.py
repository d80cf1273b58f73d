"""How long to think with a clock running."""

from dataclasses import dataclass

from engine.core.outcome import Player
from engine.search.report import Limit

OVERHEAD_SECONDS = 0.03
"""What a move costs beside the search: pipes, the other program, a busy machine."""
RESERVE_SHARE = 0.1
"""Share of the time left that is never planned with: a machine may stand still for a moment."""
INCREMENT_SHARE = 0.7
"""Share of the increment that is spent at once; the rest keeps the clock from running low."""
EXPECTED_MOVES = 40
"""Moves still to come where nobody says how many."""
LEAST_SECONDS = 0.002
LAG_KEPT = 0.9
"""Share of the lag that is still reckoned with a move later: a machine that stood still will do so again."""


@dataclass(frozen=True, slots=True)
class Clock:
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
        """Seconds that ``player`` should think about its move; never so many that the flag could fall.

        An even share of what is left and most of the increment, at most a third of what is left.

        Args:
            player: who is to move.
            lag: seconds by which moves have lately come later than was allotted.
        """
        usable = max(0.0, self.seconds[player]) * (1 - RESERVE_SHARE) - OVERHEAD_SECONDS - lag
        moves = EXPECTED_MOVES if self.moves_to_go is None else max(1, self.moves_to_go)
        share = usable / moves + INCREMENT_SHARE * self.increments[player] - lag
        ceiling = usable if moves == 1 else usable / 3
        if self.most is not None:
            ceiling = min(ceiling, self.most * (1 - RESERVE_SHARE) - OVERHEAD_SECONDS - lag)
        return max(LEAST_SECONDS, min(share, ceiling))

    def limit(self, player: Player, lag: float = 0.0) -> Limit:
        """The limit of a search for ``player``."""
        return Limit(seconds=self.allot(player, lag))


def next_lag(lag: float, late: float) -> float:
    """The lag to reckon with after a move that took ``late`` seconds more than was allotted (less: below 0)."""
    return max(LAG_KEPT * lag, late)
