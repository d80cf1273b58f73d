"""Starting modules of the engine, and programs of other people, as processes of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

_ROOT = Path(__file__).resolve().parents[2]


def start_program(command: Sequence[str], folder: Path | None = None) -> "subprocess.Popen[bytes]":
    """Run a program of other people, with pipes at all three ends, leading a process group of its own.

    Args:
        command: program and arguments; no shell reads them.
        folder: where it runs; None: where we do.

    Raises:
        OSError, ValueError: if it cannot be started.
    """
    return subprocess.Popen(
        list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
        start_new_session=True, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip


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
