"""Tic-tac-toe: its paths and games counted without the engine, its rules, and its value found by every full search."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, NotationError, PositionError
from engine.core.evaluation import Evaluation
from engine.core.game import find_game
from engine.core.outcome import Player, Termination
from engine.core.perft import perft
from engine.core.surface import Setup
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.conftest import GOLDEN
from tests.engine.search.plain import plain_minimax

GAME: Any = find_game("tictactoe")()
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def won(cells: str, sign: str) -> bool:
    """Whether nine characters hold three of a sign in a row."""
    return any(all(cells[int(each)] == sign for each in line) for line in LINES)


def after(cells: str, sign: str) -> Iterator[str]:
    """Each board after a move of ``sign``, none when the game is over."""
    if not won(cells, "xo"[sign == "x"]):
        for cell in range(9):
            if cells[cell] == ".":
                yield cells[:cell] + sign + cells[cell + 1 :]


@cache
def paths(cells: str, sign: str, depth: int) -> int:
    """Paths of ``depth`` moves, counted from the rules alone."""
    if depth == 0:
        return 1
    return sum(paths(each, "xo"[sign == "x"], depth - 1) for each in after(cells, sign))


@cache
def games(cells: str, sign: str) -> tuple[int, int, int]:
    """Games from here won by x, won by o, and drawn, counted from the rules alone."""
    other = "xo"[sign == "x"]
    if won(cells, other):
        return (1, 0, 0) if other == "x" else (0, 1, 0)
    if "." not in cells:
        return 0, 0, 1
    counts = [games(each, other) for each in after(cells, sign)]
    return sum(each[0] for each in counts), sum(each[1] for each in counts), sum(each[2] for each in counts)


def test_move_paths_counted_twice() -> None:
    text = (GOLDEN / "perft" / "tictactoe.txt").read_text(encoding="utf-8")
    rows = [line.split(";") for line in text.splitlines() if line and not line.startswith("#")]
    assert len(rows) == 3
    for drawn, counts in rows:
        position = GAME.parse_position(drawn)
        cells, sign = "".join(reversed(drawn.split()[0].split("/"))), drawn.split()[1]
        for depth, count in enumerate(map(int, counts.split()), 1):
            assert perft(position, depth) == perft(position, depth, bulk=False) == count
            assert paths(cells, sign, depth) == count
        assert perft(position, len(counts.split()) + 1) == 0


def test_all_games_are_counted() -> None:
    assert games("." * 9, "x") == (131_184, 77_904, 46_080)
    assert sum(games("." * 9, "x")) == 255_168
    counts = [perft(GAME.start(), depth) for depth in range(1, 10)]
    # The paths that end before the ninth move are those of which fewer go on than have cells left.
    ended = [counts[depth] * (8 - depth) - counts[depth + 1] for depth in range(8)]
    assert sum(count // (8 - depth) for depth, count in enumerate(ended)) + counts[8] == 255_168


@pytest.mark.parametrize(
    ("moves", "winner"), [("a1 a2 b1 b2 c1", 0), ("a1 a3 b1 b2 a2 c1", 1), ("b2 c1 a3 b3 c3 a1 b1 c2 a2", None)]
)
def test_how_games_end(moves: str, winner: int | None) -> None:
    position = GAME.start()
    for move in moves.split():
        assert position.outcome() is None
        position = position.play(GAME.parse_move(position, move.upper()))
    outcome = position.outcome()
    assert outcome.winner == winner
    assert outcome.termination is (Termination.FULL_BOARD if winner is None else Termination.LINE)
    with pytest.raises(IllegalMoveError, match="a1: the game is over"):
        GAME.parse_move(position, "a1")


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negascout:ordering=on"])
@pytest.mark.parametrize("drawn", [".../.../... x", ".../.x./... o", "o../.x./x.o x", "xo./.x./..o x", "oxo/xxo/.ox x"])
@pytest.mark.diagonal("algorithm", "drawn")
def test_searches_find_the_value_of_the_game(algorithm: str, drawn: str) -> None:
    position = GAME.parse_position(drawn)
    depth = drawn.count(".")
    *_, report = Spec.parse(algorithm).build(Evaluation()).analyse(position, Limit(depth=depth))
    assert report.score.value == (0 if depth == 9 else plain_minimax(position, depth, None))


def test_moves_that_win_are_noisy_and_the_centre_looks_best() -> None:
    position = GAME.parse_position("x.x/.o./o.. x")
    assert [GAME.format_move(position, move) for move in position.noisy_moves()] == ["b3"]
    with pytest.raises(IllegalMoveError, match="b2: the cell is taken"):
        GAME.parse_move(position, "b2")
    with pytest.raises(NotationError, match="'d4' is not a move such as b2"):
        GAME.parse_move(position, "d4")


@pytest.mark.parametrize(
    ("pieces", "turn", "reason"),
    [
        ({0: "x"}, 0, "crosses: 1, noughts: 0, X to move; the sides move in turn, X first"),
        ({0: "o"}, 0, "crosses: 0, noughts: 1, X to move"),
        ({9: "x"}, 0, "cell 9 is not on the board"),
        ({0: "q"}, 0, "a1: unknown piece 'q'"),
        ({0: "x", 1: "x", 2: "x", 3: "o", 4: "o", 5: "o"}, 0, "X is to move and has won already"),
        ({0: "o", 1: "o", 2: "o", 3: "x", 4: "x", 5: "x", 6: "x", 7: "o", 8: "x"}, 1, "O is to move and has won"),
    ],
)
def test_faulty_set_ups(pieces: dict[int, str], turn: int, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        GAME.compose(Setup(pieces, Player(turn)))


@pytest.mark.parametrize("text", ["", "...", ".../.../... z", "..../.../.. x", "xx./.../... x"])
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises((NotationError, PositionError)):
        GAME.parse_position(text)
