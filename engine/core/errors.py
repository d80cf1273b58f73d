"""The errors that are shown to the user. Each message is one sentence in the current language."""

from engine.core.language import Plural, tr

TYPE_CHECKING = False  # without typing, which takes longer to import than argparse
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Self


class KyVienError(Exception):
    """Base class of errors that are shown to the user. ``str()`` returns the message in the current language.

    Args:
        template: English sentence with ``{fields}``. It is also the key of its translation. A sentence with a count
            is a ``Plural``.
        **values: values of the fields.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        values = {name: _shown(value) for name, value in values.items()}
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return tr(self.template, **self.values)

    def to_dict(self) -> "dict[str, Any]":
        """Return the error as plain data for ``from_dict``, so that another process can show it in its language.

        The keys are ``template``, ``values`` and, of a ``Plural``, ``singular``. A value can be another error.
        """
        values = {
            name: value.to_dict() if isinstance(value, KyVienError) else value if type(value) is int else str(value)
            for name, value in self.values.items()
        }
        singular = {"singular": self.template.singular} if isinstance(self.template, Plural) else {}
        return {"template": str(self.template), **singular, "values": values}

    @classmethod
    def from_dict(cls, data: "Mapping[str, Any]") -> "Self":
        """Return the error of ``to_dict`` as an error of this class.

        Raises:
            KeyError, TypeError, ValueError: if ``data`` is not that of an error.
        """
        values = {
            name: KyVienError.from_dict(each) if isinstance(each, dict) else each
            for name, each in dict(data["values"]).items()
        }
        template = str(data["template"])
        return cls(Plural(str(data["singular"]), template) if "singular" in data else template, **values)


def _shown(value: object) -> object:
    """Return a value, or the magnitude of a whole number of more than 60 digits, which would not be one sentence."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"{'-' if value < 0 else ''}10^{value.bit_length() * 30103 // 100000}"
    return value


class NotationError(KyVienError):
    """Raised for text that is not a position, a move or a record."""


class IllegalMoveError(NotationError):
    """Raised for a well-formed move that is illegal in the position. The message contains the reason."""


class PositionError(KyVienError):
    """Raised for a set-up that the rules do not allow."""


class OptionError(KyVienError):
    """Raised for an unknown option, or for a value that is not allowed."""


class SearchError(KyVienError):
    """Raised when an algorithm fails or its process ends unexpectedly."""
