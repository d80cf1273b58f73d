"""The clock of a game, with either a time per move, or a time per side and an increment after each move."""

import time
from collections.abc import Callable

from engine.contests.clock import TimeControl
from engine.core.outcome import Player


class RunningClock:
    """Clock with the remaining times of both players, at most one of which is running.

    Args:
        seconds: initial time of each player, in seconds.
        per_move: whether the time is reset to ``seconds`` for each move.
        now: function that returns the time of a monotonic clock, in seconds.
        increment: number of seconds added after each move.
    """

    def __init__(
        self, seconds: float, per_move: bool, now: Callable[[], float] = time.monotonic, increment: float = 0.0
    ) -> None:
        self.seconds = seconds
        self.per_move = per_move
        self.increment = increment
        self._now = now
        self._left = [seconds, seconds]
        self._running: Player | None = None
        self._since = 0.0

    @staticmethod
    def from_option(text: str, now: Callable[[], float] = time.monotonic) -> "RunningClock | None":
        """Return the clock for a value of the rule option ``clock``, or None if the value requests no clock.

        Args:
            text: ``60`` for 60 seconds per move, ``20min`` for 20 minutes per side, or any other text for no clock.
            now: function that returns the time of a monotonic clock, in seconds.
        """
        if text.endswith("min") and text[:-3].isdigit():
            return RunningClock(60.0 * int(text[:-3]), per_move=False, now=now)
        if text.isdigit():
            return RunningClock(float(text), per_move=True, now=now)
        return None

    @staticmethod
    def from_control(control: TimeControl, now: Callable[[], float] = time.monotonic) -> "RunningClock":
        """Return the clock for a game with the time control ``control``."""
        return RunningClock(control.base, per_move=False, now=now, increment=control.increment)

    @property
    def running(self) -> Player | None:
        """The player whose time is running, or None if the clock is stopped."""
        return self._running

    def left(self, player: Player) -> float:
        """Return the remaining time of ``player`` in seconds, at least 0."""
        spent = self._now() - self._since if player is self._running else 0.0
        return max(0.0, self._left[player] - spent)

    def start(self, player: Player) -> None:
        """Start the clock of ``player`` and stop the clock of the opponent.

        A time per move is reset first. Do nothing if the clock of ``player`` is already running.
        """
        if self._running is player:
            return
        self.pause()
        if self.per_move:
            self._left[player] = self.seconds
        self.go_on(player)

    def press(self, player: Player) -> None:
        """Stop the clock of ``player`` after a move, and add the increment unless the player's time has run out."""
        if self._running is player:
            self.pause()
        if self._left[player] > 0.0:
            self._left[player] += self.increment

    def go_on(self, player: Player) -> None:
        """Resume the clock of ``player`` with its remaining time."""
        self._running = player
        self._since = self._now()

    def pause(self) -> None:
        """Stop the clock, if it is running."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
            self._running = None

    @property
    def fallen(self) -> Player | None:
        """The player whose clock is running with no time left, or None if there is no such player."""
        if self._running is not None and self.left(self._running) <= 0.0:
            return self._running
        return None


def format_seconds(seconds: float) -> str:
    """Format a time as minutes and seconds, such as ``19:58``. A time below ten seconds has tenths (``0:09.4``)."""
    if seconds < 10:
        tenths = int(seconds * 10)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"
