"""Handicap stones on the board of GNU Go, which must count a handicap game as we do. Skipped without ``gnugo``."""

import shutil
from typing import Any

import pytest

from engine.asking.external import Engine, EngineSpec
from engine.core.course import Course
from engine.core.game import find_game
from engine.protocols.gtp import Gtp

PROGRAM = shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin:/opt/homebrew/bin") or shutil.which("gnugo")

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="GNU Go is not installed (Debian: apt install gnugo)"),
    pytest.mark.oracle, pytest.mark.unsanitized,
]  # fmt: skip


def settled(game: Any, start: Any) -> Course:
    """A game from ``start`` in which Black walls off the columns A to E, and White the others."""
    course = Course(start)
    surface = game.surface(start)
    taken = {surface.cell_name(cell).upper() for cell in surface.pieces}
    black = [text for row in range(1, 8) if (text := f"E{row}") not in taken]
    white = [f"F{row}" for row in range(1, 8)]
    while black or white:
        own = (black, white)[course.position.turn]
        course = course.after(game.parse_move(course.position, own.pop(0) if own else "pass"))
    return course


@pytest.mark.parametrize("rule_set", ["chinese", "japanese"])
@pytest.mark.parametrize(
    ("handicap", "points"), [(2, ""), (4, ""), (2, "C1 C2"), (3, "C7 B1 A7"), (0, ""), (0, "C1 C2")]
)
def test_gnugo_counts_a_handicap_as_we_do(rule_set: str, handicap: int, points: str) -> None:
    game: Any = find_game("go").with_rules(f"size=7,komi=0.5,rule_set={rule_set},handicap={handicap}")
    start = game.start()
    if points:
        empty = type(game)().with_rules(f"size=7,komi=0.5,rule_set={rule_set}").start()
        cells = [game.shape(empty, game.parse_move(empty, text)).target for text in points.split()]
        setup = game.setup(empty)
        start = game.compose(type(setup)(dict.fromkeys(cells, "b"), 1, setup.counters))
    engine = Engine(EngineSpec("gnugo", str(PROGRAM), ("--mode", "gtp", "--level", "1", f"--{rule_set}-rules"), "gtp"))
    client = engine.client
    assert isinstance(client, Gtp)
    try:
        engine.identify()
        for _ in range(2):  # the board is cleared in between
            engine.prepare(game)
            course = settled(game, start)
            engine.finish(client._set_up(course))
            stones = len(points.split()) if points and handicap else handicap
            assert engine.finish(client._command("get_handicap")) == str(stones)
            assert engine.finish(client._command("get_komi")).split() == ["0.5"]
            expected = game.count(course.position, frozenset()).result
            assert engine.finish(client._command("final_score")) == expected
            board = engine.finish(client._command("list_stones black")).split()
            assert len(board) == sum(piece == "b" for piece in game.surface(course.position).pieces.values())
    finally:
        engine.close()
