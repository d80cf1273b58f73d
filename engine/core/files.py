"""Reading of whole files, and atomic writing.

A regular file is replaced: the new content is written to a temporary file in the same folder, flushed to the disk and
renamed. After a full disk or a power cut, and for every concurrent reader, the file therefore has either the old or the
new content. Links are followed, and an existing file keeps its mode, owner and group.

Some files are written in place instead:

- Devices, pipes and other files that are not regular. A rename in ``/dev`` would replace a device by an ordinary file.
  Writing to a pipe blocks until another program reads from the pipe, as in a shell.
- The standard output and the standard error of this process, under any name, such as ``/dev/stdout``. The content is
  written after the earlier output.
- Regular files with several hard links, because a rename would separate the names.
- Regular files that are writable but cannot be replaced, because the folder is read-only, the owner is another user, or
  a container has mounted only the file.

GLib and Vim also write such regular files in place. If writing fails, the old content is written back. A power cut at
that moment can lose the old content.

Access control lists and extended attributes are not copied.
"""

import contextlib
import errno
import io
import os
import stat
import sys
from pathlib import Path

from engine.core.errors import KyVienError
from engine.core.language import tr

_IN_THE_WAY = (errno.EACCES, errno.EPERM, errno.EBUSY)
"""Error numbers for a file that is writable but cannot be replaced."""


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""Beginnings of text that a spreadsheet interprets as a formula, full-width signs included."""
_BINARY = getattr(os, "O_BINARY", 0)


class _NotRestoredError(OSError):
    """Raised when a file was written in part and its old content is lost."""


class FileError(KyVienError):
    """Raised when a file cannot be read or written. The message contains the file and the reason."""


def reason_of(error: OSError) -> str:
    """Return the reason for a system error.

    Common reasons are in the current language. For other reasons, the message of the operating system is returned.
    """
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return tr("the disk is full")
    if error.errno in (errno.EACCES, errno.EPERM):
        return tr("permission denied")
    if error.errno == errno.EROFS:
        return tr("the disk is read-only")
    if error.errno == errno.ENOENT:
        return tr("the file or folder does not exist")
    if error.errno == errno.EISDIR:
        return tr("it is a folder")
    if error.errno == errno.ENOTDIR:
        return tr("a part of its path is not a folder")
    if error.errno == errno.EFBIG:
        return tr("the file would be too large")
    return error.strerror or type(error).__name__


def exists(path: Path) -> bool:
    """Whether ``path`` exists, or False if that cannot be found out, as in a folder without access.

    Unlike the method of ``Path``, this function raises no error, for example for a name that is too long.
    """
    try:
        return path.exists()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Whether ``path`` is a regular file or a link to one, or False if that cannot be found out."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether ``path`` is a folder or a link to one, or False if that cannot be found out."""
    try:
        return path.is_dir()
    except OSError:
        return False


def csv_text(text: str) -> str:
    """Return the text of a CSV cell, with an apostrophe before text that a spreadsheet would run as a formula.

    Source: OWASP, CSV Injection.
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        FileError: if the file cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError("{path} cannot be read: {reason}", path=path, reason=reason_of(error)) from None
    except ValueError:  # a path with a null character
        reason = tr("the file or folder does not exist")
        raise FileError("{path} cannot be read: {reason}", path=path, reason=reason) from None


def write_text(path: Path, text: str) -> None:
    """Write ``text`` as the content of a file with ``write_bytes``. The encoding is UTF-8, and line ends are unchanged.

    Raises:
        FileError: if the file cannot be written.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write ``data`` as the content of a file.

    A regular file is replaced or, if it cannot be replaced, written in place. A device, a pipe or a standard stream of
    this process is not replaced but receives ``data``, possibly only in part if writing fails.

    Raises:
        FileError: if the file cannot be written. A regular file is then unchanged, unless it was written in place and
            its old content cannot be restored.
    """
    unchanged = True
    try:
        status = _status(path)
        if status is None:
            _replace(path.resolve(), data)
        elif (stream := _standard_stream(status)) is not None:
            unchanged = False
            _write(os.dup(stream), data)
        elif not stat.S_ISREG(status.st_mode):
            unchanged = False
            _write(os.open(path, os.O_WRONLY | _BINARY), data)
        else:
            _write_regular(path.resolve(), data, status)
    except OSError as error:
        if unchanged and not isinstance(error, _NotRestoredError):
            raise FileError(
                "{path} cannot be written: {reason}; nothing was changed", path=path, reason=reason_of(error)
            ) from None
        raise FileError("{path} cannot be written: {reason}", path=path, reason=reason_of(error)) from None


def check_writable(path: Path) -> None:
    """Check that ``write_bytes`` can write a file. The check is made before long computations.

    The content of an existing file is not changed. A missing file is created and removed again.

    Raises:
        FileError: if the file cannot be written.
    """
    try:
        status = _status(path)
        if status is None:
            target = path.resolve()
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666))
            target.unlink()
        elif stat.S_ISREG(status.st_mode):
            os.close(os.open(path, os.O_WRONLY | _BINARY))
        elif stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        elif not os.access(path, os.W_OK):  # opening a pipe would block until another program reads from it
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    except OSError as error:
        raise FileError(
            "{path} cannot be written: {reason}; nothing was changed", path=path, reason=reason_of(error)
        ) from None


def _status(path: Path) -> os.stat_result | None:
    """Return the status of the file that a path leads to, or None if there is no such file."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _standard_stream(status: os.stat_result) -> int | None:
    """Flush the standard stream of this process that ``status`` describes, and return its descriptor.

    The descriptor is 1 for the standard output and 2 for the standard error. The result is None for any other file.
    """
    for descriptor, stream in ((1, sys.stdout), (2, sys.stderr)):
        with contextlib.suppress(OSError):
            if os.path.samestat(status, os.fstat(descriptor)):
                if stream is not None:
                    stream.flush()
                return descriptor
    return None


def _write(descriptor: int, data: bytes) -> None:
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def _write_regular(target: Path, data: bytes, status: os.stat_result) -> None:
    """Replace a regular file, or write it in place if it has several links or cannot be replaced."""
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    if status.st_nlink == 1:
        try:
            _replace(target, data, status)
        except OSError as error:
            if error.errno not in _IN_THE_WAY:
                raise
        else:
            return
    _overwrite(target, data)


def _replace(target: Path, data: bytes, status: os.stat_result | None = None) -> None:
    """Write a temporary file and rename it to ``target``.

    The new file has the mode, owner and group of ``status``, or the defaults for a new file if ``status`` is None.
    """
    temporary = target.with_name(f".{target.name[:50]}.{os.urandom(4).hex()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if status is not None:
                own = temporary.stat()
                if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid):
                    os.chown(temporary, status.st_uid, status.st_gid)
                temporary.chmod(stat.S_IMODE(status.st_mode))
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _flush_folder(target.parent)


def _flush_folder(folder: Path) -> None:
    """Flush a folder to the disk, where supported, so that a rename is not lost in a power cut."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _overwrite(target: Path, data: bytes) -> None:
    """Write a regular file in place, and restore its old content if that fails.

    The file is truncated only at the end, so that the disk space for the old content stays allocated until then.

    Raises:
        OSError: if the file cannot be written.
        _NotRestoredError: if the old content cannot be restored either.
    """
    with target.open("r+b", buffering=0) as file:
        before = file.read()
        try:
            _fill(file, data)
            os.fsync(file.fileno())
        except BaseException as failure:
            try:
                _fill(file, before)
            except OSError as error:
                raise _NotRestoredError(error.errno, error.strerror, str(target)) from failure
            raise


def _fill(file: io.FileIO, data: bytes) -> None:
    """Write ``data`` as the content of an open, unbuffered file."""
    file.seek(0)
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
    file.truncate()
