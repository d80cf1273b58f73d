"""Compare the nodes of the presets *sound* and *plain* of the strong search, which find the same value.

    python examples/strength/sound.py [--game G] [--positions 40] [--write]

The positions are the committed openings, played on for 0, 10, 20 and 30 plies in turn. Both searches go to the same
depth, and their values must be equal. The table has the geometric mean of the ratios of nodes, paired by position, with
its 95 % interval, for the last depth and for all depths together. ``--write`` writes it to ``results/sound.md``.
"""

import argparse
import datetime
import itertools
import math
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import matches
from refinements import QUICK, QUICK_DEPTH, analyse

from engine.contests.openings import read_openings
from engine.contests.rating import Z95
from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game
from engine.core.position import Position
from engine.search.report import Limit, last_report
from engine.search.spec import Spec

RESULTS = Path(__file__).parent / "results" / "sound.md"
DEPTHS = {"chess": 4, "xiangqi": 4, "cotoan": 3, "caro": 3}


def positions(game: Game[Any]) -> Iterator[Position]:
    """Yield positions of openings and middlegames without end."""
    texts = read_openings(matches.OPENINGS / f"{game.name}.txt", game)
    evaluation = find_evaluation(game.name, "")
    for number in itertools.count():
        position = game.parse_position(texts[number % len(texts)])
        search = Spec.parse(QUICK).build(evaluation, number)
        for _ in range(10 * (number % 4)):
            report = last_report(search.analyse(position, Limit(depth=QUICK_DEPTH)))
            assert report is not None and report.move is not None
            position = position.play(report.move)
            if position.outcome() is not None:
                break
        if position.outcome() is None:
            yield position


def ratios(game: Game[Any], count: int) -> list[tuple[float, float]]:
    """Return the nodes of *sound* divided by those of *plain*, of the last and of all depths, of ``count`` positions.

    Positions in which a search ends before its depth, because it has found a win or loss, do not count.

    Raises:
        SystemExit: if the values are different.
    """
    found: list[tuple[float, float]] = []
    depth = DEPTHS[game.name]
    for position in positions(game):
        if len(found) == count:
            break
        sound, plain = (analyse(position, f"pvs:preset={each}", Limit(depth=depth))[-1] for each in ("sound", "plain"))
        if sound.depth == plain.depth and sound.score != plain.score:
            raise SystemExit(f"the values of {position} are {sound.score} and {plain.score}")
        if sound.depth == plain.depth == depth:
            found.append((sound.iteration_nodes / plain.iteration_nodes, sound.nodes / plain.nodes))
    return found


def mean(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the geometric mean of at least two values and the bounds of its 95 % interval."""
    logarithms = [math.log(each) for each in values]
    middle = statistics.mean(logarithms)
    error = Z95 * statistics.stdev(logarithms) / math.sqrt(len(logarithms))
    return math.exp(middle), math.exp(middle - error), math.exp(middle + error)


def main(texts: Sequence[str]) -> int:
    """Print the table of the games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=tuple(DEPTHS), action="append", default=[], help="may be repeated")
    parser.add_argument("--positions", type=int, default=40, help="positions of each game")
    parser.add_argument("--write", action="store_true", help="write the table to results/sound.md")
    arguments = parser.parse_args(texts)
    rows = []
    for name in arguments.game or DEPTHS:
        found = ratios(find_game(name)(), arguments.positions)
        row = [name, str(DEPTHS[name]), str(len(found))]
        for values in zip(*found, strict=True):
            middle, low, high = mean(values)
            row += [f"{middle:.2f}", f"{low:.2f} … {high:.2f}"]
        rows.append(row)
    text = matches.markdown_table(
        ("game", "depth", "positions", "last depth", "95 %", "all depths", "95 %"), rows
    )  # fmt: skip
    print(text)
    if arguments.write:
        made = f"Command: `python examples/strength/sound.py --write`, version {matches.version()}"
        RESULTS.write_text(
            "# Nodes of the preset *sound*, divided by those of *plain*\n\nThe values are equal in every position. "
            f"Means are geometric, paired by position.\n\n{text}\n{made}, {datetime.date.today().isoformat()}\n",
            encoding="utf-8",
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
