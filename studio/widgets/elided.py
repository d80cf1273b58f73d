"""A label that gives way where there is no room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class ElidedLabel(QLabel):
    """One line of text, ending in an ellipsis where it does not fit; the whole text is then its tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def set_whole(self, text: str) -> None:
        """Show ``text``, or its beginning."""
        if text != self._whole:
            self._whole = text
            self.updateGeometry()
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(0, self.contentsRect().width()))
        self.setText(shown)
        self.setToolTip("" if shown == text else text)

    @property
    def whole(self) -> str:
        """The text, as long as it is."""
        return self._whole

    def sizeHint(self) -> QSize:
        """Room for the whole text, for those that let it ask for some (it comes with a policy that asks for none)."""
        hint, margins = super().sizeHint(), self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(self._whole) + margins.left() + margins.right() + 2
        return QSize(max(hint.width(), width), hint.height())

    def minimumSizeHint(self) -> QSize:
        """No width is too small."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show more or less."""
        super().resizeEvent(event)
        self.set_whole(self._whole)
