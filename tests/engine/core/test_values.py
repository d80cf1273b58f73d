"""Values: they behave like instances of a frozen dataclass with the same fields, without generated code."""

import copy
import dataclasses
import pickle
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pytest

from engine.core.options import option, options_of
from engine.core.values import Value, replace

pytestmark = pytest.mark.unsanitized  # no compiled code


class Point(Value):
    """A value with a default."""

    x: int
    y: int = 2


class Named(Point):
    """A value with a base, another default of a field of the base, and a check."""

    y: int = 5
    name: str = ""

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("x")


@dataclass(frozen=True)
class DataPoint:
    x: int
    y: int = 2


@dataclass(frozen=True)
class DataNamed(DataPoint):
    y: int = 5
    name: str = ""


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((1,), {}), ((1, 3), {}), ((), {"x": 1}), ((1,), {"y": 7}), ((), {"y": 7, "x": 1})],
)
@pytest.mark.parametrize(("kind", "reference"), [(Point, DataPoint), (Named, DataNamed)])
def test_a_value_has_the_fields_of_a_dataclass(
    kind: Any, reference: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    made, expected = kind(*args, **kwargs), reference(*args, **kwargs)
    assert dataclasses.asdict(made) == dataclasses.asdict(expected) == vars(made)
    assert list(vars(made)) == [field.name for field in dataclasses.fields(expected)] == list(kind.__fields__)
    assert repr(made) == repr(expected).replace("Data", "")
    assert hash(made) == hash(expected)


@pytest.mark.parametrize(
    ("args", "kwargs", "words"),
    [
        ((), {}, "lacks the fields x"),
        ((1, 2, 3), {}, "takes each of the fields x, y once"),
        ((1,), {"x": 1}, "takes each of the fields x, y once"),
        ((1,), {"z": 1}, "takes each of the fields x, y once"),
    ],
)
def test_wrong_arguments_are_refused(args: tuple[Any, ...], kwargs: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        Point(*args, **kwargs)


def test_values_are_equal_by_class_and_fields() -> None:
    assert Point(1) == Point(1, 2) and hash(Point(1)) == hash(Point(1, 2))
    assert Point(1) != Point(2) and Point(1) != Point(1, 3)
    assert Named(1, 2) != Point(1, 2) and Point(1) != (1, 2)
    assert len({Point(1), Point(1, 2), Point(2)}) == 2


def test_values_cannot_be_changed() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match="x"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="z"):
        point.z = 2  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="x"):
        del point.x
    assert point == Point(1)


@pytest.mark.parametrize("change", [replace, dataclasses.replace])
def test_a_copy_with_changes_is_checked(change: Any) -> None:
    assert change(Named(1, name="a"), y=3) == Named(1, 3, "a")
    assert change(DataPoint(1), y=3) == DataPoint(1, 3)
    with pytest.raises(ValueError, match="x"):
        change(Named(1), x=-1)
    with pytest.raises(TypeError):
        change(Named(1), z=1)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace was added in Python 3.13")
def test_copy_replaces_fields() -> None:
    assert copy.replace(Named(1, name="a"), y=3) == Named(1, 3, "a")  # type: ignore[attr-defined]


def test_values_survive_pickling_and_copying() -> None:
    for made in (pickle.loads(pickle.dumps(Named(1))), copy.copy(Named(1)), copy.deepcopy(Named(1))):
        assert made == Named(1) and type(made) is Named


def test_dataclasses_know_the_fields_and_can_extend_them() -> None:
    assert [(field.name, field.type, field.default) for field in dataclasses.fields(Named)] == [
        (field.name, field.type, field.default) for field in dataclasses.fields(DataNamed)
    ]

    @dataclass(frozen=True)
    class Extended(Point):
        z: int = 3

    assert dataclasses.astuple(Extended(1)) == (1, 2, 3)
    assert Extended(1) == Extended(1, 2, 3) != Extended(1, 2, 4)


def test_a_default_is_shared_and_need_not_be_hashable() -> None:
    class Counted(Value):
        counters: Mapping[str, int] = MappingProxyType({})

    assert Counted() == Counted({}) and Counted().counters is Counted().counters
    assert dataclasses.replace(Counted(), counters={"a": 1}) == replace(Counted(), counters={"a": 1})


def test_options_may_be_fields_of_values_and_of_dataclasses() -> None:
    class Base(Value):
        depth: int = option(3, "Plies", minimum=1)

    class Both(Base):
        wide: bool = option(False, "All moves")

    @dataclass(frozen=True, slots=True)
    class Slots(Base):
        wide: bool = option(False, "All moves")

    @dataclass(frozen=True)
    class Plain:
        depth: int = option(3, "Plies", minimum=1)
        wide: bool = option(False, "All moves")

    assert [each.name for each in options_of(Both)] == ["depth", "wide"]
    assert options_of(Both) == options_of(Slots) == options_of(Plain)
    for kind in (Both, Slots, Plain):
        made: Any = kind()
        assert (made.depth, made.wide) == (3, False)
        assert dataclasses.asdict(dataclasses.replace(made, wide=True)) == {"depth": 3, "wide": True}
