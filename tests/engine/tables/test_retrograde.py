"""The retrograde analysis: published figures, agreement with the rules move by move, and hostile arguments."""

import hashlib
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import KyVienError, OptionError
from engine.core.game import find_game
from engine.tables.endings import (
    EndingLibrary,
    EndingTable,
    endings_of,
    file_of,
    generate,
    layout_of,
    normal_material,
    read_table,
    shipped_folder,
    write_table,
)
from engine.tables.retrograde import Layout, Retrograde
from tests.engine.conftest import deep, few

ROOT = Path(__file__).parents[3]
CODE = """
import hashlib
from engine.tables.endings import generate
for name, table in generate("xiangqi", MATERIAL).items():
    print(name, table.longest, table.counts, hashlib.sha256(table.values).hexdigest())
"""


@cache
def shipped(game: str, material: str) -> EndingTable:
    return read_table(file_of(shipped_folder(), game, material))


def library() -> EndingLibrary:
    return EndingLibrary([shipped_folder()])


def positions(game: str, table: EndingTable, count: int | None) -> Any:
    """All positions of a table with their values, or a sample of ``count`` numbers."""
    kind = find_game(game)
    endings = endings_of(kind())
    layout, blank = layout_of(endings, table.material), kind.with_rules(endings.rules).start()
    rng = random.Random(1986)
    for number in range(layout.size) if count is None else rng.sample(range(layout.size), count):
        position = layout.position_of(blank, number)
        if position is not None:
            yield position, table.values[number]


# --- published figures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("material", "longest", "white"),
    [
        # The longest mates take 10, 16 and 28 moves, with the side of the piece to move.
        # J. Nunn, “Secrets of Rook Endings” and “Secrets of Pawnless Endings”; with Black to move it is one ply more.
        ("KQK", 20, None),
        ("KRK", 32, None),
        # White to move, pawn on the files a to d: 62,480 of 81,664 positions are won (124,960 of 163,328 on all files;
        # D. Forthoffer and others, known from many tables).
        ("KPK", 56, (81_664, 62_480, 19_184, 0)),
    ],
)
def test_the_tables_of_chess_have_the_published_figures(
    material: str, longest: int, white: tuple[int, ...] | None
) -> None:
    table = shipped("chess", material)
    assert table.longest == longest
    assert table.counts[0][1] == table.counts[0][0] or white is not None, "White wins all if it has a queen or a rook"
    if white is not None:
        assert table.counts[0] == white
    assert table.counts[1][1] == 0 and table.counts[0][3] == 0, "a bare king never wins"


@deep
def test_the_shipped_tables_are_those_of_the_present_rules() -> None:
    for game, material in (("chess", "KPK"), ("xiangqi", "KHKA")):
        for name, table in generate(game, material).items():
            assert table == shipped(game, name)


@pytest.mark.slow
@deep
def test_bishop_and_knight_mate_in_33_moves() -> None:
    table = generate("chess", "KBNK")["KBNK"]
    assert table.longest == 66, "with Black to move; 65 plies with White to move"
    white = table.values[: len(table.values) // 2]
    assert max(value for value in white if value % 2 == 0) - 1 == 65


# --- the rules, move by move -----------------------------------------------------------------------------------------


def expected(position: Any, tables: EndingLibrary) -> int:
    """The value of a position from the values after its moves, as the rules of the game define it."""
    outcome = position.outcome()
    if outcome is not None:
        assert outcome.winner is not position.turn
        return 0 if outcome.winner is None else 1
    after = []
    for move in position.legal_moves():
        value = tables.value(position.play(move))
        if value is None:  # the game is over with other material
            value = 0 if position.play(move).outcome().winner is None else 1
        after.append(value)
    losses = [value for value in after if value % 2]
    if losses:
        return min(losses) + 1
    return 0 if 0 in after else max(after) + 1


@deep
@pytest.mark.parametrize("count", few((400, None), (400,)))
@pytest.mark.parametrize(
    ("game", "material"),
    [("chess", "KRK"), ("chess", "KPK"), ("xiangqi", "KHKA"), ("xiangqi", "KRKAE"), ("xiangqi", "KCKAA")],
)
def test_every_value_follows_from_the_values_after_its_moves(game: str, material: str, count: int | None) -> None:
    tables, checked = library(), 0
    for position, value in positions(game, shipped(game, material), count):
        assert value == expected(position, tables), str(position)
        checked += 1
    assert checked > (count or 10_000) // 5


@deep
@pytest.mark.parametrize("count", few((1500, None), (1500,)))
def test_a_loser_that_can_capture_delays_the_end_as_long_as_possible(count: int | None, tmp_path: Path) -> None:
    for name, table in generate("xiangqi", "KPPK").items():
        path = file_of(tmp_path, "xiangqi", name)
        path.parent.mkdir(exist_ok=True)
        write_table(path, table)
    tables, delays = EndingLibrary([tmp_path]), 0
    table = tables.find("xiangqi", "KPPK")
    assert table is not None
    for position, value in positions("xiangqi", table, count):
        assert value == expected(position, tables), str(position)
        captures = position.noisy_moves()
        after = {move: tables.value(position.play(move)) or 0 for move in position.legal_moves()}
        longest = [max((after[move] for move in after if (move in captures) == taking), default=0) for taking in (0, 1)]
        delays += value % 2 == 1 and 0 < longest[0] < longest[1]
    assert delays, "no position in which the capture alone is best"


@pytest.mark.parametrize(("game", "material"), [("chess", "KRK"), ("chess", "KPK"), ("xiangqi", "KHKAE")])
def test_positions_set_up_from_numbers_are_those_of_the_notation(game: str, material: str) -> None:
    rules = find_game(game).with_rules(endings_of(find_game(game)()).rules)
    for position, _ in positions(game, shipped(game, material), 60):
        read = rules.parse_position(str(position))
        assert read == position and read.legal_moves() == position.legal_moves()
        assert sorted(read.placement or []) == sorted(position.placement or [])


def test_numbers_that_describe_no_position_are_those_the_notation_refuses() -> None:
    kind = find_game("chess")
    layout = layout_of(endings_of(kind()), "KRK")
    legal = sum(layout.position_of(kind().start(), number) is not None for number in range(0, layout.size, 31))
    letters = "KkR"
    found = 0
    for number in range(0, layout.size, 31):
        side, rest = divmod(number, layout.size // 2)
        king, enemy, rook = rest // 4096, rest // 64 % 64, rest % 64
        cells = [(0, 1, 2, 3, 9, 10, 11, 18, 19, 27)[king], enemy, rook]
        if len(set(cells)) < 3:
            continue
        board = [""] * 64
        for letter, cell in zip(letters, cells, strict=True):
            board[cell] = letter
        ranks = ["".join(each or "1" for each in board[8 * row : 8 * row + 8]) for row in range(7, -1, -1)]
        try:
            kind().parse_position(f"{'/'.join(ranks)} {'wb'[side]} - - 0 1")
        except KyVienError:
            continue
        found += 1
    assert legal == found > 300


# --- compiled and uncompiled -----------------------------------------------------------------------------------------


@deep
@pytest.mark.parametrize("material", few(("KEK", "KPK", "KHK"), ("KEK",)))
def test_the_uncompiled_analysis_is_the_same(material: str) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", CODE.replace("MATERIAL", repr(material))],
        env={**os.environ, "KYVIEN_PURE": "1"}, cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    lines = [
        f"{name} {table.longest} {table.counts} {hashlib.sha256(table.values).hexdigest()}"
        for name, table in generate("xiangqi", material).items()
    ]
    assert printed.splitlines() == lines and lines


# --- hostile arguments -----------------------------------------------------------------------------------------------


def layout(**changes: Any) -> Layout:
    values: dict[str, Any] = {
        "pieces": [0, 1], "cells": [[0, 1, 2], [0, 1, 2]], "symmetries": [(0, 1, 2)], "swap_pieces": [(0, 1)],
        "swap_cells": (2, 1, 0),
    }  # fmt: skip
    return Layout(**{**values, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"pieces": []},
        {"pieces": [0] * 9, "cells": [[0]] * 9},
        {"pieces": [0, 5]},
        {"pieces": [0, -1]},
        {"pieces": [0, 2**40]},
        {"cells": [[0, 1, 2]]},
        {"cells": [[0], []]},
        {"cells": [[0], [3]]},
        {"cells": [[0], [-1]]},
        {"symmetries": []},
        {"symmetries": [(0, 1, 2)] * 9},
        {"symmetries": [(0, 1, 1)]},
        {"symmetries": [(0, 1)]},
        {"swap_cells": (0, 0, 1)},
        {"swap_cells": ()},
        {"swap_cells": tuple(range(300))},
        {"swap_pieces": [(0, 64)]},
        {"swap_pieces": [(-1, 1)]},
    ],
)
def test_a_layout_that_would_leave_its_arrays_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        layout(**changes)


def test_too_many_positions_are_refused_before_memory_is_used() -> None:
    with pytest.raises(OptionError, match="more than 30,000,000 positions"):
        layout_of(endings_of(find_game("chess")()), "KQRBK")


def test_numbers_out_of_range_are_refused() -> None:
    chess = find_game("chess")()
    numbers = layout_of(endings_of(chess), "KRK")
    for number in (-1, numbers.size):
        with pytest.raises(IndexError):
            numbers.position_of(chess.start(), number)
    for placement in ([(64, 0)], [(0, 256)], [(-1, 0)], [(5, -1)], [(5, 0)] * 9):
        with pytest.raises(ValueError, match=r"out of range|too many"):
            numbers.number_of(placement, 0)
    with pytest.raises(ValueError, match="side"):
        numbers.number_of([(5, 0)], 2)
    assert numbers.number_of([(5, 0), (13, 20), (4, 7)], 0) is None, "a queen, not a rook"
    analysis = Retrograde(chess.start(), numbers, [])
    for start, stop in ((-1, 1), (2, 1), (0, numbers.size + 1)):
        with pytest.raises(ValueError, match="out of range"):
            analysis.count(start, stop)
    with pytest.raises(ValueError, match="not linked"):
        analysis.settle(0)
    with pytest.raises(ValueError, match="out of range"):
        analysis.link(0, 1)
    with pytest.raises(ValueError, match="do not belong"):
        Retrograde(chess.start(), numbers, [(numbers, b"short")])
    with pytest.raises(TypeError):
        analysis.__init__(chess.start(), numbers, [])  # type: ignore[misc]


@pytest.mark.parametrize(
    ("game", "text", "normal"),
    [
        ("chess", "KRK", "KRK"),
        ("chess", "kkr", "KRK"),
        ("chess", "KNBK", "KBNK"),
        ("chess", "KPKR", "KRKP"),
        ("chess", "KK", "KK"),
        ("xiangqi", "KNKBA", "KHKAE"),
        ("xiangqi", "KAAKH", "KHKAA"),
    ],
)
def test_a_material_has_one_normal_form(game: str, text: str, normal: str) -> None:
    assert normal_material(endings_of(find_game(game)()), text) == normal


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("chess", ""),
        ("chess", "K"),
        ("chess", "KRKK"),
        ("chess", "RKK"),
        ("chess", "KXK"),
        ("chess", "KQRBNPK"),
        ("chess", "KPKP"),
        ("chess", "K/../K"),
        ("chess", "K" * 100_000),
        ("xiangqi", "KRRRK"),
        ("xiangqi", "KQK"),
    ],
)
def test_what_is_no_material_is_refused_in_one_sentence(game: str, text: str) -> None:
    with pytest.raises(OptionError) as refused:
        normal_material(endings_of(find_game(game)()), text)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 200
