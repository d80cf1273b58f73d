"""What a stone on each empty cell of caro would make, which searches keep from move to move."""

import random
from typing import Any

import pytest

from engine.core.game import find_game
from tests.engine.conftest import deep, sampled
from tests.engine.games.caro_oracle import DIRECTIONS, Cell, Oracle
from tests.engine.games.test_caro_oracle import RULES, oracle_of

pytestmark = deep

NONE, THREE, THREES, FOUR, FOUR_THREE, FOURS, FIVE = range(7)


def completing(oracle: Oracle, side: str, cell: Cell, direction: Cell) -> list[Cell]:
    """Empty cells of a line that would complete a winning row with ``cell``."""
    cells = []
    for point in oracle.line(cell, direction):
        if oracle.at(point) == ".":
            oracle.stones[point] = side
            if cell in oracle.run(point, direction) and oracle.wins(point, direction):
                cells.append(point)
            del oracle.stones[point]
    return cells


def is_three(oracle: Oracle, side: str, cell: Cell, direction: Cell) -> bool:
    """Whether one more stone makes an unbroken row of four with ``cell`` that wins at both ends."""
    for point in oracle.line(cell, direction):
        if oracle.at(point) != ".":
            continue
        oracle.stones[point] = side
        row = oracle.run(point, direction)
        beyond = [
            (row[0][0] - direction[0], row[0][1] - direction[1]),
            (row[-1][0] + direction[0], row[-1][1] + direction[1]),
        ]
        found = len(row) == 4 and cell in row and set(beyond) <= set(completing(oracle, side, point, direction))
        del oracle.stones[point]
        if found:
            return True
    return False


def kind_of(oracle: Oracle, side: str, cell: Cell) -> int:
    """The kind of a cell by the definitions: put the stone there, and then every further stone."""
    oracle = oracle.copy()
    oracle.stones[cell] = side
    if any(oracle.wins(cell, direction) for direction in DIRECTIONS):
        return FIVE
    holes = sum(len(completing(oracle, side, cell, direction)) for direction in DIRECTIONS)
    threes = sum(is_three(oracle, side, cell, direction) for direction in DIRECTIONS)
    if holes:
        return FOURS if holes > 1 else FOUR_THREE if threes else FOUR
    return min(threes, 2)


def random_position(rules: str, rng: random.Random, stones: int) -> Any:
    game = find_game("caro").with_rules(f"columns=9,rows=9,{rules}".rstrip(","))
    while True:
        position = game.start()
        for _ in range(stones):
            near = position.legal_moves() if rng.random() < 0.4 else position.likely_moves()
            moves = [move for move in near if position.play(move).outcome() is None]
            if not moves:
                break
            position = position.play(rng.choice(moves))
        else:
            return position


@pytest.mark.unsanitized  # most of the time is the oracle's; others run the same code
@pytest.mark.parametrize("rules", RULES)
@sampled(5, 300)
def test_kinds_are_those_of_the_definitions(rules: str, count: int) -> None:
    rng, seen, done = random.Random(rules), set(), 0
    while done < count or len(seen) < 7:
        done += 1
        assert done < count + 300
        position = random_position(rules, rng, rng.randint(6, 24))
        oracle, columns = oracle_of(position), position.game.rules.columns
        for cell, kinds in position.threat_kinds.items():
            place = cell % columns, cell // columns
            for kind, side in zip(kinds, "xo", strict=True):
                assert kind == kind_of(oracle, side, place), (str(position), place, side)
                seen.add(kind)
        counts = [
            [[kinds[side] for kinds in position.threat_kinds.values()].count(k) for k in range(7)] for side in (0, 1)
        ]
        assert [list(each) for each in position.threat_counts] == counts


@pytest.mark.parametrize("rules", [*RULES, "opening=swap2"])
@sampled(20, 400)
def test_counts_on_a_walk_are_those_of_new_positions(rules: str, count: int) -> None:
    rng = random.Random(rules)
    for _ in range(count):
        start = random_position(rules, rng, rng.randint(0, 12))
        line, moves = [start], []
        for _ in range(rng.choice((3, 20, 60))):
            if line[-1].outcome() is not None:
                break
            moves.append(rng.choice(line[-1].legal_moves()))
            line.append(line[-1].play(moves[-1]))
        way = line + line[-2::-1]
        asked = [rng.random() < rng.choice((0.1, 0.5, 1.0)) for _ in way]
        expected = [
            each.game.parse_position(str(each)).threat_counts for each, ask in zip(way, asked, strict=True) if ask
        ]
        assert start.threat_counts_on_walk(moves, asked) == expected
