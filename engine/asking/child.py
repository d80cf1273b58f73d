"""Functions that start modules of the engine and external programs as child processes."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

_ROOT = Path(__file__).resolve().parents[2]


def start_program(
    command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> "subprocess.Popen[bytes]":
    """Start an external program in a new process group, with pipes for its three standard streams.

    Args:
        command: the program and its arguments, which are not interpreted by a shell.
        folder: working directory, or None for the working directory of this process.
        environment: variables added to the environment of this process, or None.

    Raises:
        OSError, ValueError: if the program cannot be started.
    """
    return subprocess.Popen(
        list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
        env={**os.environ, **(environment or {})}, start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip


def start_module(
    module: str, arguments: Sequence[str] = (), *, stdin: int | IO[bytes] = subprocess.PIPE,
    stdout: int | IO[bytes] = subprocess.PIPE, environment: Mapping[str, str] | None = None,
) -> "subprocess.Popen[bytes]":  # fmt: skip
    """Start ``module`` with the current Python interpreter, with a pipe for the error stream.

    Args:
        module: full name of the module.
        arguments: command-line arguments.
        stdin: standard input, as for ``subprocess.Popen``.
        stdout: standard output, as for ``subprocess.Popen``.
        environment: variables added to the environment of this process, or None.

    Raises:
        OSError: if the process cannot be started.
    """
    path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH", "")]))
    # -P: a file in the current directory must not shadow a module of the engine.
    return subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", module, *arguments],
        stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path, **(environment or {})},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
