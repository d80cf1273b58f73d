"""A field for a text to search for."""

from PySide6.QtWidgets import QLineEdit, QWidget

LONGEST = 100
"""Maximum number of characters, more than what is searched for has."""


class SearchField(QLineEdit):
    """Field for a text to search for, with a button that clears it.

    Every change of the text starts a search, and lists may repeat the text. Its length is therefore limited, because
    a pasted text may have any length.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(LONGEST)
        self.setClearButtonEnabled(True)
