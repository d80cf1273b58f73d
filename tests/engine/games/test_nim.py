"""Nim against Bouton's theorem, and its moves counted without the engine."""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, NotationError, PositionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.perft import perft
from engine.core.surface import Setup
from engine.search.report import Limit
from engine.search.spec import Spec

GOLDEN = Path(__file__).parents[2] / "golden" / "perft" / "nim.txt"


def nim(heaps: Sequence[int], misere: bool = False) -> Any:
    names = ("first", "second", "third", "fourth", "fifth")
    rules = ",".join(f"{name}={count}" for name, count in zip(names, (*heaps, 0, 0, 0), strict=False))
    return find_game("nim").with_rules(f"{rules},misere={'on' if misere else 'off'}").start()


def paths(heaps: tuple[int, ...], depth: int) -> int:
    """Paths of ``depth`` moves, counted from the rules alone."""
    if depth == 0:
        return 1
    return sum(
        paths(heaps[:index] + (left,) + heaps[index + 1 :], depth - 1)
        for index, count in enumerate(heaps)
        for left in range(count)
    )


def test_move_paths_counted_twice() -> None:
    lines = [line for line in GOLDEN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert len(lines) >= 4
    for line in lines:
        heaps, counts = line.split(";")
        sizes = tuple(int(word) for word in heaps.split("-"))
        for depth, count in enumerate(counts.split(), 1):
            assert paths(sizes, depth) == int(count)
            assert perft(nim(sizes), depth) == perft(nim(sizes), depth, bulk=False) == int(count)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negascout:ordering=on"])
@pytest.mark.diagonal("misere", "algorithm")
def test_a_full_search_finds_what_bouton_proved(algorithm: str, misere: bool) -> None:
    """Who moves wins if the exclusive or is not 0; in misère play with no heap above one, if it is 0."""
    search = Spec.parse(algorithm)
    for heaps in itertools.product((1, 2), range(3), range(3)):
        position = nim(heaps, misere)
        *_, report = search.build(find_evaluation("nim")).analyse(position, Limit(depth=sum(heaps)))
        wins = (heaps[0] ^ heaps[1] ^ heaps[2]) != 0
        if misere and max(heaps) <= 1:
            wins = not wins
        assert report.score is not None and report.score.win_in is not None
        assert (report.score.win_in > 0) == wins, heaps


def test_who_takes_the_last_counter() -> None:
    for misere, winner in ((False, Player.FIRST), (True, Player.SECOND)):
        position = nim((2,), misere)
        outcome = position.play(position.game.parse_move(position, "a-2")).outcome()
        assert outcome is not None and outcome.winner is winner


def test_moves_are_refused_with_a_reason() -> None:
    position = nim((1, 2, 2))
    for text, reason in (("b-3", "holds only 2"), ("d-1", "the heap does not exist")):
        with pytest.raises(IllegalMoveError, match=reason):
            position.game.parse_move(position, text)
    for text in ("b", "f-1", "b-0", "2-b", "b-22"):
        with pytest.raises(NotationError, match="such as b-2"):
            position.game.parse_move(position, text)
    assert position.game.parse_move(position, "B2") == position.game.parse_move(position, "b-2")


def test_set_ups_may_not_float() -> None:
    game = nim((1, 2, 2)).game
    assert str(game.compose(Setup({0: "o", 1: "o", 4: "o"}, Player.SECOND))) == "1/2/0 2"
    with pytest.raises(PositionError, match="gap"):
        game.compose(Setup({4: "o"}, Player.FIRST))
    wide = nim((3, 3, 3)).game
    for row, column in itertools.product((1, 2), range(3)):
        with pytest.raises(PositionError, match=f"heap {'abc'[column]} has a gap"):
            wide.compose(Setup({3 * row + column: "o"}, Player.FIRST))
    with pytest.raises(PositionError, match="at most 2"):
        game.parse_position("3/0/0 1")


def test_pointing_at_a_counter_takes_all_from_there_up() -> None:
    position = nim((1, 3, 2))
    shape = position.game.shape(position, position.game.parse_move(position, "b-2"))
    names = [position.game.surface(position).cell_name(cell) for cell in shape.captured]
    assert (shape.origin, names) == (None, ["b2", "b3"]) and shape.target == shape.captured[0]
