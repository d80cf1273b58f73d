"""Searches on Go and MiniGo: the ladder, reduced minimax, the first by order, and a single move without search."""

import random
from typing import Any

import pytest

from engine.core.contact import ContactPosition
from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit, Report
from engine.search.search import algorithms
from engine.search.spec import Spec
from tests.engine.games.test_go_oracle import random_move

SOUND = sorted(name for name, algorithm in algorithms().items() if algorithm.sound)


def middlegames(name: str, rules: str, count: int, seed: int = 0) -> list[Any]:
    rng = random.Random(seed)
    positions = []
    while len(positions) < count:
        position = find_game(name).with_rules(rules).start()
        for _ in range(rng.randrange(8, 60)):
            if not position.legal_moves():
                break
            position = position.play(random_move(position, rng))
        if position.legal_moves():
            positions.append(position)
    return positions


def last(text: str, position: Any, depth: int, evaluation: str = "", seed: int = 0) -> Report:
    search = Spec.parse(text).build(find_evaluation(position.game.name, evaluation), seed)
    return [*search.analyse(position, Limit(depth=depth))][-1]


def plain(position: Any, depth: int, evaluation: Any, moves: str = "legal_moves", ply: int = 0) -> int:
    """Minimax by ``play`` and definitions only."""
    outcome = position.outcome()
    if outcome is not None and (depth > 0 or outcome.termination.value != "no legal move"):
        if outcome.winner is None:
            return 0
        return 1_000_000 - ply if outcome.winner == position.turn else ply - 1_000_000
    if depth == 0:
        return int(evaluation.definition(position))
    return max(
        -plain(position.play(move), depth - 1, evaluation, moves, ply + 1) for move in getattr(position, moves)()
    )


@pytest.mark.parametrize("name, rules", [("go", "size=5"), ("go", "size=5,rule_set=japanese,komi=0.5"),
                                         ("minigo", "size=9"), ("minigo", "size=5,free=on")])  # fmt: skip
def test_the_ladder_agrees_with_a_plain_minimax(name: str, rules: str) -> None:
    for position in middlegames(name, rules, 3):
        for evaluation in evaluations(name):
            expected = plain(position, 2, find_evaluation(name, evaluation))
            for text in SOUND:
                report = last(text, position, 2, evaluation)
                assert report.score is not None and report.score.value == expected, f"{text} on {position}"


@pytest.mark.parametrize("name, rules", [("go", "size=6"), ("minigo", "size=9"), ("minigo", "size=13")])
def test_the_ladder_agrees(name: str, rules: str) -> None:
    options = ["", "ordering=on", "quiescence=on", "ordering=on,quiescence=on"]
    for position in middlegames(name, rules, 2, 5):
        for evaluation in [*evaluations(name), *(["atari:noise=on,seed=4"] if name == "minigo" else [])]:
            for quiescence in ("", "quiescence=on"):
                scores = {}
                for text in SOUND:
                    for option in options:
                        known = Spec.parse(text).parameters.__dataclass_fields__
                        if ("quiescence=on" in option) == bool(quiescence) and (
                            "ordering" in known or "ord" not in option
                        ):
                            scores[text, option] = last(f"{text}:{option}", position, 3, evaluation).score
                assert len(set(scores.values())) == 1, f"{scores} on {position}"


@pytest.mark.parametrize("name, rules", [("go", "size=5"), ("minigo", "size=9"), ("cotoan", "")])
def test_reduced_minimax_is_minimax_over_the_reduced_moves(name: str, rules: str) -> None:
    if name == "cotoan":
        position = find_game(name).with_rules(rules).start()
        assert not isinstance(position, ContactPosition)
        assert last("minimax_reduce", position, 2).same_as(
            Report(**{**vars_of(last("minimax", position, 2)), "algorithm": "minimax_reduce"})
        )
        return
    for position in middlegames(name, rules, 4, 9):
        for evaluation in evaluations(name):
            report = last("minimax_reduce", position, 2, evaluation)
            expected = plain(position, 2, find_evaluation(name, evaluation), "contact_moves")
            assert report.score is not None and report.score.value == expected
            assert report.nodes <= last("minimax", position, 2, evaluation).nodes
            assert report.move in position.contact_moves()


def vars_of(report: Report) -> dict[str, Any]:
    return {name: getattr(report, name) for name in report.__dataclass_fields__}


def test_first_by_order_is_the_greedy_player_of_the_document() -> None:
    """The liberty that most enemy groups share; a capture is one of those."""
    for position in middlegames("minigo", "size=13", 30, 2):
        moves = position.legal_moves()
        groups = position.groups(1 - position.side)
        shared = {move: sum(move in liberties for _, liberties in groups) for move in moves}
        if position.noisy_moves():
            best = set(position.noisy_moves())
        else:
            best = {move for move in moves if shared[move] == max(shared.values())} or set(moves)
            if max(shared.values()) <= 1:
                best = set(moves)
        report = last("ordered", position, 1)
        assert report.move == min(best) and report.score is None and report.nodes == 1
        drawn = {last("ordered:random_ties=on", position, 1, seed=seed).move for seed in range(40)}
        assert drawn <= best and (len(drawn) > 1 or len(best) == 1)


def test_first_by_order_of_a_finished_game() -> None:
    position = find_game("minigo").with_rules("size=5").parse_position("5/5/5/5/5 b - 1 0")
    report = last("ordered", position, 1)
    assert report.move is None and report.final and report.score is not None


@pytest.mark.parametrize("text", SOUND)
def test_a_single_move_needs_no_search(text: str) -> None:
    start = find_game("minigo")().start()
    for options, nodes in (("single=on", 1), ("", None)):
        report = last(f"{text}:{options}", start, 2)
        assert report.move == 180 and report.pv[0] == 180
        assert (report.nodes == 1 and report.score is None and report.depth == 0) == (nodes == 1)
    after = start.play(180)
    assert last(f"{text}:single=on", after, 2).same_as(last(text, after, 2))
