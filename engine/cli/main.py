"""Entry point of the command line."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

import engine
from engine.cli.output import fail
from engine.cli.parser import build_parser
from engine.core.errors import KyVienError
from engine.core.language import preferred_language, set_language, tr

_COMPUTING = {"perft", "analyse", "compare", "review", "disagree", "play", "endings", "book", "tree"}
"""Commands that run compiled code in the main thread."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line.

    Args:
        arguments: command-line arguments, or None for those of the process.

    Returns:
        The exit status: 0, or 130 if interrupted.

    Raises:
        SystemExit: with status 2 after an error, and with status 0 after ``--help`` or ``--version``.
    """
    set_language(preferred_language())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    options = build_parser(words).parse_args(words)
    options.arguments = words
    engine.announce_mode()
    try:
        with _ended_by_interrupt() if options.command in _COMPUTING else nullcontext():
            _run(options)
    except KyVienError as error:
        fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the output has exited (`| head`), which is not an error
        return 0
    except OSError as error:
        from engine.core.files import reason_of

        fail(tr("{file}: {reason}", file=error.filename or "–", reason=reason_of(error)))
    except KeyboardInterrupt:
        print(tr("interrupted"), file=sys.stderr)
        return 130
    return 0


def _run(options: argparse.Namespace) -> None:
    """Run the command specified by the options, and import only the modules of this command."""
    match options.command:
        case "games":
            from engine.cli.games import list_games as run
        case "rules":
            from engine.cli.rules import show_rules as run
        case "perft":
            from engine.cli.games import count_paths as run
        case "analyse":
            from engine.cli.analysis import analyse as run
        case "compare":
            from engine.cli.analysis import compare as run
        case "review":
            from engine.cli.review import review as run
        case "disagree":
            from engine.cli.review import disagree as run
        case "page":
            from engine.cli.pictures import page as run
        case "export":
            from engine.cli.exports import export as run
        case "picture":
            from engine.cli.pictures import picture as run
        case "tree":
            from engine.cli.tree import tree as run
        case "tree-diff":
            from engine.cli.tree import tree_diff as run
        case "play":
            from engine.cli.contests import play as run
        case "match":
            from engine.cli.contests import match as run
        case "tournament":
            from engine.cli.contests import tournament as run
        case "train":
            from engine.cli.train import train as run
        case "worksheet":
            from engine.cli.worksheet import worksheet as run
        case "network":
            from engine.cli.network import network as run
        case "book":
            from engine.cli.book import book as run
        case "endings":
            from engine.cli.endings import endings as run
        case "serve":
            from engine.cli.serve import serve as run
        case "bench":
            from engine.cli.bench import bench as run
    run(options)


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """Make Ctrl+C end the process at once, because Python's handler does not run while compiled code runs."""
    import signal

    try:
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    except ValueError:  # only the main thread may set a handler
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
