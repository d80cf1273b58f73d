"""The speed of the search that plays to win: nodes per second in every game, with several threads, and with a trace."""

import os
import statistics
import time

from engine.bench.measures import positions, reference_game, strong_target
from engine.bench.rows import Row, absent, row
from engine.core.evaluation import find_evaluation, hand_made
from engine.core.game import Game, games
from engine.core.position import Position
from engine.search.players import REFERENCE
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from engine.search.trace import Trace

ROUNDS, FEWER_ROUNDS = 5, 2
NODES = 40_000
"""Limit of nodes for the search of one position."""
POSITIONS = 4
"""Number of positions of each game that has a file of them. The other games are measured from the start."""
THREADS = 2


def measure(full: bool) -> list[Row]:
    """Measure nodes per CPU second in each game, and the ratios of speeds with two threads and with a trace.

    All games are measured once in each round, so that the load of the machine affects them alike. A node is a call of
    the search or of quiescence, with the game's first hand-made evaluation and its default preset.
    """
    chosen = {name: _positions(game) for name, game in games().items()}
    speeds: dict[str, list[float]] = {name: [] for name in chosen}
    nodes, rounds = dict.fromkeys(chosen, 0), ROUNDS if full else FEWER_ROUNDS
    for _ in range(rounds):
        for name, starts in chosen.items():
            nodes[name], seconds = _search(starts)
            if nodes[name] >= NODES // 2:  # not if the game is soon solved
                speeds[name].append(nodes[name] / seconds / 1e6)
    rows = []
    for name, found in speeds.items():
        title = f"{REFERENCE.name}, {name}, M nodes/CPU s"
        if found:
            speed = statistics.median(found)
            rows.append(row(title, speed, f"{speed:.2f} ({nodes[name]:,} nodes)", strong_target(name)))
        else:
            rows.append(absent(title, f"solved after {nodes[name]:,} nodes"))
    starts = chosen[reference_game()]
    return [*rows, _threads_compared(starts, rounds), _trace_compared(starts, rounds)]


def _positions(game: type[Game]) -> list[Position]:
    """Return the positions to search, which are spread over those in the file of the game."""
    try:
        known = positions(game)
    except FileNotFoundError:
        return [game().start()]
    return known[:: max(1, len(known) // POSITIONS)][:POSITIONS]


def _last(position: Position, trace: Trace | None = None, **parameters: int) -> tuple[Report, float]:
    """Return the last report of a new search, without a memory, and the CPU seconds that the search took."""
    game = position.game.name
    search = Spec.make(REFERENCE.name, **parameters).build(find_evaluation(game, hand_made(game)), trace=trace)
    began = time.process_time()
    *_, last = search.analyse(position, Limit(nodes=NODES))
    return last, time.process_time() - began


def _search(starts: list[Position]) -> tuple[int, float]:
    """Return the nodes and the CPU seconds of the searches of several positions."""
    found = [_last(position) for position in starts]
    return sum(report.nodes for report, _ in found), sum(seconds for _, seconds in found)


def _threads_compared(starts: list[Position], rounds: int) -> Row:
    """Return a row with the speed of two threads divided by that of one, both in nodes per second of real time."""
    name = f"{REFERENCE.name}, {reference_game()}, {THREADS} threads / 1, nodes/s"
    if (os.cpu_count() or 1) < THREADS:
        return absent(name, "one processor", "≥ 1.8")
    ratios = []
    for _ in range(rounds):
        one, several = (
            sum(report.nodes for report, _ in found) / sum(report.seconds for report, _ in found)
            for found in ([_last(each, threads=count) for each in starts] for count in (1, THREADS))
        )
        ratios.append(several / one)
    ratio = statistics.median(ratios)
    return row(name, ratio, f"{ratio:.2f}", "≥ 1.8")


def _trace_compared(starts: list[Position], rounds: int) -> Row:
    """Return a row with the ratio of the CPU seconds of a search with and without a trace."""
    ratios = []
    for _ in range(rounds):
        plain, traced = _search(starts)[1], sum(_last(position, Trace(1000))[1] for position in starts)
        ratios.append(traced / plain)
    ratio = statistics.median(ratios)
    return row(f"{REFERENCE.name}, {reference_game()}, traced / untraced, CPU s", ratio, f"{ratio:.2f}")
