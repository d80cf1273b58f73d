"""The table of proof-number search: what is stored is returned, and the least work is replaced."""

import pytest

from engine.core.errors import OptionError
from engine.search.proof_table import ProofTable

HALF = 1 << 32


def in_bucket(bucket: int, buckets: int, number: int) -> int:
    """A key of a bucket; the buckets divide the range of the upper 32 bits."""
    return (-(-bucket * HALF // buckets)) << 32 | number


def test_what_is_stored_is_returned() -> None:
    table = ProofTable(64)
    assert table.entry(5) is None
    rows = {
        0: (1, 1, 0, 0, 1),
        5: (0, 2**31 - 1, 65535, 255, 7),
        2**64 - 1: (2**31 - 1, 0, 300, 17, 2**31 - 1),
        3 << 62: (1_000_000_000, 12, 1, 0, 90),
    }
    for key, (phi, delta, move, plies, work) in rows.items():
        table.store(key, phi, delta, move, plies, work)
    assert {key: table.entry(key) for key in rows} == rows
    table.clear()
    assert not any(table.entry(key) for key in rows)


def test_no_key_has_the_entry_of_another() -> None:
    """Keys of one bucket that differ in any bit."""
    table = ProofTable(4)
    key = 0x123456789ABCDEF0
    table.store(key, 3, 4, 5, 6, 7)
    assert all(table.entry(key ^ 1 << bit) is None for bit in range(64))


def test_the_work_on_a_position_is_added() -> None:
    table = ProofTable(4)
    table.store(9, 1, 1, 0, 0, 10)
    table.store(9, 2, 3, 4, 0, 5)
    assert table.entry(9) == (2, 3, 4, 0, 15)
    table.store(9, 2, 3, 4, 0, 2**40)
    assert table.entry(9) == (2, 3, 4, 0, 2**31 - 1)


def test_the_entry_with_the_least_work_is_replaced() -> None:
    table = ProofTable(4)
    for number, work in enumerate((40, 20, 30, 50)):
        table.store(number, 1, 1, 0, 0, work)
    table.store(8, 1, 1, 0, 0, 1)
    assert [bool(table.entry(key)) for key in (0, 1, 2, 3, 8)] == [True, False, True, True, True]
    table.store(9, 1, 1, 0, 0, 1)
    assert table.entry(8) is None, "even by an entry with as little work: it is the newest"


def test_the_work_of_earlier_analyses_counts_less() -> None:
    table = ProofTable(4)
    table.store(0, 1, 1, 0, 0, 10_000)
    table.new_search()
    for number, work in ((1, 60), (2, 50), (3, 70)):
        table.store(number, 1, 1, 0, 0, work)
    table.store(4, 1, 1, 0, 0, 1)
    assert table.entry(0) is None and table.entry(2) is not None
    for _ in range(256):
        table.new_search()
    assert table.generation == 1


@pytest.mark.parametrize(("wanted", "entries"), [(0, 4), (3, 4), (4, 4), (7, 4), (8, 8), (1001, 1000)])
def test_the_size_is_a_multiple_of_a_bucket(wanted: int, entries: int) -> None:
    assert ProofTable(wanted).entries == entries


def test_every_entry_is_used() -> None:
    table = ProofTable(1000)
    keys = [in_bucket(bucket, 250, number) for bucket in range(250) for number in range(4)]
    for key in keys:
        table.store(key, 1, 2, 3, 4, 5)
    assert all(table.entry(key) == (1, 2, 3, 4, 5) for key in keys)


def test_a_table_is_initialised_once() -> None:
    table = ProofTable(8)
    with pytest.raises(TypeError, match="once"):
        table.__init__(8)  # type: ignore[misc]


@pytest.mark.unsanitized  # a sanitizer ends the program instead
def test_more_than_there_is_in_memory_is_refused_with_a_sentence() -> None:
    with pytest.raises((OptionError, MemoryError)):
        ProofTable(1 << 50)
