"""Journals of contests: the contest and its results on disk.

A journal is a file of JSON lines: the contest, then one result per game. A contest that was killed is resumed from its
journal: games in the journal are not played again, and games missing from it are played with the same seeds. A contest
with more games of each pairing, and otherwise the same, prolongs that of the journal. A line that is not a result of
the contest is skipped and reported, and its game is played again. Results are flushed to the disk at most once a
second, in a thread, so that a power cut loses those of the last two seconds at most.
"""

import errno
import json
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from engine.contests.contest import Contest
from engine.contests.result import GameResult
from engine.core.errors import KyVienError
from engine.core.files import write_bytes
from engine.core.flushing import Flusher
from engine.core.language import mark, tr

VERSION = 1
_HEAD = b'{"kyvien-contest": '
_FIELDS = {
    "game": mark("game"), "rules": mark("rules"), "contestants": mark("players"), "form": mark("pairings"),
    "games": mark("number of games"), "swap": mark("change of sides"), "openings": mark("openings"),
    "random_plies": mark("random moves"), "seed": mark("random seed"), "adjudication": mark("rules of adjudication"),
    "sprt": mark("sequential test"), "memory": mark("memory"),
}  # fmt: skip
"""Names of the fields of a contest in messages."""
_MOST_HEAD = 1 << 26
"""Greatest length of the first line in bytes. The line of a contest with many openings has some hundred kilobytes."""
_INVALID = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, KyVienError)
"""Exceptions raised for text that is not JSON or not valid data. ``json`` raises RecursionError for deep nesting."""


@dataclass(frozen=True)
class JournalContent:
    """The content of a journal.

    Attributes:
        contest: the contest, or None if the file is empty or its first line is incomplete.
        digest: digest of the contest, or an empty string if there is no contest.
        results: a mapping of numbers of games to results, in the order of the lines.
        skipped: numbers, counted from 1, of the lines that are not results of the contest.
        size: total length of the complete lines in bytes.
    """

    contest: Contest | None = None
    digest: str = ""
    results: dict[int, GameResult] = field(default_factory=dict)
    skipped: tuple[int, ...] = ()
    size: int = 0


def skipped_text(path: Path, lines: Sequence[int]) -> str:
    """Return a message that the lines with the numbers ``lines`` were skipped, or an empty string if there are none."""
    if not lines:
        return ""
    if len(lines) == 1:
        return tr("{file}: line {line} is damaged; it was skipped", file=path.name, line=lines[0])
    return tr(
        "{file}: {count} lines are damaged, the first is line {line}; they were skipped",
        file=path.name, count=len(lines), line=lines[0],
    )  # fmt: skip


def check_regular(path: Path) -> None:
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


def read_journal(path: Path) -> JournalContent:
    """Return the content of a journal, even while a contest writes to it.

    Raises:
        KyVienError: if the file is not a journal.
        OSError: if the file cannot be read.
    """
    check_regular(path)
    return _parse(path, path.read_bytes())


def read_contest(path: Path) -> Contest:
    """Return the contest of a journal, without reading the results.

    Raises:
        KyVienError: if the file is not a journal, or does not contain a contest yet.
        OSError: if the file cannot be read.
    """
    check_regular(path)
    with path.open("rb") as file:
        return _parse_head(path, file.readline(_MOST_HEAD))[0]


def _parse_head(path: Path, line: bytes) -> tuple[Contest, str]:
    """Return the contest in the first line of a journal and its digest.

    Raises:
        KyVienError: if the line is not the first line of a journal.
    """
    try:
        head = json.loads(line)
        if head["kyvien-contest"] != VERSION or not isinstance(head["digest"], str):
            raise ValueError("version")
        return Contest.from_dict(head["contest"]), head["digest"]
    except _INVALID:
        raise KyVienError("{file} is not the journal of a contest", file=str(path)) from None


def _parse(path: Path, known: bytes) -> JournalContent:
    """Return the content of a journal whose file contains ``known``.

    An incomplete last line is ignored. Such a line remains if the process was killed while writing it.

    Raises:
        KyVienError: if the file is not a journal.
    """
    size = known.rfind(b"\n") + 1
    lines = known[:size].split(b"\n")[:-1]
    if not lines and known.startswith(_HEAD[: len(known)]):
        return JournalContent()
    contest, digest = _parse_head(path, lines[0] if lines else known)
    results: dict[int, GameResult] = {}
    skipped = []
    total = contest.total
    for number, line in enumerate(lines[1:], 2):
        try:
            result = GameResult.from_dict(json.loads(line))
            if result.index >= total or (result.first, result.second) != contest.sides(result.index):
                raise ValueError("not a game of this contest")
        except _INVALID:
            skipped.append(number)
        else:
            results[result.index] = result
    return JournalContent(contest, digest, results, tuple(skipped), size)


def _head(contest: Contest) -> bytes:
    """Return the first line of the journal of a contest."""
    head = {"kyvien-contest": VERSION, "digest": contest.digest, "contest": contest.to_dict()}
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


def _differences(known: Contest, contest: Contest) -> list[str]:
    """Return the fields in which two contests differ, except for renamed evaluations and changed plugins."""
    if known.game != contest.game:
        return ["game"]  # The game's name read from the file may be any text, so the game is not looked up.
    one, other = known.with_current_names(), contest.with_current_names()
    if one.digest == other.digest:
        return []
    before, after = one.to_dict(), other.to_dict()
    for each in (*before["contestants"], *after["contestants"]):
        each.pop("plugin_digest", None)
    return [name for name in _FIELDS if before.get(name) != after.get(name)]


class ContestJournal:
    """The journal of a contest: its results on disk and in memory.

    Args:
        path: file of the journal, which is created if it is missing.
        contest: the contest of the journal.

    Attributes:
        results: a mapping of numbers of games to results.
        skipped: numbers, counted from 1, of the lines that are not results of the contest. These lines remain in the
            file.

    Raises:
        KyVienError: if the file belongs to another contest or to one with more games, is not a journal, is not a
            regular file, cannot be rewritten to prolong the contest, or is locked by another process.
        OSError: if the file cannot be read or written.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.results: dict[int, GameResult] = {}
        self.skipped: tuple[int, ...] = ()
        check_regular(path)
        self._open()
        try:
            self._load(contest)
            self._flusher = Flusher(self._file.fileno(), path.absolute().parent)
        except BaseException:
            self._file.close()
            raise

    def _open(self) -> None:
        """Open and lock the file, which must not have been replaced in between.

        Raises:
            KyVienError: if another process holds the lock.
            OSError: if the file cannot be opened.
        """
        self._file: IO[bytes] = self.path.open("ab", buffering=0)
        if not _lock(self._file) or not os.path.samestat(os.fstat(self._file.fileno()), self.path.stat()):
            self._file.close()
            raise KyVienError("{file}: another program is playing this contest", file=str(self.path))

    def _load(self, contest: Contest) -> None:
        known = self.path.read_bytes()
        self._size = 0
        if known:
            content = _parse(self.path, known)
            before = content.contest
            if before is not None and content.digest != contest.digest:
                differences = _differences(before, contest)
                if differences == ["games"] and before.games < contest.games:
                    known = _head(contest) + known[known.index(b"\n") : content.size]
                    write_bytes(self.path, known)
                    self._file.close()
                    self._open()
                    content = _parse(self.path, known)
                elif differences == ["games"]:
                    raise KyVienError(
                        "{file}: the contest has {games} games of each pairing; it can be prolonged, not shortened",
                        file=str(self.path), games=before.games,
                    )  # fmt: skip
                elif differences:
                    raise KyVienError(
                        "{file} is the journal of another contest, which differs in: {fields}",
                        file=str(self.path), fields=", ".join(tr(_FIELDS[name]) for name in differences),
                    )  # fmt: skip
            self.results, self.skipped, self._size = content.results, content.skipped, content.size
        if self._size != len(known):
            self._file.truncate(self._size)
        if not self._size:
            self._write_line(_head(contest))

    def _write_line(self, data: bytes) -> None:
        line = data + b"\n"
        written = self._file.write(line)
        if written != len(line):
            # A full disk may accept part of the line: the file must end with a complete line.
            self._file.truncate(self._size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._size += len(line)

    def add(self, result: GameResult) -> None:
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
