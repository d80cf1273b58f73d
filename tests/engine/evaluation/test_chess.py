"""The evaluations of chess: fast and slow agree, colours are treated alike, and the terms add up."""

import random
from typing import Any

import pytest

from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import find_game
from engine.core.score import WIN_BOUND
from engine.evaluation.chess import threats_safety
from engine.evaluation.chess.tapered import LABELS
from engine.evaluation.chess.weights import MOST_DANGER, MOST_UNITS, SAFETY_WEIGHTS, danger, grip, placement
from tests.engine.conftest import COMPILED
from tests.engine.positions import random_play

NAMES = ("tapered", "material", "threats_safety")
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


def test_the_default_is_the_strongest() -> None:
    assert [*evaluations("chess")][:2] == ["network", "threats_safety"]


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


@pytest.mark.parametrize("name", ["tapered", "material"])
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
        assert whole == pytest.approx(-score if position.side else score, abs=2.0 if name == "threats_safety" else 1.0)
    with pytest.raises(ValueError, match="chess only"):
        evaluation.terms(find_game("cotoan")().start())


def test_terms_of_tapered_have_clear_names() -> None:
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


def parse(text: str) -> Any:
    return find_game("chess")().parse_position(text)


def test_law_of_threats_safety() -> None:
    """The scores of a board for both sides to move add up to twice the tempo, blended by the phase."""
    evaluation: Any = find_evaluation("chess", "threats_safety")
    tried = 0
    for position in positions(4):
        other = passed(position)
        if other is not None:
            tried += 1
            share, _ = evaluation.amounts(position)
            early, late = SAFETY_WEIGHTS["tempo"]
            tempo = int(round(24 * share * early + 24 * (1 - share) * late) / 24)
            assert evaluation.score(other) + evaluation.score(position) == 2 * tempo > 0
    assert tried > 5


@pytest.mark.parametrize(
    "text, name, count",
    [
        ("4k3/8/2n1r3/3P4/8/8/8/4K3 w - - 0 1", "threat by a pawn", 2),
        ("4k3/8/2n1r3/3P4/8/8/8/K7 b - - 0 1", "threat by a pawn", 2),
        ("4k3/2q5/8/3N4/5r2/8/8/4K3 w - - 0 1", "threat by a minor piece", 2),
        ("4k3/8/8/3R2q1/8/8/8/4K3 w - - 0 1", "threat to a queen by a rook", 1),
        ("4k3/8/8/1b1R3r/8/8/8/4K3 w - - 0 1", "hanging piece", 2 - 1),
        ("4k3/8/8/p2R3p/6p1/8/8/4K3 w - - 0 1", "hanging pawn", 2),
        ("4k3/8/8/3P4/8/8/8/1K6 w - - 0 1", "enemy king's way to a passed pawn", 2 * 2),
        ("4k3/8/8/3P4/8/8/8/1K6 w - - 0 1", "king's way to a passed pawn", 2 * 5),
        ("8/3k4/3P4/8/8/8/8/1K6 w - - 0 1", "blocked passed pawn", 4),
        ("8/3k4/3P4/8/8/8/8/1K6 w - - 0 1", "free passed pawn", 0),
        ("8/8/3P4/8/8/7k/8/1K6 w - - 0 1", "free passed pawn", 4),
        ("8/8/3P4/6b1/8/7k/8/1K6 w - - 0 1", "free passed pawn", 0),
        ("8/7k/3P4/8/8/8/8/1K1R4 w - - 0 1", "rook behind a passed pawn", 4),
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight's outpost", 1),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "knight's outpost", 0),
        ("4k3/8/8/2p1B3/3P4/8/8/4K3 w - - 0 1", "bishop's outpost", 1),
        ("4k3/8/8/8/8/8/PP1P4/2B1K3 w - - 0 1", "pawn on the bishop's colour", 2),
        ("4k3/8/8/8/8/2P5/PP6/4K3 w - - 0 1", "supported pawn", 1),
        ("4k3/8/8/8/8/2P5/PP6/4K3 w - - 0 1", "phalanx", 2),
        ("4k3/8/8/8/2Pp4/8/4P3/4K3 w - - 0 1", "backward pawn", 0),
        ("4k3/8/8/3P1p2/8/8/4P3/4K3 w - - 0 1", "backward pawn", 0),
        ("4k3/8/8/8/3P1p2/8/4P3/4K3 w - - 0 1", "backward pawn", 1),
        ("4k3/8/8/8/8/5P2/4P2P/6K1 w - - 0 1", "shield pawn", 2),
        ("4k3/8/8/7p/5pp1/6p1/8/6K1 w - - 0 1", "storming pawn", 3),
    ],
)
def test_features_counted_by_hand(text: str, name: str, count: int) -> None:
    """The amount of one weight, White's minus Black's, also with the colours exchanged."""
    evaluation: Any = find_evaluation("chess", "threats_safety")
    position = parse(text)
    assert evaluation.amounts(position)[1][name][0] == count
    assert evaluation.amounts(flipped(position))[1][name][0] == -count
    assert evaluation.score(position) == evaluation.definition(position)


def test_the_attack_on_a_king_by_hand() -> None:
    """Units of a queen and a knight against a king on h8; a single piece is no attack."""
    evaluation: Any = find_evaluation("chess", "threats_safety")
    # The queen attacks g7 and g8, the knight g8 and h7. h3 is a safe check. Only the king defends the three squares.
    units = 2 * 4 + 2 * 2 + 5 + 3 * 2
    both = evaluation.amounts(parse("7k/8/5N2/8/8/6Q1/8/K7 w - - 0 1"))[1]["attack on the king"]
    assert both == pytest.approx((units**2 // 4 / 100, units / 100))
    assert evaluation.amounts(parse("7k/8/8/8/8/6Q1/8/K7 w - - 0 1"))[1]["attack on the king"] == (0, 0)
    assert grip(MOST_DANGER + 5) == grip(MOST_DANGER) == (900, 60)


@pytest.mark.parametrize(
    "text, factor",
    [
        ("4k3/5b2/4p3/8/8/4PP2/4B3/4K3 w - - 0 1", 16),
        ("4k3/8/4pb2/8/8/4PP2/4B3/4K3 w - - 0 1", 8),
        ("4k3/8/4p1b1/8/8/4PP2/4B3/4K3 w - - 0 1", 16),
        ("4k3/8/4pb2/8/8/4PP2/4B1N1/4K3 w - - 0 1", 16),
        ("4k3/8/8/8/8/8/4B1N1/4K1n1 w - - 0 1", 4),
        ("4k3/7p/8/8/8/8/4B3/4K3 w - - 0 1", 1),
        ("4k3/8/8/8/8/8/3R4/4K1n1 w - - 0 1", 4),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", 16),
    ],
)
def test_endgames_that_can_hardly_be_won(text: str, factor: int) -> None:
    """The term of the material shows the factor of the endgame score."""
    evaluation: Any = find_evaluation("chess", "threats_safety")
    position = parse(text)
    _, amounts = evaluation.amounts(position)
    board = [piece for piece, _ in position.pieces]
    for kind, name in enumerate(("pawn", "knight", "bishop", "rook", "queen")):
        count = board.count(kind) - board.count(kind | 8)
        assert amounts[name] == (count, count * factor / 16)
    assert evaluation.score(position) == evaluation.definition(position)


def test_scores_are_small_enough_for_the_table_of_a_search() -> None:
    evaluation = find_evaluation("chess", "threats_safety")
    queens = "k7/8/8/QQQQQQQQ/Q7/RR6/BBNN4/K7 b - - 0 1"
    assert 5_000 < abs(evaluation.score(parse(queens))) <= 30_000


def test_the_cache_depends_on_pawns_and_kings() -> None:
    """Kings on several squares with the same pawns, and a king exchanged with a pawn; then again, from the cache."""
    evaluation = find_evaluation("chess", "threats_safety")
    boards = [f"{rank}/8/8/8/8/8/5PPP/6K1 w - - 0 1" for rank in ("k7", "1k6", "4k3", "7k")]
    boards += [f"4k3/8/8/8/8/8/5PPP/{rank} w - - 0 1" for rank in ("K7", "4K3", "6K1", "7K")]
    boards += [f"4k3/8/8/8/8/8/{rank}/8 w - - 0 1" for rank in ("5PKP", "5KPP", "5PPK")]
    boards += ["4k3/8/8/8/8/8/6PP/6K1 w - - 0 1", "4k3/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"]
    for board in boards + boards[::-1]:
        position = parse(board)
        assert evaluation.score(position) == evaluation.definition(position)


def test_new_weights_empty_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    position = parse("4k3/8/8/8/8/8/P4PPP/6K1 w - - 0 1")
    before = find_evaluation("chess", "threats_safety").score(position)
    try:
        with monkeypatch.context() as patch:
            patch.setitem(SAFETY_WEIGHTS, "isolated pawn", (-500, -500))
            threats_safety.fill_tables()
            evaluation = find_evaluation("chess", "threats_safety")
            assert evaluation.score(position) == evaluation.definition(position) < before
    finally:
        threats_safety.fill_tables()
    assert find_evaluation("chess", "threats_safety").score(position) == before


def test_the_tempo_is_a_term_of_the_side_to_move() -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    evaluation = find_evaluation("chess", "threats_safety")
    for text, side in ((start, 0), (start.replace(" w ", " b "), 1)):
        terms = {term.label: (term.first, term.second) for term in evaluation.terms(parse(text))}
        assert tuple(terms) == threats_safety.LABELS
        tempo = SAFETY_WEIGHTS["tempo"][0]
        assert terms["Tempo"] == ((tempo, 0) if side == 0 else (0, tempo))
        assert all(first == second for label, (first, second) in terms.items() if label != "Tempo")
        assert evaluation.score(parse(text)) == tempo
