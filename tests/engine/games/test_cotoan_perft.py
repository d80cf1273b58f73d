"""Move paths against ``tests/golden/perft/cotoan.txt`` and the independent generator."""

from typing import Any, NamedTuple

import pytest

from engine.core.game import find_game
from engine.core.perft import divide, perft
from tests.engine.conftest import GOLDEN, deep
from tests.engine.games.cotoan_oracle import Oracle, move_name


class Row(NamedTuple):
    """A line of the golden file; a count that no source gives is None."""

    text: str
    rules: str
    counts: tuple[int | None, ...]

    def position(self) -> Any:
        game = find_game("cotoan").with_rules(self.rules)
        return game.start() if self.text == "start" else game.parse_position(self.text)

    def oracle(self) -> Oracle:
        position = self.position()
        return Oracle.read(position.game.rules, str(position))


def read_rows() -> list[Row]:
    rows = []
    for line in (GOLDEN / "perft" / "cotoan.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, rules, counts = (part.strip() for part in line.split(";"))
            numbers = tuple(None if count == "?" else int(count) for count in counts.split())
            rows.append(Row(text, rules, numbers))
    return rows


ROWS = read_rows()
START_ROWS = [row for row in ROWS if row.text == "start"]
MIDDLEGAME_ROWS = [row for row in ROWS if row.text != "start"]


def rules_of(row: Row) -> str:
    return row.rules or "Chuẩn"


@pytest.mark.parametrize("row", START_ROWS, ids=rules_of)
@pytest.mark.parametrize("depth", [1, 2, pytest.param(3, marks=deep), pytest.param(4, marks=deep)])
def test_start(row: Row, depth: int) -> None:
    expected = row.counts[depth - 1]
    if expected is not None:
        assert perft(row.position(), depth) == expected


@pytest.mark.parametrize("row", MIDDLEGAME_ROWS, ids=rules_of)
def test_middlegame(row: Row) -> None:
    position = row.position()
    assert (perft(position, 1), perft(position, 2)) == row.counts[:2]


@deep
@pytest.mark.parametrize("row", MIDDLEGAME_ROWS, ids=rules_of)
def test_middlegame_deeper(row: Row) -> None:
    assert perft(row.position(), 3) == row.counts[2]
    assert perft(row.position(), 3, bulk=False) == row.counts[2]


@pytest.mark.unsanitized  # no compiled code
@pytest.mark.parametrize("row", MIDDLEGAME_ROWS[::3], ids=rules_of)
def test_oracle_counts_the_same(row: Row) -> None:
    oracle = row.oracle()
    assert (oracle.perft(1), oracle.perft(2)) == row.counts[:2]


@pytest.mark.slow
@pytest.mark.parametrize("row", MIDDLEGAME_ROWS, ids=rules_of)
def test_oracle_counts_the_same_deeper(row: Row) -> None:
    assert tuple(row.oracle().perft(depth) for depth in (1, 2, 3)) == row.counts


def test_middlegames_distinguish_the_options() -> None:
    by_position: dict[str, list[Any]] = {}
    for row in MIDDLEGAME_ROWS:
        by_position.setdefault(row.text, []).append(row.counts)
    assert len(by_position) == 3
    assert max(len(set(counts)) for counts in by_position.values()) == len(MIDDLEGAME_ROWS) // 3


@deep
@pytest.mark.parametrize("depth, captures", [(3, 134), pytest.param(4, 16_705, marks=pytest.mark.slow)])
def test_captures_at_the_last_ply(depth: int, captures: int) -> None:
    assert captures_at(depth) == (captures, 0)


def captures_at(depth: int) -> tuple[int, int]:
    """Return how many moves of ply ``depth`` from the start are captures, and how many of those capture a zero."""
    counts = [0, 0]

    def count(position: Any, left: int) -> None:
        if left > 1:
            for move in position.legal_moves():
                count(position.play(move), left - 1)
            return
        for move in position.noisy_moves():
            counts[0] += 1
            counts[1] += position.play(move).outcome() is not None

    count(find_game("cotoan").with_rules("target=none").start(), depth)
    return counts[0], counts[1]


def test_divide_adds_up_and_leaves_the_position_alone() -> None:
    position = find_game("cotoan")().start()
    before = (str(position), position.key, position.history)
    parts = dict(divide(position, 2))
    assert sum(parts.values()) == perft(position, 2) == 7456
    assert list(parts) == position.legal_moves()
    oracle = Oracle.read(position.game.rules, str(position))
    by_name = {position.game.format_move(position, move, "coordinates"): count for move, count in parts.items()}
    assert by_name == {move_name(move): oracle.play(move).perft(1) for move in oracle.moves()}
    assert (str(position), position.key, position.history) == before


@pytest.mark.parametrize("depth", [-1, 128])
def test_depth_out_of_range(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        perft(find_game("cotoan")().start(), depth)


def test_depth_zero_is_one_path() -> None:
    assert perft(find_game("cotoan")().start(), 0) == 1
    with pytest.raises(ValueError, match="at least 1"):
        dict(divide(find_game("cotoan")().start(), 0))


def test_nothing_below_a_captured_zero() -> None:
    """Red takes the zero in one of its moves: that path has no second move, all others have."""
    position = find_game("cotoan")().parse_position("9/4b04/9/9/9/4r34/4r74/9/9/4r04/b18 r 0 0 0 1")
    taking = position.game.parse_move(position, "e5e10")
    assert dict(divide(position, 2))[taking] == 0
    assert perft(position, 2) == sum(len(position.play(move).legal_moves()) for move in position.legal_moves())
