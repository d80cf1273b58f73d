"""The profile of a worker: what must be equal on every computer so that its games can be added to a contest.

A contest whose players have limits of nodes or depth depends on the program only, and not on the computer: workers need
the same version, the same node counts and the same files. If results depend on time, the processors must also be equal
in model and speed.
"""

import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import engine
from engine.asking.external import EngineSpec
from engine.asking.plugin import file_digest
from engine.contests.contest import Contest
from engine.contests.validation import is_number, is_object, is_text, valid_fields
from engine.core.language import tr
from engine.core.position import Position
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.spec import Spec

SPEC = "negamax_alphabeta:ordering=on"
"""The search that is measured in every contest, with the game's default evaluation."""
NODES = 5_000
"""Limit of nodes of each search of the fingerprint. In slow mode, such a search takes a second."""
MOST_PLAYERS = 8
"""Maximum number of the contest's own algorithms in the fingerprint."""
ROUNDS, ROUND_SECONDS = 5, 0.05
"""Number and minimum duration of the measurements of the speed, of which the best counts."""
TOLERANCE = 0.1
"""Greatest relative difference of the speeds of two workers of a timed contest."""


@dataclass(frozen=True)
class Profile:
    """What a worker reports about itself before its first game.

    Attributes:
        version: version of this program.
        fingerprint: hexadecimal digest of the node counts of small searches in the contest's game.
        processor: model of the processor.
        speed: nodes per second of a small search.
        files: a mapping of the plugins and of the programs of external engines to their SHA-256 digests, which are
            empty for missing files.
    """

    version: str
    fingerprint: str
    processor: str
    speed: float
    files: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the profile as plain data for ``from_dict``."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: object) -> "Profile":
        """Create a profile from the result of ``to_dict``. Unknown keys, as of a later version, are ignored.

        Raises:
            ValueError: if ``data`` is not an object, or a field is missing or invalid.
        """
        checks = {
            "version": is_text, "fingerprint": is_text, "processor": is_text, "speed": is_number, "files": is_object,
        }  # fmt: skip
        values = valid_fields(data, checks, ())
        if not all(map(is_text, values["files"].values())):
            raise ValueError("files")
        return cls(**values)


def measure(contest: Contest, engines: Sequence[EngineSpec]) -> Profile:
    """Return the profile of this process. This takes about half a second.

    Args:
        contest: the contest.
        engines: the external engines that take part in it.

    Raises:
        OptionError: if the contest cannot be played.
    """
    game = contest.build_game()
    position, moves = contest.opening_moves(game, 0)
    for move in moves:
        position = position.play(move)
    paths = {each.plugin: each.plugin for each in contest.contestants if each.plugin}
    paths |= {each.program: shutil.which(each.program) or each.program for each in engines}
    return Profile(
        engine.__version__,
        _fingerprint(contest, position),
        processor_model(),
        _speed(position),
        {name: file_digest(Path(path)) for name, path in sorted(paths.items())},
    )


def _fingerprint(contest: Contest, position: Position) -> str:
    """Return a digest of the node counts and moves of small searches of the position after the first opening.

    The searches are ``SPEC`` and the built-in algorithms of the contest.
    """
    players = dict.fromkeys(
        (each.spec, each.evaluation) for each in contest.contestants if not each.plugin and not each.engine
    )
    digest = sha256(str(position).encode())
    for spec, evaluation in [(SPEC, ""), *list(players)[:MOST_PLAYERS]]:
        for report in _reports(position, spec, evaluation):
            digest.update(f"{spec}@{evaluation} {report.depth} {report.nodes} {report.move}\n".encode())
    return digest.hexdigest()[:12]


def _reports(position: Position, spec: str, evaluation: str) -> Iterator[Report]:
    query = Query(position, Spec.parse(spec), evaluation, Limit(nodes=NODES), 1)
    return query.spec.answer(query, Run())


def _speed(position: Position) -> float:
    """Return the nodes per second of ``SPEC``, in the fastest of several short measurements."""
    speeds = []
    for _ in range(ROUNDS):
        nodes, began, seconds = 0, time.perf_counter(), 0.0
        while seconds < ROUND_SECONDS:
            nodes += sum(report.nodes for report in _reports(position, SPEC, "") if report.final)
            seconds = time.perf_counter() - began
        speeds.append(nodes / seconds)
    return round(max(speeds))


def processor_model() -> str:
    """Return the model of the processor, or the name of its architecture if the model is unknown."""
    try:
        if sys.platform == "linux":
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
                name, _, value = line.partition(":")
                if name.strip() in ("model name", "Model", "Processor") and value.strip():
                    return " ".join(value.split())
        elif sys.platform == "darwin":
            command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]
            found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5).stdout.strip()
            if found:
                return found
    except (OSError, subprocess.TimeoutExpired):
        pass
    return platform.processor() or platform.machine()


def clock_reference(profiles: Collection[Profile]) -> Profile:
    """Return the worker with which the others are compared in a timed contest.

    It has the most frequent model of processor, and the median speed among these. At least one worker is therefore
    accepted.

    Args:
        profiles: profiles of the workers, at least one.
    """
    models = Counter(each.processor for each in profiles)
    model = max(sorted(models), key=models.__getitem__)
    speeds = {each.speed: each for each in profiles if each.processor == model}
    return speeds[statistics.median_high(speeds)]


def differences(profile: Profile, program: Profile, clock: Profile | None) -> list[str]:
    """Return what makes a worker unsuitable for a contest, as translated phrases, or an empty list.

    Args:
        profile: profile of the worker.
        program: profile of the program that runs the contest.
        clock: the worker with which processor and speed are compared in a timed contest, or None in other contests.
    """
    found = []
    if profile.version != program.version:
        found.append(tr("version {found} instead of {wanted}", found=profile.version, wanted=program.version))
    if profile.fingerprint != program.fingerprint:
        found.append(
            tr("node fingerprint {found} instead of {wanted}", found=profile.fingerprint, wanted=program.fingerprint)
        )
    for name, digest in program.files.items():
        if profile.files.get(name) != digest:
            found.append(tr("{file} is missing or different", file=name))
    if clock is not None and profile.processor != clock.processor:
        found.append(tr("processor {found} instead of {wanted}", found=profile.processor, wanted=clock.processor))
    elif clock is not None and abs(profile.speed - clock.speed) > TOLERANCE * clock.speed:
        found.append(
            tr(
                "{found} nodes a second instead of {wanted}",
                found=f"{profile.speed:,.0f}",
                wanted=f"{clock.speed:,.0f}",
            )
        )
    return found
