"""Make balanced openings for matches.

    python examples/strength/openings.py --game G [--rules k=v,…] [--count N] [--seed N] [--play NODES] [--output FILE]
    python examples/strength/openings.py --game chess --engine stockfish --nodes 100000 --count 100

An opening is a position after some random moves (``REFEREES``) in which a referee finds no advantage, and the search
*threats* no forced win. The referee is a search that no player of the matches uses, so that the openings suit no player
better than the other: alpha-beta search with an evaluation that is not the default or, in Go and MiniGo, plain UCT with
playouts, without priors and RAVE. All positions are different, but some may be mirror images.

In a game like caro, many of these openings are won by the same colour with either player, and a pair of games from such
an opening is always 1 : 1. With ``--play``, two strong searches (``RIVALS``) play each opening twice, with colours
exchanged. The opening is left out if the same colour wins both games. Both rivals play both colours, and the rule does
not depend on who won, so it favours no player.

With ``--engine``, a foreign engine judges the openings, too, and those are kept whose score it finds to be at most
``--bound`` hundredths of a pawn from equality. They begin with those of the committed file that it accepts, and are
written to ``openings/external/``.

A match plays each opening with both colours: ``kyvien-engine match --openings FILE --swap``.
"""

import argparse
import contextlib
import random
import shlex
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from table import external_engine, find_program

from engine.asking.external import Engine
from engine.core.course import Course
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.search.report import Limit, last_report
from engine.search.spec import Spec

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

RIVALS = (("pvs", "threat_cells"), ("pvs", "patterns"))
"""The searches that play the openings with ``--play``, with their evaluations. They have different evaluations because
two equal players would play the same game twice."""
MOST_PLIES = 60
"""Plies after which a game of the rivals is a draw."""


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


def winner(position: Position, first: int, nodes: int) -> Player | None:
    """Return the side that wins a game between the rivals, or None for a draw.

    The game ends when the search of the side to move finds a forced win or loss.

    Args:
        position: the position from which they play.
        first: index in ``RIVALS`` of the player who has the side to move.
        nodes: nodes of each move.
    """
    players = [Spec.parse(spec).build(find_evaluation(position.game.name, name)) for spec, name in RIVALS]
    for ply in range(MOST_PLIES):
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner
        report = last_report(players[(first + ply) % 2].analyse(position, Limit(nodes=nodes)))
        assert report is not None and report.move is not None
        if report.score is not None and report.score.win_in is not None:
            return position.turn if report.score.value > 0 else position.turn.other
        position = position.play(report.move)
    return None


def is_decided(position: Position, nodes: int) -> bool:
    """Whether the same side wins both games of the rivals."""
    found = winner(position, 0, nodes)
    return found is not None and winner(position, 1, nodes) == found


def judged(engine: Engine, position: Position, nodes: int, bound: int) -> bool:
    """Whether an external engine finds a position balanced.

    Args:
        engine: the engine, prepared for the game.
        position: the position.
        nodes: nodes of its search.
        bound: greatest distance of its score from 0, in hundredths of a pawn.
    """
    score = engine.last_report(Course(position), Limit(nodes=nodes)).score
    return score is not None and score.win_in is None and abs(score.value) <= bound


def make(
    name: str, rules: str, count: int, seed: int, nodes: int = 0, judge: Callable[[Position], bool] | None = None
) -> Iterator[str]:
    """Yield ``count`` different balanced positions as text, as they are found.

    Args:
        name: identifier of the game.
        rules: its rules, or an empty string for those of the referee.
        count: number of positions.
        seed: random seed.
        nodes: nodes of each move of the games with ``--play``, or 0 to play none.
        judge: whether a balanced position is kept, or None to keep all.
    """
    referee, rng = REFEREES[name], random.Random(f"openings {name} {seed}")
    game = find_game(name).with_rules(rules or referee.rules)
    seen: set[str] = set()
    found = decided = tries = 0
    while found < count:
        tries += 1
        position = random_position(game, referee, rng)
        if position is None or str(position) in seen:
            continue
        seen.add(str(position))
        if not is_balanced(position, referee) or (judge is not None and not judge(position)):
            continue
        if nodes and is_decided(position, nodes):
            decided += 1
            continue
        found += 1
        yield str(position)
    won = f", {decided} that one colour wins left out" if nodes else ""
    print(f"{name}: {count} of {tries} random positions{won}", file=sys.stderr)


def main(texts: list[str]) -> int:
    """Make the openings of a game and write them to a file, one position a line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=tuple(REFEREES), required=True)
    parser.add_argument("--rules", default="")
    parser.add_argument("--count", type=int, default=220)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--play", type=int, default=0, metavar="NODES",
        help="nodes per move of two games with exchanged colours; an opening that one colour wins twice is left out",
    )  # fmt: skip
    parser.add_argument("--engine", default="", help="external engine that also judges the openings, as in table.py")
    parser.add_argument("--nodes", type=int, default=100_000, help="nodes of the external engine")
    parser.add_argument("--bound", type=int, default=50, help="greatest score that it finds, in hundredths of a pawn")
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args(texts)
    folder = FOLDER / "external" if arguments.engine else FOLDER
    path = arguments.output or folder / f"{arguments.game}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    judge: Callable[[Position], bool] | None = None
    with path.open("w", encoding="utf-8") as file, contextlib.ExitStack() as stack:
        if arguments.engine:
            command = find_program(arguments.engine, {})
            if command is None:
                parser.error(f"{arguments.engine} was not found")
            engine = stack.enter_context(contextlib.closing(Engine(external_engine(arguments.engine, command)[0])))
            title = engine.identify().name
            engine.prepare(find_game(arguments.game).with_rules(arguments.rules))
            judge = partial(judged, engine, nodes=arguments.nodes, bound=arguments.bound)
            file.write(f"# openings.py {shlex.join(texts)}: {title}\n")
        for line in make(arguments.game, arguments.rules, arguments.count, arguments.seed, arguments.play, judge):
            file.write(f"{line}\n")
            file.flush()  # the games take long
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
