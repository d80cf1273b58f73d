"""Time controls and game clocks of contests."""

import re
from dataclasses import dataclass

from engine.core.errors import OptionError
from engine.core.outcome import Player
from engine.protocols.timing import TimeLeft

MARGIN_SECONDS = 0.05
"""Seconds by which a player may exceed its time before the flag falls, the same for every player.

The margin covers the overhead of the contest, which is not thinking time: a line sent through a pipe passes between
threads twice, on a machine that may be playing several games. The margin adds no thinking time: the time used is
deducted in full, so that a clock can be negative, and the time reported to players does not include the margin.
"""
MOST_SECONDS = 1e6
_TIME = re.compile(r"(?:(?:([0-9]{1,3}):)?([0-9]{1,3}):)?([0-9]{1,7}(?:\.[0-9]{1,6})?)")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time control with a base time for all moves of one player and an increment after each move.

    Attributes:
        base: seconds at the beginning, at least 0.001.
        increment: seconds added to the clock after every move.

    Raises:
        OptionError: if a value is out of range.
    """

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not (0.001 <= self.base <= MOST_SECONDS and 0 <= self.increment <= MOST_SECONDS):
            raise OptionError(
                "a clock of {clock} s is not allowed: the base must be above 0, the increment not negative, both at "
                "most {most} s", clock=self.text, most=f"{MOST_SECONDS:.0f}",
            )  # fmt: skip

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Parse a time control, such as ``1+0.1``, ``60`` (seconds) or ``5:00+3`` (minutes:seconds).

        Raises:
            OptionError: if the text is not a time control.
        """
        base, plus, increment = text.strip().partition("+")
        seconds, more = parse_seconds(base), parse_seconds(increment) if plus else 0.0
        if seconds is None or more is None or seconds < 0.001:
            raise OptionError(
                "{text!r}: expected a clock as BASE or BASE+INCREMENT, in seconds or minutes:seconds, with a base "
                "above 0: 1+0.1, 60, 5:00+3", text=text,
            )  # fmt: skip
        return cls(seconds, more)

    @property
    def text(self) -> str:
        """The time control as text that ``parse`` accepts: base and increment in seconds, as in PGN (``300+3``)."""
        return f"{plain_seconds(self.base)}+{plain_seconds(self.increment)}"


def plain_seconds(seconds: float) -> str:
    """Format a number of seconds, rounded to milliseconds, without trailing zeros: ``0.1``, ``300``."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def parse_seconds(text: str) -> float | None:
    """Convert a time such as ``90``, ``1:30`` or ``1:00:00`` to seconds. Return None if ``text`` is not a time."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    hours, minutes, seconds = int(match[1] or 0), int(match[2] or 0), float(match[3])
    if (match[1] and minutes >= 60) or (match[2] and seconds >= 60):
        return None
    return round(3600 * hours + 60 * minutes + seconds, 3)


class GameClock:
    """Both clocks of a game in progress. A player without a time control has no clock and cannot lose on time.

    Attributes:
        left: seconds left to FIRST and SECOND at the start of the current move, or None for a player without a clock.
            The seconds are negative if the player has exceeded its time.

    Args:
        controls: time controls of FIRST and SECOND, or None for a player without a time control.
    """

    def __init__(self, controls: tuple[TimeControl | None, TimeControl | None]) -> None:
        self._controls = controls
        self.left: list[float | None] = [None if each is None else each.base for each in controls]

    def time_left(self, player: Player) -> TimeLeft | None:
        """Return the clock state reported to ``player`` before a move, or None if ``player`` has no clock.

        Times are at least 0.001 seconds. For an opponent without a clock, the time of ``player`` is reported.
        """
        control, left = self._controls[player], self.left[player]
        if control is None or left is None:
            return None
        # In a protocol, 0 means that there is no clock.
        own = max(0.001, left)
        rival, rivals = self._controls[player.other], self.left[player.other]
        other, added = (own, control.increment) if rival is None or rivals is None else (rivals, rival.increment)
        pairs = ((own, control.increment), (max(0.001, other), added))
        first, second = pairs if player is Player.FIRST else pairs[::-1]
        return TimeLeft((first[0], second[0]), (first[1], second[1]))

    def spend(self, player: Player, used: float) -> bool:
        """Deduct ``used`` seconds for a move of ``player`` and, if the move was in time, add the increment.

        Returns:
            Whether the move was in time. The result is always True for a player without a clock.
        """
        control, left = self._controls[player], self.left[player]
        if control is None or left is None:
            return True
        left -= used
        in_time = left >= -MARGIN_SECONDS
        self.left[player] = left + control.increment if in_time else left
        return in_time
