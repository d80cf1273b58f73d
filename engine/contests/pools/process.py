"""A worker process, ``engine.contests.worker``, with the threads that read its output and error streams."""

import contextlib
import subprocess
import threading
from collections.abc import Callable
from typing import IO

from engine.asking.child import start_module
from engine.asking.marker import Marker

LEAVING_SECONDS = 1.0
"""Time in seconds in which a process with external engines may kill them and exit before it is killed itself."""


class WorkerProcess:
    """A worker process.

    Its first line of output is the greeting, a JSON object with the key ``ready``. One line with a result follows for
    each task.

    Args:
        setup: the setup as JSON text, which is sent at once.
        on_line: function called in a thread with each complete line of output, and with None after the last one.
        has_engines: whether the process starts external engines.

    Raises:
        OSError: if the process cannot be started.
    """

    def __init__(self, setup: str, on_line: Callable[[bytes | None], None], *, has_engines: bool) -> None:
        self._on_line, self._has_engines = on_line, has_engines
        self._errors = b""
        self._marker = Marker()
        self._process = start_module("engine.contests.worker", environment=self._marker.environment)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input = self._process.stdin
        self._threads = [
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._drain, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self.send(setup)

    @property
    def pid(self) -> int:
        """Identifier of the process."""
        return self._process.pid

    def send(self, text: str) -> None:
        """Send a line of JSON text. If the process has ended, do nothing: the end of its output is reported."""
        with contextlib.suppress(OSError):
            self._input.write(text.encode() + b"\n")
            self._input.flush()

    def reason(self) -> str:
        """Return why the process ended: the last line of its error stream, or its exit status.

        Call this method only after ``on_line`` was called with None. A status below 0 is the negative number of the
        signal that killed the process.
        """
        return self._errors.decode(errors="replace") or f"exit status {self._process.wait()}"

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            if line.endswith(b"\n"):  # otherwise the process was killed while writing the line
                self._on_line(line)
        self._threads[1].join()  # the error stream is complete
        self._on_line(None)

    def _drain(self, stream: IO[bytes]) -> None:
        for line in stream:
            if line.strip():
                self._errors = line.strip()

    def close(self, *, kill: bool) -> None:
        """Close the input of the process, then kill it or wait for its exit, and kill all its descendants.

        Before a process with external engines is killed, it has ``LEAVING_SECONDS`` to kill them and exit.
        """
        with contextlib.suppress(OSError):
            self._input.close()
        if kill:
            if self._has_engines:
                # At the end of its input the process kills the engines it started, then exits.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(LEAVING_SECONDS)
            self._process.kill()
        self._process.wait()
        self._marker.kill()
        for thread in self._threads:
            thread.join()
        assert self._process.stdout and self._process.stderr
        self._process.stdout.close()
        self._process.stderr.close()
