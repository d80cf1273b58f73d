"""The evaluation of hand-made trees."""

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game


def test_law_of_static() -> None:
    """It is the number at the node: as it is for the maximiser, negated for the minimiser, 0 without a number."""
    evaluation = find_evaluation("trees", "static")
    start = find_game("trees").with_rules("tree=horizon").start()
    assert evaluation.score(start) == 0
    assert [evaluation.score(start.play(move)) for move in start.legal_moves()] == [-1, -9, 0]
    plain = find_game("trees").with_rules("tree=four_plies").start()
    assert {evaluation.score(plain.play(move)) for move in plain.legal_moves()} == {0}
