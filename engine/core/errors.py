"""What can be wrong with what a user gives us, each as one sentence that says what and where."""

from engine.core.language import tr


class KyVienError(Exception):
    """Bad input or a failed outside part. ``str()`` is one sentence in the user's language.

    Args:
        template: English sentence with ``{fields}``; the key of its translation.
        **values: what fills the fields.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return tr(self.template, **self.values)


class NotationError(KyVienError):
    """Text that does not name a position, a move or a record."""


class IllegalMoveError(NotationError):
    """A move that is well written but not allowed here; the sentence says why."""


class PositionError(KyVienError):
    """A set-up that no rule allows."""


class OptionError(KyVienError):
    """An unknown option, or a value out of its range."""


class SearchError(KyVienError):
    """An algorithm that failed or died while it worked."""
