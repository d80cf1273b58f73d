"""Cờ toán, the reference game: node counts and speeds of searches, perft compared with C, and the cost of a trace."""

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from importlib import resources
from pathlib import Path
from typing import Any

from engine.bench.measures import of_positions, positions
from engine.bench.rows import Row, absent, row
from engine.core.evaluation import find_evaluation, hand_made
from engine.core.game import Game
from engine.core.perft import perft
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.trace import Trace

STRONG_TARGET = "≥ 4"
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
PERFT_ROUNDS, FEWER_PERFT_ROUNDS = 5, 2


def fingerprint(game: type[Game], full: bool) -> dict[str, int]:
    """Return a mapping of specs to the total number of nodes that the search visits in the middlegame positions.

    The numbers change only if a search, the rules, the evaluation or the positions change.
    """
    evaluation, chosen = find_evaluation(game.name, hand_made(game.name)), positions(game, full)
    counts = {}
    for text in FINGERPRINT_SPECS:
        spec = Spec.parse(text)
        counts[text] = sum(
            report.nodes
            for position in chosen
            for report in spec.build(evaluation).analyse(position, Limit(depth=FINGERPRINT_DEPTH))
            if report.final
        )
    return counts


def _fingerprint(game: type[Game], full: bool) -> list[Row]:
    counts, some = fingerprint(game, full), of_positions(len(positions(game, full)), full)
    total, plies = sum(counts.values()), f"depth {FINGERPRINT_DEPTH}"
    rows = [row(f"nodes, {name}, {plies}{some}", count, f"{count:,}") for name, count in counts.items()]
    return [*rows, row(f"fingerprint{some}", total, f"{total:,}")]


def _yardstick(folder: Path) -> Path | None:
    """Compile the plain C implementation of perft in ``folder`` and return the program, or None if that fails."""
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


def _perft(game: type[Game], full: bool) -> list[Row]:
    start = game().start()
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = _yardstick(Path(folder))
        for _ in range(PERFT_ROUNDS if full else FEWER_PERFT_ROUNDS):
            began = time.perf_counter()
            nodes = perft(start, 4)
            ours.append(time.perf_counter() - began)
            if program:
                output = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
                theirs.append(float(output.split()[1]))
    best = statistics.median(ours)
    rows = [
        row("perft(4) nodes", nodes, f"{nodes:,}", "65,027,485"),
        row("perft(4), bulk, seconds", best, f"{best:.3f} s ({nodes / best / 1e6:.0f} M nodes/s)"),
    ]
    if theirs:
        ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        rows.append(
            row(
                "perft(4): ours / plain C loop",
                ratio,
                f"{ratio:.2f} (C loop: {statistics.median(theirs):.3f} s)",
                "≤ 4",
            )
        )
    else:
        rows.append(absent("perft(4): ours / plain C loop", "no C compiler", "≤ 4"))
    began = time.perf_counter()
    nodes = perft(start, 4, bulk=False)
    speed = nodes / (time.perf_counter() - began) / 1e6
    rows.append(row("make/unmake, M nodes/s", speed, f"{speed:.1f}", "≥ 20"))
    return rows


def _search(game: type[Game], full: bool) -> list[Row]:
    evaluation, chosen = find_evaluation(game.name, hand_made(game.name)), positions(game, full)
    nodes, seconds = 0, 0.0
    for position in chosen:
        *_, report = Spec.parse("negamax_alphabeta").build(evaluation).analyse(position, Limit(depth=5))
        nodes, seconds = nodes + report.nodes, seconds + report.seconds
    speed = nodes / seconds / 1e6
    start = game().start()
    *_, ordered = Spec.parse("negamax_alphabeta:ordering=on").build(evaluation).analyse(start, Limit(depth=6))
    return [
        row(f"αβ depth 5, no ordering, {len(chosen)} positions, nodes", nodes, f"{nodes:,}"),
        row("αβ depth 5, no ordering, M nodes/s", speed, f"{speed:.1f}", "≥ 8"),
        row("αβ depth 6 from the start, ordering, nodes", ordered.nodes, f"{ordered.nodes:,}", "≤ 5,000,000"),
        row("αβ depth 6 from the start, ordering, seconds", ordered.seconds, f"{ordered.seconds:.2f} s", "about 1"),
        *_trace_cost(game, evaluation),
    ]


def _trace_cost(game: type[Game], evaluation: Any) -> list[Row]:
    """Return a row with the ratio of the times of a search with and without a trace.

    Without a trace, the cost of the feature is one predictable branch per node.
    """
    ratios = []
    for position in positions(game)[:3]:
        *_, plain = Spec.parse("negamax_alphabeta").build(evaluation).analyse(position, Limit(depth=4))
        *_, traced = (
            Spec.parse("negamax_alphabeta").build(evaluation, trace=Trace(1000)).analyse(position, Limit(depth=4))
        )
        ratios.append(traced.seconds / plain.seconds)
    ratio = statistics.median(ratios)
    return [row("αβ depth 4, traced / untraced, seconds", ratio, f"{ratio:.2f}")]


PARTS = {"fingerprint": _fingerprint, "perft": _perft, "search": _search}
