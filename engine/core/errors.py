"""Errors in user input; each message is one sentence that names the fault and its place."""

from engine.core.language import tr


class KyVienError(Exception):
    """Base class of errors in input or in an external component. ``str()`` is one sentence in the user's language.

    Args:
        template: English sentence with ``{fields}``; the key of its translation.
        **values: values of the fields.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return tr(self.template, **self.values)


class NotationError(KyVienError):
    """Raised for text that is not a position, a move or a record."""


class IllegalMoveError(NotationError):
    """Raised for a well-formed move that is illegal in the position; the message gives the reason."""


class PositionError(KyVienError):
    """Raised for a set-up that the rules do not allow."""


class OptionError(KyVienError):
    """Raised for an unknown option or a value out of range."""


class SearchError(KyVienError):
    """Raised when an algorithm fails or its process dies."""
