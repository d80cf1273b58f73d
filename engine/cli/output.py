"""Output of results: messages, JSON, tables and progress."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from engine.cli.table import format_table

TYPE_CHECKING = False  # without typing, which takes longer to import than argparse
if TYPE_CHECKING:
    from typing import NoReturn

WIDTH = 180
"""Width in columns of tables written to a file or a pipe."""


def fail(sentence: str) -> "NoReturn":
    """Print a message as one line on standard error and exit with status 2."""
    print(" ".join(sentence.split()), file=sys.stderr)
    raise SystemExit(2)


def note(sentence: str) -> None:
    """Print an informational message as one line on standard error. An empty message is not printed."""
    if sentence:
        print(" ".join(sentence.split()), file=sys.stderr)


def terminal_width() -> int:
    """Return the width of the terminal in columns, or 80 if it is unknown.

    ``shutil.get_terminal_size`` returns the same value, but importing ``shutil`` is slow.
    """
    with suppress(KeyError, ValueError):
        if (columns := int(os.environ["COLUMNS"])) > 0:
            return columns
    with suppress(ValueError, OSError):
        if sys.__stdout__ is not None and (columns := os.get_terminal_size(sys.__stdout__.fileno()).columns) > 0:
            return columns
    return 80


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    import json

    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def progress(text: str, total: int | None) -> Iterator[Callable[[], None]]:
    """Show a progress bar if standard error is a terminal. Yield a function to be called after each step.

    Args:
        text: translated label of the bar.
        total: number of steps, or None if unknown.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda: bar.advance(task)


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """Print a table. The first ``left`` columns are left-aligned, and the last of these columns may be wrapped."""
    width, styled = WIDTH, False
    if sys.stdout.isatty():
        width = terminal_width()
        styled = sys.platform != "win32" and os.environ.get("TERM", "") not in ("dumb", "unknown")
    for line in format_table(title, columns, rows, left, width, styled):
        print(line)
