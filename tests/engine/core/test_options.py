"""Options as data: what is read, what is written, and what is refused with one sentence."""

import json
import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.errors import OptionError
from engine.core.options import (
    Option,
    build_options,
    format_options,
    option,
    options_class,
    options_of,
    parse_options,
)
from tests.engine.positions import random_value

pytestmark = pytest.mark.unsanitized  # no compiled code


@dataclass(frozen=True)
class Sample:
    """One option of each kind."""

    flag: bool = option(True, "A switch")
    depth: int = option(3, "A number", minimum=1, maximum=9, unit="plies")
    factor: float = option(1.5, "A fraction", minimum=0, maximum=2)
    side: str = option("red", "A choice", choices=("red", "blue"))
    target: int | None = option(15, "A choice or none", choices=(None, 10, 15), none="none")
    rest: int | None = option(None, "A number or none", minimum=1, maximum=5, none="none")
    ops: str = option("asm", "Some letters", letters="asmdr")


def test_defaults_are_silent() -> None:
    assert format_options(Sample()) == "" and parse_options(Sample, "") == parse_options(Sample, "  ") == Sample()


@pytest.mark.parametrize(
    "text, expected",
    [
        ("flag=off", Sample(flag=False)),
        ("flag=No", Sample(flag=False)),
        (" depth = 9 , side=blue", Sample(depth=9, side="blue")),
        ("factor=0.25", Sample(factor=0.25)),
        ("target=none", Sample(target=None)),
        ("target=NONE,rest=5", Sample(target=None, rest=5)),
        ("ops=rda", Sample(ops="adr")),
        ("ops=", Sample(ops="")),
    ],
)
def test_reading(text: str, expected: Sample) -> None:
    assert parse_options(Sample, text) == expected
    assert parse_options(Sample, format_options(expected)) == expected


@pytest.mark.parametrize(
    "text, words",
    [
        ("depth", "expected name=value"),
        ("=3", "expected name=value"),
        ("depth=1,", "expected name=value"),
        ("depth=1,depth=2", "given twice"),
        ("width=3", "unknown option 'width'; available: flag, depth"),
        ("flag=perhaps", "flag=perhaps: expected on or off"),
        ("depth=three", "depth=three: expected a number"),
        ("depth=2.5", "expected a number"),
        ("depth=0", "depth=0: must be at least 1"),
        ("depth=10", "depth=10: must be at most 9"),
        ("factor=nan", "expected a number"),
        ("factor=inf", "must be at most 2"),
        ("side=green", "side=green: expected one of red, blue"),
        ("target=20", "target=20: expected one of none, 10, 15"),
        ("depth=none", "expected a number"),
        ("rest=6", "must be at most 5"),
        ("ops=ax", "expected some of the letters asmdr, each once"),
        ("ops=aa", "each once"),
    ],
)
def test_refusing(text: str, words: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_options(Sample, text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        {"depth": "3x"},
        {"depth": True},
        {"depth": 2.5},
        {"depth": None},
        {"flag": 2},
        {"flag": None},
        {"side": 1},
        {"ops": "az"},
        {"ops": 3},
        {"factor": None},
        {"nothing": 1},
    ],
)
def test_values_of_the_wrong_kind_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        build_options(Sample, values)


def test_building_on_a_base() -> None:
    base = Sample(depth=5, side="blue")
    assert build_options(Sample, {"depth": 7}, base) == Sample(depth=7, side="blue")
    assert parse_options(Sample, "side=red", base) == Sample(depth=5)
    assert base == Sample(depth=5, side="blue")


def test_whatever_is_allowed_is_read_back() -> None:
    rng = random.Random(1)
    for _ in range(200):
        values = {each.name: random_value(each, rng) for each in options_of(Sample) if each.name != "factor"}
        sample = build_options(Sample, values)
        assert parse_options(Sample, format_options(sample)) == sample
        for each in options_of(Sample):
            value = getattr(sample, each.name)
            assert each.parse(each.format(value)) == value


@dataclass(frozen=True)
class Paths:
    file: str = option("", help="a file")
    level: int = option(1, help="a level", minimum=0, maximum=9)


@given(st.text())
@example("C:\\nets\\a,b;c@d=e%2C.nn")
@example("100%")
def test_separators_in_a_value_pass_through_texts_of_players(text: str) -> None:
    paths = Paths(" ".join(text.split()), 3)
    written = format_options(paths)
    assert parse_options(Paths, written) == paths
    assert written.count(",") == (1 if paths.file else 0) and not set(written) & set(";@\n")


def test_a_plain_per_cent_sign_stays() -> None:
    assert parse_options(Paths, "file=50%,level=2") == Paths("50%", 2)


def test_an_option_is_its_field_made_again() -> None:
    """The field keeps the option, an option makes a field, and both survive JSON."""
    options = options_of(Sample)
    assert options[1] == Option("depth", int, 3, "A number", minimum=1, maximum=9, unit="plies")
    assert options_of(options_class(options)) == options
    assert tuple(Option.from_dict(json.loads(json.dumps(each.to_dict()))) for each in options) == options


def test_an_option_needs_no_more_than_it_has() -> None:
    """A key that is missing, as in data written before the key existed, has its default."""
    assert Option.from_dict({"name": "hash", "kind": "int", "default": 16}) == Option("hash", int, 16)
    with pytest.raises(KeyError):
        Option.from_dict({"name": "hash"})
    with pytest.raises(TypeError):
        Option.from_dict({"name": "hash", "kind": "int", "colour": 1})


@dataclass(frozen=True)
class Renamed:
    fixed: bool = option(False, "a switch", aliases=("once", "earlier"))
    level: int = option(1, "a level")


def test_earlier_names_are_read_and_never_written() -> None:
    assert parse_options(Renamed, "once=on") == parse_options(Renamed, "earlier=on") == Renamed(fixed=True)
    assert format_options(parse_options(Renamed, "level=2,once=on")) == "fixed=on,level=2"
    with pytest.raises(OptionError, match="fixed is given twice"):
        parse_options(Renamed, "fixed=on,once=off")
    with pytest.raises(OptionError, match="available: fixed, level"):
        parse_options(Renamed, "twice=on")
