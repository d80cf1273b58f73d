"""Count the forced wins that searches find with equal nodes, in the positions of ``tactics/``.

    python examples/strength/tactics.py --game G --nodes N --spec pvs --spec pvs:danger_exemption=off
    python examples/strength/tactics.py --game G --make       make the positions of a game again, from the random seed

A position is from a quick game in which some moves are random, and the proof-number search ``pn`` proves that the side
to move wins by force, in ``LEAST_PLIES`` plies or more. Each game gives one position, the first such one. A search has
found a win if its last report states a forced win of the side to move. Switches are chosen on the odd lines of a file
and judged on the even lines, so both are counted.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import matches
from refinements import QUICK, QUICK_DEPTH, solves

from engine.contests.openings import read_openings
from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game
from engine.search.report import Limit, last_report
from engine.search.spec import Spec

FOLDER = Path(__file__).parent / "tactics"
GAMES = ("caro", "cotoan", "xiangqi")
"""Games with positions in ``FOLDER``. Those of chess are Win at Chess (``table.py --epd``)."""
COUNT = 60
LEAST_PLIES = {"caro": 9, "cotoan": 3, "xiangqi": 5}
"""Least length of a win: shorter ones are found by every search."""
RANDOM_SHARE = 0.15
"""Share of random moves in the games."""
PROOF_NODES = 50_000


def make(game: Game[Any], count: int, seed: int) -> Iterator[tuple[str, int]]:
    """Yield ``count`` positions in which the side to move wins by force, as text, and the plies of the win."""
    openings = read_openings(matches.OPENINGS / f"{game.name}.txt", game)
    evaluation = find_evaluation(game.name, "")
    rng = random.Random(f"tactics {game.name} {seed}")
    prover = Spec.parse("pn").build(None)
    found = number = 0
    while found < count:
        position = game.parse_position(openings[number % len(openings)])
        search = Spec.parse(QUICK).build(evaluation, seed + number)
        number += 1
        for _ in range(matches.MOST_PLIES):
            if position.outcome() is not None:
                break
            prover.forget()
            proof = last_report(prover.analyse(position, Limit(nodes=PROOF_NODES)))
            plies = proof.score.win_in if proof is not None and proof.score is not None else None
            if plies is not None and plies >= LEAST_PLIES[game.name]:
                found += 1
                yield str(position), plies
                break
            if plies is not None and plies > 0:
                break
            report = last_report(search.analyse(position, Limit(depth=QUICK_DEPTH)))
            assert report is not None and report.move is not None
            is_random = rng.random() < RANDOM_SHARE
            position = position.play(rng.choice(position.likely_moves()) if is_random else report.move)


def read(name: str) -> list[str]:
    """Return the texts of the positions of a game."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.partition(";")[0].strip() for line in lines if line and not line.startswith("#")]


def counts(game: Game[Any], spec: str, nodes: int) -> tuple[int, int]:
    """Return how many wins on the odd and on the even lines a search finds."""
    found = [solves(game.parse_position(text), spec, nodes) for text in read(game.name)]
    return sum(found[::2]), sum(found[1::2])


def main(texts: Sequence[str]) -> int:
    """Make the positions of a game, or print how many of their wins searches find."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--make", action="store_true", help="make the positions")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the positions")
    parser.add_argument("--count", type=int, default=COUNT, help="number of positions to make")
    parser.add_argument("--nodes", type=int, action="append", default=[], help="nodes of a search; may be repeated")
    parser.add_argument("--spec", action="append", default=[], help="a search; may be repeated")
    arguments = parser.parse_args(texts)
    game = find_game(arguments.game)()
    if arguments.make:
        FOLDER.mkdir(exist_ok=True)
        with (FOLDER / f"{game.name}.txt").open("w", encoding="utf-8") as file:
            file.write(f"# Position; plies of the win. tactics.py --game {game.name} --make --seed {arguments.seed}\n")
            for text, plies in make(game, arguments.count, arguments.seed):
                file.write(f"{text}; {plies}\n")
                file.flush()
    rows = []
    total = len(read(game.name))
    for nodes in arguments.nodes or [10_000]:
        for spec in arguments.spec:
            odd, even = counts(game, spec, nodes)
            rows.append([f"`{spec}`", f"{nodes:,}", f"{odd} of {total - total // 2}", f"{even} of {total // 2}"])
    if rows:
        print(matches.markdown_table(("search", "nodes", "odd lines", "even lines"), rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
