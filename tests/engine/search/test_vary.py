"""Equal moves: an option of each search chooses among them by the random seed, and never takes a worse one."""

import math
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit, Report
from engine.search.search import algorithms
from engine.search.spec import Spec
from tests.engine.conftest import COMPILED, few
from tests.engine.positions import random_play
from tests.engine.search.test_ladder import SOUND, sparse

VARYING = [name for name in algorithms() if "vary" in Spec.make(name).parameters.__fields__]
SEEDS = 400 if COMPILED else 12


def ask(text: str, position: Any, depth: int = 2, seed: int = 0, **more: Any) -> Report:
    judge = find_evaluation(position.game.name, "material" if position.game.name == "cotoan" else "")
    return [*Spec.parse(text).build(judge, seed).analyse(position, Limit(depth=depth), **more)][-1]


@cache
def quiet(number: int) -> Any:
    """A position after a few random moves of cờ toán without a capture."""
    return random_play(find_game("cotoan")().start(), 6 + number, random.Random(number), noisy=0.0)[-1]


@cache
def best_moves(number: int, text: str) -> set[int]:
    """The moves of the greatest minimax value in ``quiet(number)``, each searched alone: no bound is involved."""
    position = quiet(number)
    scores = {move: ask(text, position, only=(move,)).score for move in position.legal_moves()}
    best = max(score.value for score in scores.values() if score is not None)
    return {move for move, score in scores.items() if score is not None and score.value == best}


def test_every_search_has_the_option() -> None:
    assert set(SOUND) | {"minimax_reduce", "pvs", "threats"} == set(VARYING)
    assert {name for name in algorithms() if "random_ties" in Spec.make(name).parameters.__fields__} == {
        "greedy", "ordered",
    }  # fmt: skip


@pytest.mark.parametrize("options", ["vary=on", "vary=on,quiescence=on", "vary=on,ordering=on,quiescence=on"])
@pytest.mark.parametrize("name", [*SOUND, "pvs"])
@pytest.mark.diagonal("options", "name")
def test_only_best_moves_are_chosen(name: str, options: str) -> None:
    """A move whose search ended with a bound equal to the best score is not one of the best."""
    if "ordering" in options and "ordering" not in Spec.make(name).parameters.__fields__:
        return
    text = f"{name}:{options}" + (",preset=sound" if name == "pvs" else "")
    several = 0
    for number in range(5 if COMPILED else 2):
        position = quiet(number)
        expected = best_moves(number, "minimax:quiescence=on" if "quiescence" in options else "minimax")
        chosen = {ask(text, position, seed=seed).move for seed in range(SEEDS // 20 + 2)}
        assert chosen <= expected, f"{position}"
        several += len(expected) > 1 and len(chosen) > 1
    assert several


@pytest.mark.parametrize(
    "text",
    few(
        ["greedy:random_ties=on", *(f"{name}:vary=on" for name in VARYING)],
        ["greedy:random_ties=on", "minimax:vary=on", "pvs:vary=on", "threats:vary=on"],
    ),
)
def test_all_equal_moves_are_chosen_alike(text: str) -> None:
    """At the start of cờ toán all 87 moves keep the material equal: chosen by 400 seeds, chi-squared is near 86."""
    position = find_game("cotoan")().start()
    counts = Counter(ask(text, position, 1, seed=seed).move for seed in range(SEEDS))
    moves = position.legal_moves()
    assert len(moves) == 87 and set(counts) <= set(moves)
    assert len(counts) > min(80, SEEDS // 2)
    mean = SEEDS / len(moves)
    chi_squared = sum((counts[move] - mean) ** 2 / mean for move in moves)
    assert not COMPILED or abs(chi_squared - 86) < 5 * math.sqrt(2 * 86)


@pytest.mark.parametrize("text", ["greedy", *SOUND])
def test_the_first_move_generated_without_it(text: str) -> None:
    position = find_game("cotoan")().start()
    assert {ask(text, position, 1, seed=seed).move for seed in range(5)} == {position.legal_moves()[0]}


@pytest.mark.parametrize("name", [*SOUND, "threats"])
def test_equal_questions_get_equal_answers(name: str) -> None:
    position = find_game("cotoan")().start()
    text = f"{name}:vary=on"
    for seed in range(3):
        assert ask(text, position, seed=seed).same_as(ask(text, position, seed=seed))
    before = ask(text, position, 1, seed=7)
    assert ask(text, position, 2, seed=7, after=replace(before, final=False)).same_as(ask(text, position, 2, seed=7))


def test_sound_searches_vary_alike() -> None:
    """Without move ordering, all sound searches try the moves in the same order, so they choose the same move."""
    position = find_game("cotoan")().start()
    for seed in range(10):
        found = {
            (report.score, report.pv) for report in (ask(f"{name}:vary=on", position, seed=seed) for name in SOUND)
        }
        assert len(found) == 1


def test_values_and_chosen_moves_are_respected() -> None:
    position = find_game("cotoan")().start()
    some = tuple(position.legal_moves()[10:13])
    for text in ("negascout:vary=on", "minimax_reduce:vary=on", "threats:vary=on", "greedy:random_ties=on"):
        assert {ask(text, position, 1, seed=seed, only=some).move for seed in range(60)} == set(some)
    for number in range(3):
        here = sparse(40 + number, 4)
        assert len({ask(f"negascout:vary={each}", here, 3, seed=5).score for each in ("on", "off")}) == 1


def test_other_positions_of_a_game_have_other_orders() -> None:
    """One seed does not always choose the first or the last move."""
    position = find_game("cotoan")().start()
    places = set()
    for _ in range(6):
        report = ask("greedy:random_ties=on", position, 1, seed=3)
        assert report.move is not None
        places.add(position.legal_moves().index(report.move))
        position = position.play(report.move)
    assert len(places) > 3
