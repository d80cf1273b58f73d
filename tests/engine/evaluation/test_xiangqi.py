"""Evaluations of xiangqi: equal to their definitions, the same for both sides, and by hand where a board is small."""

import random
from typing import Any

import pytest

from engine.core.evaluation import evaluations, find_evaluation, hand_made
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.surface import Setup
from engine.evaluation.xiangqi.weights import SAFETY_WEIGHTS, WEIGHTS
from tests.engine.conftest import sampled
from tests.engine.positions import random_position

GAME = find_game("xiangqi")()
NAMES = ("tapered", "material", "threats_safety")


def test_the_better_one_is_the_default() -> None:
    assert next(iter(evaluations("xiangqi"))) == "network" and hand_made("xiangqi") == "threats_safety"


@pytest.mark.parametrize("name", NAMES)
@sampled(100, 400)
def test_definitions_terms_and_mirrors(name: str, count: int) -> None:
    evaluation, rng = find_evaluation("xiangqi", name), random.Random(4)
    seen = set()
    for _ in range(count):
        position = random_position("xiangqi", rng.randrange(2**32), 60)
        score = evaluation.score(position)
        seen.add(score)
        assert score == evaluation.definition(position), str(position)
        terms = evaluation.terms(position)
        whole = sum(term.first - term.second for term in terms)
        assert abs(whole - (score if position.turn is Player.FIRST else -score)) < (
            2 if name == "threats_safety" else 1
        )
        assert all(term.label for term in terms)
        setup = GAME.setup(position)
        for mirror in (lambda cell: 89 - cell, lambda cell: 9 * (9 - cell // 9) + cell % 9):
            pieces = {
                mirror(cell): ("b" if piece[0] == "r" else "r") + piece[1] for cell, piece in setup.pieces.items()
            }
            turned = GAME.compose(Setup(pieces, setup.turn.other, setup.counters))
            assert evaluation.score(turned) == score, str(position)
    assert len(seen) > count // 4


@pytest.mark.parametrize("name", NAMES)
def test_kept_while_moves_are_made(name: str) -> None:
    """The sums a search keeps are those of a fresh look: its score is the best of the definition's."""
    from engine.search.report import Limit
    from engine.search.spec import Spec

    evaluation, rng = find_evaluation("xiangqi", name), random.Random(8)
    for _ in range(20):
        position = random_position("xiangqi", rng.randrange(2**32), 40)
        moves = position.legal_moves()
        after = [position.play(move) for move in moves]
        if not moves or any(each.outcome() for each in after):
            continue
        *_, report = Spec.parse("negamax").build(evaluation).analyse(position, Limit(depth=1))
        assert report.score.value == max(-evaluation.definition(each) for each in after)


def test_the_start_is_even() -> None:
    for name in ("tapered", "material"):
        assert find_evaluation("xiangqi", name).score(GAME.start()) == 0
    assert find_evaluation("xiangqi", "threats_safety").score(GAME.start()) == SAFETY_WEIGHTS["tempo"][0]


@pytest.mark.parametrize(
    "text, material",
    [
        ("3k5/9/9/9/9/9/9/9/R8/4K4 w", 90),
        ("3k5/9/9/9/9/9/9/9/R8/4K4 b", -90),
        ("3k5/9/9/9/9/9/P8/9/9/4K4 w", 10),
        ("3k5/9/9/9/P8/9/9/9/9/4K4 w", 20),
        ("3k5/9/9/9/p8/9/9/9/9/4K4 w", -10),
        ("3k5/9/9/9/9/9/p8/9/9/4K4 w", -20),
        ("3k5/9/9/9/9/9/N8/2c6/9/4KA3 w", 40 - 45 + 20),
    ],
)
def test_material(text: str, material: int) -> None:
    assert find_evaluation("xiangqi", "material").score(GAME.parse_position(text)) == material


def terms(text: str) -> dict[str, tuple[float, float]]:
    rows = find_evaluation("xiangqi", "tapered").terms(GAME.parse_position(text))
    return {row.label: (row.first, row.second) for row in rows}


def test_reach_and_danger() -> None:
    def worth(name: str, count: int, phase: int) -> float:
        early, late = WEIGHTS[name]
        return count * (early * phase + late * (16 - phase)) / 16

    # A rook sees 8 along its rank and 9 along its file; four defenders short, one rook attacking.
    row = terms("3k5/9/9/9/9/9/9/9/R8/4K4 w")
    assert row["Reach"] == (worth("rook's reach", 17, 2), 0)
    assert row["Danger to the king"] == (0, worth("lost defender", 4 * 3, 2))
    # A horse in the middle, one leg blocked: 6 cells.
    assert terms("3k5/9/9/9/4N4/4c4/9/9/9/4K4 w")["Reach"][0] == worth("horse's reach", 6, 2)
    # A cannon on the king's file: nothing between, and with a screen.
    open_file = terms("4k4/9/9/9/4C4/9/9/9/9/3K5 w")["Danger to the king"][1]
    assert open_file == worth("lost defender", 4 * 2, 1) + worth("aimed cannon", 1, 1)
    screened = terms("4k4/4a4/3a5/9/4C4/9/9/9/9/3K5 b")["Danger to the king"][1]
    assert screened == worth("lost defender", 2 * 2, 1)


def test_law_of_threats_safety() -> None:
    """The scores of a board for both sides to move add up to twice the tempo, blended by the phase."""
    evaluation: Any = find_evaluation("xiangqi", "threats_safety")
    tried = 0
    for seed in range(40):
        position = random_position("xiangqi", seed, 2 * seed)
        setup = GAME.setup(position)
        other = Setup(setup.pieces, setup.turn.other, setup.counters)
        if position.outcome() is None and not GAME.faults(other):
            tried += 1
            share, _ = evaluation.amounts(position)
            early, late = SAFETY_WEIGHTS["tempo"]
            tempo = int((16 * share * early + 16 * (1 - share) * late) / 16)
            assert evaluation.score(GAME.compose(other)) + evaluation.score(position) == 2 * tempo > 0
    assert tried > 10


@pytest.mark.parametrize(
    "text, name, count",
    [
        ("4k4/9/9/9/4C4/9/9/9/9/3K5 w", "empty file cannon", 1),
        ("4k4/4a4/9/9/4C4/9/9/9/9/3K5 b", "cannon with one screen", 1),
        ("4k4/4a4/9/4p4/4C4/9/9/9/9/3K5 w", "cannon with two screens", 1),
        ("3k2b1C/9/9/9/9/9/9/9/9/4K4 b", "cannon on the king's row", 1),
        ("3k5/9/9/9/R8/9/9/9/9/4K4 w", "rook's aim at the palace", 0),
        ("4k4/9/3R5/9/9/9/9/9/9/3K5 w", "rook's aim at the palace", 4),
        ("5k3/9/2N6/9/9/9/9/9/9/4K4 w", "horse's aim at the palace", 2),
        ("5k3/2r6/2N6/9/9/9/9/9/9/4K4 w", "horse's aim at the palace", 1),
        ("4k4/9/3aC4/9/4P4/9/9/9/9/3K5 w", "cannon's aim at the palace", 0),
        ("4k4/4a4/4b4/9/4C4/9/9/9/9/3K5 w", "cannon's aim at the palace", 1),
        ("5k3/9/2N1R4/9/9/9/9/9/9/4K4 w", "second attacker", 1),
        ("5k3/9/2N1R4/3P5/9/9/9/9/9/4K4 w", "third attacker", 1),
        ("3k5/9/9/9/1r7/9/2N6/9/9/4K4 w", "threat to a rook", 1),
        ("3k5/9/9/9/1c7/9/2N6/9/9/4K4 w", "threat to a horse or cannon", 1),
        ("3k5/9/9/9/9/9/r3N3n/9/9/4K4 w", "threat to a horse or cannon", -1),
        ("3k5/9/9/2PPP4/9/9/9/9/9/4K4 w", "linked pawns", 2),
        ("3k5/9/9/9/9/2P1P4/9/9/9/4K4 w", "linked pawns", 0),
        ("3k5/4r4/9/9/9/9/9/B8/9/2B1K4 w", "linked elephants", 1),
        ("3k5/4r4/9/9/9/9/9/B8/1c7/2B1K4 w", "linked elephants", 0),
        ("2bk1ab2/4ar3/9/9/9/9/9/9/9/2B1K1B2 w", "lost adviser against others", 2),
        ("2bk1ab2/4ac3/9/9/9/9/9/9/9/3AKA3 w", "lost elephant against cannons", 2),
        ("3k5/9/9/9/9/9/9/9/4A4/r3K4 w", "open king", 0),
        ("3k5/9/9/9/9/9/4N4/9/9/r3K4 w", "open king", 0),
        ("3k5/9/9/9/9/9/3N5/9/9/r3K4 w", "open king", 1),
    ],
)
def test_features_counted_by_hand(text: str, name: str, count: int) -> None:
    """The amount of one weight, Red's minus Black's, and the same with the colours exchanged."""
    evaluation: Any = find_evaluation("xiangqi", "threats_safety")
    position = GAME.parse_position(text)
    assert evaluation.amounts(position)[1][name][0] == count
    setup = GAME.setup(position)
    pieces = {89 - cell: ("b" if piece[0] == "r" else "r") + piece[1] for cell, piece in setup.pieces.items()}
    turned = GAME.compose(Setup(pieces, setup.turn.other, setup.counters))
    assert evaluation.amounts(turned)[1][name][0] == -count
    assert evaluation.score(position) == evaluation.definition(position) == evaluation.score(turned)


def test_a_side_without_attackers_can_hardly_win() -> None:
    evaluation: Any = find_evaluation("xiangqi", "threats_safety")
    for text, factor in (("3k5/9/9/9/9/9/9/B3B4/4A4/4K4 w", 2), ("3k5/9/9/9/4P4/9/9/B3B4/4A4/4K4 w", 16)):
        position = GAME.parse_position(text)
        assert evaluation.amounts(position)[1]["adviser"] == (1, factor / 16)
        assert evaluation.score(position) == evaluation.definition(position)


def test_scores_are_small_enough_for_the_table_of_a_search() -> None:
    text = "3k5/9/9/RR7/PPPPP4/NNCC5/9/4B4/4A4/2BAK4 b"
    score = find_evaluation("xiangqi", "threats_safety").score(GAME.parse_position(text))
    assert 3_000 < abs(score) <= 30_000
