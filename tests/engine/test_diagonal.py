"""The few combinations of parameters that a test marked ``diagonal`` runs under a sanitizer."""

from itertools import product

import pytest

from tests.engine.conftest import diagonal_of


@pytest.mark.parametrize("lengths", [(1,), (5,), (3, 3), (2, 4), (22, 8), (3, 5, 2)])
def test_of_a_whole_table_each_value_is_in_one_of_few_cells(lengths: tuple[int, ...]) -> None:
    cells = list(product(*map(range, lengths)))
    chosen = [cells[index] for index in diagonal_of(cells)]
    assert [set(each) for each in zip(*chosen, strict=True)] == [set(range(each)) for each in lengths]
    assert len(chosen) == max(lengths)


def test_of_a_table_with_holes_each_value_is_in_a_cell() -> None:
    """The diagonal has no cell here, or not all values."""
    cells = [("a", 1), ("a", 2), ("b", 0), ("b", 2), ("c", 0)]
    chosen = [cells[index] for index in diagonal_of(cells)]
    assert {first for first, _ in chosen} == {"a", "b", "c"} and {second for _, second in chosen} == {0, 1, 2}
