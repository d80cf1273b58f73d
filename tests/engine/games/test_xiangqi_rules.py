"""The rules, position by position: how pieces move, how games end, what a repetition comes to."""

from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, NotationError, PositionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Outcome, Player, Termination
from engine.core.surface import Setup
from engine.games.xiangqi.position import XiangqiPosition
from engine.search.report import Limit
from engine.search.spec import Spec

GAME = find_game("xiangqi")()


def at(text: str, rules: str = "") -> Any:
    game = find_game("xiangqi").with_rules(rules) if rules else GAME
    return game.parse_position(text)


def played(position: Any, moves: str) -> Any:
    for move in moves.split():
        position = position.play(position.game.parse_move(position, move))
    return position


def targets(position: Any, origin: str) -> set[str]:
    names = [GAME.format_move(position, move, "coordinates") for move in position.legal_moves()]
    return {name[2:] for name in names if name[:2] == origin}


@pytest.mark.parametrize(
    "text, origin, expected",
    [
        # A horse with its leg blocked upwards.
        ("3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4", "c5 c3 d2 f2 g5 g3"),
        # A cannon over one piece, not over none or two.
        ("3k5/9/9/4r4/4p4/9/4C1pp1/9/9/5K3 w", "e3", "e4 e2 e1 e0 a3 b3 c3 d3 f3 h3 e6"),
        # An elephant: eye blocked, river not crossed.
        ("3k5/9/9/9/9/2B6/3N5/9/9/4K4 w", "c4", "a2"),
        # A pawn before and after the river.
        ("3k5/9/9/9/9/9/P8/9/9/4K4 w", "a3", "a4"),
        ("3k5/9/9/9/4P4/9/P8/9/9/4K4 w", "e5", "e6 d5 f5"),
        # A piece on the leg of a horse that would reach the king stays, or takes the horse.
        ("3k5/9/9/9/9/9/9/3n5/3R5/4K4 w", "d1", "d2"),
        # The king does not step onto the file of the other.
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0", "e1 f0"),
        # A piece between the kings stays there; an adviser keeps to the palace.
        ("4k4/9/9/9/9/4C4/9/9/9/4K4 w", "e4", "e1 e2 e3 e5 e6 e7 e8"),
        ("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2", "e1"),
    ],
)
def test_moves(text: str, origin: str, expected: str) -> None:
    assert targets(at(text), origin) == set(expected.split())


@pytest.mark.parametrize(
    "text, move, reason",
    [
        ("3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4d6", "blocked"),
        ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", "river"),
        ("3k5/9/9/9/9/2B6/3N5/9/9/4K4 w", "c4e2", "blocked"),
        ("3k5/9/9/9/9/9/P8/9/9/4K4 w", "a3b3", "sideways"),
        ("3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5e4", "back"),
        ("3k5/9/9/4r4/9/9/4C4/9/9/5K3 w", "e3e6", "exactly one piece, not 0"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", "taken"),
        ("3k5/9/9/9/9/9/9/3K5/9/9 b", "d9d8", "face"),
        ("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2g1", "palace"),
        ("3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1e2", "cannot move in this way"),
        ("3k5/9/9/9/9/9/9/5K3/9/9 w", "f2g2", "palace"),
        ("3k5/9/9/9/9/9/4R1P2/9/9/4K4 w", "e3h3", "in the way"),
        ("3k5/9/9/9/9/9/4R1P2/9/9/4K4 w", "e3f5", "cannot move in this way"),
        ("3k5/9/9/9/9/9/4R1P2/9/9/4K4 w", "e3g3", "occupied by a piece of the same side"),
        ("3k5/9/9/9/9/9/4R1P2/9/9/4K4 w", "a3a4", "empty"),
        ("3k5/9/9/9/9/9/4R1P2/9/9/4K4 w", "d9d8", "not the mover's"),
    ],
)
def test_refusals_give_the_reason(text: str, move: str, reason: str) -> None:
    error = PositionError if reason == "face" else IllegalMoveError
    with pytest.raises(error, match=reason):
        GAME.parse_move(at(text), move)


# --- position text and set-ups ----------------------------------------------------------------------------------------


def test_other_letters_are_read() -> None:
    ours = GAME.start()
    other = GAME.parse_position("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
    assert other == ours and str(other) == str(ours)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "empty position"),
        ("9/9 w", "10 ranks"),
        ("4k4/9/9/9/9/9/9/9/9/4K5 w", "rank 0: 10 points"),
        ("4k4/9/9/9/9/9/9/9/9/4Q4 w", "rank 0: 'Q'"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x", "side to move"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w KQ - 0 1", "dash"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1", "since_capture"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 2", "at most 6"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "face each other"),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "Red general is missing"),
        ("4k4/9/9/9/9/9/K8/9/9/9 w", "palace"),
        ("4k4/9/9/9/9/9/9/9/9/B2K5 w", "elephant cannot reach"),
        ("4k4/9/9/9/9/9/1P7/9/9/3K5 w", "pawn cannot reach"),
        ("4k4/9/9/9/9/9/9/9/RRR6/3K5 w", "3 × Red chariot: at most 2"),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "Black is in check"),
    ],
)
def test_faults_give_the_reason(text: str, reason: str) -> None:
    with pytest.raises((NotationError, PositionError), match=reason):
        GAME.parse_position(text)


def test_build_checks_what_it_is_given() -> None:
    with pytest.raises(ValueError, match="missing"):
        XiangqiPosition(GAME, [(0, 0, 4)], 0, 1, 0, 0, 1)
    with pytest.raises(ValueError, match="cannot be put"):
        XiangqiPosition(GAME, [(0, 0, 90)], 0, 1, 0, 0, 1)
    with pytest.raises(ValueError, match="too many"):
        XiangqiPosition(GAME, [(0, 0, 4), (0, 0, 3)], 0, 1, 0, 0, 1)
    for pieces in (
        [(0, 0, 4), (1, 0, 85)],
        [(0, 0, 4), (1, 0, 84), (0, 4, 83)],
    ):  # kings face each other; a rook's check
        with pytest.raises(ValueError, match="could take the king"):
            XiangqiPosition(GAME, pieces, 0, 1, 0, 0, 1)
    with pytest.raises(PositionError, match="do not fit"):
        GAME.restore("3k5/9/9/9/9/9/9/9/9/4K4 w - - 5 1", (5, 40 | 41 << 8))
    # A king from outside its palace, a horse from the next point, a king that was in check at the other side's move.
    for text, origin, target in (
        ("3k5/9/9/9/9/9/9/4K4/9/9 b - - 5 1", 31, 22),
        ("3k5/9/9/9/9/9/9/4K4/4N4/9 b - - 5 1", 12, 13),
        ("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 5 1", 3, 0),
    ):
        with pytest.raises(PositionError, match="do not fit"):
            GAME.restore(text, (5, origin | target << 8))


# --- ends -------------------------------------------------------------------------------------------------------------


def test_mate_and_stalemate_both_lose() -> None:
    mate = played(at("3k5/R8/1R7/9/9/9/9/9/9/4K4 w"), "b7b9")
    assert mate.in_check and mate.outcome() == Outcome(Player.FIRST, Termination.NO_MOVE)
    stalemate = played(at("3k5/7R1/9/9/9/9/9/9/9/4K4 w"), "e0e1")
    assert not stalemate.in_check and stalemate.outcome() == Outcome(Player.FIRST, Termination.NO_MOVE)


def test_long_without_a_capture() -> None:
    text = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 80"
    assert played(at(text), "a1a2").outcome() == Outcome(None, Termination.NO_CAPTURE)
    assert played(at(text, "no_capture=none"), "a1a2").outcome() is None
    # Mate comes first.
    mate = played(at("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 119 80"), "b7b9")
    assert mate.outcome() == Outcome(Player.FIRST, Termination.NO_MOVE)
    before = at("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 119 80")
    *_, report = Spec.parse("negamax").build(find_evaluation("xiangqi")).analyse(before, Limit(depth=2))
    assert report.score.win_in == 1


CASES = [
    # Red checks with every move.
    ("4k4/9/9/9/9/9/9/9/4R4/3K5 b", "e9f9 e1f1 f9e9 f1e1 " * 2, Outcome(Player.SECOND, Termination.PERPETUAL_CHECK)),
    # One move of the round is no check.
    (
        "4k4/9/9/9/9/9/9/9/4R4/3K5 b",
        "e9f9 e1g1 f9e9 g1e1 " * 2,
        Outcome(None, Termination.REPETITION),
    ),
    # A rook chases a horse that nothing protects.
    ("3k5/9/9/9/n8/9/9/9/R8/4K4 b", "a5b3 a1b1 b3a5 b1a1 " * 2, Outcome(Player.SECOND, Termination.PERPETUAL_CHASE)),
    # Protected, it is not chased.
    (
        "3k5/9/9/9/n3r4/9/9/9/R3A4/4K4 b",
        "a5b3 a1b1 b3a5 b1a1 " * 2,
        Outcome(None, Termination.REPETITION),
    ),
    # What is attacked all the time is not chased by other moves.
    ("3k5/9/9/9/n8/9/9/9/R8/4K4 b", "d9d8 e0e1 d8d9 e1e0 " * 2, Outcome(None, Termination.REPETITION)),
    # A rook does not chase a rook.
    ("3k5/9/9/9/r8/9/9/9/R8/4K4 b", "a5b5 a1b1 b5a5 b1a1 " * 2, Outcome(None, Termination.REPETITION)),
    # A cannon threatens a pawn over a horse that comes, and over the enemy's horse when its own goes. Pawns that have
    # crossed the river are chased, those on their own bank are not.
    (
        "3k5/9/9/4n4/9/C1N1p4/9/9/9/5K3 b",
        "e6d4 c4b2 d4e6 b2c4 " * 2,
        Outcome(Player.SECOND, Termination.PERPETUAL_CHASE),
    ),
    ("3k5/9/4n4/9/C1N1p4/9/9/9/9/5K3 b", "e7d5 c5b3 d5e7 b3c5 " * 2, Outcome(None, Termination.REPETITION)),
    # A protected rook is chased all the same by a cannon.
    (
        "3kr4/9/9/1n7/C1N1r4/9/9/9/9/5K3 b",
        "b6d5 c5b3 d5b6 b3c5 " * 2,
        Outcome(Player.SECOND, Termination.PERPETUAL_CHASE),
    ),
    # Two kings step to and fro.
    ("3k5/9/9/9/9/9/9/9/9/5K3 b", "d9d8 f0f1 d8d9 f1f0 " * 2, Outcome(None, Termination.REPETITION)),
]


@pytest.mark.parametrize("text, moves, outcome", CASES)
def test_repetition(text: str, moves: str, outcome: Outcome) -> None:
    position = at(text)
    words = moves.split()
    for count, word in enumerate(words, 1):
        assert position.outcome() is None, count
        position = played(position, word)
    assert position.outcome() == outcome
    assert position.legal_moves() == []
    back = position.game.restore(str(position), position.history)
    assert back.outcome() == outcome and back == position
    assert played(at(text, "repetition=draw"), moves).outcome() == Outcome(None, Termination.REPETITION)
    assert played(at(text, "repetition=none"), moves).outcome() is None
    # Turned around it is the same for the other side.
    turned = at(text)
    setup = GAME.setup(turned)
    pieces = {89 - cell: ("b" if piece[0] == "r" else "r") + piece[1] for cell, piece in setup.pieces.items()}
    turned = GAME.compose(Setup(pieces, setup.turn.other, setup.counters))
    for word in words:
        cells = [9 * int(word[i + 1]) + ord(word[i]) - ord("a") for i in (0, 2)]
        turned = played(turned, "".join(f"{'abcdefghi'[(89 - cell) % 9]}{(89 - cell) // 9}" for cell in cells))
    winner = None if outcome.winner is None else outcome.winner.other
    assert turned.outcome() == Outcome(winner, outcome.termination)


def test_a_search_sees_a_repetition_that_loses() -> None:
    """One ply before the third occurrence: a check that repeats the position loses, so another move is found."""
    text, moves, _ = CASES[0]
    position = played(at(text), " ".join(moves.split()[:-1]))
    losing = GAME.parse_move(position, "f1e1")
    *_, report = Spec.parse("negamax:").build(find_evaluation("xiangqi")).analyse(position, Limit(depth=1))
    assert report.move != losing and report.score.win_in is None
    lost = position.play(losing)
    assert lost.outcome().winner is Player.SECOND


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "negamax", "negamax_alphabeta", "negascout"])
def test_a_mate_at_the_last_ply_is_seen_by_quiescence(name: str) -> None:
    """After Ra9 the king is in check and has no move: standing pat would evaluate the material."""
    position = at("3k5/1R7/9/9/9/9/9/9/9/R3K4 w")
    assert position.stands_pat
    mated = played(position, "a0a9")
    assert not mated.stands_pat and mated.evasions() == mated.legal_moves() == []
    for options in ("quiescence=on", "quiescence=on,quiescence_depth=1"):
        *_, report = Spec.parse(f"{name}:{options}").build(find_evaluation("xiangqi")).analyse(position, Limit(depth=1))
        assert report.score is not None and report.score.win_in == 1
    checked = played(at("3k5/9/9/9/9/9/9/9/9/R3K4 w"), "a0a9")
    assert not checked.stands_pat and checked.evasions() == checked.legal_moves() != []
