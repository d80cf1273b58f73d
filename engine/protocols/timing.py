"""Time management: seconds per move for a player with a clock."""

from dataclasses import dataclass

from engine.core.outcome import Player
from engine.search.report import Limit

OVERHEAD_SECONDS = 0.03
"""Seconds per move that are used outside the search, by pipes, the other program and the load of the machine."""
RESERVE_SHARE = 0.1
RESERVE_SECONDS = 0.3
"""Seconds that are not allotted, because the machine may stall.

The reserve is at least ``RESERVE_SHARE`` of the time left and at most half of the time left.
"""
INCREMENT_SHARE = 0.9
"""Share of the increment that is spent on the move. The rest prevents the clock from running low."""
EXPECTED_MOVES = 25
"""Assumed number of remaining moves of a player if ``moves_to_go`` is unspecified."""
STRETCH = 3.0
"""Maximum time of a move, as a multiple of the allotted time, so that a depth can be completed."""
LEAST_SECONDS = 0.002
LAG_KEPT = 0.9
"""Factor of the lag per move. It is close to 1, because a machine that stalled is likely to stall again."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Time left to both sides.

    Attributes:
        seconds: seconds left to FIRST and SECOND.
        increments: seconds added after each move of FIRST and SECOND.
        moves_to_go: number of moves until time is added, or None if the time must last for the rest of the game.
        most: maximum time per move in seconds, or None if there is no maximum.
    """

    seconds: tuple[float, float]
    increments: tuple[float, float] = (0.0, 0.0)
    moves_to_go: int | None = None
    most: float | None = None

    def allot(self, player: Player, lag: float = 0.0) -> float:
        """Return the time in seconds that ``player`` should use for the next move.

        The result is an even share of the time left, plus most of the increment. It is at most a third of the time
        left, unless this is the last move before time is added.

        Args:
            player: the player to move.
            lag: seconds by which recent moves exceeded the allotted time.
        """
        share, ceiling = self._plan(player, lag)
        return max(LEAST_SECONDS, min(share - lag, ceiling))

    def limit(self, player: Player, lag: float = 0.0) -> Limit:
        """Return the limit of a search for a move of ``player``.

        The aim of the limit is the allotted time. The maximum time may be longer, so that the search can complete a
        depth, but it leaves time for further moves.

        Args:
            player: the player to move.
            lag: seconds by which recent moves exceeded the allotted time.
        """
        share, ceiling = self._plan(player, lag)
        aim = max(LEAST_SECONDS, min(share - lag, ceiling))
        return Limit(seconds=max(aim, min(STRETCH * share - lag, ceiling)), aim=aim)

    def _plan(self, player: Player, lag: float) -> tuple[float, float]:
        """Return the average time per move and the maximum time for this move, in seconds.

        The average includes ``lag``, which the caller must deduct. The maximum does not include it.
        """
        left = max(0.0, self.seconds[player])
        usable = left - max(RESERVE_SHARE * left, min(RESERVE_SECONDS, left / 2)) - OVERHEAD_SECONDS - lag
        moves = EXPECTED_MOVES if self.moves_to_go is None else max(1, self.moves_to_go)
        ceiling = usable if moves == 1 else usable / 3
        if self.most is not None:
            ceiling = min(ceiling, self.most * (1 - RESERVE_SHARE) - OVERHEAD_SECONDS - lag)
        return usable / moves + INCREMENT_SHARE * self.increments[player], ceiling


def next_lag(lag: float, late: float) -> float:
    """Return the updated lag after a move that exceeded its allotted time by ``late`` seconds.

    ``late`` is negative if the move took less than its allotted time.
    """
    return max(LAG_KEPT * lag, late)
