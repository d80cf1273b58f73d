"""Sequences of numbers and texts that take little memory, for the moves of thousands of games."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T", covariant=True)

_MICRO = 1_000_000
_WHOLE = "bhiq"
"""Types of integers, the smallest first. The least number of a type represents None."""


class PackedColumn(Sequence[T]):
    """An immutable sequence, equal to a tuple and to a column of its class with the same items."""

    __slots__ = ()

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (tuple, type(self))) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


class Numbers(PackedColumn[Any]):
    """A column of integers, or of floating-point numbers, each of which can be None.

    Integers below 2**63 and numbers with at most six decimals are stored as integers of 1 to 8 bytes.
    """

    __slots__ = ("_data", "_unit")

    def __init__(self, values: Iterable[float | None]) -> None:
        given = tuple(values)
        unit = 1 if all(isinstance(each, int | None) for each in given) else _MICRO
        whole = [None if each is None else round(each * unit) for each in given]
        exact = all(new is None or new / unit == old for new, old in zip(whole, given, strict=True))
        greatest = max((abs(each) for each in whole if each is not None), default=0)
        kind = next((each for each in _WHOLE if greatest < _bound(each)), "")
        self._unit = unit if exact and kind else 0
        self._data: Sequence[Any] = given
        if self._unit:
            self._data = array(kind, [-_bound(kind) if each is None else each for each in whole])

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Any]:
        return map(self._value, self._data)

    def _value(self, stored: Any) -> Any:
        if not isinstance(self._data, array):
            return stored
        if stored == -_bound(self._data.typecode):
            return None
        return stored if self._unit == 1 else stored / self._unit


class Texts(PackedColumn[str]):
    """A column of texts."""

    __slots__ = ("_texts",)

    def __init__(self, values: Iterable[str]) -> None:
        given = tuple(values)
        self._texts = given if any("\n" in each for each in given) else "".join(f"{each}\n" for each in given)

    def __len__(self) -> int:
        return self._texts.count("\n") if isinstance(self._texts, str) else len(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts.split("\n")[:-1] if isinstance(self._texts, str) else self._texts)


def _bound(kind: str) -> int:
    return int(2 ** (8 * array(kind).itemsize - 1))
