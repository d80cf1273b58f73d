"""The content of a file in which a record is saved.

The bytes of the other games in the file are preserved in every encoding. The record is written in the encoding of its
previous version or, if that does not have all of its characters, in UTF-8. A file of which the encodings are recognised
again after that is not changed further. Otherwise, the games would be read differently, and the file is converted to
UTF-8 as a whole.
"""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

from engine.core.files import FileError, exists, read_bytes
from engine.records.collection import Collection, digest_of
from engine.records.formats import Format


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
        game: ``digest_of_game`` of the game's bytes in the file, by which the game is found if the file has changed, or
            an empty string if unknown.
        encoding: the encoding that the reader has chosen for the file, or None.
    """

    path: Path
    index: int
    digest: str
    span: tuple[int, int] | None = None
    game: str = ""
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class FileContent:
    """The new content of a file.

    Attributes:
        data: the bytes of the whole file.
        index: index of the record among the games of the file, from 0.
        span: offsets in bytes of the record's start and end (exclusive), or None if unknown.
        replaces: digest of the content that ``data`` was made from, an empty string if there was no file, or None if
            the previous content does not matter.
        encoding: identifier of the encoding of the record.
        others: identifiers of the encodings of the other games, if they differ from ``encoding``.
        is_apart: whether the previous encoding of the record did not have all of its characters.
        is_converted: whether the other games were converted to UTF-8, too.
    """

    data: bytes
    index: int = 0
    span: tuple[int, int] | None = None
    replaces: str | None = None
    encoding: str = "utf-8"
    others: tuple[str, ...] = ()
    is_apart: bool = False
    is_converted: bool = False

    @property
    def game(self) -> str:
        """The ``digest_of_game`` of the record."""
        return digest_of_game(self.data if self.span is None else self.data[slice(*self.span)])

    def check(self, path: Path) -> None:
        """Check that the file still has the content that this one was made from.

        Raises:
            ChangedOutsideError: if another program has changed the file.
            FileError: if the file cannot be read.
        """
        if self.replaces is not None and (digest_of(read_bytes(path)) if exists(path) else "") != self.replaces:
            raise _changed(path)


def content_with(
    text: str,
    kind: Format,
    target: Path,
    saved: Saved | None,
    append: bool = False,
    merge: bool = False,
    convert: bool = False,
) -> FileContent:
    """Return the content of a file in which a record is saved.

    Args:
        text: the record in the format of the file.
        kind: the format of the file.
        target: the file, which need not exist.
        saved: the place of the record when it was last read or saved, or None if it has no file.
        append: whether to add the record after the games of the file. If false, the record replaces its previous
            version in its own file, or the whole content of another file.
        merge: whether to save in the record's own file even if another program has changed other games of the file. The
            record replaces the game whose bytes are those of the game when it was last read or saved.
        convert: whether to convert all games of the file to UTF-8.

    Raises:
        ChangedOutsideError: if another program has changed the file, and ``merge`` is false.
        GameChangedError: if another program has changed or removed the game, and ``merge`` is true.
        FileError: if the file cannot be read.
    """
    own = saved if saved is not None and same_file(saved.path, target) else None
    if not exists(target):
        return FileContent(kind.encode(text)[0], replaces="")
    if own is None and not append:
        return FileContent(kind.encode(text)[0])
    data = read_bytes(target)
    kind.encoding = None if own is None else own.encoding
    if append:
        old = kind.file_text(data)
        count = len(kind.games(old.text))
        # In UTF-16, white space has two bytes.
        end = len(data) if old.encoding.startswith("utf-16") else len(data.rstrip())
        return _placed(text, kind, data, count, (end, len(data)), "\n\n" if count else "")
    assert own is not None
    is_unchanged = digest_of(data) == own.digest
    if not (is_unchanged or merge):
        raise _changed(target)
    if own.span is not None and is_unchanged:
        return _placed(text, kind, data, own.index, own.span, convert=convert)
    games = Collection(data, kind)
    for _ in games.scan():
        pass
    index = own.index if is_unchanged else _find(games, own)
    if index is None or index >= len(games.entries):
        raise GameChangedError("{path}: another program has changed or removed this game, too", path=target)
    return _placed(text, kind, data, index, games.span(index), convert=convert)


def digest_of_game(data: bytes) -> str:
    """Return the digest of the bytes of one game without surrounding whitespace."""
    return digest_of(data.strip())


def _find(old: Collection, own: Saved) -> int | None:
    """Return the index of the game that has the bytes of a saved game, or None if there is none, or several.

    If the game at the same index has these bytes, it is that game. Games with the same bytes are then equal anyway.
    """
    same = [k for k in range(len(old.entries)) if digest_of_game(old.data[slice(*old.span(k))]) == own.game]
    if own.index in same:
        return own.index
    return same[0] if len(same) == 1 else None


def _placed(
    text: str, kind: Format, data: bytes, index: int, span: tuple[int, int], gap: str = "", convert: bool = False
) -> FileContent:
    """Return the content of a file in which a record replaces the bytes of ``span``.

    Args:
        text: the record in the format of the file.
        kind: the format of the file.
        data: the content of the file.
        index: index of the record among the games of the new content.
        span: offsets in bytes of the start and the end (exclusive) of the bytes to replace.
        gap: what to insert before the record.
        convert: whether to convert the file to UTF-8.
    """
    text, old, digest = text.rstrip("\n"), kind.file_text(data), digest_of(data)
    before, after = old.read(0, span[0]), old.read(span[1], len(data))
    encoding, _ = old.encoding_of(*span)
    for wanted in () if convert else dict.fromkeys((encoding, "utf-8")):
        part, used = kind.encode(text, wanted)
        between = kind.encode(gap, used)[0]
        start = span[0] + len(between)
        whole = data[: span[0]] + between + part + data[span[1] :]
        new = kind.file_text(whole)
        own = new.read(start, start + len(part))
        is_read_back = _composed(own) == _composed(kind.declare(text, used))
        if is_read_back and new.read(0, start) == before + gap and new.read(start + len(part), len(whole)) == after:
            others = tuple(name for name in new.encodings if name != used)
            is_apart = used != encoding and bool(others)
            return FileContent(whole, index, (start, start + len(part)), digest, used, others, is_apart)
    head = kind.encode(kind.declare(before + gap, "utf-8"))[0]
    part = kind.encode(text)[0]
    whole = head + part + kind.encode(kind.declare(after, "utf-8"))[0]
    return FileContent(whole, index, (len(head), len(head) + len(part)), digest, is_converted=True)


def _composed(text: str) -> str:
    """Return a text without the difference between a letter with its tone and the letter followed by the tone."""
    return unicodedata.normalize("NFC", text)


def _changed(path: Path) -> ChangedOutsideError:
    return ChangedOutsideError("{path} was changed by another program since it was opened", path=path)


def same_file(first: Path, second: Path) -> bool:
    """Return whether two paths refer to the same file."""
    try:
        return first.resolve() == second.resolve()
    except (OSError, RuntimeError, ValueError):
        return first == second
