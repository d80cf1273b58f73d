"""Mutated records of every format are read, or refused by a ``KyVienError``; what is read is written and read again."""

import random
from collections.abc import Callable

import pytest

from engine.records.collection import Collection
from engine.records.formats import formats
from tests.endurance.cases import Tally, run_cases
from tests.endurance.hostile import mutant, texts_of
from tests.engine.records.formats.test_contract import check_round_trip, check_text

every_format = pytest.mark.parametrize("name", sorted(formats()))


def fuzz(name: str, seed: int, count: int) -> Tally:
    cls = formats()[name]
    kind, texts, read = cls(), texts_of(cls), 0

    def case(rng: random.Random) -> None:
        nonlocal read
        text = mutant(texts, rng)
        for record in check_text(kind, text)[:3]:
            check_round_trip(kind, record)
            read += 1
        data = text.encode("utf-8", "surrogatepass")
        at = rng.randrange(len(data) + 1)
        if rng.random() < 0.3:
            data = data[:at] + rng.randbytes(rng.randrange(4)) + data[at + rng.randrange(4) :]
        for _ in Collection.load(f"a{kind.suffixes[0]}", data).scan():
            pass

    tally = run_cases(f"records {name}", seed, count, case)
    assert read > count // 50, "most mutants are so damaged that nothing was read"
    return tally


@every_format
def test_some_records(name: str, seed: int) -> None:
    fuzz(name, seed, 30)


@pytest.mark.slow
@every_format
def test_many_records(name: str, seed: int, figure: Callable[[str], None]) -> None:
    figure(str(fuzz(name, seed, 13_000)))
