"""Output of results: messages, JSON, tables and progress."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from time import monotonic

from engine.cli.table import cell_width, format_table
from engine.core.language import tr

TYPE_CHECKING = False  # without typing, which takes longer to import than argparse
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import ClassVar, NoReturn, Self, TextIO

WIDTH = 180
"""Width in columns of tables written to a file or a pipe."""
REFRESH_SECONDS = 0.25
"""Time between two drawings of the progress of a command."""


def fail(sentence: str) -> "NoReturn":
    """Print a message as one line on standard error and exit with status 2."""
    print(" ".join(sentence.split()), file=sys.stderr)
    raise SystemExit(2)


def note(sentence: str) -> None:
    """Print an informational message as one line on standard error. An empty message is not printed."""
    if sentence:
        with above_progress():
            print(" ".join(sentence.split()), file=sys.stderr)


def terminal_width(stream: "TextIO | None" = None) -> int:
    """Return the width in columns of the terminal of standard output or another stream, or 80 if it is unknown.

    ``shutil.get_terminal_size`` returns the same value, but importing ``shutil`` is slow.
    """
    with suppress(KeyError, ValueError):
        if (columns := int(os.environ["COLUMNS"])) > 0:
            return columns
    with suppress(ValueError, OSError):
        stream = stream or sys.__stdout__
        if stream is not None and (columns := os.get_terminal_size(stream.fileno()).columns) > 0:
            return columns
    return 80


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    import json

    print(json.dumps(value, ensure_ascii=False))


class Progress:
    """How far a command is. While it works, a line on standard error shows this, if that is a terminal.

    Within the context of another one, only the line of the inner one is visible. The line is rewritten without control
    sequences, which not every terminal knows.

    Args:
        text: translated label.
        total: number of steps, or None if unknown.
        done: number of steps that were done before, from which the time left cannot be estimated.

    Attributes:
        detail: translated text about the step that is being done.
    """

    shown: "ClassVar[list[Progress]]" = []

    def __init__(self, text: str, total: int | None = None, done: int = 0) -> None:
        self.detail = ""
        self._text, self._total, self._done, self._first = text, total, done, done
        self._search: object = None
        self._width = 0

    def __call__(self) -> None:
        """Count a step."""
        self._done += 1

    def watch(self, search: object) -> None:
        """Show the depth and the nodes of a search. The argument is that of ``Run.on_start``."""
        self._search = search

    def __enter__(self) -> "Self":
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            import threading

            self._lock, self._ended = threading.Lock(), threading.Event()
            self._began = monotonic()
            with above_progress():
                self.shown.append(self)
            self._draw(self.line())
            self._thread = threading.Thread(target=self._refresh, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self in self.shown:
            self._ended.set()
            self._thread.join()
            self._draw(self.line())
            self._draw("")
            self.shown.remove(self)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Erase the line, and do not draw it within the context."""
        with self._lock:
            self._draw("")
            yield

    def line(self) -> str:
        """Return the line as it is now, shorter than the terminal is wide."""
        seconds, steps = monotonic() - self._began, self._done - self._first
        words = [self._text, f"{self._done}/{self._total}" if self._total else str(self._done or "")]
        words += [self.detail, _duration(seconds)]
        if self._total and steps and self._done < self._total:
            words.append(tr("{time} left", time=_duration((self._total - self._done) * seconds / steps)))
        if depth := getattr(self._search, "depth", 0):
            words.append(tr("depth {depth}", depth=depth))
        if nodes := getattr(self._search, "nodes", 0):
            words.append(f"{tr('Nodes')} {nodes:,}")
        line, width = "  ".join(filter(None, words)), terminal_width(sys.stderr)
        while cell_width(line) >= width:
            line = line[:-1]
        return line

    def _refresh(self) -> None:
        while not self._ended.wait(REFRESH_SECONDS):
            with self._lock:
                if self.shown[-1] is self:
                    self._draw(self.line())

    def _draw(self, line: str) -> None:
        before, self._width = self._width, cell_width(line)
        blanks = " " * (before - self._width)
        sys.stderr.write(f"\r{line}{blanks}" if line else f"\r{blanks}\r")
        sys.stderr.flush()


def above_progress() -> "AbstractContextManager[None]":
    """Return a context in which other lines can be printed, because no line shows the progress."""
    return Progress.shown[-1].hidden() if Progress.shown else nullcontext()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """Print a table. The first ``left`` columns are left-aligned, and the last of these columns may be wrapped."""
    width, styled = WIDTH, False
    if sys.stdout.isatty():
        width = terminal_width()
        styled = sys.platform != "win32" and os.environ.get("TERM", "") not in ("dumb", "unknown")
    for line in format_table(title, columns, rows, left, width, styled):
        print(line)
