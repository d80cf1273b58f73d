"""The time until every move of a game has a loss; run with ``-m slow -s``."""

import pytest

from engine.bench.review import TARGET, measure
from tests.engine.conftest import deep

pytestmark = [pytest.mark.slow, deep]


def test_every_move_has_a_loss_within_two_seconds_of_cpu_time(capsys: pytest.CaptureFixture[str]) -> None:
    rows = measure(full=True)
    with capsys.disabled():
        for row in rows:
            print(f"\n{row['name']}: {row['text']}")  # noqa: T201
    assert {"chess", "xiangqi", "cotoan", "caro"} <= {row["name"].split(", ")[1] for row in rows}
    assert all(row["value"] < TARGET for row in rows)
