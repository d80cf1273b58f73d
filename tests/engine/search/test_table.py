"""The transposition table: what is stored is returned, remains true, and belongs to its key."""

import random
from collections.abc import Callable

import pytest

from engine.core.score import INFINITY, WIN, WIN_BOUND
from engine.search.table import Table
from engine.search.table_pure import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_NONE,
    BOUND_UPPER,
    GREATEST_VALUE,
    NO_EVALUATION,
    NO_MOVE,
)
from tests.engine.conftest import COMPILED

KEY = 0x9E3779B97F4A7C15
MANY = 100_000 if COMPILED else 5_000


def in_bucket(number: int) -> int:
    """A key of the bucket of key 0 in every table, another one for each number from 1."""
    return number << 40


def test_what_is_stored_is_returned() -> None:
    table = Table(1024)
    rng = random.Random(1)
    for number in range(2000):
        key = rng.getrandbits(64)
        move, depth = rng.randrange(NO_MOVE), rng.randrange(256)
        value, evaluation = (rng.randint(-GREATEST_VALUE, GREATEST_VALUE) for _ in range(2))
        bound = rng.choice((BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT))
        table.new_search()  # so that the entry replaces any other
        table.store(key, move, value, evaluation, depth, bound, number % 100)
        assert table.entry(key, rng.randrange(100)) == (move, value, evaluation, depth, bound)


@pytest.mark.parametrize("key", [0, 1, 2**63, 2**64 - 1])
def test_an_empty_table_has_no_entries(key: int) -> None:
    assert Table(4).entry(key) is None


def test_a_missing_evaluation_remains_missing() -> None:
    table = Table(4)
    for evaluation in (NO_EVALUATION, GREATEST_VALUE + 1, -GREATEST_VALUE - 1, INFINITY, -INFINITY):
        table.store(KEY, 1, 5, evaluation, 3, BOUND_EXACT)
        assert table.entry(KEY) == (1, 5, NO_EVALUATION, 3, BOUND_EXACT)


@pytest.mark.parametrize("sign", [1, -1])
def test_wins_are_stored_from_the_position_and_returned_from_the_root(sign: int) -> None:
    """A position that is reached by another number of plies is as many plies from its end as before."""
    table = Table(4)
    for ply in (0, 1, 7, 100):
        for plies in (0, 1, 2, 50, 128):
            value = sign * (WIN - ply - plies)
            assert abs(value) > WIN_BOUND
            table.store(KEY, 1, value, 0, 3, BOUND_EXACT, ply)
            for other in (0, 3, ply, 127):
                found = table.entry(KEY, other)
                assert found is not None
                assert (found[1], found[4]) == (sign * (WIN - other - plies), BOUND_EXACT)


@pytest.mark.parametrize("bound", [BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT])
@pytest.mark.parametrize("value", [GREATEST_VALUE, GREATEST_VALUE + 1, 50_000, WIN_BOUND - 1, WIN_BOUND])
@pytest.mark.parametrize("sign", [1, -1])
def test_great_values_are_stored_as_bounds_that_are_true(value: int, bound: int, sign: int) -> None:
    table = Table(4)
    table.store(KEY, 1, sign * value, 0, 3, bound, 4)
    found = table.entry(KEY, 9)
    assert found is not None
    stored, kind = found[1], found[4]
    assert abs(stored) <= GREATEST_VALUE
    # A stored bound holds for every score that the bound given allows.
    assert not kind & BOUND_LOWER or (bound & BOUND_LOWER and stored <= sign * value)
    assert not kind & BOUND_UPPER or (bound & BOUND_UPPER and stored >= sign * value)
    if value == GREATEST_VALUE:
        assert (stored, kind) == (sign * value, bound)
    else:
        assert kind == bound & (BOUND_LOWER if sign > 0 else BOUND_UPPER)
        assert stored == sign * GREATEST_VALUE


# --- replacement ------------------------------------------------------------------------------------------------------


def test_the_shallowest_entry_of_a_bucket_is_replaced() -> None:
    table = Table(4)
    for number, depth in enumerate((9, 3, 7, 5), 1):
        table.store(in_bucket(number), number, 0, 0, depth, BOUND_EXACT)
    table.store(in_bucket(5), 5, 0, 0, 1, BOUND_LOWER)
    assert [table.entry(in_bucket(number)) is not None for number in range(1, 6)] == [True, False, True, True, True]


def test_an_entry_of_an_earlier_analysis_is_eight_plies_shallower() -> None:
    def kept(old_depth: int, new_depth: int, analyses: int) -> bool:
        """Whether the entry of an earlier analysis remains when another entry needs its bucket."""
        table = Table(4)
        table.store(in_bucket(1), 1, 0, 0, old_depth, BOUND_EXACT)
        for _ in range(analyses):
            table.new_search()
        for number in (2, 3, 4):
            table.store(in_bucket(number), number, 0, 0, new_depth, BOUND_EXACT)
        table.store(in_bucket(5), 5, 0, 0, new_depth, BOUND_EXACT)
        return table.entry(in_bucket(1)) is not None

    assert kept(10, 9, 0)
    for analyses in (1, 2, 5, 31):
        assert kept(8 * analyses + 5 if analyses < 31 else 255, 4, analyses) is True
        assert kept(8 * analyses + 3 if analyses < 31 else 251, 4, analyses) is False


def test_a_deeper_entry_of_the_same_key_and_analysis_is_kept_unless_the_new_value_is_exact() -> None:
    def after(depth: int, bound: int, analyses: int = 0) -> int:
        """The depth in the table after an entry of depth 20 was followed by another one."""
        table = Table(4)
        table.store(KEY, 1, 100, 0, 20, BOUND_LOWER)
        for _ in range(analyses):
            table.new_search()
        table.store(KEY, 2, 50, 0, depth, bound)
        found = table.entry(KEY)
        assert found is not None and (found[0], found[1]) in ((1, 100), (2, 50))
        return found[3]

    assert [after(depth, BOUND_UPPER) for depth in (25, 20, 17, 16, 1)] == [25, 20, 17, 20, 20]
    assert after(1, BOUND_EXACT) == 1
    assert after(1, BOUND_UPPER, analyses=1) == 1


def test_one_key_has_one_entry_and_keeps_its_move() -> None:
    table = Table(4)
    for number in (1, 2, 3):
        table.store(in_bucket(number), number, 0, 0, 9, BOUND_EXACT)
    table.store(in_bucket(2), 77, 10, 0, 9, BOUND_LOWER)
    table.store(in_bucket(2), NO_MOVE, 20, 1, 9, BOUND_UPPER)
    assert table.entry(in_bucket(2)) == (77, 20, 1, 9, BOUND_UPPER)
    # It occupies one place, so that a fourth key does not replace another one.
    table.store(in_bucket(4), 4, 0, 0, 1, BOUND_EXACT)
    assert all(table.entry(in_bucket(number)) for number in (1, 2, 3, 4))


def test_no_key_has_the_entry_of_another() -> None:
    """The table of four entries has one bucket, in which all keys meet; every entry found is the last one stored."""
    table, rng = Table(4), random.Random(7)
    stored: dict[int, tuple[int, int, int, int, int]] = {}
    keys = [rng.getrandbits(64) for _ in range(40)]
    keys += [key ^ 1 << bit for key in keys[:4] for bit in range(64)]
    found = 0
    for number in range(MANY):
        key = rng.choice(keys)
        entry = (rng.randrange(NO_MOVE), rng.randint(-30_000, 30_000), rng.randint(-30_000, 30_000), rng.randrange(64))
        table.store(key, *entry, BOUND_EXACT)
        stored[key] = (*entry, BOUND_EXACT)
        assert table.entry(key) == stored[key]
        other = rng.choice(keys)
        there = table.entry(other)
        assert there is None or there == stored[other], number
        found += there is not None
        if number % 1000 == 999:
            table.new_search()
    assert found > MANY // 1000
    assert sum(table.entry(key) is not None for key in keys) <= 4


@pytest.mark.parametrize("number", [2, 3])
def test_a_torn_entry_is_no_entry(number: int) -> None:
    """The data of one position with the lock of another, in the same bucket and in another one."""
    table = Table(64)
    other = in_bucket(number) + number % 2
    table.store(in_bucket(1), 11, 100, 1, 5, BOUND_EXACT)
    table.store(other, 22, 200, 2, 6, BOUND_LOWER)
    table.tear(in_bucket(1), other)
    assert table.entry(in_bucket(1)) is None
    assert table.entry(other) == (22, 200, 2, 6, BOUND_LOWER)
    table.store(in_bucket(1), 11, 100, 1, 5, BOUND_EXACT)
    assert table.entry(in_bucket(1)) == (11, 100, 1, 5, BOUND_EXACT)


# --- size and analyses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted, entries", [(-3, 4), (0, 4), (1, 4), (4, 4), (7, 4), (8, 8), (1000, 512)])
def test_the_size_is_a_power_of_two(wanted: int, entries: int) -> None:
    assert Table(wanted).entries == entries


def test_every_entry_of_the_table_is_used() -> None:
    table = Table(1 << 12)
    for key in range(1 << 12):
        table.store(key, 1, 0, 0, 1, BOUND_EXACT)
    assert table.fill == 1000
    assert sum(table.entry(key) is not None for key in range(1 << 12)) == 1 << 12


def test_the_present_analysis_fills_the_table() -> None:
    table = Table(64)
    assert table.fill == 0
    for key in range(32):
        table.store(key, 1, 0, 0, 1, BOUND_EXACT)
    assert table.fill == 500
    table.new_search()
    assert table.fill == 0
    table.store(KEY, 1, 0, 0, 1, BOUND_EXACT)
    assert table.fill == 1000 // 64


def test_generations_are_counted_modulo_32() -> None:
    table = Table(4)
    generations = []
    for _ in range(40):
        generations.append(table.generation)
        table.new_search()
    assert generations == [each % 32 for each in range(40)]


def test_a_cleared_table_is_a_new_one() -> None:
    table, new = Table(64), Table(64)
    rng = random.Random(3)

    def fill(one: Table, draw: Callable[[int], int]) -> None:
        for _ in range(200):
            one.store(draw(64), draw(8), draw(10), draw(10), draw(5), 1 + draw(3))
        one.new_search()

    for _ in range(3):
        fill(table, rng.getrandbits)
    table.clear()
    assert (table.generation, table.fill) == (0, 0)
    for one in (table, new):
        fill(one, random.Random(5).getrandbits)
    keys = random.Random(5)
    for _ in range(200):
        key = keys.getrandbits(64)
        for bits in (8, 10, 10, 5, 3):
            keys.getrandbits(bits)
        assert table.entry(key) == new.entry(key)


def test_a_table_is_initialised_once() -> None:
    table = Table(8)
    with pytest.raises(TypeError, match="once"):
        table.__init__(16)  # type: ignore[misc]
    assert table.entries == 8
