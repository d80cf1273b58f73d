"""Worker process of a job: the part that all kinds of jobs share.

The process runs the module of the kind (``Job.worker``), which calls ``serve``. It reads a setup and writes a greeting,
``{"ready": PROFILE}``. It then reads tasks and writes results. Each of these is a JSON object on one line. The profile
is empty unless the setup has the key ``profile`` with the value true. The key ``networks`` of a setup has the networks
that the tasks use, because the process may run on a computer without their files.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict
from typing import IO, Any, NoReturn, Protocol

from engine.asking.marker import kill_own
from engine.core.errors import KyVienError
from engine.jobs.profile import Profile
from engine.networks.network import receive


class Work(Protocol):
    """What a worker process does for one job."""

    @property
    def is_stuck(self) -> bool:
        """Whether this process must not do another task, for example because a plugin does not return."""

    def do(self, task: dict[str, Any]) -> dict[str, Any]:
        """Return the result of a task. Both are plain data.

        Raises:
            KyVienError: if the task cannot be done by any worker. This ends the job.
        """

    def measure(self) -> Profile:
        """Return the profile of this process for this job."""


def serve(begin: Callable[[dict[str, Any]], Work], leave: Callable[[], None] = lambda: None) -> NoReturn:
    """Read the setup, then do tasks and write results until the input ends or the process is stuck.

    A result after which the process is stuck is marked ``stuck``, and the process exits. If a task cannot be done, the
    result is an object with the key ``error``.

    Args:
        begin: function that returns the work for a setup.
        leave: function called before the process exits, also in the middle of a task.
    """
    # Output printed by a plugin goes to standard error: standard output carries results only.
    stream = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        # The end of the input ends the process, even during a task, because the parent process has ended.
        for line in sys.stdin.buffer:
            lines.put(line)
        _exit(leave)

    threading.Thread(target=read, daemon=True).start()
    setup = json.loads(lines.get())
    has_profile, networks = setup.pop("profile", False), setup.pop("networks", {})
    try:
        receive(networks)
        work = begin(setup)
        profile = asdict(work.measure()) if has_profile else {}
    except KyVienError as error:
        sys.stderr.write(f"{error}\n")
        sys.stderr.flush()
        _exit(leave, 1)  # sys.exit would wait for the thread that reads the input, and abort
    _write(stream, {"ready": profile})
    while True:
        task = json.loads(lines.get())
        try:
            result = work.do(task)
        except KyVienError as error:
            result = {"error": str(error)}
        if work.is_stuck:
            result["stuck"] = True
        _write(stream, result)
        if work.is_stuck:
            _exit(leave)


def _write(stream: IO[bytes], value: object) -> None:
    stream.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")


def _exit(leave: Callable[[], None], status: int = 0) -> NoReturn:
    """Kill what this process started, and exit at once, even in the middle of a task."""
    leave()
    kill_own()
    os._exit(status)
