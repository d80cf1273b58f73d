"""Programs of other people, run through ``QProcess`` in the thread of whoever asks them.

An object of Qt works with events, a conversation with questions and answers: while an answer is waited for, an event
loop of the asking thread carries lines both ways. The blocking calls of ``QProcess`` are of no use for that: PySide6
holds the interpreter's lock in them, and the window would wait along.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
import time

import shiboken6
from PySide6.QtCore import SIGNAL, SLOT, QEventLoop, QObject, QProcess, QTimer

from engine.analysis.external import EngineSpec
from engine.analysis.pipe import KEPT_BYTES, LEAVING_SECONDS, LONGEST_LINE, last_lines, why
from engine.core.errors import SearchError

# Qt keeps room for a zero at the end.
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
"""For a program that closed its output to end, so that what it said of it is there."""


class QProcessCarrier:
    """A running program: the ``Carrier`` of the window's side.

    Belongs to the thread that made it; only ``kill`` may be called from another one.

    Args:
        spec: what to start.

    Raises:
        SearchError: if it cannot be started.
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
        self._process = process = QProcess()
        if sys.platform != "win32":
            # A session of its own: what it starts in turn ends with it. Python leaves SIGPIPE ignored; it need not.
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
            # What failed of it, execve or chdir, is in front of the reason.
            reason = why(process.errorString().rpartition(": ")[2])
            self._end()
            raise SearchError("{name} could not be started: {reason}", name=self.name, reason=reason)

    @property
    def _ended(self) -> bool:
        return self._process.state() == QProcess.ProcessState.NotRunning

    def send(self, *lines: str) -> None:
        """Tell it some lines; never waits."""
        if not self._ended:
            self._process.write("".join(f"{line}\n" for line in lines).encode())
            self._run_events(0.0)

    def receive(self, timeout: float) -> bytes | None:
        """Its next line; None once there will be none.

        Raises:
            queue.Empty: if there was none within ``timeout`` seconds.
        """
        until = time.monotonic() + timeout
        # What it says is only taken in here: a program that floods is held up, not the reader.
        while not (line := self._line()):
            if self._ended:
                # Bytes that came with its end; the last line may lack its end.
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
        """End it at once, and what it started; whoever reads its lines wakes up. From any thread."""
        with self._lock:
            self._killed = True
            if self._leader and hasattr(os, "killpg"):
                with contextlib.suppress(OSError):
                    os.killpg(self._leader, signal.SIGKILL)
            elif self._leader:
                # No groups here: its own thread ends it.
                self._loop.quit()

    def wait(self, seconds: float) -> bool:
        """Whether it ended by itself within so many seconds."""
        until = time.monotonic() + seconds
        while not self._ended and (left := until - time.monotonic()) > 0:
            self._process.readAllStandardOutput()
            self._run_events(left)
        return self._ended

    def close(self) -> None:
        """End it if it runs, and wait until nothing is left of it."""
        self.kill()
        if not self._ended:
            self._process.kill()
            self.wait(LEAVING_SECONDS)
        self._end()

    def last_words(self, most: int = 1) -> str:
        """The last lines of its error stream, or how it ended."""
        self.wait(WORDS_SECONDS)
        self._keep_tail()
        return last_lines(self._tail, self._process.exitCode(), most)

    def _line(self) -> bytes:
        """A whole line, or so much of one as nobody should wait for more of; empty: there is none yet."""
        process = self._process
        if process.canReadLine() or process.bytesAvailable() >= LONGEST_LINE:
            return bytes(process.readLine(_MOST_READ).data())
        return b""

    def _run_events(self, seconds: float) -> None:
        """Carry bytes both ways until something happens, at most so long."""
        if seconds <= 0:
            self._loop.processEvents()
        else:
            self._alarm.start(max(1, round(1000 * seconds)))
            self._loop.exec()
            self._alarm.stop()
        self._keep_tail()

    def _keep_tail(self) -> None:
        if said := self._process.readAllStandardError().data():
            self._tail = (self._tail + said)[-KEPT_BYTES:]

    def _end(self) -> None:
        """Nothing of Qt may be left for the interpreter to collect in another thread."""
        with self._lock:
            self._leader = 0
        for each in (self._process, self._alarm, self._loop):
            shiboken6.delete(each)


def _wake(loop: QEventLoop, sender: QObject, signal_name: str) -> None:
    """Let a signal end the loop, from Qt to Qt.

    With connections to functions of Python, made and ended in threads like ours, one run of the dialog's tests in five
    crashed in PySide6 where the window's thread made a connection of its own; with these none of forty did.
    """
    QObject.connect(sender, SIGNAL(signal_name), loop, SLOT("quit()"))
