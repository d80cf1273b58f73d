"""Journals of finished and unfinished contests in the user's state folder."""

import contextlib
import json
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from engine.contests.contest import Contest
from engine.contests.journal import read_contest
from engine.core.errors import KyVienError
from engine.core.files import is_folder
from engine.search.search import Spec
from studio.settings import state_path

MOST_KEPT = 40
"""Maximum number of finished contests to keep. Older ones are deleted when another contest starts."""
_CHUNK = 1 << 20


def contest_folder() -> Path:
    """Return the folder of contest journals. It may not exist yet."""
    return state_path() / "contests"


def new_path() -> Path:
    """Return an unused path for the journal of a new contest, and create its folder.

    Raises:
        OSError: if the folder cannot be created.
    """
    folder = contest_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{uuid.uuid4().hex[:8]}.jsonl"


@dataclass(frozen=True)
class Kept:
    """A contest on disk.

    Attributes:
        path: the journal of the contest.
        contest: the contest.
        played: number of complete lines of results, counted without parsing them.
        changed: time of the last write, seconds since 1970.
        is_decided: whether a sequential test ended the contest.
    """

    path: Path
    contest: Contest
    played: int
    changed: float
    is_decided: bool = False

    @property
    def is_over(self) -> bool:
        """Whether no game is left to play."""
        return self.is_decided or self.played >= self.contest.total


def kept_contests() -> list[Kept]:
    """Return the contests on disk that can be read and played, the most recently written first."""
    folder = contest_folder()
    found = []
    for path in folder.glob("*.jsonl") if is_folder(folder) else ():
        with contextlib.suppress(OSError, KyVienError):
            contest = read_contest(path)
            _check(contest)
            found.append(Kept(path, contest, _count_lines(path) - 1, path.stat().st_mtime, _mark(path).exists()))
    return sorted(found, key=lambda kept: (kept.changed, kept.path.name), reverse=True)


def _check(contest: Contest) -> None:
    """Check that the game, the rules and the algorithms still exist. Plugins and external engines are not checked.

    Raises:
        KyVienError: if one of them does not exist.
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
    """Create a file next to the journal ``path``, which marks its contest as ended by a sequential test.

    Without this mark, all results would have to be parsed to determine whether the contest is over.

    Raises:
        OSError: if the file cannot be written.
    """
    _mark(path).write_text(json.dumps(True), encoding="utf-8")


def remove(path: Path) -> None:
    """Delete the journal ``path`` of a contest and its mark, if they exist.

    Raises:
        OSError: if one of them cannot be deleted.
    """
    path.unlink(missing_ok=True)
    _mark(path).unlink(missing_ok=True)


def prune() -> None:
    """Delete the oldest finished contests beyond ``MOST_KEPT``, ignoring errors. Unfinished ones are kept."""
    finished = [kept for kept in kept_contests() if kept.is_over]
    for kept in finished[MOST_KEPT:]:
        with contextlib.suppress(OSError):
            remove(kept.path)
