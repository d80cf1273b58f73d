"""Export of the records of a contest's games, in a separate process so that a window is not blocked.

``python -m engine.contests.export JOURNAL FILE [NAME…]`` writes the games that are in the journal so far, with these
names of the players if they are given. On failure, the last line on standard error is the reason. On success, standard
error contains at most a message about damaged lines and games left out.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.contests.journal import read_journal
from engine.contests.runner import write_records
from engine.core.errors import KyVienError
from engine.core.files import FileError, reason_of
from engine.core.language import preferred_language, set_language
from engine.jobs.journal import skipped_text


def export(journal: Path, output: Path, names: Sequence[str] | None = None) -> str:
    """Write the records of a journal's games, in the order of the schedule.

    Args:
        journal: the journal file.
        output: the file to write. Its suffix selects the format.
        names: display names of the contestants, or None to use ``Contest.names``.

    Returns:
        A message about damaged lines and games that were left out, or an empty string.

    Raises:
        KyVienError: if ``journal`` is not a journal, the format is unknown or does not support the game, or ``output``
            cannot be written.
        OSError: if the journal cannot be read.
    """
    content = read_journal(journal)
    if content.job is None:
        raise KyVienError("{file} is not the journal of a contest", file=str(journal))
    results = [content.results[index] for index in sorted(content.results)]
    left_out = write_records(output, content.job, results, names)
    return " ".join(filter(None, (skipped_text(journal, content.skipped), left_out)))


def main() -> None:
    """Export the journal given as the first command-line argument to the file given as the second.

    Further arguments are the names of the players.
    """
    set_language(preferred_language())
    try:
        sys.stderr.write(export(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:] or None))
    except FileError as error:
        sys.stderr.write(f"{error.values['reason']}\n")  # the window names the file
        sys.exit(1)
    except (KyVienError, OSError) as error:
        sys.stderr.write(f"{reason_of(error) if isinstance(error, OSError) else error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
