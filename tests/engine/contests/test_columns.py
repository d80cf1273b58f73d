"""Columns of numbers and texts are equal to the tuples that they store, in less memory."""

import sys

from hypothesis import given
from hypothesis import strategies as st

from engine.contests.columns import Numbers, Texts

SIXTH = st.integers(0, 10**10).map(lambda each: each / 10**6)
COLUMNS = st.one_of(
    st.lists(st.integers(-(2**70), 2**70) | st.none()),
    st.lists(st.integers(-130, 130) | st.none()),
    st.lists(SIXTH | st.none()),
    st.lists(st.floats(0, 1e9) | st.integers(0, 5) | st.none()),
)


@given(COLUMNS, st.integers(-3, 3), st.integers(-3, 3))
def test_a_column_is_the_tuple_of_its_numbers(values: list[float | None], first: int, end: int) -> None:
    column, expected = Numbers(values), tuple(values)
    assert tuple(column) == expected and column == expected and expected == column
    assert len(column) == len(expected) and hash(column) == hash(expected) and repr(column) == repr(tuple(column))
    assert column[first:end] == expected[first:end] and Numbers(column) == column
    assert [column[place] for place in range(len(values))] == values
    assert column != (*expected, 1) and column != list(expected)


@given(st.lists(st.text()), st.integers(-3, 3))
def test_a_column_of_texts_is_the_tuple_of_its_texts(values: list[str], first: int) -> None:
    column, expected = Texts(values), tuple(values)
    assert tuple(column) == expected and column == expected and hash(column) == hash(expected)
    assert len(column) == len(expected) and column[first:] == expected[first:] and repr(column) == repr(expected)


def test_a_move_takes_a_few_bytes() -> None:
    seconds, nodes = Numbers(each / 1000 for each in range(1000)), Numbers(range(1000))
    assert sys.getsizeof(seconds._data) < 4500 and sys.getsizeof(nodes._data) < 2500
