"""Move paths of chess against ``tests/golden/perft/chess.txt``: published counts, which this project did not make."""

from typing import Any, NamedTuple

import pytest

from engine.core.game import find_game
from engine.core.perft import divide, perft
from tests.engine.conftest import COMPILED, GOLDEN, deep


class Row(NamedTuple):
    """A line of the golden file; a count that no source gives is None."""

    text: str
    counts: tuple[int | None, ...]

    def position(self) -> Any:
        game = find_game("chess")()
        return game.start() if self.text == "start" else game.parse_position(self.text)

    def check(self, least: int, most: int) -> None:
        """Compare every count of ``least`` to ``most`` paths."""
        position = self.position()
        for depth, expected in enumerate(self.counts, 1):
            if expected is not None and least <= expected <= most:
                assert perft(position, depth) == expected, f"{self.text}, depth {depth}"


def read_rows() -> list[Row]:
    rows = []
    for line in (GOLDEN / "perft" / "chess.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, rules, counts = (part.strip() for part in line.split(";"))
            assert rules == ""
            rows.append(Row(text, tuple(None if count == "?" else int(count) for count in counts.split())))
    return rows


ROWS = read_rows()
QUICK = 1_000_000 if COMPILED else 500


def test_the_file_has_its_rows() -> None:
    assert len(ROWS) == 3 + 128


@pytest.mark.parametrize("number", range(3))
def test_usual_positions(number: int) -> None:
    ROWS[number].check(0, 20_000_000 if COMPILED else 3_000)


@pytest.mark.parametrize("tenth", range(10))
def test_suite(tenth: int) -> None:
    for row in ROWS[3 + tenth :: 10]:
        row.check(0, QUICK)


@deep
@pytest.mark.parametrize("number", range(3))
def test_making_each_move_counts_the_same(number: int) -> None:
    row = ROWS[number]
    for depth in (1, 2, 3, 4):
        assert perft(row.position(), depth, bulk=False) == row.counts[depth - 1]


@deep
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_to_the_last_depth(number: int) -> None:
    ROWS[number].check(QUICK + 1, 10**12)


def test_divide_adds_up() -> None:
    position = find_game("chess")().start()
    parts = dict(divide(position, 3 if COMPILED else 2))
    assert list(parts) == position.legal_moves()
    assert sum(parts.values()) == (8902 if COMPILED else 400)
    names = {position.game.format_move(position, move): count for move, count in parts.items()}
    assert names["e4"] == (600 if COMPILED else 20)


@deep
@pytest.mark.parametrize(
    "text, counts",
    [
        # Published counts of Chess960 starts (chessprogramming.org/Chess960_Perft_Results).
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12189, 326672, 8146062)),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18002, 667366, 16253601)),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10471, 273318, 6417013)),
        ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", (22, 593, 13440, 382958, 9183776)),
    ],
)
def test_chess960(text: str, counts: tuple[int, ...]) -> None:
    position = find_game("chess").with_rules("chess960=518").parse_position(text)
    assert tuple(perft(position, depth) for depth in range(1, 6)) == counts
