"""Games that go on after their end, as records of other programs do: rules, texts and searches of the positions."""

import pickle
import random
from typing import Any

from engine.core.evaluation import parse_evaluation
from engine.core.game import find_game
from engine.core.outcome import Termination
from engine.search.report import Limit
from engine.search.search import algorithms
from engine.search.spec import Spec
from tests.engine.positions import random_game, random_position

WITHOUT = ("nim", "trees")
"""Games in which no move is left at the end."""


def ended(name: str, seed: int) -> Any:
    """A position in which the rules end a random game of the rules and moves are left, or None if there is none."""
    rng = random.Random(f"end {name} {seed}")
    position = random_game(find_game(name), rng).start() if rng.random() < 0.5 else random_position(name, seed, 0)
    game = position.game
    kept: list[tuple[int | None, int | None]] = [(None, None), (None, None)]
    for _ in range(300):
        moves = position.legal_moves()
        if not moves:
            break
        # Often back to where the piece came from, so that positions are repeated.
        steps = {(shape.target, shape.origin): shape.move for shape in game.shapes(position)}
        move = steps[kept[0]] if kept[0] in steps and rng.random() < 0.8 else rng.choice(moves)
        shape = game.shape(position, move)
        kept = [kept[1], (shape.origin, shape.target)]
        position = position.play(move)
    return position if position.is_finished and position.reopened().legal_moves() else None


def follow(name: str, seed: int, plies: int = 30) -> int:
    """Play on after the end of a random game, check what holds there, and return the number of positions."""
    here = ended(name, seed)
    if here is None:
        return 0
    rng = random.Random(seed)
    game, first, count = here.game, here.outcome(), 0
    assert not here.legal_moves()
    while count < plies and (moves := here.reopened().legal_moves()):
        count += 1
        position, outcome = here.reopened(), here.outcome()
        # After a draw, play may go on to an end that is final.
        first = outcome if outcome is not None and outcome.is_final and not first.is_final else first
        assert position == here and position.outcome() == outcome and not position.is_finished
        assert here.is_finished or (outcome is None and here.legal_moves() == moves)
        if not first.is_final:
            assert pickle.loads(pickle.dumps(position)).legal_moves() == moves
        names = [game.format_move(position, move, "record") for move in moves]
        assert [game.parse_move(position, each) for each in names] == moves
        game.surface(position)
        if first.is_final:
            # The other side can complete a line, too.
            assert outcome == first or first.termination is outcome.termination is Termination.LINE
        assert here.continued().legal_moves() == ([] if first.is_final else moves)
        search(here.continued(), rng)
        here = position.play(rng.choice(moves))
    return count


def search(position: Any, rng: random.Random) -> None:
    """One of the searches finds a legal move, or none if the game is over."""
    kind, parameters = parse_evaluation(position.game.name)
    algorithm = Spec.make(rng.choice(sorted(algorithms()))).build(kind(parameters))
    *_, report = algorithm.analyse(position, Limit(nodes=rng.choice((1, 40, 300))))
    moves = position.legal_moves()
    assert report.move in (moves or (None,)) or (report.move is None and algorithm.solves)
