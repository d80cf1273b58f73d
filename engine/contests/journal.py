"""Journals of contests (``engine.jobs.journal``), in which each result is that of a game."""

from pathlib import Path

from engine.contests.contest import Contest
from engine.contests.result import GameResult
from engine.jobs.journal import Journal, JournalContent, read_content, read_job


class ContestJournal(Journal[Contest, GameResult]):
    """The journal of a contest."""


def read_journal(path: Path) -> JournalContent[Contest, GameResult]:
    """Return the content of the journal of a contest, even while the contest writes to it.

    Raises:
        KyVienError: if the file is not a journal.
        OSError: if the file cannot be read.
    """
    return read_content(path, Contest)


def read_contest(path: Path) -> Contest:
    """Return the contest of a journal, without reading the results.

    Raises:
        KyVienError: if the file is not a journal, or does not contain a contest yet.
        OSError: if the file cannot be read.
    """
    return read_job(path, Contest)
