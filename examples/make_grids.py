"""Make the grids in ``examples/grids``: every algorithm against every other and itself, the first mover in the row.

    python examples/make_grids.py [NAME …] [--games N] [--folder FOLDER]

Each page contains the command that made it and can reproduce it. To add a page, add an entry to ``GRIDS``.
"""

import argparse
import shlex
import sys
import time
from pathlib import Path

from engine.cli.main import main as kyvien_engine

_TABLE_PLAYERS = (
    "random;ordered:random_ties=on;alphabeta:single=on@depth=3;minimax:single=on@depth=3;"
    "alphabeta:single=on@depth=4;minimax:single=on@depth=4"
)

GRIDS = {
    "cotoan": [
        "--game", "cotoan", "--evaluation", "material_safety", "--players",
        "random;greedy;minimax@depth=2;alphabeta@depth=2;alphabeta@depth=3;negascout:ordering=on@depth=3;"
        "negascout:ordering=on,quiescence=on@depth=2;negascout:ordering=on,quiescence=on@depth=3",
        "--random-plies", "6",
    ],
    "caro": [
        "--game", "caro", "--players",
        "random;greedy@evaluation=threes_and_fours;greedy;alphabeta@depth=2@evaluation=threes_and_fours;minimax@depth=2;alphabeta@depth=2;"
        "negascout:ordering=on@depth=4;threats@depth=7",
        "--random-plies", "3",
    ],
    "minigo": [
        "--game", "minigo", "--rules", "size=9", "--evaluation", "atari:noise=on", "--players",
        "random;ordered:random_ties=on;greedy;minimax:single=on@depth=3;alphabeta:single=on@depth=3;"
        "alphabeta:single=on@depth=4;negascout:single=on,ordering=on@depth=6",
    ],
    "go": [
        "--game", "go", "--rules", "size=9", "--most-plies", "200", "--players",
        "random;greedy@evaluation=liberties;greedy@evaluation=influence;minimax_reduce@depth=2@evaluation=liberties;"
        "minimax_reduce@depth=2@evaluation=influence;alphabeta:ordering=on@depth=2@evaluation=liberties",
        "--random-plies", "4",
    ],
    "minigo-table": [
        "--game", "minigo", "--evaluation", "atari:noise=on,dangerous=half", "--players", _TABLE_PLAYERS,
    ],
    "minigo-table-root-to-move": [
        "--game", "minigo", "--evaluation", "atari:noise=on,dangerous=half,root_to_move=on",
        "--players", _TABLE_PLAYERS,
    ],
}  # fmt: skip
"""Arguments after ``kyvien-engine tournament --form grid``, by the name of the page.

The last two reproduce the table of the reference document on MiniGo (19×19, 100 games per cell): the first with the
correct sign, the second with the sign that the document uses.
"""
GAMES = 100
"""Default number of games per cell."""


def make(name: str, games: int, folder: Path) -> Path:
    """Play the games of a grid, write its page and return the path."""
    path = folder / f"grid-{name}.html"
    arguments = [
        "tournament", "--form", "grid", *GRIDS[name], "--games", str(games), "--table", "html", "--output", str(path),
    ]  # fmt: skip
    print("kyvien-engine", shlex.join(arguments))
    if kyvien_engine(arguments):
        sys.exit(1)
    return path


def main() -> None:
    """Make the pages named by the arguments, by default all."""
    parser = argparse.ArgumentParser(description="Makes grids of algorithms.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(GRIDS))
    parser.add_argument("--games", type=int, default=GAMES, help="games per cell")
    parser.add_argument("--folder", type=Path, default=Path("examples") / "grids")
    options = parser.parse_args()
    for name in options.names:
        if name not in GRIDS:
            parser.error(f"unknown grid {name!r}; available: {', '.join(GRIDS)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.names or GRIDS:
        began = time.perf_counter()
        path = make(name, options.games, options.folder)
        print(f"{path}: {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
