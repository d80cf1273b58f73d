"""Static exchange in chess, xiangqi and cờ toán, against minimax over the captures on one square (``Position.play``).

In cờ toán the results are equal in every position. In chess and xiangqi, ``exchange`` differs from minimax in two ways,
both of which are part of its contract: each side captures with its least valuable piece, and pieces that are pinned, or
that would have to answer a check, capture all the same. The first is part of the plain definition here. Positions in
which the second matters are recognised by attacks that are no legal captures, and left out.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.outcome import Termination
from engine.core.score import WIN
from tests.engine.conftest import COMPILED, sampled
from tests.engine.games import cotoan_oracle
from tests.engine.games.attack_oracle import Square, attackers, read
from tests.engine.positions import cotoan_position, random_cotoan_text, random_play, random_position

VALUES = {
    "chess": {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900, "k": 10_000},
    "xiangqi": {"p": 100, "a": 200, "b": 200, "n": 400, "c": 450, "r": 900, "k": 10_000},
}
COLUMNS = {"chess": 8, "xiangqi": 9}
QUEEN = 4

both = pytest.mark.parametrize("name", ["chess", "xiangqi"])


def aimed_text(rng: random.Random, rules: str) -> str:
    """A set-up of cờ toán with pairs of both sides that can capture on one cell, on which a blue piece is."""
    game = find_game("cotoan").with_rules(rules)
    digits = {side: rng.sample(range(1, 10), 9) for side in "rb"}
    target = (rng.randint(3, 7), rng.randint(4, 8))
    board = {square: (side, 0) for side, square in cotoan_oracle.ZERO_SQUARES.items()}
    board[target] = ("b", digits["b"].pop())
    for right, up in rng.sample(cotoan_oracle.DIRECTIONS, 8):
        side = rng.choice("rb")
        if len(digits[side]) < 2:
            continue
        rear, front = digits[side].pop(), digits[side].pop()
        for distance in cotoan_oracle.results(game.rules, rear, front):
            cells = [(target[0] + k * right, target[1] + k * up) for k in range(1, distance + 2)]
            if all(map(cotoan_oracle.on_board, cells)) and not any(cell in board for cell in cells):
                board[cells[-2]], board[cells[-1]] = (side, front), (side, rear)
                break
    points = {side: rng.choice((0, 0, 3, 9)) for side in "rb"}
    return cotoan_oracle.Oracle(game.rules, board, "r", points, 0, 1, []).text()


def random_positions(name: str, count: int) -> Iterator[tuple[Any, random.Random]]:
    """``count`` positions of random games under random rules that are not over, with a generator for choices."""
    seed = found = 0
    while True:
        seed += 1
        rng = random.Random(f"{name} {seed}")
        if name == "cotoan" and rng.random() < 0.8:
            rules = rng.choice(("", "target=none", "target=20,zero_helper=on"))
            root = cotoan_position(aimed_text(rng, rules) if rng.random() < 0.8 else random_cotoan_text(rng), rules)
        else:
            root = random_position(name, seed, rng.randint(0, 40))
        for position in random_play(root, 25, rng):
            if position.legal_moves():
                yield position, rng
                found += 1
                if found == count:
                    return


def some_moves(position: Any, rng: random.Random) -> list[int]:
    """A few legal moves, captures among them if there are any."""
    moves, noisy = position.legal_moves(), position.noisy_moves()
    return rng.sample(noisy, min(3, len(noisy))) + rng.sample(moves, min(3, len(moves)))


def squares(name: str, move: int) -> tuple[Square, Square]:
    """Origin and target of a move of chess or xiangqi."""
    columns = COLUMNS[name]
    ends = (move & 63, move >> 6 & 63) if name == "chess" else (move & 255, move >> 8)
    return (ends[0] % columns, ends[0] // columns), (ends[1] % columns, ends[1] // columns)


def value(name: str, piece: str, square: Square) -> int:
    """The value of a piece on a square. In xiangqi, a pawn counts double after crossing the river."""
    crossed = name == "xiangqi" and piece in "Pp" and (square[1] > 4 if piece == "P" else square[1] < 5)
    return VALUES[name][piece.lower()] * (2 if crossed else 1)


def taken(name: str, position: Any, move: int) -> int | None:
    """The value that a move takes, with the difference between a promoted piece and a pawn; None for castling."""
    board = read(str(position))
    origin, target = squares(name, move)
    piece, victim = board[origin], board.get(target)
    if victim is not None and victim.isupper() == piece.isupper():
        return None
    gain = 0 if victim is None else value(name, victim, target)
    if name == "chess":
        if piece in "Pp" and victim is None and origin[0] != target[0]:
            gain = VALUES[name]["p"]
        if move >> 12:
            gain += (320, 330, 500, 900)[(move >> 12) - 1] - 100
    return gain


def captures(name: str, position: Any, target: Square) -> list[int]:
    """The legal captures on a square on which there is an enemy piece."""
    return [move for move in position.legal_moves() if squares(name, move)[1] == target]


def best(name: str, position: Any, target: Square) -> int:
    """What the side to move gains at most by captures on a square, or 0 for none: minimax over all legal captures."""
    result = 0
    for move in captures(name, position, target):
        gain = taken(name, position, move)
        assert gain is not None
        result = max(result, gain - best(name, position.play(move), target))
    return result


def by_least(name: str, position: Any, target: Square) -> set[int] | None:
    """The same if each side captures with its least valuable piece; one result for each choice among equal ones.

    None if an attack is no legal capture, or the game is over on the way, because the pieces left cannot mate. A king
    that may not capture on a square that the enemy attacks is no such case.
    """
    if position.is_finished:
        return None
    board = read(str(position))
    found = captures(name, position, target)
    moves = {squares(name, move)[0]: move for move in found if name != "chess" or move >> 12 in (0, QUEEN)}
    men = {square for square in attackers(name, board, target, position.turn == 0) if board[square] not in "Kk"}
    if men != {square for square in moves if board[square] not in "Kk"}:
        return None
    if not moves:
        return {0}
    least = min(value(name, board[square], target) for square in moves)
    results: set[int] = set()
    for square, move in moves.items():
        if value(name, board[square], target) == least:
            replies = by_least(name, position.play(move), target)
            gain = taken(name, position, move)
            if replies is None or gain is None:
                return None
            results |= {max(0, gain - reply) for reply in replies}
    return results


def agrees(position: Any, move: int, gain: int) -> bool:
    """Whether ``exchange`` has the threshold ``gain``."""
    return bool(position.wins_exchange(move, gain)) and not position.wins_exchange(move, gain + 1)


@both
@sampled(2_000 if COMPILED else 60, 100_000)
def test_exchange_with_the_least_valuable_pieces(
    name: str, count: int, record_property: Callable[[str, object], None]
) -> None:
    compared = left_out = 0
    for position, rng in random_positions(name, count):
        for move in some_moves(position, rng):
            gain = taken(name, position, move)
            if gain is None:  # Castling: nothing can be captured.
                assert agrees(position, move, 0)
                continue
            replies = by_least(name, position.play(move), squares(name, move)[1])
            if replies is None:
                left_out += 1
                continue
            compared += 1
            assert any(agrees(position, move, gain - reply) for reply in replies), (str(position), move, gain, replies)
    record_property("figure", f"exchange of {name}: {compared} moves compared, {left_out} with pins or checks left out")
    assert compared > 3 * left_out


@pytest.mark.unsanitized  # most of the time is the oracle's; others run the same code
@both
@sampled(2_000 if COMPILED else 60, 20_000)
def test_exchange_is_nearly_always_that_of_minimax(
    name: str, count: int, record_property: Callable[[str, object], None]
) -> None:
    """With all legal captures in any order, pins and checks included, fewer than 1 of 100 moves differ."""
    compared = differ = 0
    for position, rng in random_positions(name, count):
        for move in some_moves(position, rng):
            gain = taken(name, position, move)
            if gain is not None:
                compared += 1
                differ += not agrees(position, move, gain - best(name, position.play(move), squares(name, move)[1]))
    record_property("figure", f"exchange of {name}: {differ} of {compared} moves differ from minimax")
    assert 100 * differ < compared


def cotoan_gain(position: Any, move: int) -> int:
    """The value that a move takes in cờ toán, from the position after it."""
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None and outcome.termination in (Termination.ZERO, Termination.POINTS):
        return WIN
    return int(100 * (sum(after.score_points) - sum(position.score_points)))


def cotoan_best(position: Any, target: int) -> int:
    """What the side to move gains at most by captures on a cell, or 0 for none: minimax over all legal captures."""
    result = 0
    for move in position.legal_moves():
        if move >> 8 == target:
            result = max(result, cotoan_gain(position, move) - cotoan_best(position.play(move), target))
    return result


@sampled(2_000 if COMPILED else 60, 100_000)
def test_exchange_of_cotoan_is_minimax(count: int, record_property: Callable[[str, object], None]) -> None:
    compared = contested = 0
    for position, rng in random_positions("cotoan", count):
        for move in some_moves(position, rng):
            after, gain = position.play(move), cotoan_gain(position, move)
            if after.is_finished and gain == 0:  # By a counter, which exchange ignores.
                continue
            reply = cotoan_best(after, move >> 8)
            compared += 1
            contested += reply > 0
            assert agrees(position, move, gain - reply), (str(position), position.game.rules_text(), move, gain, reply)
    record_property("figure", f"exchange of cotoan: {compared} moves compared, {contested} with a reply")
    assert contested > compared // 20


@pytest.mark.parametrize(
    "name, text, move, gain",
    [
        # A rook, with a rook behind it, captures a pawn that is protected by a pawn.
        ("chess", "4k3/8/2p5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500 + 100),
        # White does not capture the bishop in return, because the queen behind it protects it.
        ("chess", "6k1/8/1q6/2b5/3n4/8/3R4/3R2K1 w - - 0 1", "d2d4", 320 - 500),
        # The pawn captured en passant is not on the target, and no longer on the file of the rook.
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("chess", "4k3/8/8/3pP3/8/3r4/8/4K3 w - d6 0 1", "e5d6", 100 - 100),
        # A king captures a piece only if the enemy does not protect it.
        ("chess", "3rk3/8/8/8/8/8/4K3/8 b - - 0 1", "d8d3", -500),
        ("chess", "3rk3/8/8/8/1n6/8/4K3/8 b - - 0 1", "d8d3", 0),
        # Promotions, of which the first is captured.
        ("chess", "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", 800 - 900),
        ("chess", "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7c8q", 500 + 800),
        # The pawn of the enemy captures and becomes a queen.
        ("chess", "7k/8/8/8/8/7K/2p5/R2n4 w - - 0 1", "a1d1", 320 - 500 - 800),
        # The pinned knight counts as if it could capture.
        ("chess", "4k3/4n3/8/3p4/8/8/8/3RRK2 w - - 0 1", "d1d5", 100 - 500),
        # The rook is captured by a rook, and that by a cannon over the pawn.
        ("xiangqi", "3k5/9/4r4/R3p4/9/4P4/9/4C4/9/5K3 w", "a6e6", 100),
        # The cannon has lost its screen, which was the rook that captured first.
        ("xiangqi", "3k5/9/4r4/4p4/9/9/4R4/4C4/9/5K3 w", "e3e6", 100 - 900),
        # The adviser that captures first no longer blocks the horse.
        ("xiangqi", "3k5/9/9/9/4r4/9/9/9/4r4/2NA1K3 w", "d0e1", 900),
        ("xiangqi", "3k5/9/9/9/4r4/9/9/9/4r4/3A1K3 w", "d0e1", 900 - 200),
        # A king does not capture on the open file of the other king.
        ("xiangqi", "4k4/9/9/9/3R5/9/9/9/9/5K3 w", "d5d9", -900),
        ("xiangqi", "4k4/9/9/9/3R5/9/9/9/9/3K5 w", "d5d9", 0),
    ],
)
def test_by_hand(name: str, text: str, move: str, gain: int) -> None:
    position = find_game(name)().parse_position(text)
    assert agrees(position, position.game.parse_move(position, move), gain)
