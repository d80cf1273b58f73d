"""Positions in which algorithms disagree, and the decision of a referee."""

from typing import Any

import pytest

from engine.analysis.disagreement import (
    CONTRADICTION,
    EVALUATION,
    FURTHER_NODES,
    MOVE,
    Disagreement,
    DisagreementFinder,
)
from engine.asking.external import EngineSpec
from engine.asking.query import answer
from engine.core.chance import win_chance
from engine.core.errors import OptionError
from engine.core.evaluation import scale_of
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.core.values import replace
from engine.records import edits
from engine.records.tree import ROOT, GameTree
from engine.search.report import Limit, Report
from engine.search.spec import Spec


def tree_of(name: str, texts: str, rules: str = "") -> GameTree:
    game = find_game(name)().with_rules(rules) if rules else find_game(name)()
    tree = GameTree.start(game)
    for text in texts.split():
        node = tree.main_line()[-1]
        tree = edits.add_move(tree, node, game.parse_move(tree.position(node), text)).apply(tree)
    return tree


def found(
    tree: GameTree, specs: str, limit: Limit, referee: str = "alphabeta", **options: Any
) -> tuple[list[Disagreement], list[Limit]]:
    change = options.pop("change", lambda question, reports: reports)
    finder = DisagreementFinder(
        tree, [Spec.parse(each) for each in specs.split(";")], Spec.parse(referee), "", limit, **options
    )
    asked = []
    while (question := finder.take()) is not None:
        if question.index is None:
            asked.append(question.query.limit)
        finder.give(question, change(question, list(answer(question.query))))
    assert finder.is_finished and finder.progress == 1
    return finder.found, asked


def test_nothing_is_found_between_two_sound_searches() -> None:
    tree = tree_of("tictactoe", "b2 b1 a1 a2 c3")
    assert found(tree, "alphabeta;negascout", Limit(depth=4)) == ([], [])


def test_the_referee_decides_two_plies_deeper_between_different_moves() -> None:
    """SECOND must answer the centre by a corner; the planted algorithm chooses an edge."""
    tree = tree_of("tictactoe", "b2")
    position = tree.position(1)
    edge, corner = (tree.game.parse_move(position, text) for text in ("b1", "a1"))

    def plant(question: Any, reports: list[Report]) -> list[Report]:
        if question.index is None or question.node != 1:
            return reports
        move = edge if question.index else corner
        return [replace(each, move=move, pv=(move,)) for each in reports]

    rows, asked = found(tree, "alphabeta;negascout", Limit(depth=4), change=plant)
    assert asked == [Limit(depth=6)] * 2
    assert [(each.node, each.kind, each.moves) for each in rows] == [(1, MOVE, (corner, edge))]
    # A draw against a forced loss.
    assert (rows[0].points, rows[0].swing, rows[0].depth) == (50, None, 6)
    swapped, _ = found(tree, "alphabeta;negascout", Limit(depth=4), swing=51, change=plant)
    assert swapped == []


def test_different_moves_of_equal_value_are_no_disagreement() -> None:
    tree = tree_of("tictactoe", "")

    def plant(question: Any, reports: list[Report]) -> list[Report]:
        move = question.query.position.legal_moves()[question.index or 0]
        return reports if question.index is None else [replace(each, move=move, pv=(move,)) for each in reports]

    assert found(tree, "alphabeta;negascout:ordering=on", Limit(depth=9), change=plant)[0] == []


def test_full_searches_with_different_scores_contradict_each_other() -> None:
    tree = tree_of("tictactoe", "")

    def plant(question: Any, reports: list[Report]) -> list[Report]:
        if question.index != 1:
            return reports
        return [replace(each, score=Score(3, each.score.turn)) if each.depth == 3 else each for each in reports]  # type: ignore[union-attr]

    rows, _ = found(tree, "alphabeta;negascout", Limit(depth=4), change=plant)
    assert [(each.kind, each.depth, each.scores[1].value) for each in rows] == [(CONTRADICTION, 3, 3)]


def test_scores_that_differ_widely_are_found_although_the_moves_are_equal() -> None:
    tree = tree_of("tictactoe", "b2 b1")
    move = found(tree, "alphabeta;greedy", Limit(depth=6))[0]
    assert [(each.ply, each.kind, each.points) for each in move] == [(2, EVALUATION, 50)]


@pytest.mark.parametrize("evaluation", ["material", "threats_safety"])
def test_points_are_on_the_scale_of_the_evaluation(evaluation: str) -> None:
    """Of a forced result they would not depend on it."""
    tree, scores = tree_of("chess", ""), (120, -40)
    specs = [Spec.parse("mcts"), Spec.parse("greedy")]
    finder = DisagreementFinder(
        tree, specs, Spec.parse("alphabeta"), evaluation, Limit(nodes=500), nodes=[ROOT], swing=1
    )
    moves, limits = tree.position(ROOT).legal_moves()[:2], []
    while (question := finder.take()) is not None:
        only = question.query.only
        move = only[0] if only else moves[question.index or 0]
        limits += [question.query.limit] if only else []
        score = Score(scores[moves.index(move)], Player.FIRST)
        finder.give(question, [Report("x", 0, 0, score, move, (move,), 9, 9, 0, 0, 0, 0, 0.0, True)])
    ((row, scale),) = [(each, scale_of("chess", evaluation)) for each in finder.found]
    assert row.points == pytest.approx(100 * (win_chance(120, scale) - win_chance(-40, scale)))
    assert (row.swing, row.kind) == (160, MOVE)
    assert limits == [Limit(None, FURTHER_NODES * 500)] * 2, "a search without depths has more nodes instead"


def test_what_cannot_decide_is_refused() -> None:
    tree = tree_of("tictactoe", "")
    with pytest.raises(OptionError, match="at least two"):
        found(tree, "alphabeta", Limit(depth=1))
    specs = [Spec.parse("alphabeta"), Spec.parse("greedy")]
    DisagreementFinder(tree, specs, EngineSpec("Engine", "engine", protocol="uci"), "", Limit(depth=1))
    for protocol in ("ucci", "gtp", "gomocup"):
        with pytest.raises(OptionError, match="referee"):
            DisagreementFinder(tree, specs, EngineSpec("Engine", "engine", protocol=protocol), "", Limit(depth=1))
    assert tree[ROOT].move is None
