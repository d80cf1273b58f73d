"""The first pass of a review: the time until every move of a game has a loss."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from engine.analysis.judging import SHALLOW, Judging
from engine.asking.query import answer
from engine.bench.rows import Row, row
from engine.core.files import read_bytes
from engine.core.game import games
from engine.records.formats import find_format
from engine.records.tree import GameTree
from engine.search.players import REFERENCE
from engine.search.report import Limit

PLIES, FEWER_PLIES = 60, 20
"""Number of moves that are judged in each game: the first ones of its sample records."""
NODES = 200_000
"""Limit of nodes of a position in the review whose first pass is measured."""
TARGET = 2.0
"""Greatest CPU seconds of the first pass of a game, so that it takes at most 3 s of a window that also draws."""


@dataclass
class Pass:
    """A finished first pass.

    Attributes:
        moves: number of judged moves.
        searches: number of searches.
        nodes: nodes of all searches.
        cpu_seconds: CPU seconds of the process.
        seconds: elapsed seconds.
    """

    moves: int = 0
    searches: int = 0
    nodes: int = 0
    cpu_seconds: float = 0.0
    seconds: float = 0.0


def measure(full: bool) -> list[Row]:
    """Measure the first pass over moves of the sample records of each game that has enough of them."""
    rows, plies = [], PLIES if full else FEWER_PLIES
    for name in games():
        found = first_pass(samples(name), Limit(nodes=NODES), plies)
        if found.moves == plies:
            text = (
                f"{found.cpu_seconds:.2f} s of CPU time, {found.seconds:.2f} s elapsed "
                f"({found.searches} searches, {found.nodes:,} nodes)"
            )
            title = f"{REFERENCE.name}, {name}, {plies} moves have a loss"
            rows.append(row(title, found.cpu_seconds, text, f"≤ {TARGET * plies / PLIES:.2g} s of CPU time"))
    return rows


def samples(game: str) -> list[GameTree]:
    """Return the sample records of a game in one language, the longest first."""
    folder = Path(str(resources.files("resources"))) / "records" / game
    trees = [each.tree for path in sorted(folder.glob("*.en.*")) for each in find_format(path).read(read_bytes(path))]
    return sorted(trees, key=lambda tree: -len(tree.main_line()))


def first_pass(trees: Sequence[GameTree], limit: Limit, plies: int) -> Pass:
    """Judge the first ``plies`` moves of the main lines of records as the first pass of a review does.

    Args:
        trees: the records, in the order of their use.
        limit: the limit of the review. That of its first pass is less.
        plies: number of moves, or all moves of the records if they have less.
    """
    found = Pass()
    for tree in trees:
        line = tree.main_line()[: plies - found.moves + 1]
        began, clock = time.process_time(), time.perf_counter()
        judging = Judging(tree, REFERENCE, "", limit, nodes=line, judged=line, has_shallow=True)
        while judging.stage == SHALLOW and (task := judging.take()) is not None:
            reports = list(answer(task.query))
            judging.give(task, reports)
            found.searches += 1
            found.nodes += reports[-1].nodes if reports else 0
        found.cpu_seconds += time.process_time() - began
        found.seconds += time.perf_counter() - clock
        found.moves += len(judging.judgements)
    return found
