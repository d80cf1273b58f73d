"""Journals of finished and unfinished contests in the user's state folder."""

import contextlib
import json
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.contests.contest import Contest
from engine.contests.journal import read_contest
from engine.core.errors import KyVienError
from engine.core.files import is_folder
from engine.search.spec import Spec
from studio.settings import state_folder, state_path

MOST_KEPT = 40
"""Maximum number of finished contests to keep. Older contests are deleted when a new contest starts."""
Decision = Literal["", "H0", "H1", "unknown"]
"""Decision of a sequential test: the accepted hypothesis, ``unknown`` as stored by earlier versions, or empty."""
_CHUNK = 1 << 20


def contest_folder() -> Path:
    """Return the path of the folder for the journals of contests. The folder may not exist yet."""
    return state_path() / "contests"


def new_path() -> Path:
    """Return an unused path for the journal of a new contest, and create the folder of journals.

    Raises:
        OSError: if the folder cannot be created.
    """
    return state_folder("contests") / f"{time.strftime('%Y%m%d-%H%M%S')}-{uuid.uuid4().hex[:8]}.jsonl"


@dataclass(frozen=True)
class Kept:
    """A contest stored on disk.

    Attributes:
        path: the path of the journal.
        contest: the contest.
        played: number of results in the journal. It is the number of complete lines, which are not parsed.
        changed: time of the last write, in seconds since 1970.
        is_decided: whether a sequential test has ended the contest.
    """

    path: Path
    contest: Contest
    played: int
    changed: float
    is_decided: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the contest has no more games to play."""
        return self.is_decided or self.played >= self.contest.total


def kept_contests() -> list[Kept]:
    """Return the contests on disk that can be read and played, with the most recently written first."""
    folder = contest_folder()
    found = []
    for path in folder.glob("*.jsonl") if is_folder(folder) else ():
        with contextlib.suppress(OSError, KyVienError):
            contest = read_contest(path)
            _check(contest)
            found.append(Kept(path, contest, _count_lines(path) - 1, path.stat().st_mtime, _mark(path).exists()))
    return sorted(found, key=lambda kept: (kept.changed, kept.path.name), reverse=True)


def _check(contest: Contest) -> None:
    """Check that the game, the rules and the algorithms of a contest exist.

    Plugins and external engines are not checked.

    Raises:
        KyVienError: if the game, the rules or an algorithm do not exist.
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


def mark_decided(path: Path, decision: Decision) -> None:
    """Mark the contest with the journal ``path`` as ended by a sequential test with this decision.

    The mark is a file next to the journal. Without the mark, all results would have to be parsed to determine whether
    the contest is over, and a later version with other statistics could find the test undecided.

    Raises:
        OSError: if the file cannot be written.
    """
    _mark(path).write_text(json.dumps(decision), encoding="utf-8")


def decision_of(path: Path) -> Decision:
    """Return the decision that ended the contest with the journal ``path``, or an empty string if there is none."""
    try:
        stored = json.loads(_mark(path).read_bytes())
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, RecursionError):
        return "unknown"
    return stored if stored in ("H0", "H1") else "unknown"


def remove(path: Path) -> None:
    """Delete the journal ``path`` and the file written by ``mark_decided``, if they exist.

    Raises:
        OSError: if a file cannot be deleted.
    """
    path.unlink(missing_ok=True)
    _mark(path).unlink(missing_ok=True)


def prune() -> None:
    """Delete all finished contests except the latest ``MOST_KEPT``. Unfinished contests are kept.

    Errors are ignored.
    """
    finished = [kept for kept in kept_contests() if kept.is_over]
    for kept in finished[MOST_KEPT:]:
        with contextlib.suppress(OSError):
            remove(kept.path)
