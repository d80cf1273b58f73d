"""Files written whole or not at all, and what went wrong in one sentence."""

import contextlib
import errno
import os
import shutil
import tempfile
from pathlib import Path

from engine.core.errors import KyVienError
from engine.core.language import tr


class FileError(KyVienError):
    """A file that cannot be read or written; the sentence says which and why."""


def reason_of(error: OSError) -> str:
    """Why the system refused, in the user's language."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return tr("the disk is full")
    if error.errno in (errno.EACCES, errno.EPERM):
        return tr("permission denied")
    if error.errno == errno.EROFS:
        return tr("the disk is read-only")
    if error.errno == errno.ENOENT:
        return tr("there is no such file or folder")
    if error.errno in (errno.EISDIR, errno.ENOTDIR):
        return tr("a folder stands where a file should be, or the other way round")
    return error.strerror or type(error).__name__


def read_bytes(path: Path) -> bytes:
    """All of a file.

    Raises:
        FileError: if it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError("{path} cannot be read: {reason}", path=path, reason=reason_of(error)) from None


def write_bytes(path: Path, data: bytes) -> None:
    """Make ``data`` the content of a file: written beside it and put in its place at once; links are followed.

    Raises:
        FileError: if it cannot be written; the old content, if any, is untouched.
    """
    target = path.resolve()
    name = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", suffix=".tmp", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, name)
        else:
            # As an ordinary open() would have made it.
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
        Path(name).replace(target)
    except OSError as error:
        if name is not None:
            with contextlib.suppress(OSError):
                Path(name).unlink()
        raise FileError(
            "{path} cannot be written: {reason}; nothing was changed", path=path, reason=reason_of(error)
        ) from None
