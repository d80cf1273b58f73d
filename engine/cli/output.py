"""Output of results: messages, JSON, tables and progress."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn


def fail(sentence: str) -> NoReturn:
    """Print a message as one line on standard error and exit with status 2."""
    print(" ".join(sentence.split()), file=sys.stderr)
    raise SystemExit(2)


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def progress(text: str, total: int | None) -> Iterator[Callable[[], None]]:
    """Show a progress bar on standard error if it is a terminal; yield a function to be called after each step."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda: bar.advance(task)


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """Print a table. The first ``left`` columns are left-aligned, the last one wraps; the others are right-aligned."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        table.add_column(
            column,
            justify="left" if number < left else "right",
            no_wrap=number != left - 1,
            overflow="fold",
            min_width=8,
        )
    for row in rows:
        table.add_row(*row)
    # A file or a pipe has no width, so a fixed one is used.
    width = None if sys.stdout.isatty() else 180
    Console(highlight=False, markup=False, width=width).print(table)
