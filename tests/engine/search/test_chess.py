"""Searches of chess against a plain minimax that only plays, asks for outcomes and judges by the slow definition.

This also proves that the position keeps an evaluation's sum through castling, promotion and captures in passing, and
that quiescence answers checks with all moves.
"""

import random
from typing import Any

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.score import WIN
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import Reason
from tests.engine.conftest import COMPILED, deep, sampled
from tests.engine.positions import random_play
from tests.engine.search.plain import plain_minimax

SOUND = ("minimax", "alphabeta", "negamax", "negamax_alphabeta", "negascout")
CORNERS = (
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/P5k1/8/2pP4/8/8/p5K1/8 w - c6 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "6k1/4qppp/8/8/8/8/4rPPP/R5K1 w - - 0 1",
    "k7/2Q5/8/8/8/8/8/K7 w - - 98 90",
    "4k3/8/8/3q4/4P3/8/8/4K2R b K - 0 1",
)


def positions(count: int = 2) -> list[Any]:
    """The corners, and positions of ``count`` random games."""
    game = find_game("chess")()
    found = [game.parse_position(text) for text in CORNERS]
    for seed in range(count if COMPILED else 1):
        line = random_play(game.start(), 70, random.Random(seed), noisy=0.3)
        found += [position for position in line[20::25] if position.outcome() is None]
    return found


def value(spec: str, evaluation: Any, position: Any, depth: int) -> int:
    *_, report = Spec.parse(spec).build(evaluation).analyse(position, Limit(depth=depth))
    assert (report.depth == depth or report.exhausted) and report.score is not None
    return int(report.score.value)


@pytest.mark.parametrize("name", ["material", "tapered"])
@pytest.mark.parametrize("quiescence", [None, 1, 2])
@pytest.mark.diagonal("name", "quiescence")
def test_minimax_is_the_plain_one(name: str, quiescence: int | None) -> None:
    evaluation = find_evaluation("chess", name)
    text = f"minimax:quiescence=on,quiescence_depth={quiescence}" if quiescence else "minimax"
    for position in positions() if COMPILED else positions()[2:4]:
        expected = plain_minimax(position, 1, evaluation, quiescence)
        assert value(text, evaluation, position, 1) == expected, str(position)


@pytest.mark.unsanitized  # the same code, less deep, is above
@deep
def test_minimax_is_the_plain_one_deeper() -> None:
    evaluation = find_evaluation("chess", "tapered")
    for position in positions()[1:6]:
        expected = plain_minimax(position, 2, evaluation, 1)
        assert value("minimax:quiescence=on,quiescence_depth=1", evaluation, position, 2) == expected, str(position)


@deep
@pytest.mark.parametrize("quiescence", ["", "quiescence=on,quiescence_depth=3"])
@sampled(2, 6)
def test_the_ladder_agrees(quiescence: str, count: int) -> None:
    evaluation = find_evaluation("chess", "tapered")
    for position in positions(count):
        expected = value(f"minimax:{quiescence}", evaluation, position, 3)
        for name in SOUND[1:]:
            assert value(f"{name}:{quiescence}", evaluation, position, 3) == expected, f"{name}, {position}"
            if name != "negamax":
                text = f"{name}:ordering=on,{quiescence}".rstrip(",")
                assert value(text, evaluation, position, 3) == expected, f"{text}, {position}"


@pytest.mark.parametrize("name", ["material", "tapered"])
def test_every_leaf_is_judged_by_the_definition(name: str) -> None:
    """The sum that the position keeps follows each kind of move, and unmaking restores it."""
    evaluation = find_evaluation("chess", name)
    for position in positions() if COMPILED else positions()[:3]:
        trace = Trace(1_000)
        *_, report = Spec.parse("minimax").build(evaluation, trace=trace).analyse(position, Limit(depth=1))
        leaves = [node for node in trace.nodes() if node.reason is Reason.LEAF]
        assert len(leaves) == report.leaf_evaluations
        for node in leaves:
            assert node.value == evaluation.definition(position.play(node.move)), f"{position}: {node.move}"


def test_mate_with_the_hundredth_ply_is_a_mate() -> None:
    position = find_game("chess")().parse_position("6k1/5ppp/8/8/8/8/8/RK6 w - - 99 80")
    assert value("negascout", find_evaluation("chess", "material"), position, 2) == WIN - 1


def test_a_mate_at_the_last_ply_is_seen_by_quiescence() -> None:
    """After Ra8 the king is in check and has no move: standing pat would call it level."""
    position = find_game("chess")().parse_position(CORNERS[2])
    evaluation = find_evaluation("chess", "material")
    assert value("negascout:quiescence=on", evaluation, position, 1) == WIN - 1
    assert value("negascout", evaluation, position, 1) < WIN - 1000
    assert value("negascout", evaluation, position, 2) == WIN - 1
