"""The evaluations of chess: fast and slow agree, colours are treated alike, and the terms add up."""

import random
from typing import Any

import pytest

from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import find_game
from engine.core.score import WIN_BOUND
from engine.evaluation.chess import LABELS, MOST_UNITS, danger, placement
from tests.engine.conftest import COMPILED
from tests.engine.positions import random_play

NAMES = ("tapered", "material")
every = pytest.mark.parametrize("name", NAMES)


def positions(count: int = 12, plies: int = 120) -> list[Any]:
    """Positions of random play that are not over, and sparse ones."""
    found = []
    for seed in range(count if COMPILED else 2):
        rng = random.Random(seed)
        line = random_play(find_game("chess")().start(), plies if COMPILED else 25, rng, noisy=0.3)
        found += [position for position in line if position.outcome() is None]
    texts = (
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
        "6k1/5ppp/8/8/3Q4/8/5PPP/6K1 w - - 0 1",
        "k7/8/8/8/8/8/1PP5/KQQQ4 w - - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    )
    return found + [find_game("chess")().parse_position(text) for text in texts]


def flipped(position: Any) -> Any:
    """Colours exchanged and the board turned over."""
    board, side, rights, _, waited, number = str(position).split()
    rows = "/".join(row.swapcase() for row in reversed(board.split("/")))
    other = "b" if side == "w" else "w"
    rights = "".join(sorted(rights.swapcase()))
    return position.game.parse_position(f"{rows} {other} {rights} - {waited} {number}")


def passed(position: Any) -> Any:
    """The same board with the other side to move, None where that is impossible."""
    setup = position.game.setup(position)
    counters = dict(setup.counters) | {"en_passant": 0}
    other = type(setup)(setup.pieces, setup.turn.other, counters)
    return None if position.game.faults(other) else position.game.compose(other)


def test_the_default_is_tapered() -> None:
    assert next(iter(evaluations("chess"))) == "tapered"


@every
def test_score_is_the_definition(name: str) -> None:
    evaluation = find_evaluation("chess", name)
    scores = set()
    for position in positions():
        score = evaluation.score(position)
        assert score == evaluation.definition(position), str(position)
        assert abs(score) < WIN_BOUND
        scores.add(score)
    assert len(scores) > (40 if COMPILED else 3)


@every
def test_colours_are_treated_alike(name: str) -> None:
    evaluation = find_evaluation("chess", name)
    for position in positions():
        assert evaluation.score(flipped(position)) == evaluation.score(position), str(position)


@every
def test_scores_are_antisymmetric(name: str) -> None:
    evaluation = find_evaluation("chess", name)
    tried = 0
    for position in positions(4):
        other = passed(position)
        if other is not None:
            tried += 1
            assert evaluation.score(other) == -evaluation.score(position)
    assert tried > 5


@every
def test_terms_add_up(name: str) -> None:
    evaluation = find_evaluation("chess", name)
    for position in positions(6):
        terms = evaluation.terms(position)
        whole = sum(term.first - term.second for term in terms)
        score = evaluation.score(position)
        assert whole == pytest.approx(-score if position.side else score, abs=1.0)
    with pytest.raises(ValueError, match="chess only"):
        evaluation.terms(find_game("cotoan")().start())


def test_terms_of_tapered_say_what_is_what() -> None:
    evaluation = find_evaluation("chess", "tapered")

    def term(text: str, label: str) -> float:
        terms = {each.label: each for each in evaluation.terms(find_game("chess")().parse_position(text))}
        assert tuple(terms) == LABELS
        return terms[label].first - terms[label].second

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert all(term(start, label) == 0 for label in LABELS)
    assert term(start.replace("RNBQKBNR", "RNB1KBNR"), "Material") < -900
    assert term("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "Pawns") > 0, "a passed pawn"
    assert term("4k3/ppp5/8/8/8/P7/P1P5/4K3 w - - 0 1", "Pawns") < 0, "doubled and isolated"
    assert term("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "Bishop pair, rooks on open files") > 0
    assert term("4k2r/7p/8/8/8/8/1P6/R3K3 w - - 0 1", "Bishop pair, rooks on open files") > 0
    assert term("6k1/5ppp/8/8/8/8/8/QR4K1 w - - 0 1", "King's shelter") < 0
    assert term("6k1/5ppp/8/4N1Q1/8/3B4/5PPP/6K1 w - - 0 1", "Attack on the king") > 0
    assert term("6k1/5ppp/8/8/3N4/8/5PPP/n5K1 w - - 0 1", "Mobility") > 0
    assert term("4k3/8/8/8/3N4/8/8/n3K3 w - - 0 1", "Placement") > 0


def test_other_evaluations_have_one_row() -> None:
    evaluation = find_evaluation("minigo")
    position = find_game("minigo")().start()
    (term,) = evaluation.terms(position)
    assert (term.first, term.second) == (0, 0)


def test_one_row_is_seen_by_first() -> None:
    evaluation = find_evaluation("caro", "patterns")
    game = find_game("caro")()
    position = game.start().play(game.parse_move(game.start(), "h8"))
    score = evaluation.score(position)
    (term,) = evaluation.terms(position)
    assert position.side == 1 and score < 0
    assert (term.first, term.second) == (-score, 0)


@pytest.mark.parametrize("kind", range(5))
def test_tables_are_symmetric_between_the_wings(kind: int) -> None:
    """Only the king has a better wing."""
    for rank in range(8):
        for file in range(8):
            assert placement(kind, file, rank) == placement(kind, 7 - file, rank)


def test_an_attack_on_the_king_has_a_greatest_worth() -> None:
    worths = [danger(units) for units in range(100)]
    assert worths[MOST_UNITS] == 400
    assert worths[: MOST_UNITS + 1] == [units * units // 4 for units in range(MOST_UNITS + 1)]
    assert set(worths[MOST_UNITS:]) == {400}
