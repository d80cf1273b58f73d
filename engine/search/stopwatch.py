"""The elapsed time and the CPU time of an analysis."""

import time

from engine.search.report import Report


class Stopwatch:
    """Stopwatch for the elapsed time and the CPU time of an analysis. It starts when it is constructed.

    The CPU time is that of the searching thread only. It does not depend on other threads or the load of the machine.
    The elapsed time includes all pauses.

    Attributes:
        elapsed: seconds from the construction to the last reading.
        seconds: ``elapsed``, plus the seconds of the report that is continued.
        cpu_seconds: CPU seconds to the last reading, plus those of the report that is continued.

    Args:
        after: report whose analysis is continued, or None.
    """

    def __init__(self, after: Report | None = None) -> None:
        self._started = time.perf_counter()
        self._resumed = time.thread_time()
        self._before = 0.0 if after is None else after.seconds
        self.elapsed = 0.0
        self.seconds = self._before
        self.cpu_seconds = 0.0 if after is None else after.cpu_seconds or 0.0

    def read(self) -> None:
        """Read both clocks. This method must be called in the searching thread."""
        self.elapsed = time.perf_counter() - self._started
        self.seconds = self._before + self.elapsed
        now = time.thread_time()
        self.cpu_seconds += now - self._resumed
        self._resumed = now

    def resume(self) -> None:
        """Exclude the CPU time since the last reading. The search may continue in another thread."""
        self._resumed = time.thread_time()
