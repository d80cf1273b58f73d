"""The order of the moves of cờ toán: captures, then moves that attack the enemy zero, then the others."""

import random
from functools import cache
from typing import Any

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.surface import Setup
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.games.drawing import draw
from tests.engine.positions import random_play


@cache
def ordered() -> Any:
    """The algorithm that plays the move ordered first."""
    return Spec.parse("ordered").build(find_evaluation("cotoan", "material"))


def first_of(position: Any, moves: list[int]) -> int:
    """The move of these that is ordered first; of equal ones, the first in the list."""
    *_, report = ordered().analyse(position, Limit(depth=1), only=moves)
    assert report.move is not None
    return int(report.move)


def is_attacked(position: Any) -> bool:
    """Whether the zero of the side to move could be captured if it were the opponent's turn."""
    return not position.stands_pat


def without(position: Any, place: int) -> Any:
    """The position without the piece on a cell, or None if that is not a position."""
    setup = position.game.setup(position)
    left = Setup({cell: piece for cell, piece in setup.pieces.items() if cell != place}, setup.turn, setup.counters)
    return None if position.game.faults(left) else position.game.compose(left)


def test_moves_that_attack_the_zero_are_before_other_quiet_moves() -> None:
    """The attack is seen after the move, and not without the piece that moved; all rules, both colours."""
    attacks = [0, 0]
    for seed in range(16):
        start = find_game("cotoan").with_rules("zero_helper=on" if seed % 3 == 0 else "").start()
        for position in random_play(start, 70, random.Random(seed))[20::7]:
            if position.outcome() is not None or is_attacked(position.game.parse_position(flipped(position))):
                continue
            noisy = set(position.noisy_moves())
            quiet = [move for move in position.legal_moves() if move not in noisy]
            calm = [move for move in quiet if not is_attacked(position.play(move))]
            for move in quiet:
                earlier = [each for each in calm[:1] if each != move]
                if move in calm:
                    assert first_of(position, [*earlier, move]) == [*earlier, move][0]
                    continue
                row, column = (move >> 8) // 11, (move >> 8) % 11
                rest = without(position.play(move), 9 * (row - 1) + column - 1)
                if rest is not None and not is_attacked(rest):
                    assert first_of(position, [*earlier, move]) == move, f"{position} {move}"
                    attacks[position.side] += 1
    assert min(attacks) > 3, attacks


def flipped(position: Any) -> str:
    """The text of the position with the other side to move."""
    board, side, rest = str(position).split(" ", 2)
    return f"{board} {'r' if side == 'b' else 'b'} {rest}"


def test_a_move_in_front_or_behind() -> None:
    """The 7 on e5 and the 3 on e6 capture the zero on e10, four squares beyond."""
    calm = "i1i2"
    boards = (" 1 .  .  .  .  .  .  .  .  r1\n 6  .  .  .  .  r3\n 5  .  .  .  r7", "d5e5"), (
        " 1 .  .  .  .  .  .  .  .  r1\n 6  .  .  .  r3\n 5  .  .  .  .  r7", "d6e6",
    )  # fmt: skip
    for board, text in boards:
        cases = {board: text, board + "\n 8  .  .  .  .  b1": calm, board.replace("r7", "r9"): calm}
        for drawing, expected in cases.items():
            position = draw(drawing)
            moves = [position.game.parse_move(position, each) for each in (calm, text)]
            assert position.game.format_move(position, first_of(position, moves), "coordinates") == expected, drawing


def test_moves_described_together_are_ordered_as_one_by_one() -> None:
    """In many positions, because the nearest piece to a zero seldom attacks it by a move along the same line."""
    differing = 0
    for seed in range(12):
        for position in random_play(find_game("cotoan")().start(), 70, random.Random(seed))[10::4]:
            moves = position.legal_moves() if position.outcome() is None else []
            described = zip(moves, position.described_moves() if moves else [], strict=True)
            differing += sum(order != position.order_of(move) for move, (gain, order, _) in described if gain == 0)
    assert differing == 0
