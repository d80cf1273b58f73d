"""The content of a file in which a record is saved.

The bytes of the other games in the file are preserved. If the file is not in UTF-8, only the text of the other games is
preserved, and the file is converted to UTF-8.
"""

from dataclasses import dataclass
from pathlib import Path

from engine.core.files import FileError, exists, read_bytes
from engine.records.collection import digest_of
from engine.records.formats import Format
from engine.records.tree import Record


class ChangedOutsideError(FileError):
    """Raised if another program has changed the file. With ``overwrite``, the record can still be saved."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The place of a record in a file.

    Attributes:
        path: the file.
        index: index of the game in the file, from 0.
        digest: digest of the file's content when it was last read or written.
        span: offsets in bytes of the game's start and end (exclusive), or None if unknown.
    """

    path: Path
    index: int
    digest: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """The new content of a file.

    Attributes:
        data: the bytes of the whole file.
        index: index of the record among the games of the file, from 0.
        span: offsets in bytes of the record's start and end (exclusive), or None if unknown.
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
        target: the file, which need not exist.
        saved: the place of the record when it was last read or saved, or None if it has no file.
        append: whether to add the record after the games of the file. If false, the record replaces its previous
            version in its own file, or the whole content of another file.
        overwrite: whether to write to the record's own file even if another program has changed it. The record is
            appended if the file no longer has a game at the index of the record.

    Raises:
        ChangedOutsideError: if another program has changed the file, and ``overwrite`` is false.
        FileError: if the file cannot be read.
        NotationError: if the format cannot store the record, or the file cannot be decoded.
    """
    text = kind.write([record])
    own = saved if saved is not None and same_file(saved.path, target) else None
    if (own is None and not append) or not exists(target):
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
    """Return ``data`` with the bytes of ``span`` replaced by the record."""
    part = text.rstrip("\n").encode("utf-8")
    return Content(data[: span[0]] + part + data[span[1] :], index, (span[0], span[0] + len(part)))


def _appended(text: str, kind: Format, data: bytes) -> Content:
    """Return ``data`` with the record added after the last game."""
    old = kind.decode(data)
    whole = f"{old.rstrip()}\n\n{text}" if old.strip() else text
    return Content(whole.encode("utf-8"), len(kind.games(old)))


def _replaced(text: str, kind: Format, data: bytes, index: int) -> Content | None:
    """Return ``data`` with the game at ``index`` replaced by the record, or None if ``data`` has no such game."""
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
    """Return whether two paths refer to the same file."""
    try:
        return first.resolve() == second.resolve()
    except (OSError, RuntimeError):
        return first == second
