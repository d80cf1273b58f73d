"""Measures of whole programs: start-up times, delays of the window, its views of a tree, and the time of a build."""

import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import engine
from engine.bench.measures import positions
from engine.bench.rows import Row, absent, row
from engine.core.evaluation import find_evaluation, hand_made
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.trace import Trace

START_ROUNDS, FEWER_START_ROUNDS = 7, 3
"""Number of processes of which the median is taken."""
WINDOW_ROUNDS, LATENCY_SECONDS, FEWER_LATENCY_SECONDS = 3, 4.0, 1.0
CHANGED_MODULE = Path("engine/core/perft.py")
"""The module that is compiled again if not all are: one that no other module includes."""
TREE_ALGORITHM, TREE_DEPTH, TREE_POSITION = "alphabeta", 4, 6
"""The search whose tree is measured. In this position of the reference game, it has 202,008 nodes."""
TREE_CAPACITY, OPENED_ROWS = 250_000, 27_000
_TREE_ROWS = (
    ("first paint, ms", "first_paint_ms", "≤ 150 ms"),
    ("open a node, p95, ms", "open_p95_ms", "≤ 50 ms"),
    ("scroll a frame, p95, ms", "scroll_p95_ms", "≤ 16 ms"),
    ("icicle frame, p95, ms", "icicle_p95_ms", "≤ 16 ms"),
    ("5 ms timer while recording, lateness p95, ms", "timer_p95_ms", "≤ 1 ms on an idle machine"),
)
"""Name, key of ``studio.tree.measure``, and target of each row about the window."""


def _seconds_of(arguments: Sequence[str], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _import_seconds(statements: str, rounds: int) -> float:
    """Return the median of the import time of ``statements`` in a new process, in seconds."""
    code = f"import time; began = time.perf_counter(); {statements}; print(time.perf_counter() - began)"
    return statistics.median(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(rounds)
    )


def start(game: str, full: bool) -> list[Row]:
    """Measure import times of the engine and the library, and the duration of ``perft --depth 1`` in a new process."""
    rounds = START_ROUNDS if full else FEWER_START_ROUNDS
    core = _import_seconds("import engine.core.game, engine.search.search, engine.core.evaluation", rounds)
    package = _import_seconds("import engine", rounds)
    position = _import_seconds(f"import engine as kv; kv.position({game!r}).moves", rounds)
    bare = _seconds_of(["-c", "pass"], rounds)
    whole = _seconds_of(["-m", "engine", "perft", "--game", game, "--depth", "1", "--json"], rounds)
    return [
        row("engine import, seconds", core, f"{core * 1000:.0f} ms", "< 100 ms"),
        row("import engine, seconds", package, f"{package * 1000:.1f} ms", "< 100 ms"),
        row("import engine and first position, seconds", position, f"{position * 1000:.0f} ms"),
        row("kyvien-engine perft 1, seconds", whole, f"{whole * 1000:.0f} ms (bare Python: {bare * 1000:.0f} ms)"),
    ]


def window(full: bool) -> list[Row]:
    """Measure the start-up time of the studio, the delay of a timer while searches run, and the time to stop them."""
    names = ("first window, seconds", "10 ms timer, lateness p95", "stop latency p95")
    if importlib.util.find_spec("PySide6") is None:
        return [absent(name, "no PySide6") for name in names]
    platform = {} if os.environ.get("DISPLAY") or sys.platform != "linux" else {"QT_QPA_PLATFORM": "offscreen"}
    environment = os.environ | platform
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        environment |= {"KYVIEN_STATE": folder, "KYVIEN_CONFIG": folder}
        times = []
        for _ in range(WINDOW_ROUNDS if full else 1):
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
            rows.append(row(names[0], seconds, f"{seconds:.2f} s", "< 1.5 s"))
        else:
            rows.append(absent(names[0], done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "failed"))
        duration = LATENCY_SECONDS if full else FEWER_LATENCY_SECONDS
        done = subprocess.run(
            [sys.executable, "-m", "studio.analysis.latency", str(duration)],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
    if done.returncode == 0:
        measured = json.loads(done.stdout.splitlines()[-1])
        rows.append(
            row(
                names[1],
                measured["timer_p95_ms"],
                f"{measured['timer_p95_ms']:.2f} ms "
                f"(max {measured['timer_max_ms']:.1f}, {measured['searches']} searches)",
                "< 5 ms",
            )
        )
        rows.append(
            row(
                names[2],
                measured["stop_p95_ms"],
                f"{measured['stop_p95_ms']:.2f} ms (max {measured['stop_max_ms']:.1f})",
                "< 5 ms",
            )
        )
    else:
        rows += [absent(name, "failed") for name in names[1:]]
    return rows


def tree(game: str, full: bool) -> list[Row]:
    """Measure the recording of a search tree of some 200,000 nodes, and the window that shows it.

    The figures of the window are CPU times of its thread, apart from the lateness of its timer during a recording.
    Everything is measured also if ``full`` is false, because the targets are those of a tree of this size.
    """
    from engine.searchtree.columns import columns_of
    from engine.searchtree.facts import TreeFacts
    from engine.searchtree.model import SearchTree

    position, spec = positions(find_game(game))[TREE_POSITION], Spec.parse(TREE_ALGORITHM)
    evaluation, plain, recorded = find_evaluation(game, hand_made(game)), list[float](), list[float]()
    for _ in range(3):
        for times, trace in ((plain, None), (recorded, Trace(TREE_CAPACITY))):
            began = time.process_time()
            *_, _ = spec.build(evaluation, trace=trace).analyse(position, Limit(depth=TREE_DEPTH))
            times.append(time.process_time() - began)
    assert trace is not None
    began = time.process_time()
    made = SearchTree(TreeFacts(game=game), columns_of(trace), position)
    made.groups(0)
    ready = time.process_time() - began
    ratio = min(recorded) / min(plain)
    rows = [
        row("nodes of the tree", len(made), f"{len(made):,} of {trace.total:,}"),
        row("recorded / plain search, CPU time", ratio, f"{ratio:.2f}", "≤ 1.6"),
        row("tree ready, seconds", ready, f"{ready:.3f} s", "≤ 0.1 s"),
    ]
    names = [name for name, _, _ in _TREE_ROWS]
    if importlib.util.find_spec("PySide6") is None:
        return rows + [absent(name, "no PySide6") for name in names]
    command = [sys.executable, "-m", "studio.tree.measure", game, str(position), TREE_ALGORITHM, str(TREE_DEPTH)]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"KYVIEN_STATE": folder, "KYVIEN_CONFIG": folder, "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1:] or ["failed"]
        return rows + [absent(name, reason[0]) for name in names]
    measured = json.loads(done.stdout.splitlines()[-1])
    opened, count = measured["open_all_ms"], measured["rows"]
    share = opened * OPENED_ROWS / max(1, count)
    words = f"{share:.0f} ms ({opened:.0f} ms for all {count:,})"
    rows.append(row(f"open {OPENED_ROWS:,} rows, ms", share, words, "≤ 400 ms"))
    rows += [row(name, measured[key], f"{measured[key]:.2f} ms", target) for name, key, target in _TREE_ROWS]
    rows[-1]["text"] += f" (max {measured['timer_max_ms']:.1f}; before it {measured['idle_p95_ms']:.2f})"
    return rows


def build(full: bool) -> list[Row]:
    """Measure the time to build all compiled modules in a copy of the checkout, or to build one that was changed."""
    name = f"build of {'the compiled modules' if full else 'one changed module'}, seconds"
    root = Path(__file__).resolve().parents[2]
    if not (root / "setup.py").exists():
        return [absent(name, "not a checkout")]
    if importlib.util.find_spec("setuptools") is None:
        return [absent(name, "no setuptools")]
    if not full and not engine.is_compiled():
        return [absent(name, "not compiled")]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "kyvien"
        copy.mkdir()
        for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(root / file, copy / file)
        left_out = shutil.ignore_patterns("__pycache__", *(("*.so", "*.pyd") if full else ()))
        for package in ("engine", "resources", "studio"):
            shutil.copytree(root / package, copy / package, ignore=left_out)
        if not full:
            with (copy / CHANGED_MODULE).open("a", encoding="utf-8") as module:
                module.write("\n# changed\n")
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=copy, capture_output=True, check=False
        )
        seconds = time.perf_counter() - began
    if done.returncode:
        return [absent(name, "failed")]
    return [row(name, seconds, f"{seconds:.0f} s")]
