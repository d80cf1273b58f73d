"""Chess: perft compared with python-chess in the same run, and a search over the Bratko–Kopec positions."""

import statistics
import time
from typing import Any

from engine.bench.measures import of_positions, positions
from engine.bench.rows import Row, absent, row
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.perft import perft
from engine.core.position import Position
from engine.search.report import Limit
from engine.search.spec import Spec

STRONG_TARGET = "≥ 2"
ROUNDS, FEWER_ROUNDS = 5, 2
MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SPEC = "negascout:ordering=on,quiescence=on"


def _speed(position: Position, depth: int, bulk: bool) -> tuple[int, float]:
    """Return the number of leaves of perft, and the speed in millions of leaves per second."""
    began = time.perf_counter()
    nodes = perft(position, depth, bulk=bulk)
    return nodes, nodes / (time.perf_counter() - began) / 1e6


def _their_perft(board: Any, depth: int) -> int:
    """Return the number of leaves of perft, computed with python-chess and bulk counting."""
    if depth == 1:
        return int(board.legal_moves.count())
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _their_perft(board, depth - 1)
        board.pop()
    return total


def _compared(start: Any) -> Row:
    """Return a row with the ratio of this engine's perft speed to that of python-chess, measured alternately."""
    name = "perft(4) bulk, ours / python-chess, speed"
    try:
        import chess
    except ImportError:
        return absent(name, "no python-chess")
    ratios, speeds = [], []
    for _ in range(3):
        board = chess.Board()
        began = time.perf_counter()
        nodes = _their_perft(board, 4)
        theirs = nodes / (time.perf_counter() - began) / 1e6
        again, ours = _speed(start, 4, True)
        if nodes != again:
            return absent(name, f"{nodes:,} ≠ {again:,} nodes")
        ratios.append(ours / theirs)
        speeds.append(theirs)
    ratio = statistics.median(ratios)
    return row(name, ratio, f"{ratio:.0f} (python-chess: {statistics.median(speeds):.2f} M nodes/s)")


def measure(game: type[Game], full: bool) -> list[Row]:
    """Measure perft with and without bulk counting, the ratio of its speed to that of python-chess, and searches."""
    rules = game()
    start, middle = rules.start(), rules.parse_position(MIDDLEGAME)
    rows: list[Row] = []
    for name, position, deep in (("start", start, 5), ("middlegame", middle, 4)):
        made, counted = [], []
        for _ in range(ROUNDS if full else FEWER_ROUNDS):
            made.append(_speed(position, deep, False)[1])
            nodes, speed = _speed(position, deep + 1, True)
            counted.append(speed)
        speed = statistics.median(made)
        rows.append(row(f"perft({deep}), {name}, make/unmake, M nodes/s", speed, f"{speed:.1f}", "≥ 35"))
        speed = statistics.median(counted)
        rows.append(
            row(f"perft({deep + 1}), {name}, bulk, M nodes/s", speed, f"{speed:.0f} ({nodes:,} nodes)", "≥ 200")
        )
    rows.append(_compared(start))
    chosen = positions(game, full)
    for evaluation in ("material", "tapered", "threats_safety"):
        total, seconds = 0, 0.0
        for position in chosen:
            *_, report = (
                Spec.parse(SPEC).build(find_evaluation(game.name, evaluation)).analyse(position, Limit(depth=5))
            )
            total, seconds = total + report.nodes, seconds + report.seconds
        rows.append(
            row(
                f"NegaScout depth 5, ordering, quiescence, {evaluation}{of_positions(len(chosen), full)}, M nodes/s",
                total / seconds / 1e6,
                f"{total / seconds / 1e6:.1f} ({total:,} nodes, {seconds:.1f} s)",
            )
        )
    return rows
