"""Move paths of caro against ``tests/golden/perft/caro.txt``, and the second implementation where it is quick."""

import pytest

from engine.core.game import find_game
from engine.core.perft import perft
from tests.engine.conftest import COMPILED, GOLDEN
from tests.engine.games.test_caro_oracle import oracle_of, slow_perft

ROWS = [
    tuple(part.strip() for part in line.split(";"))
    for line in (GOLDEN / "perft" / "caro.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0][:12]} {row[1]}")
def test_row(row: tuple[str, ...]) -> None:
    text, rules, counts = row
    game = find_game("caro").with_rules(rules)
    position = game.start() if text == "start" else game.parse_position(text)
    for depth, count in enumerate(map(int, counts.split()), 1):
        if COMPILED or count < 10_000:
            assert perft(position, depth) == count, depth
        if count < 1_000 and position.opening_stage == 0:
            assert slow_perft(oracle_of(position), depth) == count, depth
