"""Files written whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text file so that a failure leaves what was there before.

    Raises:
        OSError: if that fails; its ``filename`` is ``path``.
    """
    descriptor, name = -1, ""
    try:
        descriptor, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        # mkstemp's file is the user's alone; a record is as readable as any new file.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException as error:
        if name:
            Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
