"""Evaluations of Go: equal to their definitions; greedy with each plays the move of the reference document."""

import random
from typing import Any

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.score import WIN_BOUND
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.games.test_go_oracle import random_move


def random_positions(count: int, sizes: tuple[int, ...] = (5, 7, 9, 19), seed: int = 0) -> list[Any]:
    rng = random.Random(seed)
    positions = []
    while len(positions) < count:
        position = find_game("go").with_rules(f"size={rng.choice(sizes)}").start()
        for _ in range(rng.randrange(90)):
            if not position.legal_moves():
                break
            position = position.play(random_move(position, rng))
        if position.outcome() is None:
            positions.append(position)
    return positions


def test_liberties_is_the_default() -> None:
    assert type(find_evaluation("go")) is type(find_evaluation("go", "liberties"))


@pytest.mark.parametrize("name", ["liberties", "influence"])
def test_equals_its_definition(name: str) -> None:
    evaluation = find_evaluation("go", name)
    values = set()
    for position in random_positions(80):
        value = evaluation.score(position)
        assert value == evaluation.definition(position), str(position)
        assert abs(value) < WIN_BOUND
        values.add(value)
    assert len(values) > 40


def greedy_move(position: Any, name: str) -> int:
    report = [*Spec.parse("greedy").build(find_evaluation("go", name)).analyse(position, Limit(depth=1))][-1]
    assert report.move is not None
    return report.move


def test_liberties_are_fair_to_both_sides() -> None:
    for position in random_positions(40):
        evaluation = find_evaluation("go", "liberties")
        assert evaluation.score(position) == -evaluation.score(position.with_turn(1 - position.side))


def test_greedy_with_liberties_takes_the_greatest_quotient() -> None:
    """Of the points, as a pass may end the game."""
    for position in random_positions(20, (7,), 1):
        quotients = {}
        for move in position.legal_moves()[:-1]:
            totals = position.play(move).liberty_totals
            quotients[move] = totals[position.side] / max(totals[1 - position.side], 1e-9)
        move = greedy_move(position, "liberties")
        if quotients and position.passes_made == 0 and move in quotients:
            assert quotients[move] >= max(quotients.values()) * 0.999


def value_of_point(position: Any, point: int) -> float:
    """The document's: Σ over the enemy's groups of size / Manhattan distance."""
    size = position.size
    total = 0.0
    for stones, _ in position.groups(1 - position.side):
        total += len(stones) / min(abs(s // size - point // size) + abs(s % size - point % size) for s in stones)
    return total


def test_greedy_with_influence_takes_the_point_of_greatest_value() -> None:
    """Where nothing can be captured, which the document's formula does not look at."""
    tried = 0
    for position in random_positions(60, (7, 9), 2):
        if position.noisy_moves() or position.passes_made or not any(position.stone_points):
            continue
        move = greedy_move(position, "influence")
        points = position.legal_moves()[:-1]
        if move in points:
            assert value_of_point(position, move) == pytest.approx(
                max(value_of_point(position, point) for point in points), rel=0.02
            )
            tried += 1
    assert tried > 15


def test_a_capture_never_costs_influence() -> None:
    position = find_game("go").with_rules("size=5").parse_position("5/1bw2/bw1b1/1b3/5 b - 0 0")
    evaluation = find_evaluation("go", "influence")
    taking, other = (position.play(position.game.parse_move(position, text)) for text in ("C3", "E5"))
    assert -evaluation.score(taking) > -evaluation.score(other)


def test_law_of_influence() -> None:
    """It is at least 0, and at most a thousand for each stone of the side to move; far away it grows."""
    evaluation = find_evaluation("go", "influence")
    for position in random_positions(60, (5, 9), 4):
        assert 0 <= evaluation.score(position) <= 1000 * len(position.stone_points[position.side])
    game = find_game("go").with_rules("size=5")
    near, far = (game.parse_position(f"{rows} b - 0 0") for rows in ("5/5/2wb1/5/5", "w4/5/5/5/4b"))
    assert evaluation.score(near) == 0 and evaluation.score(far) == 1000 - 1000 // 8
