"""Journals of jobs: the description and the results on disk.

A journal is a file of JSON lines: the description, then one result per task. A job that was killed is resumed from its
journal: tasks in the journal are not done again. A job with more tasks can prolong that of the journal
(``Job.replaces``). A line that is not a result of the job is skipped and reported, and its task is done again. Results
are flushed to the disk at most once a second, in a thread, so that a power cut loses those of the last two seconds at
most.
"""

import errno
import json
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from engine.core.errors import KyVienError
from engine.core.files import write_bytes
from engine.core.flushing import Flusher
from engine.core.language import ngettext
from engine.jobs.job import Job, R

VERSION = 1
_MOST_HEAD = 1 << 26
"""Greatest length of the first line in bytes. The line of a contest with many openings has some hundred kilobytes."""
_INVALID = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, KyVienError)
"""Exceptions raised for text that is not JSON or not valid data. ``json`` raises RecursionError for deep nesting."""
J = TypeVar("J", bound=Job[Any, Any])


@dataclass(frozen=True)
class JournalContent(Generic[J, R]):
    """The content of a journal.

    Attributes:
        job: the description, or None if the file is empty or its first line is incomplete.
        digest: digest of the job, or an empty string if there is no description.
        results: a mapping of numbers of tasks to results, in the order of the lines.
        skipped: numbers, counted from 1, of the lines that are not results of the job.
        size: total length of the complete lines in bytes.
    """

    job: J | None = None
    digest: str = ""
    results: dict[int, R] = field(default_factory=dict)
    skipped: tuple[int, ...] = ()
    size: int = 0


def skipped_text(path: Path, lines: Sequence[int]) -> str:
    """Return a message that the lines with the numbers ``lines`` were skipped, or an empty string if there are none."""
    if not lines:
        return ""
    return ngettext(
        "{file}: line {line} is damaged; it was skipped",
        "{file}: {count} lines are damaged, the first is line {line}; they were skipped",
        len(lines), file=path.name, line=lines[0],
    )  # fmt: skip


def _check_regular(path: Path) -> None:
    """Check that ``path`` is a regular file or does not exist.

    Reading a device may never end, and opening a pipe may block.

    Raises:
        KyVienError: if ``path`` is something else, such as a folder, a device or a pipe.
        OSError: if the status of ``path`` cannot be read.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise KyVienError("{file} is not a regular file", file=str(path))


def read_content(path: Path, kind: type[J]) -> JournalContent[J, Any]:
    """Return the content of a journal, even while a job writes to it.

    Raises:
        KyVienError: if the file is not the journal of a job of this kind.
        OSError: if the file cannot be read.
    """
    _check_regular(path)
    return _parse(path, kind)


def read_job(path: Path, kind: type[J]) -> J:
    """Return the description in a journal, without reading the results.

    Raises:
        KyVienError: if the file is not the journal of a job of this kind, or does not contain a description yet.
        OSError: if the file cannot be read.
    """
    _check_regular(path)
    with path.open("rb") as file:
        return _parse_head(path, file.readline(_MOST_HEAD), kind)[0]


def _parse_head(path: Path, line: bytes, kind: type[J]) -> tuple[J, str]:
    """Return the description in the first line of a journal and its digest.

    Raises:
        KyVienError: if the line is not the first line of a journal.
    """
    try:
        head = json.loads(line)
        if head[f"kyvien-{kind.kind}"] != VERSION or not isinstance(head["digest"], str):
            raise ValueError("version")
        return kind.from_dict(head[kind.kind]), head["digest"]
    except _INVALID:
        raise KyVienError(kind.foreign, file=str(path)) from None


def _parse(path: Path, kind: type[J]) -> JournalContent[J, Any]:
    """Return the content of a journal, read line by line, so that only the results are in memory.

    An incomplete last line is ignored. Such a line remains if the process was killed while writing it.

    Raises:
        KyVienError: if the file is not a journal.
        OSError: if the file cannot be read.
    """
    with path.open("rb") as file:
        line = file.readline()
        start = f'{{"kyvien-{kind.kind}": '.encode()
        if not line.endswith(b"\n") and start.startswith(line[: len(start)]):
            return JournalContent()
        job, digest = _parse_head(path, line, kind)
        size = len(line) if line.endswith(b"\n") else 0
        results: dict[int, Any] = {}
        skipped = []
        for number, line in enumerate(file, 2):
            if not line.endswith(b"\n"):
                break
            size += len(line)
            try:
                result = job.read_result(json.loads(line))
            except _INVALID:
                skipped.append(number)
            else:
                results[result.index] = result
    return JournalContent(job, digest, results, tuple(skipped), size)


def _head(job: Job[Any, Any]) -> bytes:
    """Return the first line of the journal of a job."""
    head = {f"kyvien-{job.kind}": VERSION, "digest": job.digest, job.kind: job.to_dict()}
    return json.dumps(head, ensure_ascii=False).encode()


def _lock(file: IO[bytes]) -> bool:
    """Lock ``file`` until ``_unlock``, and return True, or return False if another process holds the lock.

    On a system or file system without locks, the function only returns True.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _unlock(file: IO[bytes]) -> None:
    """Release the lock of ``_lock``, also while the thread that flushes the file has it open."""
    try:
        import fcntl
    except ImportError:
        return
    with suppress(OSError):  # a file system without locks
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)


class Journal(Generic[J, R]):
    """The journal of a job: its results on disk and in memory.

    Args:
        path: file of the journal, which is created if it is missing.
        job: the job.

    Attributes:
        results: a mapping of numbers of tasks to results.
        skipped: numbers, counted from 1, of the lines that are not results of the job. These lines remain in the file.

    Raises:
        KyVienError: if the file belongs to another job or to one with more tasks, is not a journal, is not a regular
            file, cannot be rewritten to prolong the job, or is locked by another process.
        OSError: if the file cannot be read or written.
    """

    def __init__(self, path: Path, job: J) -> None:
        self.path = path
        self.results: dict[int, R] = {}
        self.skipped: tuple[int, ...] = ()
        _check_regular(path)
        self._open(job)
        try:
            self._load(job)
            self._flusher = Flusher(self._file.fileno(), path.absolute().parent)
        except BaseException:
            self._file.close()
            raise

    def _open(self, job: J) -> None:
        """Open and lock the file, which must not have been replaced in between.

        Raises:
            KyVienError: if another process holds the lock.
            OSError: if the file cannot be opened.
        """
        self._file: IO[bytes] = self.path.open("ab", buffering=0)
        if not _lock(self._file) or not os.path.samestat(os.fstat(self._file.fileno()), self.path.stat()):
            self._file.close()
            raise KyVienError(job.busy, file=str(self.path))

    def _load(self, job: J) -> None:
        self._size = 0
        content = _parse(self.path, type(job))
        before = content.job
        if before is not None and content.digest != job.digest and job.replaces(before, str(self.path)):
            known = self.path.read_bytes()
            write_bytes(self.path, _head(job) + known[known.index(b"\n") : content.size])
            self._file.close()
            self._open(job)
            content = _parse(self.path, type(job))
        self.results, self.skipped, self._size = content.results, content.skipped, content.size
        if self._size != os.fstat(self._file.fileno()).st_size:
            self._file.truncate(self._size)
        if not self._size:
            self._write_line(_head(job))

    def _write_line(self, data: bytes) -> None:
        line = data + b"\n"
        written = self._file.write(line)
        if written != len(line):
            # A full disk may accept part of the line: the file must end with a complete line.
            self._file.truncate(self._size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._size += len(line)

    def add(self, result: R) -> None:
        """Write a result to the disk in one write, then store it in ``results``.

        Raises:
            OSError: if the result cannot be written, or earlier ones could not be flushed to the disk.
        """
        self._write_line(json.dumps(result.to_dict(), ensure_ascii=False).encode())
        self.results[result.index] = result
        self._flusher.written()

    def close(self) -> None:
        """Close the file and release its lock."""
        self._flusher.close()
        _unlock(self._file)
        self._file.close()
