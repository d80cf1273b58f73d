"""Evaluations of cờ toán: equal to their definitions, fair to both sides, and kept up while moves are made."""

import random
from functools import cache
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import evaluations, find_evaluation, hand_made
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND
from engine.core.surface import Setup
from engine.evaluation.cotoan import FARTHEST, WEIGHTS
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.games.drawing import draw
from tests.engine.positions import random_play, random_position
from tests.engine.search.plain import Scrambled, plain_minimax
from tests.engine.search.test_ladder import sparse

NAMES = ("material", "material_safety", "squares_and_lines")
every_evaluation = pytest.mark.parametrize("name", NAMES)


def turned(position: Any) -> Any:
    """The same position seen from the other side of the table: turned by 180°, colours exchanged."""
    setup = position.game.setup(position)
    pieces = {98 - cell: ("b" if piece[0] == "r" else "r") + piece[1] for cell, piece in setup.pieces.items()}
    counters = {
        **setup.counters,
        "red_points": setup.counters["blue_points"],
        "blue_points": setup.counters["red_points"],
    }
    return position.game.compose(Setup(pieces, setup.turn.other, counters))


@cache
def running() -> list[Any]:
    """Random positions of games that go on."""
    rng = random.Random(5)
    positions = [random_position("cotoan", seed, rng.randrange(60)) for seed in range(150)]
    positions += random_play(find_game("cotoan").with_rules("target=none").start(), 150, rng)
    return [position for position in positions if position.outcome() is None]


def test_the_default_is_the_network_before_squares_and_lines() -> None:
    assert set(evaluations("cotoan")) >= {"network", *NAMES}
    assert find_evaluation("cotoan").name == "network" and hand_made("cotoan") == "squares_and_lines"
    with pytest.raises(OptionError, match="no evaluation"):
        find_evaluation("cotoan", "beauty")
    assert evaluations("nothing") == {}


@every_evaluation
def test_score_is_the_definition(name: str) -> None:
    evaluation = find_evaluation("cotoan", name)
    values = set()
    for position in running():
        before = (str(position), position.key, position.history)
        score = evaluation.score(position)
        assert score == evaluation.definition(position), str(position)
        assert abs(score) < WIN_BOUND
        assert (str(position), position.key, position.history) == before
        values.add(score)
    assert len(values) > 15


@every_evaluation
def test_nothing_at_the_start(name: str) -> None:
    for rules in ("", "first=blue"):
        assert find_evaluation("cotoan", name).score(find_game("cotoan").with_rules(rules).start()) == 0


@every_evaluation
def test_fair_to_both_sides(name: str) -> None:
    """Turning the table changes nothing; passing the turn changes the sign."""
    evaluation = find_evaluation("cotoan", name)
    for position in running():
        setup = position.game.setup(position)
        if not position.game.faults(setup):
            assert evaluation.score(turned(position)) == evaluation.score(position)
            passed = position.game.compose(Setup(setup.pieces, setup.turn.other, setup.counters))
            assert evaluation.score(passed) == -evaluation.score(position)


@pytest.mark.parametrize("name", [*NAMES, "scrambled"])
def test_kept_up_through_captures_in_both_directions(name: str) -> None:
    """Deep in a search of captures the sum kept move by move is the definition's, for both sides to move."""
    evaluation = Scrambled(9) if name == "scrambled" else find_evaluation("cotoan", name)
    for seed in range(12):
        position = sparse(seed, 6)
        for text, quiescence in (("negamax", None), ("negamax:quiescence=on,quiescence_depth=6", 6)):
            report = [*Spec.parse(text).build(evaluation).analyse(position, Limit(depth=1))][-1]
            assert report.score is not None
            assert report.score.value == plain_minimax(position, 1, evaluation, quiescence)


@pytest.mark.parametrize("name", [*NAMES, "scrambled"])
def test_played_and_set_up_positions_score_the_same(name: str) -> None:
    evaluation = Scrambled(9) if name == "scrambled" else find_evaluation("cotoan", name)
    for position in running()[:60]:
        restored = position.game.restore(str(position), position.history)
        assert evaluation.score(restored) == evaluation.score(position)


def test_material_adds_up_the_pieces() -> None:
    material = find_evaluation("cotoan", "material")
    assert material.score(draw(" 5  r8 .  r1\n 6  b7 .  .")) == 2
    assert material.score(draw(" 5  r8 .  r1\n 6  b7 .  .", turn="b")) == -2
    # Points are not material: they were counted when the piece left the board.
    assert material.score(draw(" 5  r8 .  r1\n 6  b7 .  .", red=9)) == 2


SQUARES_BEFORE_RED = {
    # up, its two diagonals, and sideways; the nearer the worse
    "e3": 3, "e4": 2, "e5": 1, "d3": 3, "c4": 2, "b5": 1, "f3": 3, "g4": 2, "h5": 1,
    "d2": 3, "c2": 2, "b2": 1, "f2": 3, "g2": 2, "h2": 1,
}  # fmt: skip


def test_safety_looks_along_five_directions() -> None:
    """One blue piece alone on each square of the board: what it counts against Red's zero, and nothing else does."""
    safety, game = find_evaluation("cotoan", "material_safety"), find_game("cotoan")()
    for cell in range(99):
        if cell in (13, 85):
            continue
        pieces = {13: "r0", 85: "b0", cell: "b7", (0 if cell else 1): "r7"}
        position = game.compose(Setup(pieces, Player.FIRST))
        name = game.surface(position).cell_name(cell)
        assert safety.score(position) == -SQUARES_BEFORE_RED.get(name, 0), name
        # The same from Blue's side, with everything turned.
        assert safety.score(turned(position)) == -SQUARES_BEFORE_RED.get(name, 0), name


def test_safety_is_not_hidden_by_other_pieces() -> None:
    safety = find_evaluation("cotoan", "material_safety")
    two = " 4  .  .  .  .  b8\n 3  .  .  .  .  b2\n 1  r8 r2"
    assert safety.score(draw(two)) == -(3 + 2)
    # An own piece between neither hides the enemy nor counts.
    assert safety.score(draw(two.replace("b2", "r2").replace("r8 r2", "r8 b2"))) == -2


def test_a_position_of_another_game_is_refused() -> None:
    class Stranger:
        game = None

    with pytest.raises(ValueError, match="judges positions of cotoan only"):
        find_evaluation("cotoan").score(Stranger())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["material", "material_safety"])
def test_the_first_term_adds_up_the_pieces_zeros_included(name: str) -> None:
    game = find_game("cotoan")()
    (material, *_) = find_evaluation("cotoan", name).terms(game.start())
    assert (material.first, material.second) == (sum(range(10)) + 45, sum(range(10)) + 45)
    setup = game.setup(game.start())
    cell = next(cell for cell, piece in setup.pieces.items() if piece == "b7")
    pieces = {where: piece for where, piece in setup.pieces.items() if where != cell}
    (material, *_) = find_evaluation("cotoan", name).terms(game.compose(Setup(pieces, setup.turn, setup.counters)))
    assert (material.first, material.second) == (90, 83)


# --- squares_and_lines ----------------------------------------------------------------------------------------------


def weights(*names: str) -> int:
    """The sum of these weights; a minus before a name subtracts its weight."""
    return sum(-WEIGHTS[name[1:]] if name.startswith("-") else WEIGHTS[name] for name in names)


def piece(text: str) -> list[str]:
    """The names of the weights of a piece, such as ``r7 c4``: of its digit, its rank and its file."""
    name, cell = text.split()
    digit, rank, file = name[1], int(cell[1:]), "abcdefghi".index(cell[0]) + 1
    return [
        f"piece_{digit}",
        f"rank_{digit}_{12 - rank if name[0] == 'b' else rank}",
        f"file_{digit}_{min(file, 10 - file)}",
    ]


def test_weights_of_two_pieces_counted_by_hand() -> None:
    """Red's seven on c4, and its mirror image on g4; the same piece of Blue is on c8 and g8."""
    evaluation = find_evaluation("cotoan", "squares_and_lines")
    seven = piece("r7 c4")
    assert seven == ["piece_7", "rank_7_4", "file_7_3"] == piece("b7 c8") == piece("b7 g8")
    # The diagonal of Red's zero: d3, c4. The same cell on Blue's side is g8.
    expected = weights(*seven, "diagonal_own_2", *[f"-{name}" for name in piece("b3 a10")], "-sideways_own_4")
    for drawing in (" 10 b3\n 4  .  .  r7", " 10 .  .  .  .  .  .  .  .  b3\n 4  .  .  .  .  .  .  r7"):
        assert evaluation.score(draw(drawing)) == expected
        assert evaluation.score(draw(drawing, turn="b")) == -expected
        assert evaluation.score(turned(draw(drawing))) == expected


@pytest.mark.parametrize(
    ("cells", "lines"),
    [
        ("e3", ["forward_enemy_1", "-forward_own_6"]), ("e9", ["forward_enemy_6", "-forward_own_1"]),
        ("e6", ["forward_enemy_4", "-forward_own_4"]), ("a2", ["sideways_enemy_4"]), ("f2", ["sideways_enemy_1"]),
        ("b5", ["diagonal_enemy_3"]), ("f3", ["diagonal_enemy_1"]), ("i6", ["diagonal_enemy_4", "-diagonal_own_4"]),
        ("d4", []), ("d1", []), ("e1", []), ("e11", []), ("e4 e5", ["forward_enemy_2", "-forward_own_5"]),
        ("h2 i2", ["sideways_enemy_3"]),
    ],
)  # fmt: skip
def test_only_the_nearest_piece_on_five_lines_of_a_zero_counts(cells: str, lines: list[str]) -> None:
    """Blue's pieces on these cells, and how they count against Red's zero on e2 and for Blue's own on e10."""
    evaluation = find_evaluation("cotoan", "squares_and_lines")
    pieces, names = {13: "r0", 85: "b0", 80: "r9"}, [*piece("r9 i9")]
    for digit, cell in enumerate(cells.split(), 4):
        pieces[9 * (int(cell[1:]) - 1) + "abcdefghi".index(cell[0])] = f"b{digit}"
        names += [f"-{name}" for name in piece(f"b{digit} {cell}")]
    position = find_game("cotoan")().compose(Setup(pieces, Player.FIRST))
    assert evaluation.score(position) == weights(*names, *lines)


def test_an_own_piece_hides_the_attacker_of_a_zero() -> None:
    evaluation = find_evaluation("cotoan", "squares_and_lines")
    open_line = " 11 r9\n 6  .  .  .  .  b7"
    hidden = weights("forward_own_2", "-forward_enemy_4", *piece("r2 e4"))
    change = evaluation.score(draw(open_line + "\n 4  .  .  .  .  r2")) - evaluation.score(draw(open_line))
    assert change == hidden


def test_the_race_counts_the_points_needed() -> None:
    """With other targets, points count as the same share of the target; without one, it is the sum of the digits."""
    evaluation, game = find_evaluation("cotoan", "squares_and_lines"), find_game("cotoan")
    board = " 11 r9\n 1  .  .  .  .  .  .  .  .  b9"
    assert evaluation.score(draw(board)) == 0
    cases = [
        ("", 9, 6), ("", 14, 1), ("target=30", 15, 8), ("target=30", 29, 1), ("target=10", 1, 14),
        ("target=none", 15, 10), ("target=none", 44, 1),
    ]  # fmt: skip
    for rules, points, need in cases:
        position = draw(board)
        setup = position.game.setup(position)
        raced = game.with_rules(rules).compose(
            Setup(setup.pieces, setup.turn, {**setup.counters, "red_points": points})
        )
        assert evaluation.score(raced) == weights(f"need_{need}", "-need_15"), (rules, points)


def test_scores_of_all_weights_fit_into_the_table_of_a_search() -> None:
    """The worth of nine pieces on their best squares, the race and the best lines is less than 30,000."""
    most = sum(
        WEIGHTS[f"piece_{digit}"]
        + max(WEIGHTS[f"rank_{digit}_{rank}"] for rank in range(1, 12))
        + max(WEIGHTS[f"file_{digit}_{file}"] for file in range(1, 6))
        for digit in range(1, 10)
    )
    lines = sum(max(abs(WEIGHTS[name]) for name in WEIGHTS if name.startswith(kind)) for kind in FARTHEST)
    assert 0 < most + 4 * lines + WEIGHTS["need_1"] - WEIGHTS["need_15"] < 30_000


def test_terms_of_squares_and_lines() -> None:
    evaluation = find_evaluation("cotoan", "squares_and_lines")
    squares, race, lines = evaluation.terms(draw(" 10 b3\n 4  .  .  r7", red=9))
    assert (squares.first, squares.second) == (weights(*piece("r7 c4")), weights(*piece("b3 a10")))
    assert (race.first, race.second) == (weights("need_6"), weights("need_15"))
    # The nearest piece on the line forward is the other zero.
    expected = weights("diagonal_own_2", "forward_enemy_6"), weights("sideways_own_4", "forward_enemy_6")
    assert (lines.first, lines.second) == expected
