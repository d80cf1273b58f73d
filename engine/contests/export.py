"""Writes the records of a contest's games: a program of its own, so that a window need not wait for it.

``python -m engine.contests.export JOURNAL FILE`` writes the games of the journal so far; if it cannot, the last line of
its error stream says why.
"""

import sys
from pathlib import Path

from engine.contests.runner import read_contest, read_results, write_records
from engine.core.errors import KyVienError
from engine.core.files import FileError
from engine.core.language import preferred_language, set_language


def export(journal: Path, output: Path) -> int:
    """Write the records of a journal's games, in the order of the schedule; returns how many.

    Args:
        journal: the file.
        output: its ending says in which format.

    Raises:
        KyVienError: if the one is no journal, there is no such format, or the other cannot be written.
        OSError: if the journal cannot be read.
    """
    results = read_results(journal)
    write_records(output, read_contest(journal), sorted(results, key=lambda result: result.index))
    return len(results)


def main() -> None:
    """Write what the arguments say."""
    set_language(preferred_language())
    try:
        export(Path(sys.argv[1]), Path(sys.argv[2]))
    except FileError as error:
        sys.stderr.write(f"{error.values['reason']}\n")  # which file, the window says
        sys.exit(1)
    except (KyVienError, OSError) as error:
        sys.stderr.write(f"{getattr(error, 'strerror', None) or error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
