"""The journals of contests in the user's state folder: what was played here, and what was left unfinished."""

import contextlib
import json
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from engine.contests.contest import Contest
from engine.contests.runner import read_contest
from engine.core.errors import KyVienError
from engine.search.search import Spec
from studio.settings import state_path

MOST_KEPT = 40
"""Finished contests that are kept; older ones are removed when another begins."""
_CHUNK = 1 << 20


def contest_folder() -> Path:
    """Where journals of contests are: beside those of records; may not exist yet."""
    return state_path() / "contests"


def new_path() -> Path:
    """A file for a contest that begins now.

    Raises:
        OSError: if the folder cannot be made.
    """
    folder = contest_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{uuid.uuid4().hex[:8]}.jsonl"


@dataclass(frozen=True)
class Kept:
    """A contest on disk.

    Attributes:
        path: its journal.
        contest: what is played.
        played: whole lines of results, counted and not read.
        changed: when something was last written, seconds since 1970.
        is_decided: whether a sequential test ended it.
    """

    path: Path
    contest: Contest
    played: int
    changed: float
    is_decided: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return self.is_decided or self.played >= self.contest.total


def kept_contests() -> list[Kept]:
    """Contests on disk, the one written last first; what cannot be read, or no longer be played, is left out."""
    folder = contest_folder()
    found = []
    for path in folder.glob("*.jsonl") if folder.is_dir() else ():
        with contextlib.suppress(OSError, KyVienError):
            contest = read_contest(path)
            _check(contest)
            found.append(Kept(path, contest, _count_lines(path) - 1, path.stat().st_mtime, _mark(path).exists()))
    return sorted(found, key=lambda kept: (kept.changed, kept.path.name), reverse=True)


def _check(contest: Contest) -> None:
    """See that game, rules and algorithms are still what they were called.

    Raises:
        KyVienError: if one of them is not.
    """
    contest.build_game()
    for each in contest.contestants:
        if not each.plugin and not each.engine:
            Spec.parse(each.spec)


def _count_lines(path: Path) -> int:
    count = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            count += chunk.count(b"\n")
    return count


def _mark(path: Path) -> Path:
    return path.with_suffix(".decided")


def mark_decided(path: Path) -> None:
    """Note that a sequential test ended the contest of ``path``: reading every result again would be needed to know.

    Raises:
        OSError: if it cannot be noted.
    """
    _mark(path).write_text(json.dumps(True), encoding="utf-8")


def remove(path: Path) -> None:
    """Forget a contest.

    Raises:
        OSError: if it cannot be removed.
    """
    path.unlink(missing_ok=True)
    _mark(path).unlink(missing_ok=True)


def prune() -> None:
    """Forget the oldest of the finished contests beyond ``MOST_KEPT``; those left unfinished stay."""
    finished = [kept for kept in kept_contests() if kept.is_over]
    for kept in finished[MOST_KEPT:]:
        with contextlib.suppress(OSError):
            remove(kept.path)
