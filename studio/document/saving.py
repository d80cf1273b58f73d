"""The content of a file with a record put into it; other games in the file stay as they are, byte by byte."""

from dataclasses import dataclass
from pathlib import Path

from engine.core.files import FileError, read_bytes
from engine.records.collection import digest_of
from engine.records.formats import Format
from engine.records.tree import Record


class ChangedOutsideError(FileError):
    """The file was changed by another program; saving with ``overwrite`` replaces what is there."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Where a record is kept.

    Attributes:
        path: the file.
        index: which of its games, from 0.
        digest: of the file's content when it was last read or written.
        span: the first byte of the game in the file and the one after its last, or None if they are unknown.
    """

    path: Path
    index: int
    digest: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """What a file will contain.

    Attributes:
        data: the whole file.
        index: which of its games the record is.
        span: the first byte of the record and the one after its last, or None if they are unknown.
    """

    data: bytes
    index: int = 0
    span: tuple[int, int] | None = None


def content_with(
    record: Record, kind: Format, target: Path, saved: Saved | None, append: bool, overwrite: bool
) -> Content:
    """Return the content of a file in which a record is saved.

    Args:
        record: the record.
        kind: the format of the file.
        target: the file; need not exist.
        saved: where the record was kept until now.
        append: put it after the games of the file; otherwise it takes its own place in its own file, and replaces any
            other file.
        overwrite: also take its place in a file that was changed by another program.

    Raises:
        ChangedOutsideError: if the file was changed and ``overwrite`` is false.
        FileError: if the file cannot be read.
    """
    text = kind.write([record])
    own = saved if saved is not None and same_file(saved.path, target) else None
    if (own is None and not append) or not target.exists():
        return Content(text.encode("utf-8"))
    data = read_bytes(target)
    if append:
        return _appended(text, kind, data)
    assert own is not None
    is_unchanged = digest_of(data) == own.digest
    if own.span is not None and is_unchanged:
        return _spliced(text, data, own.index, own.span)
    if not (is_unchanged or overwrite):
        raise _changed(target)
    placed = _replaced(text, kind, data, own.index)
    if placed is None and not overwrite:
        raise _changed(target)
    return placed or _appended(text, kind, data)


def _spliced(text: str, data: bytes, index: int, span: tuple[int, int]) -> Content:
    """Put the record where its bytes are."""
    part = text.rstrip("\n").encode("utf-8")
    return Content(data[: span[0]] + part + data[span[1] :], index, (span[0], span[0] + len(part)))


def _appended(text: str, kind: Format, data: bytes) -> Content:
    """Put the record after the games of the file."""
    old = kind.decode(data)
    whole = f"{old.rstrip()}\n\n{text}" if old.strip() else text
    return Content(whole.encode("utf-8"), len(kind.games(old)))


def _replaced(text: str, kind: Format, data: bytes, index: int) -> Content | None:
    """Put the record in the place of game number ``index``; return None if the file has no such game."""
    old = kind.decode(data)
    games = kind.games(old)
    if index >= len(games):
        return None
    return Content((old[: games[index].start] + text.rstrip("\n") + old[games[index].end :]).encode("utf-8"), index)


def _changed(path: Path) -> ChangedOutsideError:
    return ChangedOutsideError(
        "{path} was changed by another program since it was opened; save under another name", path=path
    )


def same_file(first: Path, second: Path) -> bool:
    """Whether two paths lead to one file."""
    try:
        return first.resolve() == second.resolve()
    except (OSError, RuntimeError):
        return first == second
