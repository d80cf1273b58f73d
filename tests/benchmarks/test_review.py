"""The time until every move of a game has a loss, and the nodes of a whole review; run with ``-m slow -s``."""

import time
from pathlib import Path

import pytest

from engine.analysis.judging import Judging
from engine.analysis.query import answer
from engine.records.formats import find_format
from engine.search.report import Limit
from engine.search.search import Spec, Stop
from tests.engine.conftest import deep

pytestmark = [pytest.mark.slow, deep]
GAME = Path(__file__).parents[2] / "resources" / "records" / "chess" / "game-of-the-century.en.pgn"
PLIES, NODES = 60, 200_000


def test_every_move_has_a_loss_within_three_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    tree = find_format(GAME).read(GAME.read_bytes())[0].tree
    line = tree.main_line()[: PLIES + 1]
    judging = Judging(
        tree, Spec.parse("pvs"), "", Limit(nodes=NODES), nodes=line, judged=line, has_shallow=True, with_rest=False
    )
    began = time.process_time()
    while len(judging.judgements) < PLIES:
        task = judging.take()
        assert task is not None
        judging.give(task, list(answer(task.query, Stop())))
    seconds = time.process_time() - began
    with capsys.disabled():
        print(f"\nshallow pass over {PLIES} plies: {seconds:.2f} s of CPU time")  # noqa: T201
    assert seconds < 3
