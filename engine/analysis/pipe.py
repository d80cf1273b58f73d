"""A program of its own and the lines to and from it, read so that nobody ever waits for it without end."""

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Callable
from typing import IO, Protocol

from engine.core.errors import SearchError
from engine.core.language import mark, tr

# Between two looks at a stop flag that nobody announced by ``kill``.
POLL_SECONDS = 0.02
KEPT_BYTES = 4096
LONGEST_LINE = 1 << 20
LEAVING_SECONDS = 1.0
"""For a program that was killed to be gone."""
_REASONS = (mark("No such file or directory"), mark("Permission denied"), mark("Exec format error"))
"""What systems say most often when a program cannot be started."""


def why(reason: str) -> str:
    """A reason of the system's in the language in use, where it is one of the usual."""
    return tr(reason) if reason in _REASONS else reason


def last_lines(errors: bytes, status: int, most: int) -> str:
    """What a program that ended said last on its error stream, in so many lines at most; its status if nothing."""
    lines = [line.strip() for line in errors.decode(errors="replace").splitlines() if line.strip()]
    return " / ".join(lines[-most:]) if lines else tr("it left with status {status}", status=status)


class Carrier(Protocol):
    """A running program and the lines to and from it: ``Pipe``, or whatever else can carry them.

    What it says waits in a short line: a program that floods is held up, not the reader. What it says on its error
    stream is kept in its last few thousand bytes. Only ``kill`` is called from other threads than the one that made it.
    """

    name: str

    def send(self, *lines: str) -> None:
        """Tell it some lines; never waits."""

    def receive(self, timeout: float) -> bytes | None:
        """Its next line, or ``LONGEST_LINE`` bytes of one that is longer; None once there will be none.

        Raises:
            queue.Empty: if there was none within ``timeout`` seconds.
        """

    def kill(self) -> None:
        """End it at once, and what it started; whoever reads its lines wakes up. From any thread."""

    def wait(self, seconds: float) -> bool:
        """Whether it ended by itself within so many seconds."""

    def close(self) -> None:
        """End it if it runs, and wait until nothing is left of it."""

    def last_words(self, most: int = 1) -> str:
        """The last lines of its error stream, or how it ended."""


class Pipe:
    """A ``Carrier`` with threads that carry what the program says and what it is told.

    Args:
        start: starts it, with pipes at all three ends.
        name: what the user calls it, for messages.
        leads: whether it leads a process group of its own, so that what it starts in turn ends with it.

    Raises:
        SearchError: if it cannot be started.
    """

    def __init__(self, start: "Callable[[], subprocess.Popen[bytes]]", name: str, *, leads: bool = False) -> None:
        self.name = name
        self._leads = leads and hasattr(os, "killpg")
        self._tail = b""
        self._closing = False
        self._lines: queue.Queue[bytes | None] = queue.Queue(maxsize=256)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._process = start()
        except (OSError, ValueError) as error:
            reason = why(getattr(error, "strerror", None) or str(error))
            raise SearchError("{name} could not be started: {reason}", name=name, reason=reason) from error
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._threads = [
            threading.Thread(target=self._read_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_tail, args=(self._process.stderr,), daemon=True),
            threading.Thread(target=self._write_lines, args=(self._process.stdin,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, *lines: str) -> None:
        """Tell it some lines; never waits."""
        self._outgoing.put("".join(f"{line}\n" for line in lines).encode())

    def receive(self, timeout: float) -> bytes | None:
        """Its next line; None once there will be none.

        Raises:
            queue.Empty: if there was none within ``timeout`` seconds.
        """
        return self._lines.get(timeout=timeout)

    def kill(self) -> None:
        """End it at once, and what it started; whoever reads its lines wakes up. From any thread."""
        with contextlib.suppress(OSError):
            if self._leads:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Whether it ended by itself within so many seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """End it if it runs, and wait until nothing is left of it."""
        if self._leads or self._process.returncode is None:
            # One that ended by itself may have left behind what it started.
            self.kill()
        self._process.wait()
        self._closing = True
        self._outgoing.put(None)
        # A grandchild that left the group may still hold a pipe open: it is not waited for.
        for _ in range(round(LEAVING_SECONDS / 0.006)):
            with contextlib.suppress(queue.Empty):
                while True:
                    self._lines.get_nowait()
            if not any(thread.is_alive() for thread in self._threads):
                break
            for thread in self._threads:
                thread.join(0.002)

    def last_words(self, most: int = 1) -> str:
        """The last lines of its error stream, or how it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._threads[1].join(1.0)
        return last_lines(self._tail, self._process.returncode, most)

    # Each thread closes its own end: nobody else may while it reads.

    def _read_lines(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while not self._closing and (line := stream.readline(LONGEST_LINE)):
                self._lines.put(line)
        self._lines.put(None)

    def _read_tail(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while chunk := os.read(stream.fileno(), KEPT_BYTES):
                self._tail = (self._tail + chunk)[-KEPT_BYTES:]

    def _write_lines(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while (data := self._outgoing.get()) is not None:
                stream.write(data)
                stream.flush()
