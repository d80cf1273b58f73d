"""Connection to an external program, run through ``QProcess`` in the thread of the caller.

Qt objects are event-driven, whereas a protocol client sends a line and blocks until the reply arrives. While the client
is blocked, an event loop in the calling thread transfers the lines in both directions. The blocking calls of
``QProcess`` cannot be used, because PySide6 holds the interpreter lock in them, which would block the window.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
import time

import shiboken6
from PySide6.QtCore import SIGNAL, SLOT, QEventLoop, QObject, QProcess, QProcessEnvironment, QTimer

from engine.asking.external import EngineSpec
from engine.asking.marker import Marker
from engine.asking.pipe import KEPT_BYTES, LEAVING_SECONDS, LONGEST_LINE, last_lines, process_cpu_seconds, why
from engine.core.errors import SearchError

# Qt reserves one byte for a terminating zero.
_MOST_READ = LONGEST_LINE + 1
_NEWS = (
    "started()",
    "readyReadStandardOutput()",
    "readyReadStandardError()",
    "finished(int,QProcess::ExitStatus)",
    "errorOccurred(QProcess::ProcessError)",
)
START_SECONDS = 10.0
WORDS_SECONDS = 1.0
"""Maximum time in seconds to wait until a program exits, so that its error output is complete."""


class QProcessCarrier:
    """The ``Carrier`` used in the studio, which runs a program through ``QProcess``.

    All methods except ``kill`` must be called in the thread that created the object. The constructor blocks until the
    program has started, at most ``START_SECONDS`` seconds.

    Args:
        spec: the engine to start.

    Raises:
        SearchError: if the program cannot be started.
    """

    def __init__(self, spec: EngineSpec) -> None:
        self.name = spec.name
        self._tail = b""
        self._leader = 0
        self._lock = threading.Lock()
        self._killed = False
        self._loop = QEventLoop()
        self._alarm = QTimer()
        self._alarm.setSingleShot(True)
        self._marker = Marker()
        self._process = process = QProcess()
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in self._marker.environment.items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        if sys.platform != "win32":
            # In a new session, the program's child processes are killed with it. Python ignores SIGPIPE, and the
            # program must not inherit this.
            flags = QProcess.UnixProcessFlag.CreateNewSession | QProcess.UnixProcessFlag.ResetSignalHandlers
            process.setUnixProcessParameters(flags)
        folder = spec.working_folder
        if folder is not None:
            process.setWorkingDirectory(str(folder))
        _wake(self._loop, self._alarm, "timeout()")
        for signal_name in _NEWS:
            _wake(self._loop, process, signal_name)
        process.start(spec.program, list(spec.arguments))
        self._leader = process.processId()
        until = time.monotonic() + START_SECONDS
        while process.state() == QProcess.ProcessState.Starting and time.monotonic() < until:
            self._run_events(until - time.monotonic())
        if process.error() == QProcess.ProcessError.FailedToStart or not self._leader:
            # The message starts with the call that failed, execve or chdir.
            reason = why(process.errorString().rpartition(": ")[2])
            self._end()
            raise SearchError("{name} could not be started: {reason}", name=self.name, reason=reason)

    @property
    def _ended(self) -> bool:
        return self._process.state() == QProcess.ProcessState.NotRunning

    def cpu_seconds(self) -> float | None:
        """Return the CPU seconds that the program has used so far, or None if they are unknown."""
        return process_cpu_seconds(self._leader)

    def send(self, *lines: str) -> None:
        """Queue lines for the program, or discard the lines if the program has ended. The call never blocks."""
        if not self._ended:
            self._process.write("".join(f"{line}\n" for line in lines).encode())
            self._run_events(0.0)

    def receive(self, timeout: float) -> bytes | None:
        """Return the next line, or None if the program has ended and all its output has been returned.

        A line of more than ``LONGEST_LINE`` bytes is returned in parts.

        Raises:
            queue.Empty: if there is no line within ``timeout`` seconds.
        """
        until = time.monotonic() + timeout
        # Output is read only here, so a program that writes too much is blocked, not the reader.
        while not (line := self._line()):
            if self._ended:
                # The last line may have no line break.
                rest = bytes(self._process.readLine(_MOST_READ).data())
                return rest or None
            if self._killed:
                self._process.kill()
            left = until - time.monotonic()
            if left <= 0:
                raise queue.Empty
            self._run_events(left)
        return line

    def kill(self) -> None:
        """Kill the process group, so that a blocked ``receive`` returns. The method is thread-safe."""
        with self._lock:
            self._killed = True
            if self._leader and hasattr(os, "killpg"):
                with contextlib.suppress(OSError):
                    os.killpg(self._leader, signal.SIGKILL)
            elif self._leader:
                # Without process groups, the thread of the carrier kills the process.
                self._loop.quit()

    def wait(self, seconds: float) -> bool:
        """Wait up to ``seconds`` for the process to exit, and discard its output. Return whether it has exited."""
        until = time.monotonic() + seconds
        while not self._ended and (left := until - time.monotonic()) > 0:
            self._process.readAllStandardOutput()
            self._run_events(left)
        return self._ended

    def close(self) -> None:
        """Kill a running process, wait up to ``LEAVING_SECONDS`` for it to exit, and delete the Qt objects.

        Descendants of the process are killed, too, on Linux also those that left its process group (``Marker``).
        """
        self.kill()
        if not self._ended:
            self._process.kill()
            self.wait(LEAVING_SECONDS)
        self._marker.kill()
        self._end()

    def last_words(self, most: int = 1) -> str:
        """Return the last lines of the error stream, at most ``most``, or the exit status if there are no lines.

        The call blocks until the process has exited, at most ``WORDS_SECONDS`` seconds.
        """
        self.wait(WORDS_SECONDS)
        self._keep_tail()
        is_over = self._process.state() == QProcess.ProcessState.NotRunning
        return last_lines(self._tail, self._process.exitCode() if is_over else None, most)

    def _line(self) -> bytes:
        """Return a complete line, or ``LONGEST_LINE`` bytes of a longer line, or no bytes if neither is available.

        The method does not block.
        """
        process = self._process
        if process.canReadLine() or process.bytesAvailable() >= LONGEST_LINE:
            return bytes(process.readLine(_MOST_READ).data())
        return b""

    def _run_events(self, seconds: float) -> None:
        """Run the event loop until a signal arrives, for at most ``seconds``.

        If ``seconds`` is 0, only process pending events.
        """
        if seconds <= 0:
            self._loop.processEvents()
        else:
            self._alarm.start(max(1, round(1000 * seconds)))
            self._loop.exec()
            self._alarm.stop()
        self._keep_tail()

    def _keep_tail(self) -> None:
        if written := self._process.readAllStandardError().data():
            self._tail = (self._tail + written)[-KEPT_BYTES:]

    def _end(self) -> None:
        """Delete the Qt objects, so that the interpreter cannot collect them in another thread."""
        with self._lock:
            self._leader = 0
        for each in (self._process, self._alarm, self._loop):
            shiboken6.delete(each)


def _wake(loop: QEventLoop, sender: QObject, signal_name: str) -> None:
    """Quit ``loop`` when ``sender`` emits the signal, through a connection that runs no Python code.

    With Python slots connected and disconnected in a worker thread, PySide6 crashed in one of five runs of the dialog's
    tests while the main thread made a connection. Without such slots, it crashed in none of forty runs.
    """
    QObject.connect(sender, SIGNAL(signal_name), loop, SLOT("quit()"))
