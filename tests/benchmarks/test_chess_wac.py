"""How many of the 300 positions of Win at Chess a search solves; run with ``-m slow -s`` to see the count."""

import re

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.conftest import GOLDEN, deep

pytestmark = [pytest.mark.slow, deep]
SPEC = "negascout:ordering=on,quiescence=on"


def solved(spec: str, evaluation: str, limit: Limit, first: int = 0, step: int = 1) -> tuple[int, int]:
    """Positions solved, and positions tried: every ``step``-th one from the one with the index ``first``."""
    game = find_game("chess")()
    right = tried = 0
    lines = (GOLDEN / "chess" / "wac300.epd").read_text(encoding="utf-8").splitlines()
    for line in [each for each in lines if each and not each.startswith("#")][first::step]:
        match = re.match(r"(?P<text>\S+ \S+ \S+ \S+) .*?bm (?P<best>[^;]+);", line)
        assert match is not None
        position = game.parse_position(match["text"])
        best = {game.parse_move(position, word) for word in match["best"].split()}
        *_, report = Spec.parse(spec).build(find_evaluation("chess", evaluation)).analyse(position, limit)
        tried += 1
        right += report.move in best
    return right, tried


# Counts when the test was written; a change of evaluation or search moves them, and its commit states it.
@pytest.mark.parametrize("evaluation, least", [("material", 175), ("tapered", 195)])
def test_win_at_chess_at_depth_5(evaluation: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    right, tried = solved(SPEC, evaluation, Limit(depth=5))
    with capsys.disabled():
        print(f"\nWin at Chess, {SPEC}, {evaluation}, depth 5: {right} of {tried}")  # noqa: T201
    assert tried == 300
    assert right >= least


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_strong_search_sees_short_tactics(first: int, capsys: pytest.CaptureFixture[str]) -> None:
    """With 100,000 nodes per position: 82 of each 100. Before checks were exempt from pruning, 59 of the first ones.

    The switches were chosen on the positions from the first one, and judged on those from the second and the third one.
    """
    right, tried = solved("pvs", "", Limit(nodes=100_000), first, 3)
    with capsys.disabled():
        print(f"\nWin at Chess, pvs, every third position from {first + 1}: {right} of {tried}")  # noqa: T201
    assert tried == 100 and right >= 75


def test_thinking_beats_greed() -> None:
    """NegaScout at depth 3 against greedy, both with the tapered evaluation, from ten openings and both colours."""
    import random

    from tests.engine.positions import random_play

    points = 0.0
    for seed in range(10):
        for colour in (0, 1):
            start = find_game("chess")().start()
            position = random_play(start, 6, random.Random(seed), noisy=0.0)[-1]
            for _ in range(300):
                if position.outcome() is not None:
                    break
                spec = "negascout:ordering=on,quiescence=on" if position.side == colour else "greedy"
                search = Spec.parse(spec).build(find_evaluation("chess", "tapered"))
                *_, report = search.analyse(position, Limit(depth=3))
                position = position.play(report.move)
            outcome = position.outcome()
            winner = outcome.winner if outcome is not None else None
            points += 0.5 if winner is None else float(winner == colour)
    assert points >= 18
