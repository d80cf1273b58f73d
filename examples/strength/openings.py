"""Make balanced openings for matches.

    python examples/strength/openings.py --game G [--rules k=v,…] [--count N] [--seed N] [--output FILE]

An opening is a position after some random moves (``REFEREES``) in which a referee finds no advantage, and the search
*threats* no forced win. The referee is a search that no player of the matches uses, so that the openings suit no player
better than the other: alpha-beta search with an evaluation that is not the default or, in Go and MiniGo, plain UCT with
playouts, without priors and RAVE. All positions are different, but some may be mirror images.

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
        spec: the search.
        evaluation: evaluation of the referee, or an empty string for the default.
        limit: limit of the search.
        bound: greatest distance of the judgement from equality in a balanced opening: of the score from 0 or, for a
            search that estimates chances, of the chance from 50 %, in per cent.
        plies: number of random moves.
        near: whether the random moves are drawn from the likely moves.
        rules: rules of the game if none are given.
    """

    spec: str
    evaluation: str
    limit: Limit
    bound: float
    plies: int
    near: bool = False
    rules: str = ""


ALPHABETA = "negamax_alphabeta:ordering=on,quiescence=on"
PLAYOUTS = "mcts:leaf=playout,rave=0,exploration=70,priors=off"
REFEREES = {
    "caro": Referee(ALPHABETA, "threes_and_fours", Limit(depth=4), 0, 7, near=True),
    "chess": Referee(ALPHABETA, "material", Limit(depth=4), 0, 8),
    "cotoan": Referee(ALPHABETA, "material", Limit(depth=4), 0, 6),
    "xiangqi": Referee(ALPHABETA, "material", Limit(depth=4), 0, 8),
    "minigo": Referee(PLAYOUTS, "", Limit(nodes=50_000), 5, 8, near=True),
    "go": Referee(PLAYOUTS, "", Limit(nodes=200_000), 5, 6, rules="9x9"),
}


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
    report = last_report(Spec.parse(referee.spec).build(evaluation).analyse(position, referee.limit))
    if report is None or report.score is None:
        return False
    advantage = report.score.value if report.chance is None else 100 * report.chance - 50
    if abs(advantage) > referee.bound:
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
    referee, rng = REFEREES[name], random.Random(f"openings {name} {seed}")
    game = find_game(name).with_rules(rules or referee.rules)
    found: dict[str, bool] = {}
    tries = 0
    while sum(found.values()) < count:
        tries += 1
        position = random_position(game, referee, rng)
        if position is not None and str(position) not in found:
            found[str(position)] = is_balanced(position, referee)
    print(f"{name}: {count} of {tries} random positions", file=sys.stderr)
    return [text for text, is_chosen in found.items() if is_chosen]


def main(texts: list[str]) -> int:
    """Make the openings of a game and write them to a file, one position a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=tuple(REFEREES), required=True)
    parser.add_argument("--rules", default="")
    parser.add_argument("--count", type=int, default=220)
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
