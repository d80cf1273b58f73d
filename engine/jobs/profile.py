"""The profile of a worker: how computers that work on a job may differ (``engine.jobs.pools.suitable``)."""

import contextlib
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import engine
from engine.asking.plugin import file_digest
from engine.core.position import Position
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.spec import Spec

SPEC, NODES = "negamax_alphabeta:ordering=on", 5_000
"""The search that is measured in every job, and the limit of nodes. In slow mode, it takes a second."""
MOST_SEARCHES = 8
"""Maximum number of the job's own searches in the fingerprint."""
ROUNDS, ROUND_SECONDS = 5, 0.05
"""Number and minimum duration of the measurements of the speed, of which the best counts."""


@dataclass(frozen=True)
class Profile:
    """What a worker reports about itself before its first task.

    Attributes:
        version: version of this program.
        fingerprint: hexadecimal digest of the node counts of small searches.
        processor: model of the processor.
        speed: nodes per second of a small search.
        files: a mapping of files that the job needs to their SHA-256 digests, which are empty for missing files.
    """

    version: str
    fingerprint: str
    processor: str
    speed: float
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Profile":
        """Create a profile from plain data. Unknown keys, as of a later version, are ignored.

        Raises:
            ValueError, KeyError, TypeError: if ``data`` is not an object, or a field is missing or invalid.
        """
        profile = cls(**{each.name: data[each.name] for each in fields(cls)})
        if not isinstance(profile.speed, int | float) or not isinstance(profile.files, dict):
            raise TypeError("profile")
        return profile


def measure(position: Position, searches: Iterable[tuple[str, str]], files: Mapping[str, str]) -> Profile:
    """Return the profile of this process. This takes about half a second.

    Args:
        position: the position that the searches of the fingerprint search.
        searches: the algorithms and evaluations that the job uses, of which the first ``MOST_SEARCHES`` count.
        files: a mapping of the names of files to their paths.

    Raises:
        OptionError: if a search or an evaluation does not exist.
    """
    digest = sha256(str(position).encode())
    for spec, evaluation in [(SPEC, ""), *list(dict.fromkeys(searches))[:MOST_SEARCHES]]:
        for report in _reports(position, spec, evaluation):
            digest.update(f"{spec}@{evaluation} {report.depth} {report.nodes} {report.move}\n".encode())
    speed = 0.0
    for _ in range(ROUNDS):
        nodes, began, seconds = 0, time.perf_counter(), 0.0
        while seconds < ROUND_SECONDS:
            nodes += sum(report.nodes for report in _reports(position, SPEC, "") if report.final)
            seconds = time.perf_counter() - began
        speed = max(speed, nodes / seconds)
    digests = {name: file_digest(Path(path)) for name, path in sorted(files.items())}
    return Profile(engine.__version__, digest.hexdigest()[:12], processor_model(), round(speed), digests)


def _reports(position: Position, spec: str, evaluation: str) -> Iterator[Report]:
    query = Query(position, Spec.parse(spec), evaluation, Limit(nodes=NODES), 1)
    return query.spec.answer(query, Run())


def processor_model() -> str:
    """Return the model of the processor, or the name of its architecture if the model is unknown."""
    found = ""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        if sys.platform == "linux":
            text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
            found = next(iter(re.findall(r"^(?:model name|Model|Processor)\s*:(.*\S)", text, re.MULTILINE)), "")
        elif sys.platform == "darwin":
            command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
            found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5).stdout
    return " ".join(found.split()) or platform.processor() or platform.machine()
