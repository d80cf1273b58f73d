"""Starting modules of the engine as programs of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

_ROOT = Path(__file__).resolve().parents[2]


def start_module(
    module: str, arguments: Sequence[str] = (), *, stdin: int | IO[bytes] = subprocess.PIPE,
    stdout: int | IO[bytes] = subprocess.PIPE, environment: Mapping[str, str] | None = None,
) -> "subprocess.Popen[bytes]":  # fmt: skip
    """Run ``module`` with this Python, its error stream in a pipe.

    Args:
        module: its full name.
        arguments: what follows on its command line.
        stdin: where it reads.
        stdout: where it writes.
        environment: variables beside those of this process.

    Raises:
        OSError: if no process can be started.
    """
    path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH", "")]))
    # -P: a file in the folder the user works in must not stand in for a module of ours.
    return subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", module, *arguments],
        stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path, **(environment or {})},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
