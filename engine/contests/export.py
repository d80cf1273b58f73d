"""Export of the records of a contest's games, in a separate process so that a window is not blocked.

``python -m engine.contests.export JOURNAL FILE`` writes the games in the journal so far. On failure the last line on
standard error is the reason.
"""

import sys
from pathlib import Path

from engine.contests.runner import read_contest, read_results, write_records
from engine.core.errors import KyVienError
from engine.core.files import FileError
from engine.core.language import preferred_language, set_language


def export(journal: Path, output: Path) -> int:
    """Write the records of a journal's games, in the order of the schedule, and return their number.

    Args:
        journal: the journal file.
        output: the file to write; its suffix selects the format.

    Raises:
        KyVienError: if ``journal`` is not a journal, the format is unknown, or ``output`` cannot be written.
        OSError: if the journal cannot be read.
    """
    results = read_results(journal)
    write_records(output, read_contest(journal), sorted(results, key=lambda result: result.index))
    return len(results)


def main() -> None:
    """Export the journal that the command-line arguments name."""
    set_language(preferred_language())
    try:
        export(Path(sys.argv[1]), Path(sys.argv[2]))
    except FileError as error:
        sys.stderr.write(f"{error.values['reason']}\n")  # the window names the file
        sys.exit(1)
    except (KyVienError, OSError) as error:
        sys.stderr.write(f"{getattr(error, 'strerror', None) or error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
