"""The engine's Go and MiniGo against a second, slow implementation: moves, ko, superko, ends, scores, texts."""

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.errors import IllegalMoveError
from engine.core.game import find_game
from tests.engine.conftest import sampled
from tests.engine.games import go_oracle
from tests.engine.games.go_oracle import GoOracle, MinigoOracle, read_board

RULE_SETS = ("chinese", "japanese", "tromp_taylor", "aga")


def oracle_of(position: Any) -> Any:
    """The oracle's position of one without earlier boards."""
    rules = position.game.rules
    board, side, ko, black, white, *_ = str(position).split()
    stones = read_board(rules.size, board)
    if position.game.name == "minigo":
        return MinigoOracle(rules, stones, side)
    column, row = (go_oracle.LETTERS.index(ko[0]) + 1, int(ko[1:])) if ko != "-" else (0, 0)
    return GoOracle(rules, stones, side, (column, row) if ko != "-" else None, (int(black), int(white)), 0)


def compare(position: Any, oracle: Any) -> tuple[str | None, str] | None:
    """Both must agree on everything; the outcome is returned."""
    game = position.game
    where = f"{position} under {game!r}"
    assert str(position) == oracle.text(), where
    moves = position.legal_moves()
    names = [game.format_move(position, move) for move in moves]
    expected = oracle.moves()
    assert names == [go_oracle.name(move) for move in expected], where
    takes = {go_oracle.name(move): oracle.captures(move) for move in expected if move is not None}
    shapes = {game.format_move(position, shape.move): shape for shape in game.shapes(position)}
    assert {text: len(shape.captured) for text, shape in shapes.items() if shape.target is not None} == takes, where
    noisy = [game.format_move(position, move) for move in position.noisy_moves()]
    assert noisy == [text for text, stones in takes.items() if stones], where
    for side in range(2):
        ours = [(len(stones), len(liberties)) for stones, liberties in position.groups(side)]
        theirs = go_oracle.groups(oracle.size, oracle.board, "bw"[side])
        free = [len(go_oracle.liberties(oracle.size, oracle.board, group)) for group in theirs]
        assert ours == list(zip(map(len, theirs), free, strict=True)), where
        assert position.liberty_totals[side] == sum(free), where
    if moves and game.name == "go":
        touching = {near for point, colour in oracle.board.items() if colour != oracle.side
                    for near in go_oracle.around(oracle.size, point)}  # fmt: skip
        reduced = [go_oracle.name(move) for move in expected if move in touching]
        assert [game.format_move(position, move) for move in position.contact_moves()] == (reduced or names), where
    if game.name == "go":
        assert position.half_points() == oracle.half_points(), where
    outcome = position.outcome()
    found = None
    if outcome is not None:
        found = (None if outcome.winner is None else "bw"[outcome.winner], outcome.termination.value)
    assert found == oracle.outcome(), where
    return found


def random_move(position: Any, rng: random.Random, passing: float = 0.02) -> int:
    """A legal move: often a capture, rarely a pass, so that boards fill and kos arise."""
    moves, captures = position.legal_moves(), position.noisy_moves()
    if captures and rng.random() < 0.5:
        return int(rng.choice(captures))
    if len(moves) > 1 and moves[-1] == position.size**2 and rng.random() >= passing:
        moves.pop()
    return int(rng.choice(moves))


def walk(
    name: str, rules: str, seed: int, plies: int, *, every: int = 1, passing: float = 0.02
) -> tuple[str | None, str] | None:
    """Random play in step, compared at every ``every``-th ply; how it ended."""
    rng = random.Random(seed)
    position = find_game(name).with_rules(rules).start()
    oracle = oracle_of(position)
    for ply in range(plies):
        outcome = compare(position, oracle) if ply % every == 0 else None
        if outcome or not position.legal_moves():
            return outcome or compare(position, oracle)
        move = random_move(position, rng, passing)
        text = position.game.format_move(position, move)
        point = None if text == "pass" else (go_oracle.LETTERS.index(text[0]) + 1, int(text[1:]))
        position, oracle = position.play(move), oracle.play(point)
    return compare(position, oracle)


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("size, plies, every", [(5, 120, 1), (6, 150, 2), (9, 150, 12)])
@sampled(1, 6)
@pytest.mark.diagonal("rule_set", "size")
def test_go_in_step(rule_set: str, size: int, plies: int, every: int, count: int) -> None:
    """On the smallest boards captures, kos and repetitions are frequent."""
    for seed in range(count):
        walk("go", f"size={size},rule_set={rule_set},komi=0.5", seed, plies, every=every)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_learners_and_handicap_games_in_step(rule_set: str) -> None:
    walk("go", f"size=7,rule_set={rule_set},no_surrounded=on,handicap=3", 1, 80, every=5, passing=0.05)
    walk("go", f"size=9,rule_set={rule_set},handicap=9,komi=0", 2, 40, every=8, passing=0.2)


@pytest.mark.parametrize("name, size", [("go", 13), ("go", 19), ("minigo", 13), ("minigo", 19)])
def test_great_boards_in_step(name: str, size: int) -> None:
    walk(name, f"size={size}", size, 161, every=80)


@pytest.mark.parametrize("rules", ["", "centre=off", "free=on"])
def test_minigo_in_step(rules: str) -> None:
    ends: Counter[Any] = Counter()
    for seed in range(12):
        ends[walk("minigo", f"size={5 + seed % 5},{rules}".rstrip(","), seed, 200)] += 1
    assert {end[0] for end in ends if end} == {"b", "w"} and ends[None] == 0
    assert any(end and end[1] == "capture" for end in ends)


def test_a_side_without_a_move_loses() -> None:
    """Two eyes each and nothing else is left: White may only kill itself."""
    position = find_game("minigo").with_rules("size=5,free=on").parse_position("1bb1b/bbbbb/bbbbb/bbbbb/bbbbb w - 0 0")
    assert compare(position, oracle_of(position)) == ("b", "no legal move")


def test_random_play_meets_what_is_to_be_compared() -> None:
    """Kos, boards that may not recur other than by ko, and suicides occur in walks like those above."""
    met: Counter[str] = Counter()
    for rule_set in RULE_SETS:
        game = find_game("go").with_rules(f"size=5,rule_set={rule_set}")
        for seed in range(6):
            rng = random.Random(seed)
            position = game.start()
            for _ in range(300):
                moves = position.legal_moves()
                if not moves:
                    break
                met[f"{rule_set} ko"] += position.ko_point is not None
                occupied = [*position.stone_points[0], *position.stone_points[1], position.ko_point]
                met[f"{rule_set} superko"] += any(
                    position.forbids_repetition(point) and not position.is_suicide(point)
                    for point in range(25)
                    if point not in occupied
                )
                met[f"{rule_set} suicide"] += any(position.is_suicide(move) for move in moves[:-1])
                position = position.play(random_move(position, rng))
    assert met["tromp_taylor suicide"] and not met["chinese suicide"]
    for rule_set in RULE_SETS:
        assert met[f"{rule_set} ko"] > 10, met
        assert met[f"{rule_set} superko"] > 0 or rule_set == "japanese", met


TRIPLE_KO = "1bw6/bw1w5/1bw6/1bw6/b1bw5/1bw6/1bw6/bw1w5/1bw6 b - 0 0"


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_triple_ko(rule_set: str) -> None:
    """Six takings in turn bring the board back: no result in Japan, forbidden elsewhere."""
    position = find_game("go").with_rules(f"size=9,rule_set={rule_set}").parse_position(TRIPLE_KO)
    oracle = oracle_of(position)
    for number, text in enumerate(("C2", "B5", "C8", "B2", "C5", "B8")):
        assert compare(position, oracle) is None
        if number == 5 and rule_set != "japanese":
            with pytest.raises(IllegalMoveError, match="superko"):
                position.game.parse_move(position, text)
            return
        position = position.play(position.game.parse_move(position, text))
        column, row = go_oracle.LETTERS.index(text[0]) + 1, int(text[1:])
        oracle = oracle.play((column, row))
        assert position.ko_point is not None
    assert compare(position, oracle) == (None, "repetition")
    assert position.legal_moves() == [] and position.outcome().winner is None


def test_a_pass_between_allows_a_board_to_recur_in_japan() -> None:
    position = find_game("go").with_rules("size=9,rule_set=japanese").parse_position(TRIPLE_KO)
    oracle = oracle_of(position)
    for text in ("C2", "B5", "C8", "B2", "pass", "B8", "C5"):
        position = position.play(position.game.parse_move(position, text))
        point = None if text == "pass" else (go_oracle.LETTERS.index(text[0]) + 1, int(text[1:]))
        oracle = oracle.play(point)
        assert compare(position, oracle) is None
