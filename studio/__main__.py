"""The command ``kyvien``, which starts the studio. ``studio.app`` is imported only if a window can open."""

import argparse
import sys
import time
from collections.abc import Sequence

import engine
from engine.core.language import LANGUAGES, preferred_language, set_language, tr
from studio.window.display_check import PACKAGES, DisplayError, LibraryError, check_display

STARTED = time.perf_counter()


def parser() -> argparse.ArgumentParser:
    """Return the command-line parser."""
    result = argparse.ArgumentParser(prog="kyvien", description=tr("A studio for analysing board games."))
    result.add_argument("files", nargs="*", metavar="FILE", help=tr("a record to open"))
    result.add_argument("--lang", choices=LANGUAGES, help=tr("language of the window"))
    result.add_argument("--theme", choices=("light", "dark", "system"), help=tr("colours of the window"))
    result.add_argument("--demo", action="store_true", help=tr("replay the lesson on alpha-beta"))
    result.add_argument("--version", action="store_true", help=tr("print the version and exit"))
    result.add_argument("--check", action="store_true", help=tr("open the window, close it and exit"))
    result.add_argument(
        "--time-start", action="store_true", help=tr("print the seconds until the first paint as JSON and exit")
    )
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the studio or print its version, and return the exit status. The status is 2 if no window can open.

    Args:
        arguments: the command line without the name of the program, or None to use ``sys.argv``.

    Raises:
        SystemExit: with ``--help`` and for an invalid command line.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    set_language(preferred_language())
    options = parser().parse_args(words)
    if options.lang:
        set_language(options.lang)
    if options.version:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("kyvien")
        except PackageNotFoundError:
            number = "?"
        print(f"kyvien {number}")
        return 0
    try:
        check_display()
    except DisplayError as error:
        advice = tr("Without a window, kyvien-engine does the same work on the command line: kyvien-engine --help")
        print(f"{error} {advice}", file=sys.stderr)
        if isinstance(error, LibraryError):
            command = f"sudo apt-get install -y --no-install-recommends {PACKAGES}"
            advice = tr("On Debian and Ubuntu, this command installs the system libraries that Qt needs: {command}",
                        command=command)  # fmt: skip
            print(advice, file=sys.stderr)
        return 2
    engine.announce_mode()
    from studio.app import run

    return run(options, STARTED)


if __name__ == "__main__":
    sys.exit(main())
