"""Markers of child processes, by which the processes that they leave behind are found and killed.

An external engine or a plugin may start processes that leave its process group (setsid(2), daemon(3)) and survive its
end. They inherit its environment, which contains a random marker. Markers are read from ``/proc/PID/environ``
(proc(5)), which only Linux has; on other systems nothing is killed here.

Rejected: ``PR_SET_CHILD_SUBREAPER`` would make this process, or the program that imports the library, the parent of
every orphan, also of a browser that the user opened, and the engine that started an orphan would not be known.
``PR_SET_PDEATHSIG`` would kill an engine when the thread that started it ends, and is not inherited. Creating a control
group needs permissions that not every user has.
"""

import atexit
import contextlib
import os
import signal
import sys
import time
from pathlib import Path

VARIABLE = "KYVIEN_CHILD"
"""The environment variable that contains the markers of all programs from which a process descends, between spaces."""
SECONDS = 0.2
"""Maximum time in seconds to kill processes, which could start others forever."""
_PAUSE_SECONDS = 0.002
_programs: dict[int, str] = {}
"""The marker of all child processes of this program, by its process identifier. A fork of it has none."""


class Marker:
    """The marker of one child process, created before the process starts.

    What still has a marker when this program exits is killed, too (``kill_left``).
    """

    def __init__(self) -> None:
        self._word = os.urandom(16).hex()
        if os.getpid() not in _programs:
            atexit.register(kill_left)
        self._program = _programs.setdefault(os.getpid(), os.urandom(16).hex())

    @property
    def environment(self) -> dict[str, str]:
        """The variable that is added to the environment of the child process."""
        return {VARIABLE: " ".join([*os.environ.get(VARIABLE, "").split(), self._program, self._word])}

    def kill(self) -> None:
        """Kill the child process and all its descendants, in at most ``SECONDS`` (``kill_marked``)."""
        kill_marked(self._word)


def kill_left() -> None:
    """Kill all child processes with markers, and all their descendants. The interpreter calls this when it exits.

    Call it before ``os._exit``.
    """
    if os.getpid() in _programs:
        kill_marked(_programs[os.getpid()])


def kill_own() -> None:
    """Kill all descendants of this process, which was itself started with a marker. Call it before ``os._exit``."""
    for word in os.environ.get(VARIABLE, "").split()[-1:]:
        kill_marked(word)


def kill_marked(word: str) -> None:
    """Kill all processes that have the marker ``word`` until there are none, for at most ``SECONDS``.

    This process is excluded. Processes whose environment this user cannot read are not killed. A pass over 500
    processes takes 15 ms of CPU time.
    """
    if sys.platform != "linux":
        return
    until = time.monotonic() + SECONDS
    with contextlib.suppress(OSError):  # where there is no /proc
        while sum(_kill(int(each.name), word) for each in Path("/proc").iterdir() if each.name.isdigit()):
            if time.monotonic() > until:
                return
            # The processes take a moment to end.
            time.sleep(_PAUSE_SECONDS)


def _kill(process: int, word: str) -> bool:
    """Kill a process if it has the marker ``word``, and return whether it has it."""
    try:
        with Path(f"/proc/{process}/environ").open("rb", buffering=0) as file:  # a buffer doubles the time of a pass
            variables = file.read()
        if word.encode() not in variables or process == os.getpid():
            return False
        for each in variables.split(b"\0"):
            name, _, value = each.partition(b"=")
            if name == VARIABLE.encode() and word.encode() in value.split():
                os.kill(process, signal.SIGKILL)
                return True
    except OSError:
        pass
    return False
