"""What ``kyvien-engine bench`` measures: node counts, which never change by themselves, then speeds on this machine.

Times on shared machines are noisy: where a target is a ratio, both sides are measured in the same run, in turn.
"""

import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from engine.bench.measures import Row, positions
from engine.bench.measures import absent as _absent
from engine.bench.measures import parts as _parts
from engine.bench.measures import row as _row
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.perft import perft
from engine.search.report import Limit
from engine.search.search import Spec

FINGERPRINT_SPECS = (
    "minimax",
    "alphabeta",
    "negamax",
    "negamax_alphabeta",
    "negascout",
    "negamax_alphabeta:ordering=on",
    "negascout:ordering=on",
    "negascout:ordering=on,quiescence=on",
)
FINGERPRINT_DEPTH = 3


def fingerprint() -> dict[str, int]:
    """Nodes of each search over the committed positions: changes only when a search or the rules change."""
    evaluation = find_evaluation("cotoan")
    counts = {}
    for text in FINGERPRINT_SPECS:
        spec = Spec.parse(text)
        counts[text] = sum(
            report.nodes
            for position in positions("cotoan")
            for report in spec.build(evaluation).analyse(position, Limit(depth=FINGERPRINT_DEPTH))
            if report.final
        )
    return counts


def _fingerprint() -> list[Row]:
    counts = fingerprint()
    rows = [_row(f"nodes, {name}, depth {FINGERPRINT_DEPTH}", count, f"{count:,}") for name, count in counts.items()]
    total = sum(counts.values())
    return [*rows, _row("fingerprint", total, f"{total:,}")]


def _yardstick(folder: Path) -> Path | None:
    """The plain C perft, compiled; None without a compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    source = (resources.files("resources") / "bench" / "plain_perft.c.txt").read_text(encoding="utf-8")
    program = folder / "plain_perft"
    try:
        subprocess.run(
            [*compiler.split(), "-O2", "-x", "c", "-", "-o", str(program)],
            input=source,
            text=True,
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return program


def _perft() -> list[Row]:
    start = find_game("cotoan")().start()
    rounds = 5
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = _yardstick(Path(folder))
        for _ in range(rounds):
            began = time.perf_counter()
            nodes = perft(start, 4)
            ours.append(time.perf_counter() - began)
            if program:
                output = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
                theirs.append(float(output.split()[1]))
    best = statistics.median(ours)
    rows = [
        _row("perft(4) nodes", nodes, f"{nodes:,}", "65,027,485"),
        _row("perft(4), bulk, seconds", best, f"{best:.3f} s ({nodes / best / 1e6:.0f} M nodes/s)"),
    ]
    if theirs:
        ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        rows.append(
            _row(
                "perft(4): ours / plain C loop",
                ratio,
                f"{ratio:.2f} (C loop: {statistics.median(theirs):.3f} s)",
                "≤ 4",
            )
        )
    else:
        rows.append(_absent("perft(4): ours / plain C loop", "no C compiler", "≤ 4"))
    began = time.perf_counter()
    nodes = perft(start, 4, bulk=False)
    speed = nodes / (time.perf_counter() - began) / 1e6
    rows.append(_row("make/unmake, M nodes/s", speed, f"{speed:.1f}", "≥ 20"))
    return rows


def _search() -> list[Row]:
    evaluation = find_evaluation("cotoan")
    nodes, seconds = 0, 0.0
    for position in positions("cotoan"):
        *_, report = Spec.parse("negamax_alphabeta").build(evaluation).analyse(position, Limit(depth=5))
        nodes, seconds = nodes + report.nodes, seconds + report.seconds
    speed = nodes / seconds / 1e6
    start = find_game("cotoan")().start()
    *_, ordered = Spec.parse("negamax_alphabeta:ordering=on").build(evaluation).analyse(start, Limit(depth=6))
    return [
        _row("αβ depth 5, no ordering, 20 positions, nodes", nodes, f"{nodes:,}"),
        _row("αβ depth 5, no ordering, M nodes/s", speed, f"{speed:.1f}", "≥ 8"),
        _row("αβ depth 6 from the start, ordering, nodes", ordered.nodes, f"{ordered.nodes:,}", "≤ 5,000,000"),
        _row("αβ depth 6 from the start, ordering, seconds", ordered.seconds, f"{ordered.seconds:.2f} s", "about 1"),
        *_trace_cost(evaluation),
    ]


def _trace_cost(evaluation: Any) -> list[Row]:
    """What recording the tree costs; off, the hook is one predictable branch a node."""
    from engine.search.trace import Trace

    ratios = []
    for position in positions("cotoan")[:3]:
        *_, plain = Spec.parse("negamax_alphabeta").build(evaluation).analyse(position, Limit(depth=4))
        *_, traced = (
            Spec.parse("negamax_alphabeta").build(evaluation, trace=Trace(1000)).analyse(position, Limit(depth=4))
        )
        ratios.append(traced.seconds / plain.seconds)
    ratio = statistics.median(ratios)
    return [_row("αβ depth 4, traced / untraced, seconds", ratio, f"{ratio:.2f}")]


def _seconds_of(arguments: Sequence[str], rounds: int = 5, **environment: str) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=os.environ | environment)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _start() -> list[Row]:
    code = (
        "import time; began = time.perf_counter(); "
        "import engine.core.game, engine.search.search, engine.core.evaluation; "
        "print(time.perf_counter() - began)"
    )
    times = [
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(7)
    ]
    seconds = statistics.median(times)
    bare = _seconds_of(["-c", "pass"])
    whole = _seconds_of(["-m", "engine", "perft", "--game", "cotoan", "--depth", "1", "--json"])
    return [
        _row("engine import, seconds", seconds, f"{seconds * 1000:.0f} ms", "< 100 ms"),
        _row("kyvien-engine perft 1, seconds", whole, f"{whole * 1000:.0f} ms (bare Python: {bare * 1000:.0f} ms)"),
    ]


def _window() -> list[Row]:
    names = ("first window, seconds", "10 ms timer, lateness p95", "stop latency p95")
    if importlib.util.find_spec("PySide6") is None:
        return [_absent(name, "no PySide6") for name in names]
    platform = {} if os.environ.get("DISPLAY") or sys.platform != "linux" else {"QT_QPA_PLATFORM": "offscreen"}
    environment = os.environ | platform
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        environment |= {"KYVIEN_STATE": folder, "KYVIEN_CONFIG": folder}
        times = []
        for _ in range(3):
            done = subprocess.run(
                [sys.executable, "-m", "studio", "--time-start"],
                capture_output=True,
                text=True,
                env=environment,
                check=False,
            )
            if done.returncode == 0:
                times.append(json.loads(done.stdout.splitlines()[-1])["first_window_seconds"])
        if times:
            seconds = statistics.median(times)
            rows.append(_row(names[0], seconds, f"{seconds:.2f} s", "< 1.5 s"))
        else:
            rows.append(_absent(names[0], done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "failed"))
        done = subprocess.run(
            [sys.executable, "-m", "studio.analysis.latency"],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
    if done.returncode == 0:
        measured = json.loads(done.stdout.splitlines()[-1])
        rows.append(
            _row(
                names[1],
                measured["timer_p95_ms"],
                f"{measured['timer_p95_ms']:.2f} ms "
                f"(max {measured['timer_max_ms']:.1f}, {measured['searches']} searches)",
                "< 5 ms",
            )
        )
        rows.append(
            _row(
                names[2],
                measured["stop_p95_ms"],
                f"{measured['stop_p95_ms']:.2f} ms (max {measured['stop_max_ms']:.1f})",
                "< 5 ms",
            )
        )
    else:
        rows += [_absent(name, "failed") for name in names[1:]]
    return rows


def _build() -> list[Row]:
    name = "build of the compiled modules, seconds"
    root = Path(__file__).resolve().parents[2]
    if not (root / "setup.py").exists():
        return [_absent(name, "not a checkout")]
    if importlib.util.find_spec("setuptools") is None:
        return [_absent(name, "no setuptools")]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "kyvien"
        copy.mkdir()
        for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(root / file, copy / file)
        for package in ("engine", "resources", "studio"):
            shutil.copytree(
                root / package, copy / package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
            )
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=copy, capture_output=True, check=False
        )
        seconds = time.perf_counter() - began
    if done.returncode:
        return [_absent(name, "failed")]
    return [_row(name, seconds, f"{seconds:.0f} s")]


PARTS: dict[str, Callable[[], list[Row]]] = {
    "fingerprint": _fingerprint,
    "perft": _perft,
    "search": _search,
    **_parts(),
    "start": _start,
    "window": _window,
    "build": _build,
}
"""The parts by name, in order."""


def run(parts: Sequence[str], on_part: Callable[[], None] = lambda: None) -> dict[str, list[Row]]:
    """The measures of the given parts, by part."""
    measures = {}
    for part in parts:
        measures[part] = PARTS[part]()
        on_part()
    return measures
