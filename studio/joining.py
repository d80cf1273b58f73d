"""The end of threads. A window that closes waits for its threads for a short time only, so that the program exits."""

import os
import sys
import threading
import time
from collections.abc import Iterable

from PySide6.QtCore import QThread

from engine.asking.marker import kill_left

exit_now = os._exit
"""The function that ends the process, which tests replace: a run of the tests that ended so would look complete."""
JOIN_SECONDS = 0.3
"""Maximum time in seconds to wait for the threads of one part of a window. Usually all of them end in milliseconds."""


class Thread(QThread):
    """A thread whose object lives until the thread has ended, even if its owner is deleted before.

    Otherwise, the last reference would be that of the running function, and Qt aborts the process if the object of a
    running thread is destroyed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.finished.connect(self._let_go)

    def start(self, priority: QThread.Priority = QThread.Priority.InheritPriority) -> None:
        """Start the thread."""
        _started.add(self)
        super().start(priority)

    def _let_go(self) -> None:
        _started.discard(self)


_started: set[Thread] = set()
"""The threads that were started and have not ended."""


def join(threads: Iterable[Thread]) -> None:
    """Wait for threads, which were asked to stop, for at most ``JOIN_SECONDS`` in total.

    A thread that does not end in time emits no further signals.
    """
    until = time.monotonic() + JOIN_SECONDS
    for thread in threads:
        if not thread.wait(max(0, round(1000 * (until - time.monotonic())))):
            thread.blockSignals(True)
    _started.difference_update([thread for thread in _started if thread.isFinished()])


def exit_if_running(status: int, others: Iterable[threading.Thread] = ()) -> None:
    """Exit the process at once if a ``Thread``, or one of Python's threads, has not ended.

    A normal exit would wait for these threads, or destroy them while they run. What external engines and plugins left
    behind is killed, as it is by a normal exit.

    Args:
        status: the exit status.
        others: threads of Python that must not run while the interpreter is destroyed.
    """
    join(())
    if _started or any(each.is_alive() for each in others):
        kill_left()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        exit_now(status)
