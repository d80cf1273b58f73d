"""The searches that show the compiler which code is used most (``KYVIEN_BUILD=profile`` in ``setup.py``).

``python -m engine.bench.training`` prints what they found, without times, so that the outputs of two builds of the same
sources are equal. The positions are not those on which the speed is measured.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

from engine.bench.measures import positions
from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import Game, games
from engine.core.perft import perft
from engine.core.position import Position
from engine.search.players import REFERENCE
from engine.search.report import Limit
from engine.search.search import algorithms
from engine.search.spec import Spec

NODES = 40_000
"""Limit of nodes of the strongest search in one position; that of the others is a tenth of it."""


def training(share: float = 1.0) -> Iterator[str]:
    """Search positions of all games, with all algorithms and evaluations, and yield a line for each search.

    Args:
        share: factor of the limits of nodes.
    """
    few = Limit(nodes=max(1, round(share * NODES / 10)))
    for game in games().values():
        starts = _positions(game)
        yield f"{game.name} perft {perft(starts[0], 2, bulk=False)} {perft(starts[0], 2)}"
        for position in starts:
            yield _found(position, REFERENCE, "", Limit(nodes=max(1, round(share * NODES))))
        for name in sorted(algorithms()):
            yield _found(starts[0], Spec.make(name), "", few)
        for name in list(evaluations(game.name))[1:]:
            yield _found(starts[-1], REFERENCE, name, few)


def _positions(game: type[Game]) -> list[Position]:
    """Return every sixth position in the file of a game from the fourth, or its start if it has no file."""
    try:
        return positions(game)[3::6]
    except FileNotFoundError:
        return [game().start()]


def _found(position: Position, spec: Spec, evaluation: str, limit: Limit) -> str:
    """Return the nodes and the line of a search with its score and depth."""
    game = position.game.name
    *_, report = spec.build(find_evaluation(game, evaluation), 1).analyse(position, limit)
    score = None if report.score is None else report.score.value
    return f"{game} {spec.text} {evaluation} {report.nodes} {report.depth} {score} {report.move} {list(report.pv)}"


def main(texts: Sequence[str] | None = None) -> None:
    """Print the lines of the searches."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="factor of the limits of nodes")
    for line in training(parser.parse_args(texts).share):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
