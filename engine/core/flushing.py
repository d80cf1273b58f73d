"""Flushing of a file that grows, in a thread, so that a power cut loses its last lines only."""

import errno
import os
import sys
import threading
from pathlib import Path

from engine.core.files import flush_folder

PAUSE_SECONDS = 1.0
"""Minimum time in seconds between two flushes of one file."""
_UNSUPPORTED = (errno.EINVAL, errno.ENOTSUP)


class Flusher:
    """Flushes an open file to the disk, at most once per ``PAUSE_SECONDS``.

    What was written is on the disk after ``PAUSE_SECONDS`` and the time of two flushes. The methods do not block.

    Args:
        descriptor: the file, which stays open until ``close``.
        folder: the folder of the file, which is flushed first, so that the name of a new file is on the disk, too.
    """

    def __init__(self, descriptor: int, folder: Path) -> None:
        self._descriptor, self._folder = descriptor, folder
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._is_due = self._has_name = False
        self._thread: threading.Thread | None = None
        self._error: OSError | None = None

    def written(self) -> None:
        """Note that the file was written.

        Raises:
            OSError: if an earlier flush has failed, once for each failure.
        """
        with self._lock:
            error, self._error = self._error, None
            self._is_due = True
            if self._thread is None:
                # The file may be closed while it is flushed, and another one get its number.
                own = os.dup(self._descriptor)
                self._thread = threading.Thread(target=self._run, args=(own,), name="flush", daemon=True)
                self._thread.start()
        if error is not None:
            raise error

    def close(self, *, flush: bool = True) -> None:
        """End the thread, after a last flush if the file was written since the last one.

        Call this method before the file is closed. It waits for the thread on Windows only, where a file that is open
        cannot be deleted.

        Args:
            flush: whether the content still matters. It does not if the file is deleted.
        """
        with self._lock:
            self._is_due &= flush
            thread = self._thread
        self._closing.set()
        if thread is not None and sys.platform == "win32":
            thread.join()

    def _run(self, descriptor: int) -> None:
        try:
            while self._take_due():
                try:
                    if not self._has_name:
                        flush_folder(self._folder)
                        self._has_name = True
                    os.fsync(descriptor)
                except OSError as error:
                    if error.errno not in _UNSUPPORTED:
                        self._error = error
                self._closing.wait(PAUSE_SECONDS)
        finally:
            os.close(descriptor)

    def _take_due(self) -> bool:
        """Return whether a flush is due, and note that it begins. If none is due, note that the thread ends."""
        with self._lock:
            is_due, self._is_due = self._is_due, False
            if not is_due:
                self._thread = None
            return is_due
