"""Move paths of Go and MiniGo against ``tests/golden/perft`` and the independent implementation."""

from typing import Any, NamedTuple

import pytest

from engine.core.game import find_game
from engine.core.perft import divide, perft
from tests.engine.conftest import GOLDEN, deep
from tests.engine.games.test_go_oracle import oracle_of

MOST_NODES = 3_000_000
MOST_ORACLE_NODES = 700


class Row(NamedTuple):
    """A line of a golden file."""

    game: str
    text: str
    rules: str
    counts: tuple[int, ...]

    def position(self) -> Any:
        game = find_game(self.game).with_rules(self.rules)
        return game.start() if self.text == "start" else game.parse_position(self.text)


def read_rows(name: str) -> list[Row]:
    rows = []
    for line in (GOLDEN / "perft" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, rules, counts = (part.strip() for part in line.split(";"))
            rows.append(Row(name, text, rules, tuple(int(count) for count in counts.split())))
    return rows


ROWS = read_rows("go") + read_rows("minigo")


def name_of(row: Row) -> str:
    return f"{row.game}-{row.rules or 'default'}-{row.text[:9]}"


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_shallow(row: Row) -> None:
    assert [perft(row.position(), depth) for depth in (1, 2)] == list(row.counts[:2])


@deep
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_deep(row: Row) -> None:
    for depth, count in enumerate(row.counts, 1):
        if count <= MOST_NODES:
            assert perft(row.position(), depth) == count
            assert perft(row.position(), depth, bulk=False) == count


@pytest.mark.unsanitized  # no compiled code
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_oracle_counts_the_same(row: Row) -> None:
    for depth, count in enumerate(row.counts[:2], 1):
        if count <= MOST_ORACLE_NODES:
            assert oracle_of(row.position()).perft(depth) == count


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_oracle_counts_the_same_deeper(row: Row) -> None:
    for depth, count in enumerate(row.counts, 1):
        if count <= 60_000:
            assert oracle_of(row.position()).perft(depth) == count


def test_positions_distinguish_the_boards_that_may_not_recur() -> None:
    """Superko by board, by board and side, simple ko, and suicide: each differs from each other somewhere."""
    by_rules: dict[str, list[Any]] = {}
    for row in ROWS:
        if row.game == "go" and row.text != "start":
            rule_set = next((part[9:] for part in row.rules.split(",") if part.startswith("rule_set=")), "chinese")
            rule_set = "no_surrounded" if "no_surrounded" in row.rules else rule_set
            by_rules.setdefault(rule_set, []).append(row.counts)
    assert len(by_rules) == 5
    assert len({tuple(counts) for counts in by_rules.values()}) == 5


@pytest.mark.parametrize("name", ["go", "minigo"])
def test_divide_adds_up(name: str) -> None:
    row = next(row for row in ROWS if row.game == name and row.text != "start")
    parts = dict(divide(row.position(), 2))
    assert sum(parts.values()) == row.counts[1] and list(parts) == row.position().legal_moves()
