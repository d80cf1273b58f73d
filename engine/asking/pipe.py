"""Line-based I/O with a child process, in which every read has a timeout."""

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

from engine.asking.marker import Marker
from engine.core.errors import SearchError
from engine.core.language import mark, tr

# Interval in seconds at which a stop flag is polled, because setting the flag does not end a blocked read.
POLL_SECONDS = 0.02
KEPT_BYTES = 4096
LONGEST_LINE = 1 << 20
LEAVING_SECONDS = 1.0
"""Timeout in seconds for the I/O threads to end after the process was killed."""
_REASONS = {
    "No such file or directory": mark("No such file or directory"),
    "Permission denied": mark("Permission denied"),
    "Exec format error": mark("this file is not a program"),
}
"""The most frequent messages of operating systems for a program that cannot be started, as shown to the user."""


def why(reason: str) -> str:
    """Return a message of the operating system for display, translated if it is one of ``_REASONS``."""
    return tr(_REASONS[reason]) if reason in _REASONS else reason


def last_lines(errors: bytes, status: int | None, most: int) -> str:
    """Return the last ``most`` lines of a program's error stream, or its exit status if the stream is empty.

    ``status`` is None if the program still runs.
    """
    lines = [line.strip() for line in errors.decode(errors="replace").splitlines() if line.strip()]
    if lines:
        return " / ".join(lines[-most:])
    return (
        tr("it closed its output but still runs")
        if status is None
        else tr("it exited with status {status}", status=status)
    )


def process_cpu_seconds(process_id: int) -> float | None:
    """Return the CPU seconds that a process has used so far, or None if they cannot be read.

    They are read from ``/proc/PID/stat`` (proc(5), fields utime and stime), which only Linux has, in steps of usually
    10 ms. The CPU time of child processes that have not ended is not included.
    """
    try:
        text = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8", errors="replace")
        # The name of the program, in parentheses, may contain spaces.
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


class Pipe:
    """A child process with line-based I/O, and one thread for each of its standard streams.

    The output lines are in a bounded queue, so that a flood of output blocks the program and not the reader. Only the
    last ``KEPT_BYTES`` of the error stream are kept. ``send`` and ``kill`` may be called from any thread. The other
    methods may be called only from the thread that created the object. No Qt is needed in a thread of Qt: a wait
    releases the interpreter lock.

    Args:
        start: function that starts the process with pipes for its three standard streams. Its argument contains
            variables to be added to the environment of the process (``Marker.environment``).
        name: name of the program in messages.
        leads: whether the process leads a process group, so that its child processes are killed with it.
        on_line: function called in a thread with each line, and with None at the end of the output, instead of
            ``receive``, or None.
        longest: maximum length of a line in bytes, or -1 for no limit. A longer line is returned in parts.

    Raises:
        SearchError: if the program cannot be started.
    """

    def __init__(
        self, start: "Callable[[Mapping[str, str]], subprocess.Popen[bytes]]", name: str, *, leads: bool = False,
        on_line: Callable[[bytes | None], None] | None = None, longest: int = LONGEST_LINE,
    ) -> None:  # fmt: skip
        self.name = name
        self._marker = Marker()
        self._lock = threading.Lock()
        self._closed = False
        self._leads = leads and hasattr(os, "killpg")
        self._tail = b""
        self._lines: queue.Queue[bytes | None] = queue.Queue(maxsize=256)
        self._on_line, self._longest = on_line or self._lines.put, longest
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._process = start(self._marker.environment)
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

    @property
    def pid(self) -> int:
        """Identifier of the process."""
        return self._process.pid

    def cpu_seconds(self) -> float | None:
        """Return the CPU seconds that the program has used so far, or None if they are unknown."""
        return process_cpu_seconds(self._process.pid)

    def send(self, *lines: str) -> None:
        """Queue lines for the program. The lines are given without line ends. This method never blocks."""
        self._outgoing.put("".join(f"{line}\n" for line in lines).encode())

    def end_input(self) -> None:
        """Close the standard input of the program after all lines sent before. This method never blocks."""
        self._outgoing.put(None)

    def receive(self, timeout: float | None) -> bytes | None:
        """Return the next line, or None at the end of the output. At most ``longest`` bytes are returned.

        Raises:
            queue.Empty: if no line arrives within ``timeout`` seconds. With None, the wait has no limit.
        """
        return self._lines.get(timeout=timeout)

    def kill(self) -> None:
        """Kill the program and, if it leads a process group, its child processes.

        This unblocks ``receive``. The method is thread-safe, and does nothing after ``close``, when another process may
        have the identifier.
        """
        with self._lock, contextlib.suppress(OSError):
            if self._closed:
                return
            if self._leads:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Wait up to ``seconds`` for the program to exit, and return whether it has exited."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """Kill the program if it is running, wait for its exit, and end the threads within ``LEAVING_SECONDS``.

        Descendants of the program are killed, too, on Linux also those that left its process group (``Marker``).
        """
        if self._leads or self._process.returncode is None:
            # A program that exited by itself may have left child processes behind.
            self.kill()
        with self._lock:
            self._closed = True
        self._process.wait()
        self._marker.kill()
        self.end_input()
        # A descendant that was not found may keep a pipe open, so there is a timeout.
        for _ in range(round(LEAVING_SECONDS / 0.006)):
            with contextlib.suppress(queue.Empty):
                while True:
                    self._lines.get_nowait()
            if not any(thread.is_alive() for thread in self._threads):
                break
            for thread in self._threads:
                thread.join(0.002)

    def last_output(self, most: int = 1) -> str:
        """Return the last ``most`` lines of the error stream, or the exit status if the stream is empty.

        The method waits up to a second for the exit of the program and up to a second for the end of the stream.
        """
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._threads[1].join(1.0)
        return last_lines(self._tail, self._process.returncode, most)

    # Each thread closes the stream that it uses: closing it elsewhere is not safe during a read.

    def _read_lines(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while not self._closed and (line := stream.readline(self._longest)):
                self._on_line(line)
        self._on_line(None)

    def _read_tail(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while chunk := os.read(stream.fileno(), KEPT_BYTES):
                self._tail = (self._tail + chunk)[-KEPT_BYTES:]

    def _write_lines(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while (data := self._outgoing.get()) is not None:
                stream.write(data)
                stream.flush()
