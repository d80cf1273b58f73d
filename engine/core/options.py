"""Options as data: one dataclass is the form in the window, the flags on the command line and the tag in a record."""

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from engine.core.errors import OptionError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NoParameters:
    """An algorithm or an evaluation without parameters."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a dataclass, as a form or a help text needs it.

    Attributes:
        name: the field's name.
        kind: type of its values: ``bool``, ``int``, ``float`` or ``str``.
        default: its value when not given.
        help: one English sentence, translated where shown.
        label: short English name for a form; the field's name when empty.
        minimum: least value of a number, inclusive.
        maximum: greatest value, inclusive.
        step: step of a number in a form.
        choices: the only values allowed.
        letters: the option is any subset of these letters, in this order.
        none: a word for None ("none"); the option may then be None.
        unit: unit of a number, English.
        aliases: earlier names of the option, which are still read.
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
    letters: str = ""
    none: str = ""
    unit: str = ""
    aliases: tuple[str, ...] = ()

    def parse(self, text: str) -> Any:
        """The value that ``text`` names.

        Raises:
            OptionError: if it is none of the values allowed.
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
        """``value`` itself, if it is allowed; letters in their canonical order.

        Raises:
            OptionError: if not.
        """
        if value is None and self.none:
            return value
        if self.kind is bool and not isinstance(value, bool):
            raise OptionError("{name}={value}: expected on or off", name=self.name, value=value)
        if self.letters:
            # Any order is understood; the canonical order is stored.
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
            allowed = ", ".join(self.format(choice) for choice in self.choices)
            raise OptionError(
                "{name}={value}: expected one of {choices}", name=self.name, value=self.format(value), choices=allowed
            )
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
        """The text of ``value``, read back by ``parse``."""
        if value is None:
            return self.none
        if self.kind is bool:
            return "on" if value else "off"
        return str(value)

    def to_dict(self) -> dict[str, Any]:
        """The option as plain data, read back by ``from_dict``."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {**fields, "kind": self.kind.__name__}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Option":
        """The option that ``to_dict`` described; what is missing has its default.

        Raises:
            KeyError, TypeError: if it is none.
        """
        kinds = {"bool": bool, "int": int, "float": float, "str": str}
        values: dict[str, Any] = {**data, "kind": kinds[data["kind"]]}
        values |= {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return cls(**values)


_KEY = "option"
"""Where a field's metadata holds its ``Option``."""


def option(
    default: Any,
    help: str,  # the word of argparse and of forms
    *,
    label: str = "",
    minimum: int | None = None,
    maximum: int | None = None,
    step: float = 1,
    choices: Iterable[Any] | None = None,
    letters: str = "",
    none: str = "",
    unit: str = "",
    aliases: Iterable[str] = (),
) -> Any:
    """A field of an options dataclass; the arguments are those of ``Option``, whose kind is that of ``default``."""
    made = Option(
        kind=int if default is None else type(default), default=default, help=help, label=label, minimum=minimum,
        maximum=maximum, step=step, choices=None if choices is None else tuple(choices), letters=letters, none=none,
        unit=unit, aliases=tuple(aliases),
    )  # fmt: skip
    return dataclasses.field(default=default, metadata={_KEY: made})


@lru_cache(maxsize=64)
def options_class(options: tuple[Option, ...]) -> type:
    """A dataclass with these options: the same class for equal options, so that its instances compare."""
    fields = [
        (each.name, each.kind, dataclasses.field(default=each.default, metadata={_KEY: each})) for each in options
    ]
    return dataclasses.make_dataclass("Parameters", fields, frozen=True)


def options_of(cls: type) -> tuple[Option, ...]:
    """The options of dataclass ``cls``, in order."""
    return tuple(
        dataclasses.replace(field.metadata[_KEY], name=field.name)
        for field in dataclasses.fields(cls)
        if _KEY in field.metadata
    )


def build_options(cls: type[T], values: Mapping[str, Any], base: T | None = None) -> T:
    """An instance of ``cls``: ``base`` (or the defaults) changed by ``values``, texts or values of the right type.

    Raises:
        OptionError: for an unknown name or a value not allowed.
    """
    options = options_of(cls)
    known = {name: each for each in options for name in (each.name, *each.aliases)}
    changes: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            names = ", ".join(each.name for each in options)
            raise OptionError("no option {name!r}; there are: {names}", name=name, names=names or "–")
        each = known[name]
        if each.name in changes:
            raise OptionError("option {name} is given twice", name=each.name)
        changes[each.name] = each.parse(value) if isinstance(value, str) else each.check(value)
    start = cls() if base is None else base
    return cast(T, dataclasses.replace(cast(Any, start), **changes))


# What separates options, algorithms and limits in a text, and the sign of a code itself.
_SEPARATORS = re.compile(r"[%,;@\n\r]")
_CODES = re.compile(r"%(25|2C|3B|40|0A|0D)", re.IGNORECASE)


def parse_options(cls: type[T], text: str, base: T | None = None) -> T:
    """An instance of ``cls`` from ``k=v,k=v``; empty text gives ``base`` or the defaults.

    ``%2C``, ``%3B``, ``%40`` and ``%25`` in a value are the comma, the semicolon, ``@`` and the per cent sign.

    Raises:
        OptionError: for anything that is not such a list, naming the part.
    """
    values: dict[str, str] = {}
    for part in text.split(",") if text.strip() else ():
        name, sign, value = part.partition("=")
        name = name.strip()
        if not sign or not name:
            raise OptionError("{part!r}: expected name=value", part=part.strip())
        if name in values:
            raise OptionError("option {name} is given twice", name=name)
        values[name] = _CODES.sub(lambda code: chr(int(code[1], 16)), value)
    return build_options(cls, values, base)


def format_options(options: object) -> str:
    """``k=v,…`` of what differs from the defaults, in the order of the fields; read back by ``parse_options``."""
    return ",".join(
        f"{each.name}={_SEPARATORS.sub(lambda sign: f'%{ord(sign[0]):02X}', each.format(getattr(options, each.name)))}"
        for each in options_of(type(options))
        if getattr(options, each.name) != each.default
    )
