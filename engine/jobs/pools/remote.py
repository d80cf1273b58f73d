"""Functions that a Dask worker runs for a job. Their arguments and results are JSON text.

A Dask worker does no task itself, but starts worker processes, as the pool of this computer does. A plugin that crashes
therefore ends a process and not the Dask worker, and a task can be stopped at once. The processes end when their input
is closed, thus also if the Dask worker is killed.

A *run* is one job of one program. The names and the arguments of these functions are the same in all versions, so that
a worker of another version can be refused by its profile.
"""

import asyncio
import json
import threading
import time
from typing import Any

import engine
from engine.core.errors import KyVienError
from engine.jobs.processes import Processes, WorkerSetup

IDLE_SECONDS = 300.0
"""Time in seconds without a task after which a run ends, because its program probably ended without notice."""
_runs: dict[str, Processes] = {}


async def enter(text: str) -> str:
    """Begin a run on this Dask worker, and end one with the same identifier, as after an interruption of the network.

    Args:
        text: an object with ``run``, the identifier, and the fields of a ``WorkerSetup``.

    Returns:
        An object with ``profile``, or with ``lost``, the reason why the worker process ended.
    """
    return await asyncio.to_thread(_enter, json.loads(text))


def _enter(request: dict[str, Any]) -> str:
    name = request["run"]
    _leave(name)
    setup = WorkerSetup(request["worker"], request["data"], has_engines=request["has_engines"])
    if setup.worker.partition(".")[0] != engine.__name__:
        return json.dumps({"lost": f"{setup.worker}?"})
    run = _runs[name] = Processes(setup)
    try:
        profile = run.profile()
    except (KyVienError, OSError) as error:
        _leave(name)
        return json.dumps({"lost": str(error)})
    threading.Thread(target=_watch, args=(name, run), daemon=True).start()
    return json.dumps({"profile": profile})


def _watch(name: str, run: Processes) -> None:
    while _runs.get(name) is run:
        if run.idle_seconds > IDLE_SECONDS:
            _leave(name)
        time.sleep(IDLE_SECONDS / 10)


def play(text: str) -> str:
    """Do one task.

    Args:
        text: an object with ``run`` and ``task``, the task as JSON text.

    Returns:
        The result. If the worker process ended, an object with ``lost``, the reason. If this process has no such run,
        for example because the Dask worker was restarted, an object with ``unknown``.
    """
    request = json.loads(text)
    run = _runs.get(request["run"])
    if run is None:
        return json.dumps({"unknown": True})
    try:
        return run.do(request["task"])
    except (KyVienError, OSError) as error:
        return json.dumps({"lost": str(error)})


async def leave(text: str) -> None:
    """End the run with the identifier ``run`` and its worker processes. Do nothing if there is no such run."""
    await asyncio.to_thread(_leave, json.loads(text)["run"])


def _leave(name: str) -> None:
    run = _runs.pop(name, None)
    if run is not None:
        run.close()
