"""Signals by which the user or the system ends the program, handled in the event loop."""

import contextlib
import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class EndingSignals(QObject):
    """Calls a function in the event loop when the process receives one of ``SIGNALS``.

    Python runs the handler of a signal only while it executes bytecode, which it does not while Qt waits for events.
    The interpreter therefore writes the number of the signal to a socket (``signal.set_wakeup_fd``), which wakes the
    event loop. On Windows, where this function takes sockets only, Ctrl+C arrives as SIGINT, and no program receives
    SIGTERM from another one; this was not tested there.

    Args:
        end: the function.
        parent: object that owns this one, of the main thread.
    """

    def __init__(self, end: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._end = end
        self._input, self._output = socket.socketpair()
        for each in (self._input, self._output):
            each.setblocking(False)
        self._notifier = QSocketNotifier(self._input.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._received)
        self._previous = signal.set_wakeup_fd(self._output.fileno(), warn_on_full_buffer=False)
        # A signal without a handler of Python would end the process, or be ignored.
        self._handlers = {each: signal.signal(each, lambda *_: None) for each in SIGNALS}

    def _received(self) -> None:
        with contextlib.suppress(BlockingIOError):
            if set(self._input.recv(4096)) & set(SIGNALS):
                self._end()

    def stop(self) -> None:
        """Restore the previous handlers of the signals."""
        for each, handler in self._handlers.items():
            signal.signal(each, handler)
        signal.set_wakeup_fd(self._previous)
        self._notifier.setEnabled(False)
        self._input.close()
        self._output.close()
