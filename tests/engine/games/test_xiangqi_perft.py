"""Move paths against ``tests/golden/perft/xiangqi.txt``: published for the start, Fairy-Stockfish's for the others."""

from typing import Any, NamedTuple

import pytest

from engine.core.game import find_game
from engine.core.perft import divide, perft
from tests.engine.conftest import GOLDEN, deep


class Row(NamedTuple):
    text: str
    counts: tuple[int, ...]

    def position(self) -> Any:
        game = find_game("xiangqi")()
        return game.start() if self.text == "start" else game.parse_position(self.text)


def read_rows() -> list[Row]:
    rows = []
    for line in (GOLDEN / "perft" / "xiangqi.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, _, counts = (part.strip() for part in line.split(";"))
            rows.append(Row(text, tuple(int(count) for count in counts.split())))
    return rows


ROWS = read_rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.text.split()[0][:30])
def test_two_plies(row: Row) -> None:
    assert [perft(row.position(), depth) for depth in (1, 2)] == list(row.counts[:2])


@deep
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.text.split()[0][:30])
def test_all_plies(row: Row) -> None:
    for depth, count in enumerate(row.counts, 1):
        assert perft(row.position(), depth) == count
        if count < 5_000_000:
            assert perft(row.position(), depth, bulk=False) == count


def test_divide_adds_up() -> None:
    position = ROWS[0].position()
    assert sum(dict(divide(position, 2)).values()) == 1920
