"""Immutable values. They are similar to instances of a frozen dataclass, but no code is generated.

Importing ``dataclasses`` and generating code for the classes of the core and the searches would take longer than a
short command takes in total.
"""

from functools import cache
from typing import Any, ClassVar, Self, TypeVar, cast, dataclass_transform

V = TypeVar("V")


class _OfDataclass:
    """Descriptor that reads an attribute of a dataclass with the same fields, for the functions of ``dataclasses``.

    The dataclass is made on first use.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, value: object, cls: type) -> Any:
        return getattr(_dataclass(cls), self._name)


@dataclass_transform(frozen_default=True)
class Value:
    """Base class of immutable values, which are equal if their class and their fields are equal.

    The fields of a subclass are its annotations, after those of its bases. A value assigned to a field is the default,
    shared by all instances. ``__post_init__`` may check the fields. ``dataclasses.replace``, ``fields`` and ``asdict``
    accept instances.

    Raises:
        TypeError: if a field is missing, unknown or given twice.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]] = _OfDataclass()  # type: ignore[assignment]
    __dataclass_params__: ClassVar[Any] = _OfDataclass()
    __fields__: ClassVar[tuple[str, ...]] = ()
    __field_defaults__: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = cls.__annotations__
        cls.__fields__ = (*cls.__fields__, *(name for name in own if name not in cls.__fields__))
        defaults = {name: getattr(cls, name) for name in own if name in vars(cls)}
        cls.__field_defaults__ = {**cls.__field_defaults__, **defaults}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        names = self.__fields__
        if len(args) == len(names) and not kwargs:
            for name, value in zip(names, args, strict=True):
                object.__setattr__(self, name, value)
            self.__post_init__()
            return
        values = dict(zip(names, args, strict=False))
        if len(args) > len(names) or not kwargs.keys().isdisjoint(values) or not kwargs.keys() <= set(names):
            raise TypeError(f"{type(self).__name__} takes each of the fields {', '.join(names)} once")
        values = {**self.__field_defaults__, **values, **kwargs}
        if len(values) < len(names):
            missing = [name for name in names if name not in values]
            raise TypeError(f"{type(self).__name__} lacks the fields {', '.join(missing)}")
        for name in names:  # in the same order for all instances, so that they share the names in memory
            object.__setattr__(self, name, values[name])
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields. The default does nothing."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _contents(self) == _contents(other)

    def __hash__(self) -> int:
        return hash(_contents(self))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__fields__)
        return f"{type(self).__qualname__}({fields})"

    def __replace__(self, **changes: Any) -> Self:
        return type(self)(**{**{name: getattr(self, name) for name in self.__fields__}, **changes})


def _contents(value: Any) -> tuple[Any, ...]:
    return tuple([getattr(value, name) for name in value.__fields__])


def replace(value: V, **changes: Any) -> V:
    """Return a copy of ``value`` with changed fields. ``value`` is a ``Value`` or an instance of a dataclass.

    Raises:
        TypeError: for an unknown field.
    """
    if isinstance(value, Value):
        return value.__replace__(**changes)
    import dataclasses

    return cast(V, dataclasses.replace(cast(Any, value), **changes))


@cache
def _dataclass(cls: type[Value]) -> Any:
    """Return a frozen dataclass with the fields and defaults of ``cls``."""
    import dataclasses

    types: dict[str, Any] = {}
    for each in reversed(cls.__mro__[: cls.__mro__.index(Value)]):
        types |= each.__annotations__
    made: Any = dataclasses.make_dataclass(cls.__name__, [(name, types[name]) for name in cls.__fields__], frozen=True)
    for name, default in cls.__field_defaults__.items():
        made.__dataclass_fields__[name].default = default
    return made
