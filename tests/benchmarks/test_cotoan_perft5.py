"""The deepest counts of the rule specification: some six thousand million paths a row, run with ``-m slow``."""

import pytest

from engine.core.perft import perft
from tests.engine.conftest import deep
from tests.engine.games.test_cotoan_perft import START_ROWS, Row, captures_at, rules_of

pytestmark = [pytest.mark.slow, deep]


@pytest.mark.parametrize("row", [row for row in START_ROWS if len(row.counts) >= 5], ids=rules_of)
def test_perft_5(row: Row) -> None:
    assert perft(row.position(), 5) == row.counts[4]


def test_captures_at_ply_5() -> None:
    assert captures_at(5) == (2_739_907, 15_084)
