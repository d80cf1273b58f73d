"""The content of a file in which a record is saved.

The bytes of the other games in the file are preserved. If the file is not in UTF-8, only the text of the other games is
preserved, and the file is converted to UTF-8.
"""

from dataclasses import dataclass
from pathlib import Path

from engine.core.files import FileError, exists, read_bytes
from engine.records.collection import digest_of
from engine.records.formats import Extract, Format


class ChangedOutsideError(FileError):
    """Raised if another program has changed the file. With ``merge``, the record can still be saved."""


class GameChangedError(ChangedOutsideError):
    """Raised if another program has changed or removed the game itself. The record can still be added to the file."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The place of a record in a file.

    Attributes:
        path: the file.
        index: index of the game in the file, from 0.
        digest: digest of the file's content when it was last read or written.
        span: offsets in bytes of the game's start and end (exclusive), or None if unknown.
        game: ``digest_of_game`` of the game's text in the file, by which the game is found if the file has changed, or
            an empty string if unknown.
    """

    path: Path
    index: int
    digest: str
    span: tuple[int, int] | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """The new content of a file.

    Attributes:
        data: the bytes of the whole file.
        index: index of the record among the games of the file, from 0.
        span: offsets in bytes of the record's start and end (exclusive), or None if unknown.
        replaces: digest of the content that ``data`` was made from, an empty string if there was no file, or None if
            the previous content does not matter.
    """

    data: bytes
    index: int = 0
    span: tuple[int, int] | None = None
    replaces: str | None = None

    def check(self, path: Path) -> None:
        """Check that the file still has the content that this one was made from.

        Raises:
            ChangedOutsideError: if another program has changed the file.
            FileError: if the file cannot be read.
        """
        if self.replaces is not None and (digest_of(read_bytes(path)) if exists(path) else "") != self.replaces:
            raise _changed(path)


def content_with(
    text: str, kind: Format, target: Path, saved: Saved | None, append: bool = False, merge: bool = False
) -> Content:
    """Return the content of a file in which a record is saved.

    Args:
        text: the record in the format of the file.
        kind: the format of the file.
        target: the file, which need not exist.
        saved: the place of the record when it was last read or saved, or None if it has no file.
        append: whether to add the record after the games of the file. If false, the record replaces its previous
            version in its own file, or the whole content of another file.
        merge: whether to save in the record's own file even if another program has changed other games of the file. The
            record replaces the game whose text is that of the game when it was last read or saved.

    Raises:
        ChangedOutsideError: if another program has changed the file, and ``merge`` is false.
        GameChangedError: if another program has changed or removed the game, and ``merge`` is true.
        FileError: if the file cannot be read.
        NotationError: if the file cannot be decoded.
    """
    own = saved if saved is not None and same_file(saved.path, target) else None
    if not exists(target):
        return Content(text.encode("utf-8"), replaces="")
    if own is None and not append:
        return Content(text.encode("utf-8"))
    data = read_bytes(target)
    if append:
        return _appended(text, kind, data)
    assert own is not None
    is_unchanged = digest_of(data) == own.digest
    if own.span is not None and is_unchanged:
        return _spliced(text, data, own.index, own.span)
    if not (is_unchanged or merge):
        raise _changed(target)
    old = kind.decode(data)
    games = kind.games(old)
    index = own.index if is_unchanged else _find(old, games, own)
    if index is None or index >= len(games):
        raise GameChangedError("{path}: another program has changed or removed this game, too", path=target)
    start, end = games[index].start, games[index].end
    converted = old.encode("utf-8")
    at = len(old[:start].encode("utf-8"))
    content = _spliced(text, converted, index, (at, at + len(old[start:end].encode("utf-8"))))
    return Content(content.data, index, content.span, digest_of(data))


def digest_of_game(text: str) -> str:
    """Return the digest of the text of one game without surrounding whitespace."""
    return digest_of(text.strip().encode("utf-8", "surrogatepass"))


def _find(text: str, games: list[Extract], own: Saved) -> int | None:
    """Return the index of the game that has the text of a saved game, or None if there is none, or several.

    If the game at the same index has this text, it is that game. Games with the same text are then equal anyway.
    """
    same = [k for k, each in enumerate(games) if digest_of_game(text[each.start : each.end]) == own.game]
    if own.index in same:
        return own.index
    return same[0] if len(same) == 1 else None


def _spliced(text: str, data: bytes, index: int, span: tuple[int, int]) -> Content:
    """Return ``data`` with the bytes of ``span`` replaced by the record."""
    part = text.rstrip("\n").encode("utf-8")
    new = data[: span[0]] + part + data[span[1] :]
    return Content(new, index, (span[0], span[0] + len(part)), digest_of(data))


def _appended(text: str, kind: Format, data: bytes) -> Content:
    """Return the content of a file with ``text``, a record, added after the games in ``data``."""
    old = kind.decode(data)
    whole = f"{old.rstrip()}\n\n{text}" if old.strip() else text
    return Content(whole.encode("utf-8"), len(kind.games(old)), replaces=digest_of(data))


def _changed(path: Path) -> ChangedOutsideError:
    return ChangedOutsideError("{path} was changed by another program since it was opened", path=path)


def same_file(first: Path, second: Path) -> bool:
    """Return whether two paths refer to the same file."""
    try:
        return first.resolve() == second.resolve()
    except (OSError, RuntimeError, ValueError):
        return first == second
