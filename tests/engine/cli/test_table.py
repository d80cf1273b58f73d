"""Tables: drawn, and the same as those of ``rich`` wherever these cut nothing off."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli.table import cell_width, format_table


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


def by_rich(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int, width: int) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        justify: Any = "left" if number < left else "right"
        table.add_column(column, justify=justify, no_wrap=number != left - 1, overflow="fold", min_width=8)
    for row in rows:
        table.add_row(*row)
    output = io.StringIO()
    Console(highlight=False, markup=False, emoji=False, width=width, file=output).print(table)
    return output.getvalue()


words = st.sampled_from(["a", "e4", "alpha", "Nước", "đi", "黑子", "–", "12,345", "negamax_alphabeta:quiescence=on"])
phrases = st.lists(words, min_size=1, max_size=15).map(" ".join)


@given(st.data(), st.integers(1, 2), st.integers(0, 5), st.sampled_from([40, 80, 180]))
def test_tables_are_those_of_rich(data: st.DataObject, left: int, right: int, width: int) -> None:
    count = left + right
    rows = data.draw(
        st.lists(st.tuples(*(phrases if column == left - 1 else words for column in range(count))), max_size=4)
    )
    columns = data.draw(st.tuples(*(words for _ in range(count))))
    title = data.draw(st.just("") | phrases)
    ours = "".join(f"{line}\n" for line in format_table(title, columns, rows, left, width))
    if all(cell_width(line) <= width for line in ours.split("\n")):
        assert ours == by_rich(title, columns, rows, left, width)
