"""A label that shows its text as plain text."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget

MOST_WIDTH = 400
"""Greatest minimum width of a label that wraps its text, in px: a long word must not widen the window."""


class PlainLabel(QLabel):
    """Label of plain text. A ``QLabel`` interprets text that resembles HTML.

    Args:
        text: text shown first.
        parent: parent widget.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        """Return the size of the text, or of its longest word up to ``MOST_WIDTH`` if it is wrapped."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), MOST_WIDTH), hint.height()) if self.wordWrap() else hint
