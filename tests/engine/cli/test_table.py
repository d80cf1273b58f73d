"""Tables: drawn, and what is true of all of them."""

from collections import Counter
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli.table import LEAST_WIDTH, cell_width, format_table


def drawn(*arguments: Any, **options: Any) -> str:
    return "\n".join(line.rstrip() for line in format_table(*arguments, **options))


def test_a_table_that_fits() -> None:
    rows = [("alphabeta", "P8-5 T3.5", "+185"), ("negascout:ordering=on", "", "–")]
    assert drawn("Nim", ("Algorithm", "Principal variation", "Score"), rows, left=2, width=80) == (
        "Nim\n"
        "\n"
        "  Algorithm               Principal variation      Score\n"
        " ────────────────────────────────────────────────────────\n"
        "  alphabeta               P8-5 T3.5                 +185\n"
        "  negascout:ordering=on                                –\n"
    )


def test_the_last_left_column_is_wrapped() -> None:
    rows = [("alphabeta", "Nước đi 黑子 negamax_alphabeta e4", "1"), ("x", "e4", "12,345,678")]
    assert drawn("", ("Algorithm", "Line", "Nodes"), rows, left=2, width=42) == (
        "\n"
        "  Algorithm   Line                 Nodes\n"
        " ────────────────────────────────────────\n"
        "  alphabeta   Nước đi 黑子             1\n"
        "              negamax_alpha\n"
        "              beta e4\n"
        "  x           e4              12,345,678\n"
    )


def test_a_narrow_terminal_cuts_nothing_off() -> None:
    columns = ["Player", *(f"opponent {number}" for number in range(9))]
    rows = [[f"negascout:ordering=on@depth={row}", *["1/2"] * 9] for row in range(9)]
    text = drawn("", columns, rows, left=1, width=60)
    assert all(column in text for column in columns)
    assert text.count("1/2") == 81
    assert all(f"={row}" in text for row in range(9))


def test_styles_are_only_around_title_and_headings() -> None:
    plain = list(format_table("Title", ("A", "B"), [("x", "y")], 1, 80))
    styled = list(format_table("Title", ("A", "B"), [("x", "y")], 1, 80, styled=True))
    assert styled[0] == f"\033[3m{plain[0]}\033[0m"
    assert styled[2] == f"\033[1m{plain[2]}\033[0m"
    assert [styled[1], *styled[3:]] == [plain[1], *plain[3:]]


@pytest.mark.parametrize(("text", "width"), [("", 0), ("abc", 3), ("cờ", 2), ("cờ", 2), ("黑子", 4), ("–×", 2)])
def test_cells_of_a_text(text: str, width: int) -> None:
    assert cell_width(text) == width


words = st.sampled_from(["a", "e4", "alpha", "Nước", "đi", "黑子", "–", "12,345", "negamax_alphabeta:quiescence=on"])
phrases = st.lists(words, min_size=1, max_size=15).map(" ".join)


@given(st.data(), st.integers(1, 2), st.integers(0, 5), st.sampled_from([40, 80, 180]))
def test_a_table_is_a_rectangle_that_fits_if_it_can_and_loses_no_letter(
    data: st.DataObject, left: int, right: int, width: int
) -> None:
    count = left + right
    rows = data.draw(
        st.lists(st.tuples(*(phrases if column == left - 1 else words for column in range(count))), max_size=4)
    )
    columns = data.draw(st.tuples(*(words for _ in range(count))))
    title = data.draw(st.just("") | phrases)
    lines = list(format_table(title, columns, rows, left, width))
    assert len({cell_width(line) for line in lines}) == 1
    widest = [max(LEAST_WIDTH, *map(cell_width, cells)) for cells in zip(columns, *rows, strict=True)]
    if sum(widest) - widest[left - 1] + LEAST_WIDTH + 3 * count + 1 <= width:
        assert cell_width(lines[0]) <= width
    letters = Counter(sign for text in (title, *columns, *chain(*rows)) for sign in text if sign != " ")
    assert Counter(sign for line in lines for sign in line if sign not in " ─") == letters
