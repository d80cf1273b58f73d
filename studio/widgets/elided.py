"""A label that shortens its text if there is no room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class ElidedLabel(QLabel):
    """One line of text. If it does not fit, it ends in an ellipsis, and the tooltip shows the whole text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def set_whole(self, text: str) -> None:
        """Show ``text``, elided if it does not fit."""
        if text != self._whole:
            self._whole = text
            self.updateGeometry()
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(0, self.contentsRect().width()))
        self.setText(shown)
        self.setToolTip("" if shown == text else text)

    @property
    def whole(self) -> str:
        """The whole text, not elided."""
        return self._whole

    def sizeHint(self) -> QSize:
        """Return the size of the whole text. Layouts ignore its width, unless another size policy is set."""
        hint, margins = super().sizeHint(), self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(self._whole) + margins.left() + margins.right() + 2
        return QSize(max(hint.width(), width), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Return a size of width 0, because the text can always be elided."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the text for the new width."""
        super().resizeEvent(event)
        self.set_whole(self._whole)
