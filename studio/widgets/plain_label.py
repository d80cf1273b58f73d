"""A label that shows its text as plain text."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget

MOST_WIDTH = 400
"""Upper bound in px of the minimum width of a label that wraps its text. A long word must not widen the window."""


class PlainLabel(QLabel):
    """Label that shows plain text. In contrast, ``QLabel`` interprets text that resembles HTML.

    Args:
        text: the initial text.
        parent: parent widget.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the text. If the text is wrapped, the width is at most ``MOST_WIDTH``."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), MOST_WIDTH), hint.height()) if self.wordWrap() else hint
