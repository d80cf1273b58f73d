"""A game's clock: seconds a move, or seconds for all moves of a side, with an increment after each."""

import time
from collections.abc import Callable

from engine.contests.clock import TimeControl
from engine.core.outcome import Player


class RunningClock:
    """Counts down for the side to move.

    Args:
        seconds: at the beginning, for both.
        per_move: whether each move has ``seconds`` anew.
        now: a monotonic clock, in seconds.
        increment: seconds added after a move.
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
        """The clock of a game's rule option ``clock``: ``none``, ``60`` (seconds a move), ``20min`` (a side)."""
        if text.endswith("min") and text[:-3].isdigit():
            return RunningClock(60.0 * int(text[:-3]), per_move=False, now=now)
        if text.isdigit():
            return RunningClock(float(text), per_move=True, now=now)
        return None

    @staticmethod
    def from_control(control: TimeControl, now: Callable[[], float] = time.monotonic) -> "RunningClock":
        """The clock of a game that is played with a time control."""
        return RunningClock(control.base, per_move=False, now=now, increment=control.increment)

    @property
    def running(self) -> Player | None:
        """Whose time runs; None: nobody's."""
        return self._running

    def left(self, player: Player) -> float:
        """Seconds ``player`` has, 0 if they are used up."""
        spent = self._now() - self._since if player is self._running else 0.0
        return max(0.0, self._left[player] - spent)

    def start(self, player: Player) -> None:
        """Let the time of ``player`` run; the other's stands. A time per move begins anew when it starts."""
        if self._running is player:
            return
        self.pause()
        if self.per_move:
            self._left[player] = self.seconds
        self.go_on(player)

    def press(self, player: Player) -> None:
        """``player`` has moved: its time stands, and what is added after a move is added if it was in time."""
        if self._running is player:
            self.pause()
        if self._left[player] > 0.0:
            self._left[player] += self.increment

    def go_on(self, player: Player) -> None:
        """Let the time of ``player`` run on from where it stood."""
        self._running = player
        self._since = self._now()

    def pause(self) -> None:
        """Stand still."""
        if self._running is not None:
            self._left[self._running] = self.left(self._running)
            self._running = None

    @property
    def fallen(self) -> Player | None:
        """The player whose time is used up; None: nobody's."""
        if self._running is not None and self.left(self._running) <= 0.0:
            return self._running
        return None


def format_seconds(seconds: float) -> str:
    """``19:58``; tenths under ten seconds: ``0:09.4``."""
    if seconds < 10:
        tenths = int(seconds * 10)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"
