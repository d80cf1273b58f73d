"""Makes the grids of ``examples/grids``: every algorithm against every other, itself too, first mover in the row.

    python examples/make_grids.py [GAME …] [--games N] [--folder FOLDER]

Each page says with which command it was made; the command alone makes it again. A new game is a line in ``GRIDS``.
"""

import argparse
import shlex
import sys
import time
from pathlib import Path

from engine.__main__ import main as kyvien_engine

GRIDS = {
    "cotoan": [
        "--players", "random;greedy;minimax@depth=1;minimax@depth=2;alphabeta@depth=2;alphabeta@depth=3;"
        "negascout@depth=2;negascout:ordering=on,quiescence=on@depth=3",
        "--random-plies", "6",
    ],
}  # fmt: skip
"""What follows ``kyvien-engine tournament --game GAME --form grid``."""
GAMES = 50


def make(game: str, games: int, folder: Path) -> Path:
    """Play a game's grid and write its page."""
    path = folder / f"grid-{game}.html"
    arguments = [
        "tournament", "--game", game, "--form", "grid", *GRIDS[game], "--games", str(games), "--table", "html",
        "--output", str(path),
    ]  # fmt: skip
    print("kyvien-engine", shlex.join(arguments))
    if kyvien_engine(arguments):
        sys.exit(1)
    return path


def main() -> None:
    """Make the pages that the arguments ask for."""
    parser = argparse.ArgumentParser(description="Makes grids of algorithms.")
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(GRIDS))
    parser.add_argument("--games", type=int, default=GAMES, help="games a cell")
    parser.add_argument("--folder", type=Path, default=Path("examples") / "grids")
    options = parser.parse_args()
    for name in options.names:
        if name not in GRIDS:
            parser.error(f"no grid of {name!r}; there are: {', '.join(GRIDS)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.names or GRIDS:
        began = time.perf_counter()
        path = make(name, options.games, options.folder)
        print(f"{path}: {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
