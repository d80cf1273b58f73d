"""The monkey uses the studio without an exception, a warning or a log record, and without losing memory.

The program runs in a separate process, so that a crash does not end the test and its memory can be measured.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.endurance.stalls import ROOT, Stall, faults_of, table

pytestmark = pytest.mark.unsanitized
MEMORY_GROWTH = 1.1
"""Least memory of the last quarter of a run, divided by that of its second quarter."""


def run(folder: Path, seed: int, actions: int, rest_every: int) -> dict[str, Any]:
    """Run the monkey and return its figures.

    Raises:
        AssertionError: if there is a fault, with the seed and the last actions.
    """
    command = [sys.executable, "-m", "tests.endurance.monkey", "--seed", str(seed), "--actions", str(actions)]
    command += ["--rest-every", str(rest_every), "--folder", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT)
    log = folder / "actions.txt"
    last = log.read_text(encoding="utf-8").splitlines()[-20:] if log.exists() else []
    where = "\n".join([f"seed {seed}, status {done.returncode}; the last actions:", *last])
    assert done.stdout.startswith("{"), f"{where}\n{done.stderr[-5000:]}"
    result: dict[str, Any] = json.loads(done.stdout)
    for fault, before in result["faults"].items():
        pytest.fail("\n".join([f"seed {seed}, after", *before, fault]), pytrace=False)
    assert done.returncode == 0 and result["actions"] == actions, where
    assert not result["widgets"] or max(result["widgets"]) == 0, "\n".join(
        [f"seed {seed}: windows were not deleted: {result['widgets']}", *result["left"]]
    )
    return result


def test_some_actions(tmp_path: Path, seed: int) -> None:
    run(tmp_path, seed, 60, 30)


@pytest.mark.slow
def test_many_actions(tmp_path: Path, seed: int, figure: Callable[[str], None]) -> None:
    result = run(tmp_path, seed, 20_000, 200)
    memory, stalls = result["memory"], [Stall(**each) for each in result["stalls"]]
    quarter = len(memory) // 4
    second, last = min(memory[quarter : 2 * quarter]), min(memory[-quarter:])
    figure(
        f"monkey, seed {seed}: {result['actions']} actions in {result['seconds']:.0f} s, {result['kinds']}\n"
        f"resident after closing all windows: {[each >> 20 for each in memory]} MiB\n"
        f"Python objects: {result['objects'][:: max(1, len(memory) // 20)]}\n"
        f"least of the second quarter {second >> 20} MiB, of the last {last >> 20} MiB, ratio {last / second:.2f}\n"
        f"parts of the event loop of more than 100 ms of CPU time, of {result['passes']}:\n" + "\n".join(table(stalls))
    )
    assert last <= MEMORY_GROWTH * second
    assert faults_of(stalls) == []
