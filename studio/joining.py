"""The end of threads. A window that closes waits for its threads for a short time only, so that the program exits."""

import os
import sys
import threading
import time
from collections.abc import Iterable

from PySide6.QtCore import QThread

JOIN_SECONDS = 0.5
"""Maximum time in seconds to wait for threads while one window or program is closed."""

_running: set[QThread] = set()
"""Threads that did not end in time. Qt aborts the process if the object of a running thread is destroyed."""
_until = [0.0]
"""The time until which threads are waited for, as ``time.monotonic``. All parts of a window share it."""


def join(threads: Iterable[QThread]) -> None:
    """Wait for threads, which were asked to stop, for at most ``JOIN_SECONDS`` since the first of several calls.

    A thread that does not end in time emits no further signals. Its object is kept until the thread has ended.
    """
    now = time.monotonic()
    if now > _until[0] + JOIN_SECONDS:
        _until[0] = now + JOIN_SECONDS
    for thread in threads:
        if not thread.wait(max(0, round(1000 * (_until[0] - time.monotonic())))):
            thread.blockSignals(True)
            _running.add(thread)
    _running.difference_update([thread for thread in _running if thread.isFinished()])


def exit_if_running(status: int, others: Iterable[threading.Thread] = ()) -> None:
    """Exit the process at once if a thread given to ``join``, or one of Python's threads, has not ended.

    A normal exit would wait for these threads, or destroy them while they run.

    Args:
        status: the exit status.
        others: threads of Python that must not run while the interpreter is destroyed.
    """
    join(())
    if _running or any(each.is_alive() for each in others):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(status)
