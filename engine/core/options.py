"""Options as data, so that one class defines a form in the window, flags on the command line and a tag in a record."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

from engine.core.errors import OptionError
from engine.core.values import Value, replace

T = TypeVar("T")

SWITCH = ("auto", "on", "off")
"""The choices of an option that is on, off, or determined by other options."""


class NoParameters(Value):
    """The parameters of an algorithm or evaluation that has none."""


class Option(Value):
    """The description of an option, which is one field of a class.

    Attributes:
        name: the field's name.
        kind: type of its values: ``bool``, ``int``, ``float`` or ``str``.
        default: value if none is given.
        help: one English sentence, translated for display.
        label: short English name for a form, or an empty string to use the field's name.
        minimum: least value of a number, inclusive, or None if unbounded.
        maximum: greatest value of a number, inclusive, or None if unbounded.
        step: increment of a number in a form.
        choices: the allowed values, or None if any value is allowed.
        texts: English texts of ``choices``, translated for display, or empty if the choices are displayed as written.
        letters: letters of which the value is a subset, in canonical order, or an empty string for other options.
        none: word for the value None, such as "none", or an empty string if None is not allowed.
        unit: English unit of a number.
        aliases: earlier names of the option, which are still accepted.
        free: name of the option that accepts other values than ``choices``, or an empty string.
    """

    name: str = ""
    kind: type = str
    default: Any = ""
    help: str = ""
    label: str = ""
    minimum: int | None = None
    maximum: int | None = None
    step: float = 1
    choices: tuple[Any, ...] | None = None
    texts: tuple[str, ...] = ()
    letters: str = ""
    none: str = ""
    unit: str = ""
    aliases: tuple[str, ...] = ()
    free: str = ""

    def parse(self, text: str) -> Any:
        """Return the value that ``text`` represents.

        Raises:
            OptionError: if ``text`` does not represent an allowed value.
        """
        word = text.strip()
        if self.none and word.lower() == self.none:
            return None
        value: Any
        if self.kind is bool:
            words = {
                "on": True,
                "true": True,
                "yes": True,
                "1": True,
                "off": False,
                "false": False,
                "no": False,
                "0": False,
            }
            value = words.get(word.lower(), text)
        elif self.kind is str:
            value = word
        else:
            try:
                value = self.kind(word)
            except ValueError:
                raise OptionError("{name}={value}: expected a number", name=self.name, value=text) from None
        return self.check(value)

    def check(self, value: Any) -> Any:
        """Return ``value``, with letters in canonical order.

        Raises:
            OptionError: if ``value`` is not allowed.
        """
        if value is None and self.none:
            return value
        if self.kind is bool and not isinstance(value, bool):
            raise OptionError("{name}={value}: expected on or off", name=self.name, value=value)
        if self.letters:
            # Letters are accepted in any order and stored in the canonical order.
            letters = list(value) if isinstance(value, str) else [""]
            if not set(letters) <= set(self.letters) or len(set(letters)) != len(letters):
                raise OptionError(
                    "{name}={value}: expected some of the letters {letters}, each once",
                    name=self.name,
                    value=value,
                    letters=self.letters,
                )
            return "".join(letter for letter in self.letters if letter in letters)
        if self.kind in (int, float):
            number = isinstance(value, int) or (self.kind is float and isinstance(value, float))
            if not number or isinstance(value, bool) or value != value:
                raise OptionError("{name}={value}: expected a number", name=self.name, value=value)
        if self.choices is not None and value not in self.choices:
            found = {
                "name": self.name,
                "value": self.format(value),
                "choices": ", ".join(map(self.format, self.choices)),
            }
            if self.free:
                raise OptionError(
                    "{name}={value}: expected one of {choices}; other values are given as {free}=…",
                    free=self.free, **found,
                )  # fmt: skip
            raise OptionError("{name}={value}: expected one of {choices}", **found)
        if self.minimum is not None and value < self.minimum:
            raise OptionError(
                "{name}={value}: must be at least {limit}", name=self.name, value=value, limit=self.minimum
            )
        if self.maximum is not None and value > self.maximum:
            raise OptionError(
                "{name}={value}: must be at most {limit}", name=self.name, value=value, limit=self.maximum
            )
        return value

    def format(self, value: Any) -> str:
        """Return ``value`` as text in the format of ``parse``."""
        if value is None:
            return self.none
        if self.kind is bool:
            return "on" if value else "off"
        return str(value)

    def text(self, value: Any) -> str:
        """Return the English text of ``value`` for display, without its unit."""
        if self.texts and self.choices is not None and value in self.choices:
            return self.texts[self.choices.index(value)]
        return self.format(value)

    def to_dict(self) -> dict[str, Any]:
        """Return the option as plain data for ``from_dict``."""
        return {**vars(self), "kind": self.kind.__name__}

    @property
    def is_switch(self) -> bool:
        """Whether the choices are ``SWITCH``."""
        return self.choices == SWITCH

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Option":
        """Create an option from the result of ``to_dict``. Missing fields other than ``kind`` have their defaults.

        Raises:
            KeyError: if ``kind`` is missing or not the name of a type.
            TypeError: if ``data`` has unknown fields.
        """
        kinds = {"bool": bool, "int": int, "float": float, "str": str}
        values: dict[str, Any] = {**data, "kind": kinds[data["kind"]]}
        values |= {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return cls(**values)


class _Declaration:
    """Descriptor returned by ``option``. It adds an option to the class in whose body it is assigned.

    The value of the attribute is the option's default, which ``Value`` and ``dataclasses.dataclass`` read.
    """

    def __init__(self, default: Any, **values: Any) -> None:
        self._default = default
        self._values = values

    def __set_name__(self, owner: Any, name: str) -> None:
        own = vars(owner).get("__options__", {})
        owner.__options__ = {**own, name: Option(name=name, default=self._default, **self._values)}

    def __get__(self, instance: object, owner: type) -> Any:
        return self._default


def option(
    default: Any,
    help: str,  # the name used by argparse
    *,
    label: str = "",
    minimum: int | None = None,
    maximum: int | None = None,
    step: float = 1,
    choices: Iterable[Any] | None = None,
    texts: Iterable[str] = (),
    letters: str = "",
    none: str = "",
    unit: str = "",
    aliases: Iterable[str] = (),
    free: str = "",
) -> Any:
    """Return a descriptor that makes a field an option if it is assigned in the body of a ``Value`` or a dataclass.

    The arguments are described in ``Option``. The kind is the type of ``default``, or ``int`` if that is None.
    """
    return _Declaration(
        default, kind=int if default is None else type(default), help=help, label=label, minimum=minimum,
        maximum=maximum, step=step, choices=None if choices is None else tuple(choices), texts=tuple(texts),
        letters=letters, none=none, unit=unit, aliases=tuple(aliases), free=free,
    )  # fmt: skip


@lru_cache(maxsize=64)
def options_class(options: tuple[Option, ...]) -> type:
    """Return a class with these options.

    Classes are cached: equal options return the same class, so that instances can be compared.
    """
    body: dict[str, Any] = {each.name: each.default for each in options}
    types = {each.name: each.kind for each in options}
    named = {each.name: each for each in options}
    return type("Parameters", (Value,), {**body, "__annotations__": types, "__options__": named})


def options_of(cls: type) -> tuple[Option, ...]:
    """Return the options of a class in the order of its fields, those of its bases first."""
    found: dict[str, Option] = {}
    for each in reversed(cls.__mro__):
        found |= vars(each).get("__options__", {})
    return tuple(found.values())


def build_options(cls: type[T], values: Mapping[str, Any], base: T | None = None) -> T:
    """Return a copy of ``base``, or of the defaults of ``cls``, with the option values in ``values``.

    Args:
        cls: the class.
        values: a mapping of option names to values of the type of the option, or to their texts.
        base: the instance to change, or None for the defaults.

    Raises:
        OptionError: if a name is unknown, if an option is given twice (by two names), or if a value is not allowed.
    """
    options = options_of(cls)
    known = {name: each for each in options for name in (each.name, *each.aliases)}
    changes: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            names = ", ".join(each.name for each in options)
            raise OptionError("unknown option {name!r}; available: {names}", name=name, names=names or "–")
        each = known[name]
        if each.name in changes:
            raise OptionError("option {name} is given twice", name=each.name)
        changes[each.name] = each.parse(value) if isinstance(value, str) else each.check(value)
    start = cls() if base is None else base
    return cast(T, replace(cast(Any, start), **changes))


# The separators of options, algorithms and limits in a text, and the per cent sign that escapes them.
_SEPARATORS = r"[%,;@\n\r]"
_CODES = r"(?i)%(25|2C|3B|40|0A|0D)"


def parse_options(cls: type[T], text: str, base: T | None = None) -> T:
    """Return a copy of ``base``, or of the defaults of ``cls``, with the option values in ``text``.

    ``text`` has the format ``k=v,k=v``. In a value, ``%2C``, ``%3B``, ``%40``, ``%25``, ``%0A`` and ``%0D`` are decoded
    to a comma, a semicolon, ``@``, a per cent sign, a line feed and a carriage return.

    Raises:
        OptionError: if ``text`` is not in this format, if a name is unknown, if an option is given twice, or if a value
            is not allowed. The message contains the faulty part.
    """
    values: dict[str, str] = {}
    for part in text.split(",") if text.strip() else ():
        name, sign, value = part.partition("=")
        name = name.strip()
        if not sign or not name:
            raise OptionError("{part!r}: expected name=value", part=part.strip())
        if name in values:
            raise OptionError("option {name} is given twice", name=name)
        values[name] = re.sub(_CODES, lambda code: chr(int(code[1], 16)), value)
    return build_options(cls, values, base)


def format_options(options: object, usual: object = None) -> str:
    """Return the options that differ from the defaults as ``k=v,…``, in the order of the fields.

    ``parse_options`` parses the result.

    Args:
        options: the options.
        usual: options of the same class that replace the defaults, or None to use the defaults.
    """
    usual = type(options)() if usual is None else usual
    return ",".join(
        f"{each.name}={_with_codes(each.format(getattr(options, each.name)))}"
        for each in options_of(type(options))
        if getattr(options, each.name) != getattr(usual, each.name)
    )


def _with_codes(value: str) -> str:
    """Return the text of a value with the separators replaced by codes such as ``%2C``."""
    return re.sub(_SEPARATORS, lambda sign: f"%{ord(sign[0]):02X}", value)


MOST_SEED = 2**62
"""Bound of the absolute value of the random seeds that users choose.

A search takes a seed of 64 bits, and a game doubles its seed to derive the seeds of both sides.
"""


def check_range(name: str, value: float, minimum: int, maximum: int) -> None:
    """Check that the value of an option is from ``minimum`` to ``maximum``, both inclusive.

    Raises:
        OptionError: if the value is out of range. The message contains ``name``.
    """
    if not minimum <= value <= maximum:
        raise OptionError(
            "{name} is {value}: must be {minimum} to {maximum}",
            name=name, value=value, minimum=minimum, maximum=maximum,
        )  # fmt: skip
