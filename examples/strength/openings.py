"""Make balanced openings for matches.

    python examples/strength/openings.py --game G [--rules k=v,…] [--count N] [--seed N] [--output FILE]

An opening is a position after some random moves (``REFEREES``) in which a referee finds no advantage, and the search
*threats* no forced win. The referee is alpha-beta search with an evaluation that no player of the matches uses, so that
the openings suit no player better than the other. All positions are different, but some may be mirror images.

A match plays each opening with both colours: ``kyvien-engine match --openings FILE --swap``.
"""

import argparse
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.position import Position
from engine.search.report import Limit, last_report
from engine.search.search import Spec

FOLDER = Path(__file__).parent / "openings"


class Referee(NamedTuple):
    """How the openings of a game are made.

    Attributes:
        evaluation: evaluation of the referee.
        plies: number of random moves.
        depth: depth of the referee's search in plies.
        bound: greatest score of a balanced opening, for either side.
        near: whether the random moves are drawn from the likely moves.
    """

    evaluation: str
    plies: int
    depth: int
    bound: int
    near: bool = False


REFEREES = {
    "caro": Referee("threes_and_fours", 7, 4, 0, near=True),
    "chess": Referee("material", 8, 4, 0),
    "cotoan": Referee("material", 6, 4, 0),
    "xiangqi": Referee("material", 8, 4, 0),
    "minigo": Referee("liberties", 4, 4, 1000),
    "go": Referee("influence", 6, 1, 1000),
}
SPEC = "negamax_alphabeta:ordering=on,quiescence=on"


def random_position(game: Any, referee: Referee, rng: random.Random) -> Position | None:
    """Return a position after random moves, or None if the game ended."""
    position = game.start()
    for _ in range(referee.plies):
        if position.outcome() is not None:
            return None
        moves = position.likely_moves() if referee.near else position.legal_moves()
        position = position.play(rng.choice(moves))
    return None if position.outcome() is not None else position


def is_balanced(position: Position, referee: Referee) -> bool:
    """Whether the referee finds no advantage and no forced win for either side."""
    evaluation = find_evaluation(position.game.name, referee.evaluation)
    report = last_report(Spec.parse(SPEC).build(evaluation).analyse(position, Limit(depth=referee.depth)))
    if report is None or report.score is None or abs(report.score.value) > referee.bound:
        return False
    sides = [position, *(position.play(move) for move in report.pv[:1])]
    for each in sides:
        if each.outcome() is not None:
            return False
        found = last_report(Spec.parse("threats").build(evaluation).analyse(each, Limit(nodes=50_000)))
        if found is not None and found.score is not None and found.score.win_in is not None:
            return False
    return True


def make(name: str, rules: str, count: int, seed: int) -> list[str]:
    """Return ``count`` different balanced positions as text."""
    game, referee, rng = find_game(name).with_rules(rules), REFEREES[name], random.Random(f"openings {name} {seed}")
    found: dict[str, None] = {}
    tries = 0
    while len(found) < count:
        tries += 1
        position = random_position(game, referee, rng)
        if position is not None and str(position) not in found and is_balanced(position, referee):
            found[str(position)] = None
    print(f"{name}: {count} of {tries} random positions", file=sys.stderr)
    return list(found)


def main(texts: list[str]) -> int:
    """Make the openings of a game and write them to a file, one position a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=tuple(REFEREES), required=True)
    parser.add_argument("--rules", default="")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args(texts)
    path = arguments.output or FOLDER / f"{arguments.game}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = make(arguments.game, arguments.rules, arguments.count, arguments.seed)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
