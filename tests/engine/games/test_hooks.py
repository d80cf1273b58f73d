"""The functions of positions for searches that use knowledge of the game, against plain definitions, in every game.

Most tests run on random positions of every registered game under random rules; a new game is tested unasked.
"""

import random
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import find_game, games
from engine.core.outcome import Player, Termination
from engine.core.position import Position
from engine.core.score import MAX_PLY, WIN
from engine.core.surface import Setup
from tests.engine.conftest import COMPILED, sampled
from tests.engine.games import go_oracle
from tests.engine.games.attack_oracle import attackers, read
from tests.engine.games.cotoan_oracle import Oracle
from tests.engine.games.test_exchange import random_positions, taken
from tests.engine.games.test_xiangqi_rules import CASES
from tests.engine.positions import random_game, random_play

ROOT = Path(__file__).parents[3]
every_game = pytest.mark.parametrize("name", sorted(games()))
WITH_PASS = ("chess", "cotoan", "xiangqi")
"""Games in which a search may assume a pass."""
with_pass = pytest.mark.parametrize("name", WITH_PASS)
some = sampled(300 if COMPILED else 12, 5_000)

KEPT = {"chess": {"en_passant": 0, "waited": 0}, "xiangqi": {"since_capture": 0}, "cotoan": {"since_capture": 0}}
"""Counters that a pass sets."""


def facts(position: Any) -> tuple[Any, ...]:
    """What the position is, with all that its functions answer."""
    moves = position.legal_moves()
    return (
        str(position),
        position.key,
        position.history,
        position.turn,
        position.ply,
        position.outcome(),
        position.is_in_danger,
        position.can_skip,
        position.nears_limit,
        position.cycle_score_within(MAX_PLY),
        moves,
        position.noisy_moves(),
        [(position.gain_of(move), position.trait_of(move), position.wins_exchange(move)) for move in moves[:8]],
    )


def turned(position: Any) -> Any:
    """The board with the other side to move, composed from its pieces, or None if the rules do not allow it."""
    game = position.game
    setup = game.setup(position)
    counters = dict(setup.counters) | KEPT.get(game.name, {})
    other = Setup(setup.pieces, position.turn.other, counters)
    return None if game.faults(other) else game.compose(other)


def defines(position: Any, function: str) -> bool:
    """Whether the class of a position overrides a C function of ``Position``, which Python cannot see."""
    modules = {cls.__module__ for cls in type(position).__mro__} - {"builtins", Position.__module__}
    return any(
        re.search(rf"^    def {function}\(", (ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8"), re.MULTILINE)
        for module in modules
    )


# --- danger -----------------------------------------------------------------------------------------------------------


def king_attacked(position: Any) -> bool:
    """Chess and xiangqi: whether an enemy piece attacks the king of the side to move."""
    board = read(str(position))
    (king,) = [square for square, piece in board.items() if piece == ("K" if position.turn == 0 else "k")]
    return bool(attackers(position.game.name, board, king, position.turn != 0))


def zero_attacked(position: Any) -> bool:
    """Cờ toán: whether the opponent could capture the zero with the next move."""
    oracle = Oracle.read(position.game.rules, str(position))
    zero = (oracle.side, 0)
    oracle.side = "b" if oracle.side == "r" else "r"
    return zero in oracle.pseudo_moves().values()


def in_atari(position: Any) -> bool:
    """MiniGo: whether a group of the side to move has one liberty."""
    size = position.size
    board = {
        (point % size, point // size): side
        for side, cells in zip("bw", position.stone_points, strict=True)
        for point in cells
    }
    board = {(column + 1, row + 1): side for (column, row), side in board.items()}
    groups = go_oracle.groups(size, board, "bw"[position.turn])
    return any(len(go_oracle.liberties(size, board, group)) == 1 for group in groups)


def five_threatened(position: Any) -> bool:
    """Caro: whether the opponent has a move that wins by a line. Openings are no danger by definition."""
    if position.opening_stage:
        return False
    other = turned(position)
    after = [other.play(move).outcome() for move in other.legal_moves()]
    return any(each is not None and (each.winner, each.termination) == (other.turn, Termination.LINE) for each in after)


DANGERS = {
    "chess": king_attacked,
    "xiangqi": king_attacked,
    "cotoan": zero_attacked,
    "minigo": in_atari,
    "caro": five_threatened,
}


@every_game
@some
def test_danger(name: str, count: int) -> None:
    """By the definition of each game; never in a game that has none."""
    found = 0
    for position, _ in random_positions(name, count // 4 if name == "caro" else count):
        expected = DANGERS[name](position) if name in DANGERS else False
        assert position.is_in_danger == expected, (str(position), position.game.rules_text())
        found += expected
    assert found > 0 or name not in DANGERS or not COMPILED


@every_game
@some
def test_danger_after_a_move(name: str, count: int) -> None:
    """Equal to the danger in the position after the move, which stays as it was before the question."""
    found = 0
    for position, _ in random_positions(name, count // 4):
        before, texts = str(position), position.key
        for move in position.legal_moves():
            expected = position.play(move).is_in_danger
            assert position.is_danger_after(move) == expected, (before, move, position.game.rules_text())
            found += expected
        assert (str(position), position.key) == (before, texts)
    assert found > 0 or name not in DANGERS or not COMPILED


@pytest.mark.parametrize(
    "text, move",
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),  # castling, no check
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),  # castling, check by the rook
        ("8/8/8/2k5/3pP3/8/8/4K1B1 b - e3 0 1", "d4e3"),
        ("8/8/8/1k1pP2Q/8/8/8/4K3 w - d6 0 1", "e5d6"),  # en passant uncovers the queen over two squares
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n"),  # promotions
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
        ("k7/8/8/3N4/8/8/6B1/4K3 w - - 0 1", "d5f6"),  # a discovered check
        ("8/kP6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q"),
    ],
)
def test_danger_after_unusual_moves_of_chess(text: str, move: str) -> None:
    position = find_game("chess")().parse_position(text)
    number = position.game.parse_move(position, move)
    assert position.is_danger_after(number) == position.play(number).is_in_danger


def test_no_danger_after_the_end() -> None:
    """A zero that has been captured is on no cell, and nothing attacks it."""
    position = find_game("cotoan").with_rules("").parse_position("9/9/9/9/9/9/9/9/9/4r04/r1r2r3r4r5r6r7r8r9 b 0 0 0 1")
    assert position.is_finished and not position.is_in_danger and not position.can_skip


# --- passes -----------------------------------------------------------------------------------------------------------


def has_pieces(position: Any) -> bool:
    """Whether the side to move has the pieces without which a pass may be better than every move."""
    first = position.turn == 0
    if position.game.name == "cotoan":
        return sum(piece // 16 == position.turn and piece % 16 > 0 for piece, _ in position.pieces) >= 2
    letters = "nbrq" if position.game.name == "chess" else "rnc"
    return any(piece.isupper() == first and piece.lower() in letters for piece in read(str(position)).values())


@every_game
@some
def test_when_a_pass_is_allowed(name: str, count: int) -> None:
    for position, _ in random_positions(name, count):
        expected = name in WITH_PASS and not position.is_in_danger and has_pieces(position)
        assert position.can_skip == expected
        if not expected:
            with pytest.raises(ValueError, match="pass"):
                position.after_pass()
            with pytest.raises(ValueError, match="pass"):
                position.after_unmaking([None])


@with_pass
@some
def test_a_pass_gives_the_turn_to_the_other_side(name: str, count: int) -> None:
    """The position after it is that of the same board with the other side to move, without en passant."""
    compared = 0
    for position, _ in random_positions(name, count):
        if not position.can_skip:
            continue
        before = facts(position)
        after, other = position.after_pass(), turned(position)
        assert facts(position) == before
        assert after.key != position.key and after.turn is position.turn.other and after.ply == position.ply + 1
        assert after.game.setup(after).pieces == position.game.setup(position).pieces
        assert other is not None
        compared += 1
        assert after.key == other.key and after.counters == other.counters
        assert after.legal_moves() == other.legal_moves()
        if after.can_skip:
            again = after.after_pass()
            first = position.game.setup(position).counters
            assert (again.key == position.key) == (not first.get("en_passant"))
    assert compared > count // 4


def test_en_passant_ends_with_a_pass() -> None:
    position = find_game("chess")().parse_position("4k1n1/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1")
    capture = position.game.parse_move(position, "e5d6")
    after = position.after_pass().after_pass()
    assert capture in position.legal_moves() and capture not in after.legal_moves()
    assert after.key != position.key and str(after).startswith("4k1n1/8/8/3pP3/8/8/8/R3K3 w Q - ")


def line_with_passes(position: Any, plies: int, rng: random.Random) -> list[int | None]:
    """Random moves with passes among them, as long as the game is not over."""
    line: list[int | None] = []
    for _ in range(plies):
        moves, noisy = position.legal_moves(), position.noisy_moves()
        if not moves:
            break
        if position.can_skip and rng.random() < 0.4:
            line.append(None)
            position = position.after_pass()
        else:
            line.append(rng.choice(noisy if noisy and rng.random() < 0.4 else moves))
            position = position.play(line[-1])
    return line


@every_game
@some
def test_unmaking_restores_the_position(name: str, count: int) -> None:
    passes = 0
    for position, rng in random_positions(name, count):
        line = line_with_passes(position, 8, rng)
        passes += line.count(None)
        back = position.after_unmaking(line)
        assert back == position and facts(back) == facts(position)
        for move in position.legal_moves()[:5]:
            assert facts(back.play(move)) == facts(position.play(move))
    assert (passes > count // 4) == (name in WITH_PASS)


def test_unmaking_checks_its_moves() -> None:
    position = find_game("chess")().start()
    with pytest.raises(ValueError, match="not a legal move"):
        position.after_unmaking([None, None, 0])
    with pytest.raises(ValueError, match="too many"):
        position.after_unmaking([None] * (MAX_PLY + 1))
    assert position.after_unmaking([None] * MAX_PLY) == position


@with_pass
@sampled(60 if COMPILED else 10, 1_000)
def test_repetitions_are_not_counted_through_a_pass(name: str, count: int) -> None:
    """A move, a pass, the move back, a pass: the same key, thrice and more often, but no repetition."""
    compared = 0
    repetitions = (Termination.REPETITION, Termination.PERPETUAL_CHECK, Termination.PERPETUAL_CHASE)
    for played, rng in random_positions(name, count):
        position = played.game.parse_position(str(played))  # without earlier positions
        for move in rng.sample(position.legal_moves(), min(5, len(position.legal_moves()))):
            bits = 6 if name == "chess" else 8
            back = (move >> bits) | (move & ((1 << bits) - 1)) << bits
            here, keys = position, [position.key]
            for step in (move, None, back, None) * 3:
                if here.is_finished or (step is None and not here.can_skip):
                    break
                if step is not None and step not in here.legal_moves():
                    break
                here = here.after_pass() if step is None else here.play(step)
                keys.append(here.key)
                outcome = here.outcome()
                assert outcome is None or outcome.termination not in repetitions
                assert here.cycle_score_within(MAX_PLY) is None
            else:
                compared += keys[0] == keys[4] == keys[8] == keys[12]
    assert compared > count // 4


# --- gains ------------------------------------------------------------------------------------------------------------


def expected_gain(position: Any, move: int) -> int | None:
    """The gain of a move, from the board before it and the position after it; None if the game defines none."""
    name = position.game.name
    after = position.play(move)
    if name in ("chess", "xiangqi"):
        return taken(name, position, move) or 0
    outcome = after.outcome()
    if name == "cotoan":
        if outcome is not None and outcome.termination in (Termination.ZERO, Termination.POINTS):
            return WIN
        return int(100 * (sum(after.score_points) - sum(position.score_points)))
    if name == "go":
        return int(100 * (after.prisoner_counts[position.turn] - position.prisoner_counts[position.turn]))
    if name == "minigo":
        return WIN if outcome is not None and outcome.termination is Termination.CAPTURE else 0
    if name == "caro" and move in position.threat_kinds:
        own, other = (position.threat_kinds[move][position.colour ^ side] for side in range(2))
        return (0, 50, 500, 200, 700, 800, 1000)[own] + (0, 0, 100, 0, 300, 600, 900)[other]
    return None


@every_game
@some
def test_gain(name: str, count: int) -> None:
    gains = set()
    for position, rng in random_positions(name, count):
        moves, noisy = position.legal_moves(), position.noisy_moves()
        for move in rng.sample(moves, min(5, len(moves))) + rng.sample(noisy, min(3, len(noisy))):
            gain, expected = position.gain_of(move), expected_gain(position, move)
            assert 0 <= gain <= WIN
            assert expected is None or gain == expected, (str(position), move)
            gains.add(gain)
            if name not in ("chess", "xiangqi", "cotoan"):  # Nothing is recaptured.
                assert position.wins_exchange(move, gain) and not position.wins_exchange(move, gain + 1)
    assert (gains == {0}) == (not defines(find_game(name)().start(), "gain")) or not COMPILED


@every_game
def test_the_score_of_a_gain(name: str) -> None:
    """Taking a piece of the least value changes the score of ``material`` by the scale of gains."""
    for evaluation in evaluations(name).values():
        assert (evaluation.gain_scale > 0) == (name in WITH_PASS)
    if name not in WITH_PASS:
        return
    material = find_evaluation(name, "material")
    compared = 0
    for position, _ in random_positions(name, 600):
        for move in position.noisy_moves():
            after = position.play(move)
            is_pawn = name == "xiangqi" and read(str(position))[move % 256 % 9, move % 256 // 9] in "Pp"
            if position.gain_of(move) == 100 and not after.is_finished and not is_pawn:  # A pawn may cross the river.
                compared += 1
                assert -material.score(after) - material.score(position) == material.gain_scale
    assert compared > 10


# --- what searches ask of all moves at once ---------------------------------------------------------------------------


@every_game
@sampled(60 if COMPILED else 6, 2_000)
def test_moves_are_described_together_as_one_by_one(name: str, count: int) -> None:
    """Gain, trait and, for a move without gain, the order."""
    described = 0
    for position, _ in random_positions(name, count):
        moves = position.legal_moves()
        gains = [position.gain_of(move) for move in moves]
        orders = [0 if gain > 0 else position.order_of(move) for move, gain in zip(moves, gains, strict=True)]
        traits = [position.trait_of(move) for move in moves]
        assert position.described_moves() == list(zip(gains, orders, traits, strict=True))
        described += len(moves)
    assert described > count


# --- traits and keys --------------------------------------------------------------------------------------------------


def described(position: Any, shape: Any) -> tuple[Any, Any]:
    """The piece and the target of a move as it is shown. Castling is a move to the square of the rook."""
    pieces = position.game.surface(position).pieces
    if position.game.name in ("nim", "trees"):  # The pieces belong to no side.
        return None, shape.move
    if shape.origin is None:
        placed = dict(shape.placed)
        return tuple(placed.values()) or position.turn, tuple(placed) or shape.move
    target = shape.target
    if position.game.name == "chess":
        target = shape.move >> 6 & 63
    return pieces[shape.origin], target


@every_game
@sampled(100 if COMPILED else 20, 2_000)
def test_traits(name: str, count: int) -> None:
    """Moves of one piece to one target have one trait, and other moves have others."""
    for seed in range(count // 20):
        rng = random.Random(seed)
        start = random_game(find_game(name), rng).start()
        seen: dict[int, Any] = {}
        line = random_play(start, 60, rng)
        for position in rng.sample(line, min(10 if COMPILED else 2, len(line))):
            assert position.traits == start.traits <= 4096
            for shape in position.game.shapes(position):
                trait = position.trait_of(shape.move)
                assert 0 <= trait < position.traits
                assert seen.setdefault(trait, described(position, shape)) == described(position, shape)
        assert len(set(seen.values())) == len(seen) > 0


@every_game
@some
def test_moves_fit_into_sixteen_bits(name: str, count: int) -> None:
    """The table of a search stores a move in 16 bits."""
    for position, _ in random_positions(name, count):
        assert all(0 <= move < 1 << 16 for move in position.legal_moves())


@every_game
@sampled(40 if COMPILED else 3, 1_000)
def test_equal_keys_have_equal_moves(name: str, count: int) -> None:
    """Wherever a position is reached again, also by another order of moves, it has the same moves.

    Superko is left out: there, the legal moves depend on the history, which the key does not cover.
    """
    again = 0
    for seed in range(count):
        rng = random.Random(seed)
        game = random_game(find_game(name), rng)
        if name == "go" and not game.start().can_recur:
            continue
        root = random_play(game.start(), rng.randint(0, 30), rng)[-1]
        seen: dict[int, tuple[list[int], list[int]]] = {}
        for _ in range(30):
            for position in wandering(root, 8, rng):
                if not position.is_finished:
                    known = (position.legal_moves(), position.noisy_moves())
                    again += position.key in seen
                    assert seen.setdefault(position.key, known) == known
    assert again > count or name == "trees" or not COMPILED


# --- cycles and limits ------------------------------------------------------------------------------------------------


def wandering(position: Any, plies: int, rng: random.Random) -> list[Any]:
    """The positions of a random game whose sides often move back what they moved last, if the game has such moves."""
    line, moves = [position], []
    bits = 6 if position.game.name == "chess" else 8
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal:
            break
        move = rng.choice(legal)
        if len(moves) >= 2 and rng.random() < 0.7:
            back = (moves[-2] >> bits) | (moves[-2] & ((1 << bits) - 1)) << bits
            if back in legal:
                move = back
        moves.append(move)
        position = position.play(move)
        line.append(position)
    return line


@every_game
@some
def test_games_without_cycles(name: str, count: int) -> None:
    """No key occurs twice in a game where a position cannot occur again, and no position is a cycle."""
    for seed in range(count // 10):
        rng = random.Random(seed)
        start = random_game(find_game(name), rng).start()
        line = wandering(start, 200 if COMPILED else 40, rng)
        if not start.can_recur:
            assert len({position.key for position in line}) == len(line)
            assert all(position.cycle_score_within(MAX_PLY) is None for position in line)
    assert find_game(name)().start().can_recur == (name in WITH_PASS)


def test_go_without_superko_has_cycles() -> None:
    """The Japanese rules end the game without a result where a board is repeated; all others forbid the move."""
    for rules, expected in (("japanese", True), ("chinese", False), ("aga", False), ("tromp_taylor", False)):
        assert find_game("go").with_rules(rules).start().can_recur is expected


UNDEFINED = 1_234_567
"""No score: the definition of a cycle does not apply."""


def cycle(line: Sequence[Any], moves: Sequence[int], plies: int) -> int | None:
    """The score of the last position of a line if it occurred within the last ``plies`` moves, by definition."""
    position = line[-1]
    earlier = [at for at in range(max(0, len(line) - 1 - plies), len(line) - 1) if line[at].key == position.key]
    if not earlier:
        return None
    game = position.game
    if game.name == "chess":
        return 0
    if game.name == "cotoan":
        return 0 if game.rules.repetition else None
    if game.rules.repetition != "asian":
        return None if game.rules.repetition == "none" else 0
    # The moves since then, made once more, lead to the third occurrence, on which the rules decide.
    here = game.parse_position(str(line[earlier[-1]]))
    for move in list(moves[earlier[-1] :]) * 2:
        if here.is_finished:  # Another position was repeated on the way.
            return UNDEFINED
        here = here.play(move)
    outcome = here.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return 0
    return WIN - plies if outcome.winner is position.turn else plies - WIN


def few_pieces(name: str, rng: random.Random) -> Iterator[Any]:
    """Positions from which random games soon repeat positions."""
    rules: tuple[str, ...]
    if name == "chess":
        rules, texts = ("", "FIDE 9.6"), ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "q3k3/8/8/8/8/8/3P4/4K2R w K - 0 1")
    elif name == "xiangqi":
        rules = ("no_capture=none", "no_capture=none,repetition=draw", "no_capture=none,repetition=none")
        texts = tuple(f"{text} - - 0 1" for text, _, _ in CASES)
    else:
        rules = ("no_capture=none", "no_capture=none,repetition=off")
        texts = ("4b14/4b04/9/9/9/9/9/9/4r24/4r04/4r14 r 0 0 0 1", "b8b77/4b04/9/9/9/9/9/9/9/4r04/r1r27 b 3 0 0 1")
    while True:
        yield find_game(name).with_rules(rng.choice(rules)).parse_position(rng.choice(texts))


@with_pass
@sampled(150 if COMPILED else 10, 3_000)
def test_cycle_scores(name: str, count: int) -> None:
    """In random games with many repetitions, seen from a root any number of plies ago."""
    rng = random.Random(name)
    starts = few_pieces(name, rng)
    scores = set()
    for _ in range(count):
        line = wandering(next(starts), 14, rng)
        moves = [
            next(
                move
                for move in before.legal_moves()
                if before.play(move).history == after.history and before.play(move).key == after.key
            )
            for before, after in pairwise(line)
        ]
        for end in range(1, len(line)):
            if line[end].is_finished:
                continue
            for plies in {1, 3, 4, 5, 8, end}:
                if plies > end:
                    continue
                score = line[end].cycle_score_within(plies)
                expected = cycle(line[: end + 1], moves[:end], plies)
                if expected == UNDEFINED:
                    continue
                assert score == expected, (str(line[0]), moves[:end], plies)
                scores.add(score if score is None else (score > 0) - (score < 0))
    expected_scores = {None, 0, 1, -1} if name == "xiangqi" else {None, 0}
    assert scores <= expected_scores if not COMPILED else scores == expected_scores


@pytest.mark.parametrize("text, moves, outcome", CASES)
def test_the_first_repetition_is_judged_like_the_second(text: str, moves: str, outcome: Any) -> None:
    """In a search, a perpetual check or chase has lost, or won, as soon as the position occurs again."""
    game = find_game("xiangqi")()
    position = game.parse_position(text)
    words = moves.split()
    for number, word in enumerate(words[: len(words) // 2], 1):
        position = position.play(game.parse_move(position, word))
        if number < len(words) // 2:
            assert position.cycle_score_within(number) is None
    expected = 0 if outcome.winner is None else WIN - 4 if outcome.winner is position.turn else 4 - WIN
    assert (position.cycle_score_within(4), position.cycle_score_within(3)) == (expected, None)
    for rules, score in (("repetition=draw", 0), ("repetition=none", None)):
        position = game.with_rules(rules).parse_position(text)
        for word in words[: len(words) // 2]:
            position = position.play(position.game.parse_move(position, word))
        assert position.cycle_score_within(4) == score


LIMITS = {
    "chess": [("", "waited", 100), ("FIDE 9.6", "waited", 150)],
    "xiangqi": [("", "since_capture", 120), ("no_capture=60", "since_capture", 60), ("no_capture=none", "", None)],
    "cotoan": [("no_capture=70", "since_capture", 70), ("no_capture=none", "", None)],
}


@every_game
@some
def test_near_the_limit(name: str, count: int) -> None:
    """At most twenty plies before a counter ends the game; never without such a counter."""
    if name not in LIMITS:
        assert not any(position.nears_limit for position, _ in random_positions(name, count))
        return
    for rules, counter, limit in LIMITS[name]:
        game = find_game(name).with_rules(rules)
        for position in random_play(game.start(), 10, random.Random(count)):
            setup = game.setup(position)
            if limit is None:
                assert not position.nears_limit
                continue
            for left in range(1, 30):
                near = game.compose(Setup(setup.pieces, setup.turn, {**setup.counters, counter: limit - left}))
                assert near.nears_limit == (left <= 20)


def test_traits_of_the_choices_of_an_opening() -> None:
    position = random_play(find_game("caro").with_rules("opening=swap2").start(), 3, random.Random(1))[-1]
    choices = [move for move in position.legal_moves() if move >= 510]
    assert [position.trait_of(move) for move in choices] == [position.traits - 2, position.traits - 1]
    assert position.turn is Player(position.side)
