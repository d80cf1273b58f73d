"""The log, and the hook that logs unhandled exceptions and shows each of them as one sentence."""

import sys
import threading
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from engine.core.language import tr
from studio.settings import state_folder, state_path

MOST_BYTES = 1_000_000


def log_path() -> Path:
    """Return the path of the log file."""
    return state_path() / "kyvien.log"


def write(text: str) -> None:
    """Append ``text`` to the log file. A file larger than ``MOST_BYTES`` is renamed first. Errors are ignored."""
    path = log_path()
    try:
        state_folder()
        if path.exists() and path.stat().st_size > MOST_BYTES:
            path.replace(path.with_suffix(".old.log"))
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S %z}\n{text.rstrip()}\n\n")
    except OSError:
        pass


class FaultHook:
    """Replacement for ``sys.excepthook``, which Qt also calls for exceptions in slots and event handlers.

    Args:
        show: callback that shows a sentence to the user. It is called only in the main thread.
    """

    def __init__(self, show: Callable[[str], object]) -> None:
        self._show = show
        self._before = sys.excepthook
        self._is_showing = False

    def install(self) -> None:
        """Install the hook for all threads."""
        sys.excepthook = self
        threading.excepthook = self._in_thread

    def remove(self) -> None:
        """Restore the previous ``sys.excepthook`` and the default ``threading.excepthook``."""
        sys.excepthook = self._before
        threading.excepthook = threading.__excepthook__

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log the exception and, in the main thread, show a sentence to the user.

        A ``KeyboardInterrupt`` is passed to the previous hook instead.
        """
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, error, trace)
            return
        write("".join(traceback.format_exception(kind, error, trace)))
        if self._is_showing or threading.current_thread() is not threading.main_thread():
            return
        self._is_showing = True
        try:
            self._show(
                tr("Something went wrong ({reason}); your record is safe. Details: {path}",
                   reason=f"{kind.__name__}: {error}", path=log_path())
            )  # fmt: skip
        finally:
            self._is_showing = False

    def _in_thread(self, fault: threading.ExceptHookArgs) -> None:
        if fault.exc_value is not None:
            self(fault.exc_type, fault.exc_value, fault.exc_traceback)
