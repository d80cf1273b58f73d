"""A label that shows its text as plain text."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget

MOST_WIDTH = 400
"""Upper bound of the minimum width of a label that wraps its text, in px. A long word must not widen the window."""


class PlainLabel(QLabel):
    """Label of plain text. ``QLabel``, in contrast, interprets text that resembles HTML.

    Args:
        text: text shown first.
        parent: parent widget.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        """Return the size of the text, or of its longest word up to ``MOST_WIDTH`` if the text is wrapped."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), MOST_WIDTH), hint.height()) if self.wordWrap() else hint
