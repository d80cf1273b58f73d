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

A program that reads a file, changes a part of it and writes it back holds ``file_lock`` meanwhile, so that no other one
does so at the same time.
"""

import contextlib
import errno
import io
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.core.errors import KyVienError
from engine.core.language import tr

_IN_THE_WAY = (errno.EACCES, errno.EPERM, errno.EBUSY)
"""Error numbers for a file that is writable but cannot be replaced."""


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""Beginnings of text that a spreadsheet interprets as a formula, full-width signs included."""
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
LOCK_SECONDS = 3.0
"""Maximum time in seconds to wait for the lock of a file."""
_LOCK_PAUSE = 0.005
_BUSY = -1
"""Result of ``_lock`` if another process holds the lock."""


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
    if error.errno == errno.ENAMETOOLONG:
        return tr("its name is too long")
    if error.errno == errno.EEXIST:
        return tr("another file has this name")
    return error.strerror or type(error).__name__


def user_state_path() -> Path:
    """Return the folder of what the user has made with this program, which is ``$KYVIEN_STATE`` if that is set."""
    chosen = os.environ.get("KYVIEN_STATE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_state_path("kyvien", appauthor=False)


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


MOST_OF_DEVICE = 16_000_000
"""Greatest number of bytes that ``read_bytes`` reads from a device, such as a terminal."""


def read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        FileError: if the file cannot be read, or is a device that has no end, such as ``/dev/zero``.
    """
    try:
        with path.open("rb") as file:
            if not stat.S_ISCHR(os.fstat(file.fileno()).st_mode):
                return file.read()
            data = file.read(MOST_OF_DEVICE + 1)
            if len(data) > MOST_OF_DEVICE:
                raise FileError("{path} cannot be read: {reason}", path=path, reason=tr("it has no end"))
            return data
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


def write_bytes(path: Path, data: bytes, check: Callable[[], object] = lambda: None) -> None:
    """Write ``data`` as the content of a file.

    A regular file is replaced or, if it cannot be replaced, written in place. A device, a pipe or a standard stream of
    this process is not replaced but receives ``data``, possibly only in part if writing fails.

    Args:
        path: the file.
        data: the content.
        check: function called immediately before a regular file is replaced or written in place. If it raises an
            error, the file is unchanged.

    Raises:
        FileError: if the file cannot be written. A regular file is then unchanged, unless it was written in place and
            its old content cannot be restored.
    """
    unchanged = True
    try:
        status = _status(path)
        if status is None:
            _replace(path.resolve(), data, None, check)
        elif (stream := _standard_stream(status)) is not None:
            unchanged = False
            _write(os.dup(stream), data)
        elif not stat.S_ISREG(status.st_mode):
            unchanged = False
            _write(os.open(path, os.O_WRONLY | _BINARY), data)
        else:
            _write_regular(path.resolve(), data, status, check)
    except ValueError:  # a null character, or a character that the file system cannot store
        raise _invalid_name(path) from None
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
    except ValueError:
        raise _invalid_name(path) from None
    except OSError as error:
        raise FileError(
            "{path} cannot be written: {reason}; nothing was changed", path=path, reason=reason_of(error)
        ) from None


def _invalid_name(path: Path) -> FileError:
    reason = tr("this is not a valid name of a file")
    shown = ascii(str(path))  # a character that the file system cannot store may be one that no terminal can show
    return FileError("{path} cannot be written: {reason}; nothing was changed", path=shown, reason=reason)


@contextlib.contextmanager
def file_lock(path: Path) -> Iterator[bool]:
    """Hold the lock of a file, and yield whether this is possible.

    The lock is the file ``.NAME.lock`` in the same folder, with at most 50 characters of the name. It is locked with
    ``flock``, or with ``msvcrt.locking`` on Windows, and deleted when the lock is released. If a process is killed, the
    system releases its lock, and the next process takes its file over. There is no lock in a read-only folder, on a
    network drive without locks, and of a device or a pipe.

    Raises:
        FileError: if another process holds the lock for more than ``LOCK_SECONDS``.
    """
    descriptor = None
    with contextlib.suppress(OSError, ValueError, RuntimeError):  # RuntimeError: a loop of links
        target = path.resolve()
        place = target.with_name(f".{target.name[:50]}.lock")
        status = _status(target)
        if status is None or stat.S_ISREG(status.st_mode):
            descriptor = _lock(place)
    if descriptor == _BUSY:
        raise FileError("{path} cannot be written: another program is saving it at this moment", path=path)
    if descriptor is None:
        yield False
        return
    try:
        yield True
    finally:
        _unlock(descriptor, place)


def _lock(place: Path) -> int | None:
    """Create and lock the file ``place``, and return its descriptor or ``_BUSY``, or None if it cannot be locked.

    Raises:
        OSError: if the file cannot be created.
    """
    until = time.monotonic() + LOCK_SECONDS
    while True:
        descriptor = _open_lock(place)
        if descriptor is not None:
            got = _try_lock(descriptor)
            # The process that held the lock before may have deleted the file. Another process may then hold the lock of
            # a new file with the same name.
            if got and _is_same(descriptor, place):
                return descriptor
            os.close(descriptor)
            if got is None:
                return None
            if got:
                continue
        if time.monotonic() > until:
            return _BUSY
        time.sleep(_LOCK_PAUSE)


def _open_lock(place: Path) -> int | None:
    """Open the lock file, which is created if it is missing. Return None if it is being deleted on Windows.

    Raises:
        OSError: if this is not possible.
    """
    try:
        return os.open(place, os.O_RDWR | os.O_CREAT | _BINARY | _NO_LINK, 0o666)
    except PermissionError:
        # On Windows, a file that is being deleted. On Linux, a file of another user, which remains after a kill.
        if sys.platform == "win32" and os.access(place.parent, os.W_OK):
            return None
        return os.open(place, os.O_RDONLY | _BINARY | _NO_LINK)


def _try_lock(descriptor: int) -> bool | None:
    """Lock an open file, and return whether this succeeded, or None if the file system has no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        busy = (errno.EACCES, errno.EDEADLK) if sys.platform == "win32" else (errno.EWOULDBLOCK,)
        return False if error.errno in busy else None
    return True


def _is_same(descriptor: int, place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), place.stat())
    except OSError:
        return False


def _unlock(descriptor: int, place: Path) -> None:
    """Delete the lock file and release its lock.

    On Windows, an open file cannot be deleted, not even if it is open in another process, which then has the lock.
    """
    if sys.platform == "win32":
        import msvcrt

        with contextlib.suppress(OSError):
            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        os.close(descriptor)
        with contextlib.suppress(OSError):
            place.unlink()
    else:
        with contextlib.suppress(OSError):
            place.unlink()
        os.close(descriptor)


def flush_folder(folder: Path) -> None:
    """Flush a folder to the disk, where supported, so that a rename is not lost in a power cut."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


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


def _write_regular(target: Path, data: bytes, status: os.stat_result, check: Callable[[], object]) -> None:
    """Replace a regular file, or write it in place if it has several links or cannot be replaced."""
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    if status.st_nlink == 1:
        try:
            _replace(target, data, status, check)
        except OSError as error:
            if error.errno not in _IN_THE_WAY:
                raise
        else:
            return
    check()
    _overwrite(target, data)


def _replace(target: Path, data: bytes, status: os.stat_result | None, check: Callable[[], object]) -> None:
    """Write a temporary file, call ``check`` and rename the file to ``target``.

    The new file has the mode, owner and group of ``status``, or the defaults for a new file if ``status`` is None.
    """
    temporary = target.with_name(f".{target.name[:50]}.{os.urandom(4).hex()}.tmp")
    # Until it has the mode of the file that it replaces, no other user can open it.
    mode = 0o666 if status is None else 0o600
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
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
        check()
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    flush_folder(target.parent)


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
